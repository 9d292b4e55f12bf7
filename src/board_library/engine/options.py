"""Typed options: one frozen dataclass a game, from which the room's form, the record and the command line follow.

>>> from typing import Literal
>>> @dataclass(frozen=True, kw_only=True)
... class Demo(Options):
...     first: Literal["dice", "random"] = "dice"
...     rounds: int = number(3, low=1, high=9)
>>> [(f.name, f.kind, f.default) for f in Demo.fields()]
[('first', 'choice', 'dice'), ('rounds', 'number', 3)]
>>> Demo.parse({"rounds": "5"})
Demo(first='dice', rounds=5)
"""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self, get_args, get_origin

from board_library.engine.errors import OptionError

_NUMBER = re.compile(r"-?[0-9]{1,9}")

Kind = Literal["flag", "choice", "number", "subset"]


class GapError(OptionError):
    """A number is between 0, which stands for none, and the least that is possible."""

    key = "error.option_gap"


def number(default: int, *, low: int, high: int, least: int = 0, house: bool = False) -> Any:
    """A whole number from ``low`` to ``high``; with ``least``, 0 (for none) or a number from there on."""
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "least": least, "house": house})


def house(default: Any) -> Any:
    """An option of any kind that settles a debatable reading of the rules: the form folds these away."""
    return dataclasses.field(default=default, metadata={"house": True})


@dataclass(frozen=True)
class OptionField:
    """One option as a form needs it. ``values`` are the choices of a choice or subset; ``low``, ``high`` a number's.

    ``least`` is the least number beside 0, where 0 stands for none; 0 where there is no such gap.
    """

    name: str
    kind: Kind
    default: Any
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    least: int = 0
    house: bool = False


@dataclass(frozen=True, kw_only=True)
class Options:
    """Base of every game's options. Annotate fields with bool, int (``number``), Literal or frozenset[Literal]."""

    @classmethod
    def fields(cls) -> tuple[OptionField, ...]:
        """The options in the order of their definition."""
        hints = typing.get_type_hints(cls)
        return tuple(_describe(f, hints[f.name]) for f in dataclasses.fields(cls))

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> Self:
        """Options from a form, JSON or the command line; a missing one takes its default.

        Numbers and flags may come as text; a subset as a list or as text with commas. Raises :class:`OptionError`
        that names the option for an unknown name or an impossible value.
        """
        known = {f.name: f for f in cls.fields()}
        for name in raw:
            if name not in known:
                msg = f"there is no option {name!r}"
                raise OptionError(msg, option=str(name)[:40], value="")
        return cls(**{name: _read(known[name], value) for name, value in raw.items()})

    def to_json(self) -> dict[str, Any]:
        """All options as JSON values; ``parse`` reads them back."""
        return {f.name: _plain(getattr(self, f.name)) for f in self.fields()}

    def check(self, seats: int) -> None:
        """Raise :class:`OptionError` where options contradict each other or the number of seats."""


def _describe(f: dataclasses.Field[Any], hint: Any) -> OptionField:
    is_house = bool(f.metadata.get("house"))
    if hint is bool:
        return OptionField(f.name, "flag", f.default, house=is_house)
    if hint is int:
        bounds = {name: f.metadata[name] for name in ("low", "high", "least")}
        return OptionField(f.name, "number", f.default, **bounds, house=is_house)
    if get_origin(hint) is Literal:
        return OptionField(f.name, "choice", f.default, values=get_args(hint), house=is_house)
    if get_origin(hint) is frozenset:
        return OptionField(f.name, "subset", f.default, values=get_args(get_args(hint)[0]), house=is_house)
    msg = f"option {f.name}: unknown type {hint!r}"
    raise TypeError(msg)


def _read(f: OptionField, value: Any) -> Any:
    if f.kind == "flag":
        if isinstance(value, bool):
            return value
        if value in ("on", "true", "1", "off", "false", "0", ""):
            return value in ("on", "true", "1")
    elif f.kind == "number":
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and f.low <= value <= f.high:
            if 0 < value < f.least:
                msg = f"option {f.name} cannot be {value}: it is 0 or from {f.least} to {f.high}"
                raise GapError(msg, option=f.name, value=str(value), least=f.least, high=f.high)
            return value
    elif f.kind == "choice":
        if value in f.values:
            return value
    else:
        items = [v for v in value.split(",") if v] if isinstance(value, str) else value
        if isinstance(items, (list, tuple, set, frozenset)) and all(v in f.values for v in items):
            return frozenset(items)
    shown = repr(value)[:40] if not isinstance(value, str) else value[:40]
    msg = f"option {f.name} cannot be {shown!r}"
    raise OptionError(msg, option=f.name, value=shown)


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value
