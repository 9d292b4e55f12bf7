"""The rules-free core of Board Library: standard library only, no I/O, no clock, no network."""

from board_library.engine.core import (
    Amount,
    Decision,
    Event,
    GameSpec,
    Log,
    Move,
    Observer,
    Score,
    Situations,
    State,
    View,
)
from board_library.engine.options import Options
from board_library.engine.rng import Rng, ScriptedRng, SeededRng

__all__ = [
    "Amount",
    "Decision",
    "Event",
    "GameSpec",
    "Log",
    "Move",
    "Observer",
    "Options",
    "Rng",
    "Score",
    "ScriptedRng",
    "SeededRng",
    "Situations",
    "State",
    "View",
]
