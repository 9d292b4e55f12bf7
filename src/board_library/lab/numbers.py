"""The numbers of a game that keeps them in a file: by which a run was played, and what differs from the game's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError

Numbers = Mapping[str, Any]
"""Values by their path in the file: ``pirates.buy``."""

FILE = "data.toml"

KINDS = {int: "a whole number", float: "a number with a point", str: "a text", list: "a list", bool: "true or false"}
"""What may stand in such a file, in words."""


class BadNumbers(BoardLibraryError):
    """A file of numbers by which nobody could play."""


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


def own_numbers(spec: GameSpec) -> dict[str, Any]:
    """The numbers of the game's own file."""
    return tomllib.loads((spec.folder / FILE).read_text(encoding="utf-8"))


def changed(spec: GameSpec, numbers: Numbers) -> dict[str, list[Any]]:
    """What differs from the game's own file: its value and this one by path, None where there is none."""
    if not numbers:
        return {}
    own = flat(own_numbers(spec))
    paths = dict.fromkeys([*own, *numbers])
    return {path: [own.get(path), numbers.get(path)] for path in paths if own.get(path) != numbers.get(path)}


def unfit(own: Any, other: Any) -> str:
    """Why a value cannot stand where the game's own file has another; empty if it may.

    What is too large or too small only the rules could tell; a word for a number, or less than nothing, anybody can.

    >>> unfit(3, "many"), unfit(3, -1), unfit([1, 2], [1, -2]), unfit(-1, -2), unfit("a", "b")
    ('must be a whole number, not many', 'must not be below 0, as -1 is', 'must not be below 0, as -2 is', '', '')
    """
    if isinstance(own, list) and isinstance(other, list):
        return next((why for one in other if own and (why := unfit(own[0], one))), "")
    if type(other) is not type(own):
        return f"must be {KINDS.get(type(own), type(own).__name__)}, not {other}"
    return f"must not be below 0, as {other} is" if isinstance(own, int | float) and own >= 0 > other else ""


def check_numbers(spec: GameSpec) -> None:
    """Raise :class:`BadNumbers`, with the path in the file, if a number of the game is unlike that of its own file."""
    own, numbers = flat(own_numbers(spec)), flat(spec.numbers)
    for path in own:
        if path in numbers and (why := unfit(own[path], numbers[path])):
            raise BadNumbers(f"{path} {why}", path=path)


def side_by_side(a: Mapping[str, list[Any]], b: Mapping[str, list[Any]]) -> list[tuple[str, Any, Any]]:
    """The paths in which two runs differ, by what each has :func:`changed`, with the values of both.

    >>> side_by_side({"fee": [1, 2], "tax": [5, 6]}, {"sum": [3, 4], "tax": [5, 6]})
    [('fee', 2, 1), ('sum', 3, 4)]
    """
    rows = [(path, *(side.get(path, known[:1])[-1] for side in (a, b))) for path, known in sorted({**a, **b}.items())]
    return [row for row in rows if row[1] != row[2]]
