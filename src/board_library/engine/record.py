"""Records: the whole truth of a game as text, and the timeline that plays them.

A record is JSON: game, rules version, options, number of seats, what the seed was made of, and the entries. Entry k
(1, 2, …) draws its chance from (seed, k), set-up from (seed, 0). A takeback is an entry too, so the ply never falls
and a takeback can neither fork a game nor foresee a roll.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    >>> mix(bytes(32), [None, 7]) == mix(bytes(32), [7, None])
    False
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, cast, get_args

from board_library.engine.core import Event, GameSpec, Move, State
from board_library.engine.errors import BoardLibraryError, RecordError, TakebackRefused
from board_library.engine.play import check
from board_library.engine.rng import SeededRng

By = Literal["person", "bot", "zombie"]
"""Who made an entry: a person, a bot in its own seat, or the zombie for somebody absent."""

SEED_BYTES = 32
"""A seed is a SHA-256."""

TAKEBACK = "takeback"
"""The verb of a takeback entry; its target is the ply whose position is restored."""


_PLY = re.compile(r"[0-9]{1,9}")


class Entry(NamedTuple):
    """One entry of a record."""

    seat: int
    code: str
    by: By = "person"


def commitment(secret: bytes) -> str:
    """What stands in the room before the game: the SHA-256 of the server's secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def mix(secret: bytes, numbers: Sequence[int | None]) -> bytes:
    """The game's seed: SHA-256 over the text ``board-library seed v1``, the secret in hex and each seat's number.

    The parts are joined by newlines; a number is written in decimal, a missing one as ``none``.
    """
    parts = ["board-library seed v1", secret.hex(), *("none" if n is None else str(n) for n in numbers)]
    return hashlib.sha256("\n".join(parts).encode()).digest()


@dataclass(kw_only=True)
class Record:
    """A whole game as text. ``seed`` is 32 bytes; at a table it follows from ``secret`` and ``numbers``."""

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: int
    seed: bytes
    secret: bytes | None = None
    numbers: list[int | None] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def to_json(self) -> str:
        """The record as text, one entry a line."""
        head: dict[str, Any] = {
            "game": self.game,
            "rules_version": self.rules_version,
            "options": self.options,
            "seats": self.seats,
            "seed": self.seed.hex(),
        }
        if self.secret is not None:
            head |= {
                "secret": self.secret.hex(),
                "commitment": commitment(self.secret),
                "numbers": self.numbers,
            }
        lines = ",\n".join("  " + json.dumps(list(entry)) for entry in self.entries)
        text = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
        return f'{text},\n "entries": [\n{lines}\n ]\n}}\n' if lines else f'{text},\n "entries": []\n}}\n'

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Read a record. Raises :class:`RecordError` that says what is wrong."""
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError) as error:
            msg = f"not JSON: {error}"
            raise RecordError(msg, reason="json") from None
        try:
            return cls._from(raw)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, RecordError):
                raise
            msg = f"not a record: {type(error).__name__} {error}"
            raise RecordError(msg, reason="form") from None

    @classmethod
    def _from(cls, raw: dict[str, Any]) -> Record:
        entries = [_entry(k, e) for k, e in enumerate(_typed(raw["entries"], list), 1)]
        secret = bytes.fromhex(raw["secret"]) if raw.get("secret") is not None else None
        record = cls(
            game=_typed(raw["game"], str),
            rules_version=_typed(raw["rules_version"], int),
            options=_typed(raw["options"], dict),
            seats=_typed(raw["seats"], int),
            seed=bytes.fromhex(raw["seed"]),
            secret=secret,
            numbers=[None if n is None else _typed(n, int) for n in _typed(raw.get("numbers", []), list)],
            entries=entries,
        )
        if len(record.seed) != SEED_BYTES:
            msg = f"the seed has {len(record.seed)} bytes in place of {SEED_BYTES}"
            raise RecordError(msg, reason="seed")
        if secret is not None and raw.get("commitment") != commitment(secret):
            msg = "the secret is not the one that was committed to"
            raise RecordError(msg, reason="commitment")
        return record


def _typed(value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        msg = f"{value!r} is no {kind.__name__}"
        raise TypeError(msg)
    return value


def _entry(k: int, raw: Any) -> Entry:
    match raw:
        case [int() as seat, str() as code, str() as by] if by in get_args(By) and not isinstance(seat, bool):
            return Entry(seat, code, cast("By", by))
    msg = f"entry {k} is not [seat, code, by]: {repr(raw)[:80]}"
    raise RecordError(msg, reason="entry", ply=k)


class Step(NamedTuple):
    """One move of the line that counts (taken-back moves are not in it)."""

    ply: int
    seat: int
    move: Move
    by: By
    events: tuple[Event, ...]
    chance: bool

    @property
    def may_be_undone(self) -> bool:
        """Whether it was a person's own, drew no chance and showed nobody anything hidden."""
        return self.by == "person" and not self.chance and not any(event.reveals for event in self.events)


class Note(NamedTuple):
    """An event that belongs to no move of the line: after its first ``place`` moves somebody took one back."""

    place: int
    ply: int
    event: Event


@dataclass
class Draft:
    """A move tried on a copy, not yet part of the timeline: commit it once it is stored."""

    entry: Entry
    ply: int
    state: State
    line: list[Step]
    events: tuple[Event, ...]
    notes: tuple[Note, ...]


class Timeline:
    """A game being played: its record, the state now, the line that led there, and its events.

    Nothing changes but by ``commit``; ``try_move`` and ``try_takeback`` work on copies, so rules that raise leave the
    timeline whole.
    """

    def __init__(self, spec: GameSpec, record: Record) -> None:
        """Set the game up and play all entries of ``record``. Raises :class:`RecordError` naming the entry."""
        if record.game != spec.slug or record.rules_version != spec.rules_version:
            msg = f"a record of {record.game} rules {record.rules_version}, not {spec.slug} {spec.rules_version}"
            raise RecordError(msg, reason="version", version=record.rules_version)
        self.spec = spec
        self.record = record
        try:
            spec.check_seats(record.seats)
            self.options = spec.options.parse(record.options)
            self.options.check(record.seats)
        except BoardLibraryError as error:
            raise RecordError(f"the record cannot be set up: {error}", reason="setup") from error
        entries, record.entries = record.entries, []
        self.opening: tuple[Event, ...] = ()
        self.state, self.opening = self._set_up()
        self.line: list[Step] = []
        self.notes: tuple[Note, ...] = ()
        self._before: list[State] = []  # the states before each of the last moves, as far as they may be undone
        for k, entry in enumerate(entries, 1):
            try:
                self.commit(self.try_entry(entry))
            except BoardLibraryError as error:
                msg = f"entry {k} ({entry.seat}, {entry.code}): {error}"
                raise RecordError(msg, reason="entry", ply=k) from error

    @property
    def ply(self) -> int:
        """The number of entries so far."""
        return len(self.record.entries)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.pending()

    def try_entry(self, entry: Entry) -> Draft:
        """Try what an entry says: a move or a takeback. Raises :class:`MoveError`."""
        verb, _, target = entry.code.partition(" ")
        if verb == TAKEBACK:
            return self.try_takeback(entry.seat, int(target) if _PLY.fullmatch(target) else -1, entry.by)
        return self.try_move(entry.seat, entry.code, by=entry.by)

    def try_move(self, seat: int, code: str, *, opened: int | None = None, by: By = "person") -> Draft:
        """Try a move on a copy. Raises :class:`MoveError`, or whatever broken rules raise."""
        move = check(self.state, seat, code, opened)
        state = self.state.clone()
        step = self._step(state, self.ply + 1, seat, move, by)
        return Draft(Entry(seat, code, by), step.ply, state, [*self.line, step], step.events, self.notes)

    def takeback_ply(self, seat: int) -> int | None:
        """The ply that a takeback by ``seat`` would restore: before its last move, if that may be undone.

        It may while it was the seat's own, drew no chance and showed nobody anything hidden.
        """
        if not self.line:
            return None
        if self.line[-1].seat != seat or not self.line[-1].may_be_undone:
            return None
        return self.line[-2].ply if len(self.line) > 1 else 0

    def try_takeback(self, seat: int, ply: int, by: By = "person") -> Draft:
        """Try to restore the position after ``ply``. Raises :class:`TakebackRefused`."""
        if self.takeback_ply(seat) != ply or by != "person":
            msg = f"seat {seat} cannot take back to ply {ply}"
            raise TakebackRefused(msg)
        state = self._before[-1].clone()
        now = self.ply + 1
        state.reopen(now)
        event = Event("took_back", {"seat": seat})
        line = self.line[:-1]
        notes = (*(note._replace(place=min(note.place, len(line))) for note in self.notes), Note(len(line), now, event))
        return Draft(Entry(seat, f"{TAKEBACK} {ply}", by), now, state, line, (event,), notes)

    def commit(self, draft: Draft) -> None:
        """Make a draft of this position the present."""
        if draft.ply != self.ply + 1:
            msg = f"a draft of ply {draft.ply} cannot follow ply {self.ply}"
            raise RuntimeError(msg)
        if len(draft.line) < len(self.line):
            self._before.pop()
        elif draft.line[-1].may_be_undone:
            self._before.append(self.state)
        else:
            self._before.clear()
        self.record.entries.append(draft.entry)
        self.state = draft.state
        self.line = draft.line
        self.notes = draft.notes

    def events(self) -> list[tuple[int, Event]]:
        """All events of the line that counts, with their plies, set-up first; takebacks stand where they were made."""
        return [(ply, event) for ply, event, _ in self.told()]

    def told(self, moves: int | None = None) -> Iterator[tuple[int, Event, By | None]]:
        """What the log tells of the first ``moves`` moves (None: of all): ply, event, and whose move it tells of."""
        for event in self.opening:
            yield 0, event, None
        for place in range(len(self.line if moves is None else self.line[:moves]) + 1):
            if place:
                step = self.line[place - 1]
                for event in step.events:
                    yield step.ply, event, step.by
            for note in self.notes:
                if note.place == place:
                    yield note.ply, note.event, None

    def at(self, ply: int) -> Timeline:
        """The same game as it stood after ``ply`` entries."""
        record = Record(**{**vars(self.record), "entries": self.record.entries[:ply]})
        return Timeline(self.spec, record)

    def walk(self, visit: Callable[[int, State], None]) -> None:
        """Call ``visit(index, state)`` for set-up (0) and after each move of the line that counts, in order."""
        state, _ = self._set_up()
        visit(0, state)
        for index, step in enumerate(self.line, 1):
            state.ply = step.ply
            state.apply(step.seat, step.move, self._rng(step.ply), None)
            visit(index, state)

    def _set_up(self) -> tuple[State, tuple[Event, ...]]:
        log: list[Event] = []
        state = self.spec.new(self.options, self.record.seats, self._rng(0), log)
        return state, tuple(log)

    def _step(self, state: State, ply: int, seat: int, move: Move, by: By) -> Step:
        rng, log = self._rng(ply), list[Event]()
        state.ply = ply
        state.apply(seat, move, rng, log)
        return Step(ply, seat, move, by, tuple(log), rng.used > 0)

    def _rng(self, ply: int) -> SeededRng:
        return SeededRng(self.record.seed, ply)


def new_record(spec: GameSpec, options: Any, seats: int, seed: bytes) -> Record:
    """An empty record of a game about to be set up."""
    return Record(game=spec.slug, rules_version=spec.rules_version, options=options.to_json(), seats=seats, seed=seed)


def replay(spec: GameSpec, record: Record) -> Timeline:
    """Play a copy of a record to its end. Raises :class:`RecordError`."""
    return Timeline(spec, Record(**{**vars(record), "entries": list(record.entries)}))


def verify(spec: GameSpec, record: Record) -> Timeline:
    """Replay, and check that the seed is the one that the secret and the numbers make. Raises :class:`RecordError`."""
    if record.secret is None:
        msg = "the record has no secret: nothing was committed to"
        raise RecordError(msg, reason="no_secret")
    if mix(record.secret, record.numbers) != record.seed:
        msg = "the seed is not made of the secret and the numbers"
        raise RecordError(msg, reason="seed")
    return replay(spec, record)


__all__ = [
    "TAKEBACK", "By", "Draft", "Entry", "Record", "Step", "Timeline", "commitment", "mix", "new_record", "replay",
    "verify",
]  # fmt: skip
