"""The public facts of a room or table and how they are stored: who sits where, options, status, secret and numbers."""

from __future__ import annotations

import copy
import json
import secrets
from dataclasses import dataclass, field
from typing import Any, Literal, Self

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from board_library.engine.core import GameSpec
from board_library.engine.errors import OptionError
from board_library.engine.record import Entry, Record, commitment, mix
from board_library.server import schema
from board_library.server.clock import ClockOptions
from board_library.server.seen import Status

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of a code: none that is easily taken for another (I, L, O, 0, 1)."""

CODE_LENGTH = 6


def new_code() -> str:
    """A random code, as stored: ``KX724P``."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def show_code(code: str) -> str:
    """A code as people read it: ``KX7-24P``."""
    return f"{code[:3]}-{code[3:]}"


_LOOK_ALIKES = str.maketrans("АВЕКМНОРСТУХ", "ABEKMHOPCTYX")
"""Cyrillic letters that people type for the Latin ones of a code."""


def read_code(text: str) -> str:
    """A code as stored, from whatever somebody typed: case, dashes, spaces and the keyboard do not matter."""
    letters = text[:40].upper().translate(_LOOK_ALIKES)
    return "".join(character for character in letters if character.isalnum())[:CODE_LENGTH]


@dataclass(kw_only=True)
class SeatFacts:
    """One seat: free, a person's or a bot's. ``number`` is what the person's browser adds to the seed."""

    kind: Literal["free", "person", "bot"] = "free"
    guest: str | None = None
    name: str = ""
    colour: int = 0
    level: str | None = None
    ready: bool = False
    number: int | None = None


@dataclass(kw_only=True)
class TableFacts:
    """A room or table. ``code`` is as stored; ``secret`` (32 bytes) is never shown before the end.

    ``broken`` is None or the translation key of why the table is stopped. ``removed`` are the guests whom the host has
    asked to get up and who have not come back; it is not stored, a restart forgets it.
    """

    id: str
    code: str
    name: str
    game: str
    rules_version: int
    options: dict[str, Any]
    clock: ClockOptions
    private: bool
    host: str | None
    created: float
    status: Status = "room"
    broken: str | None = None
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    started: float | None = None
    ended: float | None = None
    rematch: str | None = None
    seats: list[SeatFacts] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)

    def copy(self) -> Self:
        """An independent copy, to be changed and stored before it becomes the truth."""
        return copy.deepcopy(self)

    @property
    def owner(self) -> str:
        """For whom the table counts where everybody has a share: its host; the table itself if it has none."""
        return self.host or self.id

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hex."""
        return commitment(self.secret)

    @property
    def numbers(self) -> list[int | None]:
        """The numbers that went, or will go, into the seed, by seat."""
        return [seat.number for seat in self.seats]

    def seat_of(self, guest: str | None) -> int | None:
        """The seat of a guest, None for one who only watches."""
        if guest is None:
            return None
        return next((k for k, seat in enumerate(self.seats) if seat.guest == guest), None)

    def people(self) -> list[int]:
        """The seats in which persons sit."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == "person"]

    def record(self, entries: list[Entry]) -> Record:
        """The whole game as a record, secret included."""
        return Record(
            game=self.game,
            rules_version=self.rules_version,
            options=self.options,
            seats=len(self.seats),
            seed=mix(self.secret, self.numbers),
            secret=self.secret,
            numbers=self.numbers,
            entries=entries,
        )


def start_blocked(facts: TableFacts, guest: str | None, spec: GameSpec | None) -> str | None:
    """The translation key of why this guest cannot start the game now, None if it can."""
    if facts.status != "room":
        return "start.started"
    if guest is None or facts.host != guest:
        return "start.not_host"
    taken = [seat for seat in facts.seats if seat.kind != "free"]
    if spec is None or len(taken) not in spec.seats:
        return "start.too_few"
    if any(seat.kind == "person" and seat.guest != guest and not seat.ready for seat in taken):
        return "start.not_ready"
    try:
        spec.options.parse(facts.options).check(len(taken))
    except OptionError:
        return "start.options"
    return None


def save(connection: Connection, facts: TableFacts) -> None:
    """Store all facts of a table, new or known."""
    row = {
        "id": facts.id,
        "code": facts.code,
        "name": facts.name,
        "game": facts.game,
        "rules_version": facts.rules_version,
        "options": json.dumps(facts.options),
        "clock": msgspec.json.encode(facts.clock).decode(),
        "private": facts.private,
        "status": facts.status,
        "broken": facts.broken,
        "host": facts.host,
        "secret": facts.secret,
        "created": facts.created,
        "started": facts.started,
        "ended": facts.ended,
        "rematch": facts.rematch,
    }
    known = connection.execute(sa.update(schema.tables).where(schema.tables.c.id == facts.id).values(**row)).rowcount
    if not known:
        connection.execute(sa.insert(schema.tables), row)
    connection.execute(sa.delete(schema.seats).where(schema.seats.c.table_id == facts.id))
    connection.execute(
        sa.insert(schema.seats),
        [
            {
                "table_id": facts.id,
                "seat": k,
                "kind": seat.kind,
                "guest": seat.guest,
                "name": seat.name,
                "colour": seat.colour,
                "level": seat.level,
                "ready": seat.ready,
                "number": None if seat.number is None else str(seat.number),
            }
            for k, seat in enumerate(facts.seats)
        ],
    )


def save_status(connection: Connection, facts: TableFacts) -> None:
    """Store only what changes while a game runs: status and its reason, the end, the rematch."""
    connection.execute(
        sa.update(schema.tables)
        .where(schema.tables.c.id == facts.id)
        .values(status=facts.status, broken=facts.broken, ended=facts.ended, rematch=facts.rematch)
    )


def delete(connection: Connection, table: str) -> None:
    """Forget a room that everybody has left."""
    connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == table))


def load(connection: Connection, *, table: str | None = None, code: str | None = None) -> TableFacts | None:
    """The facts of one table by its id or code, None if there is none."""
    column, value = (schema.tables.c.id, table) if table is not None else (schema.tables.c.code, code)
    row = connection.execute(sa.select(schema.tables).where(column == value)).mappings().one_or_none()
    if row is None:
        return None
    seats = connection.execute(
        sa.select(schema.seats).where(schema.seats.c.table_id == row["id"]).order_by(schema.seats.c.seat)
    )
    values = dict(row)
    values["options"] = json.loads(row["options"])
    values["clock"] = msgspec.json.decode(row["clock"], type=ClockOptions)
    values["seats"] = [
        SeatFacts(
            kind=seat.kind,
            guest=seat.guest,
            name=seat.name,
            colour=seat.colour,
            level=seat.level,
            ready=seat.ready,
            number=None if seat.number is None else int(seat.number),
        )
        for seat in seats
    ]
    return TableFacts(**values)
