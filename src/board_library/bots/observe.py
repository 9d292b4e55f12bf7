"""What a bot is given: its question, its view and one made-up world, never the real state."""

from __future__ import annotations

from board_library.engine.core import Observer, State
from board_library.engine.errors import NotAsked
from board_library.engine.rng import Rng


def observe(state: State, seat: int, rng: Rng) -> Observer:
    """The observer of a seat that is asked. Raises :class:`NotAsked` if it is not.

    View and question are those of the made-up world, so that nothing of the real one can come along; for this seat
    they are the same.
    """
    world = state.determinize(seat, rng)
    decision = world.decision(seat)
    if decision is None:
        raise NotAsked(f"seat {seat} is not asked now", code="")
    return Observer(decision, world.view(seat), world)
