"""The bots that strength is measured against are those of the time before the search, on today's rules."""

import importlib
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from board_library.bots.arena import play_match
from board_library.games import all_games, game
from board_library.games.sesame import bot, plan

ROOT = Path(__file__).parents[2]
SEED = "reference 1"


@pytest.fixture
def reference(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT)
    found = importlib.import_module("bench.reference")
    for commit in (found.BEFORE, *found.SINCE.values()):
        if subprocess.run(["git", "cat-file", "-e", commit], cwd=ROOT, capture_output=True, check=False).returncode:
            pytest.skip(f"this clone's history does not reach back to {commit}")
    return found


@pytest.mark.parametrize("slug", all_games())
def test_it_plays_every_game_to_the_end(slug: str, reference: ModuleType) -> None:
    match = play_match(game(slug), f"{reference.__name__}:reference", "deckhand", seats=2, deals=1, seed=SEED)

    assert match.games == 2


def test_it_thinks_as_it_did_then_and_today_as_today(reference: ModuleType) -> None:
    then = reference.load(game("sesame").folder)

    assert then.__globals__["plan"].PASSES != plan.PASSES
    assert bot.greedy.__globals__["plan"] is plan
    assert importlib.import_module("board_library.games.sesame.plan") is plan


def test_without_the_history_it_says_so(reference: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "BEFORE", "0" * 12)

    with pytest.raises(SystemExit, match="the repository's history"):
        reference.load.__wrapped__(game("chests").folder)
