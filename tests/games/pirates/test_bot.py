"""The greedy captain: plays to a claim, and does what is sensible in a literal place."""

from __future__ import annotations

import pytest

from board_library.games.pirates import GAME, PiratesOptions
from board_library.games.pirates.cards import SHIP
from board_library.games.pirates.odds import reds, to_win
from board_library.games.pirates.rules import Pirates
from tests.games.bots import answer, greedy_game

CITIES = "havana P0 5r4 | s s; nassau P1 5r2 4r1 | g"
FIGHT = "now attacker=0 defender=1"
SEEN = "1 spy 0 5r4 5r5"

SENSE = {
    "declares a full set": ("P0 havana 3r0; havana P0 | 7s; nassau P1", "declare city:havana"),
    "brings treasure ashore": ("P0 havana 5r5 4r4 3r3 | s; havana P0 | s; nassau P1", "unload hold:1"),
    "flees from the stronger": (
        f"P0 x18y3 5r5 5r4; P1 x19y3 3r0 3r1 | g; {CITIES}; at answer; asked P1; {FIGHT}; note P1 p0.ships {SEEN}",
        "flee ship:1",
    ),
    "accepts from the weaker": (
        f"P0 x18y3 3r0; P1 x19y3 5r5 5r4 | g; {CITIES}; at answer; asked P1; now attacker=0 defender=1",
        "accept battle",
    ),
    "drinks when weak": (
        f"P0 x18y3 3r0 | rum g; P1 x19y3 5r4 5r3 | g; {CITIES}; at rum_add; now attacker=0 defender=1",
        "rum 1",
    ),
    "keeps its rum when strong": (
        f"P0 x18y3 5r5 5r4 4r4 | rum g; P1 x19y3 3r0 | g; {CITIES}; at rum_add; now attacker=0 defender=1",
        "rum 0",
    ),
    "fires at the weak who carry": (f"P0 x18y3 5r5 5r4; P1 x19y3 3r0 | g; {CITIES}; at attack", "challenge p1"),
    "holds fire before the strong": (f"P0 x18y3 3r0; P1 x19y3 5r5 5r4 | g; {CITIES}; at attack", "hold fire"),
    "spies before a siege": (f"P0 nassau 5r5 | spy; P1 x0y9 3r1; {CITIES}; at enemy_port", "spy 1"),
    "stands off when the spy has seen too much": (
        f"P0 nassau 3r0; havana P0; nassau P1 5r5 5r4; at enemy_port; now spied=1; note P0 nassau.ships {SEEN}",
        "stand off",
    ),
    "rids itself of what would spoil a full set": (
        "P0 x9y3 5r5 4r4 3r3 | g d d; havana P0 | 8s g g; nassau P0; campeche P1",
        "go x17y2",
    ),
    "comes home where what spoils the set fits on board": (
        "P0 x9y3 5r5 4r4 3r3 | d; havana P0 | 8s g g; nassau P0; campeche P1",
        "go x2y1",
    ),
    "fetches the last of the set from another city of its own": (
        "P0 x9y3 5r5 4r4 3r3; havana P0 3r0 | 6s; nassau P0 | s; campeche P1; P1 campeche 5r4 5r5 5r4",
        "go x17y2",
    ),
    "sails home with the last of the set": ("P0 x5y2 5r5 | s; havana P0 | 6s; nassau P1", "go x2y1"),
}


@pytest.mark.parametrize("sense", SENSE)
def test_it(sense: str) -> None:
    text, expected = SENSE[sense]

    assert answer(GAME, GAME.greedy, text) == expected


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_captains_play_to_a_claim(seats: int) -> None:
    state = greedy_game(GAME, PiratesOptions(), seats, most=8000)

    assert isinstance(state, Pirates)
    assert state.over == "claim"


def test_odds_follow_from_backs_alone() -> None:
    assert sum(reds((3, 4, 5))) == pytest.approx(1)
    assert reds((3,)) == pytest.approx((0.25,) * 4)
    assert to_win([SHIP["3r3"]], [3]) == pytest.approx(0.875)
    assert to_win([SHIP["5r5"]], [3]) == 1
