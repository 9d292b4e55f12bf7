"""Moves and lists of moves, made once and shared: rules only look them up. Lists are sorted by code."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache

from board_library.engine.core import Amount, Move
from board_library.games.pirates.board import BAYS, CAPE_CELLS, CAPES, CITIES, DIST, NAMES

Moves = tuple[Move, ...]

STAY = Move("stay", "here")
DONE_PORT = Move("done", "port")
DONE_SPOILS = Move("done", "spoils")
STAND_OFF = Move("stand", "off")
HOLD_FIRE = Move("hold", "fire")
ACCEPT = Move("accept", "battle")
FLEE_CAPE = Move("flee", "cape")
LOOK = (Move("look", "cargo"), Move("look", "ships"))
MAROON = tuple(Move("maroon", cape) for cape in CAPES)
SPY = (Move("spy", "1"), Move("spy", "2"))
DECLARE = tuple(Move("declare", f"city:{name}") for name in CITIES)
ASSAULT = tuple(Move("assault", f"city:{name}") for name in CITIES)
SIEGE = tuple(Move("siege", f"city:{name}") for name in CITIES)
CHALLENGE = tuple(Move("challenge", f"p{seat}") for seat in range(5))
DRAW = {what: Move("draw", what) for what in ("ship", "cargo")}
SKIP = {what: Move("skip", what) for what in ("ship", "cargo")}


@cache
def to_city(verb: str, cities: tuple[int, ...]) -> Moves:
    """``hide city:nassau`` for each city."""
    return tuple(sorted(Move(verb, f"city:{CITIES[city]}") for city in cities))


@cache
def cards(verb: str, place: str, count: int) -> Moves:
    """``drop ship:1`` for each card of a place."""
    return tuple(sorted(card(verb, place, k) for k in range(count)))


@cache
def card(verb: str, place: str, k: int) -> Move:
    """``drop ship:2`` for k = 1: the code counts from one."""
    return Move(verb, f"{place}:{k + 1}")


@cache
def amount(verb: str, low: int, high: int) -> Amount:
    """A number of cards, all of which bots may think about."""
    return Amount(verb, low, high, 1, tuple(range(low, high + 1)))


@cache
def port(loads: int, stores: int, unloads: int, holds: int, claim: int) -> Moves:
    """All answers in a port; ``claim`` is the city that may be declared, -1 for none."""
    found = [DONE_PORT, *cards("load", "gar", loads), *cards("load", "store", stores)]
    found += [*cards("unload", "ship", unloads), *cards("unload", "hold", holds)]
    if claim >= 0:
        found.append(DECLARE[claim])
    return tuple(sorted(found))


GO = tuple(Move("go", name) for name in NAMES)
_BAY_GOES = frozenset(GO[cell] for cell in BAYS)

NEVER = frozenset(CAPE_CELLS)
LOCKED = frozenset((*CAPE_CELLS, *BAYS))


_ORDER = tuple(sorted(range(len(NAMES)), key=NAMES.__getitem__))
"""Cells in the order of their codes."""

_GOES = tuple(GO[cell] for cell in _ORDER)
_NO_STOP = 1 + len(NAMES)
"""More steps than any fleet makes: to cells where it may not end."""


@cache
def _steps(start: int) -> tuple[int, ...]:
    """Steps to all cells, in the order of their codes."""
    far = DIST[start]
    return tuple([_NO_STOP if cell == start or cell in NEVER else far[cell] for cell in _ORDER])


@lru_cache(maxsize=16384)
def reach(start: int, speed: int, locked: bool, stay: bool) -> Moves:
    """Where an empty sea lets a fleet sail, and whether it may stay."""
    if locked:
        return tuple([move for move in reach(start, speed, False, stay) if move not in _BAY_GOES])
    found = [move for steps, move in zip(_steps(start), _GOES, strict=True) if steps <= speed]
    return (*found, STAY) if stay else tuple(found)


def sail(start: int, speed: int, locked: bool, stay: bool, taken: set[int]) -> Moves:
    """Where a fleet may sail; ``taken`` are open-sea cells with other fleets."""
    offered = reach(start, speed, locked, stay)
    far = DIST[start]
    shut = [GO[cell] for cell in taken if 0 < far[cell] <= speed]
    if not shut:
        return offered
    left = list(offered)
    for move in shut:
        del left[bisect_left(left, move)]
    return tuple(left)
