"""Who moves when nobody clicks: bots, the end of a hold, and the zombie for those who are late or away."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

import structlog

from board_library.bots.observe import observe
from board_library.engine.core import Decision
from board_library.engine.errors import BoardLibraryError
from board_library.engine.play import REFUSALS, by_itself
from board_library.engine.rng import SeededRng
from board_library.server import clock
from board_library.server.errors import StorageError
from board_library.server.services import unbroken

if TYPE_CHECKING:
    from board_library.engine.record import By
    from board_library.server.tables import TableRunner

RETRY_SECONDS = 1.0
"""After the data file could not be written."""

BOT_FAULTS = ("error.not_offered", "error.malformed_move")

log = structlog.get_logger("board_library.turns")


class Turns:
    """The timer and the bots of one table.

    An absent person is waited for only while another person is at the table: a game in which nobody waits sleeps
    until somebody comes back, rather than being played out by zombies.
    """

    def __init__(self, table: TableRunner) -> None:
        self._table = table
        self._asked: dict[tuple[int, int], float] = {}
        self._bots: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._timer: asyncio.Task[None] | None = None
        self._kept: set[asyncio.Future[Any]] = set()
        self._closed = False
        self._not_before = 0.0

    # ---- what pages and the table ask

    def held(self, decision: Decision) -> bool:
        """Whether answers to this secret question must still wait."""
        asked = self._asked.get((decision.seat, decision.opened), self._now())
        return self._now() < asked + self._table.services.settings.hold

    def awake(self) -> bool:
        """Whether any seated person is here."""
        table = self._table
        return bool(table.presence.seats_here(table.facts, self._now(), table.facts.clock.absent))

    def away_until(self) -> dict[int, float]:
        """When the zombie will begin to play for absent seats that are asked and waited for."""
        taken_over = self._table.presence.taken_over
        seats = self._table.facts.seats
        return {seat: due for seat, due in self._absences() if seats[seat].guest not in taken_over}

    @property
    def busy(self) -> bool:
        """Whether somebody is to move without a click."""
        return bool(self._bots) or self._timer is not None

    def keep(self, work: Awaitable[Any]) -> None:
        """Run something beside; it is waited for when the table is put away."""
        task = asyncio.ensure_future(work)
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)

    # ---- what happens

    def follow(self) -> None:
        """The table has changed: ask the bots that are due, set the timer anew."""
        if self._closed:
            return
        pending = self._pending()
        now = self._now()
        self._asked = {key: self._asked.get(key, now) for key in ((d.seat, d.opened) for d in pending)}
        for key in [key for key in self._bots if key not in self._asked]:
            self._bots.pop(key).cancel()
        for decision in pending:
            key = (decision.seat, decision.opened)
            is_bot = self._table.facts.seats[decision.seat].kind == "bot"
            if is_bot and key not in self._bots and decision.seat not in self._table.sealed:
                self._bots[key] = asyncio.ensure_future(self._move_bot(decision))
        self._arm()

    async def close(self) -> None:
        """Stop the bots and the timer."""
        self._closed = True
        tasks = [*self._bots.values(), *([self._timer] if self._timer is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._kept, return_exceptions=True)

    def _pending(self) -> tuple[Decision, ...]:
        timeline = self._table.timeline
        if timeline is None or self._table.facts.status != "running":
            return ()
        return timeline.state.pending()

    def _now(self) -> float:
        return self._table.services.times.now()

    def _absences(self) -> list[tuple[int, float]]:
        """Absent persons' seats that are asked and waited for, with the time at which the zombie moves."""
        table = self._table
        facts, presence, found = table.facts, table.presence, list[tuple[int, float]]()
        if not self.awake():
            return []
        for decision in self._pending():
            seat = facts.seats[decision.seat]
            if seat.kind != "person" or decision.seat in table.sealed or presence.connected(seat.guest):
                continue
            asked = self._asked.get((decision.seat, decision.opened), self._now())
            if seat.guest in presence.taken_over:
                found.append((decision.seat, asked + table.services.settings.bot_pause))
            else:
                found.append((decision.seat, max(asked, presence.away_since(seat.guest)) + facts.clock.absent))
        return found

    def _holds(self) -> list[tuple[int, float]]:
        hold, now = self._table.services.settings.hold, self._now()
        return [(s.seat, self._asked.get((s.seat, s.opened), now) + hold) for s in self._table.sealed.values()]

    def _silent(self) -> list[tuple[Decision, float]]:
        """Secret questions that are answered at the end of the hold without a click, with the time.

        The lone refusal of somebody who has nothing to use is; so are the refusable questions to absent seats and to
        bots that still think, lest a later answer tell that there was something to use.
        """
        table, now, found = self._table, self._now(), list[tuple[Decision, float]]()
        if not self.awake():
            return []
        for decision in self._pending():
            seat = table.facts.seats[decision.seat]
            if decision.seat in table.sealed or not decision.secret:
                continue
            alone = seat.kind == "bot" or not table.presence.connected(seat.guest)
            if by_itself(decision) is not None or (alone and any(m.verb in REFUSALS for m in decision.moves)):
                asked = self._asked.get((decision.seat, decision.opened), now)
                found.append((decision, asked + table.services.settings.hold))
        return found

    async def _answer_silently(self, decision: Decision) -> None:
        """Give the answer of a seat that does not give it itself; the lock is held."""
        table = self._table
        only, seat = by_itself(decision), table.facts.seats[decision.seat]
        if seat.kind == "bot":
            await self._zombie(decision, "bot")
        elif only is None or not table.presence.connected(seat.guest):
            await self._zombie(decision)
        elif (await table.answer_for(decision, only.code, "person")).error == StorageError.key:
            raise StorageError("a silent refusal is not stored")

    def _late(self) -> list[tuple[int, float]]:
        sealed, clocks = self._table.sealed, self._table.clock
        dues = [(d.seat, clocks.due(d.seat)) for d in self._pending() if d.seat not in sealed]
        return [(seat, due) for seat, due in dues if due is not None]

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._pending():
            return
        now, table = self._now(), self._table
        guests = [table.facts.seats[k].guest for k in table.facts.people()]
        dues = [due for _, due in (*self._holds(), *self._silent(), *self._late(), *self._absences())]
        dues += table.presence.lapses(guests, now, table.facts.clock.absent)
        asleep = not self.awake()
        if not table.clock.off and any((c.since is None) != asleep for c in table.clock.seats if c.opened is not None):
            dues.append(now)
        if dues:
            self._timer = asyncio.ensure_future(self._ring(max(min(dues), self._not_before) - now))

    async def _ring(self, seconds: float) -> None:
        await self._table.services.times.sleep(seconds)
        self._timer = None
        try:
            await self._strike()
        except BoardLibraryError as error:
            log.error("not_stored", table=self._table.facts.id, error=str(error))  # noqa: TRY400 - says it all
            self._not_before = self._now() + RETRY_SECONDS
            self.follow()

    @unbroken
    async def _strike(self) -> None:
        """Something is due: do it all."""
        table = self._table
        async with table.lock:
            now = self._now()
            await self._run_clocks(now)
            seats = {seat for seat, due in self._holds() if due <= now}
            if seats and self._pending():
                await table.take_sealed([table.sealed[seat] for seat in seats])
            for decision in [decision for decision, due in self._silent() if due <= now]:
                if decision in self._pending():
                    await self._answer_silently(decision)
            for seat, absent in [*((s, False) for s, due in self._late() if due <= now),
                                 *((s, True) for s, due in self._absences() if due <= now)]:  # fmt: skip
                open_ = next((d for d in self._pending() if d.seat == seat), None)
                if open_ is not None and seat not in table.sealed:
                    guest = table.facts.seats[seat].guest
                    if absent and guest is not None:
                        table.presence.taken_over.add(guest)
                    await self._zombie(open_)
        self.follow()
        table.show()

    async def _run_clocks(self, now: float) -> None:
        """Stop the clocks when everybody has gone, run them on when somebody is back."""
        table = self._table
        clocks = table.clock.copy()
        changed = clocks.follow(self._pending(), table.facts.people(), now, awake=self.awake())
        if changed:
            await table.services.storage.write(lambda c: clock.save(c, table.facts.id, clocks, changed))
            table.clock = clocks

    async def _zombie(self, decision: Decision, by: By = "zombie") -> None:
        """The game's zombie answers; the lock is held."""
        table = self._table
        assert table.timeline is not None
        assert table.spec is not None
        try:
            code = table.spec.zombie(observe(table.timeline.state, decision.seat, chance())).code
        except Exception:  # noqa: BLE001 - a zombie that raises is a fault of the game
            await table.broke("error.table_broken")
            return
        answer = await table.answer_for(decision, code, by)
        if answer.error == StorageError.key:
            raise StorageError("the zombie's move is not stored")
        if answer.error == "error.not_offered":
            log.error("zombie_refused", table=table.facts.id, game=table.facts.game, kind=decision.kind)
            await table.broke("error.table_broken")

    async def _move_bot(self, decision: Decision) -> None:
        table = self._table
        await table.services.times.sleep(table.services.settings.bot_pause)
        if table.timeline is None:
            return
        level = table.facts.seats[decision.seat].level or ""
        try:
            observer = observe(table.timeline.state, decision.seat, chance())
        except Exception:  # noqa: BLE001 - rules may raise anything
            observer = None
        code = None
        if observer is not None:
            code = await table.services.bots.choose(table.facts.game, level, observer, table.facts.owner)
        while True:
            try:
                await self._answer_for_bot(decision, code)
            except StorageError:
                await table.services.times.sleep(RETRY_SECONDS)
            else:
                return

    @unbroken
    async def _answer_for_bot(self, decision: Decision, code: str | None) -> None:
        async with self._table.lock:
            if self._closed or decision not in self._pending():
                return
            if code is not None:
                answer = await self._table.answer_for(decision, code, "bot")
                if answer.error == StorageError.key:
                    raise StorageError("the bot's move is not stored")
                if answer.error not in BOT_FAULTS:
                    return
                log.warning("bot_move_not_offered", game=self._table.facts.game, kind=decision.kind)
            await self._zombie(decision)


def chance() -> SeededRng:
    """Chance for the worlds that programs are shown: it has nothing to do with the game's seed."""
    return SeededRng(secrets.token_bytes(32), 0)
