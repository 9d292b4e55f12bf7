"""A house over a real data file, with a toy game dropped in and a clock that is turned by hand."""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from board_library import games
from board_library.server.house import House
from board_library.server.settings import Settings
from board_library.server.storage import Storage

TOYS = Path(__file__).parent / "toys"


class HandTimes:
    """Time that stands still until a test turns it."""

    def __init__(self, start: float = 1_000_000.0) -> None:
        self._now = start
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), woken))
        await woken

    async def turn(self, seconds: float) -> None:
        """Let so many seconds pass, waking sleepers one by one and letting what they do settle."""
        until = self._now + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            due, _, woken = heapq.heappop(self._sleepers)
            if woken.done():
                continue
            self._now = max(self._now, due)
            woken.set_result(None)
            await settle()
        self._now = until
        await settle()


class Working:
    """How many jobs the data files have in hand, as they are counted where this is patched in."""

    jobs = 0

    @classmethod
    def counted(cls, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def counting(*args: Any) -> Any:
            cls.jobs += 1
            try:
                return await call(*args)
            finally:
                cls.jobs -= 1

        return counting


async def settle() -> None:
    """Let everything run that can, and wait for what the data files have in hand, however slow the machine is."""
    quiet = 0
    while quiet < 12:
        await asyncio.sleep(0.002)
        quiet = 0 if Working.jobs else quiet + 1


@pytest.fixture(autouse=True)
def working(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Working, "jobs", 0)
    for name in ("read", "write"):
        monkeypatch.setattr(Storage, name, Working.counted(getattr(Storage, name)))


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(games.FOLDERS_VARIABLE, str(TOYS))
    games.all_games.cache_clear()
    yield
    games.all_games.cache_clear()


@pytest.fixture
def times() -> HandTimes:
    return HandTimes()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "data.sqlite3"), bot_pause=0, presence_pause=0, bot_deadline=2)


@pytest.fixture
async def house(settings: Settings, times: HandTimes) -> AsyncIterator[House]:
    opened = await House.open(settings, times)
    yield opened
    await opened.close()
