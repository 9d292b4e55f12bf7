"""The numbers of a game that keeps them in a file: by which a run was played, and what differs from the game's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from board_library.engine.core import GameSpec

Numbers = Mapping[str, Any]
"""Values by their path in the file: ``pirates.buy``."""

FILE = "data.toml"


def variable(slug: str) -> str:
    """The environment variable that names a file of other numbers; the game reads it when it is loaded.

    >>> variable("treasure-map")
    'BOARD_LIBRARY_DATA_TREASURE_MAP'
    """
    return "BOARD_LIBRARY_DATA_" + slug.upper().replace("-", "_")


def flat(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Tables within tables as one table of paths.

    >>> flat({"ships": {"brig": {"buy": 500}}, "sizes": [1, 2]})
    {'ships.brig.buy': 500, 'sizes': [1, 2]}
    """
    return dict(_leaves(numbers, ""))


def _leaves(numbers: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, value in numbers.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{above}{name}.")
        else:
            yield above + name, value


def changed(spec: GameSpec, numbers: Numbers) -> dict[str, list[Any]]:
    """What differs from the game's own file: its value and this one by path, None where there is none."""
    if not numbers:
        return {}
    own = flat(tomllib.loads((spec.folder / FILE).read_text(encoding="utf-8")))
    paths = dict.fromkeys([*own, *numbers])
    return {path: [own.get(path), numbers.get(path)] for path in paths if own.get(path) != numbers.get(path)}


def side_by_side(a: Mapping[str, list[Any]], b: Mapping[str, list[Any]]) -> list[tuple[str, Any, Any]]:
    """The paths in which two runs differ, by what each has :func:`changed`, with the values of both.

    >>> side_by_side({"fee": [1, 2], "tax": [5, 6]}, {"sum": [3, 4], "tax": [5, 6]})
    [('fee', 2, 1), ('sum', 3, 4)]
    """
    rows = [(path, *(side.get(path, known[:1])[-1] for side in (a, b))) for path, known in sorted({**a, **b}.items())]
    return [row for row in rows if row[1] != row[2]]
