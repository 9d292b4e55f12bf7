"""Looking at games with a search: a hint for one question, and what a finished game turned on.

A hint, and what an answer is worth, is as far as the seat that was asked could know: what was hidden from it is dealt
anew. The curve of a finished game knows everything: seats that know different things would see it jump at every move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from board_library.bots.observe import observe
from board_library.bots.search import Budget, Thought, think
from board_library.engine.core import GameSpec, Observer, State
from board_library.engine.record import Step, Timeline
from board_library.engine.rng import Rng

TURN = 0.15
"""A move after which somebody's chance is different by so much is a turning point."""


class Hint(NamedTuple):
    """The code that the search would play, and the chance of each seat to win after it; none if nothing was open."""

    code: str
    chances: tuple[float, ...]


class Moment(NamedTuple):
    """One answer of a finished game.

    ``place`` is its place in the line of moves, from 1. ``chances`` are those of each seat before it, by the game's
    prospects; of a game without them as the search sees it. ``best`` is what the search would have answered and
    ``cost`` what the answer given was worse by, in the chance of its seat. Both are missing where there was no choice,
    ``cost`` also where the answer given was not looked at.
    """

    place: int
    seat: int
    played: str
    chances: tuple[float, ...]
    best: str | None
    cost: float | None


class Analysis(NamedTuple):
    """A finished game: its moments, and the chances at the end (1 for a sole winner)."""

    moments: tuple[Moment, ...]
    final: tuple[float, ...]

    @property
    def curve(self) -> list[tuple[float, ...]]:
        """The chance of each seat before the first move, after each, and so at the end."""
        return [*(moment.chances for moment in self.moments), self.final]

    def turning_points(self, least: float = TURN) -> list[int]:
        """The places of the moves that changed somebody's chance by at least so much."""
        return turning_points(self.curve, least)


def turning_points(curve: Sequence[Sequence[float]], least: float = TURN) -> list[int]:
    """The places, from 1, at which some seat's chance differs by at least so much from the one before.

    >>> turning_points([(0.5, 0.5), (0.55, 0.45), (0.8, 0.2)])
    [2]
    """
    return [
        place
        for place in range(1, len(curve))
        if max(abs(now - then) for now, then in zip(curve[place], curve[place - 1], strict=True)) >= least
    ]


def chances_of(returns: Sequence[float]) -> tuple[float, ...]:
    """Chances to win, from expected returns between 1 for the winner and -1 shared by the others.

    >>> chances_of([1.0, -0.5, -0.5])
    (1.0, 0.0, 0.0)
    """
    others = len(returns) - 1
    return tuple(min(1.0, max(0.0, (value * others + 1) / (others + 1))) for value in returns)


def hint(spec: GameSpec, observer: Observer, rng: Rng, budget: Budget) -> Hint:
    """What the search would play in this place. Uses nothing but what the seat may know."""
    thought = think(spec, observer, rng, budget)
    return Hint(thought.move.code, _after(thought, thought.move.code) or ())


def analyse(
    timeline: Timeline, rng: Rng, budget: Budget, progress: Callable[[int, int], None] = lambda *_: None
) -> Analysis:
    """Think again about every answer of a finished game, each within the budget. Raises ValueError while it goes on."""
    if not timeline.over:
        raise ValueError("the game goes on")
    line, spec = timeline.line, timeline.spec
    moments: list[Moment] = []

    def visit(index: int, state: State) -> None:
        if index == len(line):
            return
        moments.append(_moment(spec, state, line[index], rng, budget)._replace(place=index + 1))
        progress(index + 1, len(line))

    timeline.walk(visit)
    final = chances_of(timeline.state.returns())
    return Analysis(tuple(_filled(moments, final)), final)


def _moment(spec: GameSpec, state: State, step: Step, rng: Rng, budget: Budget) -> Moment:
    seat, played = step.seat, step.move.code
    thought = think(spec, observe(state, seat, rng), rng, budget)
    known = chances_of(spec.insight.prospects(state)) if spec.insight else None
    if not thought.worths:
        return Moment(0, seat, played, known or (), None, None)
    best, mine = _after(thought, thought.move.code), _after(thought, played)
    cost = max(0.0, best[seat] - mine[seat]) if best and mine else None
    return Moment(0, seat, played, known or best or (), thought.move.code, cost)


def _after(thought: Thought, code: str) -> tuple[float, ...] | None:
    return next((chances_of(worth.returns) for worth in thought.worths if worth.move.code == code), None)


def _filled(moments: list[Moment], final: tuple[float, ...]) -> list[Moment]:
    """Where nobody had a choice and the game tells nothing, the chances are those of the next moment."""
    found: list[Moment] = []
    known = final
    for moment in reversed(moments):
        known = moment.chances or known
        found.append(moment._replace(chances=known))
    return found[::-1]
