"""The golden records of Chests: every way a round or a game can end and every kind of option.

``python -m board_library.games.chests.golden [name ...]`` writes them anew.
"""

from __future__ import annotations

import sys

from board_library.engine.core import Decision, Event, Move
from board_library.engine.rng import Rng
from board_library.engine.testing.golden import Ending, Golden, GoldenRecords, Way, at_random, had, playing
from board_library.games.chests import GAME, scoring
from board_library.games.chests.options import ChestsOptions
from board_library.games.chests.rules import Chests


def _last_turn(*keys: str) -> Ending:
    """The last turn of the game, by the keys of its log, holds these in this order; ``-key`` must be missing."""

    def wanted(_: Chests, log: list[Event]) -> bool:
        start = max(k for k, event in enumerate(log) if event.key == "turn_started")
        told = iter([event.key for event in log[start:]])
        missing = [key[1:] for key in keys if key.startswith("-")]
        if any(event.key in missing for event in log[start:]):
            return False
        return all(key in told for key in keys if not key.startswith("-"))

    return wanted


def _decided_by(what: str) -> Ending:
    return lambda state, _: scoring.tiebreak(state) == what and any(score.points for score in state.scores())


def _agreed(_: Chests, log: list[Event]) -> bool:
    """By the last of several votes, with something saved."""
    keys = [event.key for event in log]
    reasons = [event.data["reason"] for event in log if event.key == "round_end"]
    return reasons[-1] == "agreed" and "stop" in keys and keys.count("end_proposed") > 1


def _agreed_early(state: Chests, log: list[Event]) -> bool:
    return _agreed(state, log) and state.round < state.options.rounds


def _refused(state: Chests, log: list[Event]) -> bool:
    return any(event.key == "end_vote" for event in log) and not _agreed(state, log)


def _below_zero(state: Chests, _: list[Event]) -> bool:
    return any(score.points < 0 for score in state.scores())


def voting(yes: int = 2) -> Way:
    """At random, but so many of ten votes are yes."""

    def chosen(world: Chests, decision: Decision, choose: Rng) -> Move:
        if decision.kind == "end_vote":
            return decision.moves[choose.below(10) < yes]
        return at_random(world, decision, choose)

    return chosen


RECORDS = GoldenRecords(
    GAME,
    (
        Golden("last_card_saved", 4, voting(), _last_turn("draw", "stop", "round_end", "-extra")),
        Golden("last_card_by_extra", 3, voting(), _last_turn("extra", "stop", "round_end")),
        Golden("last_card_busts", 3, voting(), _last_turn("bust", "round_end")),
        Golden("last_card_snatches", 4, voting(), _last_turn("snatch", "stop", "round_end")),
        Golden("last_card_steals", 5, voting(), _last_turn("theft", "round_end")),
        Golden("last_card_swaps", 2, voting(), _last_turn("swap", "round_end")),
        Golden("last_card_is_given", 6, voting(), _last_turn("gift", "round_end")),
        Golden("agreed", 3, voting(8), _agreed),
        Golden("refused", 6, voting(), _refused),
        Golden("agreed_in_a_long_game", 2, voting(7), _agreed_early, ChestsOptions(rounds=3)),
        Golden("decided_by_minus_fives", 4, voting(), _decided_by("minus5")),
        Golden("decided_by_cards", 3, voting(), _decided_by("cards")),
        Golden("shared_victory", 2, voting(), _decided_by("shared")),
        Golden("below_zero", 6, voting(), _below_zero),
        Golden("long_game", 3, voting(), had("round_start"), ChestsOptions(rounds=3, first_player="p2")),
        Golden(
            "jackpot_and_bombs",
            4,
            voting(),
            had("jackpot", "bomb"),
            ChestsOptions(jackpot=True, bomb=True, bomb_count=4),
        ),
        Golden("two_teams", 4, voting(), _decided_by("points"), ChestsOptions(teams="two")),
        Golden("three_teams", 6, voting(), _decided_by("points"), ChestsOptions(teams="three", rounds=2)),
        Golden("auto_double", 3, voting(), had("double_spent"), ChestsOptions(double_mode="auto", extra_chests=False)),
        Golden("no_agreed_end", 5, voting(), had("bust"), ChestsOptions(agreed_end=False, first_player="p4")),
        Golden("zombies", 4, playing(GAME.zombie), had("stop"), by="zombie"),
        Golden("takebacks", 2, voting(), had("swap"), by="person"),
    ),
)

if __name__ == "__main__":
    RECORDS.write(sys.argv[1:])
