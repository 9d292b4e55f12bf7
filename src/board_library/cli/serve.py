"""``board-library serve``: the web server. The server itself is loaded only here: it costs seconds."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import importlib.util
import logging
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from board_library.cli.terminal import BadInput, CheckFailed, Lang, out, translator, warn_of_broken

if TYPE_CHECKING:
    from board_library.server.settings import Settings

GRACE = 5
"""Seconds that open connections get to end when the server stops."""


def serve(
    *,
    host: Annotated[str | None, Parameter(help="Address to listen on; 0.0.0.0 for all. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, Parameter(help="Port to listen on; 0 for any free one. [default: 8000]")] = None,
    data: Annotated[
        Path | None,
        Parameter(help="The data file, made if it is missing. [default: board-library.sqlite3 in this folder]"),
    ] = None,
    lang: Lang = None,
) -> None:
    """Serve the tables on the web, from one data file.

    More can be set by environment variables (docs/hosting.md lists them); what is given here comes first.
    """
    from board_library.server.settings import Settings
    from board_library.server.storage import Storage

    logging.getLogger("alembic").setLevel(logging.WARNING)  # which migrations ran is of no interest to a host
    settings = Settings.load(host=host, port=port, database=None if data is None else str(data))
    with listener(settings.host, settings.port) as listening:
        # Opened once before the server starts, so that a bad data file is one clear line.
        path = settings.database_path
        asyncio.run(Storage(path).close())
        words = translator(lang)
        warn_of_broken(lang)
        console = out()

        def announce() -> None:
            address = address_of(settings.host, listening.getsockname()[1])
            console.print(words.text("cli.serve.address", address=address), style="bold", markup=False)
            console.print(words.text("cli.serve.data", file=path.absolute()), markup=False)
            console.print(words.text("cli.serve.stop"), markup=False)

        run_server(settings, listening, announce)
        console.print(words.text("cli.serve.stopped"), markup=False)


def run_server(settings: Settings, listening: socket.socket, announce: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises :class:`CheckFailed` if the server could not start."""
    import uvicorn

    from board_library.app import create_app

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                announce()

    config = uvicorn.Config(
        create_app(settings),
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=settings.message_bytes,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    logging.getLogger("uvicorn.error").addFilter(without_traceback)
    server = Server(config)
    # uvicorn ends well and then raises the signal that ended it once more; for us that is the normal way to stop.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        raise CheckFailed("cli.error.no_start")


def without_traceback(record: logging.LogRecord) -> bool:
    """A filter that leaves one line of what the server library says of a stranger's broken bytes, as it hangs up."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


def listener(host: str, port: int) -> socket.socket:
    """A bound socket. Raises :class:`BadInput` that says why the address cannot be had."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=1024)
    except socket.gaierror as error:
        raise BadInput("cli.error.no_address", host=host, details=str(error.strerror)) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadInput("cli.error.port_used", port=port, host=host) from None
        raise BadInput("cli.error.no_port", port=port, host=host, details=str(error.strerror)) from None


def address_of(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{name}:{port}"
