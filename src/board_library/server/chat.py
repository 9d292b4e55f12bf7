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
    connection: Connection, table: str, guest: Guest, seat: int | None, text: str, at: float, line_id: str | None
) -> ChatLine:
    """Store one line."""
    row = {
        "table_id": table,
        "guest": guest.id,
        "seat": seat,
        "name": guest.name,
        "text": text,
        "at": at,
        "line_id": line_id,
    }
    key = connection.execute(sa.insert(schema.chat), row).inserted_primary_key
    assert key is not None
    return ChatLine(id=key[0], seat=seat, name=guest.name, text=text, at=at)


def load(connection: Connection, table: str, most: int) -> list[ChatLine]:
    """The last lines of a table, oldest first."""
    c = schema.chat.c
    rows = connection.execute(sa.select(schema.chat).where(c.table_id == table).order_by(c.id.desc()).limit(most)).all()
    return [ChatLine(id=row.id, seat=row.seat, name=row.name, text=row.text, at=row.at) for row in reversed(rows)]
