"""What a captain is after, and what things are worth to him: the economic sense of the greedy bot.

It looks at the world it may imagine, where its own things, public places and the totals of others are true. Of hidden
faces it asks only what they are on average.
"""

from __future__ import annotations

from functools import cache
from math import erf, sqrt
from typing import NamedTuple

from board_library.games.tortuga.captain import Captain, Card
from board_library.games.tortuga.data import (
    BRIG_PRICE,
    BUY,
    CARGO,
    CLASS,
    DATA,
    EFFECT,
    GUARDS,
    MOST_BANKS,
    PIRATES_PRICE,
    RED,
    SELL,
    SIZE,
    WIN_CARGO,
    WIN_PIASTRES,
    build_price,
)  # fmt: skip
from board_library.games.tortuga.state import Table

CITY_SPECIALISTS = ("fort_captain", "militia_chief", "watch_chief")
CITY_TROPHIES = ("bank_lock", "guard_dogs", "hidden_cache", "mongoose")

BANKS = 3
"""Banks that a careful captain wants, so that one looted slot is not all; a rich one wants as many as there may be."""

BRAVE_ASHORE = 0.93
DESPERATE = 0.5
"""Chances of winning from which on a siege is thought of, and any attack where nothing is left to buy or to capture."""

FIGHTERS = 13
"""Red men of a crew that goes out to fight."""

ASSAULT = ("scaling_ladders", "rum_barrel", "boatswain")

LOST_FIGHTER = 150
"""What the strongest card costs that a winner loses."""

TRIP = 250
"""What a turn is worth, roughly."""


class Weights(NamedTuple):
    """What a captain believes things to be worth, in piastres where nothing else is said.

    ``gather``: cards of one kind of cargo beyond which victory by cargo is sought while merchants sail, and ``dear``:
    what each that is missing costs beside its price. ``brave``: the chance of winning from which on an attack at sea is
    thought of. ``spread``: standard deviation of the red men of an unknown card. ``men``: a trip to Tortuga for want of
    men, and ``late_men`` once all merchants are taken; ``bank``: one to build the first bank. ``hold``: a free place in
    the hold when a merchant can be captured. ``home``: a card that belongs in the city. ``saved``: the part that counts
    of money brought into a bank, beyond a ``purse``. ``many_banks``, ``fort``: the wealth from which on more than a few
    banks, and a fort, are built. ``brig``: the money from which on a brig is bought to carry cargo. ``bare``: red men
    that a city without any watch is short of. ``card``: a card taken at sea. ``loot``: the part that counts of the
    money of a sacked city.
    """

    gather: int = 2
    dear: float = 130
    brave: float = 0.87
    spread: float = 2.0
    men: float = 650
    late_men: float = 350
    bank: float = 700
    hold: float = 300
    home: float = 330
    saved: float = 0.3
    purse: float = 300
    many_banks: float = 5000
    fort: float = 7000
    brig: float = 4000
    bare: float = 6.0
    card: float = 200
    loot: float = 0.8


GREEDY = Weights()

SEASONED = Weights(
    gather=4, dear=90, brave=0.78, spread=1.25, men=730, late_men=370, bank=460, hold=440, home=360, saved=0.13,
    purse=350, many_banks=3900, fort=8600, brig=3400, bare=7.5, card=170, loot=0.9,
)  # fmt: skip
"""For two, found by play against :data:`GREEDY` (see the bench)."""

CROWD = SEASONED._replace(saved=0.45, purse=300)
"""For more: where several may rob it, money is brought home sooner."""


@cache
def mean_red(size: int) -> float:
    """Red men of an unknown card of a size."""
    reds = DATA["pirates"][str(size)]
    return float(sum(reds)) / len(reds)


class Plan:
    """One seat's view of the race in one world."""

    def __init__(self, world: Table, seat: int, weights: Weights) -> None:
        self.world = world
        self.weights = weights
        self.seat = seat
        self.me = world.captains[seat]
        me = self.me
        self.money = me.safe + me.port + me.banked
        self.have = {
            kind: me.stored(kind) + me.faces("hold").count(kind) + me.faces("portc").count(kind) for kind in CARGO
        }
        self.kind = max(CARGO, key=lambda kind: (self._in_reach(kind), self._lead(kind), kind))
        missing = WIN_CARGO - self.have[self.kind]
        cargo = missing * (BUY[self.kind] + weights.dear) - 0.9 * me.payable
        self.gathers = cargo < WIN_PIASTRES - self.money and (
            self.have[self.kind] > weights.gather or world.merchants_gone
        )
        self.gathers = self.gathers or missing <= 4
        spare = me.stored_cargo - me.stored(self.kind)
        affords = missing * BUY[self.kind] <= me.payable + spare * SELL[self.kind]
        self.must_fight = world.merchants_gone and not (self._in_reach(self.kind) and affords)

    def _in_reach(self, kind: str) -> bool:
        """Whether enough of a kind can still come: from merchants, or from the market."""
        return not self.world.merchants_gone or self.have[kind] + self.world.market.count(kind) >= WIN_CARGO

    def _lead(self, kind: str) -> float:
        """How far one is with a kind, what Tortuga has counted a little."""
        return self.have[kind] + 0.3 * min(6, self.world.market.count(kind))

    # ---- winning

    def wins_at_home(self) -> bool:
        """Whether a visit of the own city can end the game."""
        me = self.me
        if me.banks and self.money >= WIN_PIASTRES:
            return True
        room = 5 * len(me.wh) - me.stored_cargo
        for kind in CARGO:
            outside = self.have[kind] - me.stored(kind)
            spare = sum(len(cards) for cards in me.wh) - me.stored(kind)
            if self.have[kind] >= WIN_CARGO and outside <= room + min(spare, 5):
                return True
        return False

    # ---- worth

    def worth(self, face: str) -> int:
        """What a card aboard is worth."""
        me, price = self.me, SELL[face]
        if face in CARGO:
            return 450 if self.gathers and face == self.kind else price
        if face == "fort_captain" and me.fort >= 3 and not me.where(face, city=True):
            return price + 300
        if face in (*CITY_SPECIALISTS[1:], *CITY_TROPHIES) and self.money > 3000 and not me.where(face, city=True):
            return price + 100
        if face == "architect" and self.next_building() not in (None, "bank", "warehouse"):
            return price + 200
        return price

    def brings_home(self, face: str) -> bool:
        """Whether a card is carried to the city rather than sold."""
        me = self.me
        if face in CARGO:
            return self.gathers and face == self.kind
        kind = CLASS[face]
        room = "ports" if kind == "specialist" else "portt"
        wanted = CITY_SPECIALISTS if kind == "specialist" else CITY_TROPHIES
        if face == "fort_captain" and me.fort < 3:
            return False
        rich = self.money > 4000 or me.ship == "brig"
        return face in wanted and rich and not me.where(face, city=True) and me.free(room) > 0 and len(me.banks) > 1

    def keeps(self, face: str) -> bool:
        """Whether a card stays aboard on Tortuga."""
        if self.brings_home(face):
            return True
        if face == "architect":
            return self.next_building() not in (None, "bank", "warehouse")
        if face == "bank_robber":
            return any(c.banks and c.banked / len(c.banks) > 600 for s, c in self.others())
        if self.me.ship == "brig":
            return (
                face in ("pilot", "rum_barrel")
                and self.me.faces("cabin" if face == "pilot" else "locker").count(face) == 1
            )
        return False

    def others(self) -> list[tuple[int, Captain]]:
        """All other captains with their seats."""
        return [(seat, captain) for seat, captain in enumerate(self.world.captains) if seat != self.seat]

    def sells_next(self) -> bool:
        """Whether there is so much to sell that the next trip goes to Tortuga in any case."""
        me = self.me
        return sum(not self.keeps(c.face) for r in ("hold", "cabin", "locker") for c in me.room(r)) >= 2

    def bare(self) -> float:
        """The part of the watch that is missing, up to 1."""
        me = self.me
        return max(0, me.free("gar")) / me.capacity("gar")

    def next_building(self) -> str | None:
        """What the city lacks most."""
        me, wealth = self.me, self.money
        if not me.banks:
            return "bank"
        if self.gathers and len(me.wh) < 3:
            return "warehouse"
        if wealth > 1500 and len(me.banks) < BANKS:
            return "bank"
        if wealth > 2500 and not me.fort:
            return "walls"
        if self.wants_brig():
            return None
        if wealth > self.weights.many_banks and len(me.banks) < MOST_BANKS:
            return "bank"
        if wealth > 5000 and me.fort == 1 and me.free("gar") <= 0:
            return "towers"
        if wealth > self.weights.fort and me.fort == 2 and me.free("gar") <= 0:
            return "fort"
        return None

    def builds(self) -> str | None:
        """What to build now."""
        what = self.next_building()
        return what if what and self.me.payable >= build_price(what) + PIRATES_PRICE else None

    def wants_brig(self) -> bool:
        """Whether a brig pays: there are merchants left, or much cargo to carry."""
        me = self.me
        if me.ship == "brig" or self.world.schooner:
            return False
        return len(self.world.brig) > 3 or (self.gathers and me.payable > self.weights.brig)

    def affords_brig(self) -> bool:
        """Whether a brig can be bought now, with men for it."""
        return self.wants_brig() and self.me.payable >= BRIG_PRICE + 2 * PIRATES_PRICE

    def lacks_men(self) -> bool:
        """Whether the crew is too small for the next merchants, or for anybody."""
        me = self.me
        if len(me.crew) < me.capacity("crew"):
            return True
        if self.world.merchants_gone:
            return self.must_fight and me.payable >= 4 * PIRATES_PRICE and self.reds() < FIGHTERS
        ship = "schooner" if self.world.schooner else "brig"
        return me.men <= GUARDS[ship] and not (ship == "brig" and me.ship == "schooner")

    def reds(self) -> int:
        """The fighters of the own crew."""
        return sum(RED[card.face] for card in self.me.crew)

    # ---- fights

    def knows(self, card: Card) -> bool:
        """Whether the seat has seen a face."""
        return bool(card.known >> self.seat & 1)

    def strength(self, cards: list[Card], *, sure: bool) -> tuple[float, float]:
        """Mean and variance of the red men of some cards; ``sure``: they are the own."""
        mean = variance = 0.0
        for card in cards:
            if sure or self.knows(card):
                mean += RED[card.face]
            else:
                mean += mean_red(SIZE[card.face])
                variance += self.weights.spread**2
        return mean, variance

    def chance(self, theirs: list[Card], bonus: float, risk: float) -> float:
        """The chance that the own crew with a bonus beats cards; ``risk``: cards that may hide helpers."""
        mine, _ = self.strength(self.me.crew, sure=True)
        mean, variance = self.strength(theirs, sure=False)
        gap = mine + bonus - mean - 0.5 * risk - 0.5
        return 0.5 * (1 + erf(gap / sqrt(2 * (variance + risk + 0.2))))

    def sea_bonus(self) -> float:
        """What the own helpers add at sea."""
        me = self.me
        found = sum(EFFECT[face] for face in ("gunner", "grapeshot") if me.where(face, city=False))
        return found + 3.0 * bool(me.where("rum_barrel", city=False)) + 3.0 * bool(me.where("boatswain", city=False))

    def siege_bonus(self) -> float:
        """What the own helpers add in a siege."""
        me = self.me
        found = EFFECT["scaling_ladders"] if me.where("scaling_ladders", city=False) else 0
        return found + 3.0 * bool(me.where("rum_barrel", city=False)) + 3.0 * bool(me.where("boatswain", city=False))

    def at_stake(self) -> float:
        """What a beaten crew loses beside the safe."""
        me = self.me
        return (
            PIRATES_PRICE * len(me.crew)
            + TRIP
            + sum(SELL[c.face] for r in ("hold", "cabin", "locker") for c in me.room(r))
        )

    def sea(self, other: Captain) -> float:
        """What an attack on a ship is worth."""
        p, gain = self._at_sea(other)
        if p < (DESPERATE if self.must_fight else self.weights.brave):
            return 0.0
        return p * gain - (1 - p) * (self.at_stake() + self.me.safe)

    def siege(self, other: Captain) -> float:
        """What an attack on a city is worth."""
        p, gain = self._ashore(other)
        if p < (DESPERATE if self.must_fight else BRAVE_ASHORE):
            return 0.0
        return p * gain - (1 - p) * self.at_stake()

    def unseen(self, other: Captain, *, siege: bool) -> tuple[float, float]:
        """The chance that an attack on unknown pirates succeeds, and its prize; no chance if all are known."""
        if all(self.knows(card) for card in (other.gar if siege else other.crew)):
            return 0.0, 0.0
        return self._ashore(other) if siege else self._at_sea(other)

    def _at_sea(self, other: Captain) -> tuple[float, float]:
        """The chance of an attack on a ship, and its prize."""
        cards = len(other.hold) + len(other.cabin) + len(other.locker)
        p = self.chance(other.crew, self.sea_bonus(), len(other.cabin) + len(other.locker))
        free = sum(self.me.free(room) for room in ("hold", "cabin", "locker"))
        return p, other.safe + self.weights.card * min(cards, free) + TRIP * 0.4 - LOST_FIGHTER

    def _ashore(self, other: Captain) -> tuple[float, float]:
        """The chance of a siege, and its prize."""
        house = len(other.ports) + len(other.portt) + 2 * (other.has_house + other.has_store)
        p = self.chance(other.gar, self.siege_bonus(), min(4, house))
        if other.fort >= 3 and (other.has_house or other.ports):
            p *= 0.5
        cargo = len(other.portc) + (other.stored_cargo / len(other.wh) if other.wh else 0)
        money = other.port + (other.banked / len(other.banks) if other.banks else 0)
        if self.must_fight:
            cargo *= 1.5
        return p, self.weights.loot * money + 280 * min(cargo, self.me.free("hold") + 0.5) + 120 * bool(
            house
        ) - LOST_FIGHTER
