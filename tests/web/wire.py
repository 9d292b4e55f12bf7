"""Games of Treasure Map over real sockets, with every byte kept that each client has heard, and when."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import time
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

QUIET = 0.03
"""Seconds without a message after which everybody is taken to have heard all of a move."""


class Heard(NamedTuple):
    """What came in: when (Unix seconds), whether over the socket or from which path, and the text with its headers."""

    at: float
    where: str
    text: str


class Client:
    """One person's browser, or an onlooker's (without a token): a socket, pages, forms, the JSON interface."""

    def __init__(self, address: str, token: str | None, lang: str) -> None:
        self.address = address
        self.token = token
        self.lang = lang
        self.table = ""
        self.seat: int | None = None
        self.numbers: set[int] = set()
        self.heard: list[Heard] = []
        headers = {"accept-language": lang, "origin": address} | ({"authorization": f"Bearer {token}"} if token else {})
        self.http = httpx.AsyncClient(base_url=address, headers=headers, timeout=60)
        self.sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []

    async def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Any request; the answer is kept."""
        reply = await self.http.request(method, path, **sent)
        told = "\n".join(f"{name}: {value}" for name, value in reply.headers.multi_items() if name != "set-cookie")
        self.heard.append(Heard(time.time(), path, f"{told}\n\n{reply.text}"))
        return reply

    async def api(self, path: str, **body: Any) -> dict[str, Any]:
        """A JSON request that must go well."""
        reply = await self.ask("POST", f"/api/v1{path}", json=body)
        assert reply.status_code < 300, reply.text
        return dict(reply.json())

    async def view(self) -> dict[str, Any]:
        """The table in the JSON interface."""
        return dict((await self.ask("GET", f"/api/v1/tables/{self.table}")).json())

    async def form(self, path: str, **fields: str) -> httpx.Response:
        """A form with the token of the page."""
        if "csrf" not in self.http.cookies:
            await self.ask("GET", "/health")
        return await self.ask("POST", path, data=fields | {"_csrf_token": self.http.cookies["csrf"]})

    async def listen(self, page: str = "") -> ClientConnection:
        """Open a live socket and keep what it says."""
        url = f"{self.address.replace('http', 'ws', 1)}/tables/{self.table}/live?page={page}"
        headers = {"accept-language": self.lang} | ({"authorization": f"Bearer {self.token}"} if self.token else {})
        socket = await connect(url, origin=self.address, additional_headers=headers, max_size=None)
        await socket.send(json.dumps({"type": "hello", "version": 0}))
        self.sockets.append(socket)
        self._readers.append(asyncio.ensure_future(self._read(socket)))
        return socket

    async def say(self, **message: Any) -> None:
        """Send a message over the newest socket."""
        await self.sockets[-1].send(json.dumps(message))

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                self.heard.append(Heard(time.time(), "socket", str(text)))

    async def close(self) -> None:
        """Close sockets and connections."""
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self._readers)
        await self.http.aclose()


async def quiet(clients: list[Client]) -> None:
    """Wait until nobody has heard anything for a while."""
    before = -1
    while before != (before := sum(len(client.heard) for client in clients)):  # noqa: ASYNC110 - silence is no event
        await asyncio.sleep(QUIET)


async def client(address: str, name: str, lang: str) -> Client:
    """A new guest."""
    async with httpx.AsyncClient(base_url=address, headers={"accept-language": lang, "origin": address}) as http:
        token = (await http.post("/api/v1/guests", json={"name": name})).json()["token"]
    return Client(address, token, lang)


async def play(address: str, game: str, seed: str, most: int = 10_000) -> list[Client]:
    """Two people, a bot and an onlooker at one table, to the end or for ``most`` moves of the people."""
    dice = random.Random(seed)
    ann, bob = await client(address, "Ann", "ru"), await client(address, "Bob", "en")
    clients = [ann, bob, Client(address, None, dice.choice(("ru", "en")))]
    try:
        await open_table(clients, game)
        await play_on(clients, dice, most)
    finally:
        for one in clients:
            await one.close()
    return clients


async def open_table(clients: list[Client], game: str) -> None:
    """From a new room to a running table, with everybody listening."""
    ann, bob, _ = clients
    room = await ann.api("/rooms", game=game)
    code = room["code"]
    for one in clients:
        one.table = room["table"]
    await bob.api(f"/rooms/{code}/join")
    await ann.api(f"/rooms/{code}/bots", level="deckhand")
    for one in clients:
        await one.listen("room")
    for person in (ann, bob):
        number = secrets.randbits(64)
        person.numbers.add(number)
        await person.say(type="number", value=str(number))
    await bob.api(f"/rooms/{code}/ready")
    for one in clients:
        await one.ask("GET", f"/r/{code.replace('-', '')}")
    await quiet(clients)
    ann.seat, bob.seat = 0, 1
    await ann.api(f"/rooms/{code}/start")
    for one in clients:
        await one.listen()


async def play_on(clients: list[Client], dice: random.Random, most: int) -> None:
    """Random moves of the people, while everybody looks around."""
    ann, bob, _ = clients
    made = 0
    while made < most:
        await quiet(clients)
        await look_around(dice.choice(clients), dice)
        pages = [await person.view() for person in (ann, bob)]
        if pages[0]["status"] == "over":
            break
        assert pages[0]["status"] == "running", pages[0]["status"]
        asked = [(person, page["question"]) for person, page in zip((ann, bob), pages, strict=True) if page["question"]]
        if asked:
            await move(*dice.choice(asked), clients, dice)
            made += 1
        else:
            await asyncio.sleep(0.05)  # the bot's turn, or sealed answers


async def look_around(one: Client, dice: random.Random) -> None:
    """One of the pages, the running replay, or forms and messages that are refused."""
    table = f"/tables/{one.table}"
    kind = dice.randrange(5)
    if kind == 0:
        await one.ask("GET", table)
    elif kind == 1:
        await one.ask("GET", f"{table}/replay", params={"step": "0"} if dice.random() < 0.3 else {})
    elif kind == 2:
        await one.form(f"{table}/moves", code="orb lay", opened="1")
    elif kind == 3:
        await one.say(type="move", codes=["draw nothing"], opened=None, id=secrets.token_hex(6))
    else:
        await one.ask("GET", f"{table}/record.json")


async def move(person: Client, question: dict[str, Any], clients: list[Client], dice: random.Random) -> None:
    """One move by socket, sometimes taken back, sometimes tried by somebody else before."""
    code = dice.choice(question["codes"])
    if dice.random() < 0.2:
        other = dice.choice([one for one in clients if one is not person])
        await other.say(type="move", codes=[code], opened=question["opened"], id=secrets.token_hex(6))
    await person.say(type="move", codes=[code], opened=question["opened"], id=secrets.token_hex(6))
    if dice.random() < 0.1:
        await person.say(type="takeback", id=secrets.token_hex(6))
