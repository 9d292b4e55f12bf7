"""A game in words for the terminal: log lines, situations, questions, results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console

from board_library.cli.terminal import as_text
from board_library.engine.core import Decision, Event, Move, Score, View
from board_library.web.i18n import Translator


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
            if seen is not None:
                self.line("  " + self.event(seen))

    def event(self, event: Event) -> str:
        """One log line: the page's sentence if there is one, else key and fields."""
        key = f"event.{event.key}"
        data = {name: self.value(name, value) for name, value in event.data.items()}
        if self.words.knows(key):
            return self.words.text(key, **data)
        return f"{event.key}: " + ", ".join(f"{name} {value}" for name, value in data.items())

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
        """A card, character or the like by its text, else its id."""
        for key in (f"card.{code}", f"thing.{code}", f"character.{code}", code):
            if self.words.knows(key):
                return self.words.text(key)
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
        """A move: its code, with words where the game has some."""
        for key in (f"move.{move.verb}.{move.target}", f"move.{move.verb}"):
            if self.words.knows(key):
                return f"{move.code:<24} {self.words.text(key, target=self.thing(move.target))}"
        return move.code

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


SEAT_FIELDS = frozenset({"seat", "victim", "target", "from_seat", "lost_to", "winners", "seats"})
"""Event fields whose numbers are seats."""
