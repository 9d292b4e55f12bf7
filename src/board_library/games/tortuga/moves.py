"""Moves, made once and shared."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from board_library.engine.core import Amount, Move
from board_library.games.tortuga.data import STEP

Moves = tuple[Move, ...]


@cache
def move(verb: str, target: str) -> Move:
    """One move."""
    return Move(verb, target)


def listed(pairs: Iterable[tuple[str, str]]) -> Moves:
    """Moves in the order of their codes, each once."""
    return tuple(sorted({move(verb, target) for verb, target in pairs}))


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
