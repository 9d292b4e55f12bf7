"""The end of a game as a page: who won, where the points came from, points by moves, and whether it was fair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
from markupsafe import Markup

from board_library.engine.core import Score, State
from board_library.engine.record import Timeline
from board_library.server.seen import SeatSeen, Seen
from board_library.web.i18n import Translator, with_minus
from board_library.web.places import numbers_of, places_of
from board_library.web.render import Renderer

MOST_POINTS = 240
"""The chart has at most so many steps: longer games are drawn by every second, third, … move."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the ranking. ``parts`` says where the points came from, ``won`` how it was won outright.

    ``counts`` says what ``points`` are, where they are none.
    """

    seat: SeatSeen
    rank: int
    points: int
    counts: str
    tiebreak: int
    parts: tuple[tuple[str, int], ...]
    won: str


class ChartLine(msgspec.Struct, frozen=True):
    """One seat's points as an SVG path, 100 units high."""

    name: str
    colour: int
    path: str


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Points by moves: ``low``, ``mid`` and ``top`` are the numbers on the three lines of the grid."""

    width: int
    low: int
    mid: int
    top: int
    label: str
    lines: tuple[ChartLine, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What a check of the record found, in words."""

    good: bool
    title: str
    text: str


def end_context(renderer: Renderer, seen: Seen, timeline: Timeline, verdict: Verdict | None) -> dict[str, Any]:
    """What ``end.html`` needs."""
    words = renderer.translations(seen.settings.lang, seen.game)
    places = places_of(seen.scores, timeline.state)
    numbers = numbers_of(seen.scores, timeline.state, words)
    rows = [
        _row(seen.seats[score.seat], score, places[score.seat], *numbers[score.seat])
        for score in sorted(seen.scores, key=lambda s: (s.rank, -numbers[s.seat][0], s.seat))
    ]
    winners = [row.seat for row in rows if row.rank == 1]
    headline = _headline(rows, winners, words)
    folder = renderer.folders[seen.game]

    def part_name(part: str) -> Markup:
        return words(next((key for key in (f"score.{part}", f"thing.{part}", part) if words.knows(key)), part))

    return {
        "seen": seen,
        "rows": rows,
        "winners": winners,
        "headline": headline,
        "title": words.text("end.title", headline=headline, game=words.text("game.title")),
        "summary": _summary(rows, winners, len(timeline.line), words),
        "chart": _chart(seen, timeline, words),
        "steps": len(timeline.line),
        "anyone_gave_a_number": any(number is not None for number in seen.numbers),
        "verified": verdict,
        "part_name": part_name,
        "has_icon": lambda name: name in folder.symbols,
    }


def verdict(good: bool, words: Translator) -> Verdict:
    """A check's result in words."""
    key = "verify.good" if good else "verify.bad"
    return Verdict(good, words.text(key), words.text(f"{key}.text"))


def _row(seat: SeatSeen, score: Score, place: int, number: int, counts: str) -> Row:
    return Row(
        seat=seat, rank=place, points=number, counts=counts, tiebreak=score.tiebreak, parts=score.parts, won=score.won
    )  # fmt: skip


def _headline(rows: Sequence[Row], winners: Sequence[SeatSeen], words: Translator) -> str:
    points = rows[0].points
    if rows[0].won:
        return words.text(f"won.{rows[0].won}", name=winners[0].name, names=", ".join(seat.name for seat in winners))
    if len(winners) == 1:
        return words.ntext("end.won", "end.won", points, name=winners[0].name)
    return words.ntext("end.shared", "end.shared", points, names=", ".join(seat.name for seat in winners))


def _summary(rows: Sequence[Row], winners: Sequence[SeatSeen], moves: int, words: Translator) -> str:
    said = []
    if len(winners) == 1 and len(rows) > 1 and not rows[0].won:
        lead = rows[0].points - rows[1].points
        said.append(words.ntext("end.lead", "end.lead", lead))
    said.append(words.ntext("end.moves", "end.moves", moves))
    return " · ".join(said)


def _chart(seen: Seen, timeline: Timeline, words: Translator) -> Chart | None:
    points: list[list[int]] = []

    def visit(_: int, state: State) -> None:
        points.append(state.curve())

    timeline.walk(visit)
    every = 1 + len(points) // MOST_POINTS
    last = points[-1]
    points = points[::every] + ([last] if (len(points) - 1) % every else [])
    if len(points) < 3:
        return None
    low, top = _grid(min(map(min, points)), max(map(max, points)))
    lines = []
    for seat in reversed([seen.seats[score.seat] for score in sorted(seen.scores, key=lambda s: s.rank)]):
        heights = [round(100 - 100 * (row[seat.seat] - low) / (top - low), 1) for row in points]
        path = f"M0 {heights[0]:g}"
        for x, (before, now) in enumerate(pairwise(heights), 1):
            path += f"H{x}V{now:g}" if now != before else ""
        lines.append(ChartLine(seat.name, seat.colour, f"{path}H{len(points) - 1}"))
    label = f"{words.text('end.chart')}: " + ", ".join(
        f"{seen.seats[seat].name} {with_minus(number)}" for seat, number in enumerate(last)
    )
    return Chart(width=len(points) - 1, low=low, mid=(low + top) // 2, top=top, label=label, lines=tuple(lines))


def _grid(least: int, most: int) -> tuple[int, int]:
    """Round numbers with an even difference that hold all points between them."""
    for step in (2, 10, 20, 40, 100, 200, 400, 1000, 2000, 10_000, 100_000, 1_000_000):
        low, top = step * (least // step), step * -(-most // step)
        if top - low <= 6 * step:
            return low, max(top, low + step)
    return least, most + 2 - (most - least) % 2
