"""What is made of plain fields is copied and compared by them."""

from __future__ import annotations

import pickle

import pytest

from board_library.engine.core import State
from board_library.engine.fields import Fields, fields_of


class Chest(Fields, lists="coins names", nested="rows"):
    """A thing with a field of every sort."""

    __slots__ = ("coins", "names", "owner", "rows")

    def __init__(self) -> None:
        self.coins = [1, 2]
        self.names = {1: "ducat"}
        self.owner = 0
        self.rows = [[3], [4, 5]]


class Locked(Chest):
    """One with methods of its own only."""

    __slots__ = ()


class Nailed(Fields, lists="coins"):
    """One that is not copied by fields alone."""

    __slots__ = ("coins", "inner")

    def __init__(self) -> None:
        self.coins = [1]
        self.inner = Chest()

    def clone(self) -> Nailed:
        copy: Nailed = self._copy()
        copy.inner = self.inner.clone()
        return copy


def test_a_copy_is_equal_and_shares_nothing_that_changes() -> None:
    chest = Locked()
    copy = chest.clone()

    assert type(copy) is Locked
    assert copy == chest
    copy.coins.append(3)
    copy.names[2] = "real"
    copy.rows[1].append(6)
    copy.rows.append([])
    assert (chest.coins, chest.names, chest.rows) == ([1, 2], {1: "ducat"}, [[3], [4, 5]])


@pytest.mark.parametrize("field", Chest.__slots__)
def test_every_field_counts(field: str) -> None:
    chest, other = Chest(), Chest()
    setattr(other, field, None)

    assert chest != other


def test_things_of_other_classes_are_not_equal() -> None:
    assert Chest() == Locked()
    assert Chest() != Nailed()
    assert Chest() != "chest"


def test_a_class_may_copy_more() -> None:
    nailed = Nailed()
    copy = nailed.clone()

    assert copy == nailed
    assert copy.inner is not nailed.inner
    assert copy.coins is not nailed.coins


class Loose(State):
    """A state that has two fields in slots and all others in a dictionary, as games dropped into a folder may."""

    apply = clone = determinize = view = returns = scores = None


class Tight(Loose, Fields):
    """The child of one, with a slot of its own."""

    __slots__ = ("heap", "unset")


def test_fields_are_those_of_all_parents() -> None:
    assert set(fields_of(Locked)) == {"coins", "names", "owner", "rows"}
    assert set(fields_of(Tight)) == {"heap", "unset", "options", "ply", "questions"}
    assert set(fields_of(Loose)) == {"options", "ply", "questions"}


def test_a_pickled_state_keeps_what_lies_in_slots_and_beside_them() -> None:
    state = Tight()
    state.options, state.ply, state.questions = ["even"], 7, ()
    state.heap, state.turn = [3, 4], 1
    back = pickle.loads(pickle.dumps(state))

    assert type(back) is Tight
    assert (back.options, back.ply, back.questions) == (["even"], 7, ())
    assert (back.heap, back.turn) == ([3, 4], 1)
    assert not hasattr(back, "unset")
