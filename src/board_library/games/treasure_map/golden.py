"""The golden records of Treasure Map: every way a game can end and every kind of option.

``python -m board_library.games.treasure_map.golden [name ...]`` writes them anew.
"""

from __future__ import annotations

import sys

from board_library.engine.core import Event
from board_library.engine.testing.golden import Ending, Golden, GoldenRecords, any_end, at_random, had, playing
from board_library.games.treasure_map import GAME, VARIANTS, scoring
from board_library.games.treasure_map.options import TreasureMapOptions
from board_library.games.treasure_map.rules import TreasureMap


def _ended(reason: str) -> Ending:
    return lambda _, log: [e.data["reason"] for e in log if e.key == "turn_ended"][-1] == reason


def _decided_by_count(state: TreasureMap, _: list[Event]) -> bool:
    best = [score for score in state.scores() if score.points == max(s.points for s in state.scores())]
    return len(best) > 1 and len(scoring.winners(state)) == 1


def _shared(state: TreasureMap, _: list[Event]) -> bool:
    return len(scoring.winners(state)) > 1


def _kraken_lapsed(_: TreasureMap, log: list[Event]) -> bool:
    return any(event.key == "kraken_lapsed" for event in log)


def _last_card_by_orb(_: TreasureMap, log: list[Event]) -> bool:
    keys = [event.key for event in log]
    return keys[keys.index("deck_empty") - 1] == "orb_looked"


def _fed_margo(state: TreasureMap, log: list[Event]) -> bool:
    busts = [event.data["lost_to"] for event in log if event.key == "bust"]
    return busts[-1:] != ["discard"] and _ended("bust")(state, log)


def _below_zero(state: TreasureMap, _: list[Event]) -> bool:
    return any(score.points < 0 for score in state.scores())


RECORDS = GoldenRecords(
    GAME,
    (
        Golden("last_rob", 2, at_random, _ended("robbed")),
        Golden("last_bust", 3, at_random, _ended("bust")),
        Golden("last_bust_feeds_margo", 2, at_random, _fed_margo),
        Golden("nothing_to_rob", 2, at_random, _ended("nothing_to_rob")),
        Golden("kraken_lapsed", 4, at_random, _kraken_lapsed),
        Golden("last_card_by_orb", 2, at_random, _last_card_by_orb),
        Golden("decided_by_count", 2, at_random, _decided_by_count),
        Golden("shared_victory", 2, at_random, _shared),
        Golden("corsair", 3, at_random, had("corsair_took")),
        Golden("all_cards", 3, at_random, any_end, TreasureMapOptions(scoring="all", characters="none", first="p2")),
        Golden(
            "penalty_below_zero", 4, at_random, _below_zero, TreasureMapOptions(scoring="penalty", characters="random")
        ),
        Golden(
            "pool", 4, at_random, any_end, TreasureMapOptions(characters="pool", first="random", kraken_counts="any")
        ),
        Golden(
            "learning",
            2,
            at_random,
            any_end,
            TreasureMapOptions(learning=True, suits_off=frozenset({"kraken", "sabre", "anchor"})),
        ),
        Golden("readings", 3, at_random, had("bust"), VARIANTS[5]),
        Golden("zombies", 4, playing(GAME.zombie), any_end, by="zombie"),
        Golden("takebacks", 2, at_random, _ended("robbed"), by="person"),
    ),
)

if __name__ == "__main__":
    RECORDS.write(sys.argv[1:])
