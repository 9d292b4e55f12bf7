"""After a game, and looking back while it runs: results, replay by step, verification, the record, the rematch."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup, escape
from msgspec.structs import replace

from board_library.engine.core import GameSpec
from board_library.engine.errors import RecordError
from board_library.engine.record import Record, Timeline, commitment, verify
from board_library.server.errors import AnalysisBusy, NoSuchStep, NotOver, NotStarted
from board_library.server.look import replay_seen, steps
from board_library.server.seen import Seen
from board_library.server.tables import TableRunner
from board_library.web.course import answer_of, course_of
from board_library.web.ending import Verdict, end_context, verdict
from board_library.web.errors import status_of
from board_library.web.names import with_bots_named
from board_library.web.site import TheVisit, Visit

NOBODY = "none"
"""The value of ``seat`` in a replay's address that stands for a spectator's eyes."""


@get("/tables/{table:str}/end")
async def end(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """The results."""
    runner = await visit.table(table)
    if runner.facts.status != "over":
        return visit.go(f"/tables/{runner.facts.id}")
    return _end(visit, runner)


@post("/tables/{table:str}/verify", status_code=200)
async def check(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """Recompute the game from its record, and say what that proves."""
    runner = await visit.table(table)
    record, timeline = runner.record(), _timeline(runner)
    good = await asyncio.to_thread(_holds, visit.site.games[record.game], record, timeline, runner.facts.commitment)
    return _end(visit, runner, verdict(good, visit.words()))


@post("/tables/{table:str}/analysis", status_code=200)
async def analysis(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """Think again about every answer: who was how near to winning, and which moves turned the game."""
    runner = await visit.table(table)
    try:
        found = await visit.site.house.analysts.look(runner.facts.id, runner.record())
    except AnalysisBusy as error:
        return _end(visit, runner, course_error=visit.words().error(error), status=status_of(error))
    if found is None:
        return _end(visit, runner, course_error=visit.words().text("course.failed"), status=503)
    return _end(visit, runner)


@get("/tables/{table:str}/record.json")
async def save_record(visit: TheVisit, table: FromPath[str]) -> Response[str]:
    """The record as a file."""
    runner = await visit.table(table)
    record = runner.record()
    name = f"{record.game}-{runner.facts.code}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(record.to_json(), media_type=MediaType.JSON, headers=headers)


@post("/tables/{table:str}/rematch")
async def rematch(visit: TheVisit, table: FromPath[str]) -> Redirect:
    """The next game of the same people."""
    old = await visit.find(table)
    runner = await visit.site.house.lobby.rematch(await visit.known(), old.facts.id)
    room = runner.facts.status == "room"
    return visit.go(f"/r/{runner.facts.code}" if room else f"/tables/{runner.facts.id}")


@get("/tables/{table:str}/replay")
async def replay(visit: TheVisit, table: FromPath[str]) -> Response[Any]:
    """One step of a game; when it is over, with the eyes of any seat."""
    runner = await visit.table(table)
    timeline, facts = _timeline(runner), runner.facts
    own = facts.seat_of(visit.guest_id)
    over = facts.status == "over"
    chosen = _eyes(visit.request.query_params.get("seat"), own, len(facts.seats))
    last = len(timeline.line) if over else await asyncio.to_thread(steps, timeline, own)
    step = _step(visit.request.query_params.get("step"), last)
    seen = await asyncio.to_thread(
        replay_seen, facts, timeline, visit.guest_id, step, settings=visit.settings, eyes=chosen
    )
    words = visit.words(facts.game)
    seen = with_bots_named(_as_then(seen, step < last), words)
    found = visit.site.house.analysts.known(facts.id)
    looked = found.moments[step : step + 1] if found is not None else ()

    def address(to: int, seat: int | None = chosen) -> Markup:
        eyes = "" if seat == own else f"&seat={NOBODY if seat is None else seat}"
        return escape(f"/tables/{facts.id}/replay?step={to}{eyes}")

    eyes_name = words.text("replay.spectator") if chosen is None else seen.seats[chosen].name
    return visit.page(
        "replay.html",
        facts.game,
        seen=seen,
        board=Markup(visit.site.drawn.board(seen)),  # noqa: S704 - rendered by our own templates
        step=step,
        steps=last,
        over=over,
        chosen_seat=chosen,
        seat_value=NOBODY if chosen is None else chosen,
        eyes_name=words.text("replay.eyes_of", name=eyes_name),
        address=address,
        has_game_js=(visit.site.renderer.games[facts.game].folder / "table.js").is_file(),
        link=escape(str(visit.request.base_url).rstrip("/")) + address(step),
        answers=[answer_of(moment, seen, words) for moment in looked],
    )


def _as_then(seen: Seen, went_on: bool) -> Seen:
    """A step as it was then: with everybody at the table, and the game not yet over."""
    seats = tuple(replace(seat, connected=True, zombie=False, away_until=None, clock=None) for seat in seen.seats)
    return replace(seen, seats=seats, status="running" if went_on else seen.status)


def _end(
    visit: Visit, runner: TableRunner, result: Verdict | None = None, *, course_error: str = "", status: int = 200
) -> Response[Any]:
    if runner.facts.status != "over":
        raise NotOver("the results come at the end of the game")
    runner.touch(visit.guest)
    seen = visit.look(runner)
    context = end_context(visit.site.renderer, seen, _timeline(runner), result)
    found = visit.site.house.analysts.known(runner.facts.id)
    course = None if found is None else course_of(seen, found, visit.words(seen.game))
    context |= {"course": course, "course_error": course_error}
    return visit.page("end.html", seen.game, status=status, **context)


def _timeline(runner: TableRunner) -> Timeline:
    if runner.timeline is None:
        raise NotStarted("the game has not begun")
    return runner.timeline


def _holds(spec: GameSpec, record: Record, played: Timeline, committed: str) -> bool:
    """Whether the record, read anew from its text, makes the same game under the seed that was committed to."""
    try:
        again = Record.from_json(record.to_json())
        timeline = verify(spec, again)
    except RecordError:
        return False
    return commitment(again.secret or b"") == committed and timeline.events() == played.events()


def _eyes(text: str | None, own: int | None, seats: int) -> int | None:
    if text is None:
        return own
    if text == NOBODY:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) < seats:
        return int(text)
    raise NoSuchStep("no such seat", step=0, last=0)


def _step(text: str | None, last: int) -> int:
    if text is None:
        return last
    if text.isascii() and text.isdecimal() and len(text) <= 6 and int(text) <= last:
        return int(text)
    raise NoSuchStep(f"step {text[:10]} of {last}", step=text[:10], last=last)


handlers = [end, check, analysis, save_record, rematch, replay]
