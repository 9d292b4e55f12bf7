"""Places in which a bot or a zombie is asked what it does, and whole games of greedy players."""

from __future__ import annotations

from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Chooser, GameSpec, Observer, State
from board_library.engine.options import Options
from board_library.engine.situations import read_situation


def answer(spec: GameSpec, chooser: Chooser | None, text: str) -> str:
    """The code that a chooser answers the open question of a situation with."""
    assert chooser is not None
    state = read_situation(spec, text)
    decision = state.pending()[0]
    world = state.determinize(decision.seat, FastRng(text))
    return chooser(Observer(decision, world.view(decision.seat), world)).code


def greedy_game(spec: GameSpec, options: Options, seats: int, *, most: int) -> State:
    """A game of greedy players up to its end, or to so many moves; each answer is one of those offered."""
    assert spec.greedy is not None
    rng = FastRng(f"greedy {seats}")
    state = spec.new(options, seats, rng, None)
    while state.pending() and state.ply < most:
        decision = state.pending()[0]
        world = state.determinize(decision.seat, rng)
        move = spec.greedy(Observer(decision, {}, world))
        assert decision.offers(move), (state.ply, decision, move)
        state.ply += 1
        state.apply(decision.seat, move, rng, None)
    return state
