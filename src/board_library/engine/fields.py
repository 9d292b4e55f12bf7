"""Things made of plain fields: equal where all fields are equal, and copied field by field.

>>> class Pile(Fields, lists="cards"):
...     __slots__ = ("cards", "owner")
...     def __init__(self, cards, owner):
...         self.cards, self.owner = cards, owner
>>> pile = Pile([3, 4], 0)
>>> copy = pile.clone()
>>> copy == pile, copy.cards is pile.cards
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, ClassVar, Self


def fields_of(kind: type) -> tuple[str, ...]:
    """All that the objects of a class have a fixed place for, whichever parent made it.

    That is what stands in ``__slots__``, which are members of the class. A class that the extra build compiles (see
    ``native``) shows no slots: it has a getter and a setter for each field.
    """
    places = (MemberDescriptorType, GetSetDescriptorType)
    names = [name for parent in kind.__mro__ for name, place in vars(parent).items() if isinstance(place, places)]
    return tuple(name for name in dict.fromkeys(names) if not name.startswith("__"))


class Fields:
    """To be inherited, before ``State``, by a class whose fields all stand in ``__slots__``.

    ``lists`` names those that hold a list or a dictionary of what never changes, ``nested`` those that hold a list of
    such lists or dictionaries. All others are shared by the copies. A class that needs more has a
    ``clone`` of its own, which begins with ``self._copy()``. A class that is compiled cannot inherit this.

    What copies is written out, line by line, when the class is made, as ``dataclasses`` does it: searches clone
    thousands of states a second, and a loop over names takes twice as long.
    """

    __slots__ = ()

    _values: ClassVar[attrgetter[tuple[Any, ...]]]
    _copy: ClassVar[Callable[[Any], Any]]

    def __init_subclass__(cls, *, lists: str = "", nested: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        if not cls.__dict__.get("__slots__"):
            return  # it adds methods only
        names = fields_of(cls)
        ways = dict.fromkeys(names, "self.{0}")
        ways |= dict.fromkeys(lists.split(), "self.{0}.copy()")
        ways |= dict.fromkeys(nested.split(), "[inner.copy() for inner in self.{0}]")
        lines = [f"copy.{name} = {way.format(name)}" for name, way in ways.items()]
        body = "\n ".join(["def clone(self):", "copy = new(type(self))", *lines, "return copy"])
        made: dict[str, Any] = {"new": cls.__new__}
        exec(body, made)  # noqa: S102  the names are those of the class
        cls._copy = made["clone"]
        if "clone" not in cls.__dict__:
            cls.clone = cls._copy  # type: ignore[method-assign,assignment]
        cls._values = attrgetter(*names)

    def clone(self) -> Self:
        """An independent copy."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Equal in every field."""
        if not isinstance(other, Fields) or other._values is not self._values:
            return NotImplemented
        return bool(self._values(self) == self._values(other))

    __hash__ = None  # type: ignore[assignment]
