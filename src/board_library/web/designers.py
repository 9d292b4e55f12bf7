"""The designers' page of a game: the published report of its default rules, and a small run of any rules."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError, OptionError, SeatsError
from board_library.games import game
from board_library.lab.facts import Facts, facts
from board_library.lab.names import LOCALE as OF_REPORTS
from board_library.lab.page import STYLE, article
from board_library.web.forms import named, options_form, read_options, reason_of
from board_library.web.i18n import LOCALE, Translator, game_catalogue, read_catalogue
from board_library.web.pages import FOR_GOOD
from board_library.web.security import address_of
from board_library.web.site import TheVisit, Visit
from board_library.web.workshop import GAMES, SmallRun, Workshop

PUBLISHED = "lab.json"
"""The figures of the default rules in a game's folder, as ``board-library report`` writes them."""

ENOUGH = 12
"""Games from which on a run that goes on shows a report."""

TheWorkshop = NamedDependency[Workshop]


@cache
def style() -> tuple[str, str]:
    """The style of reports, and its address, which changes whenever the style does."""
    text = STYLE.read_text(encoding="utf-8")
    return text, f"/lab-style/{hashlib.sha256(text.encode()).hexdigest()[:12]}/report.css"


@cache
def report_words(slug: str, lang: str) -> Translator:
    """The texts of a report: its own, the game's, the pages'."""
    spec = game(slug)
    own = [read_catalogue(OF_REPORTS / f"{lang}.po", lang), game_catalogue(spec, lang)]
    return Translator(lang, [*own, read_catalogue(LOCALE / lang / "LC_MESSAGES/messages.po", lang)])


@cache
def published(slug: str, lang: str) -> Markup | None:
    """The report that the game brings; None if it brings none, or one of older rules."""
    spec = game(slug)
    path = spec.folder / PUBLISHED
    if not path.is_file():
        return None
    found: Facts = msgspec.json.decode(path.read_bytes())
    if found["about"]["rules_version"] != spec.rules_version:
        return None
    return article(found, report_words(slug, lang))


@get("/lab/{slug:str}")
async def designers(visit: TheVisit, slug: FromPath[str]) -> Response[str]:
    """The page of a game."""
    spec = _game(visit, slug)
    return show(visit, spec, {}, spec.seats[0])


@post("/lab/{slug:str}")
async def begin(visit: TheVisit, workshop: TheWorkshop, slug: FromPath[str]) -> Response[Any]:
    """Begin a small run of the options of the form, and go and watch it."""
    spec = _game(visit, slug)
    sent = await visit.forms()
    raw, seats = read_options(spec, sent), sent.get("seats", ["0"])[-1]
    try:
        number = int(seats) if seats.isdecimal() and len(seats) < 4 else 0
        spec.check_seats(number)
        visitor = visit.guest_id or address_of(visit.request)
        run = workshop.begin(spec, spec.options.parse(raw), number, visitor)
    except BoardLibraryError as error:
        return show(visit, spec, raw, seats, error)
    return visit.go(f"/lab/{slug}/{run.id}")


@get("/lab/{slug:str}/{key:str}")
async def watch(visit: TheVisit, workshop: TheWorkshop, slug: FromPath[str], key: FromPath[str]) -> Response[str]:
    """A small run while it goes on, and its report."""
    spec, run = _run(visit, workshop, slug, key)
    return visit.page("lab/run.html", slug, style=style()[1], **_seen(visit, spec, run))


@get("/lab/{slug:str}/{key:str}/now")
async def now(visit: TheVisit, workshop: TheWorkshop, slug: FromPath[str], key: FromPath[str]) -> Response[str]:
    """The part of that page that changes."""
    spec, run = _run(visit, workshop, slug, key)
    return visit.page("lab/now.html", slug, **_seen(visit, spec, run))


@get("/lab-style/{version:str}/report.css", sync_to_thread=False)
def report_style(version: FromPath[str], request: Request[Any, Any, Any]) -> Response[str]:
    """The style sheet of reports."""
    text, address = style()
    cache_for = FOR_GOOD if request.url.path == address else "no-cache"
    del version
    return Response(text, media_type="text/css", headers={"cache-control": cache_for})


def show(
    visit: Visit, spec: GameSpec, raw: dict[str, Any], seats: int | str, error: BoardLibraryError | None = None
) -> Response[str]:
    """The page of a game, perhaps with what is wrong with the options that were sent."""
    words = visit.words(spec.slug)
    reason = reason_of(spec, words, error) if error else ""
    wrong = "seats" if isinstance(error, SeatsError) else ""
    if isinstance(error, OptionError):
        wrong = f"o.{error.params['option']}"
    form = options_form(spec, words, raw, {}, name="", private=False, seats=seats, wrong=wrong, reason=reason)
    return visit.page(
        "lab/game.html",
        spec.slug,
        status=422 if error else 200,
        error=named(form, reason),
        options=form,
        seats=[field for field in form.about if field.name == "seats"],
        least=spec.seats[0],
        most_games=GAMES,
        report=published(spec.slug, visit.lang),
        style=style()[1],
    )


def _seen(visit: Visit, spec: GameSpec, run: SmallRun) -> dict[str, Any]:
    enough = run.games >= ENOUGH or (run.over and run.games > 1)
    return {
        "run": {
            "id": run.id,
            "games": run.games,
            "wanted": run.plan.games,
            "waiting": not run.started,
            "over": run.over,
            "failed": run.failed,
        },
        "report": article(facts(spec, run.results), report_words(spec.slug, visit.lang)) if enough else None,
    }


def _game(visit: Visit, slug: str) -> GameSpec:
    if slug not in visit.site.games:
        raise NotFoundException
    return visit.site.games[slug]


def _run(visit: Visit, workshop: Workshop, slug: str, key: str) -> tuple[GameSpec, SmallRun]:
    spec = _game(visit, slug)
    run = workshop.find(key)
    if run is None or run.plan.game != slug:
        raise NotFoundException
    return spec, run


handlers = [designers, begin, watch, now, report_style]
