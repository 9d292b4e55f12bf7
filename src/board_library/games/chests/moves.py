"""Moves and lists of moves, made once and shared: rules only look them up. Lists are sorted by code."""

from collections.abc import Iterable
from functools import cache

from board_library.engine.core import Move
from board_library.games.chests.cards import CARDS

Moves = tuple[Move, ...]

DRAW = Move("draw", "deck")
STOP = Move("stop", "row")
PROPOSE = Move("propose", "end")
DECLINE = Move("decline", "swap")
VOTE_NO, VOTE_YES = Move("vote", "no"), Move("vote", "yes")
VOTES = (VOTE_NO, VOTE_YES)

USE = tuple(Move("use", name) for name in CARDS)
TAKE = tuple(Move("take", name) for name in CARDS)
GIVE = tuple(Move("give", name) for name in CARDS)
"""By card number."""


@cache
def turn(stop: bool, propose: bool, usable: tuple[int, ...]) -> Moves:
    """The answers of a turn; a chest can always be drawn."""
    first = (DRAW, *((PROPOSE,) if propose else ()), *((STOP,) if stop else ()))
    return (*first, *sorted(USE[card] for card in usable))


PLAIN_TURN: tuple[Moves, ...] = tuple(turn(bool(n & 1), bool(n & 2), ()) for n in range(4))
"""The answers of a turn without bonuses: 1 for a stop + 2 for a proposal."""


def take(cards: Iterable[int]) -> Moves:
    """``take t06a`` for each card."""
    return tuple(sorted(TAKE[card] for card in cards))


def give(cards: Iterable[int]) -> Moves:
    """``give t01a`` for each card."""
    return tuple(sorted(GIVE[card] for card in cards))


@cache
def to(seats: tuple[int, ...]) -> Moves:
    """``to p2`` for each seat, in seat order."""
    return tuple(Move("to", f"p{seat}") for seat in seats)
