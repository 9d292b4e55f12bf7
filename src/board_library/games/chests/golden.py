"""Golden records: finished games that must replay to the same end for as long as ``rules_version`` stays the same.

There is one for every way a round or a game can end and every kind of option. This writes them anew into
``transcripts/``, to be read in review; ``digests.txt`` beside them holds what each must come to::

    python -m board_library.games.chests.golden
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from board_library.engine.core import Decision, Event, Move, Observer
from board_library.engine.record import By, Entry, Record, Timeline, mix, new_record
from board_library.engine.rng import Rng, SeededRng
from board_library.games.chests import GAME, scoring
from board_library.games.chests.options import ChestsOptions
from board_library.games.chests.rules import Chests

FOLDER = Path(__file__).parent / "transcripts"
DIGESTS = FOLDER / "digests.txt"

Ending = Callable[[Chests, list[Event]], bool]


class Golden(NamedTuple):
    """A game to look for: the first of its kind whose end is as wanted.

    ``by`` says who plays: a ``bot`` at random, the ``zombie``, or a ``person`` who often takes back. ``votes`` is how
    many of ten votes are yes.
    """

    name: str
    seats: int
    wanted: Ending
    options: ChestsOptions = ChestsOptions()
    by: By = "bot"
    votes: int = 2


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


def _had(*keys: str) -> Ending:
    return lambda _, log: set(keys) <= {event.key for event in log}


GOLDEN = (
    Golden("last_card_saved", 4, _last_turn("draw", "stop", "round_end", "-extra")),
    Golden("last_card_by_extra", 3, _last_turn("extra", "stop", "round_end")),
    Golden("last_card_busts", 3, _last_turn("bust", "round_end")),
    Golden("last_card_snatches", 4, _last_turn("snatch", "stop", "round_end")),
    Golden("last_card_steals", 5, _last_turn("theft", "round_end")),
    Golden("last_card_swaps", 2, _last_turn("swap", "round_end")),
    Golden("last_card_is_given", 6, _last_turn("gift", "round_end")),
    Golden("agreed", 3, _agreed, votes=8),
    Golden("refused", 6, _refused),
    Golden("agreed_in_a_long_game", 2, _agreed_early, ChestsOptions(rounds=3), votes=7),
    Golden("decided_by_minus_fives", 4, _decided_by("minus5")),
    Golden("decided_by_cards", 3, _decided_by("cards")),
    Golden("shared_victory", 2, _decided_by("shared")),
    Golden("below_zero", 6, _below_zero),
    Golden("long_game", 3, _had("round_start"), ChestsOptions(rounds=3, first_player="p2")),
    Golden("jackpot_and_bombs", 4, _had("jackpot", "bomb"), ChestsOptions(jackpot=True, bomb=True, bomb_count=4)),
    Golden("two_teams", 4, _decided_by("points"), ChestsOptions(teams="two")),
    Golden("three_teams", 6, _decided_by("points"), ChestsOptions(teams="three", rounds=2)),
    Golden("auto_double", 3, _had("double_spent"), ChestsOptions(double_mode="auto", extra_chests=False)),
    Golden("no_agreed_end", 5, _had("bust"), ChestsOptions(agreed_end=False, first_player="p4")),
    Golden("zombies", 4, _had("stop"), by="zombie"),
    Golden("takebacks", 2, _had("swap"), by="person"),
)


def find(golden: Golden) -> Record:
    """The first record of this kind."""
    for number in count():
        secret = hashlib.sha256(f"chests {golden.name} {number}".encode()).digest()
        timeline = _play(golden, secret)
        state = timeline.state
        assert isinstance(state, Chests)
        if golden.wanted(state, [event for _, event in timeline.events()]):
            return timeline.record
    raise AssertionError("count() does not end")


def _play(golden: Golden, secret: bytes) -> Timeline:
    numbers: list[int | None] = [None] * golden.seats
    record = new_record(GAME, golden.options, golden.seats, mix(secret, numbers))
    record.secret, record.numbers = secret, numbers
    timeline = Timeline(GAME, record)
    choose = SeededRng(secret, 0)
    while not timeline.over:
        decision = choose.choice(timeline.state.pending())
        if golden.by == "person" and timeline.line and choose.below(2):
            last = timeline.line[-1].seat
            ply = timeline.takeback_ply(last)
            if ply is not None:
                timeline.commit(timeline.try_entry(Entry(last, f"takeback {ply}", golden.by)))
                continue
        if golden.by == "zombie":
            world = timeline.state.determinize(decision.seat, choose)
            move = GAME.zombie(Observer(decision, world.view(decision.seat), world))
        else:
            move = _at_random(golden, decision, choose)
        timeline.commit(timeline.try_move(decision.seat, move.code, by=golden.by))
    return timeline


def _at_random(golden: Golden, decision: Decision, choose: Rng) -> Move:
    if decision.kind == "end_vote":
        return decision.moves[choose.below(10) < golden.votes]
    return choose.choice(decision.moves)


def digest(timeline: Timeline) -> str:
    """One line: final points and tie-breaks by seat, winners, and the SHA-256 of all events."""
    state = timeline.state
    assert isinstance(state, Chests)
    told = hashlib.sha256()
    for ply, event in timeline.events():
        told.update(json.dumps([ply, *event], sort_keys=True).encode())
    scores = " ".join(f"{score.points}/{score.tiebreak}" for score in state.scores())
    won = " ".join(f"p{seat}" for seat in scoring.winners(state))
    return f"{scores} won by {won} {told.hexdigest()}"


def main() -> None:
    """Write all records and their digests."""
    FOLDER.mkdir(exist_ok=True)
    lines = []
    for golden in GOLDEN:
        record = find(golden)
        (FOLDER / f"{golden.name}.json").write_text(record.to_json(), encoding="utf-8")
        line = f"{golden.name}: {digest(Timeline(GAME, record))}"
        lines.append(line)
        sys.stdout.write(line + "\n")
    DIGESTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
