"""The page of a room, and its live zones, rendered from what its viewer may see."""

from __future__ import annotations

from typing import Any

from markupsafe import escape

from board_library.bots.levels import LEVELS
from board_library.engine.core import GameSpec
from board_library.engine.errors import OptionError
from board_library.server.seen import Seen
from board_library.web.forms import OptionsForm, options_form
from board_library.web.i18n import Translator
from board_library.web.qr import qr_code
from board_library.web.render import Renderer

ZONES = ("title", "presence", "seats", "chat", "options", "start")
"""Parts of the room's page that are replaced while it is open."""


def room_zones(renderer: Renderer, seen: Seen) -> dict[str, str]:
    """The HTML of every zone, by its id without ``zone-``."""
    context = room_context(renderer, seen)
    return {
        zone: renderer.render(f"room/{zone}.html", seen.settings.lang, seen.game, **context).strip() for zone in ZONES
    }


def room_title(renderer: Renderer, seen: Seen) -> str:
    """What stands in the tab."""
    words = renderer.translations(seen.settings.lang, seen.game)
    return words.text("room.page_title", code=seen.code, game=words.text("game.title"))


def room_context(renderer: Renderer, seen: Seen, *, form: OptionsForm | None = None, error: str = "") -> dict[str, Any]:
    """What the templates of the room need; ``form`` holds options that were typed and refused, ``error`` says why."""
    words = renderer.translations(seen.settings.lang, seen.game)
    spec = renderer.games[seen.game]
    own = seen.seats[seen.viewer] if seen.viewer is not None else None
    taken = _taken(seen)
    return {
        "seen": seen,
        "code": seen.code,
        "room_code": seen.code.replace("-", ""),
        "taken": taken,
        "free": taken < len(seen.seats),
        "levels": list(LEVELS),
        "options": form
        or options_form(
            spec, words, seen.options, seen.clock_options, name=seen.name, private=seen.private, seats=len(seen.seats)
        ),
        "options_error": error,
        "ready": own is not None and own.ready,
        "waiting_for": waiting_for(seen, spec, words),
        "blocked": _blocked(seen, spec, words),
    }


def invitation(base: str, code: str) -> dict[str, Any]:
    """The link to a room, in full, as shown, and as a QR code. ``base`` is the address of the site."""
    link = f"{base.rstrip('/')}/r/{code.replace('-', '')}"
    return {"link": escape(link), "link_shown": escape(link.partition("://")[2]), "qr": qr_code(link)}


def _blocked(seen: Seen, spec: GameSpec, words: Translator) -> str:
    """Why Start is off, in a few words for the button itself."""
    taken = [seat for seat in seen.seats if seat.kind != "free"]
    if seen.start_blocked == "start.too_few":
        return words.text("room.too_few", n=len(taken), least=spec.seats[0])
    if seen.start_blocked == "start.not_ready":
        others = [seat for seat in taken if seat.kind == "person" and not seat.host]
        return words.text("room.ready_count", n=sum(seat.ready for seat in others), all=len(others))
    if unfit := _unfit(seen, spec, words):
        return f"{unfit['rule']}: {unfit['value']}"
    return words.text(seen.start_blocked) if seen.start_blocked else ""


def _unfit(seen: Seen, spec: GameSpec, words: Translator) -> dict[str, str]:
    """The rule that keeps the game from starting and its value, in words; nothing if none does."""
    if seen.start_blocked != "start.options":
        return {}
    try:
        spec.options.parse(seen.options).check(_taken(seen))
    except OptionError as error:
        key = f"option.{error.params['option']}"
        values = str(error.params["value"]).split(",")
        told = [words.text(f"{key}.{value}") if words.knows(f"{key}.{value}") else value for value in values]
        return {"rule": words.text(key), "value": ", ".join(told)}
    return {}


def _taken(seen: Seen) -> int:
    return sum(seat.kind != "free" for seat in seen.seats)


def waiting_for(seen: Seen, spec: GameSpec, words: Translator) -> str:
    """What the viewer can do, or what keeps the game from starting: a rule by its name."""
    if seen.viewer is None:
        full = _taken(seen) == len(seen.seats)
        return words.text("room.removed" if seen.removed else "room.watching_full" if full else "room.watching")
    if not seen.host:
        return words.text("room.wait_host" if seen.seats[seen.viewer].ready else "room.be_ready")
    if unfit := _unfit(seen, spec, words):
        return words.text("room.unfit", n=_taken(seen), **unfit)
    return words.text(seen.start_blocked or "room.can_start")
