"""The 60 trophy cards.

Inside the rules a card is a number from 0 to 59, six numbers a suit in the order of :data:`SUITS`, the lowest value
first, so that sorting numbers is sorting by suit and value. Outside it is an id such as ``hook5``.

>>> CARDS[CARD["mermaid4"]], VALUE[CARD["mermaid9"]]
('mermaid4', 9)
"""

from typing import Literal, get_args

Suit = Literal["anchor", "hook", "cannon", "scroll", "orb", "sabre", "kraken", "mermaid", "key", "chest"]
"""The ids of the suits."""

SUITS: tuple[Suit, ...] = get_args(Suit)
"""Suits in canonical order; a suit's number is its place here."""

ANCHOR, HOOK, CANNON, SCROLL, ORB, SABRE, KRAKEN, MERMAID, KEY, CHEST = range(10)

COPIES = 6
"""Cards of each suit."""

SUIT = tuple(card // COPIES for card in range(len(SUITS) * COPIES))
"""Suit number by card."""

VALUE = tuple(card % COPIES + (4 if card // COPIES == MERMAID else 2) for card in range(len(SUIT)))
"""Points by card: 2 to 7, mermaids 4 to 9."""

CARDS = tuple(f"{SUITS[SUIT[card]]}{VALUE[card]}" for card in range(len(SUIT)))
"""Card ids by card number."""

CARD = {name: card for card, name in enumerate(CARDS)}
"""Card numbers by id."""

SUIT_NUMBER: dict[str, int] = {name: suit for suit, name in enumerate(SUITS)}
"""Suit numbers by id."""

LOWEST = tuple(suit * COPIES for suit in range(len(SUITS)))
"""The ten cards that start in the discard: the lowest of each suit."""


def names(cards: list[int] | tuple[int, ...]) -> list[str]:
    """Ids of cards, in their order."""
    return [CARDS[card] for card in cards]
