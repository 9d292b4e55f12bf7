"""Runs and their reports never write over one another."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from board_library.cli import run
from board_library.games import game
from board_library.lab.plan import Plan, make_plan
from board_library.lab.results import SLICES, Folder, Results
from board_library.lab.run import run as play


def never(*_: object, **__: object) -> None:
    raise AssertionError


@pytest.fixture
def one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small run, in the folder ``one`` of the folder where commands are typed."""
    monkeypatch.chdir(tmp_path)
    spec = game("chests")
    plan = make_plan(spec, spec.options(), seats=(2,), levels=("random",), games=4, seed="s")
    with ThreadPoolExecutor(1) as threads:
        play(plan, Folder(tmp_path / "one"), threads, 1)
    return tmp_path / "one"


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder and those in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("page", "english", "russian"),
    [
        (".", ".: Is a directory", ".: это папка, а не файл"),
        ("", ".: Is a directory", ".: это папка, а не файл"),
        ("one", "one: Is a directory", "one: это папка, а не файл"),
        ("one.json", "one.json: the page cannot end in .json", "one.json: имя страницы не может кончаться на .json"),
        ("one/run.html", "one/run.json belongs to a run", "one/run.json принадлежит прогону"),
        ("one/slices.jsonl", "one/slices.jsonl belongs to a run", "one/slices.jsonl принадлежит прогону"),
        ("link", "link belongs to a run", "link принадлежит прогону"),
    ],
)
def test_a_page_that_would_write_over_something_else_is_refused(page, english, russian, one, capsys) -> None:
    (one.parent / "link").symlink_to(one / "run.json")
    before = files(one.parent)
    for lang, told in (("en", english), ("ru", russian)):
        assert run(["report", "one", "-o", page, "--lang", lang]) == 2
        printed, wrong = capsys.readouterr()
        assert (printed, wrong.count("\n")) == ("", 1)
        assert wrong.startswith(f"board-library: {told}")
    assert files(one.parent) == before


def test_a_page_may_stand_beside_a_run(one, capsys) -> None:
    for words, saved in (
        (["one"], ["one/report.html", "one/report.json"]),
        (["one", "-o", "run.html"], ["run.html", "run.json"]),
    ):
        assert run(["report", *words, "--lang", "en"]) == 0
        assert capsys.readouterr().out.splitlines() == [f"Saved {file}" for file in saved]
        assert all((one.parent / file).is_file() for file in saved)


def test_two_programs_do_not_play_one_run(one, monkeypatch, capsys) -> None:
    words = ["simulate", "chests", "--players", "2", "--bots", "random", "--games", "4", "--output", "one"]
    before = (one / SLICES).read_bytes()

    def meanwhile(_: Plan, folder: Folder, *__: object) -> Results:
        first.setattr("board_library.lab.run.run", never)
        assert [run([*words, "--lang", lang]) for lang in ("en", "ru")] == [2, 2]
        return folder.results()

    with monkeypatch.context() as first:
        first.setattr("board_library.lab.run.run", meanwhile)
        assert run([*words, "--lang", "en"]) == 0
    english, russian = capsys.readouterr().err.splitlines()
    assert english == "board-library: one: another program is playing this run; wait for it, or stop it"
    assert russian == "board-library: one: этот прогон уже ведёт другая программа; дождитесь её или остановите"
    assert (one / SLICES).read_bytes() == before
    assert run([*words, "--lang", "en"]) == 0


def test_a_run_goes_on_with_its_own_probes_unless_others_are_asked_for(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    spec = game("chests")
    plan = make_plan(spec, spec.options(), seats=(2,), levels=("sailor",), games=300, seed="s")
    assert plan.probes == 12
    words = ["simulate", "chests", "--players", "2", "--lang", "en"]
    for folder, where in (("probed", ["--output", "probed"]), ("out/lab-chests-s", ["--seed", "s"])):
        Folder(Path(folder)).begin(plan)
        assert run([*words, "--games", "100", *where]) == 2
        assert f"{folder} holds another run: --games 300, not 100;" in capsys.readouterr().err

    plans = []
    monkeypatch.setattr("board_library.lab.run.run", lambda plan, *_: plans.append(plan) or Results(plan))
    Folder(Path("plain")).begin(replace(plan, games=20, probes=0))
    run([*words, "--games", "300", "--output", "plain"])
    run([*words, "--games", "300", "--output", "new"])
    assert [(plan.games, plan.probes) for plan in plans] == [(300, 0), (300, 12)]
