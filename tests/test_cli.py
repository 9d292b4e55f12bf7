"""The command line: what it prints, its exit codes, and one clear line for whatever is wrong."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from board_library.cli import COMMANDS, run
from board_library.games import all_games, game

Run = Callable[..., tuple[int, str, str]]
"""Runs a command: exit code, stdout, stderr."""

BROKEN = """
from board_library.games.treasure_map import GAME as HONEST
import dataclasses

def new(options, seats, rng, log):
    state = HONEST.new(options, seats, rng, log)
    class Leaky(type(state)):
        __slots__ = ()
        def view(self, seat):
            return {**super().view(seat), "deck_order": list(self.deck)}
    state.__class__ = Leaky
    return state

GAME = dataclasses.replace(HONEST, slug="broken-map", new=new, variants=(), situations=None)
"""


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command: exit code, stdout, stderr."""

    def command(*words: object) -> tuple[int, str, str]:
        code = run([str(word) for word in words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """The record of a game that was played in the terminal to its end."""
    file = tmp_path / "played.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 2000))
    assert run(["play", "treasure-map", "--seed", "tale", "--save", str(file), "--lang", "en"]) == 0
    assert "The game is over." in capsys.readouterr().out
    return file


@pytest.mark.parametrize("command", COMMANDS)
def test_help_tells_what_a_command_does(command: str, line: Run) -> None:
    code, printed, wrong = line(command, "--help")
    assert (code, wrong) == (0, "")
    assert f"board-library {command}" in printed
    assert COMMANDS[command][1].split()[0] in printed


def test_help_lists_all_commands(line: Run) -> None:
    code, printed, _ = line("--help")
    assert code == 0
    assert all(f"{command} " in printed for command in COMMANDS)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_games_lists_every_game_in_both_languages(lang: str, line: Run) -> None:
    code, printed, _ = line("games", "--lang", lang)
    assert code == 0
    assert all(slug in printed for slug in all_games())
    assert {"en": "Treasure Map", "ru": "Карта сокровищ"}[lang] in printed


def test_games_shows_the_options_of_one(line: Run) -> None:
    code, printed, _ = line("games", "treasure-map")
    assert code == 0
    options = all_games()["treasure-map"].options.fields()
    assert all(f"{option.name}=" in printed for option in options)


@pytest.mark.parametrize(
    ("slug", "shown"),
    [
        ("chests", ["rounds=1 ", "bomb=off ", "extra_chests=on "]),
        ("tortuga", ["ops_per_turn=1 "]),
        ("pirates", ["round_limit=0  (none) "]),
    ],
)
def test_games_shows_numbers_as_numbers(slug: str, shown: list[str], line: Run) -> None:
    _, printed, _ = line("games", slug, "--lang", "en")
    assert [one for one in shown if one not in printed] == []


@pytest.mark.parametrize(
    ("words", "tells"),
    [
        (["frobnicate"], "frobnicate"),
        (["play"], "GAME"),
        (["play", "chess"], "there is no game 'chess'; there are: "),
        (["play", "treasure-map", "--seats", "9"], "played by 2 to 4 seats, not by 9"),
        (["play", "treasure-map", "--seats", "many"], "many"),
        (["play", "treasure-map", "--seat", "2"], "--seat must be from 0 to 1, not 2"),
        (["play", "treasure-map", "--bots", "god"], "must be one of deckhand, sailor, captain, admiral, not 'god'"),
        (["play", "treasure-map", "-o", "characters"], "must be NAME=VALUE"),
        (["play", "treasure-map", "-o", "colour=red"], "options are: characters"),
        (["play", "treasure-map", "-o", "characters=all"], "it is one of two, none"),
        (["check", "treasure-map", "--games", "0"], "--games must be at least 1"),
        (["games", "--lang", "fr"], "fr"),
        (["cases", "treasure-map", "nowhere.md"], "nowhere.md: No such file or directory"),
        (["replay", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["export", "--data", "nowhere.sqlite3"], "there is no data file nowhere.sqlite3"),
        (["backup", "copy.sqlite3", "--data", "nowhere.sqlite3"], "there is no data file nowhere.sqlite3"),
        (["serve", "--port", "70000"], "port"),
        (["serve", "--host", "no such host"], "no such host is no address"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    words: list[str],
    tells: str,
    line: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, printed, wrong = line(*words)
    assert (code, printed) == (2, "")
    assert wrong.startswith("board-library: ")
    assert wrong.count("\n") == 1
    assert tells in wrong
    assert list(tmp_path.iterdir()) == []


def test_a_game_played_in_the_terminal_verifies_and_replays(played: Path, line: Run) -> None:
    code, printed, wrong = line("verify", played, "--lang", "en")
    assert (code, wrong) == (0, "")
    assert "Good: the secret is the committed one" in printed
    plies = len(json.loads(played.read_text())["entries"])
    code, printed, _ = line("replay", played, "--lang", "en")
    assert code == 0
    assert f"after {plies} entries" in printed
    assert "1. P" in printed


def test_replay_shows_the_draft_only_to_the_seat_that_was_dealt_it(played: Path, line: Run) -> None:
    own = line("replay", played, "--at", 0, "--seat", 0, "--lang", "en")[1]
    watching = line("replay", played, "--at", 0, "--lang", "en")[1]
    words = ("Gunny", "Margo", "Gallagher", "Seamus", "Bonny", "Laveworld", "Pete", "Zahara", "Corsair")
    assert any(word in own for word in words)
    assert not any(word in watching for word in words)


@pytest.mark.parametrize("at", [-1, 100_000])
def test_replay_refuses_a_ply_that_is_not_there(at: int, played: Path, line: Run) -> None:
    code, _, wrong = line("replay", played, "--at", at)
    assert code == 2
    assert f"not {at}" in wrong


def changed(played: Path, change: Callable[[dict[str, object]], None]) -> Path:
    record = json.loads(played.read_text())
    change(record)
    played.write_text(json.dumps(record))
    return played


@pytest.mark.parametrize(
    ("change", "code", "tells"),
    [
        (lambda r: r.update(secret="00" * 32), 1, "the secret is not the one that was committed to"),
        (lambda r: r.update(seed="00" * 32), 1, "the seed is not made of the secret and the numbers"),
        (lambda r: r["numbers"].__setitem__(0, 5), 1, "the seed is not made of the secret and the numbers"),
        (lambda r: r["entries"].insert(0, [0, "rob raid", "person"]), 1, "entry 1"),
        (lambda r: r.update(rules_version=99), 1, "rules 99"),
        (lambda r: r.update(game="chess"), 2, "there is no game 'chess'"),
        (lambda r: r.pop("entries"), 2, "not a record"),
        (lambda r: r.update(seats="two"), 2, "not a record"),
    ],
)
def test_verify_finds_what_was_changed(
    change: Callable[[dict[str, object]], None],
    code: int,
    tells: str,
    played: Path,
    line: Run,
) -> None:
    got, printed, wrong = line("verify", changed(played, change))
    assert (got, printed) == (code, "")
    assert tells in wrong
    assert wrong.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"entries": 3}'])
def test_a_file_that_is_no_record_is_one_line(content: bytes, tmp_path: Path, line: Run) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(content)
    for command in ("replay", "verify"):
        code, printed, wrong = line(command, file)
        assert (code, printed, wrong.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("slug", "name", "ranking"),
    [
        ("chests", "two_teams", ["1. P1  107", "1. P3  107", "2. P0  48", "2. P2  48"]),
        ("chests", "three_teams", ["1. P0  128", "1. P3  128", "2. P2  96", "2. P5  96", "3. P1  66", "3. P4  66"]),
        ("tortuga", "money", ["1. P0  15300", "2. P1  1300 in sight"]),
    ],
)
def test_the_ranking_counts_teams_and_names_what_the_others_show(
    slug: str, name: str, ranking: list[str], line: Run
) -> None:
    code, printed, _ = line("replay", game(slug).folder / "transcripts" / f"{name}.json", "--lang", "en")
    assert code == 0
    assert re.findall(r"^  (\d\. .*?) *(?:\(.*)?$", printed.partition("The game is over.")[2], re.MULTILINE) == ranking


def test_play_explains_a_wrong_answer_and_goes_on(monkeypatch: pytest.MonkeyPatch, line: Run) -> None:
    answers = ["77", "rob everything now", "?", "u", "q"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(answers) + "\n"))
    code, printed, wrong = line("play", "treasure-map", "--seed", "x", "--lang", "en")
    assert (code, wrong) == (0, "")
    assert printed.count("> ") >= len(answers)
    assert "The game is over." not in printed


def test_play_says_at_once_that_the_record_cannot_be_saved(tmp_path: Path, line: Run) -> None:
    code, printed, wrong = line("play", "treasure-map", "--save", tmp_path / "none" / "record.json", "--lang", "en")
    assert (code, printed) == (2, "")
    assert "record.json: No such file or directory" in wrong


def test_the_same_seed_and_answers_give_the_same_game(monkeypatch: pytest.MonkeyPatch, line: Run) -> None:
    printed = []
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 2000))
        printed.append(line("play", "treasure-map", "--seed", "again", "--seats", 3)[1])
    assert printed[0] == printed[1]


def test_play_speaks_russian(monkeypatch: pytest.MonkeyPatch, line: Run) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 2000))
    code, printed, _ = line("play", "treasure-map", "--seed", "тайна", "--lang", "ru")
    assert code == 0
    assert "Игра окончена." in printed


def test_check_passes_an_honest_game_and_prints_the_seed(line: Run) -> None:
    seed = str(random.randrange(10**9))
    code, printed, wrong = line("check", "treasure-map", "--games", 1, "--seed", seed, "--lang", "en")
    assert (code, wrong) == (0, "")
    assert f"seed {seed}" in printed
    assert "Good: 1 games" in printed


def test_a_quick_check_plays_every_game_and_tells_the_length_of_the_longest(line: Run) -> None:
    code, printed, wrong = line("check", "treasure-map", "--games", 20, "--seats", 3, "--quick", "--lang", "en")
    assert (code, wrong) == (0, "")
    longest = re.search(r"Good: 20 random games .*; the longest took (\d+) moves", printed)
    assert longest, printed
    assert 20 < int(longest[1]) <= game("treasure-map").bound(3)


def test_check_fails_a_game_whose_view_tells_the_deck(tmp_path: Path) -> None:
    folder = tmp_path / "broken_map"
    folder.mkdir()
    (folder / "__init__.py").write_text(BROKEN, encoding="utf-8")
    command = [sys.executable, "-m", "board_library", "check", "broken-map", "--games", "1", "--seed", "s"]
    env = os.environ | {"BOARD_LIBRARY_GAMES": str(tmp_path)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "view" in done.stderr
    assert "seed s" in done.stdout


@pytest.fixture
def wrecks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games of which none can be loaded: one raises, one is called like ours, one is no game."""
    for name, text in (
        ("riddle_me", "1 / 0"),
        ("other_map", "from board_library.games.chests import GAME"),
        ("number", "GAME = 3"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text, encoding="utf-8")
    file = tmp_path / "other_map" / "__init__.py"
    file.write_text(f"{file.read_text()}\nimport dataclasses\nGAME = dataclasses.replace(GAME)\n", encoding="utf-8")
    monkeypatch.setenv("BOARD_LIBRARY_GAMES", os.pathsep.join([str(tmp_path), str(tmp_path / "nowhere")]))
    all_games.cache_clear()
    yield tmp_path
    all_games.cache_clear()


@pytest.mark.parametrize("words", ["games", "games chests", "check chests --games 1 --quick", "cases chests"])
def test_games_that_cannot_be_loaded_are_told(words: str, wrecks: Path, line: Run) -> None:
    code, _, told = line(*words.split(), "--lang", "en")
    ours = game("chests").folder
    assert code == 0
    assert sorted(told.splitlines()) == [
        f"board-library: warning: {wrecks}/nowhere is left out: there is no such folder",
        f"board-library: warning: {wrecks}/number is left out: its GAME is of int, not a GameSpec",
        f"board-library: warning: {wrecks}/other_map is left out: another game is called chests, in {ours}",
        f"board-library: warning: {wrecks}/riddle_me is left out: ZeroDivisionError: division by zero",
    ]
    assert "внимание" in line(*words.split(), "--lang", "ru")[2]


@pytest.mark.parametrize("command", ["check", "games", "play", "cases", "simulate", "arena --a sailor --b sailor"])
def test_a_command_for_a_game_that_cannot_be_loaded_says_why(command: str, wrecks: Path, line: Run) -> None:
    why = f"{wrecks}/riddle_me: ZeroDivisionError: division by zero\n"
    said = line(*command.split(), "riddle-me", "--lang", "en")
    assert said == (2, "", f"board-library: game 'riddle-me' cannot be loaded: {why}")
    assert line(*command.split(), "riddle-me", "--lang", "ru")[2].endswith(f"не загружается: {why}")
    code, _, told = line(*command.split(), "riddle", "--lang", "en")
    assert (code, told.count("\n")) == (2, 5), "it may be any of them"
    assert "there is no game 'riddle'" in told.splitlines()[-1]


def test_a_file_of_numbers_that_is_not_there_is_told() -> None:
    env = os.environ | {"BOARD_LIBRARY_DATA_TORTUGA": "/nope", "LC_ALL": "C"}
    command = [sys.executable, "-m", "board_library", "check", "tortuga"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "game 'tortuga' cannot be loaded: " in done.stderr
    assert "No such file or directory: '/nope'" in done.stderr


def test_cases_prints_each_id_and_holds(line: Run) -> None:
    code, printed, wrong = line("cases", "treasure-map", "--lang", "en")
    assert (code, wrong) == (0, "")
    assert "TM-01  holds" in printed


def test_cases_of_a_file_tell_what_was_expected_and_what_came(tmp_path: Path, line: Run) -> None:
    file = tmp_path / "own.md"
    file.write_text(
        "| Id | Given | When | Then |\n|---|---|---|---|\n"
        "| X-1 | deck key5 mermaid7 + | draw; draw; rob | P0 key5 mermaid7; turn P1 |\n"
        "| X-2 | deck key5 mermaid7 + | draw; rob | P0 key6 |\n",
        encoding="utf-8",
    )
    code, printed, wrong = line("cases", "treasure-map", file, "--lang", "en")
    assert code == 1
    assert "X-1  holds" in printed
    assert "X-2  FAILS" in printed
    assert "expected: P0 key6" in printed
    assert "came: " in printed
    assert wrong == "board-library: 1 of 2 cases fail: X-2\n"


def test_cases_of_a_file_without_tables_are_refused(tmp_path: Path, line: Run) -> None:
    file = tmp_path / "none.md"
    file.write_text("no table here", encoding="utf-8")
    code, printed, wrong = line("cases", "treasure-map", file)
    assert (code, printed, wrong.count("\n")) == (2, "", 1)


def test_commands_that_do_not_serve_do_not_load_the_server() -> None:
    program = (
        "import sys; from board_library.cli import run; "
        "codes = [run(['games']), run(['play', 'chess']), run(['replay', 'none'])]; "
        "print(codes, [name for name in ('litestar', 'uvicorn', 'sqlalchemy', 'alembic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[0, 2, 2] []"


def test_a_reader_that_leaves_early_is_no_error(played: Path) -> None:
    command = f"{sys.executable} -m board_library replay {played} | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_both_catalogues_of_the_command_line_hold_the_same_texts() -> None:
    from board_library.cli.terminal import OWN_LOCALE
    from board_library.web.i18n import read_catalogue

    texts = {lang: {m.id: m.string for m in read_catalogue(OWN_LOCALE / f"{lang}.po", lang)} for lang in ("ru", "en")}
    assert set(texts["ru"]) == set(texts["en"])
    assert [key for lang in texts for key, text in texts[lang].items() if key and not text] == []
