"""What a search says about a finished game, and its hints."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from board_library.bots.analysis import analyse, chances_of, hint, turning_points
from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import deckhand
from board_library.bots.observe import observe
from board_library.bots.search import Budget
from board_library.engine.record import Timeline, new_record
from board_library.games import game

SEED = "analysis 1"
SHORT = Budget(iterations=40)


def finished(slug: str, seats: int, seed: str = SEED, **changes: Any) -> Timeline:
    """A game between deckhands."""
    spec = replace(game(slug), **changes)
    timeline = Timeline(spec, new_record(spec, spec.options(), seats, hashlib.sha256(seed.encode()).digest()))
    rng = FastRng(seed)
    while not timeline.over:
        seat = timeline.state.pending()[0].seat
        move = deckhand(spec, observe(timeline.state, seat, rng), rng)
        timeline.commit(timeline.try_move(seat, move.code, by="bot"))
    return timeline


@pytest.mark.parametrize(("slug", "seats"), [("chests", 2), ("treasure-map", 3)])
def test_every_answer_of_a_game_is_looked_at(slug: str, seats: int) -> None:
    timeline = finished(slug, seats)
    told: list[tuple[int, int]] = []
    found = analyse(timeline, FastRng(SEED), SHORT, lambda *at: told.append(at))

    assert [moment.played for moment in found.moments] == [step.move.code for step in timeline.line]
    assert [moment.place for moment in found.moments] == list(range(1, len(timeline.line) + 1))
    assert told[-1] == (len(timeline.line), len(timeline.line))
    assert len(found.curve) == len(timeline.line) + 1
    for chances in found.curve:
        assert sum(chances) == pytest.approx(1)
    assert found.final == chances_of(timeline.state.returns())
    assert any(moment.cost for moment in found.moments), SEED
    assert all(moment.cost == 0 for moment in found.moments if moment.best == moment.played)
    assert found.turning_points(0) == list(range(1, len(timeline.line) + 1))
    assert found.turning_points(1.1) == []


def test_the_same_seed_gives_the_same_analysis() -> None:
    timeline = finished("chests", 2)

    assert analyse(timeline, FastRng(1), SHORT) == analyse(timeline, FastRng(1), SHORT)


def test_the_curve_does_not_hang_on_who_looks() -> None:
    timeline = finished("chests", 2)
    curves = [analyse(timeline, FastRng(seed), SHORT).curve for seed in (1, 2)]

    assert curves[0] == curves[1]
    assert len(set(curves[0])) > len(curves[0]) / 2


def test_a_game_without_prospects_has_a_curve_by_its_search() -> None:
    timeline = finished("chests", 2, insight=None)
    found = analyse(timeline, FastRng(1), Budget(iterations=6))

    assert all(sum(chances) == pytest.approx(1) for chances in found.curve)
    assert len(set(found.curve)) > len(found.curve) / 2


def test_a_running_game_is_not_analysed() -> None:
    spec = game("chests")
    timeline = Timeline(spec, new_record(spec, spec.options(), 2, b"\0" * 32))

    with pytest.raises(ValueError, match="goes on"):
        analyse(timeline, FastRng(1), SHORT)


def test_a_hint_is_an_answer_with_chances() -> None:
    spec = game("treasure-map")
    state = spec.new(spec.options(), 3, FastRng(SEED), None)
    observer = observe(state, state.pending()[0].seat, FastRng(SEED))
    given = hint(spec, observer, FastRng(SEED), SHORT)

    assert given.code in {move.code for move in observer.decision.choices()}
    assert sum(given.chances) == pytest.approx(1)


def test_where_chances_turn() -> None:
    assert turning_points([(0.5, 0.5), (0.6, 0.4), (0.6, 0.4), (0.2, 0.8)], 0.3) == [3]
