"""The golden records of Sesame: every way a game can end and every kind of option.

``python -m board_library.games.sesame.golden [name ...]`` writes them anew.
"""

from __future__ import annotations

import sys

from board_library.engine.core import Event
from board_library.engine.testing.golden import Ending, Golden, GoldenRecords, any_end, at_random, had, playing
from board_library.games.sesame import GAME, VARIANTS
from board_library.games.sesame.options import SesameOptions
from board_library.games.sesame.rules import Sesame


def _by(way: str) -> Ending:
    return lambda state, _: state.way == way


def _in_anothers_turn(state: Sesame, _: list[Event]) -> bool:
    return state.way == "way_4" and state.winners != [state.active]


def _shared(state: Sesame, _: list[Event]) -> bool:
    return state.way == "wealth" and len(state.winners) > 1


SHORT = SesameOptions(round_limit=30)

GREEDY = playing(GAME.greedy)

RECORDS = GoldenRecords(
    GAME,
    (
        Golden("princess", 4, GREEDY, _by("way_1")),
        Golden("cave", 3, GREEDY, _by("way_2")),
        Golden("diamond", 4, GREEDY, _by("way_3")),
        Golden("carpet", 5, GREEDY, _by("way_4")),
        Golden("sorcerer", 6, GREEDY, _by("way_5")),
        Golden("carpet_in_anothers_turn", 4, GREEDY, _in_anothers_turn),
        Golden("round_limit", 3, GREEDY, _by("wealth"), SHORT),
        Golden("wealth_shared", 2, at_random, _shared, SHORT),
        Golden("losses", 4, GREEDY, had("item_lost", "robbed", "monster", "home_back", "magic_declined")),
        Golden("readings", 3, at_random, had("magic_bought"), VARIANTS[0]),
        Golden("exact", 4, at_random, had("sorcerer_try"), VARIANTS[1]),
        Golden("zombies", 2, playing(GAME.zombie), any_end, SHORT, by="zombie"),
        Golden("takebacks", 2, at_random, any_end, SHORT, by="person"),
    ),
)
"""The safety net of 300 turns ends a game as ``round_limit`` does; its own test plays it (SE-54)."""

if __name__ == "__main__":
    RECORDS.write(sys.argv[1:])
