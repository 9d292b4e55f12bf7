"""Each viewer's own page of a table, and its version, which rises only when that page changes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

import msgspec

from board_library.engine.record import Timeline
from board_library.server.facts import start_blocked
from board_library.server.guests import Guest
from board_library.server.look import Around, Game, game_of, log_of, see
from board_library.server.seen import Seen, ViewerSettings

if TYPE_CHECKING:
    from board_library.server.tables import TableRunner

VIEWERS_KEPT = 256
"""Viewers whose last page is remembered."""

PAGE_TURN = 5.0
"""Seconds: who comes to a table for the first time so soon has gone on from its room, as all do when a game begins."""


@dataclass
class _Viewed:
    """What a viewer was last shown: ``stamp`` of the table then, the page, and a digest of it."""

    stamp: int
    page: Seen
    digest: bytes


class Viewers:
    """The pages of one table. ``stamp`` rises with every change of anything: pages are looked at anew then."""

    def __init__(self, table: TableRunner) -> None:
        self._table = table
        self.stamp = 0
        # Versions of a server that was started anew must not meet those of the one before.
        self._first_version = int(table.services.times.now() * 1000)
        self._viewed: dict[str, _Viewed] = {}
        self._lines_read = _since_last_moves(table)
        self._left_at: dict[str, float] = {}
        self._arrived: set[str] = set()
        self._game: tuple[Timeline, Game] | None = None

    def look(self, guest: Guest | None, settings: ViewerSettings) -> Seen:
        """The present page of one viewer."""
        key = guest.id if guest is not None else ""
        now, before = self._table.services.times.now(), self._viewed.get(key)
        if before is not None and before.stamp == self.stamp and before.page.settings == settings:
            return msgspec.structs.replace(before.page, now=now)
        page = self._see(key or None, settings)
        digest = hashlib.blake2b(msgspec.json.encode(page), digest_size=16).digest()
        version = self._first_version
        if before is not None:
            version = before.page.version + (before.digest != digest)
        page = msgspec.structs.replace(page, version=version)
        self._viewed.pop(key, None)  # so that those who looked last stand last
        self._viewed[key] = _Viewed(self.stamp, page, digest)
        if len(self._viewed) > VIEWERS_KEPT:
            forgotten = self._viewed.pop(next(iter(self._viewed)))
            # Whoever comes back begins above all that were forgotten, so that versions rise for each.
            self._first_version = max(self._first_version, forgotten.page.version + 1)
        return msgspec.structs.replace(page, now=now)

    def left(self, guest: str) -> None:
        """A seated guest has gone: what the log says from here on will be its recap, added to one not yet done with."""
        if guest not in self._lines_read:
            self._lines_read[guest] = self._count_lines(guest)
            self._left_at[guest] = self._table.services.times.now()

    def returned(self, guest: str) -> None:
        """A guest is here: there is no recap for who has only gone on from the room to the table, nor of nothing."""
        new = guest not in self._arrived
        if self._table.facts.status != "room":
            self._arrived.add(guest)
        lines = self._lines_read.get(guest)
        if lines is None:
            return
        turned = new and self._table.services.times.now() < self._left_at.get(guest, -inf) + PAGE_TURN
        if turned or lines >= self._count_lines(guest):
            self.acted(guest)

    def acted(self, guest: str) -> None:
        """A guest has made a move: it needs no recap any more."""
        self._lines_read.pop(guest, None)
        self._left_at.pop(guest, None)

    def _see(self, guest: str | None, settings: ViewerSettings) -> Seen:
        table, around = self._table, self._around(guest)
        try:
            return see(table.facts, self.game(), guest, settings=settings, around=around)
        except Exception:  # noqa: BLE001 - a view that raises stops the table, not the server
            table.turns.keep(table.view_broke())
            facts = replace(table.facts, status="broken", broken="error.table_broken")
            return see(facts, None, guest, settings=settings, around=around)

    def game(self) -> Game | None:
        """The game as it stands, None in a room."""
        timeline = self._table.timeline
        if timeline is None:
            return None
        if self._game is None or self._game[0] is not timeline:
            self._game = (timeline, game_of(timeline))
        return self._game[1]

    def _around(self, guest: str | None) -> Around:
        table = self._table
        facts, presence, now = table.facts, table.presence, table.services.times.now()
        lines = self._lines_read.get(guest or "")
        return Around(
            connected=presence.seats_shown(facts, now, facts.clock.absent),
            taken_over=frozenset(k for k in facts.people() if facts.seats[k].guest in presence.taken_over),
            away_until=table.turns.away_until(),
            sealed={seat: sealed.code for seat, sealed in table.sealed.items()},
            spectators=presence.spectators(facts),
            chat=tuple(table.chat),
            hint=table.hints.given,
            recap_from=lines + 1 if lines is not None and lines < self._count_lines(guest) else None,
            start_blocked=start_blocked(facts, guest, table.spec) if facts.status == "room" else None,
            clock=table.clock if table.timeline is not None else None,
        )

    def _count_lines(self, guest: str | None) -> int:
        game = self.game()
        return len(log_of(game.lines, self._table.facts.seat_of(guest))) if game is not None else 0


def _since_last_moves(table: TableRunner) -> dict[str, int]:
    """How many lines a guest of a table that comes out of the data file has read: those up to its own last move.

    When people left is not stored. Who was here to the end may be told a few lines again, nobody misses any.
    """
    timeline = table.timeline
    if timeline is None or table.facts.status != "running":
        return {}
    told = list(timeline.told())
    lines_read = {}
    for seat, one in enumerate(table.facts.seats):
        own = [step.ply for step in timeline.line if step.seat == seat and step.by == "person"]
        if one.guest is not None and own:
            lines_read[one.guest] = sum(ply <= own[-1] and event.seen_by(seat) is not None for ply, event, _ in told)
    return lines_read
