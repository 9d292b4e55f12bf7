"""How much did a decision matter? Each answer is played out in the same made-up worlds with the same chance.

The answers that look best and worst in one half of the worlds are compared in the other half, so that the gap between
them is not made larger by having looked for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from board_library.bots.fast_rng import FastRng
from board_library.bots.random_bot import random_move
from board_library.engine.core import Chooser, GameSpec, Move, Observer, State
from board_library.engine.rng import Rng
from board_library.lab.tally import Tally

WORLDS = 16
ANSWERS = 6
"""Worlds and answers that are tried of one decision."""

LONGEST = 1500
"""Moves of a playout; one that is longer counts as nobody's win."""

CLEAR = 2.0
"""A decision clearly mattered if the gap is so many of its standard errors above nothing."""


def probe(spec: GameSpec, state: State, seat: int, rng: Rng) -> Tally:
    """Play out the answers to the question of ``seat``: sums under ``probes`` and the kind of question.

    They are: probes, those that clearly mattered, the gap in parts of a win, its square.
    """
    decision = state.decision(seat)
    if decision is None:
        return {}
    answers = rng.sample(decision.choices(), ANSWERS)
    worth: list[list[float]] = [[] for _ in answers]
    for _ in range(WORLDS):
        world, seed = state.determinize(seat, rng), rng.below(2**53)
        for found, move in zip(worth, answers, strict=True):
            found.append(share(spec, world.clone(), seat, move, FastRng(seed)))
    gap = gap_of(worth)
    return {"probes": {decision.kind: [1, clear(worth), gap, gap * gap]}}


def gap_of(worth: Sequence[Sequence[float]]) -> float:
    """The gap between the best and the worst answer, found in one half of the worlds and measured in the other.

    >>> gap_of([[1.0] * 4, [0.0] * 4])
    1.0
    >>> gap_of([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]])
    -1.0
    """
    odd, even = [w[1::2] for w in worth], [w[0::2] for w in worth]
    gaps = []
    for seek, measure in ((odd, even), (even, odd)):
        means = [sum(w) / len(w) for w in seek]
        best, worst = means.index(max(means)), means.index(min(means))
        gaps.append((sum(measure[best]) - sum(measure[worst])) / len(measure[best]))
    return sum(gaps) / 2


def clear(worth: Sequence[Sequence[float]]) -> bool:
    """Whether the best answer is better than the worst beyond doubt, world by world."""
    best, worst = max(worth, key=sum), min(worth, key=sum)
    apart = [a - b for a, b in zip(best, worst, strict=True)]
    mean = sum(apart) / len(apart)
    spread = sum((a - mean) ** 2 for a in apart) / (len(apart) - 1)
    # Best and worst were looked for among several: the bar rises with their number.
    return mean > (CLEAR + 0.4 * sqrt(len(worth) - 2)) * sqrt(spread / len(apart)) and mean > 0


def share(spec: GameSpec, state: State, seat: int, move: Move, rng: Rng) -> float:
    """The seat's part of the win if it answers so and all go on greedily."""
    policy: Chooser = spec.greedy or (lambda observer: random_move(observer, rng))
    asked = seat
    for _ in range(LONGEST):
        state.ply += 1
        state.apply(asked, move, rng, None)
        pending = state.pending()
        if not pending:
            winners = [score.seat for score in state.scores() if score.rank == 1]
            return (seat in winners) / len(winners)
        asked = pending[0].seat
        move = policy(Observer(pending[0], state.view(asked), state))
    return 0.0
