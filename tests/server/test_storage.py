"""The data file: writes in groups, failures alone, and every way in which a file can be the wrong one."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from board_library.server import schema, storage
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
from board_library.server.storage import Storage


def beat(number: int):
    return lambda connection: connection.execute(sa.insert(schema.pulse), {"id": number, "at": float(number)})


def count(connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(schema.pulse)).scalar_one()


async def test_waiting_writes_share_transactions_and_all_are_stored(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")
    await asyncio.gather(*(opened.write(beat(k)) for k in range(300)))
    assert await opened.read(count) == 300
    assert opened.groups < 150
    await opened.close()


async def test_a_write_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")

    def half(connection):
        beat(100)(connection)
        raise KeyError("half done")

    results = await asyncio.gather(
        opened.write(beat(1)), opened.write(half), opened.write(beat(1)), opened.write(beat(2)), return_exceptions=True
    )  # fmt: skip
    assert isinstance(results[1], KeyError)
    assert isinstance(results[2], Conflict)
    assert await opened.read(lambda c: c.execute(sa.select(schema.pulse.c.id)).scalars().all()) == [1, 2]
    await opened.close()


async def test_when_sqlite_rolls_back_by_itself_the_whole_group_fails(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")
    results = await asyncio.gather(
        opened.write(beat(1)),
        opened.write(lambda connection: connection.exec_driver_sql("INSERT OR ROLLBACK INTO pulse VALUES (1, 1)")),
        opened.write(beat(2)),
        return_exceptions=True,
    )
    assert all(isinstance(result, Exception) for result in results)
    assert await opened.read(count) == 0
    await opened.write(beat(3))
    assert await opened.read(count) == 1
    await opened.close()


async def test_what_a_reader_writes_is_lost(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")
    await opened.read(beat(1))
    assert await opened.read(count) == 0
    await opened.close()


async def test_commits_are_synced_to_disk(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")
    pragmas = await opened.write(
        lambda c: [c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    )
    assert pragmas == ["wal", 2]
    await opened.close()


async def test_a_second_server_on_the_same_file_is_refused_until_the_first_closes(tmp_path: Path) -> None:
    first = await Storage.open(tmp_path / "data")
    with pytest.raises(StorageLocked) as caught:
        await Storage.open(tmp_path / "data")
    assert caught.value.key == "error.storage_locked"
    await first.close()
    second = await Storage.open(tmp_path / "data")
    await second.close()


async def test_a_file_held_by_another_program_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (await _closed(tmp_path / "data"))
    monkeypatch.setattr(storage, "BUSY_SECONDS", 0.1)
    code = "import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);c.execute('PRAGMA locking_mode=EXCLUSIVE');"
    code += "c.execute('BEGIN EXCLUSIVE');print('held',flush=True);sys.stdin.read()"
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "data")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        other.stdout.readline()
        with pytest.raises(StorageLocked):
            await Storage.open(tmp_path / "data")
        other.stdin.close()
    await _closed(tmp_path / "data")


async def _closed(path: Path) -> None:
    await (await Storage.open(path)).close()


async def test_a_file_of_a_newer_version_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "data"
    await _closed(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StorageNewer):
        await Storage.open(path)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    connection.close()


@pytest.mark.parametrize("content", [b"this is a letter, no data file", b"SQLite format 3\0" + b"\xff" * 5000])
async def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "data"
    path.write_bytes(content)
    with pytest.raises(NotADatabase):
        await Storage.open(path)
    assert path.read_bytes() == content


async def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "data")
    connection.execute("CREATE TABLE recipes (soup TEXT)")
    connection.close()
    with pytest.raises(ForeignDatabase):
        await Storage.open(tmp_path / "data")


@pytest.mark.parametrize("where", ["missing/data", ".", "/proc/data"])
async def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, where: str) -> None:
    with pytest.raises(StorageUnwritable):
        await Storage.open(tmp_path / where)


async def test_an_empty_file_becomes_a_data_file(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    await _closed(tmp_path / "data")
    assert (tmp_path / "data").stat().st_size > 0


async def test_a_closed_file_takes_no_writes(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")
    await opened.close()
    with pytest.raises(StorageError):
        await opened.write(beat(1))


async def test_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")
    differences = await opened.read(lambda c: compare_metadata(MigrationContext.configure(c), schema.metadata))
    assert differences == []
    await opened.close()


async def test_a_backup_taken_while_writes_go_on_is_a_whole_picture(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")

    async def pairs() -> None:
        for k in range(0, 200, 2):
            await opened.write(lambda c, k=k: (beat(k)(c), beat(k + 1)(c)))

    writing = asyncio.ensure_future(pairs())
    await asyncio.sleep(0.02)
    await opened.backup(tmp_path / "copy")
    await writing
    with pytest.raises(BackupExists):
        await opened.backup(tmp_path / "copy")
    await opened.close()
    copied = await Storage.open(tmp_path / "copy")
    found = await copied.read(count)
    assert found % 2 == 0
    assert 0 < found <= 200
    await copied.close()
    assert not (tmp_path / "copy.part").exists()


async def test_a_backup_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    opened = await Storage.open(tmp_path / "data")
    with pytest.raises(StorageUnwritable):
        await opened.backup(tmp_path / "missing" / "copy")
    await opened.close()
    with pytest.raises(StorageUnwritable):
        storage.backup(tmp_path / "nothing", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
