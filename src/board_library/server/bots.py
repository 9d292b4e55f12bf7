"""Where bots think: pools of processes, apart from the tables, in which whoever overruns is killed and replaced.

What goes there for a move is an :class:`Observer`: a question, a view and one determinized world, never the real state.
Only of a finished game the whole record goes.
"""

from __future__ import annotations

import asyncio
import pickle
import secrets
from collections.abc import Callable
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as Overrun
from contextlib import AsyncExitStack
from typing import Any
from weakref import WeakValueDictionary

import structlog
from pebble import ProcessExpired, ProcessPool

from board_library.bots.analysis import Analysis, analyse, hint
from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import BUDGETS, choose
from board_library.bots.search import Budget
from board_library.bots.workers import WorkerContext
from board_library.engine.core import Observer
from board_library.engine.record import Record, Timeline
from board_library.games import all_games, game
from board_library.server.errors import AnalysisBusy

log = structlog.get_logger("board_library.bots")

INSTEAD = "sailor"
"""The level that answers for one that searches and could not answer in time."""

HINT = Budget(seconds=0.6)
"""How long a hint is thought about: twice as long as a captain thinks."""

QUEUE = 5.0
"""Seconds after which a bot no longer waits for its turn to think."""

MOST_HINTS = 4
"""So many hints may be under way: bots at tables share their processes."""

WHOLE = 12.0
"""Seconds for the analysis of a game, spread over its moves."""

LONGEST = 0.1
"""Seconds for one move of it at most."""

PATIENCE = 60.0
"""Seconds after which an analysis is given up."""

MOST_WAITING = 4
"""So many analyses may wait for the one that is under way."""

MOST_FOUND = 64
"""So many analyses are remembered."""


class Workers:
    """A pool; it starts with the first job."""

    def __init__(self, workers: int, deadline: float) -> None:
        self._workers = workers
        self._deadline = deadline
        self._pool: ProcessPool | None = None

    @property
    def started(self) -> bool:
        """Whether there are processes."""
        return self._pool is not None

    async def run(self, job: Callable[..., Any], *args: Any, **about: str) -> Any:
        """What the job returns, None if it failed or took longer than the deadline; ``about`` it the log tells."""
        if self._pool is None:
            self._pool = ProcessPool(self._workers, initializer=all_games, context=WorkerContext())
        try:
            return await asyncio.wrap_future(self._pool.schedule(job, args=args, timeout=self._deadline))
        except Overrun:
            log.warning("bot_overrun", **about, seconds=self._deadline)
        except ProcessExpired as error:
            log.warning("bot_died", **about, exit_code=error.exitcode)
        except (CancelledError, RuntimeError) as error:
            log.info("bot_stopped", **about, reason=str(error))
        except Exception as error:  # noqa: BLE001 - a bot is a program of anybody's: its failure is its own
            log.warning("bot_failed", **about, error=type(error).__name__)
        return None

    async def close(self) -> None:
        """End all processes."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            pool.stop()  # type: ignore[no-untyped-call]
            await asyncio.to_thread(pool.join)


class Bots:
    """The bots that sit at tables. The deadline is longer than any level's budget.

    Those that search think in processes of their own, so many at a time and one for each ``owner`` (who has made the
    table): whoever starts many tables delays nobody else. The others have a process that never waits for a search.
    """

    def __init__(self, workers: int, deadline: float) -> None:
        self._quick = Workers(1, deadline)
        self._thinkers = Workers(workers, deadline)
        self._free = asyncio.Semaphore(workers)
        self._owners: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._hints = 0

    @property
    def started(self) -> bool:
        """Whether there are processes."""
        return self._quick.started or self._thinkers.started

    async def close(self) -> None:
        """End all processes."""
        await self._quick.close()
        await self._thinkers.close()

    async def choose(self, slug: str, level: str, observer: Observer, owner: str = "") -> str | None:
        """The code of the move that the bot makes, None if it failed or thought longer than the deadline.

        For a level that searches and fails, or whose turn to think does not come, the greedy player answers, if it
        can. Such a level takes its whole budget where there is a choice, lest the time betray how clear the matter is
        with what its seat knows.
        """
        if level not in BUDGETS:
            return await self._ask(self._quick, _choose, slug, level, observer)
        pause = BUDGETS[level].seconds if len(observer.decision.choices()) > 1 else 0
        code, _ = await asyncio.gather(self._think(_choose, slug, level, observer, owner), asyncio.sleep(pause))
        return await self._ask(self._quick, _choose, slug, INSTEAD, observer) if code is None else code

    async def hint(self, slug: str, observer: Observer, owner: str = "") -> str | None:
        """The code that a search would play, None if it failed or too many are asked for at once."""
        if self._hints >= MOST_HINTS:
            return None
        self._hints += 1
        try:
            return await self._think(_hint, slug, "hint", observer, owner)
        finally:
            self._hints -= 1

    async def _think(
        self, job: Callable[..., str], slug: str, level: str, observer: Observer, owner: str
    ) -> str | None:
        async with AsyncExitStack() as turn:
            try:
                async with asyncio.timeout(QUEUE):
                    await turn.enter_async_context(self._owners.setdefault(owner, asyncio.Lock()))
                    await turn.enter_async_context(self._free)
            except TimeoutError:
                log.info("bot_waited", game=slug, level=level, seconds=QUEUE)
                return None
            return await self._ask(self._thinkers, job, slug, level, observer)

    async def _ask(
        self, workers: Workers, job: Callable[..., str], slug: str, level: str, observer: Observer
    ) -> str | None:
        try:
            payload = pickle.dumps(observer)
        except Exception as error:  # noqa: BLE001 - a game may hold anything
            log.warning("bot_failed", game=slug, level=level, error=type(error).__name__)
            return None
        seed = secrets.randbits(64)
        found: str | None = await workers.run(
            job, slug, level, payload, seed, game=slug, level=level, kind=observer.decision.kind
        )
        return found


class Analysts(Workers):
    """They think about finished games, one at a time, so that no bot at a table waits for them."""

    def __init__(self) -> None:
        super().__init__(1, PATIENCE)
        self._tasks: dict[str, asyncio.Task[Analysis | None]] = {}

    async def look(self, table: str, record: Record) -> Analysis | None:
        """What the finished game of a table turned on, None if that failed. Found once, then remembered.

        Raises :class:`AnalysisBusy` if too many wait already.
        """
        task = self._tasks.pop(table, None)
        if task is None or (task.done() and task.result() is None):
            if sum(not other.done() for other in self._tasks.values()) > MOST_WAITING:
                raise AnalysisBusy("too many games wait to be analysed")
            job = self.run(_analyse, record.to_json(), secrets.randbits(64), game=record.game, level="analysis")
            task = asyncio.ensure_future(job)
        self._tasks[table] = task
        while len(self._tasks) > MOST_FOUND:
            self._tasks.pop(next(iter(self._tasks)))
        return await asyncio.shield(task)

    def known(self, table: str) -> Analysis | None:
        """What has been found of a table's game, None if nothing has yet."""
        task = self._tasks.get(table)
        return task.result() if task is not None and task.done() and not task.cancelled() else None


def _choose(slug: str, level: str, payload: bytes, seed: int) -> str:
    """Runs in a worker, which has loaded all games: only then can a dropped-in game's world be read."""
    observer: Observer = pickle.loads(payload)  # noqa: S301 - made by ``Bots.choose``
    return choose(level, observer, FastRng(seed), spec=game(slug)).code


def _hint(slug: str, level: str, payload: bytes, seed: int) -> str:  # noqa: ARG001 - called as ``_choose`` is
    """Runs in a worker."""
    observer: Observer = pickle.loads(payload)  # noqa: S301 - made by ``Bots.hint``
    return hint(game(slug), observer, FastRng(seed), HINT).code


def _analyse(text: str, seed: int) -> Analysis:
    """Runs in a worker."""
    record = Record.from_json(text)
    timeline = Timeline(game(record.game), record)
    return analyse(timeline, FastRng(seed), Budget(seconds=min(LONGEST, WHOLE / max(1, len(timeline.line)))))
