"""The log of a table: events as translated lines with chips.

The text of an event is ``event.<key>`` of the game's catalogue; ``event.<key>.<field>.<value>`` and
``event.<key>.<field>`` (the event carries that field) are more special ones that win over it. ``event.<key>+<field>``
is a sentence added where the field holds something. A text of ``-`` means that the event makes no line. ``{field}``
becomes a chip, drawn by the game's macro ``chip(t, field, value)``; fields that name seats are drawn by the shell.
A field ``by`` (characters or things that changed the outcome) is added to the line of its own accord.
``recap.<key>``, where a catalogue has it, is the short form for those who were away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from board_library.engine.core import Event
from board_library.server.seen import LogEntry
from board_library.web.i18n import Translator

LINES = 60
"""So many of the newest lines are on the page; the replay has all."""

TURN = "turn_started"
"""The event that opens a turn in any game: drawn as a rule across the log."""

SEAT_FIELDS = frozenset({"seat", "seats", "victim", "target", "from_seat", "winners"})
"""Fields whose numbers are seats."""

SEAT_BY_SEAT = frozenset({"map", "scores"})
"""Fields that hold a list with one thing for each seat, in seat order: each is told with its seat."""

NO_LINE = "-"

_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Part:
    """A piece of a line: plain text, a seat, or a thing of the game (``field`` and its value)."""

    kind: Literal["text", "seat", "thing"]
    value: Any
    field: str = ""


@dataclass(frozen=True)
class Line:
    """One line: ``turn`` is its number where a turn begins; ``deep`` is an effect of the line above it."""

    number: int
    key: str
    seat: int | None
    parts: tuple[Part, ...]
    turn: int = 0
    deep: bool = False
    new: bool = False
    zombie: bool = False


def lines(entries: Sequence[LogEntry], words: Translator, recap_from: int | None = None) -> list[Line]:
    """The newest lines, oldest first; the first one that a returning viewer has not seen is ``new``."""
    shown = entries[-LINES:]
    turns = sum(entry.event.key == TURN for entry in entries[: len(entries) - len(shown)])
    found: list[Line] = []
    pending = recap_from is not None
    for entry in shown:
        event = entry.event
        turns += event.key == TURN
        parts = parts_of(event, words)
        if parts is None:
            continue
        new = pending and recap_from is not None and entry.number >= recap_from
        pending = pending and not new
        first = parts[0] if parts else Part("text", "")
        found.append(
            Line(
                entry.number,
                event.key,
                seat_of(event),
                parts,
                turn=turns if event.key == TURN else 0,
                deep=first.kind == "text" or first.field not in ("seat", "seats"),
                new=new,
                zombie=entry.by_zombie,
            )
        )
    return found


def recap(entries: Iterable[LogEntry], words: Translator, recap_from: int | None) -> list[tuple[Part, ...]]:
    """What happened from the log number ``recap_from`` on, in few words; empty for who has missed nothing."""
    if recap_from is None:
        return []
    missed = [entry.event for entry in entries if entry.number >= recap_from]
    return [_fill(words.text(f"recap.{e.key}"), e.data) for e in missed if words.knows(f"recap.{e.key}")]


def seat_of(event: Event) -> int | None:
    """The seat that an event is about."""
    seat = event.data.get("seat")
    return seat if isinstance(seat, int) else None


def parts_of(event: Event, words: Translator) -> tuple[Part, ...] | None:
    """One event as text and chips; None if it makes no line."""
    text = words.text(_key(event, words))
    if text == NO_LINE:
        return None
    parts = list(_fill(text, event.data))
    for field, value in event.data.items():
        for extra in (f"event.{event.key}+{field}.{value}", f"event.{event.key}+{field}"):
            if _said(value) and words.knows(extra):
                if (more := words.text(extra)) != NO_LINE:
                    parts += [Part("text", " "), *_fill(more, event.data)]
                break
    if _said(event.data.get("by")) and "by" not in {part.field for part in parts}:
        parts += [Part("text", " "), *_chips("by", event.data["by"])]
    return tuple(parts)


def _key(event: Event, words: Translator) -> str:
    for field, value in event.data.items():
        if isinstance(value, str | int):
            special = f"event.{event.key}.{field}.{value}"
            if words.knows(special):
                return special
    for field, value in event.data.items():
        if value is not None and words.knows(f"event.{event.key}.{field}"):
            return f"event.{event.key}.{field}"
    return f"event.{event.key}"


def _said(value: Any) -> bool:
    return value is not None and value not in ([], ())


def _fill(text: str, data: Mapping[str, Any]) -> tuple[Part, ...]:
    parts: list[Part] = []
    for k, piece in enumerate(_PLACE.split(text)):
        if k % 2 == 0:
            parts += [Part("text", piece)] if piece else []
        else:
            parts += _chips(piece, data.get(piece))
    return tuple(parts)


def _chips(field: str, value: Any) -> list[Part]:
    if field in SEAT_BY_SEAT and isinstance(value, list | tuple):
        told = [
            (Part("seat", seat, "seat"), Part("text", " "), Part("thing", one, field))
            for seat, one in enumerate(value)
            if one is not None
        ]
        return [part for k, of_seat in enumerate(told) for part in (Part("text", "; " if k else " "), *of_seat)]
    if isinstance(value, list | tuple):
        chips: list[Part] = []
        for one in value:
            chips += [Part("text", " ")] if chips else []
            chips += _chips(field, one)
        return chips
    if field in SEAT_FIELDS and isinstance(value, int):
        return [Part("seat", value, field)]
    return [] if value is None else [Part("thing", value, field)]
