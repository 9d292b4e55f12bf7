"""Who wins, and what people read on the way (section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Score
from board_library.games.tortuga.data import CARGO, WIN_CARGO, WIN_PIASTRES

if TYPE_CHECKING:
    from board_library.games.tortuga.captain import Captain
    from board_library.games.tortuga.state import Table

MOST_CARGO = 1000


def progress(captain: Captain) -> int:
    """How near a captain is to winning, in banked piastres: the best kind of cargo counts as its share of them."""
    best = max(captain.stored(kind) for kind in CARGO)
    return max(best * WIN_PIASTRES // WIN_CARGO, captain.banked)


def scores(state: Table) -> list[Score]:
    """One score a seat. While the game goes on only piastres in sight count, as all else is hidden."""
    if state.over == "limit":
        points = [(progress(c), c.banked * MOST_CARGO + c.stored_cargo) for c in state.captains]
    elif state.over:
        return [
            Score(seat, progress(captain), 1, won=state.over) if seat == state.winner else Score(seat, 0, 2)
            for seat, captain in enumerate(state.captains)
        ]
    else:
        points = [(own, 0) for own in state.curve()]
    ranks = [1 + sum(other > own for other in points) for own in points]
    return [Score(seat, own[0], ranks[seat], own[1]) for seat, own in enumerate(points)]


def returns(state: Table) -> list[float]:
    """The winners share +1 at the cost of the others."""
    if not state.over:
        raise ValueError("the game goes on")
    won = [score.rank == 1 for score in scores(state)]
    n, w = state.seats, sum(won)
    if w == n:
        return [0.0] * n
    return [1.0 / w if first else -1.0 / (n - w) for first in won]
