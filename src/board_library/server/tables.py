"""One table: the only door to its game. A move is tried on a copy, stored, then true, then answered, then shown."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import hashlib
import re
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from board_library.engine.core import Decision, GameSpec
from board_library.engine.errors import BoardLibraryError, GameOver, MoveError, NotAsked, TakebackRefused
from board_library.engine.play import check
from board_library.engine.record import By, Draft, Record, Timeline
from board_library.server import answers as answering
from board_library.server import chat, clock, schema
from board_library.server import facts as table_facts
from board_library.server.answers import Answer, Answers, Sealed, refusal
from board_library.server.clock import TableClock
from board_library.server.errors import AlreadyAnswered, BadMessage, Conflict, NotOver, NotStarted, TableBroken
from board_library.server.facts import TableFacts, start_blocked
from board_library.server.guests import Guest
from board_library.server.look import Around, Game, game_of, log_of, see
from board_library.server.presence import Presence
from board_library.server.seen import ChatLine, Seen, ViewerSettings
from board_library.server.services import Services, unbroken
from board_library.server.turns import Turns

log = structlog.get_logger("board_library.tables")

MOST_CODES = 64
"""Moves in one request."""

VIEWERS_KEPT = 256
"""Viewers whose last page is remembered."""

_MOVE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")

Answered = Callable[[Answer], None]
"""Told of an answer once it is stored and before anybody sees what it changed."""


class Listener(Protocol):
    """A connection that wants to know when the table has changed."""

    def poke(self) -> None:
        """Something may have changed: look again when it suits."""


@dataclass
class _Viewed:
    """What a viewer was last shown: ``stamp`` of the table then, the page, and a digest of it."""

    stamp: int
    page: Seen
    digest: bytes


@dataclass(kw_only=True)
class Past:
    """What a table brings along from the data file."""

    timeline: Timeline | None = None
    clock: TableClock | None = None
    answers: Answers = field(default_factory=Answers)
    sealed: dict[int, Sealed] = field(default_factory=dict)
    chat: list[ChatLine] = field(default_factory=list)


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
        self.listeners: set[Listener] = set()
        self.on_change: Callable[[], None] | None = None
        """Told when a room's public facts change, for lists of open rooms."""
        self._stamp = 0
        self._first_version = int(services.times.now() * 1000)
        self._viewed: dict[str, _Viewed] = {}
        self._game: Game | None = None
        self._lines_read: dict[str, int] = {}
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
                return _told(refusal(error), answered)
            self._returned(seat)
            return await self.take(seat, codes, opened, f"{seat}:{move_id}", "person", answered)

    @unbroken
    async def takeback(self, seat: int, move_id: str, answered: Answered | None = None) -> Answer:
        """Undo the seat's last move, if it drew no chance and showed nobody anything."""
        async with self.lock:
            try:
                _check_id(move_id)
            except BoardLibraryError as error:
                return _told(refusal(error), answered)
            key = f"{seat}:{move_id}"
            if (known := self.answers.get(key)) is not None:
                return _told(known, answered)
            try:
                timeline = self._playing()
                ply = timeline.takeback_ply(seat)
                if ply is None:
                    raise TakebackRefused(f"seat {seat} has nothing to take back")
                draft = timeline.try_takeback(seat, ply)
            except BoardLibraryError as error:
                return _told(self.answers.refuse(key, refusal(error)), answered)
            except Exception:  # noqa: BLE001 - rules may raise anything: the table stands, the game does not go on
                return _told(await self.broke("error.table_broken"), answered)
            self._returned(seat)
            return await self._store([draft], Answer(ok=True, applied=1), key, answered)

    async def take(
        self,
        seat: int,
        codes: Sequence[str],
        opened: int | None,
        key: str | None,
        by: By,
        answered: Answered | None = None,
    ) -> Answer:
        """The moves of a person, bot or zombie; ``lock`` is held. ``key`` is ``seat:move id``, None for programs."""
        if (known := self.answers.get(key)) is not None:
            return _told(known, answered)
        try:
            timeline = self._playing()
            decision = timeline.state.decision(seat)
            if decision is not None and decision.secret and self.turns.held(decision):
                return await self._seal(timeline, decision, codes, opened, key, by, answered)
        except BoardLibraryError as error:
            return _told(self.answers.refuse(key, refusal(error)), answered)
        drafts: list[Draft] = []
        shadow, refused = timeline, None
        try:
            for code in codes:
                try:
                    draft = shadow.try_move(seat, code, opened=None if drafts else opened, by=by)
                except MoveError as error:
                    refused = refusal(error, len(drafts))
                    break
                shadow = _advanced(shadow, draft)
                drafts.append(draft)
            shadow.state.pending()
        except Exception:  # noqa: BLE001 - rules may raise anything: the live game stays as it was
            return _told(await self.broke("error.table_broken"), answered)
        if not drafts:
            assert refused is not None
            return _told(self.answers.refuse(key, refused), answered)
        return await self._store(drafts, refused or Answer(ok=True, applied=len(drafts)), key, answered)

    async def take_sealed(self, sealed: list[Sealed]) -> None:
        """The hold is over: the sealed answers take effect together, in the order of seats; ``lock`` is held."""
        shadow, drafts, keys = self._playing(), list[Draft](), list[str | None]()
        try:
            for answer in sorted(sealed):
                try:
                    draft = shadow.try_move(answer.seat, answer.code, opened=answer.opened, by=answer.by)
                except MoveError as error:
                    log.info("sealed_answer_void", table=self.facts.id, seat=answer.seat, reason=error.key)
                    continue
                shadow = _advanced(shadow, draft)
                drafts.append(draft)
                keys.append(answer.move_id)
            shadow.state.pending()
        except Exception:  # noqa: BLE001 - as in ``take``
            await self.broke("error.table_broken")
            return
        await self._store(drafts, None, None, None, keys=keys, opened_seals=[answer.seat for answer in sealed])

    async def _seal(
        self,
        timeline: Timeline,
        decision: Decision,
        codes: Sequence[str],
        opened: int | None,
        key: str | None,
        by: By,
        answered: Answered | None,
    ) -> Answer:
        seat = decision.seat
        check(timeline.state, seat, codes[0], opened)
        if seat in self.sealed:
            raise AlreadyAnswered(f"seat {seat} has sealed its answer")
        sealed = Sealed(seat, decision.opened, codes[0], by, key)
        answer = Answer(ok=True, applied=1, sealed=True)
        if len(codes) > 1:
            answer = msgspec.structs.replace(refusal(NotAsked("a secret question has one answer"), 1), sealed=True)

        def job(connection: Connection) -> None:
            answering.seal(connection, self.facts.id, sealed)
            if key is not None:
                answering.save(connection, self.facts.id, key, answer)

        await self.services.storage.write(job)
        self.sealed = self.sealed | {seat: sealed}
        if key is not None:
            self.answers.stored[key] = answer
        _told(answer, answered)
        self.changed()
        return answer

    async def _store(
        self,
        drafts: list[Draft],
        answer: Answer | None,
        key: str | None,
        answered: Answered | None,
        *,
        keys: list[str | None] | None = None,
        opened_seals: Sequence[int] = (),
    ) -> Answer:
        """One transaction for all drafts and what follows from them; only then they are true."""
        table, now, timeline = self.facts.id, self.services.times.now(), self._playing()
        shadow = timeline
        for draft in drafts:
            shadow = _advanced(shadow, draft)
        pending = shadow.state.pending()
        facts = self.facts if pending else replace(self.facts, status="over", ended=now)
        clocks = self.clock.copy()
        ticked = clocks.follow(pending, facts.people(), now, awake=self.turns.awake())
        open_now = {(decision.seat, decision.opened) for decision in pending}
        void = [s.seat for s in self.sealed.values() if s.seat in opened_seals or (s.seat, s.opened) not in open_now]
        rows = [
            {
                "table_id": table,
                "ply": draft.ply,
                **draft.entry._asdict(),
                "move_id": keys[k] if keys is not None else key,
                "move_index": 0 if keys is not None else k,
                "at": now,
            }
            for k, draft in enumerate(drafts)
        ]

        def job(connection: Connection) -> None:
            if rows:
                connection.execute(sa.insert(schema.entries), rows)
            if key is not None and answer is not None:
                answering.save(connection, table, key, answer)
            if void:
                answering.unseal(connection, table, void)
            clock.save(connection, table, clocks, ticked)
            if facts is not self.facts:
                table_facts.save_status(connection, facts)

        try:
            await self.services.storage.write(job)
        except BoardLibraryError as error:
            log.error("not_stored", table=table, error=str(error))
            return _told(refusal(error), answered)
        except Conflict:
            log.error("entry_known", table=table, ply=drafts[0].ply if drafts else None)
            return _told(await self.broke("error.table_conflict"), answered)
        self.timeline, self.facts, self.clock = shadow, facts, clocks
        self.sealed = {seat: sealed for seat, sealed in self.sealed.items() if seat not in void}
        self._game = None
        final = answer or Answer(ok=True, applied=len(drafts))
        if key is not None:
            self.answers.stored[key] = final
        _told(final, answered)
        self.changed()
        return final

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
            self._game = None
            self.changed()

    @unbroken
    async def say(self, guest: Guest, text: object, line_id: str | None = None) -> ChatLine:
        """Add a line of chat. Raises :class:`BadChat`."""
        line = chat.clean_line(text)
        key = None
        if line_id is not None:
            _check_id(line_id)
            key = f"{guest.id}:{line_id}"
        async with self.lock:
            now, seat = self.services.times.now(), self.facts.seat_of(guest.id)
            try:
                added = await self.services.storage.write(
                    lambda connection: chat.add(connection, self.facts.id, guest, seat, line, now, key)
                )
            except Conflict:
                return next((one for one in reversed(self.chat) if one.text == line), self.chat[-1])
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
        key = guest.id if guest is not None else ""
        settings = settings or (guest.settings if guest is not None else ViewerSettings())
        now, before = self.services.times.now(), self._viewed.get(key)
        if before is not None and before.stamp == self._stamp and before.page.settings == settings:
            return msgspec.structs.replace(before.page, now=now)
        page = self._see(key or None, settings)
        digest = hashlib.blake2b(msgspec.json.encode(page), digest_size=16).digest()
        version = self._first_version
        if before is not None:
            version = before.page.version + (before.digest != digest)
        page = msgspec.structs.replace(page, version=version)
        self._viewed[key] = _Viewed(self._stamp, page, digest)
        if len(self._viewed) > VIEWERS_KEPT:
            self._viewed.pop(next(iter(self._viewed)))
        return msgspec.structs.replace(page, now=now)

    def _see(self, guest: str | None, settings: ViewerSettings) -> Seen:
        around = self._around(guest)
        if self._game is None and self.timeline is not None:
            self._game = game_of(self.timeline)
        try:
            return see(self.facts, self._game, guest, settings=settings, around=around)
        except Exception:  # noqa: BLE001 - a view that raises stops the table, not the server
            self.turns.keep(self._view_broke())
            facts = replace(self.facts, status="broken", broken="error.table_broken")
            return see(facts, None, guest, settings=settings, around=around)

    @unbroken
    async def _view_broke(self) -> None:
        async with self.lock:
            if self.facts.status != "broken":
                await self.broke("error.table_broken")
            self.timeline = self._game = None

    def _around(self, guest: str | None) -> Around:
        facts, presence, now = self.facts, self.presence, self.services.times.now()
        lines = self._lines_read.get(guest or "")
        return Around(
            connected=presence.seats_here(facts, now, facts.clock.absent),
            taken_over=frozenset(k for k in facts.people() if facts.seats[k].guest in presence.taken_over),
            away_until=self.turns.away_until(),
            sealed={seat: sealed.code for seat, sealed in self.sealed.items()},
            spectators=presence.spectators(facts),
            chat=tuple(self.chat),
            recap_from=lines + 1 if lines is not None and lines < self._count_lines(guest) else None,
            start_blocked=start_blocked(facts, guest, self.spec) if facts.status == "room" else None,
            clock=self.clock if self.timeline is not None else None,
        )

    def _count_lines(self, guest: str | None) -> int:
        if self._game is None:
            self._game = game_of(self.timeline) if self.timeline is not None else None
        return len(log_of(self._game.lines, self.facts.seat_of(guest))) if self._game is not None else 0

    # ---- coming and going

    def come(self, guest: Guest | None, listener: Listener) -> None:
        """A connection has been opened."""
        self.listeners.add(listener)
        if self.presence.come(guest.id if guest else "", self.services.times.now()):
            self._presence_changed()

    def go(self, guest: Guest | None, listener: Listener) -> None:
        """A connection has been closed."""
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        key = guest.id if guest else ""
        if self.presence.go(key, self.services.times.now()):
            if self.facts.seat_of(key) is not None:
                self._lines_read[key] = self._count_lines(key)
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
            self._lines_read.pop(guest, None)
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
        self._stamp += 1
        for listener in list(self.listeners):
            listener.poke()
        if self.on_change is not None:
            self.on_change()

    def changed(self) -> None:
        """The table has changed: bots and clocks follow, everybody looks again."""
        self.turns.follow()
        self.show()

    async def close(self) -> None:
        """Put the table away; what it was is stored already."""
        if self._later is not None:
            self._later.cancel()
        await self.turns.close()
        async with self.lock:
            pass  # whoever holds it is still storing


def _advanced(timeline: Timeline, draft: Draft) -> Timeline:
    """The timeline with a draft committed, beside the old one, which stays as it is."""
    shadow = copy.copy(timeline)
    shadow.record = replace(timeline.record, entries=list(timeline.record.entries))
    shadow.commit(draft)
    return shadow


def _check_id(move_id: object) -> None:
    if not isinstance(move_id, str) or not _MOVE_ID.fullmatch(move_id):
        raise BadMessage("an id has 1 to 64 letters, digits, - or _", field="id")


def _checked(codes: Any, opened: Any, move_id: Any) -> list[str]:
    """The codes, if the request has the agreed shape. Raises :class:`BadMessage`."""
    _check_id(move_id)
    if isinstance(opened, bool) or not isinstance(opened, int | None):
        raise BadMessage("opened is the ply of the question", field="opened")
    if (
        not isinstance(codes, list | tuple)
        or not 1 <= len(codes) <= MOST_CODES
        or not all(isinstance(c, str) for c in codes)
    ):
        raise BadMessage(f"a request has 1 to {MOST_CODES} codes", field="codes")
    return list(codes)


def _told(answer: Answer, answered: Answered | None) -> Answer:
    if answered is not None:
        answered(answer)
    return answer
