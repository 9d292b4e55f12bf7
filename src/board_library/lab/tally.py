"""Sums that can be added up: whatever part of the games they come from, in whatever order."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

Tally = dict[str, Any]
"""Nested dicts with lists of numbers (or texts) at their leaves: JSON values that :func:`add` adds up."""


def add(total: Tally, more: Mapping[str, Any]) -> None:
    """Add ``more`` to ``total``, leaf by leaf; of texts the first in the alphabet stays.

    >>> total = {"a": [1, 2]}
    >>> add(total, {"a": [1, 1], "b": {"c": [5]}})
    >>> total
    {'a': [2, 3], 'b': {'c': [5]}}
    """
    for key, value in more.items():
        if isinstance(value, dict):
            add(total.setdefault(key, {}), value)
        elif isinstance(value, str):
            total[key] = min(total.get(key, value), value)
        elif key in total:
            total[key] = [a + b for a, b in zip(total[key], value, strict=True)]
        else:
            total[key] = list(value)


class Mean(NamedTuple):
    """A mean over ``n`` with half the width of its 95 % interval (infinite if nothing can be said of it)."""

    n: float
    value: float
    reach: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.reach

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.reach

    def beyond(self, bound: float) -> bool:
        """Whether the whole interval lies further from 0 than ``bound``."""
        return self.low > bound or self.high < -bound


FEW = 10
"""Games below which nothing is said of a spread."""

ROUNDING = 1e-6
"""Widths below are none."""

CLUSTER = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
"""An empty :func:`mean_of` sum: games, n, sum, and the sums of sum², sum * n and n² over games."""


def put(leaf: list[float], n: float, total: float) -> None:
    """Add one game with ``n`` observations that sum up to ``total``."""
    leaf[0] += 1
    leaf[1] += n
    leaf[2] += total
    leaf[3] += total * total
    leaf[4] += total * n
    leaf[5] += n * n


def mean_of(leaf: list[float]) -> Mean:
    """The mean of the observations, with an interval that knows that those of one game hang together.

    A ratio estimator with clusters (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, chapter 9).
    """
    games, n, total, squares, cross, sizes = leaf
    if not n:
        return Mean(0, 0.0, float("inf"))
    mean = total / n
    if games < FEW:
        return Mean(n, mean, float("inf"))
    spread = max(0.0, squares - 2 * mean * cross + mean * mean * sizes) * games / (games - 1)
    return Mean(n, mean, reach_of(1.96 * sqrt(spread) / n, games, mean))


def reach_of(reach: float, n: float, mean: float) -> float:
    """Half the width of an interval, which is not nothing where all ``n`` agree.

    Then no more than 3 / n of the others differ (rule of three: J. A. Hanley, A. Lippman-Hand, JAMA 249, 1983), by up
    to a lost or won game more than the mean.
    """
    return reach if reach > ROUNDING else 3 / n * (1 + abs(mean))
