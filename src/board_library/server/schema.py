"""The tables of the data file (SQLAlchemy Core). Times are Unix seconds; JSON is kept as text.

Every change here needs a migration in ``migrations/versions``; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(24), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(6), nullable=False, unique=True),
    Column("name", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("status", String(10), nullable=False, index=True),
    Column("broken", String(40)),
    Column("host", String(16)),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    Column("rematch", String(6)),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(6), nullable=False),
    Column("guest", String(16), index=True),
    Column("name", String(24), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("level", String(20)),
    Column("ready", Boolean, nullable=False),
    Column("number", String(20)),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("code", String(64), nullable=False),
    Column("by", String(6), nullable=False),
    Column("move_id", String(80)),
    Column("move_index", Integer),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "move_id", "move_index"),
)

answers = Table(
    "answers",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("move_id", String(80), primary_key=True),
    Column("answer", Text, nullable=False),
)

sealed = Table(
    "sealed",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("opened", Integer, nullable=False),
    Column("code", String(64), nullable=False),
    Column("by", String(6), nullable=False),
    Column("move_id", String(80)),
)

clocks = Table(
    "clocks",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("opened", Integer),
    Column("bank", Float, nullable=False),
    Column("used", Float, nullable=False),
    Column("since", Float),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("guest", String(16), nullable=False),
    Column("seat", Integer),
    Column("name", String(24), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("line_id", String(80)),
    UniqueConstraint("table_id", "line_id"),
)
Index("ix_chat_table_id_id", chat.c.table_id, chat.c.id)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
)
"""One row: when the server last was alive. Clocks that ran when it died are charged until then, not longer."""
