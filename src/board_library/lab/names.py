"""Names for what a report talks of, out of a game's catalogue: things, answers, questions, groups; and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

LOCALE = Path(__file__).parent / "locale"
"""The report's own catalogues, ``<lang>.po``."""

GROUPS = (
    "card", "suit", "character", "thing", "score", "city", "cell", "room", "cape", "shop", "road", "way", "outcome",
    "captain",
)  # fmt: skip
"""Groups of texts in which an id is looked up."""

_PLACE = re.compile(r"\{[a-z_]+\}")
_NUMBER_AT_THE_END = re.compile(r"[ №]*[0-9]+$")
_DIGITS = re.compile(r"[0-9]+")
_NUMBERED = re.compile(r"([a-z]+)([0-9]+)")
_EDGES = " \t:—–-.,→×+−…"


class Words(Protocol):
    """Texts by key in one language, those of the game first."""

    lang: str

    def text(self, key: str, /, **params: Any) -> str:
        """A text with its parameters."""

    def knows(self, key: str, /) -> bool:
        """Whether there is such a text."""


class Names:
    """Says in one language what an id, a code or a number is called."""

    def __init__(self, words: Words, examples: Mapping[str, str]) -> None:
        self.words = words
        self._examples = examples

    def thing(self, code: str) -> str:
        """A card, sort of card, character or any other id.

        Ids that differ by numbers may share a text: ``lab.thing.#r#`` names ``5r4``, with 5 for ``{a}``, 4 for ``{b}``;
        and ``cell.d`` names ``d4`` where all it asks for is the number, ``{n}``.
        """
        for key in (f"lab.thing.{code}", *(f"{group}.{code}" for group in GROUPS)):
            if self.words.knows(key):
                name = self.words.text(key)
                short = f"{key}.short"
                # Characters of one name differ by what they can do.
                told = key.startswith("character.") and self.words.knows(short)
                return f"{name}: {self.words.text(short)}" if told else plain(name)
        pattern = _DIGITS.sub("#", code)
        if self.words.knows(f"lab.thing.{pattern}"):
            return self.words.text(f"lab.thing.{pattern}", **dict(zip("abc", _DIGITS.findall(code), strict=False)))
        if numbered := self._numbered(code):
            return numbered
        example = self._examples.get(code, code)
        if example != code and self.known(example):
            return _NUMBER_AT_THE_END.sub("", self.thing(example))
        return self.raw(code)

    def raw(self, code: str) -> str:
        """What has no name: its code, as words."""
        return code.replace("_", " ")

    def _numbered(self, code: str) -> str:
        """The name of one of a row, which all have one text with their number; "" if it has none."""
        if found := _NUMBERED.fullmatch(code):
            for key in (f"{group}.{found[1]}" for group in GROUPS):
                if self.words.knows(key) and _PLACE.findall(self.words.text(key)) == ["{n}"]:
                    return self.words.text(key, n=found[2])
        return ""

    def known(self, code: str) -> bool:
        """Whether the game has a name for a thing or for one of its sort."""
        keys = (f"lab.thing.{code}", f"lab.thing.{_DIGITS.sub('#', code)}", *(f"{group}.{code}" for group in GROUPS))
        if any(self.words.knows(key) for key in keys) or self._numbered(code):
            return True
        example = self._examples.get(code, code)
        return example != code and self.known(example)

    def answer(self, code: str) -> str:
        """A sort of move: the text of its button, with the sort of its target in it."""
        verb, _, target = code.partition(" ")
        if self.words.knows(f"lab.do.{verb}.{target}"):
            return self.words.text(f"lab.do.{verb}.{target}")
        if self.words.knows(f"do.{verb}.{target}"):
            return _PLACE.sub("…", self.words.text(f"do.{verb}.{target}"))
        if self.words.knows(f"do.{verb}"):
            text = _PLACE.sub(lambda _: self._target(target), self.words.text(f"do.{verb}"), count=1)
            return re.sub(r"\W*…[\W…]*$", " …", _PLACE.sub("…", text))
        if self.known(verb):  # to play a card
            return f"{capital(self.thing(verb))}: {self._target(target)}"
        return f"{self.raw(verb)} {self._target(target)}".strip()

    def _target(self, target: str) -> str:
        if target in ("#", "seat"):
            return "…"
        return " + ".join(
            self.thing(one) if self.known(one) or one not in self._examples else "…" for one in target.split(":")
        )

    def kind(self, kind: str) -> str:
        """A kind of question; ``*`` is all of them."""
        if kind == "*":
            return self.words.text("lab.all_questions")
        for key in (f"lab.kind.{kind}", f"decision.{kind}"):
            if self.words.knows(key):
                return capital(self.words.text(key))
        return capital(self.raw(kind))

    def group(self, group: str) -> str:
        """A field of an event: the line of the log without its names, and what the field holds."""
        event, _, field = group.partition(".")
        if self.words.knows(f"lab.event.{event}"):
            return f"{self.words.text(f'lab.event.{event}')} · {self.field(field)}"
        text = self.words.text(f"event.{event}") if self.words.knows(f"event.{event}") else "-"
        before, _, after = text.removeprefix("{seat}").partition("{" + field + "}")
        text = "" if text == "-" else before if before.strip(_EDGES) else after
        return f"{self._nameless(text) or capital(self.raw(event))} · {self.field(field)}"

    def event(self, key: str) -> str:
        """An event: its line of the log without names."""
        if self.words.knows(f"lab.event.{key}"):
            return self.words.text(f"lab.event.{key}")
        text = self.words.text(f"event.{key}") if self.words.knows(f"event.{key}") else "-"
        return self._nameless("" if text == "-" else text) or capital(self.raw(key))

    def _nameless(self, line: str) -> str:
        """A line of the log without its names, nor the words at its end that only lead to one: "Steals … from"."""
        text = re.sub(r"\W*…[\W…]*", " … ", _PLACE.sub("…", line.removeprefix("{seat}"))).strip(_EDGES)
        loose = set(self.words.text("lab.loose_ends").split())
        before, _, last = text.rpartition(" ")
        # Some words lead to a name only after a comma: "Attacks, target".
        while before and (last == "…" or last in loose or (before[-1] == "," and f",{last}" in loose)):
            text = before.rstrip(_EDGES)
            before, _, last = text.rpartition(" ")
        return capital(text)

    def field(self, field: str) -> str:
        """What a field of an event holds."""
        key = f"lab.field.{field}"
        return self.words.text(key) if self.words.knows(key) else self.raw(field)

    def way(self, what: str) -> str:
        """A way to win or to end."""
        if not what:
            return self.words.text("lab.by_score")
        for key in (f"way.{what}", f"won.{what}", f"lab.thing.{what}"):
            if self.words.knows(key):
                return plain(self.words.text(key))
        known = self.words.knows(f"event.{what}")
        return plain(self.words.text(f"event.{what}")) if known else self.thing(what)

    def level(self, level: str) -> str:
        """A level of bots."""
        level, at, budget = level.partition("@")
        for key in (f"level.{level}", f"lab.level.{level}"):
            if self.words.knows(key):
                return self.words.text(key) + at + budget
        return level + at + budget

    def option(self, name: str, value: Any) -> str:
        """An option with its value."""
        label = self.words.text(f"option.{name}") if self.words.knows(f"option.{name}") else self.raw(name)
        if isinstance(value, bool):
            return f"{label}: {self.words.text('lab.yes' if value else 'lab.no')}"
        values = value if isinstance(value, list) else [value]
        told = [self._value(name, one) for one in values]
        return f"{label}: {', '.join(told) or self.words.text('lab.none')}"

    def _value(self, name: str, value: Any) -> str:
        key = f"option.{name}.{value}"
        return self.words.text(key) if self.words.knows(key) else self.thing(str(value))

    def number(self, value: float, digits: int = 1) -> str:
        """A number as people of this language write it."""
        text = f"{value:,.{digits}f}"
        if digits and float(value) == int(value) and abs(value) >= 1000:
            text = f"{value:,.0f}"
        russian = self.words.lang == "ru"
        text = text.translate(str.maketrans(",.", "\u202f,")) if russian else text
        return text.replace("-", "−")

    def percent(self, share: float, digits: int = 0) -> str:
        """A share in percent; one decimal where it is below ten."""
        if 0 < abs(share) < 0.0995:
            digits = 1
        return self.number(100 * share, digits) + ("\u202f%" if self.words.lang == "ru" else "%")

    def signed(self, share: float) -> str:
        """A gain or loss in percent."""
        return ("+" if share > 0 else "") + self.percent(share)


def plain(text: str) -> str:
    """A text of the game without its places for parameters."""
    return re.sub(r"\s*[«(“][»)”]", "", _PLACE.sub("", text)).strip(" \t:—–,.") if _PLACE.search(text) else text


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]
