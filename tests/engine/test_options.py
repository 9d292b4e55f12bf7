"""Typed options: from a form, JSON or the command line, or a clear error."""

from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_library.engine.errors import OptionError
from board_library.engine.options import OptionField, Options, house, number


@dataclass(frozen=True, kw_only=True)
class Sample(Options):
    """One option of each kind."""

    first: Literal["dice", "random"] = "dice"
    rounds: int = number(3, low=-2, high=9)
    open: bool = False
    off: frozenset[Literal["hook", "orb", "key"]] = frozenset()
    reading: Literal["own", "any"] = house("own")


def test_fields_say_what_a_form_needs():
    assert Sample.fields() == (
        OptionField("first", "choice", "dice", values=("dice", "random")),
        OptionField("rounds", "number", 3, low=-2, high=9),
        OptionField("open", "flag", False),
        OptionField("off", "subset", frozenset(), values=("hook", "orb", "key")),
        OptionField("reading", "choice", "own", values=("own", "any"), house=True),
    )


@pytest.mark.parametrize(
    ("raw", "options"),
    [
        ({}, Sample()),
        ({"first": "random"}, Sample(first="random")),
        ({"rounds": 9}, Sample(rounds=9)),
        ({"rounds": "-2"}, Sample(rounds=-2)),
        ({"open": "on"}, Sample(open=True)),
        ({"open": True}, Sample(open=True)),
        ({"open": ""}, Sample()),
        ({"open": "off"}, Sample()),
        ({"off": "orb,hook"}, Sample(off=frozenset({"hook", "orb"}))),
        ({"off": ["key"]}, Sample(off=frozenset({"key"}))),
        ({"off": ""}, Sample()),
    ],
)
def test_what_is_possible_is_read(raw, options):
    assert Sample.parse(raw) == options
    assert Sample.parse(options.to_json()) == options


@dataclass(frozen=True, kw_only=True)
class Limited(Options):
    """A number that may be none."""

    limit: int = number(0, low=0, high=40, least=20)


@pytest.mark.parametrize("value", [0, 20, "40"])
def test_a_number_is_none_or_large_enough(value):
    assert Limited.parse({"limit": value}).limit == int(value)


@pytest.mark.parametrize("value", [1, "19"])
def test_between_none_and_large_enough_is_refused_with_both_bounds(value):
    with pytest.raises(OptionError) as refused:
        Limited.parse({"limit": value})
    assert refused.value.params == {"option": "limit", "value": str(value), "least": 20, "high": 40}
    assert refused.value.key != OptionError.key


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("wind", "on"),
        ("first", "cards"),
        ("first", None),
        ("first", ["dice"]),
        ("rounds", 10),
        ("rounds", "-3"),
        ("rounds", "--2"),
        ("rounds", "3.0"),
        ("rounds", 3.0),
        ("rounds", True),
        ("rounds", "٣"),
        ("rounds", "9" * 9999),
        ("rounds", None),
        ("rounds", ""),
        ("open", "maybe"),
        ("open", 1),
        ("open", None),
        ("off", "orb,moon"),
        ("off", ["orb", 1]),
        ("off", [["orb"]]),
        ("off", 3),
        ("off", {"orb": 1}),
    ],
)
def test_what_is_impossible_is_refused_by_name(name, value):
    with pytest.raises(OptionError) as caught:
        Sample.parse({name: value})

    assert caught.value.params["option"] == name
    assert len(str(caught.value)) < 120


@given(
    st.builds(
        Sample,
        first=st.sampled_from(["dice", "random"]),
        rounds=st.integers(-2, 9),
        open=st.booleans(),
        off=st.frozensets(st.sampled_from(["hook", "orb", "key"])),
    )
)
def test_options_survive_json(options):
    assert Sample.parse(options.to_json()) == options


@given(st.sampled_from(["first", "rounds", "open", "off", "wind"]), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3)
))  # fmt: skip
def test_any_value_is_an_option_or_an_option_error(name, value):
    try:
        options = Sample.parse({name: value})
    except OptionError:
        return
    assert Sample.parse(options.to_json()) == options


def test_unknown_type_of_option_is_the_authors_mistake():
    @dataclass(frozen=True, kw_only=True)
    class Wrong(Options):
        size: float = 1.0

    with pytest.raises(TypeError, match="option size: unknown type"):
        Wrong.fields()
