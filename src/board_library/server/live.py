"""Live connections: what a browser says over its socket, and how it is kept in the picture.

Each connection has an outbox with one slot ("something changed") and one task that writes. When the socket is ready
the task looks at the present page of its viewer and sends the zones that differ from those it sent last: whoever
reads slowly gets fewer, never older pages, and whoever does not read at all is dropped. Nothing here knows a web
framework: ``web`` adapts its socket to :class:`Socket`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import msgspec
import structlog

from board_library.engine.errors import BoardLibraryError
from board_library.server.answers import Answer, refusal
from board_library.server.errors import BadMessage, Flooding, MessageTooLong, NotSeated
from board_library.server.guests import Guest
from board_library.server.rooms import Lobby
from board_library.server.seen import Seen
from board_library.server.settings import Settings
from board_library.server.tables import TableRunner

log = structlog.get_logger("board_library.live")

CLOSE_NORMAL = 1000
CLOSE_POLICY = 1008
CLOSE_TOO_BIG = 1009
MOST_WAITING = 64
"""Answers that may wait for a slow reader before it is dropped."""
STRIKES = 20
"""Refused messages in a row for which a flooding connection is dropped."""


class Gone(Exception):
    """The peer has closed the connection."""


class Socket(Protocol):
    """A connection as this module needs it. ``send`` and ``receive`` raise :class:`Gone` once the peer is away."""

    async def send(self, text: str) -> None:
        """Send a text message; returns when the transport has taken it."""

    async def receive(self) -> str | bytes:
        """The next message."""

    async def close(self, code: int) -> None:
        """Close with a code; closing twice does nothing."""


class Page(NamedTuple):
    """A rendered page: outer HTML by zone, the tab's title, and where to go if the page has moved on (else None)."""

    zones: dict[str, str]
    title: str
    go: str | None = None


Render = Callable[[Seen], Page]
Translate = Callable[[str, dict[str, str | int]], str]
"""The sentence of an error's key and params in the viewer's language."""


class Hello(msgspec.Struct, tag="hello"):
    """First message: the version of the page that the browser holds, 0 for none."""

    version: int = 0


class MoveMessage(msgspec.Struct, tag="move"):
    """Moves."""

    codes: list[str]
    id: str
    opened: int | None = None


class TakebackMessage(msgspec.Struct, tag="takeback"):
    """Undo one's last move."""

    id: str


class SayMessage(msgspec.Struct, tag="say"):
    """A line of chat."""

    text: str
    id: str


class NumberMessage(msgspec.Struct, tag="number"):
    """The browser's random number for the seed, as decimal text."""

    value: str


class Ping(msgspec.Struct, tag="ping"):
    """Keep-alive."""


_decoder = msgspec.json.Decoder(Hello | MoveMessage | TakebackMessage | SayMessage | NumberMessage | Ping)


class Outbox:
    """What one connection still has to be told: messages in order, and whether to look again."""

    def __init__(self, socket: Socket, look: Callable[[], Seen], render: Render, send_timeout: float) -> None:
        self._socket = socket
        self._look = look
        self._render = render
        self._send_timeout = send_timeout
        self._messages: deque[dict[str, Any]] = deque()
        self._changed = False
        self._wake = asyncio.Event()
        self._version: int | None = None
        self._zones: dict[str, str] = {}
        self._closing: int | None = None
        self._sending: asyncio.Timeout | None = None

    def poke(self) -> None:
        """Something may have changed."""
        self._changed = True
        self._wake.set()

    def post(self, message: dict[str, Any]) -> None:
        """Send a message; too many that wait unread end the connection, in the midst of a message if need be."""
        if len(self._messages) < MOST_WAITING:
            self._messages.append(message)
            self._wake.set()
            return
        self.drop(CLOSE_POLICY)
        if self._sending is not None:
            self._sending.reschedule(0)

    def drop(self, code: int) -> None:
        """Close the connection after what is waiting."""
        if self._closing is None:
            self._closing = code
        self._wake.set()

    def hold_version(self, version: int) -> None:
        """The browser says which page it holds: if that is the present one, nothing needs to be sent."""
        seen = self._look()
        if version == seen.version:
            self._version = version
            self._zones = self._render(seen).zones
        self.poke()

    async def run(self) -> None:
        """Write until the connection ends: the peer is gone, does not read in time, or is dropped."""
        code = CLOSE_NORMAL
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._messages:
                    await self._send(self._messages.popleft())
                if self._closing is not None:
                    code = self._closing
                    return
                if self._changed:
                    self._changed = False
                    await self._send_page()
        except Gone:
            pass
        except TimeoutError:
            code = CLOSE_POLICY
            log.info("slow_viewer_dropped")
        finally:
            with contextlib.suppress(Gone, TimeoutError):
                async with asyncio.timeout(self._send_timeout):
                    await self._socket.close(code)

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            async with asyncio.timeout(self._send_timeout) as self._sending:
                await self._socket.send(msgspec.json.encode(message).decode())
        finally:
            self._sending = None

    async def _send_page(self) -> None:
        seen = self._look()
        if seen.version == self._version:
            return
        page = self._render(seen)
        if page.go is not None:
            await self._send({"type": "go", "url": page.go})
        changed = {name: html for name, html in page.zones.items() if self._zones.get(name) != html}
        self._version, self._zones = seen.version, page.zones
        await self._send(
            {"type": "zones", "version": seen.version, "zones": changed, "title": page.title, "notice": None}
        )


class _Allowance:
    """A bucket of tokens: so many messages a second, and a burst."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, float(burst), now

    def take(self, now: float) -> bool:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Connection:
    """One browser at one table: reads what it says, and keeps its page present until either side ends it."""

    def __init__(
        self,
        socket: Socket,
        table: TableRunner,
        guest: Guest | None,
        *,
        lobby: Lobby,
        render: Render,
        translate: Translate,
        settings: Settings,
    ) -> None:
        self._socket = socket
        self._table = table
        self._guest = guest
        self._lobby = lobby
        self._translate = translate
        self._settings = settings
        self._outbox = Outbox(socket, lambda: table.look(guest), render, settings.send_timeout)
        self._strikes = 0

    async def run(self) -> None:
        """Serve the connection until it ends; never raises for what the peer does."""
        self._table.come(self._guest, self._outbox)
        writing = asyncio.ensure_future(self._outbox.run())
        reading = asyncio.ensure_future(self._read())
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and not writing.done():
                self._outbox.drop(CLOSE_NORMAL)
                await asyncio.wait((writing,), timeout=self._settings.send_timeout)
        finally:
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
            self._table.go(self._guest, self._outbox)

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        allowance = _Allowance(self._settings.messages_per_second, self._settings.message_burst, loop.time())
        with contextlib.suppress(Gone):
            while True:
                text = await self._socket.receive()
                if len(text) > self._settings.message_bytes:
                    longest = self._settings.message_bytes
                    self._refuse("", MessageTooLong(f"at most {longest} bytes", longest=longest))
                    self._outbox.drop(CLOSE_TOO_BIG)
                    return
                if allowance.take(loop.time()):
                    self._strikes = 0
                    await self._take(text)
                else:
                    self._strikes += 1
                    self._refuse(_id_of(text), Flooding("too many messages a second"))
                    if self._strikes >= STRIKES:
                        log.info("flooding_viewer_dropped", table=self._table.facts.id)
                        self._outbox.drop(CLOSE_POLICY)
                        return

    async def _take(self, text: str | bytes) -> None:
        try:
            message = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._refuse(_id_of(text), BadMessage("not a message of the agreed shape", field="message"))
            return
        try:
            await self._obey(message)
        except BoardLibraryError as error:
            self._refuse(getattr(message, "id", ""), error)

    async def _obey(self, message: Any) -> None:
        if isinstance(message, Hello):
            self._outbox.hold_version(message.version)
        elif isinstance(message, Ping):
            self._outbox.post({"type": "pong"})
        elif isinstance(message, MoveMessage):
            await self._table.submit(
                self._seat(), message.codes, message.opened, message.id, lambda answer: self._answer(message.id, answer)
            )
        elif isinstance(message, TakebackMessage):
            await self._table.takeback(self._seat(), message.id, lambda answer: self._answer(message.id, answer))
        elif isinstance(message, SayMessage):
            await self._table.say(self._known(), message.text, message.id)
            self._outbox.post({"type": "answer", "id": message.id, "ok": True})
        elif isinstance(message, NumberMessage) and self._table.facts.status == "room":
            # A number that crosses with Start is too late to count; the record says that it is missing.
            await self._lobby.number(self._known(), self._table.facts.id, message.value)

    def _known(self) -> Guest:
        if self._guest is None:
            raise NotSeated("who has no name yet only watches")
        return self._guest

    def _seat(self) -> int:
        seat = self._table.facts.seat_of(self._known().id)
        if seat is None:
            raise NotSeated("one who watches cannot do that")
        return seat

    def _refuse(self, message_id: str, error: BoardLibraryError) -> None:
        self._answer(message_id, refusal(error))

    def _answer(self, message_id: str, answer: Answer) -> None:
        message: dict[str, Any] = {"type": "answer", "id": message_id, "ok": answer.ok}
        if answer.error is not None:
            message["error"] = self._translate(answer.error, answer.params)
        self._outbox.post(message)
        if not answer.ok:
            self._outbox.poke()


def _id_of(text: str | bytes) -> str:
    """The id of a message that is refused unread, as far as it has one."""
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
    found = raw.get("id") if isinstance(raw, dict) else None
    return found[:64] if isinstance(found, str) else ""
