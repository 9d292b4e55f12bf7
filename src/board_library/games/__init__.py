"""Finds the games: folders beside this file, folders named in BOARD_LIBRARY_GAMES, and other wheels' entry points.

A game folder holds an ``__init__.py`` whose ``GAME`` is its :class:`GameSpec`. Nothing lists the games by name: adding
one means adding its folder.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from board_library.engine.core import GameSpec
from board_library.engine.errors import UnknownGame

FOLDERS_VARIABLE = "BOARD_LIBRARY_GAMES"
"""Environment variable: more folders of games, separated as in PATH."""

ENTRY_POINTS = "board_library.games"
"""Entry-point group by which other wheels bring a game."""


_broken: dict[str, str] = {}


@cache
def all_games() -> dict[str, GameSpec]:
    """Every game by slug, in the order of slugs. One that cannot be loaded is left out: ``broken_games`` tells why.

    They are found once; ``all_games.cache_clear()`` makes the next call look anew.
    """
    _broken.clear()
    games: dict[str, GameSpec] = {}
    for name, load in _sources():
        try:
            spec = load()
        except Exception as error:  # noqa: BLE001  whatever a stranger's module raises
            _broken[name] = f"{type(error).__name__}: {error}"
            continue
        if not isinstance(spec, GameSpec):
            _broken[name] = f"its GAME is of {type(spec).__name__}, not a GameSpec"
        elif games.setdefault(spec.slug, spec) is not spec:
            _broken[name] = f"another game is called {spec.slug}, in {games[spec.slug].folder}"
    _broken.update((part, "there is no such folder") for part in _folders() if not Path(part).is_dir())
    return dict(sorted(games.items()))


def broken_games() -> dict[str, str]:
    """What could not be loaded: the reason by folder or entry point. A broken game must not take the house down."""
    all_games()
    return dict(_broken)


def why_broken(slug: str) -> str:
    """Why the game of a folder or entry point of this name could not be loaded; empty if nothing broken is called so.

    The slug of a game that did not load is not known, but it is nearly always the name of its folder.
    """
    for source, reason in broken_games().items():
        if Path(source.partition(" = ")[0]).name.replace("_", "-") == slug:
            return f"{source}: {reason}"
    return ""


def game(slug: str) -> GameSpec:
    """One game. Raises :class:`UnknownGame`."""
    try:
        return all_games()[slug]
    except KeyError:
        why = why_broken(slug)
        there = f"there is no game {slug[:40]!r}; there are: {', '.join(all_games())}"
        msg = f"game {slug[:40]!r} cannot be loaded: {why}" if why else there
        raise UnknownGame(msg, game=slug[:40]) from None


def load_game(folder: Path) -> GameSpec:
    """The game in one folder, wherever it lies. Raises ImportError if there is none."""
    spec: GameSpec | None = getattr(_load(folder), "GAME", None)
    if spec is None:
        msg = f"{folder} holds no GAME"
        raise ImportError(msg)
    return spec


def _sources() -> Iterator[tuple[str, Callable[[], GameSpec]]]:
    """Where games may be: a name for people, and what loads the game."""
    for name in _packages(Path(__file__).parent):
        yield name, partial(_built_in, name)
    for part in _folders():
        for name in _packages(Path(part)):
            yield str(Path(part) / name), partial(load_game, Path(part) / name)
    for point in entry_points(group=ENTRY_POINTS):
        yield f"{point.name} = {point.value}", point.load


def _folders() -> list[str]:
    return [part for part in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep) if part]


def _built_in(name: str) -> GameSpec:
    spec: GameSpec = importlib.import_module(f"{__name__}.{name}").GAME
    return spec


def _packages(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return sorted(path.parent.name for path in folder.glob("*/__init__.py"))


def _load(folder: Path) -> ModuleType:
    home = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:8]
    name = f"board_library_games_{folder.name}_{home}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        msg = f"cannot load {folder}"
        raise ImportError(msg)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
