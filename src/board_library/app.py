"""The application: what a web server serves. ``create_app`` puts server, pages and sockets together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import HttpMethod
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message

from board_library import __version__
from board_library.engine.errors import BoardLibraryError
from board_library.games import all_games
from board_library.server.house import House
from board_library.server.logs import configure
from board_library.server.settings import Settings
from board_library.server.times import Times
from board_library.web import after, api, designers, errors, live, pages, play, rooms
from board_library.web.render import Renderer
from board_library.web.security import Gate, Tokens, secure_headers
from board_library.web.site import Crowd, Site, TheSite, Visit, find_guest, visitor_settings
from board_library.web.table import Tables
from board_library.web.workshop import Workshop

LARGEST_BODY = 256 * 1024
"""Bytes of a form or of JSON; no form of ours comes near."""


class App(Litestar):
    """Answers HEAD like GET, without the body, for pages and files alike; the framework wants a route for each."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, or keep one socket."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await super().__call__(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        got: Any = {**scope, "method": HttpMethod.GET}
        await super().__call__(got, receive, send_head)


def create_app(settings: Settings, times: Times | None = None) -> Litestar:
    """The application. The data file is opened when the web server starts it, and closed when it stops."""
    configure(settings.log_level, as_json=settings.log_json)
    games = all_games()
    renderer = Renderer(games)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        house = await House.open(settings, times)
        crowd = Crowd(settings.connections_per_guest)
        app.state.site = Site(
            settings=settings, games=games, renderer=renderer, drawn=Tables(renderer), crowd=crowd, house=house
        )
        app.state.workshop = Workshop()
        try:
            yield
        finally:
            await app.state.workshop.close()
            await house.close()

    return App(
        route_handlers=[
            *pages.handlers, *rooms.handlers, *play.handlers, *after.handlers, *live.handlers,
            *designers.handlers, api.router,
        ],
        dependencies={
            "site": Provide(_site, sync_to_thread=False),
            "visit": Provide(_visit),
            "workshop": Provide(_workshop, sync_to_thread=False),
        },
        middleware=[
            Gate(
                allowed=settings.allowed_origins,
                per_second=settings.messages_per_second,
                burst=settings.message_burst,
            ),
            Tokens(secure=settings.secure_cookies),
        ],
        exception_handlers={
            BoardLibraryError: errors.refused,
            HTTPException: errors.http_error,
            RecursionError: errors.too_deep,
            Exception: errors.failed,
        },
        before_send=[secure_headers(tls=settings.secure_cookies)],
        lifespan=[running],
        openapi_config=OpenAPIConfig(
            title="Board Library",
            version=__version__,
            path="/api/v1/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1024, gzip_compress_level=5),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        debug=False,
        pdb_on_exception=False,
    )  # fmt: skip


def _site(state: State) -> Site:
    site: Site = state.site
    return site


def _workshop(state: State) -> Workshop:
    workshop: Workshop = state.workshop
    return workshop


async def _visit(request: Request[Any, Any, Any], site: TheSite) -> Visit:
    guest = await find_guest(site, request)
    visit = Visit(site, request, guest, visitor_settings(request, guest))
    request.scope["state"]["visit"] = visit
    if guest is not None and request.method == "GET" and not request.url.path.startswith("/api/"):
        visit.return_to = await _return_to(site, visit)
    return visit


async def _return_to(site: Site, visit: Visit) -> str | None:
    """The address of the guest's newest running table, None if it is this page or there is none."""
    if visit.guest is None:
        return None
    for line in await site.house.lobby.mine(visit.guest):
        if line.status == "running" and line.table not in visit.request.url.path:
            return f"/tables/{line.table}"
    return None
