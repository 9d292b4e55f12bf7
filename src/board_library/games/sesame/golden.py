"""Golden records: finished games that must replay to the same end for as long as ``rules_version`` stays the same.

There is one for every way a game can end and every kind of option. This writes them anew into ``transcripts/``, to be
read in review; ``digests.txt`` beside them holds what each must come to::

    python -m board_library.games.sesame.golden
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
from board_library.games.sesame import GAME, VARIANTS
from board_library.games.sesame.options import SesameOptions
from board_library.games.sesame.rules import Sesame

FOLDER = Path(__file__).parent / "transcripts"
DIGESTS = FOLDER / "digests.txt"

Ending = Callable[[Sesame, list[Event]], bool]


class Golden(NamedTuple):
    """A game to look for: the first of its kind whose end is as wanted.

    ``by`` says who plays: ``bot`` the greedy player, ``person`` one at random, ``zombie`` nobody.
    """

    name: str
    seats: int
    wanted: Ending
    options: SesameOptions = SesameOptions()
    by: By = "bot"
    takebacks: bool = False


def _by(way: str) -> Ending:
    return lambda state, _: state.way == way


def _in_anothers_turn(state: Sesame, _: list[Event]) -> bool:
    return state.way == "way_4" and state.winners != [state.active]


def _shared(state: Sesame, _: list[Event]) -> bool:
    return state.way == "wealth" and len(state.winners) > 1


def _had(*keys: str) -> Ending:
    return lambda _, log: set(keys) <= {event.key for event in log}


def _any(_: Sesame, __: list[Event]) -> bool:
    return True


SHORT = SesameOptions(round_limit=30)

GOLDEN = (
    Golden("princess", 4, _by("way_1")),
    Golden("cave", 3, _by("way_2")),
    Golden("diamond", 4, _by("way_3")),
    Golden("carpet", 5, _by("way_4")),
    Golden("sorcerer", 6, _by("way_5")),
    Golden("carpet_in_anothers_turn", 4, _in_anothers_turn),
    Golden("round_limit", 3, _by("wealth"), SHORT),
    Golden("wealth_shared", 2, _shared, SHORT, by="person"),
    Golden("losses", 4, _had("item_lost", "robbed", "monster", "home_back", "magic_declined"), by="bot"),
    Golden("readings", 3, _had("magic_bought"), VARIANTS[0], by="person"),
    Golden("exact", 4, _had("sorcerer_try"), VARIANTS[1], by="person"),
    Golden("zombies", 2, _any, SHORT, by="zombie"),
    Golden("takebacks", 2, _any, SHORT, by="person", takebacks=True),
)
"""The safety net of 300 turns ends a game as ``round_limit`` does; its own test plays it (SE-54)."""


def find(golden: Golden) -> Record:
    """The first record of this kind."""
    for number in count():
        secret = hashlib.sha256(f"sesame {golden.name} {number}".encode()).digest()
        timeline = _play(golden, secret)
        state = timeline.state
        assert isinstance(state, Sesame)
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
        if golden.by == "person":
            move = choose.choice(decision.choices())
        else:
            player = GAME.zombie if golden.by == "zombie" else GAME.greedy
            assert player is not None
            world = timeline.state.clone()
            move = player(Observer(decision, world.view(decision.seat), world))
        timeline.commit(timeline.try_move(decision.seat, move.code, by=golden.by))
    return timeline


def digest(timeline: Timeline) -> str:
    """One line: final wealth by seat, winners and how, and the SHA-256 of all events."""
    state = timeline.state
    assert isinstance(state, Sesame)
    told = hashlib.sha256()
    for ply, event in timeline.events():
        told.update(json.dumps([ply, *event], sort_keys=True).encode())
    scores = " ".join(str(score.points) for score in state.scores())
    won = " ".join(f"p{seat}" for seat in state.winners)
    return f"{scores} won by {won} {state.way} {told.hexdigest()}"


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
