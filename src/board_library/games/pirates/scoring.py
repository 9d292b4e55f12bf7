"""Who wins, and what people read on the way (section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Score
from board_library.games.pirates.cards import CARGO, TREASURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from board_library.games.pirates.options import PiratesOptions
    from board_library.games.pirates.table import Table


def winning(options: PiratesOptions, store: Sequence[int]) -> int:
    """The treasure of which a store holds at least the set and none of the other two; -1 if there is none."""
    counts = [store.count(kind) for kind in TREASURES]
    if sum(count > 0 for count in counts) != 1:
        return -1
    kind = next(kind for kind in TREASURES if counts[kind])
    return kind if counts[kind] >= options.sets[kind] else -1


def hoard(state: Table, seat: int) -> int:
    """The best hoard of a seat in percent of its set: of one treasure, in one city.

    Two different shares of sets are never the same percentage: they differ by at least a fifty-sixth.
    """
    sets = state.options.sets
    shares = [100 * state.store[city].count(kind) / sets[kind] for city in state.cities(seat) for kind in TREASURES]
    return round(max(shares, default=0))


def scores(state: Table) -> list[Score]:
    """One score a seat: cities while the game goes on, as all else is hidden; then the treasures claimed, or hoards."""
    seats = range(state.seats)
    owned = state.curve()
    if state.over == "claim":
        n = state.store[state.home(state.winner)].count(state.claim)
        claim = Score(state.winner, n, 1, parts=((CARGO[state.claim], n),), won="claim")
        return [claim if seat == state.winner else Score(seat, 0, 2) for seat in seats]
    points = [(hoard(state, seat), owned[seat]) if state.over else (owned[seat], 0) for seat in seats]
    ranks = [1 + sum(other > own for other in points) for own in points]
    return [Score(seat, points[seat][0], ranks[seat], points[seat][1]) for seat in seats]


def returns(state: Table) -> list[float]:
    """The winners share +1 at the cost of the others."""
    if not state.over:
        raise ValueError("the game goes on")
    won = [score.rank == 1 for score in scores(state)]
    n, w = state.seats, sum(won)
    if w == n:
        return [0.0] * n
    return [1.0 / w if first else -1.0 / (n - w) for first in won]
