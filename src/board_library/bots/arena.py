"""Bots against each other: how much stronger is one than another?

In a match one bot sits among rivals of another kind. Every deal is played once from each seat, with the same chance
and the same thoughts, so that luck of the seat and of the cards falls on both alike: two equal bots share the points
exactly, unless they look at a clock.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from itertools import islice
from math import inf, log, sqrt
from time import monotonic
from typing import Any, NamedTuple

from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import RANDOM, Bot, named
from board_library.bots.observe import observe
from board_library.bots.workers import pool
from board_library.engine.core import GameSpec, State
from board_library.games import all_games, game

ERROR = 0.05
"""How often the sequential test may decide wrongly, either way."""


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


class Match(NamedTuple):
    """What bot a made of games against rivals b: its points and the plies of each game, deal by deal, by its seat.

    A point is a game won alone; a shared victory is worth its part, so that points of equal bots are 1 / seats a game.
    """

    seats: int
    points: tuple[tuple[float, ...], ...]
    plies: tuple[tuple[int, ...], ...]

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.points) * self.seats

    @property
    def share(self) -> float:
        """What part of the points a won."""
        return sum(map(sum, self.points)) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the share."""
        return wilson(self.share, self.games)

    @property
    def by_seat(self) -> list[float]:
        """Its share when it sat at each seat."""
        return [sum(deal[seat] for deal in self.points) / len(self.points) for seat in range(self.seats)]

    def to_json(self) -> dict[str, Any]:
        """All figures as JSON values."""
        low, high = self.interval
        return {
            "games": self.games, "share": self.share, "low": low, "high": high, "equal": 1 / self.seats,
            "by_seat": self.by_seat, "plies": sum(map(sum, self.plies)) / self.games, "points": self.points,
        }  # fmt: skip


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true share with 95 % confidence (E. B. Wilson, JASA 22, 1927).

    >>> [round(bound, 3) for bound in wilson(0.9, 100)]
    [0.826, 0.945]
    """
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - reach, middle + reach


def decided(match: Match, target: float) -> str:
    """Whether a wins the ``target`` share (``yes``) or no more than its part (``no``); empty while that is open.

    A. Wald's sequential test ("Sequential Analysis", 1947) of two means under the spread seen so far, over deals.
    """
    deals = [sum(deal) / match.seats for deal in match.points]
    n, mean, fair = len(deals), match.share, 1 / match.seats
    if n < 2:
        return ""
    # As if two more deals had gone either way: a streak at the start has no spread at all.
    spread = (sum((deal - mean) ** 2 for deal in deals) + 0.5) / (n + 1)
    ratio = (target - fair) / spread * n * (mean - (target + fair) / 2)
    bound = log((1 - ERROR) / ERROR)
    return "yes" if ratio >= bound else "no" if ratio <= -bound else ""


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


def play_match(
    spec: GameSpec,
    a: str,
    b: str,
    *,
    seats: int,
    deals: int,
    seed: str,
    options: Any = None,
    workers: int = 1,
    target: float | None = None,
    minutes: float = inf,
    progress: Callable[[Match], None] = lambda _: None,
) -> Match:
    """Play deals, each from every seat, in so many processes; a and b are bots by name (:func:`bot_named`).

    With a ``target`` it ends as soon as the sequential test decides, and in any case after so many minutes. The same
    seed gives the same match, in any number of processes, unless bots look at the clock or the match is ended early.
    """
    start = monotonic()
    options = spec.options() if options is None else options
    found: dict[int, tuple[tuple[float, ...], tuple[int, ...]]] = {}
    jobs = ((spec.slug, a, b, seats, options, seed, deal) for deal in range(deals))
    match = Match(seats, (), ())
    for deal, points, plies in _all(jobs, workers):
        found[deal] = points, plies
        match = Match(seats, *zip(*(found[k] for k in sorted(found)), strict=True))
        progress(match)
        if (target is not None and decided(match, target)) or monotonic() - start > 60 * minutes:
            break
    return match


Job = tuple[str, str, str, int, Any, str, int]
Dealt = tuple[int, tuple[float, ...], tuple[int, ...]]


def _all(jobs: Iterator[Job], workers: int) -> Iterator[Dealt]:
    """The deals as they are done, begun in order."""
    if workers <= 1:
        yield from map(_deal, jobs)
        return
    with pool(workers, all_games) as executor:
        running = {executor.submit(_deal, job) for job in islice(jobs, workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {executor.submit(_deal, job) for job in islice(jobs, len(done))}
            for future in done:
                yield future.result()


def _deal(job: Job) -> Dealt:
    slug, a, b, seats, options, seed, deal = job
    spec, lead, rival = game(slug), bot_named(a), bot_named(b)
    lowest = -1 / (seats - 1)
    points, plies = [], []
    for seat in range(seats):
        state = play_out(spec, [lead if k == seat else rival for k in range(seats)], f"{seed} {deal}", options)
        points.append((state.returns()[seat] - lowest) / (1 - lowest))
        plies.append(state.ply)
    return deal, tuple(points), tuple(plies)


def bot_named(name: str) -> Bot:
    """A level (``levels.named``), or any function as ``module:function``, so that other processes find it too.

    ``random``, as the lab calls it, is ``drunkard``.
    """
    module, colon, function = name.partition(":")
    if not colon:
        return named("drunkard" if name == RANDOM else name)
    bot: Bot = getattr(importlib.import_module(module), function)
    return bot


def processes() -> int:
    """How many processes are worth starting here."""
    return min(2, os.cpu_count() or 1)
