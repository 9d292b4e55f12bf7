"""One server's house: everything that runs, opened and closed together."""

from __future__ import annotations

import asyncio
import contextlib

import structlog

from board_library.engine.errors import BoardLibraryError
from board_library.server import clock
from board_library.server.bots import Analysts, Bots
from board_library.server.guests import Guests
from board_library.server.registry import Tables
from board_library.server.rooms import Lobby
from board_library.server.services import Services
from board_library.server.settings import Settings
from board_library.server.storage import Storage
from board_library.server.times import Times, WallTimes

PULSE_SECONDS = 2.0
"""How often the server notes that it is alive: by so much a clock may be off after a crash, in the player's favour."""

SWEEP_SECONDS = 60.0

log = structlog.get_logger("board_library.house")


class House:
    """Guests, lobby and tables over one data file. Open it with :meth:`open`, close it with :meth:`close`."""

    def __init__(self, settings: Settings, storage: Storage, times: Times) -> None:
        self.settings = settings
        self.storage = storage
        self.times = times
        self.bots = Bots(settings.bot_workers, settings.bot_deadline)
        self.analysts = Analysts()
        self.services = Services(storage, times, self.bots, settings)
        self.guests = Guests(storage, times)
        self.tables = Tables(self.services)
        self.lobby = Lobby(self.services, self.tables)
        self.outdated: list[str] = []
        """Ids of tables that stand still, as their game is gone or has other rules than when they began."""
        self._work: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, settings: Settings, times: Times | None = None) -> House:
        """Open the data file and what stands on it. Raises a :class:`StorageError` that says what is wrong."""
        times = times or WallTimes()
        house = cls(settings, await Storage.open(settings.database_path), times)
        try:
            await house.storage.write(lambda connection: clock.settle(connection, times.now()))
            house.outdated = await house.tables.outdated()
        except BaseException:
            await house.storage.close()
            raise
        house._work = [asyncio.ensure_future(house._beat()), asyncio.ensure_future(house._sweep())]
        return house

    async def close(self) -> None:
        """Store the time, put everything away, let go of the data file."""
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self.tables.close()
        await self.bots.close()
        await self.analysts.close()
        with contextlib.suppress(BoardLibraryError):
            await self.storage.write(lambda connection: clock.beat(connection, self.times.now()))
        await self.storage.close()

    async def _beat(self) -> None:
        while True:
            with contextlib.suppress(BoardLibraryError):
                await self.storage.write(lambda connection: clock.beat(connection, self.times.now()))
            await asyncio.sleep(PULSE_SECONDS)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.lobby.sweep()
            except BoardLibraryError as error:
                log.warning("sweep_failed", error=str(error))
