"""The first schema: guests, tables, seats, entries, answers, sealed answers, clocks, chat.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
        sa.UniqueConstraint("token_hash", name="uq_guests_token_hash"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("broken", sa.String(40)),
        sa.Column("host", sa.String(16)),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("started", sa.Float()),
        sa.Column("ended", sa.Float()),
        sa.Column("rematch", sa.String(6)),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_index("ix_tables_status", "tables", ["status"])
    op.create_table(
        "seats",
        *_key("seats", sa.Column("seat", sa.Integer(), nullable=False)),
        sa.Column("kind", sa.String(6), nullable=False),
        sa.Column("guest", sa.String(16)),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(20)),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("number", sa.String(20)),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])
    op.create_table(
        "entries",
        *_key("entries", sa.Column("ply", sa.Integer(), nullable=False)),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("by", sa.String(6), nullable=False),
        sa.Column("move_id", sa.String(80)),
        sa.Column("move_index", sa.Integer()),
        sa.Column("at", sa.Float(), nullable=False),
        sa.UniqueConstraint("table_id", "move_id", "move_index", name="uq_entries_table_id_move_id_move_index"),
    )
    op.create_table(
        "answers",
        *_key("answers", sa.Column("move_id", sa.String(80), nullable=False)),
        sa.Column("answer", sa.Text(), nullable=False),
    )
    op.create_table(
        "sealed",
        *_key("sealed", sa.Column("seat", sa.Integer(), nullable=False)),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("by", sa.String(6), nullable=False),
        sa.Column("move_id", sa.String(80)),
    )
    op.create_table(
        "clocks",
        *_key("clocks", sa.Column("seat", sa.Integer(), nullable=False)),
        sa.Column("opened", sa.Integer()),
        sa.Column("bank", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=False),
        sa.Column("since", sa.Float()),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("line_id", sa.String(80)),
        sa.PrimaryKeyConstraint("id", name="pk_chat"),
        _table("chat"),
        sa.UniqueConstraint("table_id", "line_id", name="uq_chat_table_id_line_id"),
    )
    op.create_index("ix_chat_table_id_id", "chat", ["table_id", "id"])
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )


def _table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE", name=f"fk_{name}_table_id")


def _key(name: str, second: sa.Column[int] | sa.Column[str]) -> tuple[sa.schema.SchemaItem, ...]:
    return (
        sa.Column("table_id", sa.String(16), nullable=False),
        second,
        sa.PrimaryKeyConstraint("table_id", second.name, name=f"pk_{name}"),
        _table(name),
    )
