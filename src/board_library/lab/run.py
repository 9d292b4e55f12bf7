"""Runs a plan: in processes of this machine, or on a Dask cluster, through the same interface of executors.

Workers get a stretch of games and come back within about a second with those they have played, so that little is lost
when a run is stopped; the rest of the stretch is handed out again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

import msgspec

from board_library.engine.errors import BoardLibraryError
from board_library.games import game
from board_library.lab.plan import Plan
from board_library.lab.results import Folder, Results, Slice, check_version, missing
from board_library.lab.tally import Tally, add
from board_library.lab.watch import Row, play

SLICE_SECONDS = 1.0
"""A worker comes back before a game that would make its slice longer than this."""

STRETCH = 2000
"""Games in a stretch at most."""

GRACE = 3.0
"""Seconds that slices under way get to come back when a run is stopped."""

Progress = Callable[[int, int], None]
"""Told after every slice: games there, and games of the plan."""


class WorkerLost(BoardLibraryError):
    """A worker has died; the games before it are kept."""


def play_slice(plan: Plan, first: int, last: int, seconds: float = SLICE_SECONDS) -> bytes:
    """Games ``first`` to at most ``last``, at least one, as the JSON of a :class:`Slice`: what a worker does."""
    spec = game(plan.game)
    check_version(spec, plan)
    options = spec.options.parse(plan.options)
    rows: list[Row] = []
    tally: Tally = {}
    start = now = time.perf_counter()
    for number in range(first, last + 1):
        row, more = play(spec, options, plan, plan.table(number))
        rows.append(row)
        add(tally, more)
        before, now = now, time.perf_counter()
        if now - start + (now - before) > seconds:
            break
    return msgspec.json.encode(Slice(first, rows[-1].number, rows, tally))


def run(plan: Plan, folder: Folder, executor: Executor, workers: int, progress: Progress | None = None) -> Results:
    """Play what is missing of a plan and keep it in ``folder``; all results.

    Raises :class:`BadResults` if the folder holds another run, :class:`WorkerLost`, and whatever broken rules raise.
    On Ctrl-C (``KeyboardInterrupt``) the slices that come back within ``GRACE`` seconds are still kept.
    """
    folder.begin(plan)
    done = [(part.first, part.last) for part in folder.slices()]
    there = sum(last - first + 1 for first, last in done)
    if progress is not None:
        progress(there, plan.games)
    crew = Crew(plan, missing(done, plan.games), executor, workers)
    with folder.append() as file:

        def keep(slices: Iterator[tuple[bytes, int]]) -> None:
            nonlocal there
            for line, games in slices:
                file.write(line + b"\n")
                there += games
                if progress is not None:
                    progress(there, plan.games)

        try:
            keep(crew.slices())
        except KeyboardInterrupt:
            keep(crew.rest())
            raise
    return folder.results()


class Crew:
    """Hands stretches of games out to an executor and takes slices back."""

    def __init__(self, plan: Plan, gaps: list[tuple[int, int]], executor: Executor, workers: int) -> None:
        self._plan = plan
        self._waiting = list(stretches(gaps, workers))[::-1]
        self._under_way: dict[Future[bytes], tuple[int, int]] = {}
        self._executor = executor
        self._most = workers * 2

    def slices(self) -> Iterator[tuple[bytes, int]]:
        """Slices as they come back, with their number of games. Raises :class:`WorkerLost`."""
        while self._waiting or self._under_way:
            while self._waiting and len(self._under_way) < self._most:
                first, last = self._waiting[-1]
                self._under_way[self._executor.submit(play_slice, self._plan, first, last)] = first, last
                self._waiting.pop()
            for future in wait(self._under_way, return_when=FIRST_COMPLETED).done:
                try:
                    yield self._take(future)
                except BrokenProcessPool:
                    raise WorkerLost(
                        "a worker has died, perhaps for lack of memory; the games before are kept"
                    ) from None

    def rest(self) -> Iterator[tuple[bytes, int]]:
        """The slices under way that still come back within ``GRACE`` seconds; nothing more is handed out."""
        for future in self._under_way:
            future.cancel()
        for future in wait(self._under_way, timeout=GRACE).done:
            if not future.cancelled() and future.exception() is None:
                yield self._take(future)

    def _take(self, future: Future[bytes]) -> tuple[bytes, int]:
        first, last = self._under_way.pop(future)
        line = future.result()
        ended = msgspec.json.decode(line, type=Ends).last
        if ended < last:
            self._waiting.append((ended + 1, last))
        return line, ended - first + 1


class Ends(msgspec.Struct):
    """The head of a :class:`Slice`."""

    first: int
    last: int


def stretches(gaps: list[tuple[int, int]], workers: int) -> Iterator[tuple[int, int]]:
    """Gaps cut so that every worker gets several."""
    games = sum(last - first + 1 for first, last in gaps)
    size = max(1, min(STRETCH, games // (workers * 8)))
    for first, last in gaps:
        for start in range(first, last + 1, size):
            yield start, min(last, start + size - 1)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a Dask cluster and its number of threads. Raises :class:`BoardLibraryError` without one."""
    try:
        from distributed import Client
    except ImportError:
        raise BoardLibraryError("a cluster needs the extra: pip install 'board-library[lab]'") from None
    try:
        client: Any = Client(  # type: ignore[no-untyped-call, unused-ignore]
            address, timeout=10, set_as_default=False
        )
    except (OSError, ValueError, TimeoutError) as error:
        raise BoardLibraryError(f"no cluster answers at {address}: {error}") from None
    with client:
        yield client.get_executor(pure=False), max(1, sum(client.nthreads().values()))
