"""What helps a search of Sesame: the prospects of each seat. Playouts follow the greedy player."""

from __future__ import annotations

from math import log

from board_library.engine.core import State
from board_library.engine.insight import Insight, returns_of
from board_library.games.sesame import plan
from board_library.games.sesame.board import CARPET, DIAMOND, MAP, NUMBER, REST, SELL_PRICE, SWORD
from board_library.games.sesame.rules import Sesame

ON_QUEST = {"dragon": 1, "robber": 2, "home": 3}


def features(state: Sesame) -> list[list[float]]:
    """By seat what the prospects are reckoned from."""
    found = []
    for seat in range(state.seats):
        place = state.place[seat]
        way = ON_QUEST.get(place, 0)
        if place == "sorcerer":
            soonest, sure, left = plan.TO_PROPHECY, 0.0, 0.0
        elif way:
            sure = plan.succeeds(state, seat, way)
            left = plan.left(state, seat, way)
            soonest = plan.turns(state, seat, way)
        else:
            sure = left = 0.0
            held = [item + 1 for item in state.items(seat)]
            ways = held if held and state.options.one_magic_good else range(1, 6)
            soonest = min(plan.turns(state, seat, one) for one in ways)
        wealth = state.money[seat] + sum(n * price for n, price in zip(state.goods[seat], SELL_PRICE, strict=True))
        holder = state.holder
        found.append(
            [
                -log(3 + soonest),
                -soonest / 20,
                sure / (3 + left),
                sure,
                log(20 + wealth),
                1.0 if seat == state.active else 0.0,
                1.0 if place == "sorcerer" else 0.0,
                1.0 if holder[SWORD] == seat and not way else 0.0,
                1.0 if holder[MAP] == seat and not way else 0.0,
                1.0 if holder[DIAMOND] == seat and not way else 0.0,
                1.0 if holder[CARPET] == seat else 0.0,
                max(0, NUMBER[state.pawn[seat]] - REST) if place == "dragon" else 0.0,
                NUMBER[state.pawn[seat]] / 26 if place == "sea" else 1.0,
            ]
        )
    return found


WEIGHTS = (-0.7406, 1.536, 18.38, -1.245, -0.1212, 0.009117, 0.4992, 0.5002, 0.9997, -0.2548, 1.358, 0.09485, -0.2007)


def prospects(state: State) -> list[float]:
    """Expected returns by seat."""
    assert isinstance(state, Sesame)
    return returns_of([sum(w * x for w, x in zip(WEIGHTS, own, strict=True)) for own in features(state)])


INSIGHT = Insight(prospects=prospects, horizon=4)
