"""The data file: SQLite in WAL mode, one thread that writes and commits in groups, a few that read.

A write is a function of a connection. All writes that wait when the thread is free share one transaction and one sync
to disk; each stands in a savepoint of its own, so that one that fails takes no other with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from board_library.engine.errors import BoardLibraryError
from board_library.server.errors import (
    BackupExists,
    Conflict,
    ForeignDatabase,
    NotADatabase,
    StorageError,
    StorageLocked,
    StorageNewer,
    StorageUnwritable,
)
from board_library.server.filelock import FileLock

T = TypeVar("T")
Job = Callable[[Connection], T]

BIGGEST_GROUP = 256
"""Writes that share a transaction at most."""

BUSY_SECONDS = 3.0
"""How long to wait for another program that holds the data file."""

MIGRATIONS = Path(__file__).parent / "migrations"


class _Task(NamedTuple):
    job: Job[Any]
    future: Future[Any]


class Storage:
    """An open data file. Open it with :meth:`open`, close it with :meth:`close`; one server a file."""

    def __init__(self, path: Path) -> None:
        """Open ``path``, made anew if it is missing or empty. Raises a :class:`StorageError`."""
        self.path = path
        self.groups = 0
        """Transactions committed so far."""
        self._lock = _lock(path)
        try:
            _check_header(path)
            self._writes = _engine(path, begin="BEGIN IMMEDIATE")
            self._reads = _engine(path, begin="BEGIN")
            with _translated(path):
                _migrate(self._writes, path)
        except BaseException:
            self._lock.release()
            raise
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(2, "storage-read")
        self._writer = threading.Thread(target=self._run, name="storage-write", daemon=True)
        self._closed = False
        self._writer.start()

    @classmethod
    async def open(cls, path: Path) -> Storage:
        """Open a data file without blocking the event loop."""
        return await asyncio.to_thread(cls, path)

    async def write(self, job: Job[T]) -> T:
        """Run ``job`` in a transaction; returns its result once that is on disk.

        Raises what the job raises, :class:`Conflict` for a row that must be unique, :class:`StorageError` if the
        data file cannot be written; then nothing of the job is stored.
        """
        if self._closed:
            raise StorageError("the data file is closed", path=str(self.path))
        future: Future[T] = Future()
        self._queue.put(_Task(job, future))
        return await asyncio.wrap_future(future)

    async def read(self, job: Job[T]) -> T:
        """Run ``job`` on a consistent picture of the data; what it writes is lost."""

        def run() -> T:
            with _translated(self.path), self._reads.connect() as connection:
                return job(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def backup(self, target: Path) -> None:
        """Copy the data as of now into a new file while the server runs."""
        await asyncio.to_thread(backup, self.path, target)

    async def close(self) -> None:
        """Finish what waits to be written and let go of the file."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self._reads.dispose()
        self._writes.dispose()
        self._lock.release()

    def _run(self) -> None:
        open_ = True
        while open_:
            tasks = [self._queue.get()]
            with contextlib.suppress(queue.Empty):
                while len(tasks) < BIGGEST_GROUP:
                    tasks.append(self._queue.get_nowait())
            open_ = None not in tasks
            self._commit([task for task in tasks if task is not None and task.future.set_running_or_notify_cancel()])

    def _commit(self, tasks: list[_Task]) -> None:
        if not tasks:
            return
        try:
            with _translated(self.path), self._writes.begin() as connection:
                outcomes = [_attempt(connection, task.job) for task in tasks]
        except Exception as error:  # noqa: BLE001 - whatever it was, nobody may believe that it was stored
            for task in tasks:
                task.future.set_exception(error)
            return
        self.groups += 1
        for task, (result, failure) in zip(tasks, outcomes, strict=True):
            if failure is None:
                task.future.set_result(result)
            else:
                task.future.set_exception(failure)


def _attempt(connection: Connection, job: Job[Any]) -> tuple[Any, BaseException | None]:
    try:
        with connection.begin_nested():
            return job(connection), None
    except Exception as error:
        # A full disk makes SQLite roll everything back by itself: then the group is lost as a whole.
        if not connection.connection.dbapi_connection.in_transaction:  # type: ignore[union-attr]
            raise
        return None, _translate(error, None)


def backup(source: Path, target: Path) -> None:
    """Copy the data file ``source`` into the new file ``target``, also while a server runs on it.

    Raises a :class:`StorageError`; then there is no target.
    """
    if not source.is_file():
        raise StorageUnwritable(f"there is no data file {source}", path=str(source))
    _check_header(source)
    if target.exists():
        raise BackupExists(f"{target} is there already", path=str(target))
    part = target.with_name(target.name + ".part")
    try:
        with (
            _translated(target),
            contextlib.closing(sqlite3.connect(source.absolute().as_uri() + "?mode=ro", uri=True)) as old,
        ):
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with contextlib.closing(sqlite3.connect(part)) as new:
                old.backup(new)
                new.execute("PRAGMA journal_mode=DELETE")
        part.replace(target)
    except OSError as error:
        raise StorageUnwritable(f"cannot write {target}: {error}", path=str(target)) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _lock(path: Path) -> FileLock:
    if path.is_dir() or not path.parent.is_dir():
        raise StorageUnwritable(f"{path} is no file in an existing folder", path=str(path))
    try:
        return FileLock(path.with_name(path.name + ".lock"))
    except BlockingIOError:
        raise StorageLocked(f"another server uses {path}", path=str(path)) from None
    except OSError as error:
        raise StorageUnwritable(f"cannot write beside {path}: {error}", path=str(path)) from None


def _check_header(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(16)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageUnwritable(f"cannot read {path}: {error}", path=str(path)) from None
    if header and header != b"SQLite format 3\0":
        raise NotADatabase(f"{path} is no SQLite database", path=str(path))
    if not os.access(path, os.W_OK):
        raise StorageUnwritable(f"{path} cannot be written", path=str(path))


def _engine(path: Path, begin: str) -> Engine:
    engine = sa.create_engine(
        f"sqlite:///{path}", connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}, pool_size=2
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver's guess
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def config() -> Config:
    """Alembic's configuration for the migrations of this package."""
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    made.set_main_option("path_separator", "os")
    return made


def _migrate(engine: Engine, path: Path) -> None:
    settings = config()
    script = ScriptDirectory.from_config(settings)
    with engine.begin() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
        if revision is None and sa.inspect(connection).get_table_names():
            raise ForeignDatabase(f"{path} belongs to another program", path=str(path))
        if revision is not None and revision not in {known.revision for known in script.walk_revisions()}:
            raise StorageNewer(f"{path} was written by a newer version", path=str(path), revision=revision)
        if revision != script.get_current_head():
            settings.attributes["connection"] = connection
            command.upgrade(settings, "head")


@contextlib.contextmanager
def _translated(path: Path) -> Any:
    try:
        yield
    except Exception as error:
        translated = _translate(error, path)
        if translated is error:
            raise
        raise translated from error


def _translate(error: Exception, path: Path | None) -> Exception:
    if isinstance(error, BoardLibraryError | Conflict):
        return error
    if isinstance(error, IntegrityError):
        return Conflict(str(error.orig))
    if not isinstance(error, sqlite3.Error | DBAPIError):
        return error
    text, where = str(getattr(error, "orig", None) or error), str(path or "")
    if "locked" in text or "busy" in text:
        return StorageLocked(f"another program holds the data file: {text}", path=where)
    if "not a database" in text or "malformed" in text:
        return NotADatabase(f"the data file is damaged: {text}", path=where)
    if "readonly" in text or "unable to open" in text:
        return StorageUnwritable(f"the data file cannot be written: {text}", path=where)
    return StorageError(f"the data file cannot be used: {text}", path=where)
