"""A game in words for the terminal: log lines, situations, questions, results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from board_library.cli.terminal import as_text, out
from board_library.engine.core import Decision, Event, GameSpec, Move, State, View
from board_library.web.i18n import Translator
from board_library.web.log import parts_of
from board_library.web.places import numbers_of, places_of

THINGS = ("card", "suit", "character", "thing")
"""Groups of texts in which an id is looked up: ``suit.anchor``."""

SEAT = re.compile("p[0-9]")
CARD = re.compile("([a-z_]+?)_?([0-9]+)")


def table_template(spec: GameSpec) -> str | None:
    """How the game draws its table in a terminal: MiniJinja over ``view``, with ``_``, ``name`` and ``thing``."""
    path = spec.folder / "terminal.txt"
    return path.read_text(encoding="utf-8") if path.is_file() else None


class Teller:
    """Says in one language what one reader (a seat, or None for a spectator) may know of a game."""

    def __init__(self, spec: GameSpec, words: Translator, names: Sequence[str], reader: int | None) -> None:
        self.words = words
        self.names = names
        self.reader = reader
        self.console = out()
        self._table = table_template(spec)

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
        """One log line, the page's; empty if the log passes over such events."""
        if not self.words.knows(f"event.{event.key}"):
            return f"{event.key}: " + ", ".join(f"{name} {self.value(value)}" for name, value in event.data.items())
        parts = parts_of(event, self.words) or ()
        texts = (self.name(part.value) if part.kind == "seat" else self.value(part.value) for part in parts)
        return "".join(texts).strip()

    def value(self, value: Any) -> str:
        """A value in words."""
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
        """A situation, by the game's ``terminal.txt`` if it has one; else one line for each thing in the view."""
        if self._table is not None:
            self._render(self._table, view)
            return
        for key, value in view.items():
            if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
                self.line(f"  {key}:", "bold")
                for index, item in enumerate(value):
                    self.line(f"    {index}: {as_text(item)}")
            elif value not in (None, [], {}):
                self.line(f"  {key}: {as_text(value)}")

    def _render(self, template: str, view: View) -> None:
        from minijinja import Environment

        words = {"_": self.words.text, "name": self.name, "thing": self.thing, "things": self._things}
        made = Environment(trim_blocks=True, lstrip_blocks=True, globals=words, auto_escape_callback=lambda _: None)
        for line in made.render_str(template, view=view).splitlines():
            if line.strip():
                self.line("  " + line)

    def _things(self, codes: Sequence[str]) -> str:
        return ", ".join(map(self.thing, codes))

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

    def scores(self, state: State) -> None:
        """Who came in where."""
        scores = state.scores()
        places, numbers = places_of(scores, state), numbers_of(scores, state, self.words)
        for score in sorted(scores, key=lambda s: (s.rank, s.seat)):
            parts = ", ".join(f"{self.part(name)} {points}" for name, points in score.parts)
            number, counts = numbers[score.seat]
            text = f"  {places[score.seat]}. {self.name(score.seat)}  {number} {counts}".rstrip()
            self.line(text + (f"  ({parts})" if parts else ""))

    def part(self, name: str) -> str:
        """Where points came from."""
        key = f"score.{name}"
        return self.words.text(key) if self.words.knows(key) else self.thing(name)
