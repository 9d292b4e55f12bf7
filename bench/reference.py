"""The greedy bots as they stood before there was a search: what ``strength`` measures against.

Their files are read from the repository's history and run on today's rules, so this needs a clone with its history.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from board_library.engine.core import Chooser, GameSpec, Move, Observer
from board_library.engine.rng import Rng

BEFORE = "ecb06a38bbfc"
"""The last commit before the search."""

SINCE = {"tortuga": "1674d9476b05"}
"""Of a greedy bot that is younger than that, the commit that first had it whole."""

FILES = ("odds", "zombie", "plan", "bot")
"""What a greedy bot thinks with, where a game has it; later ones import earlier ones."""


def reference(spec: GameSpec, observer: Observer, rng: Rng) -> Move:  # noqa: ARG001  every bot is given chance
    """The answer of the greedy bot of that time."""
    return load(spec.folder)(observer)


@cache
def load(folder: Path) -> Chooser:
    """The greedy bot of the game in this folder. Exits where the history is not at hand."""
    package = importlib.import_module(f"board_library.games.{folder.name}")
    today = {
        stem: importlib.import_module(f"{package.__name__}.{stem}")
        for stem in FILES
        if (folder / f"{stem}.py").exists()
    }
    try:
        # Put where the next one looks for it.
        for stem in today:
            _put(package, stem, _then(folder, stem))
        found: Chooser = sys.modules[f"{package.__name__}.bot"].greedy
    finally:
        for stem, module in today.items():
            _put(package, stem, module)
    return found


def _put(package: ModuleType, stem: str, module: ModuleType) -> None:
    sys.modules[f"{package.__name__}.{stem}"] = module
    setattr(package, stem, module)


def _then(folder: Path, stem: str) -> ModuleType:
    """A module as it was."""
    commit = SINCE.get(folder.name, BEFORE)
    shown = subprocess.run(
        ["git", "show", f"{commit}:./{stem}.py"], cwd=folder, capture_output=True, text=True, check=False
    )
    if shown.returncode:
        sys.exit(f"the reference bots need the repository's history: {shown.stderr.strip()}")
    module = ModuleType(f"bench.reference.{folder.name}.{stem}")
    exec(compile(shown.stdout, f"{commit}:{folder.name}/{stem}.py", "exec"), module.__dict__)
    return module
