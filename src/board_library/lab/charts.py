"""Charts as small SVG: shapes alone, stretched to the room there is; words and numbers stand beside them as text.

They use classes and no inline style, so that they may be shown under a strict content security policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from markupsafe import Markup

HIGH = 60
"""Units of height of a histogram and of a curve."""


def _svg(width: float, height: float, inside: str, kind: str, label: str) -> Markup:
    text = Markup.escape(label)
    return Markup(  # noqa: S704  made of numbers and an escaped text
        f'<svg class="lab-chart lab-chart--{kind}" viewBox="0 0 {width:g} {height:g}" preserveAspectRatio="none"'
        f' role="img" aria-label="{text}">{inside}</svg>'
    )


def histogram(heights: Sequence[int], label: str) -> Markup:
    """Bars from the left; the highest fills the height."""
    top = max(heights)
    bars = "".join(
        f'<rect x="{place + 0.06:g}" y="{HIGH * (1 - n / top):.2f}" width="0.88" height="{HIGH * n / top:.2f}"/>'
        for place, n in enumerate(heights)
        if n
    )
    return _svg(len(heights), HIGH, bars, "bars", label)


def interval(bounds: tuple[float, float, float], span: tuple[float, float], mark: float, label: str) -> Markup:
    """An estimate (low, middle, high) on a scale, and a line at ``mark`` (fair, or nothing)."""
    low, middle, high = bounds
    start, end = span

    def place(value: float) -> float:
        return max(0.0, min(100.0, 100 * (value - start) / (end - start)))

    left, right = place(low), max(place(high), place(low) + 0.6)
    side = "over" if low > mark else "under" if high < mark else "even"
    inside = (
        f'<line class="track" x1="0" x2="100" y1="6" y2="6"/>'
        f'<line class="mark" x1="{place(mark):.2f}" x2="{place(mark):.2f}" y1="0" y2="12"/>'
        f'<rect class="reach {side}" x="{left:.2f}" y="3.5" width="{right - left:.2f}" height="5"/>'
        f'<rect class="middle {side}" x="{place(middle) - 0.5:.2f}" y="1" width="1" height="10"/>'
    )
    return _svg(100, 12, inside, "interval", label)


def share(value: float, label: str) -> Markup:
    """A bar that fills this part of its track."""
    inside = f'<rect class="track" width="100" height="8"/><rect class="fill" width="{100 * value:.2f}" height="8"/>'
    return _svg(100, 8, inside, "share", label)


def curve(points: Sequence[tuple[float, float, float]], fair: float, label: str) -> Markup:
    """Low, middle and high at even steps from left to right, all from 0 to 1, with a line at ``fair``."""
    step = 100 / (len(points) - 1) if len(points) > 1 else 100

    def line(values: Sequence[float]) -> list[str]:
        return [f"{place * step:.2f},{HIGH * (1 - value):.2f}" for place, value in enumerate(values)]

    lows, middles, highs = zip(*points, strict=True)
    band = " ".join(line(highs) + line(lows)[::-1])
    inside = (
        f'<line class="mark" x1="0" x2="100" y1="{HIGH * (1 - fair):.2f}" y2="{HIGH * (1 - fair):.2f}"/>'
        f'<polygon class="band" points="{band}"/><polyline class="line" points="{" ".join(line(middles))}"/>'
    )
    return _svg(100, HIGH, inside, "curve", label)


def span_of(bounds: Sequence[float], mark: float, step: float) -> tuple[float, float]:
    """A scale for intervals with these bounds: round numbers, with ``mark`` inside.

    >>> span_of([0.31, 0.44], 0.25, 0.1)
    (0.2, 0.5)
    """
    low, high = min([*bounds, mark]), max([*bounds, mark])
    start, end = floor(low / step) * step, ceil(high / step) * step
    return round(start, 6), round(end if end > start else start + step, 6)
