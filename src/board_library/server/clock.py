"""The clock of a table: a time for each decision and a bank for the game, both of which may be off.

A seat's clock runs while it has an open question and somebody is at the table: the time for the decision first, then
the bank. At zero the game's zombie moves for it. At a table where no seated person is present clocks stand still, as
nobody is kept waiting; so they do while the server is down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from board_library.engine.core import Decision
from board_library.engine.errors import OptionError
from board_library.server import schema
from board_library.server.seen import ClockSeen


class ClockOptions(msgspec.Struct, frozen=True, kw_only=True):
    """A table's clock. Seconds; 0 is off for ``decision`` and ``bank``. ``absent`` is the wait for an absent person."""

    decision: int = 0
    bank: int = 0
    absent: int = 30

    @classmethod
    def parse(cls, raw: Mapping[str, Any], absent: int = 30) -> Self:
        """Options from a form or JSON; a missing one takes its default. Raises :class:`OptionError` that names it."""
        values: dict[str, int] = {"absent": absent}
        for name, value in raw.items():
            if name not in LIMITS:
                raise OptionError(f"there is no clock option {str(name)[:40]!r}", option=str(name)[:40], value="")
            text = str(value)
            low, high = LIMITS[name]
            if isinstance(value, bool) or len(text) > 6 or not (text.isascii() and text.isdecimal()):
                raise OptionError(f"{name} cannot be {text[:40]!r}", option=name, value=text[:40])
            if not (low <= int(text) <= high or (int(text) == 0 and name != "absent")):
                raise OptionError(f"{name} cannot be {text[:40]!r}", option=name, value=text[:40])
            values[name] = int(text)
        return cls(**values)


LIMITS = {"decision": (5, 3600), "bank": (30, 86400), "absent": (5, 3600)}
"""Least and most seconds of each clock option that is not off."""


@dataclass
class SeatClock:
    """One seat's clock: the question it runs for (``opened``), the bank left when that was asked, and time used.

    ``used`` are the seconds used up to ``since``, the Unix time since which it runs; None while it stands.
    """

    opened: int | None = None
    bank: float = 0.0
    used: float = 0.0
    since: float | None = None

    def stand(self, now: float) -> None:
        """Stop, keeping what was used."""
        if self.since is not None:
            self.used += max(0.0, now - self.since)
            self.since = None


class TableClock:
    """All seats' clocks of one table."""

    def __init__(self, options: ClockOptions, seats: int) -> None:
        self.options = options
        self.seats = [SeatClock(bank=float(options.bank)) for _ in range(seats)]

    @property
    def off(self) -> bool:
        """Whether this table plays without a clock."""
        return not (self.options.decision or self.options.bank)

    def copy(self) -> TableClock:
        """An independent copy, to be changed and stored before it becomes the truth."""
        copied = TableClock(self.options, 0)
        copied.seats = [replace(clock) for clock in self.seats]
        return copied

    def follow(self, pending: Iterable[Decision], people: Iterable[int], now: float, *, awake: bool) -> list[int]:
        """Run the clocks of the persons who are asked, stop all others; the seats whose clocks have changed."""
        if self.off:
            return []
        opened = {decision.seat: decision.opened for decision in pending}
        persons, changed = set(people), []
        for seat, clock in enumerate(self.seats):
            before = replace(clock)
            asked = opened.get(seat) if seat in persons else None
            if clock.opened != asked:
                clock.stand(now)
                clock.bank = max(0.0, clock.bank - max(0.0, clock.used - self.options.decision))
                clock.opened, clock.used = asked, 0.0
            if asked is None or not awake:
                clock.stand(now)
            elif clock.since is None:
                clock.since = now
            if clock != before:
                changed.append(seat)
        return changed

    def stand(self, now: float) -> list[int]:
        """Stop all clocks; the seats whose clocks ran."""
        ran = [seat for seat, clock in enumerate(self.seats) if clock.since is not None]
        for seat in ran:
            self.seats[seat].stand(now)
        return ran

    def due(self, seat: int) -> float | None:
        """The Unix time at which the seat's time is up; None while its clock stands."""
        clock = self.seats[seat]
        if self.off or clock.since is None:
            return None
        return clock.since + self.options.decision + clock.bank - clock.used

    def seen(self, seat: int) -> ClockSeen | None:
        """The seat's clock as everybody sees it: true at ``at``, from which the browser counts down."""
        if self.off:
            return None
        clock, decision = self.seats[seat], float(self.options.decision)
        overrun = max(0.0, clock.used - decision)
        return ClockSeen(
            decision_left=max(0.0, decision - clock.used) if self.options.decision else None,
            bank_left=max(0.0, clock.bank - overrun) if self.options.bank else None,
            running=clock.since is not None,
            at=clock.since or 0.0,
        )


def save(connection: Connection, table: str, clock: TableClock, seats: Iterable[int]) -> None:
    """Store the clocks of these seats."""
    for seat in seats:
        own = clock.seats[seat]
        values = {"opened": own.opened, "bank": own.bank, "used": own.used, "since": own.since}
        where = (schema.clocks.c.table_id == table) & (schema.clocks.c.seat == seat)
        if not connection.execute(sa.update(schema.clocks).where(where).values(**values)).rowcount:
            connection.execute(sa.insert(schema.clocks), values | {"table_id": table, "seat": seat})


def load(connection: Connection, table: str, clock: TableClock) -> None:
    """Read back what was stored into a fresh clock."""
    for row in connection.execute(sa.select(schema.clocks).where(schema.clocks.c.table_id == table)):
        clock.seats[row.seat] = SeatClock(row.opened, row.bank, row.used, row.since)


def settle(connection: Connection, now: float) -> None:
    """Stop all clocks that ran when the last server died, as of when it was last alive; done once at a start."""
    alive = connection.execute(sa.select(sa.func.max(schema.pulse.c.at))).scalar()
    until = now if alive is None else min(alive, now)
    c = schema.clocks.c
    ran = sa.case((c.since < until, until - c.since), else_=0.0)
    connection.execute(sa.update(schema.clocks).where(c.since.is_not(None)).values(used=c.used + ran, since=None))


def beat(connection: Connection, now: float) -> None:
    """Note that the server is alive."""
    if not connection.execute(sa.update(schema.pulse).where(schema.pulse.c.id == 1).values(at=now)).rowcount:
        connection.execute(sa.insert(schema.pulse), {"id": 1, "at": now})
