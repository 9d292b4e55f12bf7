"""The room's form, made from typed options: fields with translated words, and back from what a browser sends.

Names of form fields: ``o.<option>`` for the game's options, ``clock.<option>``, ``name``,
``private`` and ``seats``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError, OptionError
from board_library.engine.options import OptionField
from board_library.web.i18n import Translator

LONGEST_ROOM_NAME = 40

CLOCK_CHOICES: dict[str, tuple[int, ...]] = {
    "decision": (0, 30, 60, 120),
    "bank": (0, 300, 600, 1200, 2400),
    "absent": (15, 30, 60, 120),
}
"""The clock settings that the form offers, in seconds; 0 is off. Another value that is set is offered too."""

SEGMENTS = 3
"""A choice of so many short values is drawn as a row of buttons, a longer one as a drop-down list."""

SHORT = 13
"""Letters of a value that fits into a row of buttons."""

LINE = 28
"""Letters of a value that is whole in a drop-down list, which cuts longer ones; those are listed one below another."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a field."""

    value: str
    label: str
    chosen: bool


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One control of the form. ``said`` is its value in words, for those who may only read it.

    A choice is a row of buttons (``segments``), a list of all its values (``listed``), or else a drop-down list.
    ``least`` is a number's least beside 0 (0: no such gap), and ``gap`` says so to one who types less.
    """

    name: str
    kind: str
    label: str
    value: Any
    said: str
    hint: str = ""
    error: str = ""
    choices: tuple[Choice, ...] = ()
    segments: bool = False
    listed: bool = False
    low: int = 0
    high: int = 0
    least: int = 0
    gap: str = ""


class OptionsForm(msgspec.Struct, frozen=True, kw_only=True):
    """The whole form: the game's options, its house readings (folded away), the clock, and the room's name."""

    main: tuple[Field, ...]
    house: tuple[Field, ...]
    clock: tuple[Field, ...]
    about: tuple[Field, ...]
    clock_summary: str
    house_open: bool = False
    clock_open: bool = False


def options_form(
    spec: GameSpec,
    words: Translator,
    options: Mapping[str, Any],
    clock: Mapping[str, Any],
    *,
    name: str,
    private: bool,
    seats: int | str,
    wrong: str = "",
    reason: str = "",
) -> OptionsForm:
    """The form with these values; ``wrong`` names the form field that was refused and ``reason`` says why."""

    def error_of(field: str) -> str:
        return reason if field == wrong else ""

    fields = [
        (f, _option(f, words, options.get(f.name, f.default), error_of(f"o.{f.name}"))) for f in spec.options.fields()
    ]
    clocks = tuple(_clock(which, words, clock.get(which, 0), error_of(f"clock.{which}")) for which in CLOCK_CHOICES)
    about = (
        Field(name="name", kind="text", label=words.text("room.name"), value=name, said=name, high=LONGEST_ROOM_NAME,
              error=error_of("name")),
        Field(name="private", kind="flag", label=words.text("room.make_private"), value=private, said="",
              hint=words.text("room.make_private.hint")),
        *_seats(spec, words, str(seats), error_of("seats")),
    )  # fmt: skip
    house = tuple(field for f, field in fields if f.house)
    return OptionsForm(
        main=tuple(field for f, field in fields if not f.house),
        house=house,
        clock=clocks,
        about=about,
        clock_summary=", ".join(f"{field.label.lower()}: {field.said}" for field in clocks[:2]),
        house_open=any(field.error for field in house),
        clock_open=any(field.error for field in clocks),
    )


def reason_of(spec: GameSpec, words: Translator, error: BoardLibraryError) -> str:
    """Why something of the form was refused: of a number also what is allowed."""
    numbers = {f.name: f for f in spec.options.fields() if f.kind == "number" and not f.least}
    if isinstance(error, OptionError) and (f := numbers.get(str(error.params.get("option", "")))):
        return words.text("error.option_range", low=f.low, high=f.high)
    return words.error(error)


def named(form: OptionsForm, reason: str) -> str:
    """The reason for those who do not see the field, with the field's name if it has one."""
    fields = (*form.main, *form.house, *form.clock, *form.about)
    label = next((field.label for field in fields if field.error), "")
    return f"{label}: {reason}" if label else reason


def read_options(spec: GameSpec, form: Mapping[str, list[str]]) -> dict[str, Any]:
    """The raw options of a sent form, for ``Options.parse``: a box that is not sent is not ticked."""
    raw: dict[str, Any] = {}
    for f in spec.options.fields():
        sent = form.get(f"o.{f.name}", [])
        if f.kind == "flag":
            raw[f.name] = bool(sent) and sent[-1] == "on"
        elif f.kind == "subset":
            raw[f.name] = sent
        elif sent:
            raw[f.name] = sent[-1]
    known = {f"o.{f.name}" for f in spec.options.fields()}
    # Unknown names are handed on, so that they are refused by name rather than dropped in silence.
    raw |= {key[2:]: values[-1] for key, values in form.items() if key.startswith("o.") and key not in known}
    return raw


def read_clock(form: Mapping[str, list[str]]) -> dict[str, str]:
    """The raw clock options of a sent form."""
    return {key[6:]: values[-1] for key, values in form.items() if key.startswith("clock.")}


def _option(f: OptionField, words: Translator, value: Any, error: str) -> Field:
    key = f"option.{f.name}"
    hint = words.text(f"{key}.hint") if words.knows(f"{key}.hint") else ""
    common: dict[str, Any] = {"name": f"o.{f.name}", "label": words.text(key), "hint": hint, "error": error}
    if f.kind == "flag":
        on = value in (True, "on", "true", "1")
        return Field(kind="flag", value=on, said=words.text("form.yes" if on else "form.no"), **common)
    if f.kind == "number":
        said = words.text(f"{key}.{value}") if words.knows(f"{key}.{value}") else str(value)
        if f.least:
            bounds = {"least": f.least, "high": f.high}
            common |= {"least": f.least, "gap": words.text("error.option_gap", **bounds)}
            common["hint"] = hint or words.text("form.gap", **bounds)
        return Field(kind="number", value=value, said=said, low=f.low, high=f.high, **common)
    chosen = {str(v) for v in value} if f.kind == "subset" else {str(value)}
    choices = _choices(((v, words.text(f"{key}.{v}")) for v in f.values), chosen)
    said = ", ".join(c.label for c in choices if c.chosen) or words.text("form.none")
    segments = f.kind == "choice" and len(choices) <= SEGMENTS and all(len(c.label) <= SHORT for c in choices)
    listed = f.kind == "choice" and not segments and any(len(c.label) > LINE for c in choices)
    return Field(kind=f.kind, value="", said=said, choices=choices, segments=segments, listed=listed, **common)


def _seats(spec: GameSpec, words: Translator, seats: str, error: str) -> Iterable[Field]:
    if len(spec.seats) > 1:
        choices = _choices(((str(n), str(n)) for n in spec.seats), {seats})
        label = words.text("room.seats")
        yield Field(name="seats", kind="choice", label=label, value="", said=seats, choices=choices, segments=True,
                    error=error)  # fmt: skip


def _clock(which: str, words: Translator, value: Any, error: str) -> Field:
    seconds = {*CLOCK_CHOICES[which], *([int(value)] if str(value).isdecimal() and len(str(value)) <= 6 else [])}
    choices = _choices(((str(s), duration(s, words)) for s in sorted(seconds)), {str(value)})
    said = next((c.label for c in choices if c.chosen), str(value))
    return Field(
        name=f"clock.{which}", kind="choice", label=words.text(f"clock.{which}"), value="", said=said,
        hint=words.text(f"clock.{which}.hint"), error=error, choices=choices, segments=False,
    )  # fmt: skip


def duration(seconds: int, words: Translator) -> str:
    """A number of seconds as people say it; 0 is off."""
    if seconds == 0:
        return words.text("clock.off")
    if seconds < 60 or seconds % 60:
        return words.text("clock.seconds", n=seconds)
    return words.text("clock.minutes", n=seconds // 60)


def _choices(values: Iterable[tuple[str, str]], chosen: set[str]) -> tuple[Choice, ...]:
    return tuple(Choice(value=value, label=label, chosen=value in chosen) for value, label in values)
