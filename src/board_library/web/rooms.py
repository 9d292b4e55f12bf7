"""Rooms: made, found, filled, changed, left and started by forms, each answered by a page or a redirect."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from board_library.engine.errors import BoardLibraryError, OptionError, SeatsError
from board_library.server.errors import BadMessage, BadName, NotHost, StartRefused
from board_library.server.facts import read_code
from board_library.server.tables import TableRunner
from board_library.web.errors import status_of
from board_library.web.forms import CLOCK_CHOICES, OptionsForm, named, options_form, read_clock, read_options, reason_of
from board_library.web.roomview import invitation, room_context, room_title, waiting_for
from board_library.web.site import TheVisit, Visit

LONGEST_LINE = 300


@post("/rooms")
async def create(visit: TheVisit) -> Redirect:
    """Make a room and sit down as its host."""
    sent = await visit.form()
    guest = await visit.known()
    runner = await visit.site.house.lobby.create(guest, sent.get("game", ""))
    return visit.go(f"/r/{runner.facts.code}")


@post("/play/{slug:str}")
async def quick_play(visit: TheVisit, slug: FromPath[str]) -> Redirect:
    """A game against bots, now."""
    sent = await visit.form()
    guest = await visit.known()
    runner = await visit.site.house.lobby.quick_play(guest, slug, number=sent.get("number") or None)
    return visit.go(f"/tables/{runner.facts.id}")


@get("/r/{code:str}")
async def room(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """The room, at its one address however its code is written; once the game has begun, its table."""
    runner = await find(visit, code)
    if runner.facts.status != "room":
        return visit.go(f"/tables/{runner.facts.id}")
    if code != runner.facts.code:
        return visit.go(f"/r/{runner.facts.code}")
    return show(visit, runner)


@post("/r/{code:str}/join")
async def join(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """Sit down, in a chosen seat or the first free one."""
    sent = await visit.form()
    runner = await find(visit, code)
    guest = await visit.known()
    try:
        await visit.site.house.lobby.join(guest, runner.facts.id, _seat(sent))
    except BoardLibraryError as error:
        return refuse(visit, runner, error)
    return visit.go(f"/r/{runner.facts.code}")


@post("/r/{code:str}/leave")
async def leave(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """Get up and go."""
    runner = await find(visit, code)
    try:
        await visit.site.house.lobby.leave(await visit.known(), runner.facts.id)
    except BoardLibraryError as error:
        return refuse(visit, runner, error)
    return visit.go("/")


@post("/r/{code:str}/bot")
async def add_bot(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """Put a bot of the chosen level into a free seat."""
    sent = await visit.form()
    runner = await find(visit, code)
    try:
        seat = _seat(sent)
        level = sent.get(f"level-{seat}", "sailor")
        await visit.site.house.lobby.add_bot(await visit.known(), runner.facts.id, seat, level)
    except BoardLibraryError as error:
        return refuse(visit, runner, error)
    return visit.go(f"/r/{runner.facts.code}")


@post("/r/{code:str}/unbot")
async def remove_bot(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """Take a bot out of its seat."""
    sent = await visit.form()
    runner = await find(visit, code)
    try:
        seat = _seat(sent)
        await visit.site.house.lobby.remove_bot(await visit.known(), runner.facts.id, -1 if seat is None else seat)
    except BoardLibraryError as error:
        return refuse(visit, runner, error)
    return visit.go(f"/r/{runner.facts.code}")


@post("/r/{code:str}/remove")
async def remove_person(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """Free the seat of another person."""
    sent = await visit.form()
    runner = await find(visit, code)
    try:
        seat = _seat(sent)
        await visit.site.house.lobby.remove_person(await visit.known(), runner.facts.id, -1 if seat is None else seat)
    except BoardLibraryError as error:
        return refuse(visit, runner, error)
    return visit.go(f"/r/{runner.facts.code}")


@post("/r/{code:str}/ready")
async def ready(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """Tick ready or not, with a number for the seed if the browser sends one."""
    sent = await visit.form()
    runner = await find(visit, code)
    try:
        on = sent.get("ready", "on") == "on"
        await visit.site.house.lobby.ready(await visit.known(), runner.facts.id, on, sent.get("number") or None)
    except BoardLibraryError as error:
        return refuse(visit, runner, error)
    return visit.go(f"/r/{runner.facts.code}")


@post("/r/{code:str}/options")
async def options(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """Change the rules, the clock, the name; what is refused comes back as it was typed."""
    sent = await visit.forms()
    runner = await find(visit, code)
    facts = runner.facts
    spec = visit.site.games[facts.game]
    words = visit.words(facts.game)
    raw, clock = read_options(spec, sent), read_clock(sent)
    name, seats = _last(sent, "name", facts.name), _last(sent, "seats", str(len(facts.seats)))
    private = _last(sent, "private", "") == "on"
    try:
        await visit.site.house.lobby.change(
            await visit.known(), facts.id, name=name, private=private, options=raw, clock=clock,
            seats=int(seats) if seats.isascii() and seats.isdecimal() and len(seats) <= 2 else -1,
        )  # fmt: skip
    except BoardLibraryError as error:
        if isinstance(error, NotHost) or runner.facts.status != "room":
            return refuse(visit, runner, error)
        reason = reason_of(spec, words, error)
        form = options_form(
            spec, words, raw, clock, name=name, private=private, seats=seats, wrong=_field(error), reason=reason
        )
        return show(visit, runner, form=form, options_error=named(form, reason), status=status_of(error))
    return visit.go(f"/r/{facts.code}#options")


@post("/r/{code:str}/start")
async def start(visit: TheVisit, code: FromPath[str]) -> Response[Any]:
    """Begin the game; whoever comes second finds it begun."""
    sent = await visit.form()
    runner = await find(visit, code)
    guest = await visit.known()
    try:
        if sent.get("number"):
            await visit.site.house.lobby.number(guest, runner.facts.id, sent["number"])
        await visit.site.house.lobby.start(guest, runner.facts.id)
    except BoardLibraryError as error:
        if runner.facts.status == "room":
            return refuse(visit, runner, error)
    return visit.go(f"/tables/{runner.facts.id}")


async def find(visit: Visit, code: str) -> TableRunner:
    """The room of a code, however it is written. Raises :class:`NoSuchTable`."""
    return await visit.table(read_code(code))


def refuse(visit: Visit, runner: TableRunner, error: BoardLibraryError) -> Response[Any]:
    """The room as it is now, with the reason why something was refused; raised once the game has begun."""
    if runner.facts.status != "room":
        raise error
    words = visit.words(runner.facts.game)
    unfit = isinstance(error, StartRefused) and error.key == "start.options"
    reason = (
        waiting_for(visit.look(runner), visit.site.games[runner.facts.game], words) if unfit else words.error(error)
    )
    return show(visit, runner, error=reason, status=status_of(error))


def show(
    visit: Visit,
    runner: TableRunner,
    *,
    form: OptionsForm | None = None,
    options_error: str = "",
    error: str = "",
    said: str = "",
    status: int = 200,
) -> Response[Any]:
    """The room's page."""
    runner.touch(visit.guest)
    seen = visit.look(runner)
    context = room_context(visit.site.renderer, seen, form=form, error=options_error)
    context |= invitation(str(visit.request.base_url), seen.code)
    context |= {"title": room_title(visit.site.renderer, seen), "said": said, "longest_line": LONGEST_LINE}
    return visit.page("room.html", seen.game, status=status, error=error, **context)


def _seat(sent: dict[str, str]) -> int | None:
    text = sent.get("seat", "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 2):
        raise BadMessage("a seat is a small number", field="seat")
    return int(text)


def _last(sent: dict[str, list[str]], name: str, default: str) -> str:
    return sent[name][-1] if name in sent else default


def _field(error: BoardLibraryError) -> str:
    """The form field that an error speaks of."""
    if isinstance(error, BadName):
        return "name"
    if isinstance(error, SeatsError):
        return "seats"
    if isinstance(error, OptionError):
        option = str(error.params.get("option", ""))
        return f"clock.{option}" if option in CLOCK_CHOICES else f"o.{option}"
    return ""


handlers = [create, quick_play, room, join, leave, add_bot, remove_bot, remove_person, ready, options, start]
