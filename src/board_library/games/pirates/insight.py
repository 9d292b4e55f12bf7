"""What helps a search of Pirates: the prospects of each seat. Playouts follow the seasoned one."""

from __future__ import annotations

from board_library.engine.core import State
from board_library.engine.insight import Insight, returns_of
from board_library.games.pirates import bot
from board_library.games.pirates.board import ANCHOR, DIST
from board_library.games.pirates.cards import RED, RUM, TREASURES
from board_library.games.pirates.rules import Pirates

FAR = 12.0
"""Turns to a city for a captain who has none."""

SLOW = 3
"""The least speed reckoned with."""

HOARD, BROUGHT, SPOILT, GUARDS, FIGHTERS, DRINK, STORED = 0.92, 0.44, -0.16, 0.078, 0.10, 0.40, 0.014
"""Logarithms of odds, fitted to 800 games of greedy players: the square of the best share of a set (in a city and on
board), what of it is on board by the turns to that city, other treasures there, red fighters there and in the fleet,
Rum on board, cargo in all cities."""


def prospects(state: State) -> list[float]:
    """Expected returns by seat."""
    assert isinstance(state, Pirates)
    return returns_of([_odds(state, seat) for seat in range(state.seats)])


def _odds(state: Pirates, seat: int) -> float:
    sets, hold, here = state.options.sets, state.hold[seat], state.cell[seat]
    speed = max(SLOW, state.speed(seat))
    best, carried, away, guards, spoilt, stored = 0.0, 0.0, FAR, 0, 0, 0
    for city, owner in enumerate(state.owner):
        if owner != seat:
            continue
        store = state.store[city]
        stored += len(store)
        for kind in TREASURES:
            aboard = hold.count(kind)
            share = (store.count(kind) + aboard) / sets[kind]
            if share > best:
                best, carried = share, aboard / sets[kind]
                away = DIST[here][ANCHOR[city]] / speed if here >= 0 else 0.0
                guards = sum(RED[ship] for ship in state.garrison[city])
                spoilt = sum(store.count(other) for other in TREASURES if other != kind)
    fighters = sum(RED[ship] for ship in state.ships[seat])
    return (
        HOARD * best * best
        + BROUGHT * carried / (1 + away)
        + SPOILT * spoilt
        + GUARDS * guards
        + FIGHTERS * fighters
        + DRINK * hold.count(RUM)
        + STORED * stored
    )


def turn(state: State) -> int:
    """Whose turn it is: in a fight the other fleet is asked too."""
    assert isinstance(state, Pirates)
    return state.active


INSIGHT = Insight(usual=bot.seasoned, prospects=prospects, turn=turn, horizon=5, sure=2.5)
