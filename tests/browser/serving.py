"""A server process of its own over a fresh data file."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

FAST = {
    "BOT_PAUSE": "0",
    "HOLD": "0.2",
    "PRESENCE_PAUSE": "0.1",
    "MESSAGES_PER_SECOND": "10000",
    "MESSAGE_BURST": "10000",
    "TABLES_PER_GUEST": "1000",
    "LOG_JSON": "true",
}
"""Settings under which nobody is waited for: all people come from one address and click at once."""


@dataclass(frozen=True)
class Server:
    address: str
    data: Path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of ``board-library``."""
        command = [sys.executable, "-m", "board_library", *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[Server]:
    """Serve until the end of the block; then nothing may stand in the server's log as an error."""
    data = folder / "games.sqlite3"
    env = os.environ | {f"BOARD_LIBRARY_{name}": value for name, value in (FAST | settings).items()}
    command = [sys.executable, "-m", "board_library", "serve", "--port", "0", "--data", str(data), "--lang", "en"]
    log = folder / "server.log"
    with log.open("w") as errors, subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=errors, text=True, env=env
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            head = ""
            while "Ctrl-C" not in head:
                line = process.stdout.readline()
                assert line, f"the server ended: {head}{log.read_text()}"
                head += line
            found = re.search(r"http://127\.0\.0\.1:\d+", head)
            assert found is not None, head
            yield Server(found[0], data)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=120)
    wrong = [line for line in log.read_text().splitlines() if '"level": "error"' in line or "Traceback" in line]
    assert not wrong, wrong[:5]
