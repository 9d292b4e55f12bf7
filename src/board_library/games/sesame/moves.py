"""Moves and lists of moves, made once and shared: rules only look them up. Lists are sorted by code."""

from __future__ import annotations

from functools import cache

from board_library.engine.core import Amount, Move
from board_library.games.sesame.board import (
    BUY,
    CELLAR,
    CORSAIR_CELLS,
    DRAGON,
    GAMBLE,
    GAMES,
    HARBOUR,
    ITEMS,
    PORT,
    ROBBER,
    SELL,
    SERVANT_CELLS,
)

Moves = tuple[Move, ...]

ROLL = (Move("roll", "dice"),)
FIGHT = (Move("fight", "dragon"),)
FREE = (Move("go", DRAGON[-1]),)
PASS = (Move("pass", "shop"),)
END = Move("end", "turn")
ROUBLE = Move("stake", "rouble")
TRY = Move("stake", "sorcerer")
RETURN = tuple(Move("return", item) for item in ITEMS)
OFFER = tuple((Move("decline", item), Move("take", item)) for item in ITEMS)
NAMES = tuple(sorted(Move("name", str(n)) for n in range(2, 13)))
SERVANT = tuple(Move("servant", cell) for cell in SERVANT_CELLS)
SETUP = tuple(sorted(Move("servant", cell) for cell in (HARBOUR, *CORSAIR_CELLS)))


def _go(*rows: tuple[str, ...]) -> Moves:
    return tuple(sorted(Move("go", cell) for row in rows for cell in row))


FROM_PORT = {True: _go(SELL), False: _go(SELL, GAMBLE)}
"""First steps in the market, by whether there are ordinary goods."""

FROM_SELL = _go(SELL, GAMBLE)
FROM_BUY = _go(BUY, GAMBLE)


@cache
def from_gamble(*, buying: bool, dragon: bool, robber: bool, home: bool) -> Moves:
    """Steps from a gambling shop or its cellar, by what is open."""
    gates = [cell for cell, is_open in ((DRAGON[0], dragon), (ROBBER[0], robber), (PORT, home)) if is_open]
    return _go(SELL, GAMBLE, BUY if buying else (), tuple(gates))


@cache
def ask(seat: int, seats: int) -> Moves:
    """``ask p2`` for each other seat."""
    return tuple(Move("ask", f"p{other}") for other in range(seats) if other != seat)


@cache
def amount(verb: str, high: int, cellar: int = 0) -> Amount:
    """Any sum from 1 to ``high``, with a ladder of one, a quarter, half, all and the cellar's sum."""
    ladder = {1, max(1, high // 4), max(1, high // 2), high}
    if 0 < cellar <= high:
        ladder.add(cellar)
    return Amount(verb, 1, high, 1, tuple(sorted(ladder)))


SHOP_OF = {cell: k for row in (SELL, GAMBLE, CELLAR, BUY) for k, cell in enumerate(row)}
"""The number of a shop, from 0: the good it trades, or the game it plays."""

CELLAR_SUM = tuple(game.cellar for game in GAMES)
