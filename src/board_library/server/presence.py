"""Who is at a table now: open connections, and for pages without JavaScript the time of the last request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from board_library.server.facts import TableFacts


class Presence:
    """Guests by id; ``""`` stands for all onlookers without a guest, each of whose connections counts.

    Times are Unix seconds.

    ``taken_over`` are guests for whom the zombie plays until they come back.
    """

    def __init__(self, begun: float) -> None:
        self._begun = begun
        self._noticed = begun
        self._connections: Counter[str] = Counter()
        self._last: dict[str, float] = {}
        self._closed: set[str] = set()  # guests who closed their last connection and have not been heard of since
        self.taken_over: set[str] = set()

    def come(self, guest: str, now: float) -> bool:
        """A connection has been opened; whether that is news."""
        self._connections[guest] += 1
        self._last[guest] = now
        self._closed.discard(guest)
        self.taken_over.discard(guest)
        return self._connections[guest] == 1 or not guest

    def go(self, guest: str, now: float) -> bool:
        """A connection has been closed; whether that is news, as the last one of a guest is."""
        self._connections[guest] -= 1
        self._last[guest] = now
        if self._connections[guest] > 0:
            return not guest
        del self._connections[guest]
        self._closed.add(guest)
        return True

    def touch(self, guest: str, now: float) -> bool:
        """A request without a connection; whether the guest is back from an absence."""
        self._last[guest] = now
        self._closed.discard(guest)
        back = guest in self.taken_over
        self.taken_over.discard(guest)
        return back

    def connected(self, guest: str | None) -> bool:
        """Whether the guest has an open connection."""
        return guest is not None and guest in self._connections

    def away_since(self, guest: str | None) -> float:
        """When the guest was last heard of; the start of the server's memory of this table if never."""
        return self._last.get(guest or "", self._begun)

    def here(self, guest: str | None, now: float, patience: float) -> bool:
        """Whether the guest is connected, or was heard of within the last ``patience`` seconds."""
        return self.connected(guest) or (guest in self._last and now < self._last[guest] + patience)

    def spectators(self, facts: TableFacts) -> int:
        """How many watch without a seat: each guest once, however many pages it has open."""
        return sum(1 if guest else n for guest, n in self._connections.items() if facts.seat_of(guest) is None)

    def anybody(self) -> bool:
        """Whether any connection is open."""
        return bool(self._connections)

    def notice(self, now: float) -> None:
        """Somebody asks for the table, whoever it is."""
        self._noticed = now

    def last_heard(self) -> float:
        """When anybody was last heard of."""
        return max([self._noticed, *self._last.values()])

    def seats_here(self, facts: TableFacts, now: float, patience: float) -> frozenset[int]:
        """The seats whose persons are here."""
        return frozenset(k for k in facts.people() if self.here(facts.seats[k].guest, now, patience))

    def seats_shown(self, facts: TableFacts, now: float, patience: float) -> frozenset[int]:
        """The seats whose persons are shown as here: who has closed the page is shown as away at once."""
        here = self.seats_here(facts, now, patience)
        return frozenset(k for k in here if facts.seats[k].guest not in self._closed)

    def lapses(self, guests: Iterable[str | None], now: float, patience: float) -> list[float]:
        """When those who are here by requests alone will count as away, if nothing more is heard of them."""
        times = [self._last[g] + patience for g in guests if g in self._last and not self.connected(g)]
        return [time for time in times if time > now]
