"""The greedy player: each game brings its own heuristic."""

from __future__ import annotations

from board_library.bots.random_bot import careful_move
from board_library.engine.core import GameSpec, Move, Observer
from board_library.engine.rng import Rng


def greedy_move(spec: GameSpec, observer: Observer, rng: Rng) -> Move:
    """What the game's heuristic says; a random answer for a game without one."""
    return careful_move(observer, rng) if spec.greedy is None else spec.greedy(observer)
