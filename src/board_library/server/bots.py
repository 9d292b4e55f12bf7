"""Where bots think: a pool of processes, apart from the tables, in which whoever overruns is killed and replaced.

What goes there is an :class:`Observer`: a question, a view and one determinized world, never the real state.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import secrets
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as Overrun

import structlog
from pebble import ProcessExpired, ProcessPool

from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import BUDGETS, choose
from board_library.engine.core import Observer
from board_library.games import all_games, game

log = structlog.get_logger("board_library.bots")

INSTEAD = "sailor"
"""The level that answers for one that searches and could not answer in time."""


class Bots:
    """The pool; it starts when the first bot must move."""

    def __init__(self, workers: int, deadline: float) -> None:
        self._workers = workers
        self._deadline = deadline
        self._pool: ProcessPool | None = None

    @property
    def started(self) -> bool:
        """Whether there are processes."""
        return self._pool is not None

    async def choose(self, slug: str, level: str, observer: Observer) -> str | None:
        """The code of the move that the bot makes, None if it failed or thought longer than the deadline.

        For a level that searches and fails the greedy player answers, if it can.
        """
        code = await self._ask(slug, level, observer)
        return await self._ask(slug, INSTEAD, observer) if code is None and level in BUDGETS else code

    async def _ask(self, slug: str, level: str, observer: Observer) -> str | None:
        if self._pool is None:
            # Fresh interpreters: a fork would copy locks that the writer thread may hold at that moment.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPool(self._workers, initializer=all_games, context=context)
        try:
            payload = pickle.dumps(observer)
            task = self._pool.schedule(
                _choose, args=(slug, level, payload, secrets.randbits(64)), timeout=self._deadline
            )
            return await asyncio.wrap_future(task)
        except Overrun:
            log.warning("bot_overrun", game=slug, level=level, kind=observer.decision.kind, seconds=self._deadline)
        except ProcessExpired as error:
            log.warning("bot_died", game=slug, level=level, kind=observer.decision.kind, exit_code=error.exitcode)
        except (CancelledError, RuntimeError) as error:
            log.info("bot_stopped", game=slug, level=level, reason=str(error))
        except Exception as error:  # noqa: BLE001 - a bot is a program of anybody's: its failure is its own
            log.warning("bot_failed", game=slug, level=level, kind=observer.decision.kind, error=type(error).__name__)
        return None

    async def close(self) -> None:
        """End all processes."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            pool.stop()  # type: ignore[no-untyped-call]
            await asyncio.to_thread(pool.join)


def _choose(slug: str, level: str, payload: bytes, seed: int) -> str:
    """Runs in a worker, which has loaded all games: only then can a dropped-in game's world be read."""
    observer: Observer = pickle.loads(payload)  # noqa: S301 - made by ``Bots.choose``
    return choose(level, observer, FastRng(seed), spec=game(slug)).code
