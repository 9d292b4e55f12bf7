"""boardgame.io as a process that is asked over its standard input and output."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).parent / "boardgameio"


@contextmanager
def boardgameio(script: str) -> Iterator[subprocess.Popen[str]]:
    """Run a script of the folder, boardgame.io being installed if it is not. Exits where Node or npm are missing."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        sys.exit("this bench needs Node and npm for boardgame.io")
    if not (FOLDER / "node_modules" / "boardgame.io").is_dir():
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)
    peer = subprocess.Popen(
        [node, script],
        cwd=FOLDER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=os.environ | {"NODE_ENV": "production"},
    )
    try:
        yield peer
    finally:
        if peer.stdin is not None:
            peer.stdin.close()
        peer.wait(timeout=10)
