"""A fast source of chance for bots and measurements; people's games use ``engine.rng.SeededRng``."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

from board_library.engine.native import mypyc_attr
from board_library.engine.rng import Rng

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True)
class FastRng(Rng):
    """Python's Mersenne twister behind the interface of :class:`Rng`. Predictable: never for people's games.

    >>> FastRng(7).below(1000) == FastRng(7).below(1000)
    True
    """

    __slots__ = ("_random",)

    def __init__(self, seed: int | str | bytes | None = None) -> None:
        super().__init__()
        self._random = Random(seed).random  # noqa: S311  not for secrets

    def below(self, n: int) -> int:
        """A whole number in ``range(n)``; the bias of a 53-bit float is far below what anybody measures."""
        self.used += 1
        return int(self._random() * n)

    def choice(self, items: Sequence[T]) -> T:
        """The same as :meth:`Rng.choice`, without another call."""
        self.used += 1
        return items[int(self._random() * len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """The same as :meth:`Rng.shuffle` by :meth:`below`, without a call for each place."""
        random = self._random
        for i in range(len(items) - 1, 0, -1):
            j = int(random() * (i + 1))
            items[i], items[j] = items[j], items[i]
        self.used += max(len(items) - 1, 0)
