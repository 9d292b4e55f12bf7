"""Other numbers of a game that keeps them in a file: played by, kept, compared, and never taken for its own."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from board_library.cli import run as command
from board_library.engine.errors import RecordError
from board_library.engine.record import Timeline, new_record
from board_library.games import game
from board_library.lab.numbers import changed, flat
from board_library.lab.results import BadResults, Folder
from board_library.lab.run import play_slice

SPEC = game("tortuga")


def simulate(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A short run in a process of its own: a game reads its numbers when it is loaded."""
    call = [
        sys.executable,
        "-m",
        "board_library",
        "simulate",
        "tortuga",
        "--players",
        "2",
        "--games",
        "3",
        "--seed",
        "n",
    ]
    rest = ["--bots", "random", "--probes", "0", "--workers", "1", "-o", "round_limit=30", "--output", str(folder)]
    return subprocess.run([*call, *rest, *words], capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the file in which one number is another, and a run by it."""
    folder = tmp_path_factory.mktemp("numbers")
    own = (SPEC.folder / "data.toml").read_text("utf-8")
    assert own.count("buy = 1500") == 1
    (folder / "my.toml").write_text(own.replace("buy = 1500", "buy = 900"), "utf-8")
    made = simulate(folder / "run", "--data", str(folder / "my.toml"))
    assert made.returncode == 0, made.stderr
    return folder


def test_workers_play_by_them_and_the_results_hold_them(mine):
    plan = Folder(mine / "run").plan()

    assert len(Folder(mine / "run").results().rows) == 3
    assert changed(SPEC, plan.numbers) == {"ships.brig.buy": [1500, 900]}
    assert plan.numbers.keys() == flat(SPEC.numbers).keys()


def test_nobody_goes_on_by_the_games_own(mine):
    plan = Folder(mine / "run").plan()

    assert plan.rules_version != SPEC.rules_version == 1
    with pytest.raises(BadResults, match="rules"):
        play_slice(plan, 0, 0)
    record = new_record(replace(SPEC, rules_version=plan.rules_version), SPEC.options(), 2, bytes(32))
    with pytest.raises(RecordError):
        Timeline(SPEC, record)


def test_the_report_names_what_differs(mine, tmp_path):
    assert simulate(tmp_path / "own").returncode == 0
    page = tmp_path / "both.html"
    assert command(["report", str(tmp_path / "own"), str(mine / "run"), "-o", str(page), "--lang", "en"]) == 0

    facts = json.loads(page.with_suffix(".json").read_text("utf-8"))
    assert facts["about"]["numbers"] == {}
    assert facts["other"]["about"]["numbers"] == {"ships.brig.buy": [1500, 900]}
    row = "<th>ships.brig.buy</th><td>1500</td><td>900</td>"
    assert page.read_text("utf-8").count(row) == 2, "once in each language"
    assert command(["report", str(mine / "run"), "-o", str(page), "--lang", "en"]) == 0
    assert page.read_text("utf-8").count(row) == 2
    assert command(["report", str(tmp_path / "own"), "-o", str(page), "--lang", "en"]) == 0
    assert "ships.brig.buy" not in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "reason"), [("[money]\ntokens = 1\n", "cannot be played by"), ("money =", "cannot be read")]
)
def test_a_file_that_will_not_do_is_refused_with_the_reason(tmp_path, text, reason):
    (tmp_path / "bad.toml").write_text(text, "utf-8")
    made = simulate(tmp_path / "run", "--data", str(tmp_path / "bad.toml"))

    assert made.returncode != 0
    assert reason in made.stderr.replace("\n", " ")
    assert "Traceback" not in made.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("win = 15000", 'win = "many"', "money.win must be a whole number, not many"),
        ("chests = 5", "chests = -5", "pirates.chests must not be below 0, as -5 is"),
        ("buy = 1500", "buy = 1.5", "ships.brig.buy must be a whole number, not 1.5"),
        ("9 = [0, 1,", "9 = [0, -1,", "pirates.9 must not be below 0, as -1 is"),
    ],
)
def test_a_value_of_another_kind_or_below_nothing_is_refused_by_its_path(tmp_path, old, new, reason):
    own = (SPEC.folder / "data.toml").read_text("utf-8")
    assert own.count(old) == 1
    (tmp_path / "bad.toml").write_text(own.replace(old, new), "utf-8")
    made = simulate(tmp_path / "run", "--data", str(tmp_path / "bad.toml"), "--lang", "en")

    assert (made.returncode, made.stderr) == (2, f"board-library: {tmp_path}/bad.toml: {reason}\n")


def test_a_number_that_the_rules_cannot_play_by_is_one_line(tmp_path):
    own = (SPEC.folder / "data.toml").read_text("utf-8")
    (tmp_path / "bad.toml").write_text(own.replace("dealt = 3 ", "dealt = 30 "), "utf-8")
    made = simulate(tmp_path / "run", "--data", str(tmp_path / "bad.toml"), "--lang", "en")

    assert (made.returncode, made.stderr.count("\n")) == (1, 1)
    assert "a game of tortuga broke off: " in made.stderr


def test_a_game_without_such_a_file_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BOARD_LIBRARY_DATA_CHESTS", "")
    (tmp_path / "my.toml").write_text("[a]\nb = 1\n", "utf-8")
    assert command(["simulate", "chests", "--games", "1", "--data", str(tmp_path / "my.toml")]) != 0
    assert "no file" in capsys.readouterr().err
