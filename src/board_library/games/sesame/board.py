"""The triple board as data, from which both the rules and the drawing come.

A cell's id is a letter and a number: ``s0`` to ``s26`` the sea, ``u1``–``u5`` the sell row, ``g1``–``g5`` the gambling
shops with their cellars ``c1``–``c5``, ``l1``–``l5`` the buy row, ``d0``–``d13`` the dragon road, ``r0``–``r20`` the
robbers' road. Board units for drawing are 0 to 1000 in both directions, y downwards.
"""

from __future__ import annotations

from typing import NamedTuple

GOODS = ("carpets", "ivory", "pearls", "furs", "horses")
"""The ordinary goods; a good's number is its place here."""

SELL_PRICE = (20, 30, 40, 55, 70)
"""What the sell row pays for a card of each good."""

BUY_PRICE = (10, 15, 20, 30, 40)
"""What the buy row asks for a card of each good."""

CARDS_OF_A_GOOD = 20
ITEMS = ("sword", "map", "diamond", "flying_carpet")
"""The magic goods; the i-th lies in cellar ``c(i+1)``."""

ITEM_PRICE = (500, 300, 200, 1000)
SWORD, MAP, DIAMOND, CARPET = range(4)

ENTRY = 100
"""What the gate of either road costs."""

FORTUNE = 5000
"""Gold that flies home on the carpet."""

FEE_PART = 5
"""A servant takes one fifth."""


class Game(NamedTuple):
    """A gambling shop: which sums of two dice win (or only doubles), what is won for each gold, the cellar's game."""

    sums: frozenset[int]
    doubles: bool
    odds: int
    cellar: int

    def wins(self, a: int, b: int) -> bool:
        """Whether these dice win."""
        return a == b if self.doubles else a + b in self.sums


GAMES = (
    Game(frozenset(range(2, 13, 2)), False, 1, 200),
    Game(frozenset(range(8, 13)), False, 2, 100),
    Game(frozenset(range(9, 13)), False, 3, 50),
    Game(frozenset(), True, 4, 1000),
    Game(frozenset({11, 12}), False, 5, 0),
)
"""By shop; the fifth shop's cellar game is the rouble, which must be lost."""

TRY_GAIN = 5
"""Gold that a sorcerer's try brings when it fails."""

SEA = tuple(f"s{k}" for k in range(27))
SELL = tuple(f"u{k}" for k in range(1, 6))
GAMBLE = tuple(f"g{k}" for k in range(1, 6))
CELLAR = tuple(f"c{k}" for k in range(1, 6))
BUY = tuple(f"l{k}" for k in range(1, 6))
DRAGON = tuple(f"d{k}" for k in range(14))
ROBBER = tuple(f"r{k}" for k in range(21))

HARBOUR, PORT = SEA[0], SEA[-1]
LAST_SEA, REST, PRINCESS, CAVE = 26, 9, 13, 20
"""Ends of the lines: their numbers on sea, dragon road and robbers' road."""

SLAIN_AT = 12
"""Where the last dragon stands, and its conqueror."""

CORSAIR = {9: 0, 10: 1, 11: 2, 15: 3, 16: 4}
"""Sea cells of corsairs, and the good that each wants."""

MONSTERS = {20: "angler", 22: "serpent", 25: "kraken"}
"""Sea cells of monsters, and who lives there."""

HEADS = {10: 3, 11: 5, 12: 9}
"""Dragons' heads by cell of the road."""

RIVER = frozenset(range(1, 7))
"""Cells of the dragon road that are open to servants."""

BLACK = frozenset({6, 12, 13, 18})
"""Cells of the robbers' road where robbers wait."""

PINK = frozenset({1, 2, 8, 9, 15})
"""Cells of the robbers' road that are open to servants."""

CORSAIR_CELLS = tuple(SEA[k] for k in CORSAIR)

SERVANT_CELLS = tuple(
    sorted(
        [
            HARBOUR,
            *CORSAIR_CELLS,
            *SELL,
            *BUY,
            *(DRAGON[k] for k in RIVER),
            *(ROBBER[k] for k in PINK),
        ]
    )
)
"""Where servants may stand; at home, on ``s0``, any number of them."""

CELLS = (*SEA, *SELL, *GAMBLE, *CELLAR, *BUY, *DRAGON, *ROBBER)

NUMBER = {cell: int(cell[1:]) for cell in CELLS}
"""A cell's number on its line, or of its shop from 1."""

_ROBBER_AT = (
    (44, 29), (39, 28), (34, 27), (29, 26), (24, 26), (19, 25), (14, 24), (9, 22), (7, 17), (12, 16), (17, 16),
    (22, 15), (27, 15), (32, 15), (37, 14), (42, 12), (40, 7), (34, 6), (28, 5), (21, 4), (12, 5),
)  # fmt: skip
_DRAGON_AT = (
    (56, 29), (62, 27), (68, 26), (74, 25), (80, 25), (86, 24), (92, 22), (95, 17), (91, 13), (84, 11), (76, 10),
    (68, 9), (60, 8), (54, 4),
)  # fmt: skip


def _sea_at(k: int) -> tuple[int, int]:
    row, i = divmod(k, 9)
    return (940 - 110 * i if row == 1 else 60 + 110 * i), (950, 840, 730)[row]


AT: dict[str, tuple[int, int]] = {
    **{cell: _sea_at(k) for k, cell in enumerate(SEA)},
    **{cell: (10 * x, 10 * y) for cell, (x, y) in zip(ROBBER, _ROBBER_AT, strict=True)},
    **{cell: (10 * x, 10 * y) for cell, (x, y) in zip(DRAGON, _DRAGON_AT, strict=True)},
    **{
        cell: (200 * k - 100, y)
        for row, y in ((SELL, 398), (GAMBLE, 494), (CELLAR, 561), (BUY, 629))
        for k, cell in enumerate(row, 1)
    },
}
"""The middle of each cell in board units."""

BOX = {"u": (184, 84), "g": (184, 88), "c": (150, 38), "l": (184, 78)}
"""Width and height of the market's cells; all others are round."""


def radius(cell: str) -> int:
    """The radius of a round cell in board units."""
    row, k = cell[0], NUMBER[cell]
    if row == "s":
        return 34
    if row == "r":
        return 42 if k == CAVE else 21
    return 33 if k > REST else 28 if k == REST else 24
