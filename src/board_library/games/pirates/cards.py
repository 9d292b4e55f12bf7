"""The two decks. Equal cards cannot be told apart, so a card is the number of its kind.

A ship is its kind: size 3 to 5 on the back, red fighters 0 to size on the face (``5r3``); a cargo card is its kind too.

>>> SIZE[SHIP["5r3"]], RED[SHIP["5r3"]], BLACK[SHIP["5r3"]], CARGO[GOLD]
(5, 3, 2, 'gold')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SHIPS = tuple(f"{size}r{red}" for size in (3, 4, 5) for red in range(size + 1))
"""Kinds of ships by number, the smallest and tamest first."""

SHIP = {name: kind for kind, name in enumerate(SHIPS)}
SIZE = tuple(int(name[0]) for name in SHIPS)
RED = tuple(int(name[2]) for name in SHIPS)
BLACK = tuple(size - red for size, red in zip(SIZE, RED, strict=True))
SHIP_COPIES = 3

SILVER: Final = 0
GOLD: Final = 1
DIAMOND: Final = 2
RUM: Final = 3
SPY: Final = 4

CARGO = ("silver", "gold", "diamond", "rum", "spy")
CARGO_KIND = {name: kind for kind, name in enumerate(CARGO)}
CARGO_COPIES = (12, 10, 8, 6, 4)
TREASURES = (SILVER, GOLD, DIAMOND)

SETS = (7, 6, 5)
HARD_SETS = (10, 8, 7)
"""Silver, gold or diamonds that win; the second on the hardest level."""

MOST_SHIPS = 3

EVERYBODY = 255
"""Bit mask of those who know a discarded card: a bit a seat, and that of :data:`SPECTATOR`."""

SPECTATOR = 7


def all_ships() -> list[int]:
    """The 45 Pirates cards in canonical order."""
    return [kind for kind in range(len(SHIPS)) for _ in range(SHIP_COPIES)]


def all_cargo() -> list[int]:
    """The 40 Cargo cards in canonical order."""
    return [kind for kind, copies in enumerate(CARGO_COPIES) for _ in range(copies)]


def sizes(ships: Iterable[int]) -> list[int]:
    """What the backs of ships show, in their order."""
    return [SIZE[kind] for kind in ships]


def speed(ships: Iterable[int]) -> int:
    """Moving force: the whole crew."""
    return sum(SIZE[kind] for kind in ships)


def strength(ships: Iterable[int]) -> tuple[int, int]:
    """What decides a fight: red first, black next."""
    red = black = 0
    for kind in ships:
        red += RED[kind]
        black += BLACK[kind]
    return red, black


def ship_names(ships: Iterable[int]) -> list[str]:
    """Kinds as text, in their order."""
    return [SHIPS[kind] for kind in ships]


def cargo_names(cargo: Iterable[int]) -> list[str]:
    """Kinds as text, in their order."""
    return [CARGO[kind] for kind in cargo]
