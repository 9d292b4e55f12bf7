"""Answers to requests: what became of one, remembered so that the same request again gets the same answer."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from board_library.engine.errors import BoardLibraryError
from board_library.engine.record import By
from board_library.server import schema

REFUSALS_KEPT = 64
"""Refused requests remembered a table. They changed nothing; those that did are stored for good."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a request: how many of its codes were applied, and why it stopped before the end.

    ``error`` is a translation key with ``params``, None if all went well. ``sealed``: the answer to a secret question
    is kept and takes effect at the end of the hold.
    """

    ok: bool
    applied: int = 0
    error: str | None = None
    params: dict[str, str | int] = {}
    sealed: bool = False


def refusal(error: BoardLibraryError, applied: int = 0) -> Answer:
    """The answer that tells of an error."""
    return Answer(ok=False, applied=applied, error=error.key, params=error.params)


class Sealed(NamedTuple):
    """An answer to a secret question that waits for the end of the hold."""

    seat: int
    opened: int
    code: str
    by: By
    move_id: str | None


class Answers:
    """The answers of one table by request (``seat:move id``)."""

    def __init__(self) -> None:
        self._stored: dict[str, Answer] = {}
        self._refused: OrderedDict[str, Answer] = OrderedDict()

    def get(self, move_id: str | None) -> Answer | None:
        """The first answer to this request, if there was one."""
        if move_id is None:
            return None
        return self._stored.get(move_id) or self._refused.get(move_id)

    def keep(self, move_id: str | None, answer: Answer) -> None:
        """Remember a request that is stored."""
        if move_id is not None:
            self._stored[move_id] = answer

    def refuse(self, move_id: str | None, answer: Answer) -> None:
        """Remember a request that changed nothing."""
        if move_id is not None:
            self._refused[move_id] = answer
            while len(self._refused) > REFUSALS_KEPT:
                self._refused.popitem(last=False)


def save(connection: Connection, table: str, move_id: str, answer: Answer) -> None:
    """Store the answer to a request that changed something."""
    text = msgspec.json.encode(answer).decode()
    connection.execute(sa.insert(schema.answers), {"table_id": table, "move_id": move_id, "answer": text})


def load(connection: Connection, table: str) -> Answers:
    """All stored answers of a table."""
    answers = Answers()
    for row in connection.execute(sa.select(schema.answers).where(schema.answers.c.table_id == table)):
        answers.keep(row.move_id, msgspec.json.decode(row.answer, type=Answer))
    return answers


def seal(connection: Connection, table: str, sealed: Sealed) -> None:
    """Store a sealed answer."""
    connection.execute(sa.insert(schema.sealed), sealed._asdict() | {"table_id": table})


def unseal(connection: Connection, table: str, seats: list[int]) -> None:
    """Forget the sealed answers of these seats."""
    c = schema.sealed.c
    connection.execute(sa.delete(schema.sealed).where(c.table_id == table, c.seat.in_(seats)))


def load_sealed(connection: Connection, table: str) -> dict[int, Sealed]:
    """The sealed answers of a table by seat."""
    rows = connection.execute(sa.select(schema.sealed).where(schema.sealed.c.table_id == table))
    return {row.seat: Sealed(row.seat, row.opened, row.code, row.by, row.move_id) for row in rows}
