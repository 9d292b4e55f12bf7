"""How fast the lab plays: games a second in one process and in two, and what that makes of a long run."""

from __future__ import annotations

import statistics
import time
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import ExitStack
from functools import partial

import msgspec

from bench.report import interleaved, show
from board_library.bots.levels import RANDOM
from board_library.bots.workers import pool
from board_library.games import all_games
from board_library.lab.plan import DETAILED, Plan, make_plan
from board_library.lab.run import Ends, play_slice

LONG = 100_000
"""Games of a long run; all but the first ``DETAILED`` of them are kept as rows alone."""

STRETCH = 500
SLICE_SECONDS = 0.5


def main(rounds: int, seconds: float) -> None:
    """Random games of every game, told of in full and as rows alone."""
    rows, facts = [], {}
    with ExitStack() as stack:
        pools = {workers: stack.enter_context(pool(workers)) for workers in (1, 2)}
        for spec in all_games().values():
            plan = make_plan(spec, spec.options(), seats=tuple(spec.seats), levels=(RANDOM,), games=LONG, seed="bench")
            sides = {
                f"{workers} {first}": partial(rate, plan, pool, workers, first)
                for workers, pool in pools.items()
                for first in (0, DETAILED)
            }
            rates = interleaved(sides, rounds, seconds)
            middle = {name: statistics.median(found) for name, found in rates.items()}
            gain = statistics.median(b / a for a, b in zip(rates[f"1 {DETAILED}"], rates[f"2 {DETAILED}"], strict=True))
            rows.append(
                (spec.slug, *(middle[f"{workers} {first}"] for first in (0, DETAILED) for workers in (1, 2)), gain)
            )
            seconds_long = DETAILED / middle["2 0"] + (LONG - DETAILED) / middle[f"2 {DETAILED}"]
            facts[f"seconds for {LONG:,} games of {spec.slug} on two processes"] = seconds_long
    columns = ("random games a second", "in full, 1", "in full, 2", "rows, 1", "rows, 2", "2 to 1")
    show("lab", "The lab, by processes", columns, rows, facts)


def rate(plan: Plan, executor: Executor, workers: int, first: int, seconds: float) -> float:
    """Games a second while the workers are kept busy for so long."""
    start = time.perf_counter()
    games = 0
    under_way: dict[Future[bytes], int] = {}
    while True:
        while len(under_way) < workers and time.perf_counter() - start < seconds:
            under_way[executor.submit(play_slice, plan, first, first + STRETCH, SLICE_SECONDS)] = first
        if not under_way:
            return games / (time.perf_counter() - start)
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            games += msgspec.json.decode(future.result(), type=Ends).last - under_way.pop(future) + 1
