"""Golden records: finished games that must replay to the same end for as long as ``rules_version`` stays the same.

A game keeps one for every way it can end. They lie in its ``transcripts/``, to be read in review; ``digests.txt``
beside them holds what each must come to. Each game has a module ``golden`` that says what to look for; it is run to
write the records anew, all or those named::

    python -m board_library.games.chests.golden [name ...]
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from board_library.engine.core import Chooser, Decision, Event, GameSpec, Move, Observer
from board_library.engine.record import By, Entry, Record, Timeline, mix, new_record
from board_library.engine.rng import Rng, SeededRng

Ending = Callable[[Any, list[Event]], bool]
"""Whether the last state of a game and all its events are what is looked for."""

Way = Callable[[Any, Decision, Rng], Move]
"""How to play: a world that the seat asked cannot tell from the real one, its question, and chance."""


def at_random(_: Any, decision: Decision, choose: Rng) -> Move:
    """Any answer."""
    return choose.choice(decision.choices())


def playing(chooser: Chooser | None) -> Way:
    """As a game's ``greedy`` or ``zombie`` plays."""
    assert chooser is not None
    return lambda world, decision, _: chooser(Observer(decision, world.view(decision.seat), world))


def any_end(_: Any, __: list[Event]) -> bool:
    """However it ends."""
    return True


def had(*keys: str) -> Ending:
    """All these events happened."""
    return lambda _, log: set(keys) <= {event.key for event in log}


class Golden(NamedTuple):
    """A game to look for: the first of its kind whose end is as wanted.

    ``options`` None are the game's defaults. ``by`` is written into the record; a ``person`` takes back what it can
    every other time.
    """

    name: str
    seats: int
    way: Way
    wanted: Ending
    options: Any = None
    by: By = "bot"


class GoldenRecords(NamedTuple):
    """All golden records of a game."""

    spec: GameSpec
    golden: tuple[Golden, ...]

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self.spec.folder / "transcripts"

    @property
    def digests(self) -> Path:
        """What they must come to."""
        return self.folder / "digests.txt"

    def expected(self) -> dict[str, str]:
        """Digests by name."""
        return dict(line.split(": ", 1) for line in self.digests.read_text(encoding="utf-8").splitlines())

    def read(self, name: str) -> Record:
        """One of them."""
        return Record.from_json((self.folder / f"{name}.json").read_bytes())

    def named(self, name: str) -> Golden:
        """What is looked for under a name."""
        return next(golden for golden in self.golden if golden.name == name)

    def find(self, golden: Golden) -> Record:
        """The first record of this kind."""
        for number in count():
            secret = hashlib.sha256(f"{self.spec.slug} {golden.name} {number}".encode()).digest()
            timeline = self._play(golden, secret)
            if golden.wanted(timeline.state, [event for _, event in timeline.events()]):
                return timeline.record
        raise AssertionError("count() does not end")

    def _play(self, golden: Golden, secret: bytes) -> Timeline:
        options = self.spec.options() if golden.options is None else golden.options
        numbers: list[int | None] = [None] * golden.seats
        record = new_record(self.spec, options, golden.seats, mix(secret, numbers))
        record.secret, record.numbers = secret, numbers
        timeline = Timeline(self.spec, record)
        choose = SeededRng(secret, 0)
        while not timeline.over:
            decision = choose.choice(timeline.state.pending())
            if golden.by == "person" and timeline.line and choose.below(2):
                last = timeline.line[-1].seat
                ply = timeline.takeback_ply(last)
                if ply is not None:
                    timeline.commit(timeline.try_entry(Entry(last, f"takeback {ply}", golden.by)))
                    continue
            world = timeline.state.determinize(decision.seat, choose)
            move = golden.way(world, decision, choose)
            timeline.commit(timeline.try_move(decision.seat, move.code, by=golden.by))
        return timeline

    def write(self, names: list[str]) -> None:
        """Find and write all records and their digests, or those of these names."""
        self.folder.mkdir(exist_ok=True)
        told = self.expected() if names else {}
        for golden in self.golden:
            if not names or golden.name in names:
                record = self.find(golden)
                (self.folder / f"{golden.name}.json").write_text(record.to_json(), encoding="utf-8")
                told[golden.name] = digest(Timeline(self.spec, record))
                sys.stdout.write(f"{golden.name}: {told[golden.name]}\n")
                sys.stdout.flush()
        lines = [f"{golden.name}: {told[golden.name]}" for golden in self.golden if golden.name in told]
        self.digests.write_text("\n".join(lines) + "\n", encoding="utf-8")


def digest(timeline: Timeline) -> str:
    """One line: final points and tie-breaks by seat, winners, and the SHA-256 of all events."""
    told = hashlib.sha256()
    for ply, event in timeline.events():
        told.update(json.dumps([ply, *event], sort_keys=True).encode())
    scores = timeline.state.scores()
    points = " ".join(f"{score.points}/{score.tiebreak}" for score in scores)
    won = " ".join(f"p{score.seat}" for score in scores if score.rank == 1)
    return f"{points} won by {won} {told.hexdigest()}"
