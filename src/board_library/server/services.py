"""What every table needs of its server, in one place; and how work is kept whole when its caller goes away."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from board_library.server.bots import Bots
from board_library.server.settings import Settings
from board_library.server.storage import Storage
from board_library.server.times import Times

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Services:
    """The storage, the time, the bots and the settings of one server."""

    storage: Storage
    times: Times
    bots: Bots
    settings: Settings


def unbroken(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Awaitable[T]]:
    """Let a method run to its end even if its caller is cancelled.

    Somebody who closes the tab while a move is being stored must not leave the memory behind the data file.
    """

    @functools.wraps(method)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.ensure_future(method(*args, **kwargs))
        task.add_done_callback(_retrieve)
        return await asyncio.shield(task)

    return run


def _retrieve(task: asyncio.Future[Any]) -> None:
    if not task.cancelled():
        task.exception()
