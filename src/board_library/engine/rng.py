"""Chance: one interface, three sources.

Rules see only :class:`Rng`. People's games draw from :class:`SeededRng`, cases from :class:`ScriptedRng`, bots and
the lab from the fast generator in ``board_library.bots``. All of them share the derived draws below (shuffle,
sample, choice, roll), which are built on one primitive, ``below``, and are part of what a record promises:

* ``below(n)``: a whole number from 0 to n - 1, each equally likely.
* ``shuffle(items)``: for i = len - 1 down to 1: j = below(i + 1); swap items[i] and items[j].
* ``sample(items, k)``: k times: j = below(number left); take out and keep the j-th of those left.
* ``choice(items)``: items[below(len)].  ``roll(sides)``: 1 + below(sides).
"""

from __future__ import annotations

import hmac
from abc import ABC, abstractmethod
from collections.abc import Iterable, MutableSequence, Sequence
from typing import TypeVar

from board_library.engine.native import mypyc_attr

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng(ABC):
    """A source of chance. ``used`` counts the draws, so that a move without chance can be told from one with."""

    __slots__ = ("used",)

    def __init__(self) -> None:
        self.used = 0

    @abstractmethod
    def below(self, n: int) -> int:
        """A whole number in ``range(n)``, without bias. ``n`` is at least 1."""

    def roll(self, sides: int = 6) -> int:
        """One die: 1 to ``sides``."""
        return 1 + self.below(sides)

    def choice(self, items: Sequence[T]) -> T:
        """One of ``items``, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle ``items`` in place (Fisher and Yates, from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """``min(k, len(items))`` different items, in the order of drawing."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(k, len(left)))]


@mypyc_attr(allow_interpreted_subclasses=True)
class SeededRng(Rng):
    """Chance that anybody can recompute from a seed and the number of a record entry.

    Block ``c`` (0, 1, 2, …) is HMAC-SHA256 with the seed as key over the ASCII text ``ply:c``. Its 32 bytes are four
    unsigned 64-bit big-endian words, used in order. ``below(n)`` takes words until one is less than the greatest
    multiple of n that is at most 2**64, and returns that word modulo n. ``below(1)`` takes no word.
    """

    __slots__ = ("_block", "_seed", "_words", "ply")

    def __init__(self, seed: bytes, ply: int) -> None:
        super().__init__()
        self._seed = seed
        self.ply = ply
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A whole number in ``range(n)``, recomputable from (seed, ply)."""
        self.used += 1
        if n == 1:
            return 0
        limit = (1 << 64) - (1 << 64) % n
        while True:
            if not self._words:
                text = f"{self.ply}:{self._block}".encode()
                digest = hmac.digest(self._seed, text, "sha256")
                self._words = [int.from_bytes(digest[k : k + 8], "big") for k in (24, 16, 8, 0)]
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % n


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptedRng(Rng):
    """Chance dictated by a case; asking for more than was written is a LookupError.

    A result is a number (what ``below`` or ``roll`` gives, or a place counted from 0) or the name of a thing that
    ``choice`` or ``sample`` takes. ``left`` are the results not yet drawn.
    """

    __slots__ = ("left",)

    def __init__(self, results: Iterable[int | str] = ()) -> None:
        super().__init__()
        self.left = list(results)

    def below(self, n: int) -> int:
        """The next written result; nothing is taken where there is but one."""
        self.used += 1
        return 0 if n == 1 else self._next(n, 0)

    def roll(self, sides: int = 6) -> int:
        """The next written result, as the face of the die."""
        self.used += 1
        return self._next(sides, 1)

    def choice(self, items: Sequence[T]) -> T:
        """The thing that the next result names, or the one at that place."""
        if self.left and not isinstance(self.left[0], int):
            self.used += 1
            return items[self._place(items)]
        return super().choice(items)

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Different things, each as by ``choice``."""
        pool = list(items)
        taken: list[T] = []
        while pool and len(taken) < k:
            if self.left and not isinstance(self.left[0], int):
                self.used += 1
                taken.append(pool.pop(self._place(pool)))
            else:
                taken.append(pool.pop(self.below(len(pool))))
        return taken

    def _next(self, n: int, low: int) -> int:
        if not self.left:
            msg = f"the case draws chance (one of {n}) that it does not script"
            raise LookupError(msg)
        result = self.left.pop(0)
        if not isinstance(result, int) or not low <= result < low + n:
            msg = f"the case scripts {result}, but chance here is {low} to {low + n - 1}"
            raise LookupError(msg)
        return result

    def _place(self, items: Sequence[T]) -> int:
        name = self.left.pop(0)
        names = [str(item) for item in items]
        if name not in names:
            msg = f"the case scripts {name}, but chance here is one of {', '.join(names)}"
            raise LookupError(msg)
        return names.index(str(name))
