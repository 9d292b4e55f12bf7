"""Hints at one practice table: whoever plays with bots alone may ask what a search would answer.

It knows what the asker knows: hidden things are dealt anew for it, as for a bot in that seat. Nothing of it is stored.
"""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from board_library.bots.observe import observe
from board_library.engine.core import Decision
from board_library.engine.errors import NotAsked, StaleQuestion
from board_library.server.errors import Flooding, NoHint, NotPractice, NotSeated, NotStarted
from board_library.server.facts import TableFacts
from board_library.server.turns import chance

if TYPE_CHECKING:
    from board_library.server.tables import TableRunner

REST = 1.0
"""Seconds from one hint to the next: people read it first."""


class Given(NamedTuple):
    """The code that was found for the question that a seat was asked at ply ``opened``."""

    seat: int
    opened: int
    code: str


def practice(facts: TableFacts) -> bool:
    """Whether but one person plays: there a hint is nobody's loss."""
    return facts.status == "running" and len(facts.people()) == 1


class Hints:
    """What the person at one table was told last."""

    def __init__(self, table: TableRunner) -> None:
        self._table = table
        self._thinking: tuple[Decision, asyncio.Future[None]] | None = None
        self._next = -inf
        self.given: Given | None = None

    async def ask(self, guest: str | None) -> None:
        """Think about the open question of a guest; the pages show what is found. The same question costs nothing.

        Raises :class:`NotSeated`, :class:`NotPractice`, :class:`NotAsked`, :class:`Flooding`, :class:`NoHint`, and
        :class:`StaleQuestion` if it was answered meanwhile.
        """
        decision = self._question(guest)
        if self.given is not None and self.given[:2] == (decision.seat, decision.opened):
            return
        if self._thinking is None or self._thinking[1].done():
            now = self._table.services.times.now()
            if now < self._next:
                raise Flooding("a hint a second is enough")
            self._next = now + REST
            self._thinking = decision, asyncio.ensure_future(self._think(decision))
        elif self._thinking[0] != decision:
            raise Flooding("the hint before is still being thought about")
        await asyncio.shield(self._thinking[1])

    def _question(self, guest: str | None) -> Decision:
        table = self._table
        seat = table.facts.seat_of(guest)
        if seat is None:
            raise NotSeated("one who watches gets no hints")
        if table.timeline is None:
            raise NotStarted("the game has not begun")
        if not practice(table.facts):
            raise NotPractice("there are no hints where people play each other")
        decision = table.timeline.state.decision(seat)
        if decision is None or seat in table.sealed:
            raise NotAsked(f"seat {seat} is not asked")
        return decision

    async def _think(self, decision: Decision) -> None:
        table = self._table
        assert table.timeline is not None
        try:
            observer = observe(table.timeline.state, decision.seat, chance())
        except Exception as error:
            raise NoHint("the rules have raised") from error
        code = await table.services.bots.hint(table.facts.game, observer, table.facts.owner)
        if code is None:
            raise NoHint("nothing was found in time")
        if table.timeline is None or decision not in table.timeline.state.pending():
            raise StaleQuestion("the question is gone")
        self.given = Given(decision.seat, decision.opened, code)
        table.show()
