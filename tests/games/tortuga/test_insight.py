"""What a search is told of a position: who is nearer to winning has the better prospects."""

from __future__ import annotations

from itertools import pairwise

import pytest

from board_library.engine.situations import read_situation
from board_library.games.tortuga import GAME
from board_library.games.tortuga.insight import INSIGHT

LADDERS = {
    "money": ["P0 crew=7/4", "P0 crew=7/4 port=3000", "P0 crew=7/4 banks=3000", "P0 crew=7/4 banks=9000"],
    "cargo": [
        "P0 crew=7/4 wh=gold*5+silver*5+gems*5",
        "P0 crew=7/4 wh=gold*5+gold*5+silver*5",
        "P0 crew=7/4 wh=gold*5+gold*5+gold*4",
    ],
    "what is aboard": ["P0 crew=7/4", "P0 crew=7/4 locker=grapeshot", "P0 crew=7/4 hold=gold cabin=pilot"],
    "crew": ["P0 crew=7/0", "P0 crew=7/0,6/0", "P0 crew=7/4,6/0"],
    "walls": ["P0 crew=7/4", "P0 crew=7/4 fort=1", "P0 crew=7/4 fort=3"],
    "watch": ["P0 crew=7/4 banks=6000", "P0 crew=7/4 banks=6000 gar=6/2", "P0 crew=7/4 banks=6000 gar=6/6"],
}


@pytest.mark.parametrize("ladder", LADDERS)
def test_each_step_is_better(ladder: str) -> None:
    steps = [INSIGHT.prospects(read_situation(GAME, f"{text}; P1 banks=2000; sch=300"))[0] for text in LADDERS[ladder]]

    assert all(lower < higher for lower, higher in pairwise(steps)), steps


def test_whoever_is_nearer_to_one_victory_leads() -> None:
    """Though the other has more money, and more cargo of all kinds together."""
    state = read_situation(GAME, "P0 wh=gold*5+gold*5+gold*4; P1 banks=4000 wh=gold*5+silver*5+gems*5; sch=300")

    assert INSIGHT.prospects(state)[0] > 0


def test_the_turn_is_that_of_the_attacker_while_the_attacked_is_asked() -> None:
    state = read_situation(GAME, "P0 crew=4/1; P1 cabin=pilot; at pilot P1; now attacker=0 defender=1; sch=300")

    assert state.pending()[0].seat == 1
    assert INSIGHT.turn is not None
    assert INSIGHT.turn(state) == 0


@pytest.mark.parametrize("seats", GAME.seats)
def test_equal_captains_have_equal_prospects(seats: int) -> None:
    same = "crew=7/4,6/1 gar=6/2 banks=2000 safe=300"
    state = read_situation(GAME, "; ".join([*[f"P{seat} {same}" for seat in range(seats)], "sch=300"]))

    assert INSIGHT.prospects(state) == pytest.approx([0.0] * seats)


def test_prospects_of_all_seats_cancel_out() -> None:
    state = read_situation(GAME, "P0 crew=7/4 banks=9000; P1 crew=7/4; P2 crew=7/4 gar=6/6 banks=4000; sch=300")

    found = INSIGHT.prospects(state)
    assert sum(found) == pytest.approx(0.0)
    assert found[0] > found[2] > found[1]
    assert all(-1 <= value <= 1 for value in found)
