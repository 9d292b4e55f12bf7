"""Two runs side by side: what the change of the rules changed, and whether that can be chance.

Where both runs have the same seed, bots and numbers of seats, their games share their deals (common random numbers)
and are compared deal by deal, which narrows the intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, variance

from board_library.lab.facts import Facts
from board_library.lab.results import Results
from board_library.lab.watch import Row

MEASURES: dict[str, Callable[[Row], float | None]] = {
    "starter": lambda row: row.shares[row.starter] if row.starter >= 0 else None,
    "turns": lambda row: row.turns,
    "choices": lambda row: row.choices,
    "lead_changes": lambda row: row.lead_changes,
    "settled": lambda row: row.settled,
    "behind": lambda row: None if row.behind is None else float(row.behind),
    "margin": lambda row: row.margin,
    "points": lambda row: fmean(row.points),
    "shared": lambda row: float(max(row.shares) < 1),
}
"""What is compared: the starter's part of the win, and figures of the report."""

DOUBT = 0.05
"""Differences as large as these by chance alone in so many of a hundred comparisons, all measures together."""


def compare(a: Results, b: Results) -> list[Facts]:
    """The measures of both runs for each number of seats that both have, judged by the first level of each."""
    found: list[Facts] = []
    paired = a.plan.seed == b.plan.seed and a.plan.levels == b.plan.levels
    for seats in sorted(set(a.plan.seats) & set(b.plan.seats)):
        mine, yours = judged(a, seats), judged(b, seats)
        for name, measure in MEASURES.items():
            pair = difference(mine, yours, measure, paired=paired)
            if pair is not None:
                found.append({"measure": name, "seats": seats, **pair})
    # Holm's step-down (S. Holm, Scandinavian Journal of Statistics 6, 1979): the more is asked, the higher the bar.
    open_ = True
    for place, row in enumerate(sorted(found, key=lambda row: row["p"])):
        open_ = open_ and row["p"] <= DOUBT / (len(found) - place)
        row["sure"] = open_
    return found


def judged(results: Results, seats: int) -> dict[int, Row]:
    """By deal: the games of so many seats that were all played by the first level."""
    lineup = (results.plan.levels[0],) * seats
    return {row.deal: row for row in results.rows if row.lineup == lineup}


def difference(
    mine: dict[int, Row], yours: dict[int, Row], measure: Callable[[Row], float | None], *, paired: bool
) -> Facts | None:
    """Both means, b less a with its interval, and p (two-sided); None where there is too little."""
    a = {deal: value for deal, row in mine.items() if (value := measure(row)) is not None}
    b = {deal: value for deal, row in yours.items() if (value := measure(row)) is not None}
    both = sorted(a.keys() & b.keys()) if paired else []
    if len(both) > max(len(a), len(b)) / 2 and len(both) > 1:
        xs, ys = [a[deal] for deal in both], [b[deal] for deal in both]
        error = sqrt(variance([y - x for x, y in zip(xs, ys, strict=True)]) / len(both))
    elif len(a) > 1 and len(b) > 1:
        both = []
        xs, ys = list(a.values()), list(b.values())
        error = sqrt(variance(xs) / len(xs) + variance(ys) / len(ys))
    else:
        return None
    return told(xs, ys, error) | {"paired": len(both)}


def told(xs: Sequence[float], ys: Sequence[float], error: float) -> Facts:
    """Means, difference, interval and p."""
    x, y = fmean(xs), fmean(ys)
    apart = y - x
    p = 2 * (1 - NormalDist().cdf(abs(apart) / error)) if error else float(apart == 0)
    reach = 1.96 * error
    return {"a": x, "b": y, "difference": apart, "low": apart - reach, "high": apart + reach, "p": p}
