"""The lobby: rooms are made, found, filled, changed, left and started here. Every door takes a guest and checks it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from board_library.bots.levels import LEVELS
from board_library.engine.errors import SeatsError
from board_library.games import game
from board_library.server import schema
from board_library.server.clock import ClockOptions
from board_library.server.errors import (
    BadLevel,
    BadName,
    BadNumber,
    NotHost,
    NotOver,
    NotSeated,
    RoomClosed,
    RoomFull,
    RoomStarted,
    SeatChanged,
    SeatTaken,
    StartRefused,
    TooManyTables,
)
from board_library.server.facts import SeatFacts, TableFacts, new_code, show_code, start_blocked
from board_library.server.guests import COLOURS, Guest, clean_text
from board_library.server.registry import Tables, new_id
from board_library.server.services import Services, unbroken
from board_library.server.tables import TableRunner

BOT_NAMES = ("Bonny", "Kidd", "Rackham", "Teach", "Morgan", "Read", "Vane", "Roberts")
LONGEST_ROOM_NAME = 40
QUICK_SEATS = 3


class RoomLine(msgspec.Struct, frozen=True, kw_only=True):
    """A room or table in a list. ``code`` is as people read it; ``taken`` of ``seats`` are not free."""

    table: str
    code: str
    name: str
    game: str
    status: str
    host: str
    taken: int
    seats: int
    spectators: int
    private: bool = False


class Lobby:
    """All rooms of one server, and the ways from a room to its table."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self._services = services
        self._tables = tables

    # ---- lists

    def open_rooms(self, slug: str | None = None) -> list[RoomLine]:
        """Public rooms with a free seat and somebody in them, newest first."""
        return [
            line
            for runner in self._newest(slug)
            if runner.facts.status == "room" and self._alive(runner)
            for line in [_line(runner)]
            if line.taken < line.seats
        ]

    def running(self, slug: str | None = None) -> list[RoomLine]:
        """Public tables that can be watched now, newest first."""
        return [_line(r) for r in self._newest(slug) if r.facts.status == "running" and self._alive(r)]

    async def mine(self, guest: Guest) -> list[RoomLine]:
        """The rooms and running tables at which the guest sits, newest first: "Return to your game"."""
        t, s = schema.tables.c, schema.seats.c
        query = (
            sa.select(t.id)
            .join_from(schema.tables, schema.seats, t.id == s.table_id)
            .where(s.guest == guest.id, t.status.in_(("room", "running")))
            .order_by(t.created.desc())
            .limit(self._services.settings.tables_per_guest)
        )
        ids = await self._services.storage.read(lambda connection: connection.execute(query).scalars().all())
        runners = [await self._tables.find(table) for table in ids]
        return [_line(runner) for runner in runners if runner.facts.seat_of(guest.id) is not None]

    def _newest(self, slug: str | None) -> list[TableRunner]:
        runners = [r for r in self._tables.loaded() if not r.facts.private and slug in (None, r.facts.game)]
        return sorted(runners, key=lambda r: r.facts.created, reverse=True)

    def _alive(self, runner: TableRunner) -> bool:
        now = self._services.times.now()
        return runner.presence.anybody() or now < runner.presence.last_heard() + 60

    # ---- in and out

    @unbroken
    async def create(
        self,
        guest: Guest,
        slug: str,
        *,
        name: str = "",
        private: bool = False,
        options: Mapping[str, Any] | None = None,
        seats: int | None = None,
        clock: Mapping[str, Any] | None = None,
    ) -> TableRunner:
        """A new room with its maker as host in seat 0. Raises the errors of names, games, options and seats."""
        spec = game(slug)
        await self._check_number(guest)
        seats = spec.seats[-1] if seats is None else _seats(seats, spec.seats)
        parsed = spec.options.parse(options or {})
        facts = TableFacts(
            id=new_id(),
            code=new_code(),
            name=clean_text(name, LONGEST_ROOM_NAME, BadName) if name.strip() else guest.name,
            game=slug,
            rules_version=spec.rules_version,
            options=parsed.to_json(),
            clock=ClockOptions.parse(clock or {}, absent=max(5, int(self._services.settings.absent))),
            private=private,
            host=guest.id,
            created=self._services.times.now(),
            seats=[_sit(guest), *(SeatFacts() for _ in range(seats - 1))],
        )
        return await self._tables.add(facts)

    async def find(self, text: str) -> TableRunner:
        """A room or table by id or code. Raises :class:`NoSuchTable`."""
        return await self._tables.find(text)

    @unbroken
    async def join(self, guest: Guest, text: str, seat: int | None = None) -> TableRunner:
        """Sit down, in the first free seat or in the chosen one; who sits already may change to a free seat.

        Raises :class:`RoomFull`, :class:`SeatTaken`, :class:`RoomStarted`, :class:`NoSuchTable`.
        """
        runner = await self._tables.find(text)
        if runner.facts.seat_of(guest.id) is None:
            await self._check_number(guest)
        async with runner.changing() as facts:
            own = facts.seat_of(guest.id)
            if own is not None and (seat is None or seat == own):
                return runner
            _check_room(facts)
            free = [k for k, one in enumerate(facts.seats) if one.kind == "free"]
            if not free and own is None:
                raise RoomFull("every seat is taken", code=show_code(facts.code))
            chosen = free[0] if seat is None else seat
            if chosen not in free:
                raise SeatTaken(f"seat {chosen} is not free", seat=chosen)
            if own is not None:
                facts.seats[chosen], facts.seats[own] = facts.seats[own], SeatFacts()
            else:
                facts.seats[chosen] = _sit(guest)
                facts.seats[chosen].colour = _colour(facts, chosen, guest.colour)
            facts.removed.discard(guest.id)
            if facts.host is None:
                facts.host = guest.id
        runner.touch(guest)
        return runner

    @unbroken
    async def leave(self, guest: Guest, text: str) -> None:
        """Get up. In a room the seat is free again, the host's role passes on, an empty room closes.

        At a running table the seat stays the guest's, and the zombie plays for it until the guest comes back.
        """
        runner = await self._tables.find(text)
        if runner.facts.status != "room":
            if runner.facts.seat_of(guest.id) is not None:
                runner.hand_over(guest)
            return
        async with runner.changing() as facts:
            seat = _own_seat(facts, guest)
            facts.seats[seat] = SeatFacts()
            people = facts.people()
            if facts.host == guest.id:
                facts.host = facts.seats[people[0]].guest if people else None
        if not people:
            await self._tables.drop(runner)

    # ---- the host's doors

    @unbroken
    async def add_bot(self, guest: Guest, text: str, seat: int | None = None, level: str = "sailor") -> None:
        """Put a bot into a free seat. Raises :class:`BadLevel`, :class:`SeatTaken`, :class:`RoomFull`."""
        if level not in LEVELS:
            raise BadLevel(f"there is no level {level[:20]!r}", level=level[:20])
        runner = await self._tables.find(text)
        async with runner.changing() as facts:
            _check_host(facts, guest)
            free = [k for k, one in enumerate(facts.seats) if one.kind == "free"]
            if not free:
                raise RoomFull("every seat is taken", code=show_code(facts.code))
            chosen = free[0] if seat is None else seat
            if chosen not in free:
                raise SeatTaken(f"seat {chosen} is not free", seat=chosen)
            facts.seats[chosen] = _bot(facts, level)

    @unbroken
    async def remove_bot(self, guest: Guest, text: str, seat: int) -> None:
        """Take a bot out of its seat. Raises :class:`SeatChanged` if no bot sits there."""
        runner = await self._tables.find(text)
        async with runner.changing() as facts:
            _check_host(facts, guest)
            if not 0 <= seat < len(facts.seats) or facts.seats[seat].kind != "bot":
                raise SeatChanged(f"no bot sits in seat {seat}", seat=seat)
            facts.seats[seat] = SeatFacts()

    @unbroken
    async def remove_person(self, guest: Guest, text: str, seat: int) -> None:
        """Free the seat of another person, who may come back. Raises :class:`SeatChanged` if none sits there."""
        runner = await self._tables.find(text)
        async with runner.changing() as facts:
            _check_host(facts, guest)
            one = facts.seats[seat] if 0 <= seat < len(facts.seats) else SeatFacts()
            if one.guest is None or one.guest == guest.id:
                raise SeatChanged(f"nobody else sits in seat {seat}", seat=seat)
            facts.seats[seat] = SeatFacts()
            facts.removed.add(one.guest)

    @unbroken
    async def change(
        self,
        guest: Guest,
        text: str,
        *,
        name: str | None = None,
        private: bool | None = None,
        options: Mapping[str, Any] | None = None,
        seats: int | None = None,
        clock: Mapping[str, Any] | None = None,
    ) -> None:
        """Change what is given; the others must tick ready again. Options and clock are given as a whole."""
        runner = await self._tables.find(text)
        async with runner.changing() as facts:
            _check_host(facts, guest)
            spec, before = game(facts.game), facts.copy()
            if name is not None:
                facts.name = clean_text(name, LONGEST_ROOM_NAME, BadName)
            if private is not None:
                facts.private = private
            if options is not None:
                facts.options = spec.options.parse(options).to_json()
            if clock is not None:
                facts.clock = ClockOptions.parse(clock, absent=facts.clock.absent)
            if seats is not None:
                _resize(facts, _seats(seats, spec.seats))
            if (facts.options, facts.clock, len(facts.seats)) != (before.options, before.clock, len(before.seats)):
                for seat in facts.seats:
                    seat.ready = False

    @unbroken
    async def start(self, guest: Guest, text: str) -> TableRunner:
        """Begin the game: free seats go, the seed is mixed. Raises :class:`StartRefused` with the reason as key."""
        runner = await self._tables.find(text)
        async with runner.changing() as facts:
            reason = start_blocked(facts, guest.id, game(facts.game))
            if reason is not None:
                raise StartRefused(reason, table=facts.id)
            _begin(facts, self._services.times.now())
        return runner

    # ---- everybody's doors

    @unbroken
    async def ready(self, guest: Guest, text: str, on: bool = True, number: object = None) -> None:
        """Tick ready or not; ``number`` is what the guest's browser adds to the seed (a whole number below 2**64)."""
        runner = await self._tables.find(text)
        async with runner.changing() as facts:
            _check_room(facts)
            seat = facts.seats[_own_seat(facts, guest)]
            seat.ready = on
            if number is not None:
                seat.number = _number(number)

    @unbroken
    async def number(self, guest: Guest, text: str, number: object) -> None:
        """Give the number that the guest's browser adds to the seed. Raises :class:`BadNumber`."""
        runner = await self._tables.find(text)
        async with runner.changing() as facts:
            _check_room(facts)
            facts.seats[_own_seat(facts, guest)].number = _number(number)

    async def rename(self, guest: Guest) -> None:
        """Show a guest's new name and colour wherever it sits."""
        for line in await self.mine(guest):
            await self._rename(guest, line.table)

    @unbroken
    async def _rename(self, guest: Guest, table: str) -> None:
        runner = await self._tables.find(table)
        async with runner.changing() as facts:
            seat = facts.seat_of(guest.id)
            if seat is not None:
                facts.seats[seat].name = guest.name
                facts.seats[seat].colour = _colour(facts, seat, guest.colour)

    @unbroken
    async def quick_play(self, guest: Guest, slug: str, level: str = "sailor", number: object = None) -> TableRunner:
        """A private game against bots, started at once: three seats where the game can be played by three."""
        if level not in LEVELS:
            raise BadLevel(f"there is no level {level[:20]!r}", level=level[:20])
        spec = game(slug)
        seats = min(max(QUICK_SEATS, spec.seats[0]), spec.seats[-1])
        given = None if number is None else _number(number)
        runner = await self.create(guest, slug, private=True, seats=seats)
        async with runner.changing() as facts:
            facts.seats[0].number = given
            for k in range(1, seats):
                facts.seats[k] = _bot(facts, level)
            _begin(facts, self._services.times.now())
        runner.touch(guest)
        return runner

    @unbroken
    async def rematch(self, guest: Guest, text: str) -> TableRunner:
        """The next game of the same people: seats rotate by one. Who asks first makes the room, the others follow.

        A game against bots alone starts at once. Raises :class:`NotOver`, :class:`NotSeated`.
        """
        old = await self._tables.find(text)
        seat = _own_seat(old.facts, guest)
        if old.facts.status not in ("over", "broken"):
            raise NotOver("a rematch comes after the game")
        place = (seat - 1) % len(old.facts.seats)
        created: TableRunner | None = None
        async with old.changing() as facts:
            if facts.rematch is None:
                created = await self._tables.add(self._next(facts, guest, place))
                facts.rematch = created.facts.code
        if created is None:
            try:
                return await self._follow(guest, old.facts.rematch or "", place)
            except RoomClosed:
                return await self._again(old, guest, place)
        if len(created.facts.people()) == 1 and all(s.kind != "free" for s in created.facts.seats):
            await self.start(guest, created.facts.id)
        created.touch(guest)
        return created

    async def _follow(self, guest: Guest, code: str, place: int) -> TableRunner:
        from board_library.server.errors import NoSuchTable

        try:
            runner = await self._tables.find(code)
        except NoSuchTable:
            raise RoomClosed("the next room is closed") from None
        if runner.facts.seat_of(guest.id) is not None or runner.facts.status != "room":
            return runner
        free = place < len(runner.facts.seats) and runner.facts.seats[place].kind == "free"
        return await self.join(guest, code, place if free else None)

    async def _again(self, old: TableRunner, guest: Guest, place: int) -> TableRunner:
        async with old.changing() as facts:
            runner = await self._tables.add(self._next(facts, guest, place))
            facts.rematch = runner.facts.code
        return runner

    def _next(self, facts: TableFacts, guest: Guest, place: int) -> TableFacts:
        turned = facts.seats[1:] + facts.seats[:1]
        made = TableFacts(
            id=new_id(),
            code=new_code(),
            name=facts.name,
            game=facts.game,
            rules_version=game(facts.game).rules_version,
            options=dict(facts.options),
            clock=facts.clock,
            private=facts.private,
            host=guest.id,
            created=self._services.times.now(),
            seats=[
                SeatFacts(kind="bot", name=one.name, colour=one.colour, level=one.level, ready=True)
                if one.kind == "bot"
                else SeatFacts()
                for one in turned
            ],
        )
        made.seats[place] = _sit(guest)
        made.seats[place].colour = _colour(made, place, guest.colour)
        return made

    async def sweep(self) -> None:
        """Close rooms in which nobody has been for long, and put idle tables away; done now and then."""
        now, idle = self._services.times.now(), self._services.settings.room_idle
        for runner in self._tables.loaded():
            empty = runner.facts.status == "room" and not runner.presence.anybody()
            if empty and now > runner.presence.last_heard() + idle:
                await self._tables.drop(runner)
        await self._tables.put_away()

    async def _check_number(self, guest: Guest) -> None:
        most = self._services.settings.tables_per_guest
        if len(await self.mine(guest)) >= most:
            raise TooManyTables(f"at most {most} rooms and games at a time", most=most)


def _sit(guest: Guest) -> SeatFacts:
    return SeatFacts(kind="person", guest=guest.id, name=guest.name, colour=guest.colour)


def _colour(facts: TableFacts, seat: int, wanted: int) -> int:
    """The wanted colour, or, if another seat has it, one that tells this seat from all others: its own if it does."""
    taken = {one.colour for k, one in enumerate(facts.seats) if one.kind != "free" and k != seat}
    choice = (wanted, facts.seats[seat].colour, *range(COLOURS))
    return next((colour for colour in choice if colour not in taken), wanted)


def _bot(facts: TableFacts, level: str) -> SeatFacts:
    names = {seat.name for seat in facts.seats}
    colours = {seat.colour for seat in facts.seats if seat.kind != "free"}
    name = next((one for one in BOT_NAMES if one not in names), BOT_NAMES[0])
    colour = next((c for c in range(6) if c not in colours), secrets.randbelow(6))
    return SeatFacts(kind="bot", name=name, colour=colour, level=level, ready=True)


def _begin(facts: TableFacts, now: float) -> None:
    facts.seats = [seat for seat in facts.seats if seat.kind != "free"]
    facts.status, facts.started = "running", now


def _check_room(facts: TableFacts) -> None:
    if facts.status != "room":
        raise RoomStarted("the game has begun", code=show_code(facts.code), table=facts.id)


def _check_host(facts: TableFacts, guest: Guest) -> None:
    _check_room(facts)
    if facts.host != guest.id:
        raise NotHost("only the host may do that")


def _own_seat(facts: TableFacts, guest: Guest) -> int:
    seat = facts.seat_of(guest.id)
    if seat is None:
        raise NotSeated("one who watches cannot do that")
    return seat


def _seats(seats: Any, allowed: range) -> int:
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in allowed:
        low, high = allowed[0], allowed[-1]
        raise SeatsError(f"{low} to {high} seats, not {str(seats)[:20]}", low=low, high=high, seats=str(seats)[:20])
    return seats


def _resize(facts: TableFacts, seats: int) -> None:
    taken = [seat for seat in facts.seats if seat.kind != "free"]
    if len(taken) > seats:
        raise SeatsError(f"{len(taken)} seats are taken", low=len(taken), high=len(facts.seats), seats=seats)
    while len(facts.seats) > seats:
        last_free = max(k for k, seat in enumerate(facts.seats) if seat.kind == "free")
        del facts.seats[last_free]
    facts.seats += [SeatFacts() for _ in range(seats - len(facts.seats))]


def _number(number: object) -> int:
    text = str(number)
    if isinstance(number, bool) or len(text) > 20 or not (text.isascii() and text.isdecimal()) or int(text) >= 2**64:
        raise BadNumber("a whole number from 0 to 2**64 - 1")
    return int(text)


def _line(runner: TableRunner) -> RoomLine:
    facts = runner.facts
    return RoomLine(
        table=facts.id,
        code=show_code(facts.code),
        name=facts.name,
        game=facts.game,
        status=facts.status,
        host=next((seat.name for seat in facts.seats if seat.guest and seat.guest == facts.host), ""),
        taken=sum(seat.kind != "free" for seat in facts.seats),
        seats=len(facts.seats),
        spectators=runner.presence.spectators(facts),
        private=facts.private,
    )


__all__ = ["Lobby", "RoomLine"]
