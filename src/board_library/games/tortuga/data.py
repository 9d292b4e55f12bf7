"""The numbers of the game, read from ``data.toml``: what a card is, what it costs, what it does.

A designer tries other numbers in a file of the same form, which the environment variable ``BOARD_LIBRARY_DATA_TORTUGA``
names. A game by them has a version of its own, so that no record is replayed by numbers that it was not played by.

A card is its id: ``7/4`` (a pirates card of size 7 with 4 red), ``chest``, ``gold``, ``pilot``, ``rats``.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zlib import crc32


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


_OWN = Path(__file__).parent / "data.toml"
DATA: dict[str, Any] = _read(Path(os.environ.get("BOARD_LIBRARY_DATA_TORTUGA") or _OWN))

OTHER_NUMBERS: int = 0 if _read(_OWN) == DATA else 1000 + crc32(repr(DATA).encode())
"""Added to the version of the rules: 0 for the game's own numbers."""

TOKENS: int = DATA["money"]["tokens"]
WIN_PIASTRES: int = DATA["money"]["win"]
CHEST_PIASTRES: int = DATA["money"]["chest"]
STEP: int = DATA["money"]["step"]

CARGO: tuple[str, ...] = tuple(DATA["cargo"]["kinds"])
WIN_CARGO: int = DATA["cargo"]["win"]
SPECIALISTS: tuple[str, ...] = tuple(sorted(DATA["specialists"]))
TROPHIES: tuple[str, ...] = tuple(sorted(DATA["trophies"]))

CHEST = "chest"
SIZES = tuple(int(name) for name in DATA["pirates"] if name.isdecimal())
PIRATES: tuple[str, ...] = tuple(sorted({f"{size}/{red}" for size in SIZES for red in DATA["pirates"][str(size)]}))
SIZE = MappingProxyType({name: int(name[0]) for name in PIRATES} | {CHEST: 0})
RED = MappingProxyType({name: int(name[2:]) for name in PIRATES} | {CHEST: 0})
DEALT: int = DATA["pirates"]["dealt"]
WORKERS: int = DATA["pirates"]["work"]
RECRUITS: int = DATA["pirates"]["recruits"]

CLASS = MappingProxyType(
    dict.fromkeys(CARGO, "cargo")
    | dict.fromkeys(SPECIALISTS, "specialist")
    | dict.fromkeys(TROPHIES, "trophy")
    | dict.fromkeys((*PIRATES, CHEST), "pirates")
)
"""The class of every card: cargo, specialist, trophy, pirates."""

CLASSES = ("cargo", "specialist", "trophy")
"""The classes of cards that merchants carry and Tortuga trades."""

SHIPS: tuple[str, ...] = tuple(DATA["ships"])
GUARDS = MappingProxyType({ship: int(DATA["merchants"][ship]["guards"]) for ship in SHIPS})
ROOM: Mapping[str, Mapping[str, int]] = MappingProxyType(DATA["ships"])
"""Cards that each room of a ship holds: ``ROOM["brig"]["hold"]``."""

MOST_WAREHOUSES: int = DATA["city"]["warehouses"]
MOST_BANKS: int = DATA["city"]["banks"]
WAREHOUSE_ROOM: int = DATA["city"]["warehouse"]
PORT_ROOM: int = DATA["city"]["port"]
HOUSE_ROOM: int = DATA["city"]["house"]
STORE_ROOM: int = DATA["city"]["store"]

FORTS = ("walls", "towers", "fort")
"""Fortifications in the order of building: a city's ``fort`` is how many stand."""

CITIES = ("port_royal", "nassau", "santiago", "cartagena", "curacao")
"""Names of the cities by seat."""

BUILDINGS: dict[str, int] = DATA["buildings"]
BRIG_PRICE: int = DATA["ships"]["brig"]["buy"]
PIRATES_PRICE: int = DATA["pirates"]["buy"]

SELL: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(CARGO, int(DATA["cargo"]["sell"])) | dict(DATA["specialists"]) | dict(DATA["trophies"])
)
BUY: Mapping[str, int] = MappingProxyType(
    {name: DATA["cargo"]["buy"] if name in CARGO else 2 * price for name, price in SELL.items()}
)

EFFECT: dict[str, int] = DATA["effects"]
ARCHITECT_PRICE = {what: -(-price // (EFFECT["architect"] * STEP)) * STEP for what, price in BUILDINGS.items()}
"""What buildings cost with an architect, who divides their prices, rounded up to the next step."""

MOST_ACTIONS: int = DATA["limits"]["visit"]
MOST_CHANGES: int = DATA["limits"]["draft"]

SEA_HELPERS = ("boatswain", "grapeshot", "gunner", "rum_barrel")
SIEGE_HELPERS = ("boatswain", "rum_barrel", "scaling_ladders")
CITY_HELPERS = ("militia_chief", "rum_barrel")
GUARD_CARDS = ("bank_lock", "guard_dogs", "hidden_cache")
OPERATIONS = MappingProxyType(
    {
        "bank_robber": ("bank_lock", "watch_chief"),
        "saboteur": ("watch_chief",),
        "kidnapper": ("watch_chief",),
        "spyglass": (),
        "rats": ("mongoose",),
        "termites": ("mongoose",),
    }
)
"""Cards that are played before the option of a turn, and what stops each."""

PLEDGES = ("alliance", "loan", "truce")


def build_price(what: str, *, architect: bool = False) -> int:
    """Piastres for a building."""
    return (ARCHITECT_PRICE if architect else BUILDINGS)[what]


def all_pirates() -> list[str]:
    """Every pirates card and chest, sorted."""
    cards = [f"{size}/{red}" for size in SIZES for red in DATA["pirates"][str(size)]]
    return sorted([*cards, *[CHEST] * DATA["pirates"]["chests"]])


def all_cards(kind: str) -> list[str]:
    """Every card of a class that merchants carry, sorted."""
    if kind == "cargo":
        return sorted(name for name, count in DATA["cargo"]["kinds"].items() for _ in range(count))
    names = SPECIALISTS if kind == "specialist" else TROPHIES
    return sorted(name for name in names for _ in range(DATA["copies"][kind]))


def all_merchants(ship: str) -> list[int]:
    """The piastres of every merchant ship of a kind, sorted."""
    return sorted(int(sum_) for sum_, count in DATA["merchants"][ship]["piastres"].items() for _ in range(count))
