"""The server's time, behind an interface so that tests can turn it by hand."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Times(Protocol):
    """What tells the time."""

    def now(self) -> float:
        """Unix time in seconds."""

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""


class WallTimes:
    """The real time."""

    def now(self) -> float:
        """Unix time in seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        await asyncio.sleep(max(0.0, seconds))
