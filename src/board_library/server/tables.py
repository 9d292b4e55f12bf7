"""One table: the only door to its game. A move is tried on a copy, stored, then true, then answered, then shown."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import re
import sys
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import sqlalchemy as sa
import structlog
from msgspec.structs import replace as replaced
from sqlalchemy import Connection

from board_library.engine.core import Decision, GameSpec
from board_library.engine.errors import BoardLibraryError, GameOver, MoveError, NotAsked, StaleQuestion, TakebackRefused
from board_library.engine.play import check
from board_library.engine.record import By, Draft, Record, Timeline
from board_library.server import answers as answering
from board_library.server import chat, clock, schema
from board_library.server import facts as table_facts
from board_library.server import past as stored_past
from board_library.server.answers import Answer, Sealed, refusal
from board_library.server.clock import TableClock
from board_library.server.errors import (
    AlreadyAnswered,
    BadMessage,
    Conflict,
    NotOver,
    NotStarted,
    StorageError,
    TableBroken,
)
from board_library.server.facts import TableFacts
from board_library.server.guests import Guest
from board_library.server.hints import Hints
from board_library.server.look import undo_seat
from board_library.server.past import Past
from board_library.server.presence import Presence
from board_library.server.seen import ChatLine, Seen, ViewerSettings
from board_library.server.services import Services, unbroken
from board_library.server.turns import Turns
from board_library.server.viewers import Viewers

log = structlog.get_logger("board_library.tables")

MOST_CODES = 64
"""Moves in one request."""

_MOVE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")

Answered = Callable[[Answer], None]
"""Told of an answer once it is stored and before anybody sees what it changed."""


class Request(NamedTuple):
    """What a person, bot or zombie asks of a game. ``key`` is ``seat:move id``, None for programs."""

    seat: int
    codes: Sequence[str] = ()
    opened: int | None = None
    key: str | None = None
    by: By = "person"
    answered: Answered | None = None

    def tell(self, answer: Answer) -> Answer:
        """Tell whoever asked, and pass the answer on."""
        if self.answered is not None:
            self.answered(answer)
        return answer


class Listener(Protocol):
    """A connection that wants to know when the table has changed."""

    def poke(self) -> None:
        """Something may have changed: look again when it suits."""


class TableRunner:
    """A room or table in memory. Everything that changes it holds ``lock``; ``facts`` are replaced, never edited."""

    def __init__(self, services: Services, spec: GameSpec | None, facts: TableFacts, past: Past | None = None) -> None:
        past = past or Past()
        self.services = services
        self.spec = spec
        self.facts = facts
        self.lock = asyncio.Lock()
        self.timeline = past.timeline
        self.clock = past.clock or TableClock(facts.clock, len(facts.seats))
        self.answers = past.answers
        self.sealed = past.sealed
        self.chat = past.chat
        self.presence = Presence(services.times.now())
        self.turns = Turns(self)
        self.hints = Hints(self)
        self.listeners: set[Listener] = set()
        self.on_change: Callable[[], None] | None = None
        """Told when a room's public facts change, for lists of open rooms."""
        self.viewers = Viewers(self)
        self._later: asyncio.TimerHandle | None = None

    # ---- moves

    @unbroken
    async def submit(
        self, seat: int, codes: Sequence[str], opened: int | None, move_id: str, answered: Answered | None = None
    ) -> Answer:
        """A person's moves, in order, stopping at the first that is refused; ``opened`` belongs to the first.

        Never raises for bad input: the answer says what is wrong. The same ``move_id`` again gives the first answer.
        """
        async with self.lock:
            try:
                codes = _checked(codes, opened, move_id)
            except BoardLibraryError as error:
                return Request(seat, answered=answered).tell(refusal(error))
            self._returned(seat)
            return await self.take(Request(seat, codes, opened, f"{seat}:{move_id}", "person", answered))

    @unbroken
    async def takeback(self, seat: int, move_id: str, answered: Answered | None = None) -> Answer:
        """Undo the seat's last move, if it drew no chance and showed nobody anything."""
        async with self.lock:
            request = Request(seat, answered=answered)
            try:
                check_id(move_id)
                request = request._replace(key=f"{seat}:{move_id}")
                if (known := self.answers.get(request.key)) is not None:
                    return request.tell(known)
                timeline = self._playing()
                ply = timeline.takeback_ply(seat) if undo_seat(timeline) == seat else None
                if ply is None:
                    raise TakebackRefused(f"seat {seat} has nothing to take back")  # noqa: TRY301
                draft = timeline.try_takeback(seat, ply)
            except BoardLibraryError as error:
                return self._refused(request, error)
            except Exception:  # noqa: BLE001 - rules may raise anything: the table stands, the game does not go on
                return request.tell(await self.broke("error.table_broken"))
            self._returned(seat)
            return await self._store(_advanced(timeline, draft), request, Answer(ok=True, applied=1))

    async def take(self, request: Request) -> Answer:
        """The moves of a person, bot or zombie; ``lock`` is held."""
        if (known := self.answers.get(request.key)) is not None:
            return request.tell(known)
        try:
            timeline = self._playing()
            decision = timeline.state.decision(request.seat)
            if decision is not None and decision.secret and self.turns.held(decision):
                return await self._seal(timeline, decision, request)
        except BoardLibraryError as error:
            return self._refused(request, error)
        shadow, refused, opened = timeline, None, request.opened
        try:
            for code in request.codes:
                try:
                    draft = shadow.try_move(request.seat, code, opened=opened, by=request.by)
                except MoveError as error:
                    refused = error
                    break
                shadow, opened = _advanced(shadow, draft), None
            shadow.state.pending()
        except Exception:  # noqa: BLE001 - rules may raise anything: the live game stays as it was
            return request.tell(await self.broke("error.table_broken"))
        applied = shadow.ply - timeline.ply
        if refused is None:
            return await self._store(shadow, request, Answer(ok=True, applied=applied))
        if applied == 0:
            return self._refused(request, refused)
        return await self._store(shadow, request, refusal(refused, applied))

    async def answer_for(self, decision: Decision, code: str, by: By) -> Answer:
        """A program answers the question; ``lock`` is held."""
        return await self.take(Request(decision.seat, [code], decision.opened, None, by))

    async def take_sealed(self, sealed: list[Sealed]) -> None:
        """The hold is over: the sealed answers take effect together, in the order of seats; ``lock`` is held."""
        shadow, keys = self._playing(), list[str | None]()
        try:
            for answer in sorted(sealed):
                try:
                    draft = shadow.try_move(answer.seat, answer.code, opened=answer.opened, by=answer.by)
                except MoveError as error:
                    log.info("sealed_answer_void", table=self.facts.id, seat=answer.seat, reason=error.key)
                    continue
                shadow = _advanced(shadow, draft)
                keys.append(answer.move_id)
            shadow.state.pending()
        except Exception:  # noqa: BLE001 - as in ``take``
            await self.broke("error.table_broken")
            return
        done = {answer.seat for answer in sealed}
        stored = await self._store(shadow, Request(-1), Answer(ok=True), keys=keys, unsealed=done)
        if not stored.ok:
            raise StorageError("sealed answers are not stored")

    async def _seal(self, timeline: Timeline, decision: Decision, request: Request) -> Answer:
        seat, code = decision.seat, request.codes[0]
        check(timeline.state, seat, code, request.opened)
        if seat in self.sealed:
            raise AlreadyAnswered(f"seat {seat} has sealed its answer")
        sealed = Sealed(seat, decision.opened, code, request.by, request.key)
        answer = Answer(ok=True, applied=1, sealed=True)
        if len(request.codes) > 1:
            answer = replaced(refusal(NotAsked("a secret question has one answer"), 1), sealed=True)

        def job(connection: Connection) -> None:
            answering.seal(connection, self.facts.id, sealed)
            if request.key is not None:
                answering.save(connection, self.facts.id, request.key, answer)

        await self.services.storage.write(job)
        self.sealed = self.sealed | {seat: sealed}
        self.answers.keep(request.key, answer)
        request.tell(answer)
        self.changed()
        return answer

    async def _store(
        self,
        shadow: Timeline,
        request: Request,
        answer: Answer,
        *,
        keys: Sequence[str | None] = (),
        unsealed: Collection[int] = (),
    ) -> Answer:
        """One transaction for all new entries of ``shadow`` and what follows from them; only then they are true.

        ``keys`` are the requests of the entries where each has its own.
        """
        table, now = self.facts.id, self.services.times.now()
        pending = shadow.state.pending()
        facts = self.facts if pending else replace(self.facts, status="over", ended=now)
        clocks = self.clock.copy()
        ticked = clocks.follow(pending, facts.people(), now, awake=self.turns.awake())
        open_now = {(decision.seat, decision.opened) for decision in pending}
        void = [s.seat for s in self.sealed.values() if s.seat in unsealed or (s.seat, s.opened) not in open_now]
        first = self._playing().ply
        rows = [
            {
                "table_id": table,
                "ply": first + 1 + k,
                **entry._asdict(),
                "move_id": keys[k] if keys else request.key,
                "move_index": 0 if keys else k,
                "at": now,
            }
            for k, entry in enumerate(shadow.record.entries[first:])
        ]

        def job(connection: Connection) -> None:
            if rows:
                connection.execute(sa.insert(schema.entries), rows)
            if request.key is not None:
                answering.save(connection, table, request.key, answer)
            if void:
                answering.unseal(connection, table, void)
            clock.save(connection, table, clocks, ticked)
            if facts is not self.facts:
                table_facts.save_status(connection, facts)

        try:
            await self.services.storage.write(job)
        except BoardLibraryError as error:
            return self._refused(request, error)
        except Conflict:
            return await self._overtaken(request)
        self.timeline, self.facts, self.clock = shadow, facts, clocks
        self.sealed = {seat: sealed for seat, sealed in self.sealed.items() if seat not in void}
        self.answers.keep(request.key, answer)
        request.tell(answer)
        self.changed()
        return answer

    async def _overtaken(self, request: Request) -> Answer:
        """Somebody else has stored this ply or request: read what is true, and answer from that."""
        log.warning("table_overtaken", table=self.facts.id)
        most = self.services.settings.chat_kept
        past = await self.services.storage.read(lambda connection: stored_past.load(connection, self.facts, most))
        assert self.spec is not None
        self.timeline = Timeline(self.spec, self.facts.record(past.entries))
        self.clock, self.answers, self.sealed = past.clock or self.clock, past.answers, past.sealed
        known = self.answers.get(request.key)
        self.changed()
        return request.tell(known or refusal(StaleQuestion("the table has moved on")))

    def _refused(self, request: Request, error: BoardLibraryError) -> Answer:
        answer = refusal(error)
        if isinstance(error, StorageError):
            log.error("not_stored", table=self.facts.id, error=str(error))  # the same request may be tried again
        else:
            self.answers.refuse(request.key, answer)
        return request.tell(answer)

    def _playing(self) -> Timeline:
        if self.facts.status == "broken":
            raise TableBroken(f"table {self.facts.id} is stopped")
        if self.facts.status == "over":
            raise GameOver("the game is over")
        if self.timeline is None:
            raise NotStarted("the game has not begun")
        return self.timeline

    async def broke(self, reason: str) -> Answer:
        """The rules have raised: stop the table, whose game stays as it last was, and tell; ``lock`` is held."""
        raised = sys.exc_info()[0] is not None
        ply = self.timeline.ply if self.timeline is not None else None
        log.error("table_broken", table=self.facts.id, game=self.facts.game, ply=ply, reason=reason, exc_info=raised)
        facts = replace(self.facts, status="broken", broken=reason)
        with contextlib.suppress(BoardLibraryError):
            await self.services.storage.write(lambda connection: table_facts.save_status(connection, facts))
        self.facts = facts
        self.changed()
        return refusal(TableBroken(f"table {facts.id} is stopped"))

    # ---- the room

    @contextlib.asynccontextmanager
    async def changing(self) -> AsyncIterator[TableFacts]:
        """Facts to change in place: stored and true at the end of the block, forgotten if it raises.

        A room whose status becomes ``running`` gets its game. Use it only inside :func:`unbroken` methods.
        """
        async with self.lock:
            draft = self.facts.copy()
            yield draft
            if draft == self.facts:
                return
            timeline, clocks = self.timeline, self.clock
            if draft.status == "running" and timeline is None:
                assert self.spec is not None
                timeline = Timeline(self.spec, draft.record([]))
                clocks = TableClock(draft.clock, len(draft.seats))
                clocks.follow(timeline.state.pending(), draft.people(), self.services.times.now(), awake=True)

            def job(connection: Connection) -> None:
                table_facts.save(connection, draft)
                if clocks is not self.clock:
                    clock.save(connection, draft.id, clocks, range(len(draft.seats)))

            await self.services.storage.write(job)
            self.facts, self.timeline, self.clock = draft, timeline, clocks
            self.changed()

    @unbroken
    async def say(self, guest: Guest, text: object, line_id: str | None = None) -> ChatLine:
        """Add a line of chat. Raises :class:`BadChat`."""
        line = chat.clean_line(text)
        key = None
        if line_id is not None:
            check_id(line_id)
            key = f"{guest.id}:{line_id}"
        async with self.lock:
            now, seat = self.services.times.now(), self.facts.seat_of(guest.id)
            try:
                added = await self.services.storage.write(
                    lambda connection: chat.add(connection, self.facts.id, guest, line, seat=seat, at=now, key=key)
                )
            except Conflict:  # the same line sent again
                return await self.services.storage.read(lambda connection: chat.find(connection, self.facts.id, key))
            self.chat = [*self.chat, added][-self.services.settings.chat_kept :]
            self.changed()
            return added

    # ---- what people see

    def record(self) -> Record:
        """The whole game, secret included. Raises :class:`NotOver` before its end."""
        if self.facts.status != "over" or self.timeline is None:
            raise NotOver("the record is told at the end of the game")
        return self.timeline.record

    def look(self, guest: Guest | None, settings: ViewerSettings | None = None) -> Seen:
        """The present page of one viewer, with a version that rises only when that page changes."""
        return self.viewers.look(guest, settings or (guest.settings if guest is not None else ViewerSettings()))

    @unbroken
    async def view_broke(self) -> None:
        """A view has raised: stop the table, and show it without its game."""
        async with self.lock:
            if self.facts.status != "broken":
                await self.broke("error.table_broken")
            self.timeline = None
            self.show()

    # ---- coming and going

    def come(self, guest: Guest | None, listener: Listener) -> None:
        """A connection has been opened."""
        self.listeners.add(listener)
        key = guest.id if guest else ""
        if self.presence.come(key, self.services.times.now()):
            self.viewers.returned(key)
            self._presence_changed()

    def go(self, guest: Guest | None, listener: Listener) -> None:
        """A connection has been closed."""
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        key = guest.id if guest else ""
        if self.presence.go(key, self.services.times.now()):
            if self.facts.seat_of(key) is not None:
                self.viewers.left(key)
            self._presence_changed()

    def touch(self, guest: Guest | None) -> None:
        """A page was asked for without a connection: its person is here for a while."""
        if guest is not None and self.facts.seat_of(guest.id) is not None:
            self.presence.touch(guest.id, self.services.times.now())
            self._presence_changed()

    def hand_over(self, guest: Guest) -> None:
        """The guest leaves the game: the zombie plays on at once, until the guest comes back."""
        self.presence.taken_over.add(guest.id)
        self._presence_changed()

    def _returned(self, seat: int) -> None:
        guest = self.facts.seats[seat].guest if 0 <= seat < len(self.facts.seats) else None
        if guest is not None:
            self.viewers.acted(guest)
            if self.presence.touch(guest, self.services.times.now()):
                self._presence_changed()

    def _presence_changed(self) -> None:
        """The game follows at once; pages learn of all changes of a short while together."""
        self.turns.follow()
        if self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(self.services.settings.presence_pause, self._show_presence)

    def _show_presence(self) -> None:
        self._later = None
        self.show()

    def show(self) -> None:
        """Tell all connections to look again."""
        self.viewers.stamp += 1
        for listener in list(self.listeners):
            listener.poke()
        if self.on_change is not None:
            self.on_change()

    def changed(self) -> None:
        """The table has changed: bots and clocks follow, everybody looks again."""
        self.turns.follow()
        self.show()

    async def close(self) -> None:
        """Put the table away: its clocks stand, all else is stored already."""
        if self._later is not None:
            self._later.cancel()
        await self.turns.close()
        async with self.lock:
            clocks = self.clock.copy()
            ran = clocks.stand(self.services.times.now())
            if ran:
                with contextlib.suppress(BoardLibraryError):
                    await self.services.storage.write(lambda c: clock.save(c, self.facts.id, clocks, ran))
                self.clock = clocks


def _advanced(timeline: Timeline, draft: Draft) -> Timeline:
    """The timeline with a draft committed, beside the old one, which stays as it is."""
    shadow = copy.copy(timeline)
    shadow.record = replace(timeline.record, entries=list(timeline.record.entries))
    shadow.commit(draft)
    return shadow


def check_id(move_id: object) -> None:
    """Raise :class:`BadMessage` unless this is an id as browsers make them."""
    if not isinstance(move_id, str) or not _MOVE_ID.fullmatch(move_id):
        raise BadMessage("an id has 1 to 64 letters, digits, - or _", field="id")


def _checked(codes: Any, opened: Any, move_id: Any) -> list[str]:
    """The codes, if the request has the agreed shape. Raises :class:`BadMessage`."""
    check_id(move_id)
    if isinstance(opened, bool) or not isinstance(opened, int | None):
        raise BadMessage("opened is the ply of the question", field="opened")
    if (
        not isinstance(codes, list | tuple)
        or not 1 <= len(codes) <= MOST_CODES
        or not all(isinstance(c, str) for c in codes)
    ):
        raise BadMessage(f"a request has 1 to {MOST_CODES} codes", field="codes")
    return list(codes)
