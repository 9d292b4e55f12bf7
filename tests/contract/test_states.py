"""The states of all games, as they travel to the processes of bots: whole, whatever their classes are made of."""

import pickle

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.fields import fields_of
from board_library.engine.testing.copies import fingerprint, snapshot
from board_library.games import all_games

GAMES = [pytest.param(spec, id=spec.slug) for spec in all_games().values()]


def late(spec, plies):
    """A state after so many random answers, or at the end."""
    rng = FastRng("states")
    state = spec.new(spec.options(), spec.seats[-1], rng, None)
    while (questions := state.pending()) and state.ply < plies:
        state.ply += 1
        state.apply(questions[0].seat, rng.choice(questions[0].choices()), rng, None)
    return state


@pytest.mark.parametrize("spec", GAMES)
def test_all_slots_are_fields_and_all_are_set(spec):
    state = late(spec, 0)
    slots = {name for kind in type(state).__mro__ for name in kind.__dict__.get("__slots__", ())}

    assert slots <= set(fields_of(type(state)))
    assert [name for name in fields_of(type(state)) if not hasattr(state, name)] == []
    assert len(fields_of(type(state))) > 10


@pytest.mark.parametrize("plies", [0, 40])
@pytest.mark.parametrize("spec", GAMES)
def test_a_pickled_state_is_equal_and_plays_on(spec, plies):
    state = late(spec, plies)
    back = pickle.loads(pickle.dumps(state))

    assert snapshot(back) == snapshot(state)
    assert fingerprint(back, spec.seats[-1]) == fingerprint(state, spec.seats[-1])
    question = state.pending()[0]
    for world in (state, back):
        world.ply += 1
        world.apply(question.seat, question.choices()[0], FastRng(5), None)
    assert snapshot(back) == snapshot(state)
