"""What one captain has: his ship and his city, room by room."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from board_library.engine.fields import Fields
from board_library.games.tortuga.data import CLASS, HOUSE_ROOM, PORT_ROOM, RED, ROOM, SIZE, STORE_ROOM, WAREHOUSE_ROOM

SPECTATOR = 128
EVERYBODY = 255
"""Marks of who knows a face: a bit a seat, and one for those who watch."""


class Card(NamedTuple):
    """A card and the bit mask of the seats that know its face. The owner always does."""

    face: str
    known: int

    def shown(self, seats: int) -> Card:
        """This card once the seats of a bit mask know its face too."""
        known = self.known | seats
        return self if known == self.known else Card(self.face, known)


class Rooms(NamedTuple):
    """The rooms of one class of cards: on the ship, open in the city, behind walls (warehouses are ``w1`` …)."""

    ship: str
    port: str
    closed: str


ROOMS = {
    "pirates": Rooms("crew", "gar", ""),
    "cargo": Rooms("hold", "portc", "w"),
    "specialist": Rooms("cabin", "ports", "house"),
    "trophy": Rooms("locker", "portt", "store"),
}
SHIP_ROOMS = ("crew", "hold", "cabin", "locker")
CITY_ROOM = {"portc": PORT_ROOM, "ports": PORT_ROOM, "portt": PORT_ROOM, "house": HOUSE_ROOM, "store": STORE_ROOM}
OPEN_ROOMS = ("crew", "gar", "hold", "portc", "cabin", "ports", "locker", "portt")
"""Rooms whose number of cards everybody sees."""


@cache
def numbered(name: str, count: int) -> tuple[str, ...]:
    """Names of places in a row: ``numbered("w", 2)`` is ``("w1", "w2")``."""
    return tuple([f"{name}{k + 1}" for k in range(count)])


CLASS_OF_ROOM = {name: kind for kind, rooms in ROOMS.items() for name in rooms if name and name != "w"}


class Captain(Fields, lists="banks crew hold cabin locker gar portc ports portt house store", nested="wh"):
    """One captain's things. Lists of cards other than pirates are sorted; pirates lie in order of arrival.

    ``loc``: sea, city, tortuga. ``ship``: schooner or brig. ``fort``: how many fortifications stand, 0 to 3. ``wh``:
    cargo by warehouse; ``banks``: piastres by bank; ``has_house``, ``has_store``: whether they are built.
    """

    __slots__ = (
        "banks", "cabin", "crew", "fort", "gar", "has_house", "has_store", "hold", "house", "loc", "locker", "port",
        "portc", "ports", "portt", "safe", "ship", "store", "wh",
    )  # fmt: skip

    def __init__(self) -> None:
        """A schooner at sea and an empty city."""
        self.loc = "sea"
        self.ship = "schooner"
        self.crew: list[Card] = []
        self.hold: list[Card] = []
        self.cabin: list[Card] = []
        self.locker: list[Card] = []
        self.safe = 0
        self.gar: list[Card] = []
        self.port = 0
        self.portc: list[Card] = []
        self.ports: list[Card] = []
        self.portt: list[Card] = []
        self.wh: list[list[Card]] = []
        self.banks: list[int] = []
        self.fort = 0
        self.has_house = False
        self.has_store = False
        self.house: list[Card] = []
        self.store: list[Card] = []

    # ---- rooms

    def room(self, name: str) -> list[Card]:
        """The cards of a room: ``hold``, ``w2``."""
        if name[0] == "w":
            return self.wh[int(name[1:]) - 1]
        cards: list[Card] = getattr(self, name)
        return cards

    def rooms_of(self, kind: str) -> list[str]:
        """The existing rooms of a class of cards, ship first."""
        ship, port, closed = ROOMS[kind]
        names = [ship, port]
        if closed == "w":
            names += numbered("w", len(self.wh))
        elif closed and getattr(self, f"has_{closed}"):
            names.append(closed)
        return names

    def rooms(self) -> list[tuple[str, list[Card]]]:
        """Every room with its cards."""
        return [
            ("crew", self.crew), ("gar", self.gar), ("hold", self.hold), ("portc", self.portc),
            ("cabin", self.cabin), ("ports", self.ports), ("locker", self.locker), ("portt", self.portt),
            *zip(numbered("w", len(self.wh)), self.wh, strict=True),
            ("house", self.house), ("store", self.store),
        ]  # fmt: skip

    def put(self, name: str, card: Card) -> None:
        """A card comes into a room."""
        cards = self.room(name)
        cards.append(card)
        if name not in ("crew", "gar"):
            cards.sort()

    def take(self, name: str, face: str) -> Card:
        """The card of this face leaves a room; of equal ones that which most seats know."""
        cards = self.room(name)
        best = max((card for card in cards if card.face == face), key=lambda card: (card.known.bit_count(), card))
        cards.remove(best)
        return best

    def where(self, face: str, *, city: bool) -> str:
        """The room of the ship, or of the city, in which a specialist or trophy is; "" if it is in none."""
        ship, port, closed = ROOMS[CLASS[face]]
        for name in (port, closed) if city else (ship,):
            for card in getattr(self, name):
                if card.face == face:
                    return name
        return ""

    def faces(self, name: str) -> list[str]:
        """The faces in a room, as they lie."""
        return [card.face for card in self.room(name)]

    def capacity(self, name: str) -> int:
        """How many cards a room holds."""
        if name in SHIP_ROOMS:
            return ROOM[self.ship][name]
        if name == "gar":
            return 1 + self.fort
        return WAREHOUSE_ROOM if name[0] == "w" else CITY_ROOM[name]

    def free(self, name: str) -> int:
        """How many more cards a room holds."""
        return self.capacity(name) - len(self.room(name))

    # ---- money

    def money(self, name: str) -> int:
        """Piastres in ``safe``, ``port`` or ``b1`` and so on."""
        return self.banks[int(name[1:]) - 1] if name[0] == "b" else int(getattr(self, name))

    def add_money(self, name: str, n: int) -> None:
        """Piastres come into a place, or leave it."""
        if name[0] == "b":
            self.banks[int(name[1:]) - 1] += n
        else:
            setattr(self, name, getattr(self, name) + n)

    def money_places(self) -> list[str]:
        """The places where piastres may lie."""
        return ["safe", "port", *numbered("b", len(self.banks))]

    @property
    def banked(self) -> int:
        """Piastres in all banks."""
        return sum(self.banks)

    @property
    def payable(self) -> int:
        """Piastres with which Tortuga can be paid."""
        return self.safe + sum(self.banks)

    def pay(self, price: int) -> tuple[int, int]:
        """Pay from the safe first, then from the banks in order; returns both parts."""
        safe = min(self.safe, price)
        self.safe -= safe
        left = price - safe
        for k, held in enumerate(self.banks):
            part = min(held, left)
            self.banks[k] -= part
            left -= part
        return safe, price - safe

    # ---- counts

    @property
    def men(self) -> int:
        """All pirates of the crew."""
        return sum([SIZE[card.face] for card in self.crew])

    def stored(self, kind: str) -> int:
        """Cargo of one kind in the warehouses."""
        return sum(card.face == kind for cards in self.wh for card in cards)

    @property
    def stored_cargo(self) -> int:
        """All cargo in the warehouses."""
        return sum(map(len, self.wh))


def strongest(cards: list[Card]) -> int:
    """The place of the strongest: most red, then larger; of equals the first."""
    return max(range(len(cards)), key=lambda k: (RED[cards[k].face], SIZE[cards[k].face], -k))


def weakest(cards: list[Card]) -> int:
    """The place of the weakest: fewest red, then smaller; of equals the first."""
    return min(range(len(cards)), key=lambda k: (RED[cards[k].face], SIZE[cards[k].face], k))
