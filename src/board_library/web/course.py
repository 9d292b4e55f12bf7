"""How a finished game went, for its page: chances to win by moves, and the moves that turned it."""

from __future__ import annotations

import re

import msgspec

from board_library.bots.analysis import Analysis, Moment
from board_library.lab.names import Names, capital
from board_library.server.seen import SeatSeen, Seen
from board_library.web.ending import MOST_POINTS, ChartLine
from board_library.web.i18n import Translator

MOST_TURNS = 6
"""So many turning points are told, the greatest."""

_PLACE = re.compile(r"\{[a-z_]+\}")
_SEAT = re.compile(r"p[0-9]")
_GROUPS = ("told.thing", "room", "pledge", "cell")


class Answer(msgspec.Struct, frozen=True):
    """What ``seat`` played in words, and what the bot would rather have played: empty where it agrees or had no choice.

    ``place`` is that in the line of moves, from 1; ``choice`` tells whether there was one.
    """

    place: int
    seat: SeatSeen
    played: str
    better: str
    choice: bool


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that changed the chance of ``whose`` from ``before`` to ``after`` percent, and no other more."""

    answer: Answer
    whose: SeatSeen
    before: int
    after: int


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """Chances as lines 100 units high, ``marks`` where turning points lie on them, and these in words."""

    width: int
    lines: tuple[ChartLine, ...]
    marks: tuple[int, ...]
    turns: tuple[Turn, ...]


def course_of(seen: Seen, found: Analysis, words: Translator) -> Course:
    """What the page shows of an analysis."""
    curve = found.curve
    every = 1 + len(curve) // MOST_POINTS
    shown = curve[::every] + ([curve[-1]] if (len(curve) - 1) % every else [])
    lines = []
    for seat in seen.seats:
        points = [f"{x} {100 - 100 * chances[seat.seat]:.1f}" for x, chances in enumerate(shown)]
        lines.append(ChartLine(seat.name, seat.colour, "M" + "L".join(points)))
    places = sorted(found.turning_points(), key=lambda place: _change(found, place), reverse=True)
    turns = tuple(_turn(seen, found, words, found.moments[place - 1]) for place in sorted(places[:MOST_TURNS]))
    marks = tuple(turn.answer.place // every for turn in turns)
    return Course(width=max(1, len(shown) - 1), lines=tuple(lines), marks=marks, turns=turns)


def _change(found: Analysis, place: int) -> float:
    return max(abs(now - then) for now, then in zip(found.curve[place], found.curve[place - 1], strict=True))


def _turn(seen: Seen, found: Analysis, words: Translator, moment: Moment) -> Turn:
    before, after = found.curve[moment.place - 1 : moment.place + 1]
    changes = [round(100 * abs(now - then)) for now, then in zip(after, before, strict=True)]
    whose = max(seen.seats, key=lambda seat: (changes[seat.seat], seat.seat == moment.seat)).seat
    return Turn(
        answer=answer_of(moment, seen, words),
        whose=seen.seats[whose],
        before=round(100 * before[whose]),
        after=round(100 * after[whose]),
    )


def answer_of(moment: Moment, seen: Seen, words: Translator) -> Answer:
    """One answer of a finished game in words."""
    choice = moment.best is not None
    better = _better(moment, seen, words)
    return Answer(moment.place, seen.seats[moment.seat], said(moment.played, seen, words), better, choice)


def _better(moment: Moment, seen: Seen, words: Translator) -> str:
    if moment.best is None or moment.best == moment.played:
        return ""
    move = said(moment.best, seen, words)
    if move == said(moment.played, seen, words):  # another square, say, that has no name
        move = words.text("course.elsewhere")
    worse = round(100 * (moment.cost or 0))
    return words.text("course.better", move=move, n=worse) if worse else words.text("course.rather", move=move)


def said(code: str, seen: Seen, words: Translator) -> str:
    """A move in words, with its target in them; the bare code if the game has none.

    ``told.<verb>`` and ``told.<verb>.<target>`` of the game's catalogue tell a move whose button says too little away
    from the table, else the text of the button does. A verb may also be the name of a card that is played.
    """
    verb, _, target = code.partition(" ")
    keys = (f"told.{verb}.{target}", f"told.{verb}", f"do.{verb}.{target}", f"do.{verb}")
    key = next((key for key in keys if words.knows(key)), None)
    names = Names(words, {})
    if key is None:
        return f"{capital(names.thing(verb))}: {_target(target, seen, names)}" if names.known(verb) else code
    text = words.text(key)
    if (place := _PLACE.search(text)) is not None:  # what would follow is a price or a sum of that moment
        return text[: place.start()] + _target(target, seen, names)
    return f"{text}: {target}" if target.isdigit() else text


def _target(target: str, seen: Seen, names: Names) -> str:
    """``p1`` is a name, ``city:nassau`` the city, ``p0:b1`` a name and a bank; what has no name stays as it is."""
    told = []
    for part in target.split(":"):
        if _SEAT.fullmatch(part):
            told.append(seen.seats[int(part[1:])].name)
        elif name := _thing(part, names):
            told.append(name)
    return ", ".join(told) or target


def _thing(part: str, names: Names) -> str:
    """A card, a room, a cell; empty if it has no name. Things that are counted share a text: ``b1`` is ``room.b``."""
    if names.known(part):
        return names.thing(part)
    words = names.words
    stem = part.rstrip("0123456789")
    number = part[len(stem) :]
    for key in (f"{group}.{one}" for one in dict.fromkeys((part, stem)) for group in _GROUPS):
        if stem and words.knows(key):
            return words.text(key, n=number)
    return f"{names.thing(stem)} {number}" if stem and names.known(stem) else ""
