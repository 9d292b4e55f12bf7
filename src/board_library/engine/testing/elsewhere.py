"""Plays records in another process with another hash seed, where the order of sets and the like may differ.

Run as a module it reads JSON from standard input (``folder``, ``module`` and ``records``) and prints, as JSON, the
digests of every ply of every record.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from board_library.engine.core import GameSpec, State
from board_library.engine.record import Record, Timeline, replay
from board_library.engine.testing.copies import digest
from board_library.engine.testing.errors import ContractError

HASH_SEED = "4242"
"""Of the other process; this one's is random or chosen by whoever runs it."""

TIME_LIMIT = 120
"""Seconds."""


def digests_of(timeline: Timeline, seats: int) -> list[str]:
    """The digest of set-up and of each move of the line that counts."""
    found: list[str] = []

    def visit(_index: int, state: State) -> None:
        found.append(digest(state, seats))

    timeline.walk(visit)
    return found


def digests_elsewhere(spec: GameSpec, records: Sequence[Record]) -> list[list[str]]:
    """As ``digests_of`` for each record, but played by another process.

    The game is loaded there from ``spec.folder``, whose ``__init__.py`` holds it as ``GAME``. Raises
    :class:`ContractError` if the process fails.
    """
    module = next((name for name, m in sys.modules.items() if getattr(m, "GAME", None) is spec), spec.slug)
    task = {"folder": str(spec.folder), "module": module, "records": [record.to_json() for record in records]}
    done = subprocess.run(  # noqa: S603  our own interpreter and module
        [sys.executable, "-m", __name__],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIME_LIMIT,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": HASH_SEED, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    if done.returncode != 0:
        raise ContractError("elsewhere", f"another process fails: {done.stderr.strip()[-500:]}")
    found: list[list[str]] = json.loads(done.stdout)
    return found


def _load(folder: Path, name: str) -> ModuleType:
    """The game's package: by its name where that can be imported, else from its folder."""
    if importlib.util.find_spec(name.partition(".")[0]) is not None and "." in name:
        return importlib.import_module(name)
    place = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert place is not None, folder
    assert place.loader is not None, folder
    module = importlib.util.module_from_spec(place)
    sys.modules[name] = module
    place.loader.exec_module(module)
    return module


def _main() -> None:
    task = json.loads(sys.stdin.read())
    game: GameSpec = _load(Path(task["folder"]), task["module"]).GAME
    found: list[list[str]] = []
    for text in task["records"]:
        record = Record.from_json(text)
        found.append(digests_of(replay(game, record), record.seats))
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    _main()
