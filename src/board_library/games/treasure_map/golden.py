"""Golden records: finished games that must replay to the same end for as long as ``rules_version`` stays the same.

There is one for every way a game can end and every kind of option. This writes them anew into ``transcripts/``, to be
read in review; ``digests.txt`` beside them holds what each must come to::

    python -m board_library.games.treasure_map.golden
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from board_library.engine.core import Event, Observer
from board_library.engine.record import By, Entry, Record, Timeline, mix, new_record
from board_library.engine.rng import SeededRng
from board_library.games.treasure_map import GAME, VARIANTS, scoring
from board_library.games.treasure_map.options import TreasureMapOptions
from board_library.games.treasure_map.rules import TreasureMap

FOLDER = Path(__file__).parent / "transcripts"
DIGESTS = FOLDER / "digests.txt"

Ending = Callable[[TreasureMap, list[Event]], bool]


class Golden(NamedTuple):
    """A game to look for: the first of its kind whose end is as wanted. ``by`` says who plays."""

    name: str
    seats: int
    wanted: Ending
    options: TreasureMapOptions = TreasureMapOptions()
    by: By = "bot"
    takebacks: bool = False


def _ended(reason: str) -> Ending:
    return lambda _, log: [e.data["reason"] for e in log if e.key == "turn_ended"][-1] == reason


def _any(_: TreasureMap, __: list[Event]) -> bool:
    return True


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


def _had(key: str) -> Ending:
    return lambda _, log: any(event.key == key for event in log)


GOLDEN = (
    Golden("last_rob", 2, _ended("robbed")),
    Golden("last_bust", 3, _ended("bust")),
    Golden("last_bust_feeds_margo", 2, _fed_margo),
    Golden("nothing_to_rob", 2, _ended("nothing_to_rob")),
    Golden("kraken_lapsed", 4, _kraken_lapsed),
    Golden("last_card_by_orb", 2, _last_card_by_orb),
    Golden("decided_by_count", 2, _decided_by_count),
    Golden("shared_victory", 2, _shared),
    Golden("corsair", 3, _had("corsair_took")),
    Golden("all_cards", 3, _any, TreasureMapOptions(scoring="all", characters="none", first="p2")),
    Golden("penalty_below_zero", 4, _below_zero, TreasureMapOptions(scoring="penalty", characters="random")),
    Golden("pool", 4, _any, TreasureMapOptions(characters="pool", first="random", kraken_counts="any")),
    Golden("learning", 2, _any, TreasureMapOptions(learning=True, suits_off=frozenset({"kraken", "sabre", "anchor"}))),
    Golden("readings", 3, _had("bust"), VARIANTS[5]),
    Golden("zombies", 4, _any, by="zombie"),
    Golden("takebacks", 2, _ended("robbed"), by="person", takebacks=True),
)


def find(golden: Golden) -> Record:
    """The first record of this kind."""
    for number in count():
        secret = hashlib.sha256(f"treasure-map {golden.name} {number}".encode()).digest()
        timeline = _play(golden, secret)
        state = timeline.state
        assert isinstance(state, TreasureMap)
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
        if golden.takebacks and timeline.line and choose.below(2):
            last = timeline.line[-1].seat
            ply = timeline.takeback_ply(last)
            if ply is not None:
                timeline.commit(timeline.try_entry(Entry(last, f"takeback {ply}", golden.by)))
                continue
        if golden.by == "zombie":
            world = timeline.state.determinize(decision.seat, choose)
            move = GAME.zombie(Observer(decision, world.view(decision.seat), world))
        else:
            move = choose.choice(decision.moves)
        timeline.commit(timeline.try_move(decision.seat, move.code, by=golden.by))
    return timeline


def digest(timeline: Timeline) -> str:
    """One line: final points and cards by seat, winners, and the SHA-256 of all events."""
    state = timeline.state
    assert isinstance(state, TreasureMap)
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
