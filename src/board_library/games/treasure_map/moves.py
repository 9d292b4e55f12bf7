"""Moves and lists of moves, made once and shared: rules only look them up.

Lists are sorted by code. A set of stacks is a bit mask: bit ``s`` stands for a non-empty stack of suit ``s``.
"""

from functools import cache

from board_library.engine.core import Move
from board_library.games.treasure_map.cards import CARDS, SUITS

Moves = tuple[Move, ...]

DRAW = Move("draw", "deck")
ROB = Move("rob", "raid")
ROLL = (Move("roll", "die"),)
LOOK = (Move("orb", "lay"), Move("orb", "return"))
ACTIONS: tuple[Moves, ...] = ((), (DRAW,), (ROB,), (DRAW, ROB))
"""Answers to ``action``: 1 for a draw + 2 for a rob."""

STACKS = {f"p{seat}:{name}": (seat, suit) for seat in range(4) for suit, name in enumerate(SUITS)}
"""Seat and suit by target, for the moves that name a stack in an opponent's bank."""

_SORTED_SUITS = sorted(range(len(SUITS)), key=SUITS.__getitem__)
_SCROLL = tuple(Move("scroll", name) for name in CARDS)


@cache
def own_stacks(verb: str, stacks: int) -> Moves:
    """``hook sabre`` for each of one's own stacks."""
    return tuple(Move(verb, SUITS[suit]) for suit in _SORTED_SUITS if stacks >> suit & 1)


@cache
def stacks_of(verb: str, seat: int, stacks: int) -> Moves:
    """``sabre p1:hook`` for each of one seat's stacks."""
    return tuple(Move(verb, f"p{seat}:{SUITS[suit]}") for suit in _SORTED_SUITS if stacks >> suit & 1)


def scroll(cards: list[int] | tuple[int, ...]) -> Moves:
    """``scroll anchor5`` for each card."""
    return tuple(sorted(_SCROLL[card] for card in cards))


def keep(characters: list[str]) -> Moves:
    """``keep gunny_1`` for each character."""
    return tuple(Move("keep", name) for name in sorted(characters))


@cache
def targets(seat: int, seats: int) -> Moves:
    """``target p2`` for each opponent."""
    return tuple(Move("target", f"p{other}") for other in range(seats) if other != seat)
