"""The chests: what may lie in the deck.

Inside the rules a card is a number: treasures first, the lowest value first, then kind by kind in the order of
:data:`COPIES`. Outside it is an id: ``t07b`` is the second treasure of value 7, ``skip_3`` the third Skip.

>>> CARDS[CARD["t10c"]], VALUE[CARD["t10c"]], KIND[CARD["skip_3"]]
('t10c', 10, 'skip')
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from board_library.games.chests.options import ChestsOptions

TREASURE, MINUS5, SKIP, SNATCH, BOMB = "treasure", "minus5", "skip", "snatch", "bomb"
DOUBLE, SHIELD, EXTRA, JACKPOT = "double", "shield", "extra", "jackpot"
SWAP, THEFT, GIFT = "swap", "theft", "gift"

HIGHEST = 10
"""Treasures are worth 1 to so many points."""

TREASURE_COPIES = "abc"
"""The treasures of one value."""

COPIES: dict[str, int] = {
    MINUS5: 4, SKIP: 4, SNATCH: 4, BOMB: 4, DOUBLE: 3, SHIELD: 3, EXTRA: 2, JACKPOT: 1, SWAP: 2, THEFT: 2, GIFT: 2,
}  # fmt: skip
"""How many of each kind exist; options say how many of them are in the deck."""

_TREASURES = [f"t{value:02}{copy}" for value in range(1, HIGHEST + 1) for copy in TREASURE_COPIES]

CARDS: tuple[str, ...] = (
    *_TREASURES,
    *(f"{kind}_{n}" for kind, copies in COPIES.items() for n in range(1, copies + 1)),
)
"""Ids by number."""

CARD = {name: card for card, name in enumerate(CARDS)}
"""Numbers by id."""

KIND: tuple[str, ...] = (
    *(TREASURE for _ in _TREASURES),
    *(kind for kind, copies in COPIES.items() for _ in range(copies)),
)
"""Kinds by number."""

KINDS = (TREASURE, *COPIES)
"""All kinds, in the order of their numbers."""

VALUE = tuple(int(name[1:3]) if kind == TREASURE else 0 for name, kind in zip(CARDS, KIND, strict=True))
"""Points by number: 1 to 10 for treasures, 0 for all else."""

TRAPS = frozenset({MINUS5, SKIP, SNATCH, BOMB})
"""The second of these in a turn burns the row."""

ACTIONS = frozenset({SWAP, THEFT, GIFT})
"""These end the turn."""

IS_TREASURE = tuple(kind == TREASURE for kind in KIND)
IS_TRAP = tuple(kind in TRAPS for kind in KIND)

JACKPOT_POINTS = 15
MINUS5_POINTS = 5

DOUBLED = 2
"""A treasure with a Double under it is worth so many times its value."""

EXTRA_CARDS = 2
"""So many more chests an Extra opens."""


@cache
def deck(options: ChestsOptions) -> tuple[int, ...]:
    """The cards of a round in canonical order: 54, and one Jackpot or some Bombs where the options want them."""
    copies = COPIES | {
        BOMB: options.bomb_count if options.bomb else 0,
        DOUBLE: 2 if options.extra_chests else 3,
        SHIELD: 2 if options.extra_chests else 3,
        EXTRA: 2 if options.extra_chests else 0,
        JACKPOT: 1 if options.jackpot else 0,
    }
    named = [f"{kind}_{n}" for kind, count in copies.items() for n in range(1, count + 1)]
    return tuple(CARD[name] for name in (*_TREASURES, *named))


def names(cards: Iterable[int]) -> list[str]:
    """Ids of cards, in their order."""
    return [CARDS[card] for card in cards]
