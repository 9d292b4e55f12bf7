"""Every numbered case of the rules, and situations that read back as they were shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from board_library.engine.cases import default_cases, read_cases, run_case
from board_library.engine.errors import SituationError
from board_library.engine.rng import SeededRng
from board_library.engine.situations import read_situation, show_situation
from board_library.engine.testing import combinations, random_choice
from board_library.games.tortuga import GAME

ALL_CASES = [f"TO-{n:02}" for n in range(1, 90)]
ROWS = {case.id: case for case in read_cases(default_cases(GAME))}


def seeded(text: str, ply: int = 1) -> SeededRng:
    return SeededRng(text.encode(), ply)


@pytest.mark.parametrize("number", ROWS)
def test_case(number: str) -> None:
    result = run_case(GAME, ROWS[number])

    assert result.passed, result


def test_every_case_is_executed(say: Callable[[str], None]) -> None:
    """Run once more all rows of the table: they are exactly TO-01 to TO-89."""
    executed = [case.id for case in ROWS.values() if run_case(GAME, case).passed]

    say(f"cases executed ({len(executed)}): {' '.join(executed)}")
    assert executed == ALL_CASES


@pytest.mark.parametrize("number", range(16))
def test_situations_read_back_as_they_were_shown(number: int) -> None:
    """Plies of random games over all option sets and numbers of seats."""
    seats, options = [*combinations(GAME)][number]
    state = GAME.new(options, seats, seeded(f"situation {number}", 0), None)
    choose = seeded(f"choice {number}")
    for _ in range(250):
        if not state.pending():
            break
        shown = show_situation(GAME, state)
        assert read_situation(GAME, shown) == state, shown
        question = choose.choice(state.pending())
        state.ply += 1
        state.apply(question.seat, random_choice(question, choose), seeded(f"s{number}", state.ply), None)


@pytest.mark.parametrize(
    "text",
    [
        "seats 6",
        "P7 crew=7/4",
        "P0 crew=7/9",
        "P0 crew=7/4 rum=3",
        "P0 hold=pearls",
        "P0 safe=much",
        "P0 ship=raft",
        "seats 2; turn=P3",
        "turn=P0; turn=P1",
        "at dinner",
        "now tea=2",
        "now siege=True",
        "over soon",
        "stage=opera",
        "round_limit=5",
        "treasure=gold",
        "market=pearls",
    ],
)
def test_what_is_no_situation_is_refused(text: str) -> None:
    with pytest.raises(SituationError):
        read_situation(GAME, text)


@pytest.mark.parametrize("words", ["dance", "move gold hold", "op", "crew 9/6", "offer P1 give=7/7"])
def test_what_is_no_step_is_refused(words: str) -> None:
    state = read_situation(GAME, "P0 crew=7/4 hold=gold")

    with pytest.raises(SituationError):
        GAME.situations.codes(words, state, 0)
