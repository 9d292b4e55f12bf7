"""All that the server would send one viewer of a table, made by the functions that it uses itself.

Whatever else stands in an answer (language, CSRF token, ids, clock, commitment) is held equal.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Sequence

import msgspec

from board_library.engine.core import GameSpec, State
from board_library.engine.errors import BoardLibraryError
from board_library.engine.play import check
from board_library.engine.record import Timeline
from board_library.engine.rng import SeededRng
from board_library.server.answers import refusal
from board_library.server.clock import ClockOptions
from board_library.server.facts import SeatFacts, TableFacts
from board_library.server.look import Around, Game, replay_seen, see, steps
from board_library.server.seen import ChatLine, Seen, ViewerSettings
from board_library.web.api import view_of
from board_library.web.render import Renderer
from board_library.web.table import ZONES, Tables

CHANGING = ("opponents", "status", "centre", "me", "actions", "chooser")
"""Zones that a game's template draws: they are rendered at every ply, all zones now and then."""


def facts_of(spec: GameSpec, seats: int, options: object, seed: str) -> TableFacts:
    """A running table of so many persons, ``p0`` … , whose game follows from ``seed``."""
    people = [SeatFacts(kind="person", guest=f"p{k}", name=f"Name {k}", colour=k, ready=True) for k in range(seats)]
    return TableFacts(
        id="t", code="KX724P", name="room", game=spec.slug, rules_version=spec.rules_version, clock=ClockOptions(),
        private=False, options=options.to_json(), host="p0", created=0.0, status="running",
        secret=hashlib.sha256(seed.encode()).digest(), seats=people,
    )  # fmt: skip


class Sender:
    """Makes what would be sent about one table. ``lang`` may change from ply to ply."""

    def __init__(self, renderer: Renderer, tables: Tables, facts: TableFacts) -> None:
        self._renderer = renderer
        self._tables = tables
        self._facts = facts
        self.lang = "ru"
        chat = (ChatLine(id=1, seat=0, name="Name 0", text="!", at=1.0),)
        self._around = Around(connected=frozenset(range(len(facts.seats))), spectators=1, chat=chat)

    def seen(self, game: Game, viewer: int | None) -> Seen:
        """What all pages of a viewer are made of."""
        settings = ViewerSettings(lang=self.lang)
        return see(self._facts, game, _guest(viewer), settings=settings, around=self._around)

    def api(self, seen: Seen) -> bytes:
        """The table in the JSON interface."""
        return msgspec.json.encode(view_of(seen))

    def message(self, seen: Seen, zones: Sequence[str] = ZONES) -> bytes:
        """The zones as a socket message."""
        drawn, title = self._tables.zones(seen, zones), self._tables.title(seen)
        return msgspec.json.encode({"type": "zones", "version": seen.version, "zones": drawn, "title": title})

    def page(self, seen: Seen, error: str = "") -> bytes:
        """The whole page: the answer to a visit and, with an error, to a form that was refused."""
        about = {
            "settings": seen.settings, "csrf": "token", "path": "/tables/t", "return_to": None,
            "guest": {"name": "me", "colour": 0}, "known": True, "error": error, "notice": "",
        }  # fmt: skip
        context = self._tables.page(seen) | {"said": "", "longest_line": 200, "move_id": "m"}
        html = self._renderer.render("table.html", seen.settings.lang, seen.game, page=about, **context)
        return html.encode()

    def refusals(self, state: State, seat: int, codes: Sequence[str]) -> list[tuple[bytes, str]]:
        """What a seat is told that sends these codes, in time and too late: the JSON answer, and the sentence."""
        words = self._renderer.translations(self.lang, self._facts.game)
        answers: list[tuple[bytes, str]] = []
        for code in codes:
            for opened in (None, state.ply, state.ply + 1):
                try:
                    check(state, seat, code, opened)
                except BoardLibraryError as error:
                    answer = refusal(error)
                    answers.append((msgspec.json.encode(answer), words.text(answer.error or "", **answer.params)))
                else:
                    answers.append((b"taken", ""))
        return answers

    def replay(self, timeline: Timeline, viewer: int | None, part: float) -> bytes:
        """The number of steps of a running replay, and one of them: ``part`` (0 to 1) of the way."""
        last = steps(timeline, viewer)
        settings = ViewerSettings(lang=self.lang)
        seen = replay_seen(
            self._facts, timeline, _guest(viewer), round(part * last), settings=settings, eyes=viewer
        )  # fmt: skip
        return msgspec.json.encode([last, seen, self._tables.board(seen)])


def _guest(viewer: int | None) -> str | None:
    return None if viewer is None else f"p{viewer}"


def dealt_anew(timeline: Timeline, viewer: int | None, chance: Callable[[int], SeededRng]) -> Timeline:
    """The same timeline, in which whoever looks back at a state finds one determinized for the viewer."""

    class DealtAnew(Timeline):
        def walk(self, visit: Callable[[int, State], None]) -> None:
            super().walk(lambda k, state: visit(k, state.determinize(viewer, chance(k))))

    other = copy.copy(timeline)
    other.__class__ = DealtAnew
    return other
