"""What every handler needs: the parts of the server, and one visitor's request with its language and its answers."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.response import Redirect
from markupsafe import escape

from board_library.engine.core import GameSpec
from board_library.engine.errors import UnknownGame
from board_library.server.errors import NoSuchTable
from board_library.server.guests import Guest
from board_library.server.house import House
from board_library.server.seen import Seen, ViewerSettings
from board_library.server.settings import Settings
from board_library.server.tables import TableRunner
from board_library.web.i18n import Translator, choose_language
from board_library.web.names import with_bots_named
from board_library.web.render import Renderer
from board_library.web.security import YEAR, Rate, address_of, bearer, too_many
from board_library.web.table import Tables

GUEST_COOKIE = "guest"
LANG_COOKIE = "lang"

MISSES_PER_SECOND = 0.2
MOST_MISSES = 60
"""How many codes of rooms that are not there an address may ask for: at once, and then in time."""


class Crowd:
    """How many sockets each guest, or each address without a guest, has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def enter(self, key: str) -> bool:
        """Count one more in, unless there are too many."""
        if self._open.get(key, 0) >= self._most:
            return False
        self._open[key] = self._open.get(key, 0) + 1
        return True

    def leave(self, key: str) -> None:
        """Count one out."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


class Site:
    """The parts of a running server, made at start by ``app.create_app``.

    ``drawn`` draws tables, ``crowd`` counts open sockets, ``house`` is what runs behind the pages.
    """

    # No dataclass: the framework would try to read its fields from every request.
    def __init__(
        self,
        *,
        settings: Settings,
        games: Mapping[str, GameSpec],
        renderer: Renderer,
        drawn: Tables,
        crowd: Crowd,
        house: House,
    ) -> None:
        self.settings = settings
        self.games = games
        self.renderer = renderer
        self.drawn = drawn
        self.crowd = crowd
        self.house = house
        self._misses = Rate(MISSES_PER_SECOND, MOST_MISSES)

    async def find(self, text: str, connection: ASGIConnection[Any, Any, Any, Any], guest: Guest | None) -> TableRunner:
        """A room or table by its id or code.

        Raises :class:`NoSuchTable`, and for an address that has guessed too often ``TooManyRequestsException``, whether
        there is such a table or not; who sits there comes in all the same.
        """
        address = address_of(connection)
        guessing = self._misses.left(address) < 1
        try:
            runner = await self.house.tables.find(text)
        except NoSuchTable:
            self._misses.take(address)
            if guessing:
                raise too_many("error.guessing") from None
            raise
        if guessing and runner.facts.seat_of(guest.id if guest else None) is None:
            raise too_many("error.guessing")
        return runner


class Visit:
    """One visitor's request: who it is, in which language, and how to answer."""

    def __init__(
        self, site: Site, request: Request[Any, Any, Any], guest: Guest | None, settings: ViewerSettings
    ) -> None:
        self.site = site
        self.request = request
        self.guest = guest
        self.settings = settings
        self.return_to: str | None = None
        self.cookies: list[Cookie] = []

    @property
    def lang(self) -> str:
        """The language of the page."""
        return self.settings.lang

    @property
    def guest_id(self) -> str | None:
        """The visitor's guest id; None for one who has done nothing yet."""
        return self.guest.id if self.guest else None

    def words(self, game: str | None = None) -> Translator:
        """Texts in the visitor's language."""
        return self.site.renderer.translations(self.lang, game)

    async def known(self) -> Guest:
        """The visitor as a guest; one who is new here becomes a guest now, with a cookie."""
        if self.guest is None:
            name = self.words().text("guest.new_name", n=10 + secrets.randbelow(90))
            self.guest, token = await self.site.house.guests.create(name, settings=self.settings)
            self.keep_cookie(GUEST_COOKIE, token)
        return self.guest

    async def find(self, text: str) -> TableRunner:
        """A room or table by id or code: :meth:`Site.find` for this visitor."""
        return await self.site.find(text, self.request, self.guest)

    async def table(self, text: str) -> TableRunner:
        """The same, to be drawn. Raises :class:`UnknownGame` too, if its game is gone."""
        runner = await self.find(text)
        if runner.facts.game not in self.site.games:
            raise UnknownGame(f"the game of table {runner.facts.id} is gone", game=runner.facts.game)
        return runner

    def look(self, runner: TableRunner) -> Seen:
        """What the visitor may see of a table, in the visitor's language."""
        return with_bots_named(runner.look(self.guest, self.settings), self.words())

    async def forms(self) -> dict[str, list[str]]:
        """A sent form: all values of each field, in order."""
        sent: dict[str, list[str]] = {}
        for name, value in (await self.request.form()).multi_items():
            if isinstance(value, str):
                sent.setdefault(name, []).append(value)
        return sent

    async def form(self) -> dict[str, str]:
        """A sent form: the last value of each field."""
        return {name: values[-1] for name, values in (await self.forms()).items()}

    def next(self) -> str:
        """The page of ours that a link to this one wants to return to."""
        return safe_path(self.request.query_params.get("next"))

    def keep_cookie(self, key: str, value: str) -> None:
        """Set a cookie that no script can read."""
        secure = self.site.settings.secure_cookies
        self.cookies.append(
            Cookie(key=key, value=value, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)
        )

    def page(
        self,
        template: str,
        game: str | None = None,
        /,
        *,
        status: int = 200,
        error: str = "",
        notice: str = "",
        **context: Any,
    ) -> Response[str]:
        """An HTML page made of a template of ``web/templates`` (or of a game's folder)."""
        about = {
            "settings": self.settings,
            "csrf": self.request.scope["state"].get("csrf", ""),
            "path": own_path(self.request),
            "return_to": escape(self.return_to) if self.return_to else None,  # the engine would escape each slash
            "guest": self.guest or {"name": self.words().text("guest.nobody"), "colour": 0},
            "known": self.guest is not None,
            "error": error,
            "notice": notice,
        }
        html = self.site.renderer.render(template, self.lang, game, page=about, **context)
        return Response(html, media_type=MediaType.HTML, status_code=status, cookies=self.cookies)

    def go(self, path: str) -> Redirect:
        """Send the browser on to another page of ours, after a form."""
        return Redirect(path, status_code=303, cookies=self.cookies)


TheSite = NamedDependency[Site]
TheVisit = NamedDependency[Visit]
"""How a handler asks for them: by the argument names ``site`` and ``visit``."""


def own_path(request: Request[Any, Any, Any]) -> str:
    """The path and query of a page that was asked for by GET, ``/`` for an answer to a form."""
    if request.method != "GET":
        try:
            return safe_path(urlsplit(request.headers.get("referer", "")).path)
        except ValueError:  # it is no address
            return "/"
    query = request.scope["query_string"].decode("ascii", "replace")
    if not query or "next" in request.query_params:
        return safe_path(request.url.path)
    return safe_path(f"{request.url.path}?{query}")


def safe_path(path: str | None) -> str:
    """``path`` if it leads to a page of ours, else the first page: a link must not lead people elsewhere."""
    if not path or len(path) > 500 or not path.startswith("/") or path[1:2] in ("/", "\\") or not path.isprintable():
        return "/"
    return path


def visitor_settings(request: ASGIConnection[Any, Any, Any, Any], guest: Guest | None) -> ViewerSettings:
    """The settings of a guest, or those that a newcomer's browser suggests."""
    if guest is not None:
        return guest.settings
    lang = choose_language(request.cookies.get(LANG_COOKIE), request.headers.get("accept-language", ""))
    return ViewerSettings(lang=lang)


async def find_guest(site: Site, request: ASGIConnection[Any, Any, Any, Any]) -> Guest | None:
    """The guest whose token a request or socket carries, in its cookie or as a bearer token."""
    return await site.house.guests.find(bearer(request) or request.cookies.get(GUEST_COOKIE))
