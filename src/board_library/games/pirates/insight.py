"""What helps a search of Pirates: the prospects of each seat. Playouts follow the greedy player."""

from __future__ import annotations

from board_library.engine.core import State
from board_library.engine.insight import Insight, returns_of
from board_library.games.pirates.board import ANCHOR, DIST
from board_library.games.pirates.cards import RED, RUM, SIZE, TREASURES
from board_library.games.pirates.rules import Pirates

FAR = 12
"""Turns to a city for a captain who has none."""


def features(state: Pirates) -> list[list[float]]:
    """By seat what the prospects are reckoned from."""
    sets = state.options.sets
    found = []
    for seat in range(state.seats):
        hold, ships = state.hold[seat], state.ships[seat]
        speed = max(3, state.speed(seat))
        best = hoarded = carried = guard = spoil = 0.0
        away, full, cities, stored = float(FAR), 0.0, 0, 0
        for city, owner in enumerate(state.owner):
            if owner != seat:
                continue
            cities += 1
            store = state.store[city]
            stored += len(store)
            turns = DIST[state.cell[seat]][ANCHOR[city]] / speed if state.cell[seat] >= 0 else 0.0
            for kind in TREASURES:
                here, aboard = store.count(kind), hold.count(kind)
                share = (here + aboard) / sets[kind]
                if share > best:
                    best, hoarded, carried, away = share, here / sets[kind], aboard / sets[kind], turns
                    guard = sum(RED[ship] for ship in state.garrison[city])
                    spoil = sum(store.count(other) for other in TREASURES if other != kind)
                    full = 1.0 if share >= 1 else 0.0
        red = sum(RED[ship] for ship in ships)
        found.append(
            [
                best,
                best * best,
                hoarded,
                full,
                full / (1 + away),
                carried / (1 + away),
                spoil / 4,
                guard / 10,
                red / 10,
                len(ships) / 3,
                cities / 4,
                hold.count(RUM) / 3,
                stored / 10,
                1.0 if state.status[seat] != "free" else 0.0,
                1.0 if not cities else 0.0,
                sum(SIZE[ship] for ship in ships) / 12,
                1.0 if state.lock[seat] else 0.0,
                1.0 if seat == state.active else 0.0,
            ]
        )
    return found


WEIGHTS = (3.0, 0, 0, 1, 1, 0, 0, 0, 0.3, 0.3, 0.3, 0, 0, 0, -0.5, 0, 0, 0)


def prospects(state: State) -> list[float]:
    """Expected returns by seat."""
    assert isinstance(state, Pirates)
    return returns_of([sum(w * x for w, x in zip(WEIGHTS, own, strict=True)) for own in features(state)])


INSIGHT = Insight(prospects=prospects, horizon=4)
