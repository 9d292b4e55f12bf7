"""The rules of Pirates: set-up, turns, ports and sailing. ``island`` and ``fights`` hold the rest.

Only one question is open at a time; ``offers`` says what it offers. Section numbers are those of the rules.
"""

from __future__ import annotations

from board_library.engine.core import Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.pirates import cards, fights, island, scoring
from board_library.games.pirates.board import ANCHOR, BAYS, CELL, CITIES, CITY, CITY_AT, NAMES, SHARED
from board_library.games.pirates.cards import CARGO, MOST_SHIPS
from board_library.games.pirates.table import NOBODY, Table

DEALT_CARGO = 2


class Pirates(Table):
    """One game in progress and what each answer does to it."""

    __slots__ = ()

    def apply(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        """Answer the open question of ``seat``."""
        kind = self.kind
        if kind == "sail":
            self._sail(seat, move, rng, log)
        elif kind == "port_ops":
            self._port(seat, move, rng, log)
        elif kind == "choose_city":
            self._settle(seat, city_of(move.target), rng, log)
        elif kind == "voyage":
            self._voyage(seat, city_of(move.target), log)
        elif kind in island.KINDS:
            island.answer(self, seat, move, rng, log)
        else:
            fights.answer(self, seat, move, rng, log)

    # ---- set-up, section 3

    def set_up(self, rng: Rng, log: Log) -> None:
        """Shuffle, and let the first seat drawn by lot choose its city."""
        self.tavern, self.grotto = cards.all_ships(), cards.all_cargo()
        rng.shuffle(self.tavern)
        rng.shuffle(self.grotto)
        start = rng.below(self.seats)
        self.active = start
        if self.options.city_choice == "lot":
            self.ask("choose_city", start)
            return
        free = list(range(len(CITIES)))
        for step in range(self.seats):
            city = rng.choice(free)
            free.remove(city)
            self._found((start + step) % self.seats, city, log)
        self._deal(rng, log)

    def _found(self, seat: int, city: int, log: Log) -> None:
        self.owner[city] = seat
        self.cell[seat] = ANCHOR[city]
        if log is not None:
            log.append(Event("city_chosen", {"seat": seat, "city": CITIES[city]}))

    def _settle(self, seat: int, city: int, rng: Rng, log: Log) -> None:
        self._found(seat, city, log)
        following = (seat + 1) % self.seats
        if self.cell[following] < 0:
            self.active = following
            self.ask("choose_city", following)
        else:
            self._deal(rng, log)

    def _deal(self, rng: Rng, log: Log) -> None:
        for seat in range(self.seats):
            self.ships[seat] = [self.tavern.pop() for _ in range(MOST_SHIPS)]
            self.hold[seat] = [self.grotto.pop() for _ in range(DEALT_CARGO)]
            if log is not None:
                log.append(Event("dealt", {"seat": seat, "ships": cards.sizes(self.ships[seat])}, reveals=True))
        for city, owner in enumerate(self.owner):
            if owner < 0:
                self.garrison[city] = [self.tavern.pop()]
                self.store[city] = [self.grotto.pop()]
        speeds = [self.speed(seat) for seat in range(self.seats)]
        slowest = [seat for seat in range(self.seats) if speeds[seat] == min(speeds)]
        self.first = rng.choice(slowest)
        if log is not None:
            log.append(Event("first", {"seat": self.first, "lot": len(slowest) > 1}))
        self.active = self.first
        self._begin(self.first, rng, log)

    # ---- turns, section 4

    def _begin(self, seat: int, rng: Rng, log: Log) -> bool:
        """Begin a turn; whether something is asked (a turn may also pass by itself)."""
        self.moved = False
        status = self.status[seat]
        if status == "marooned":
            island.public_works(self, seat, rng, log)
            return False
        if status == "recruiting":
            if island.recruit(self, seat):
                return True
            self._skip(seat, "nobody", log)
            return False
        if status == "hangover":
            self.status[seat] = "singing"
            self._skip(seat, "hangover", log)
            return False
        if status == "singing":
            if self.cities(seat):
                self.ask("voyage", seat)
                return True
            self.status[seat] = "free"
        if self.home(seat) >= 0:
            self.open_port(seat, "sail", log)
        else:
            self.ask("sail", seat)
        return True

    def _skip(self, seat: int, why: str, log: Log) -> None:
        if log is not None:
            log.append(Event("skipped", {"seat": seat, "why": why}))

    def end_turn(self, rng: Rng, log: Log) -> None:
        """The turn of the active seat is over; go on to the next one that is asked something."""
        if self.attacker >= 0 or self.spied:
            fights.forget(self)
        while True:
            self._lapse(self.active)
            self.active = (self.active + 1) % self.seats
            if self.active == self.first:
                if self.round >= self.options.rounds:
                    self._time_is_up(log)
                    return
                self.round += 1
            if self._begin(self.active, rng, log):
                return

    def _lapse(self, seat: int) -> None:
        """A captain without a city may come back to the island once he has ended a turn elsewhere (4.4)."""
        if not self.lock[seat] or self.options.lock_without_city:
            return
        if self.cell[seat] not in island.SHORE and not self.cities(seat):
            self.lock[seat] = False

    def _time_is_up(self, log: Log) -> None:
        self._finish("rounds")
        if log is not None:
            ranking = sorted(self.scores(), key=lambda score: (score.rank, score.seat))
            told = {
                "ranking": [score.seat for score in ranking],
                "winners": [score.seat for score in ranking if score.rank == 1],
            }
            log.append(Event("round_limit", told, reveals=True))

    def _finish(self, how: str) -> None:
        self.over = how
        self.kind = ""
        self.asked = NOBODY
        self.questions = ()

    # ---- ports, section 4.3

    def moor(self, seat: int, city: int) -> None:
        """Put a fleet at the anchor of its own city, which opens the bays to it again."""
        self.cell[seat] = ANCHOR[city]
        self.lock[seat] = False

    def open_port(self, seat: int, then: str, log: Log) -> None:
        """Let a seat arrange its cards in the port it lies in; ``then`` it sails, or its turn ends."""
        self.steps = 0
        self.then = then
        self.lock[seat] = False
        if not self._won_by_itself(seat, log):
            self.ask("port_ops", seat)

    def _won_by_itself(self, seat: int, log: Log) -> bool:
        if self.options.victory_mode != "auto" or self.claimable(seat) < 0:
            return False
        self._declare(seat, log)
        return True

    def _declare(self, seat: int, log: Log) -> None:
        city = self.home(seat)
        self._arranged(seat, log)
        self.winner = seat
        self.claim = scoring.winning(self.options, self.store[city])
        self._finish("claim")
        if log is not None:
            told = {"seat": seat, "city": CITIES[city], "kind": CARGO[self.claim]}
            log.append(Event("victory", {**told, "n": self.store[city].count(self.claim)}, reveals=True))

    def _arranged(self, seat: int, log: Log) -> None:
        if log is None or not self.steps:
            return
        city = self.home(seat)
        told = {
            "seat": seat,
            "city": CITIES[city],
            "fleet_ships": sorted(cards.sizes(self.ships[seat])),
            "fleet_cargo_n": len(self.hold[seat]),
            "city_ships": sorted(cards.sizes(self.garrison[city])),
            "city_cargo_n": len(self.store[city]),
        }
        log.append(Event("arranged", told))

    def _port(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        verb, target = move
        if verb == "done":
            self._arranged(seat, log)
            self.steps = 0
            if self.then == "sail":
                self.ask("sail", seat)
            else:
                self.end_turn(rng, log)
            return
        if verb == "declare":
            self._declare(seat, log)
            return
        city = self.home(seat)
        place, _, number = target.partition(":")
        k = int(number) - 1
        name = CITIES[city]
        if place in ("gar", "ship"):
            fleet, port = self.ships[seat], self.garrison[city]
            self.touch(f"p{seat}.ships")
            self.touch(f"{name}.ships")
        else:
            fleet, port = self.hold[seat], self.store[city]
            self.touch(f"p{seat}.hold")
            self.touch(f"{name}.store")
            if verb == "load":
                self.spies_seen[city] = 0
        if verb == "load":
            fleet.append(port.pop(k))
        else:
            port.append(fleet.pop(k))
        self.steps += 1
        if not self._won_by_itself(seat, log):
            self.ask("port_ops", seat)

    def _voyage(self, seat: int, city: int, log: Log) -> None:
        self.status[seat] = "free"
        self.moor(seat, city)
        if log is not None:
            log.append(Event("voyage", {"seat": seat, "city": CITIES[city]}))
        self.open_port(seat, "end", log)

    # ---- sailing, section 4.2

    def _sail(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        if move.verb == "stay":
            if log is not None:
                log.append(Event("stayed", {"seat": seat}))
            if self.in_bay(seat):
                self.end_turn(rng, log)
            else:
                self._attack(seat, rng, log)
            return
        cell = CELL[move.target]
        if log is not None:
            log.append(Event("moved", {"seat": seat, "from": NAMES[self.cell[seat]], "to": NAMES[cell]}))
        self.cell[seat] = cell
        self.moved = True
        if cell not in SHARED:
            self._attack(seat, rng, log)
        elif cell in BAYS:
            island.land(self, seat)
        else:
            self._reach_city(seat, CITY_AT[cell], log)

    def _reach_city(self, seat: int, city: int, log: Log) -> None:
        owner = self.owner[city]
        if owner == seat:
            self.open_port(seat, "end", log)
        elif owner < 0:
            self.owner[city] = seat
            if log is not None:
                log.append(Event("neutral_taken", {"seat": seat, "city": CITIES[city]}, reveals=True))
            self.open_port(seat, "end", log)
        else:
            self.spied = 0
            self.ask("enemy_port", seat)

    def _attack(self, seat: int, rng: Rng, log: Log) -> None:
        if self.targets(seat):
            self.ask("attack", seat)
        else:
            self.end_turn(rng, log)


def city_of(target: str) -> int:
    """The city that a target ``city:nassau`` names."""
    return CITY[target.removeprefix("city:")]
