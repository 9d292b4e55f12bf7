"""The same over real sockets: ``serve`` is killed under 50 games, and everybody plays on."""

import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from board_library.engine.record import Record, verify
from board_library.games import game
from board_library.server import schema
from board_library.server.storage import Storage

GAMES = 50
AT_ONCE = 8
KILLS = 8
WITH_BOT = 5
"""Every fifth game has a bot beside its two people."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OFFLINE = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, httpx.TransportError)


class Server:
    """``board-library serve``, which dies and is started again on the same port and data file."""

    def __init__(self, data: Path, port: int) -> None:
        self.data = data
        self.port = port
        self.up = asyncio.Event()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        quick = {"BOT_PAUSE": "0", "PRESENCE_PAUSE": "0", "MESSAGES_PER_SECOND": "100000", "MESSAGE_BURST": "100000"}
        environ = os.environ | {f"BOARD_LIBRARY_{name}": value for name, value in quick.items()}
        command = [sys.executable, "-m", "board_library", "serve", "--port", str(self.port), "--data", str(self.data)]
        with self.data.with_suffix(".log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environ)
        async with httpx.AsyncClient() as client, asyncio.timeout(120):
            while True:
                assert self.process.poll() is None, "the server did not start"
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get(f"{self.url}/health")).text == "ok":
                        break
                await asyncio.sleep(0.05)
        self.up.set()

    async def kill(self) -> None:
        """SIGKILL; the processes in which its bots think must end by themselves."""
        assert self.process is not None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        self.up.clear()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        until = time.monotonic() + 20
        while time.monotonic() < until and any(_runs(child) for child in children):
            await asyncio.sleep(0.05)
        assert not any(_runs(child) for child in children)


def _runs(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Person:
    """A seat of a table, its browser's socket, and what it knows so far."""

    def __init__(self, server: Server, token: str, table: str, seat: int) -> None:
        self.server = server
        self.headers = {"authorization": f"Bearer {token}"}
        self.table = table
        self.seat = seat
        self.socket: ClientConnection | None = None
        self.sent: dict[str, Any] | None = None
        """The move that waits for its answer: it is sent again, under the same id, after a crash."""
        self.answered: list[tuple[dict[str, Any], bool]] = []
        self.log: list[Any] = []

    async def view(self, client: httpx.AsyncClient) -> dict[str, Any]:
        """The present page; what it tells of the past must be what was told before."""
        reply = await client.get(f"{self.server.url}/api/v1/tables/{self.table}", headers=self.headers)
        assert reply.status_code == 200, reply.text
        page: dict[str, Any] = reply.json()
        assert page["log"][: len(self.log)] == self.log, "draws are as before, and nothing acknowledged is missing"
        self.log = page["log"]
        return page

    async def move(self, code: str, opened: int) -> bool:
        self.sent = {"type": "move", "codes": [code], "opened": opened, "id": secrets.token_hex(6)}
        return await self.settle()

    async def settle(self) -> bool:
        """Send what waits for an answer and note the answer."""
        assert self.sent is not None
        answer = await self.ask(self.sent)
        self.answered.append((self.sent, answer))
        self.sent = None
        return answer

    async def ask(self, message: dict[str, Any]) -> bool:
        if self.socket is None:
            url = f"ws://127.0.0.1:{self.server.port}/tables/{self.table}/live"
            self.socket = await connect(url, origin=self.server.url, additional_headers=self.headers, max_size=None)
            await self.socket.send(json.dumps({"type": "hello", "version": 0}))
        await self.socket.send(json.dumps(message))
        async with asyncio.timeout(60):
            while True:
                heard = json.loads(await self.socket.recv())
                if heard["type"] == "answer":
                    assert heard["id"] == message["id"]
                    return bool(heard["ok"])

    async def hang_up(self) -> None:
        if self.socket is not None:
            with contextlib.suppress(*OFFLINE):
                await self.socket.close()
            self.socket = None


async def open_table(server: Server, client: httpx.AsyncClient, *, bot: bool) -> list[Person]:
    """Two people, with or without a bot, at a running table."""

    async def post(path: str, token: str = "", **body: object) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {token}"} if token else {"origin": server.url}
        reply = await client.post(f"{server.url}/api/v1{path}", json=body, headers=headers)
        assert reply.status_code < 300, reply.text
        return dict(reply.json())

    ann, bob = [(await post("/guests", name=name))["token"] for name in ("Ann", "Bob")]
    room = await post("/rooms", ann, game="treasure-map", private=True, clock={"bank": 5000})
    code = room["code"]
    await post(f"/rooms/{code}/join", bob)
    if bot:
        await post(f"/rooms/{code}/bots", ann)
    await post(f"/rooms/{code}/ready", bob, number=str(secrets.randbits(64)))
    await post(f"/rooms/{code}/start", ann)
    return [Person(server, token, room["table"], seat) for seat, token in enumerate((ann, bob))]


async def play(server: Server, client: httpx.AsyncClient, chance: random.Random, *, bot: bool) -> list[Person]:
    """A whole game by random moves, through however many crashes."""
    people: list[Person] = []
    fresh, turn = False, 0
    while True:
        await server.up.wait()
        try:
            if not people:
                people = await open_table(server, client, bot=bot)
            for person in people:
                if person.sent is not None:
                    await person.settle()
                elif fresh and person.answered:
                    message, answer = person.answered[-1]
                    assert await person.ask(message) == answer, "the same request gets the same answer"
            fresh = False
            page = await people[turn].view(client)
            if page["status"] == "over":
                break
            assert page["status"] == "running"
            question, asked = page["question"], [one["seat"] for one in page["asked"] if one["seat"] < len(people)]
            if question is not None:
                await people[turn].move(chance.choice(question["codes"]), question["opened"])
            elif asked:
                turn = chance.choice(asked)
            else:
                await asyncio.sleep(0.05)  # the bot's turn
        except OFFLINE:
            fresh = True
            for person in people:
                await person.hang_up()
            await asyncio.sleep(0.05)
    for person in people:
        await person.hang_up()
    return people


async def kill_now_and_then(server: Server, chance: random.Random) -> int:
    kills = 0
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.5, 4))
        await server.kill()
        kills += 1
        await server.start()
    return kills


async def test_fifty_games_over_sockets_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(tmp_path / "data", port)
    await server.start()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> list[Person]:
        async with gate:
            return await play(server, client, random.Random(f"{seed} {number}"), bot=number % WITH_BOT == 0)

    try:
        async with httpx.AsyncClient(timeout=60) as client:
            killing = asyncio.ensure_future(kill_now_and_then(server, chance))
            games = await asyncio.gather(*(one(number) for number in range(GAMES)))
            assert await killing == KILLS
            records = [
                (await client.get(f"{server.url}/tables/{people[0].table}/record.json", headers=people[0].headers)).text
                for people in games
            ]
    finally:
        server.process.terminate()
        server.process.wait()
    for text in records:
        verify(game("treasure-map"), Record.from_json(text))
    log = server.data.with_suffix(".log").read_text()
    assert "Traceback" not in log, log[-5000:]
    await _check(server.data, games)


async def _check(data: Path, games: list[list[Person]]) -> None:
    storage = await Storage.open(data)
    for people in games:
        query = sa.select(schema.entries).where(schema.entries.c.table_id == people[0].table)
        rows = await storage.read(lambda c, query=query: c.execute(query.order_by(schema.entries.c.ply)).all())
        assert [row.ply for row in rows] == list(range(1, len(rows) + 1))
        stored = [(row.move_id, row.code) for row in rows if row.by == "person"]
        asked = [
            (f"{person.seat}:{message['id']}", message["codes"][0])
            for person in people
            for message, ok in person.answered
            if ok
        ]
        assert sorted(stored) == sorted(asked), "every acknowledged move once, and no other"
    await storage.close()
