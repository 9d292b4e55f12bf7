"""How a finished game went, for its page: chances to win by moves, and the moves that turned it."""

from __future__ import annotations

import msgspec

from board_library.bots.analysis import Analysis, Moment
from board_library.server.seen import SeatSeen, Seen
from board_library.web.ending import MOST_POINTS, ChartLine

MOST_TURNS = 6
"""So many turning points are told, the greatest."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A move that changed its seat's chance from ``before`` to ``after`` percent.

    ``best`` is what the bot would rather have played, where the chance fell.
    """

    place: int
    seat: SeatSeen
    played: str
    before: int
    after: int
    best: str | None


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """Chances as lines 100 units high, ``marks`` where turning points lie on them, and these in words."""

    width: int
    lines: tuple[ChartLine, ...]
    marks: tuple[int, ...]
    turns: tuple[Turn, ...]


def course_of(seen: Seen, found: Analysis) -> Course:
    """What the page shows of an analysis."""
    curve = found.curve
    every = 1 + len(curve) // MOST_POINTS
    shown = curve[::every] + ([curve[-1]] if (len(curve) - 1) % every else [])
    lines = []
    for seat in seen.seats:
        points = [f"{x} {100 - 100 * chances[seat.seat]:.1f}" for x, chances in enumerate(shown)]
        lines.append(ChartLine(seat.name, seat.colour, "M" + "L".join(points)))
    places = sorted(found.turning_points(), key=lambda place: _change(found, place), reverse=True)[:MOST_TURNS]
    turns = tuple(_turn(seen, found, found.moments[place - 1]) for place in sorted(places))
    marks = tuple(turn.place // every for turn in turns)
    return Course(width=max(1, len(shown) - 1), lines=tuple(lines), marks=marks, turns=turns)


def _change(found: Analysis, place: int) -> float:
    return max(abs(now - then) for now, then in zip(found.curve[place], found.curve[place - 1], strict=True))


def _turn(seen: Seen, found: Analysis, moment: Moment) -> Turn:
    before, after = found.curve[moment.place - 1][moment.seat], found.curve[moment.place][moment.seat]
    return Turn(
        place=moment.place,
        seat=seen.seats[moment.seat],
        played=moment.played,
        before=round(100 * before),
        after=round(100 * after),
        best=moment.best if moment.best != moment.played and after < before else None,
    )
