"""Chat at a table: lines as they are stored and read back."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from board_library.server import schema
from board_library.server.errors import BadChat
from board_library.server.guests import Guest, clean_text
from board_library.server.seen import ChatLine

LONGEST_LINE = 300


def clean_line(text: object) -> str:
    """A line of 1 to 300 characters. Raises :class:`BadChat`."""
    return clean_text(text, LONGEST_LINE, BadChat)


def add(
    connection: Connection, table: str, guest: Guest, line: str, *, seat: int | None, at: float, key: str | None
) -> ChatLine:
    """Store one line. ``key`` tells it from a repeat of the same message."""
    row = {
        "table_id": table,
        "guest": guest.id,
        "seat": seat,
        "name": guest.name,
        "text": line,
        "at": at,
        "line_id": key,
    }
    made = connection.execute(sa.insert(schema.chat), row).inserted_primary_key
    assert made is not None
    return ChatLine(id=made[0], seat=seat, name=guest.name, text=line, at=at)


def find(connection: Connection, table: str, key: str | None) -> ChatLine:
    """The line stored under this key."""
    c = schema.chat.c
    row = connection.execute(sa.select(schema.chat).where(c.table_id == table, c.line_id == key)).one()
    return ChatLine(id=row.id, seat=row.seat, name=row.name, text=row.text, at=row.at)


def load(connection: Connection, table: str, most: int) -> list[ChatLine]:
    """The last lines of a table, oldest first."""
    c = schema.chat.c
    rows = connection.execute(sa.select(schema.chat).where(c.table_id == table).order_by(c.id.desc()).limit(most)).all()
    return [ChatLine(id=row.id, seat=row.seat, name=row.name, text=row.text, at=row.at) for row in reversed(rows)]
