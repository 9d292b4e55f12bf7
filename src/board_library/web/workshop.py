"""Small runs of the lab for the designers' pages: one worker, one run at a time, bounded in games and in time."""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
import structlog

from board_library.bots.workers import WorkerContext
from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError
from board_library.engine.options import Options
from board_library.lab.plan import Plan, make_plan
from board_library.lab.results import Results, Slice
from board_library.lab.run import play_slice

log = structlog.get_logger("board_library.workshop")

GAMES = 300
"""Games of a small run."""

SECONDS = 60.0
"""A small run ends after so long, with as many games as there are."""

LEVEL = "sailor"
"""Who plays: the best bots that need no time to think."""

SEED = "workshop"
"""One seed for all small runs: every set of options plays the same deals, and the same form gives the same report."""

KEPT = 24
"""Runs that are remembered."""

MOST_WAITING = 4
"""Runs that may wait for the worker."""

OWN = 2
"""Runs that one visitor may have under way, so that no one takes all places."""


class WorkshopBusy(BoardLibraryError):
    """Too many runs wait already."""

    key = "error.workshop_busy"


class OwnRunsWait(BoardLibraryError):
    """One visitor has as many runs under way as one may."""

    key = "error.own_runs_wait"


class SmallRun:
    """A run that a ``visitor`` began: ``results`` grow until it is ``over``; ``failed`` if the rules raised."""

    def __init__(self, plan: Plan, visitor: str) -> None:
        self.plan = plan
        self.visitor = visitor
        self.id = run_id(plan)
        self.results = Results(plan)
        self.started = False
        self.over = False
        self.failed = False

    @property
    def games(self) -> int:
        """Games that are there."""
        return len(self.results.rows)


def run_id(plan: Plan) -> str:
    """The same for the same games: a run that somebody has had made is not made again."""
    return hashlib.sha256(msgspec.json.encode(plan.to_json())).hexdigest()[:16]


class Workshop:
    """All small runs of a server."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, SmallRun] = OrderedDict()
        self._turn = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def find(self, key: str) -> SmallRun | None:
        """A run by its id."""
        return self._runs.get(key)

    def begin(self, spec: GameSpec, options: Options, seats: int, visitor: str) -> SmallRun:
        """Begin a run for a visitor, or find the same one.

        Raises :class:`WorkshopBusy`, :class:`OwnRunsWait`, and other :class:`BoardLibraryError` for options that cannot
        be played.
        """
        plan = make_plan(spec, options, seats=(seats,), levels=(LEVEL,), games=GAMES, seed=SEED, probes=0)
        found = self._runs.get(run_id(plan))
        if found is not None and not found.failed:
            return found
        under_way = [run.visitor for run in self._runs.values() if not run.over]
        if under_way.count(visitor) >= OWN:
            raise OwnRunsWait(f"{OWN} runs of this visitor are under way", most=OWN)
        if len(under_way) > MOST_WAITING:
            raise WorkshopBusy("too many runs wait for the worker")
        run = SmallRun(plan, visitor)
        self._runs[run.id] = run
        for old in [key for key, kept in self._runs.items() if kept.over][: max(0, len(self._runs) - KEPT)]:
            del self._runs[old]
        task = asyncio.get_running_loop().create_task(self._play(run))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return run

    async def close(self) -> None:
        """End the worker with its run."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def _play(self, run: SmallRun) -> None:
        async with self._turn:
            run.started = True
            end = time.monotonic() + SECONDS
            try:
                while run.games < run.plan.games and time.monotonic() < end:
                    run.results.take(await self._slice(run))
            except BrokenProcessPool:
                self._pool = None
                run.failed = True
            except Exception:
                log.exception("small_run_failed", game=run.plan.game)
                run.failed = True
            finally:
                run.over = True

    async def _slice(self, run: SmallRun) -> Slice:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=WorkerContext(), initializer=behind_the_tables)
        loop: Any = asyncio.get_running_loop()
        line = await loop.run_in_executor(self._pool, play_slice, run.plan, run.games, run.plan.games - 1)
        return msgspec.json.decode(line, type=Slice)


def behind_the_tables() -> None:
    """A worker that gives way to the tables that people play at."""
    os.nice(10)
