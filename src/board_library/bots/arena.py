"""Bots against each other: how much stronger is one than another?"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import Bot
from board_library.bots.observe import observe
from board_library.engine.core import GameSpec, State


class Result(NamedTuple):
    """Two-seat games of bot a against bot b. ``low`` and ``high`` bound a's share of the points (95 %, Wilson)."""

    games: int
    wins: int
    draws: int

    @property
    def share(self) -> float:
        """What part of the points a won; a draw is half a point."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the share."""
        return wilson(self.share, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.wins} of {self.games} won, {self.draws} drawn: {self.share:.1%} ({low:.1%} to {high:.1%})"


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true share with 95 % confidence (E. B. Wilson, JASA 22, 1927).

    >>> [round(bound, 3) for bound in wilson(0.9, 100)]
    [0.826, 0.945]
    """
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - reach, middle + reach


def duel(spec: GameSpec, a: Bot, b: Bot, *, games: int, seed: str, options: Any = None) -> Result:
    """Play ``games`` two-seat games; a sits at seat 0 in the even ones. The same seed gives the same result."""
    wins = draws = 0
    for number in range(games):
        bots = [a, b] if number % 2 == 0 else [b, a]
        state = play_out(spec, bots, f"{seed} {number // 2}", options)
        gain = state.returns()[number % 2]
        wins += gain > 0
        draws += gain == 0
    return Result(games, wins, draws)


def play_out(spec: GameSpec, bots: list[Bot], seed: str, options: Any = None) -> State:
    """One game between bots, one a seat, from the deal to its end."""
    chance, thinking = FastRng(f"{seed} chance"), FastRng(f"{seed} bots")
    state = spec.new(spec.options() if options is None else options, len(bots), chance, None)
    while state.pending():
        seat = state.pending()[0].seat
        move = bots[seat](spec, observe(state, seat, thinking), thinking)
        state.ply += 1
        state.apply(seat, move, chance, None)
    return state
