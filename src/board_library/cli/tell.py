"""A game in words for the terminal: log lines, situations, questions, results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console

from board_library.cli.terminal import as_text
from board_library.engine.core import Decision, Event, Move, Score, View
from board_library.web.i18n import Translator

SEAT_FIELDS = frozenset({"seat", "victim", "target", "from_seat", "winners", "seats"})
"""Event fields whose numbers are seats."""

THINGS = ("card", "suit", "character", "thing")
"""Groups of texts in which an id is looked up: ``suit.anchor``."""

SEAT = re.compile("p[0-9]")
CARD = re.compile("([a-z_]+?)_?([0-9]+)")

SILENT = "-"
"""The text of an event that gets no line."""


class Teller:
    """Says in one language what one reader (a seat, or None for a spectator) may know of a game."""

    def __init__(self, words: Translator, names: Sequence[str], reader: int | None, console: Console) -> None:
        self.words = words
        self.names = names
        self.reader = reader
        self.console = console

    def line(self, text: str, style: str | None = None) -> None:
        """One line, as it stands."""
        self.console.print(text, style=style, markup=False)

    def events(self, events: Iterable[Event]) -> None:
        """The log lines that the reader may read."""
        for event in events:
            seen = event.seen_by(self.reader)
            text = "" if seen is None else self.event(seen)
            if text:
                self.line("  " + text)

    def event(self, event: Event) -> str:
        """One log line, empty if the log passes over such events.

        The sentence is the one of the pages: ``event.key``, or a more exact ``event.key.field.value`` or
        ``event.key.field``, and ``event.key+field`` for each further thing to say. Without one: key and fields.
        """
        key = f"event.{event.key}"
        data = {name: self.value(name, value) for name, value in event.data.items()}
        given = [name for name, value in event.data.items() if value not in (None, [], ())]
        exact = [f"{key}.{name}.{event.data[name]}" for name in given] + [f"{key}.{name}" for name in given]
        found = next((name for name in (*exact, key) if self.words.knows(name)), None)
        if found is None:
            return f"{event.key}: " + ", ".join(f"{name} {value}" for name, value in data.items())
        more = [f"{key}+{name}" for name in given if self.words.knows(f"{key}+{name}")]
        texts = [self.words.text(name, **data) for name in (found, *more)]
        return "" if texts == [SILENT] else " ".join(texts)

    def value(self, name: str, value: Any) -> str:
        """A field's value in words: seats by name, things by their texts."""
        if isinstance(value, int) and not isinstance(value, bool) and name in SEAT_FIELDS:
            return self.name(value)
        if isinstance(value, list | tuple):
            return ", ".join(self.value(name, item) for item in value) or "–"
        return self.thing(value) if isinstance(value, str) else as_text(value)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"P{seat}"

    def thing(self, code: str) -> str:
        """A seat, card, suit or character by its text, else its id."""
        if SEAT.fullmatch(code):
            return self.name(int(code[1:]))
        for group in THINGS:
            if self.words.knows(f"{group}.{code}"):
                return self.words.text(f"{group}.{code}")
        card = CARD.fullmatch(code)
        if card is not None and self.words.knows(f"suit.{card[1]}"):
            return f"{self.words.text(f'suit.{card[1]}')} {card[2]}"
        return code

    def view(self, view: View) -> None:
        """A situation: one line a zone."""
        for key, value in view.items():
            if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
                self.line(f"  {key}:", "bold")
                for index, item in enumerate(value):
                    self.line(f"    {index}: {as_text(item)}")
            else:
                self.line(f"  {key}: {as_text(value)}")

    def question(self, decision: Decision) -> None:
        """An open question with its numbered moves."""
        self.line(self.words.text("cli.play.question", kind=self.kind(decision.kind)), "bold")
        for number, move in enumerate(decision.moves, 1):
            self.line(f"  {number:>2}  {self.move(move)}")
        if decision.amount is not None:
            low, high, step, verb = (
                decision.amount.low,
                decision.amount.high,
                decision.amount.step,
                decision.amount.verb,
            )
            self.line("      " + self.words.text("cli.play.amount", verb=verb, low=low, high=high, step=step))

    def kind(self, kind: str) -> str:
        """A kind of question in words."""
        key = f"decision.{kind}"
        return self.words.text(key) if self.words.knows(key) else kind

    def move(self, move: Move) -> str:
        """A move: its code, and its target in words where the game has some."""
        target = ": ".join(self.thing(part) for part in move.target.split(":"))
        return move.code if target == move.target else f"{move.code:<20} {target}"

    def scores(self, scores: Sequence[Score]) -> None:
        """Who came in where."""
        for score in sorted(scores, key=lambda s: (s.rank, s.seat)):
            parts = ", ".join(f"{self.part(name)} {points}" for name, points in score.parts)
            text = f"  {score.rank}. {self.name(score.seat)}  {score.points}"
            self.line(text + (f"  ({parts})" if parts else ""))

    def part(self, name: str) -> str:
        """Where points came from."""
        key = f"score.{name}"
        return self.words.text(key) if self.words.knows(key) else self.thing(name)
