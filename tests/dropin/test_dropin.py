"""A game of sixty lines, dropped into a folder or brought by another wheel, is found and keeps the contract.

What the page and the lobby make of it is tested beside them; they take the same folder.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from board_library import games
from board_library.bots.arena import play_out
from board_library.bots.levels import BUDGETS, LEVELS, named
from board_library.engine.errors import UnknownGame
from board_library.engine.testing import check_game, combinations

PEBBLES = Path(__file__).parent / "pebbles"


@pytest.fixture
def found_anew():
    """Games are found once and remembered; here they are found anew, and again after the test."""
    games.all_games.cache_clear()
    yield
    games.all_games.cache_clear()


@pytest.fixture
def dropped_in(tmp_path, monkeypatch, found_anew):
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    monkeypatch.setenv(games.FOLDERS_VARIABLE, str(tmp_path))
    return tmp_path


def test_game_has_sixty_lines():
    assert len((PEBBLES / "__init__.py").read_text(encoding="utf-8").splitlines()) <= 66


def test_game_in_a_folder_is_found(dropped_in):
    assert games.game("pebbles").folder == dropped_in / "pebbles"
    assert list(games.all_games()) == sorted(games.all_games())
    assert "treasure-map" in games.all_games()


def test_several_folders_are_searched(dropped_in, tmp_path_factory, monkeypatch):
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(PEBBLES, other / "marbles")
    file = other / "marbles" / "__init__.py"
    file.write_text(file.read_text(encoding="utf-8").replace('slug="pebbles"', 'slug="marbles"'), encoding="utf-8")
    monkeypatch.setenv(games.FOLDERS_VARIABLE, os.pathsep.join([str(dropped_in), str(other), str(other / "none")]))

    assert {"pebbles", "marbles"} <= set(games.all_games())


def test_without_the_folder_it_is_unknown(found_anew):
    with pytest.raises(UnknownGame, match="pebbles") as caught:
        games.game("pebbles")

    assert caught.value.key == "error.unknown_game"
    assert caught.value.params == {"game": "pebbles"}


def test_game_of_another_wheel_is_found(tmp_path, monkeypatch, found_anew):
    """A wheel brings a package and an entry point; both are found on the import path."""
    shutil.copytree(PEBBLES, tmp_path / "pebbles_wheel")
    about = tmp_path / "pebbles_wheel-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles-wheel\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[{games.ENTRY_POINTS}]\npebbles = pebbles_wheel:GAME\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    spec = games.game("pebbles")

    assert spec.folder == tmp_path / "pebbles_wheel"
    check_game(spec, 2, games=1)


def test_second_game_of_one_name_is_left_out_and_told(dropped_in):
    shutil.copytree(PEBBLES, dropped_in / "twin")

    assert games.game("pebbles").folder == dropped_in / "pebbles"
    assert "another game is called pebbles" in games.broken_games()[str(dropped_in / "twin")]


def test_broken_game_is_left_out_and_told(dropped_in):
    folder = dropped_in / "riddle"
    folder.mkdir()
    (folder / "__init__.py").write_text("1 / 0\n", encoding="utf-8")

    assert "pebbles" in games.all_games()
    assert games.broken_games()[str(folder)] == "ZeroDivisionError: division by zero"


def test_folder_without_a_game_is_refused(tmp_path):
    (tmp_path / "__init__.py").write_text("", encoding="utf-8")

    with pytest.raises(ImportError, match="holds no GAME"):
        games.load_game(tmp_path)


def test_game_that_cannot_be_loaded_says_so_every_time(tmp_path):
    (tmp_path / "__init__.py").write_text("1 / 0\n", encoding="utf-8")

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            games.load_game(tmp_path)


def test_it_keeps_the_contract(dropped_in):
    spec = games.game("pebbles")
    for seats, options in combinations(spec):
        check_game(spec, seats, options, games=3, seed="drop-in")


@pytest.mark.parametrize("words", [["games"], ["check", "pebbles", "--games", "3", "--seed", "drop-in"]])
def test_command_line_knows_it(dropped_in, words):
    done = subprocess.run(
        [sys.executable, "-m", "board_library", *words], capture_output=True, text=True, timeout=60, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "pebbles" in done.stdout


@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_it(dropped_in, level):
    bot = named(f"{level}@20" if level in BUDGETS else level)
    state = play_out(games.game("pebbles"), [bot] * 3, "drop-in")

    assert not state.pending()
    assert len(state.returns()) == 3
