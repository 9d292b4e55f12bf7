"""``board-library backup`` and ``export``: take copies out of the data file, also while a server runs on it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.table import Table

from board_library.cli.terminal import BadInput, Lang, out, translator

if TYPE_CHECKING:
    from sqlalchemy import Connection

Data = Annotated[Path | None, Parameter(help="The data file; by default the one that `serve` would use.")]


def backup(
    file: Annotated[Path, Parameter("FILE", help="Where the copy goes; it must not exist yet.")],
    /,
    *,
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Copy the data file while the server runs. The copy is whole and consistent, and can be served itself."""
    from board_library.server.storage import backup as copy

    copy(data_file(data), file)
    out().print(translator(lang).text("cli.data.saved", file=file), markup=False)


def export(
    table: Annotated[
        str | None, Parameter("TABLE", help="A table's code or id; without one the tables are listed.")
    ] = None,
    file: Annotated[
        Path | None,
        Parameter("FILE", help="Where the record goes, a file that is not there yet; by default it is printed."),
    ] = None,
    /,
    *,
    running: Annotated[
        bool, Parameter(negative=(), help="Also the record of a game that is not over: it tells what is hidden.")
    ] = False,
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Write the record of a table of the data file, also while a server runs on it."""
    if file is not None and file.is_file():
        raise BadInput("cli.error.exists", file=str(file))
    with reading(data_file(data)) as connection:
        if table is None:
            _list(connection, lang)
            return
        text = _record(connection, table, running=running)
    if file is None:
        out().out(text, end="", highlight=False)
    else:
        file.write_text(text, encoding="utf-8")
        out().print(translator(lang).text("cli.data.saved", file=file), markup=False)


def _record(connection: Connection, table: str, *, running: bool) -> str:
    import sqlalchemy as sa

    from board_library.engine.record import Entry
    from board_library.server import facts, schema

    found = facts.load(connection, table=table) or facts.load(connection, code=facts.read_code(table))
    if found is None:
        raise BadInput("cli.error.no_table", table=table[:40])
    if found.status == "room":
        raise BadInput("cli.error.not_started", table=table)
    if found.status == "running" and not running:
        raise BadInput("cli.error.not_over", table=table)
    rows = sa.select(schema.entries).where(schema.entries.c.table_id == found.id).order_by(schema.entries.c.ply)
    return found.record([Entry(row.seat, row.code, row.by) for row in connection.execute(rows)]).to_json()


def _list(connection: Connection, lang: str | None) -> None:
    import sqlalchemy as sa

    from board_library.server import facts, schema

    words = translator(lang)
    shown = Table(box=None, pad_edge=False)
    for column in ("table", "game", "status", "started", "players"):
        shown.add_column(words.text(f"cli.data.{column}"))
    for row in connection.execute(sa.select(schema.tables).order_by(schema.tables.c.created)):
        names = sa.select(schema.seats.c.name).where(schema.seats.c.table_id == row.id).order_by(schema.seats.c.seat)
        started = datetime.fromtimestamp(row.started, UTC).strftime("%Y-%m-%d %H:%M") if row.started else "–"
        players = ", ".join(name for name in connection.execute(names).scalars() if name)
        shown.add_row(facts.show_code(row.code), row.game, row.status, started, players)
    out().print(shown)


@contextlib.contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """The data file, to read only. Raises :class:`BadInput` if it is missing or none of ours."""
    import sqlalchemy as sa
    from sqlalchemy.exc import DatabaseError

    if not path.is_file():
        raise BadInput("cli.error.no_data", path=str(path))
    uri = f"{path.absolute().as_uri()}?mode=ro"
    engine = sa.create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True))
    try:
        with engine.connect() as connection:
            yield connection
    except DatabaseError as error:
        raise BadInput("cli.error.bad_data", path=str(path), details=str(error.orig)) from None
    finally:
        engine.dispose()


def data_file(given: Path | None) -> Path:
    """The data file that is meant."""
    from board_library.server.settings import Settings

    return Settings.load(database=None if given is None else str(given)).database_path
