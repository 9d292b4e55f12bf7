"""Fast chance for the benches: the standard library's generator behind the engine's interface."""

from __future__ import annotations

import random

from board_library.engine.rng import Rng


class QuickRng(Rng):
    """What playouts draw from. Not recomputable by strangers, unlike a table's chance."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        """A whole number in ``range(n)``."""
        self.used += 1
        return int(self._random() * n)
