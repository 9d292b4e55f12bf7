"""A running table by forms: its page, moves, takeback, a line of chat, leaving it to the zombie."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import FromPath
from markupsafe import Markup

from board_library.engine.errors import BoardLibraryError, StaleQuestion
from board_library.server.answers import Answer
from board_library.server.errors import BadMessage, NotSeated
from board_library.server.tables import TableRunner
from board_library.web import rooms
from board_library.web.errors import refused, status_of
from board_library.web.site import TheVisit, Visit


@get("/tables/{table:str}")
async def table(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """The table, or where its people are now: the room before, the results after."""
    runner = await visit.table(table)
    if runner.facts.status == "room":
        return visit.go(f"/r/{runner.facts.code}")
    if runner.facts.status == "over" and "stay" not in visit.request.query_params:
        return visit.go(f"/tables/{runner.facts.id}/end")
    return show(visit, runner)


@post("/tables/{table:str}/moves")
async def moves(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """Play the codes of a form in order, up to the first that is refused."""
    sent = await visit.forms()
    runner = await visit.table(table)
    seat = _seat(visit, runner)
    opened = _last(sent, "opened")
    if opened and not (opened.isascii() and opened.isdecimal() and len(opened) <= 9):
        return show(visit, runner, error=BadMessage("opened is the ply of the question", field="opened"))
    answer = await runner.submit(
        seat, codes_of(sent), int(opened) if opened else None, _last(sent, "move_id") or secrets.token_hex(8)
    )
    return _answered(visit, runner, answer)


@post("/tables/{table:str}/takeback")
async def takeback(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """Undo one's last move."""
    sent = await visit.forms()
    runner = await visit.table(table)
    answer = await runner.takeback(_seat(visit, runner), _last(sent, "move_id") or secrets.token_hex(8))
    return _answered(visit, runner, answer)


@post("/tables/{table:str}/hint")
async def hint(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """Think about the visitor's open question; the table's page shows what was found. A script gets errors as JSON."""
    runner = await visit.table(table)
    try:
        await runner.hints.ask(visit.guest_id)
    except BoardLibraryError as error:
        if MediaType.JSON in visit.request.headers.get("accept", ""):
            reason = visit.words(runner.facts.game).error(error)
            return Response({"error": reason}, media_type=MediaType.JSON, status_code=status_of(error))
        return show(visit, runner, error=error) if runner.timeline is not None else refused(visit.request, error)
    return visit.go(f"/tables/{runner.facts.id}")


@post("/tables/{table:str}/say")
async def say(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """Say something in the chat of a room or a table."""
    sent = await visit.forms()
    runner = await visit.table(table)
    text = _last(sent, "text")
    try:
        await runner.say(await visit.known(), text)
    except BoardLibraryError as error:
        if runner.facts.status == "room":
            reason = visit.words().error(error)
            return rooms.show(visit, runner, error=reason, said=text[: rooms.LONGEST_LINE], status=status_of(error))
        return show(visit, runner, error=error, said=text[: rooms.LONGEST_LINE])
    return visit.go(f"/tables/{runner.facts.id}")


@post("/tables/{table:str}/leave")
async def leave(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """Go away; a bot plays on until one comes back."""
    runner = await visit.table(table)
    _seat(visit, runner)
    await visit.site.house.lobby.leave(await visit.known(), runner.facts.id)
    return visit.go("/")


def show(
    visit: Visit, runner: TableRunner, *, error: BoardLibraryError | Answer | None = None, said: str = ""
) -> Response[Any]:
    """The table's page, perhaps with the reason why something was refused."""
    runner.touch(visit.guest)
    seen = visit.look(runner)
    words = visit.words(seen.game)
    reason, status = "", 200
    if isinstance(error, Answer):
        reason = words.text(error.error or "error.bad_input", **error.params)
        status = 409 if error.error == StaleQuestion.key else 422
    elif error is not None:
        reason, status = words.error(error), status_of(error)
    elif seen.broken:
        reason = words.text(seen.broken)
    if seen.view is None:  # stopped so badly that there is nothing to show
        title = words.text("problem.500")
        return visit.page(
            "problem.html", seen.game, status=status, title=title, text=reason, drawing="mark-burst", table=None
        )
    context = visit.site.drawn.page(seen)
    context["about"] = Markup(context["about"])  # noqa: S704 - rendered by our own templates
    context |= {"said": said, "longest_line": rooms.LONGEST_LINE, "move_id": secrets.token_hex(8)}
    return visit.page("table.html", seen.game, status=status, error=reason, **context)


def codes_of(sent: dict[str, list[str]]) -> list[str]:
    """The codes of a form: its ``code`` fields, each one code or several joined by ``;``; else a sum that was typed."""
    if "code" in sent or not _last(sent, "verb"):
        return [code for field in sent.get("code", []) for code in field.split(";")]
    return [f"{_last(sent, 'verb')} {_last(sent, 'amount')}"]


def _answered(visit: Visit, runner: TableRunner, answer: Answer) -> Response[Any]:
    return visit.go(f"/tables/{runner.facts.id}") if answer.ok else show(visit, runner, error=answer)


def _seat(visit: Visit, runner: TableRunner) -> int:
    """The visitor's seat. Raises :class:`NotSeated`."""
    seat = runner.facts.seat_of(visit.guest_id)
    if seat is None:
        raise NotSeated("one who watches cannot do that")
    return seat


def _last(sent: dict[str, list[str]], name: str) -> str:
    return sent[name][-1] if name in sent else ""


handlers = [table, moves, takeback, hint, say, leave]
