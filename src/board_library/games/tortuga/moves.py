"""Moves, made once and shared."""

from __future__ import annotations

from functools import cache, lru_cache

from board_library.engine.core import Amount, Move
from board_library.games.tortuga.data import STEP

Moves = tuple[Move, ...]


@cache
def move(verb: str, target: str) -> Move:
    """One move."""
    return Move(verb, target)


@lru_cache(maxsize=16384)
def each(verb: str, targets: tuple[str, ...]) -> Moves:
    """Moves of one verb in the order of their codes, each once."""
    return tuple([move(verb, target) for target in sorted(set(targets))])


@cache
def rivals(verb: str, seat: int, seats: int) -> Moves:
    """``offer p2`` for each other seat."""
    return tuple([move(verb, f"p{other}") for other in range(seats) if other != seat])


@cache
def money(high: int) -> Amount:
    """Piastres from none to ``high``; bots think of none, some round parts and all."""
    half = high // 2 // STEP * STEP
    return Amount("sum", 0, high, STEP, tuple(sorted({0, min(STEP, high), half, high})))


LEAVE_CITY = Move("leave", "city")
LEAVE_TORTUGA = Move("leave", "tortuga")
RESTORE = Move("restore", "city")
SAIL_CITY = Move("sail", "city")
SAIL_TORTUGA = Move("sail", "tortuga")
CAPTURE = Move("capture", "merchant")
HIRE = Move("hire", "deck")
RECRUIT = Move("recruit", "deck")
WORK = Move("work", "deck")
BUY_BRIG = Move("buy", "brig")
PROPOSE = Move("propose", "deal")
CANCEL = Move("cancel", "deal")
ACCEPT = Move("accept", "deal")
DECLINE = Move("decline", "deal")
DONE = {kind: Move("done", kind) for kind in ("keep", "crew", "gar", "portkeep", "guard", "helpers")}
SKIP_COUNTER = Move("skip", "counter")
