"""A table's page from one viewer's :class:`Seen`: its zones, its title, and the board of a replay.

A zone is an element ``#zone-<name>`` that travels alone when it changes. What a game shows comes from the macros of
its ``table.html`` (or of ``generic.html``), each taking the one context ``t``, a :class:`TableContext`:

* ``opponents``, ``centre``, ``me``, ``actions``, ``chooser``: the zones of these names; an empty one is hidden;
* ``sentence``: whose turn it is and what to do, one plain sentence, also the tab's title;
* ``mood``: nothing, or a word that becomes the class ``status--<mood>``;
* ``chip(t, field, value)``: a thing in a line of the log;
* ``about``: templates ``[data-about]`` with the long text of things, shown on hover, focus and long press;
* ``memo_<name>``: a drawn part of the memo (``web/memo.py``).

A move is a ``<button form="moves" name="code" value="draw deck" id="c-deck">``; several moves joined by ``;`` are
played in order, up to the first that is refused. ``data-say`` is the sentence that the brass button shows before it
is played where moves are confirmed; ``data-plain`` marks one that needs no second click on a touch screen.
``data-key`` names a thing that flies when it moves, ``data-home`` a pile that hidden things fly to. ``data-linger``
(milliseconds, on an element with an id) keeps an update before the watchers' eyes before the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from board_library.engine.core import Decision
from board_library.server.seen import SeatSeen, Seen, ViewerSettings
from board_library.web import log
from board_library.web.hints import advice, marked, plain
from board_library.web.i18n import Translator
from board_library.web.memo import Memos
from board_library.web.render import Renderer

GAME_ZONES = ("opponents", "centre", "me", "actions", "chooser")
"""Zones that a game's template fills."""

ZONES = ("opponents", "status", "centre", "me", "actions", "chooser", "log", "chat", "presence", "clocks", "memo")
"""All zones, in the order in which they are drawn."""

BOARD_ZONES = ("opponents", "status", "centre", "me", "chooser", "log")
"""What a replay shows of a table."""

GENERIC = "generic.html"

RECENT = 24
"""So many of the newest events are at a template's hand."""


class TableContext:
    """What templates know as ``t``: one viewer's table with the questions that templates ask."""

    def __init__(self, renderer: Renderer, seen: Seen) -> None:
        self.seen = seen
        self.words: Translator = renderer.translations(seen.settings.lang, seen.game)
        self.view: dict[str, Any] = seen.view or {}
        self.me = seen.viewer
        self.seats: tuple[SeatSeen, ...] = seen.seats
        self.settings: ViewerSettings = seen.settings
        self.options: Mapping[str, Any] = seen.options
        self.decision: Decision | None = seen.decision
        self.mine = seen.decision is not None
        self.kind = seen.decision.kind if seen.decision else ""
        self.opened = seen.decision.opened if seen.decision else 0
        moves = seen.decision.moves if seen.decision else ()
        self.codes = {move.code: True for move in moves}
        self.end_url = f"/tables/{seen.table}/end"
        self.has_memo = True
        self.advice = ""

    @cached_property
    def others(self) -> list[SeatSeen]:
        """Everybody but the viewer, clockwise from the viewer."""
        if self.me is None:
            return list(self.seats)
        return [*self.seats[self.me + 1 :], *self.seats[: self.me]]

    @cached_property
    def scores(self) -> list[dict[str, Any]]:
        """The scores in seat order (as mappings: templates take a named tuple for a list)."""
        return [score._asdict() for score in self.seen.scores]

    @cached_property
    def ranking(self) -> list[dict[str, Any]]:
        """The scores, best first."""
        return sorted(self.scores, key=lambda score: (score["rank"], score["seat"]))

    @cached_property
    def amount(self) -> dict[str, Any] | None:
        """The range of sums that the open question takes beside its moves, if it has one."""
        amount = self.decision.amount if self.decision else None
        return amount._asdict() if amount else None

    @cached_property
    def lines(self) -> list[log.Line]:
        """The lines of the log."""
        return log.lines(self.seen.log, self.words, self.seen.recap_from)

    @cached_property
    def recap(self) -> list[tuple[log.Part, ...]]:
        """What a returning viewer has missed."""
        return log.recap(self.seen.log, self.words, self.seen.recap_from)

    @cached_property
    def turn(self) -> int:
        """The number of the present turn, 0 before the first."""
        return sum(entry.event.key == log.TURN for entry in self.seen.log)

    @cached_property
    def recent(self) -> list[dict[str, Any]]:
        """The newest events, oldest first: ``number``, ``key`` and ``data``."""
        newest = self.seen.log[-RECENT:]
        return [{"number": e.number, "key": e.event.key, "data": dict(e.event.data)} for e in newest]

    def name(self, seat: int | None) -> str:
        """A seat's name; nothing for no seat."""
        return "" if seat is None else self.seats[seat].name

    def names(self, seats: Sequence[int]) -> str:
        """Several names in a row."""
        return ", ".join(self.name(seat) for seat in seats)

    def is_asked(self, seat: int) -> bool:
        """Whether a question to this seat is open."""
        return any(asked.seat == seat for asked in self.seen.asked)

    def last(self, key: str, until: Sequence[str] = ()) -> dict[str, Any] | None:
        """The newest event of that key, unless one of ``until`` has happened since."""
        for entry in reversed(self.seen.log):
            if entry.event.key == key:
                return dict(entry.event.data)
            if entry.event.key in until:
                return None
        return None

    def named_last(self, things: Sequence[Any]) -> Any:
        """The one of ``things`` that the log has named last; the last one if it names none."""
        wanted = set(things)
        for entry in reversed(self.seen.log):
            for value in reversed(list(entry.event.data.values())):
                for thing in reversed(value) if isinstance(value, list) else (value,):
                    if isinstance(thing, str) and thing in wanted:
                        return thing
        return things[-1]


class Tables:
    """Renders tables; made once at start."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self.memos = Memos(renderer.games)

    def zones(self, seen: Seen, wanted: Sequence[str] = ZONES) -> dict[str, str]:
        """The outer HTML of each zone, by name."""
        return self._zones(TableContext(self.renderer, seen), wanted)

    def _zones(self, t: TableContext, wanted: Sequence[str] = ZONES) -> dict[str, str]:
        zones, code = {zone: self._zone(t, zone) for zone in wanted}, t.seen.hint
        if code is None:
            return zones
        t.advice = advice(code, zones.values(), t.seen, t.words)
        if "actions" in zones:
            zones["actions"] = self._zone(t, "actions")  # which says it
        return {zone: marked(drawn, code) for zone, drawn in zones.items()}

    def title(self, seen: Seen) -> str:
        """The tab's title: the one sentence, marked where it is the viewer's turn, and the game's name; plain text."""
        t = TableContext(self.renderer, seen)
        game = t.words.text("game.title")
        said = plain(self._part(t, "sentence"))
        turn = t.words.text("status.yours") if t.mine else ""
        return " · ".join(part for part in (turn, said, game) if part)

    def page(self, seen: Seen) -> dict[str, Any]:
        """What ``table.html`` needs besides ``page``: render it in the viewer's language with the game's slug."""
        t = TableContext(self.renderer, seen)
        return {
            "t": t,
            "seen": seen,
            "zones": self._zones(t),
            "title": self.title(seen),
            "about": self._part(t, "about"),
            "has_game_js": (self.renderer.games[seen.game].folder / "table.js").is_file(),
        }

    def board(self, seen: Seen) -> str:
        """The table as a picture, without forms, for a replay."""
        t = TableContext(self.renderer, seen)
        zones = {zone: self._zone(t, zone) for zone in BOARD_ZONES}
        return self.renderer.render("table/board.html", seen.settings.lang, seen.game, t=t, zones=zones)

    def template(self, game: str) -> str:
        """The template that draws a game."""
        own = f"games/{game}/table.html"
        return own if self.renderer.has(own) else GENERIC

    def _zone(self, t: TableContext, zone: str) -> str:
        memo = self.memos.blocks(t.seen.game, t.settings.lang) if zone == "memo" else []
        return self._render("table/zone.html", t, zone=zone, memo=memo).strip()

    def _part(self, t: TableContext, part: str) -> str:
        return self._render("table/part.html", t, part=part).strip()

    def _render(self, template: str, t: TableContext, **context: Any) -> str:
        game = t.seen.game
        return self.renderer.render(
            template, t.settings.lang, game, t=t, template=self.template(game), **context
        )  # fmt: skip


def render_zones(tables: Tables, seen: Seen) -> dict[str, str]:
    """The outer HTML of every zone of one viewer's page, by name."""
    return tables.zones(seen)
