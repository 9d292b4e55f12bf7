"""Game Select, a guest's name and colour, settings, the language switch, static files, health."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post, route
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import File, Redirect

from board_library.server.errors import BadColour, BadName, BadViewerSetting, NoSuchTable
from board_library.server.facts import read_code
from board_library.web.i18n import LANGUAGES
from board_library.web.render import SERVED, SHEETS, Folder
from board_library.web.site import LANG_COOKIE, TheSite, TheVisit, Visit, safe_path

FOR_GOOD = "public, max-age=31536000, immutable"
"""Static files: their address changes with their contents."""


MOST_ROOMS = 30
"""Rooms and tables in the list of Game Select."""


@get("/")
async def select(visit: TheVisit) -> Response[str]:
    """Game Select."""
    return await show_select(visit)


async def show_select(visit: Visit, *, find_code: str = "", find_error: str = "", status: int = 200) -> Response[str]:
    """Game Select, quick games first, perhaps with what is wrong with a code that was typed."""
    lobby = visit.site.house.lobby
    rooms = lobby.open_rooms()
    games = [
        {
            "slug": spec.slug,
            "least": spec.seats[0],
            "most": spec.seats[-1],
            "minutes": spec.minutes,
            "open": sum(room.game == spec.slug for room in rooms),
        }
        for spec in sorted(visit.site.games.values(), key=lambda spec: spec.minutes)
    ]
    doors = [*rooms, *lobby.running()][:MOST_ROOMS]
    return visit.page(
        "select.html", status=status, games=games, rooms=doors, find_code=find_code, find_error=find_error
    )


@get("/find")
async def find(visit: TheVisit, code: FromQuery[str] = "") -> Response[Any]:
    """Find a room by its code, however it was typed."""
    try:
        runner = await visit.find(read_code(code))
    except NoSuchTable as error:
        return await show_select(visit, find_code=code[:12], find_error=visit.words().error(error), status=404)
    return visit.go(f"/r/{runner.facts.code}")


@get("/me")
async def me(visit: TheVisit) -> Response[str]:
    """Name and colour."""
    name = visit.guest.name if visit.guest else ""
    colour = str(visit.guest.colour) if visit.guest else "0"
    return _me(visit, {"name": name, "colour": colour}, visit.next())


def _me(visit: Visit, form: dict[str, str], next_page: str, status: int = 200, **errors: str) -> Response[str]:
    wrong = {"name": "", "colour": ""} | errors
    return visit.page("me.html", status=status, form=form, errors=wrong, next=next_page)


@post("/me")
async def change_me(visit: TheVisit) -> Response[Any]:
    """Take a new name and colour."""
    sent = await visit.form()
    form = {"name": sent.get("name", ""), "colour": sent.get("colour", "")}
    next_page = safe_path(sent.get("next"))
    colour = int(form["colour"]) if form["colour"] in "012345" and len(form["colour"]) == 1 else -1
    try:
        guest = await visit.known()
        visit.guest = await visit.site.house.guests.change(guest, name=form["name"], colour=colour)
    except BadName as error:
        return _me(visit, form, next_page, 422, name=visit.words().error(error))
    except BadColour as error:
        return _me(visit, form, next_page, 422, colour=visit.words().error(error))
    await visit.site.house.lobby.rename(visit.guest)
    return visit.go(next_page)


class SettingsForm(msgspec.Struct):
    """The settings as the page shows them: all texts but the ticks."""

    lang: str
    room: str
    speed: str
    odds: bool
    confirm: bool
    sound: bool


@get("/settings")
async def settings(visit: TheVisit) -> Response[str]:
    """A person's own settings."""
    s = visit.settings
    form = SettingsForm(s.lang, s.room, str(s.speed), s.odds, s.confirm, s.sound)
    return visit.page("settings.html", form=form, errors={}, next=visit.next())


@post("/settings")
async def change_settings(visit: TheVisit) -> Response[Any]:
    """Take new settings."""
    sent = await visit.form()
    ticks = {name: sent.get(name) == "on" for name in ("odds", "confirm", "sound")}
    form = SettingsForm(sent.get("lang", ""), sent.get("room", ""), sent.get("speed", ""), **ticks)
    next_page = safe_path(sent.get("next"))
    values = msgspec.structs.asdict(form)
    values["speed"] = int(form.speed) if form.speed in ("0", "1", "2") else -1
    try:
        guest = await visit.known()
        visit.guest = await visit.site.house.guests.change(guest, settings=values)
    except BadViewerSetting as error:
        errors = {str(error.params["setting"]): visit.words().error(error)}
        return visit.page("settings.html", status=422, form=form, errors=errors, next=next_page)
    visit.keep_cookie(LANG_COOKIE, form.lang)
    await visit.site.house.lobby.rename(visit.guest)
    return visit.go(next_page)


@get("/lang/{code:str}")
async def language(visit: TheVisit, code: FromPath[str]) -> Redirect:
    """Switch the language and stay on the page."""
    if code not in LANGUAGES:
        raise NotFoundException
    if visit.guest is not None:
        visit.guest = await visit.site.house.guests.change(visit.guest, settings={"lang": code})
        await visit.site.house.lobby.rename(visit.guest)
    visit.keep_cookie(LANG_COOKIE, code)
    return visit.go(visit.next())


@get("/static/{version:str}/{file:path}", sync_to_thread=False)
def static_file(site: TheSite, version: FromPath[str], file: FromPath[str]) -> File:
    """A file of ``web/static``."""
    return _file(site.renderer.static, version, file)


@get("/games/{slug:str}/{version:str}/{file:path}", sync_to_thread=False)
def game_file(site: TheSite, slug: FromPath[str], version: FromPath[str], file: FromPath[str]) -> File:
    """A file of a game's folder: its sprite, its style sheet."""
    if slug not in site.renderer.folders:
        raise NotFoundException
    return _file(site.renderer.folders[slug], version, file)


@get("/styles/{version:str}/{name:str}", sync_to_thread=False)
def style_sheet(site: TheSite, version: FromPath[str], name: FromPath[str]) -> Response[str]:
    """A style sheet made of several files: ``base.css``, ``table.treasure-map.css``."""
    sheet, _, slug = name.removesuffix(".css").partition(".")
    if sheet not in SHEETS or (slug and slug not in site.games):
        raise NotFoundException
    address = site.renderer.styles(sheet, slug or None)
    # An address of an older version still gets the sheet, but not for good.
    cache = FOR_GOOD if address.split("/")[2] == version else "no-cache"
    return Response(site.renderer.sheet(sheet, slug or None), media_type="text/css", headers={"cache-control": cache})


def _file(folder: Folder, version: str, file: str) -> File:
    path = folder.find(file.lstrip("/"))
    if path is None:
        raise NotFoundException
    # An address of an older version still gets the file, but not for good.
    cache = FOR_GOOD if version == folder.version else "no-cache"
    headers = {"cache-control": cache}
    return File(path, content_disposition_type="inline", media_type=SERVED[path.suffix], headers=headers)


@route(
    "/{unknown:path}", http_method=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False,
    sync_to_thread=False,
)  # fmt: skip
def nowhere(visit: TheVisit, unknown: FromPath[str]) -> None:
    """Any other page: refused as one that knows its visitor, so that it can lead back to the game."""
    raise NotFoundException(f"{visit.lang}: no page {unknown}")


@get("/health", media_type=MediaType.TEXT, sync_to_thread=False)
def health() -> str:
    """That the server answers."""
    return "ok"


handlers = [
    select, find, me, change_me, settings, change_settings, language, static_file, game_file, style_sheet, health,
    nowhere,
]  # fmt: skip
