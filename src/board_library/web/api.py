"""The public API in JSON, under ``/api/v1``: for bots, for scripts, for other faces of the same tables.

A program makes a guest (``POST /api/v1/guests``), keeps its token and sends it as ``Authorization: Bearer …``. It sees
at a table what that guest sees, and plays by the same codes as the pages do. Errors are
``{"error": key, "params": {…}, "message": text}``. The OpenAPI document is at ``/api/v1/schema/openapi.json``.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from board_library.engine.core import Score
from board_library.server.answers import Answer
from board_library.server.errors import NoGuest, NotSeated
from board_library.server.rooms import RoomLine
from board_library.server.seen import AskedSeen, ChatLine, SeatSeen, Seen
from board_library.server.tables import TableRunner
from board_library.web.site import TheVisit, Visit

Short = Annotated[str, Meta(max_length=200)]


class GameFacts(msgspec.Struct, kw_only=True):
    """A game: by how many it is played, how long it takes, what can be chosen.

    A number among the ``options`` is from ``low`` to ``high``; if its ``least`` is not 0, it is 0, which stands for
    none, or from there on.
    """

    slug: str
    title: str
    least: int
    most: int
    minutes: tuple[int, int]
    rules_version: int
    options: dict[str, Any]


class NewGuest(msgspec.Struct):
    """Who one wants to be."""

    name: Short
    colour: int | None = None


class GuestToken(msgspec.Struct):
    """A guest and its secret token: keep it, it is shown once."""

    name: str
    colour: int
    token: str


class NewRoom(msgspec.Struct, kw_only=True):
    """A room to be made; ``options`` and ``clock`` as the room's form has them, missing ones take their defaults."""

    game: Short
    name: Short = ""
    private: bool = False
    seats: int | None = None
    options: dict[str, Any] = {}
    clock: dict[str, Any] = {}


class Place(msgspec.Struct):
    """A seat, the first free one if none is named."""

    seat: int | None = None


class NewBot(msgspec.Struct):
    """A bot to be seated."""

    seat: int | None = None
    level: Short = "sailor"


class Ready(msgspec.Struct):
    """Ready or not; ``number`` (decimal text of a whole number below 2**64) goes into the seed."""

    on: bool = True
    number: Short | None = None


class Moves(msgspec.Struct):
    """Codes to play in order, and of which question: its ``opened``. The same ``id`` again is answered, not played."""

    codes: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=64)]
    opened: int | None = None
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")] | None = None


class MoveAnswer(Answer, frozen=True, kw_only=True):
    """What became of a request; ``message`` is its ``error`` in the reader's language, None if all went well."""

    message: str | None


class Sums(msgspec.Struct):
    """Any sum: ``verb n`` with low <= n <= high in steps from low."""

    verb: str
    low: int
    high: int
    step: int


class Question(msgspec.Struct):
    """The viewer's own open question, with the codes that answer it."""

    kind: str
    codes: list[str]
    opened: int
    amount: Sums | None
    secret: bool


class Told(msgspec.Struct):
    """A line of the log."""

    number: int
    key: str
    data: dict[str, Any]
    by_zombie: bool


class Points(msgspec.Struct):
    """A seat's score now."""

    seat: int
    points: int
    rank: int
    tiebreak: int
    parts: list[tuple[str, int]]


class TableView(msgspec.Struct, kw_only=True):
    """A room or table as one viewer sees it. ``viewer`` is the seat, None for one who watches."""

    table: str
    code: str
    name: str
    game: str
    status: str
    viewer: int | None
    version: int
    seats: list[SeatSeen]
    options: dict[str, Any]
    clock: dict[str, Any]
    view: dict[str, Any] | None
    question: Question | None
    asked: list[AskedSeen]
    scores: list[Points]
    log: list[Told]
    chat: list[ChatLine]
    spectators: int
    takeback: bool
    start_blocked: str | None
    commitment: str
    secret: str | None
    numbers: list[int | None]


@get("/games", sync_to_thread=False)
def games(visit: TheVisit) -> list[GameFacts]:
    """All games."""
    return [
        GameFacts(
            slug=slug,
            title=visit.words(slug).text("game.title"),
            least=spec.seats[0],
            most=spec.seats[-1],
            minutes=spec.minutes,
            rules_version=spec.rules_version,
            options={
                f.name: {
                    "kind": f.kind,
                    "default": sorted(f.default) if f.kind == "subset" else f.default,
                    "values": list(f.values),
                    "low": f.low,
                    "high": f.high,
                    "least": f.least,
                    "house": f.house,
                }
                for f in spec.options.fields()
            },
        )
        for slug, spec in visit.site.games.items()
    ]


@get("/rooms", sync_to_thread=False)
def rooms(visit: TheVisit) -> list[RoomLine]:
    """Open rooms, then public tables that can be watched."""
    lobby = visit.site.house.lobby
    return [*lobby.open_rooms(), *lobby.running()]


@post("/guests")
async def new_guest(visit: TheVisit, data: JSONBody[NewGuest]) -> GuestToken:
    """Become a guest."""
    guest, token = await visit.site.house.guests.create(data.name, data.colour, visit.settings)
    return GuestToken(guest.name, guest.colour, token)


@post("/rooms")
async def new_room(visit: TheVisit, data: JSONBody[NewRoom]) -> TableView:
    """Make a room and sit down as its host."""
    guest = _guest(visit)
    runner = await visit.site.house.lobby.create(
        guest, data.game, name=data.name, private=data.private, options=data.options, seats=data.seats,
        clock=data.clock,
    )  # fmt: skip
    return _view(visit, runner)


@post("/rooms/{code:str}/join")
async def join(visit: TheVisit, code: FromPath[str], data: JSONBody[Place]) -> TableView:
    """Sit down."""
    guest, runner = _guest(visit), await visit.find(code)
    return _view(visit, await visit.site.house.lobby.join(guest, runner.facts.id, data.seat))


@post("/rooms/{code:str}/bots")
async def add_bot(visit: TheVisit, code: FromPath[str], data: JSONBody[NewBot]) -> TableView:
    """Seat a bot."""
    guest, runner = _guest(visit), await visit.find(code)
    await visit.site.house.lobby.add_bot(guest, runner.facts.id, data.seat, data.level)
    return _view(visit, runner)


@post("/rooms/{code:str}/ready")
async def ready(visit: TheVisit, code: FromPath[str], data: JSONBody[Ready]) -> TableView:
    """Tick ready."""
    guest, runner = _guest(visit), await visit.find(code)
    await visit.site.house.lobby.ready(guest, runner.facts.id, data.on, data.number)
    return _view(visit, runner)


@post("/rooms/{code:str}/start")
async def start(visit: TheVisit, code: FromPath[str]) -> TableView:
    """Begin the game."""
    guest, runner = _guest(visit), await visit.find(code)
    return _view(visit, await visit.site.house.lobby.start(guest, runner.facts.id))


@get("/tables/{table:str}")
async def table(visit: TheVisit, table: FromPath[str]) -> TableView:
    """A room or table, by its id or code, as this guest sees it now."""
    return _view(visit, await visit.find(table))


@post("/tables/{table:str}/moves", status_code=200)
async def moves(visit: TheVisit, table: FromPath[str], data: JSONBody[Moves]) -> MoveAnswer:
    """Play. The answer says what became of it; a refused move is no HTTP error."""
    runner = await visit.find(table)
    answer = await runner.submit(_seat(visit, runner), data.codes, data.opened, data.id or secrets.token_hex(8))
    return _in_words(visit, runner, answer)


@post("/tables/{table:str}/takeback", status_code=200)
async def takeback(visit: TheVisit, table: FromPath[str]) -> MoveAnswer:
    """Undo one's last move."""
    runner = await visit.find(table)
    return _in_words(visit, runner, await runner.takeback(_seat(visit, runner), secrets.token_hex(8)))


def _in_words(visit: Visit, runner: TableRunner, answer: Answer) -> MoveAnswer:
    words = visit.words(runner.facts.game)
    message = None if answer.error is None else words.text(answer.error, **answer.params)
    return MoveAnswer(**msgspec.structs.asdict(answer), message=message)


def _guest(visit: Visit) -> Any:
    if visit.guest is None:
        raise NoGuest("no guest token was sent")
    return visit.guest


def _seat(visit: Visit, runner: TableRunner) -> int:
    seat = runner.facts.seat_of(visit.guest_id)
    if seat is None:
        raise NotSeated("this guest only watches")
    return seat


def _view(visit: Visit, runner: TableRunner) -> TableView:
    runner.touch(visit.guest)
    return view_of(visit.look(runner))


def view_of(seen: Seen) -> TableView:
    """What a viewer sees, as JSON has it."""
    decision = seen.decision
    amount = decision.amount if decision is not None else None
    return TableView(
        table=seen.table,
        code=seen.code,
        name=seen.name,
        game=seen.game,
        status=seen.status,
        viewer=seen.viewer,
        version=seen.version,
        seats=list(seen.seats),
        options=seen.options,
        clock=seen.clock_options,
        view=seen.view,
        question=None
        if decision is None
        else Question(
            decision.kind,
            [move.code for move in decision.moves],
            decision.opened,
            None if amount is None else Sums(amount.verb, amount.low, amount.high, amount.step),
            decision.secret,
        ),
        asked=list(seen.asked),
        scores=[_points(score) for score in seen.scores],
        log=[Told(line.number, line.event.key, dict(line.event.data), line.by_zombie) for line in seen.log],
        chat=list(seen.chat),
        spectators=seen.spectators,
        takeback=seen.takeback,
        start_blocked=seen.start_blocked,
        commitment=seen.commitment,
        secret=seen.secret,
        numbers=list(seen.numbers),
    )


def _points(score: Score) -> Points:
    return Points(score.seat, score.points, score.rank, score.tiebreak, list(score.parts))


router = Router(
    "/api/v1",
    route_handlers=[
        games, rooms, new_guest, new_room, join, add_bot, ready, start, table, moves, takeback,
    ],
)  # fmt: skip
