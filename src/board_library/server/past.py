"""What a table brings along from the data file: entries, clocks, answers, chat."""

from __future__ import annotations

from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy import Connection

from board_library.engine.record import Entry, Timeline
from board_library.server import answers, chat, clock, schema
from board_library.server.answers import Answers, Sealed
from board_library.server.clock import TableClock
from board_library.server.facts import TableFacts
from board_library.server.seen import ChatLine


@dataclass(kw_only=True)
class Past:
    """All that is stored of a table beside its facts. ``timeline`` is there once the entries have been played."""

    entries: list[Entry] = field(default_factory=list)
    timeline: Timeline | None = None
    clock: TableClock | None = None
    answers: Answers = field(default_factory=Answers)
    sealed: dict[int, Sealed] = field(default_factory=dict)
    chat: list[ChatLine] = field(default_factory=list)


def load(connection: Connection, facts: TableFacts, most_chat: int) -> Past:
    """Read it all, with the last ``most_chat`` lines of chat."""
    e = schema.entries.c
    rows = connection.execute(sa.select(schema.entries).where(e.table_id == facts.id).order_by(e.ply))
    clocks = TableClock(facts.clock, len(facts.seats))
    clock.load(connection, facts.id, clocks)
    return Past(
        entries=[Entry(row.seat, row.code, row.by) for row in rows],
        clock=clocks,
        answers=answers.load(connection, facts.id),
        sealed=answers.load_sealed(connection, facts.id),
        chat=chat.load(connection, facts.id, most_chat),
    )
