"""What a game may tell a search that plays it: a quick answer, and how good a position is for each seat.

All of it is optional. Both functions are asked about made-up worlds only, so they may look at every card; a quick
answer should not, or playouts never meet bad luck.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from board_library.engine.core import Decision, Move, Observer, State
    from board_library.engine.rng import Rng


@dataclass(frozen=True, kw_only=True)
class Insight:
    """Hints for ``bots.search``.

    ``usual`` is what a search answers unless it finds better, where the game knows better than the greedy player whom
    people meet; playouts follow it too. ``prospects`` are the expected returns of each seat, -1 to 1, of a game that
    goes on. ``playout`` answers a question in some microseconds; without it ``usual`` or the greedy player does.
    ``horizon``: after so many changes of the turn a playout is cut off and judged by the prospects. ``turn`` says which
    seat's turn it is; without it, that of the seat asked.
    ``outline`` tells positions apart that should be answered differently, and roughly no more: what a tree of answers
    learns of one holds for all of the same outline. None: what the tree has learnt ends here. Without it, only the
    question itself is searched, and playouts go on from there. ``sure``: standard errors by which another answer must
    beat the heuristic's: more where prospects mislead. ``aside`` are codes that no bot plays and no hint names where
    there is another answer: those that sensible rivals never let profit, so that chance alone would bring them up.
    """

    prospects: Callable[[State], list[float]]
    usual: Callable[[Observer], Move] | None = None
    playout: Callable[[State, Decision, Rng], Move] | None = None
    outline: Callable[[State], Hashable] | None = None
    turn: Callable[[State], int] | None = None
    horizon: int = 2
    sure: float = 1.5
    aside: frozenset[str] = frozenset()


def returns_of(scores: Sequence[float]) -> list[float]:
    """Expected returns of rivals for one victory, from the logarithms of their odds (R. D. Luce, 1959).

    >>> [round(value, 2) for value in returns_of([0.0, 0.0])]
    [0.0, 0.0]
    """
    most = max(scores)
    odds = [exp(score - most) for score in scores]
    n, total = len(odds), sum(odds)
    return [(n * own / total - 1) / (n - 1) for own in odds]
