"""The live socket of rooms, tables and results: the framework's socket as the server's :class:`Socket`."""

from __future__ import annotations

import contextlib
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import TooManyRequestsException, WebSocketDisconnect
from litestar.params import FromPath
from msgspec.structs import replace

from board_library.engine.errors import BoardLibraryError
from board_library.games import game
from board_library.server.live import Connection, Gone, Page
from board_library.server.seen import Seen
from board_library.web.names import with_bots_named
from board_library.web.roomview import room_title, room_zones
from board_library.web.security import address_of, same_origin
from board_library.web.site import Site, TheSite, find_guest, visitor_settings

CLOSE_FOREIGN = 4403
CLOSE_UNKNOWN = 4404
CLOSE_CROWD = 4429
"""Why a socket was refused: a foreign page, no such table, too many connections or guesses of one guest."""


class BrowserSocket:
    """What ``server.live`` needs of a socket."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        self._closed = False

    async def send(self, text: str) -> None:
        """Send a text message; raises :class:`Gone` once the peer is away."""
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise Gone from None

    async def receive(self) -> str | bytes:
        """The next message; raises :class:`Gone` once the peer is away."""
        try:
            return await self._socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise Gone from None

    async def close(self, code: int) -> None:
        """Close with a code; closing twice does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._socket.close(code=code)
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise Gone from None


@websocket("/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: FromPath[str], site: TheSite) -> None:
    """Keep a page present until either side ends it."""
    if not same_origin(socket, site.settings.allowed_origins):
        await socket.close(code=CLOSE_FOREIGN, reason="origin")
        return
    guest = await find_guest(site, socket)
    try:
        runner = await site.find(table, socket, guest)
        game(runner.facts.game)
    except BoardLibraryError:
        await _turn_away(socket, CLOSE_UNKNOWN, "table")
        return
    except TooManyRequestsException:
        await _turn_away(socket, CLOSE_CROWD, "guesses")
        return
    key = guest.id if guest else f"at {address_of(socket)}"
    if not site.crowd.enter(key):
        await _turn_away(socket, CLOSE_CROWD, "connections")
        return
    settings = visitor_settings(socket, guest)
    words = site.renderer.translations(settings.lang, runner.facts.game)
    page = socket.query_params.get("page", "")

    def render(seen: Seen) -> Page:
        return draw(site, with_bots_named(replace(seen, settings=settings), words), page)

    try:
        await socket.accept()
        await Connection(
            BrowserSocket(socket),
            runner,
            guest,
            lobby=site.house.lobby,
            render=render,
            translate=lambda error, params: words.text(error, **params),
            settings=site.settings,
        ).run()
    except WebSocketDisconnect:
        pass
    finally:
        site.crowd.leave(key)


async def _turn_away(socket: WebSocket[Any, Any, Any], code: int, reason: str) -> None:
    """Close with a code that the page can read: a socket refused before it is open is a bare 403 to a browser."""
    with contextlib.suppress(WebSocketDisconnect):
        await socket.accept()
        await socket.close(code=code, reason=reason)


def draw(site: Site, seen: Seen, page: str = "") -> Page:
    """What a page of this kind (``room``, ``end``, else the table) shows now, or where its people have gone."""
    if seen.status == "room":
        return Page(room_zones(site.renderer, seen), room_title(site.renderer, seen))
    if page == "room":
        return Page({}, "", f"/tables/{seen.table}")
    if page == "end":
        return Page({"again": site.renderer.render("end/again.html", seen.settings.lang, seen.game, seen=seen)}, "")
    if seen.view is None:  # a stopped table with nothing to show: the page as it stands says why
        return Page({}, "")
    return Page(site.drawn.zones(seen), site.drawn.title(seen))


handlers = [live]
