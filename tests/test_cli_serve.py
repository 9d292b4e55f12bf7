"""``serve``, and what takes copies out of the data file while it runs."""

from __future__ import annotations

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from board_library.cli import run
from board_library.engine.record import Record

COMMAND = [sys.executable, "-m", "board_library"]


class Running:
    """A server of its own: its address, and what it printed."""

    def __init__(self, process: subprocess.Popen[str], head: str) -> None:
        self.process = process
        self.head = head
        found = re.search(r"http://127\.0\.0\.1:\d+", head)
        assert found is not None, head
        self.address = found[0]

    def stop(self, how: signal.Signals) -> tuple[int, str]:
        """End it; exit code and what it printed last."""
        self.process.send_signal(how)
        rest, _ = self.process.communicate(timeout=120)
        return self.process.returncode, rest


@contextmanager
def serving(data: Path) -> Iterator[Running]:
    """Serve on a free port until the end of the block."""
    command = [*COMMAND, "serve", "--port", "0", "--data", str(data), "--lang", "en"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    try:
        head = ""
        while "Ctrl-C" not in head:
            line = process.stdout.readline()
            assert line, f"the server ended: {head}"
            head += line
        yield Running(process, head)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for the tests that only look."""
    folder = tmp_path_factory.mktemp("serving")
    with serving(folder / "games.sqlite3") as running:
        running.data = folder / "games.sqlite3"
        yield running


def refused(*words: object) -> str:
    """What a command that is refused says; it must be one line and exit code 2."""
    done = subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


def play_a_table(address: str) -> tuple[str, str]:
    """Play a table over the API against a bot until ``over``; its id and code."""
    with httpx.Client(base_url=f"{address}/api/v1", headers={"origin": address}) as client:
        token = client.post("/guests", json={"name": "Анна"}).raise_for_status().json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        room = client.post("/rooms", json={"game": "treasure-map", "seats": 2}).raise_for_status().json()
        client.post(f"/rooms/{room['code']}/bots", json={"level": "deckhand"}).raise_for_status()
        table = client.post(f"/rooms/{room['code']}/start").raise_for_status().json()
        return table["table"], table["code"]


def test_it_says_where_it_is_where_the_data_is_and_how_to_stop(server: Running) -> None:
    assert "Board Library is at http://127.0.0.1:" in server.head
    assert f"Data file: {server.data}" in server.head
    assert "Ctrl-C" in server.head
    assert server.head.count("\n") == 3


def test_it_warns_of_games_that_cannot_be_loaded_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARD_LIBRARY_GAMES", str(tmp_path / "nowhere"))
    with serving(tmp_path / "games.sqlite3") as running:
        assert f"warning: {tmp_path}/nowhere is left out: there is no such folder\n" in running.head
        assert httpx.get(running.address).status_code == 200


def test_the_first_page_and_what_it_links_to_are_there(server: Running) -> None:
    with httpx.Client(base_url=server.address) as client:
        page = client.get("/")
        assert page.status_code == 200
        assert "text/html" in page.headers["content-type"]
        links = set(re.findall(r'(?:src|href)="(/(?:static|games)/[^"#]+)', page.text))
        assert len(links) >= 2
        assert {link: client.get(link).status_code for link in links} == dict.fromkeys(links, 200)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly(how: signal.Signals, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite3") as running:
        code, rest = running.stop(how)
    assert code == 0
    assert rest == "Stopped; every game is kept in the data file.\n"


def test_broken_text_on_a_socket_is_one_line_of_the_log(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite3") as running:
        table, _ = play_a_table(running.address)
        line = f"{running.address.replace('http', 'ws')}/tables/{table}/live"
        with connect(line, origin=Origin(running.address)) as socket:
            socket.send(b"\xff", text=True)
            with pytest.raises(ConnectionClosed) as caught:
                list(socket)
        _, rest = running.stop(signal.SIGINT)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1007
    assert rest.splitlines() == [
        "ERROR:    Invalid UTF-8 sequence received from client.",
        "Stopped; every game is kept in the data file.",
    ]


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        said = refused("serve", "--port", port, "--data", tmp_path / "x.sqlite3")
    assert f"port {port} of 127.0.0.1 is in use; choose another by --port" in said


def test_a_data_file_that_another_server_holds_is_one_line(server: Running) -> None:
    assert "another server uses" in refused("serve", "--port", 0, "--data", server.data)


def test_a_file_that_is_no_database_is_one_line_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear captain, this is no database at all.")
    assert "is no SQLite database" in refused("serve", "--port", 0, "--data", file)
    assert file.read_text() == "Dear captain, this is no database at all."


def test_a_database_of_another_program_is_one_line_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "stamps.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE stamps (country TEXT)")
    assert "belongs to another program" in refused("serve", "--port", 0, "--data", file)
    with closing(sqlite3.connect(file)) as connection:
        assert [row[0] for row in connection.execute("SELECT name FROM sqlite_master")] == ["stamps"]


def test_a_data_file_of_a_newer_version_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "future.sqlite3"
    with serving(file) as running:
        running.stop(signal.SIGTERM)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'from_the_future'")
    assert "written by a newer version" in refused("serve", "--port", 0, "--data", file)


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    refused("serve", "--port", 0, "--data", tmp_path / "nowhere" / "games.sqlite3")


def test_a_backup_of_a_running_server_can_be_served(server: Running, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    _, code = play_a_table(server.address)
    assert run(["backup", str(copy), "--data", str(server.data)]) == 0
    assert "is there already" in refused("backup", copy, "--data", server.data)
    with serving(copy) as second:
        assert httpx.get(f"{second.address}/api/v1/tables/{code}").status_code == 200


def test_export_lists_tables_and_keeps_the_secret_of_a_running_one(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, code = play_a_table(server.address)
    assert run(["export", "--data", str(server.data)]) == 0
    listed = capsys.readouterr().out
    assert "treasure-map" in listed
    assert f"{code[:3]}-{code[-3:]}" in listed
    assert "its record tells what is hidden" in refused("export", code, "--data", server.data)
    assert "there is no table" in refused("export", "ZZZZZZ", "--data", server.data)
    file = tmp_path / "record.json"
    assert run(["export", table, str(file), "--running", "--data", str(server.data)]) == 0
    record = Record.from_json(file.read_text())
    assert (record.game, record.seats) == ("treasure-map", 2)
    assert json.loads(file.read_text())["commitment"]
    assert run(["verify", str(file)]) == 0
    kept = file.read_text()
    assert "record.json is there already" in refused("export", code, file, "--running", "--data", server.data)
    assert file.read_text() == kept
