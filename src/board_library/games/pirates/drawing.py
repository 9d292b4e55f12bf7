"""Draws the sea chart out of the board's data: the standing picture, where things lie on it, and the names of squares.

    python -m board_library.games.pirates.drawing

writes ``art/chart.en.svg``, ``art/chart.ru.svg``, ``chart.css`` and ``data.toml``. What changes in a game (fleets,
flags, lit squares) is drawn by the template on top.
"""

from __future__ import annotations

import math
from pathlib import Path

from board_library.games.pirates.board import (
    ANCHOR,
    BAYS,
    CAPE_CELLS,
    CAPES,
    CITIES,
    COAST,
    GATES,
    HEIGHT,
    NAMES,
    ROWS,
    WIDTH,
    XY,
    apart,
)
from board_library.games.pirates.outlines import UNIT, contour, field, jitter, squares
from board_library.games.pirates.views import bearing

HERE = Path(__file__).parent
LANGUAGES = ("en", "ru")

LEFT, TOP, WIDE, HIGH = -30, -44, 924, 688
"""The frame of the picture, in its units."""

WORDS = {
    "sea": ("The Reef Sea", "Рифовое море"),
    "chart": ("a captain’s chart", "капитанская карта"),
    "north": ("North Gate", "Северные ворота"),
    "south": ("South Gate", "Южные ворота"),
    "island": ("Treasure Island", "Остров Сокровищ"),
    "tavern": ("Tavern", "Таверна"),
    "grotto": ("Grotto", "Грот"),
    "cape": ("Red Cape", "Красный мыс"),
    "west": ("West bay", "Зап. бухта"),
    "east": ("East bay", "Вост. бухта"),
    "winds": ("NSEW", "СЮВЗ"),
}

PLATES = ((-24, -38), (366, -38), (766, -38), (714, 332), (766, 606), (366, 606), (-24, 606), (26, 236))
"""Left edge and top of each city's plate, by letter: in the frame, or over reef and land."""

PLATE_WIDE, PLATE_HIGH = 122, 36

DECKS = ((384, 302), (466, 302))
"""Where tavern and grotto lie."""

ROSE = (154, 414)

STYLE = (
    'text{font-family:"Iowan Old Style","Palatino Linotype","PT Serif","Noto Serif","DejaVu Serif",Georgia,serif;'
    "fill:#241a10;font-weight:700;text-anchor:middle}.light{fill:#f8edd2}"
    ".halo{paint-order:stroke;stroke:#0b2a30;stroke-width:5px;stroke-linejoin:round}.i{font-style:italic}"
)

MOUNTAINS = (
    (19, 0.5), (35, 0.4), (0.4, 2.2), (35.4, 11.3), (0.4, 13.4), (35.5, 24.4), (13.9, 24.6), (27, 1.5), (8.9, 1.4),
    (35.4, 18.7), (0.5, 0.5), (17.6, 24.5),
)  # fmt: skip
PALMS = ((15.4, 10.55, 0.9), (16.7, 10.45, 0.85), (18.6, 14.6, 0.9), (20.3, 14.5, 0.85), (21.2, 13.3, 0.8))


def middle(cell: int) -> tuple[float, float]:
    """The middle of a cell in units of the picture."""
    x, y = XY[cell]
    return x * UNIT + UNIT / 2, y * UNIT + UNIT / 2


def _text(x: float, y: float, said: str, size: float, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{named}>{said}</text>'


def _ground() -> str:
    wide, high = WIDTH * UNIT, HEIGHT * UNIT
    grid = "".join(f"M{x * UNIT} 0V{high}" for x in range(1, WIDTH))
    grid += "".join(f"M0 {y * UNIT}H{wide}" for y in range(1, HEIGHT))
    cx, cy = ROSE
    rhumb = "".join(
        f"M{cx} {cy}L{cx + 1200 * math.cos(a * math.pi / 8):.0f} {cy + 1200 * math.sin(a * math.pi / 8):.0f}"
        for a in range(16)
    )
    bars = "".join(f"M{x * UNIT} {y}h{UNIT}v5h-{UNIT}z" for x in range(0, WIDTH, 2) for y in (-10, high + 5))
    bars += "".join(f"M{x} {y * UNIT}h5v{UNIT}h-5z" for y in range(0, HEIGHT, 2) for x in (-10, wide + 5))
    return (
        '<path fill="#3b2718" d="M-30-44H894V644H-30z"/><path fill="#e9d8ab" d="M-26-40H890V640H-26z"/>'
        f'<path fill="#fbf3dc" stroke="#241a10" d="M-10-10H874V610H-10z"/><path fill="#241a10" d="{bars}"/>'
        '<path fill="url(#g-sea)" stroke="#241a10" stroke-width="2" d="M-1-1H865V601H-1z"/><g clip-path="url(#sheet)">'
        f'<path d="{rhumb}" stroke="#d6ecdf" stroke-opacity=".13" fill="none"/>'
        f'<path d="{grid}" stroke="#d6ecdf" stroke-opacity=".1" fill="none"/></g>'
    )


def _rocks() -> str:
    stones = []
    for y, row in enumerate(ROWS):
        for x, mark in enumerate(row):
            for i in range(3 if mark == "^" else 0):
                cx, cy = x * UNIT + 5 + 14 * jitter(x, y, i), y * UNIT + 7 + i * 5.5
                s = 3.2 + 2.6 * jitter(x, y, i, "s")
                stone = f"M{cx - s:.1f} {cy + s * 0.4:.1f}q{s * 0.1:.1f} {-s:.1f} {s * 0.9:.1f} {-s:.1f}"
                stones.append(f"{stone}t{s * 1.1:.1f} {s:.1f}z")
    return "".join(stones)


def _terrain() -> str:
    shallows = field("#TABCDEFGH", 0.8)
    reef = contour(field("^", 0.34, 0.16), 0.38)
    shore = squares(XY[cell] for cell in sorted(COAST))
    parts = [
        '<g clip-path="url(#sheet)">',
        f'<path fill="#2b7a78" fill-opacity=".55" d="{contour(shallows, 0.1)}"/>',
        f'<path fill="#4d9c8f" fill-opacity=".55" d="{contour(shallows, 0.24)}"/>',
        f'<path fill="#9fd8c4" fill-opacity=".26" d="{shore}"/>',
        f'<path fill="#3d8f87" stroke="#d9f2e2" stroke-width="1.4" stroke-dasharray="5 3" d="{reef}"/>',
        f'<path fill="#2b211a" d="{_rocks()}" stroke="#e7dcc0" stroke-width=".7"/>',
    ]
    for name, marks, sigma in (("land", "#ABCDEFGH", 0.36), ("isle", "T", 0.42)):
        outline = contour(field(marks, sigma, 0.2), 0.42)
        parts.append(
            f'<path d="{outline}" fill="none" stroke="#3a2a14" stroke-width="5.5" stroke-linejoin="round"/>'
            f'<path d="{outline}" fill="url(#g-{name})" stroke="#f3e4b4" stroke-width="2.6"/>'
        )
    for x, y in MOUNTAINS:
        parts.append(
            f'<path transform="translate({x * UNIT:g} {y * UNIT:g})" fill="#7a5a2c" d="M-11 5L-4-6 0 0 4-8 12 5z"/>'
        )
    parts.append("</g>")
    for x, y, s in PALMS:
        parts.append(
            f'<g transform="translate({x * UNIT:g} {y * UNIT:g}) scale({s})"><path d="M0 8Q3 0 1-7" stroke="#4a2f14" '
            'stroke-width="2.6" fill="none"/><path fill="#1f5a34" d="M1-8C-6-14-12-11-14-5-9-8-5-8 1-7zM1-8C0-15 5-18 '
            '11-16 7-13 5-11 1-7zM1-8C8-13 14-9 15-3 11-7 7-8 1-7z"/></g>'
        )
    return "".join(parts)


def _decor(lang: int) -> str:
    """Compass rose, title and the names of places."""
    cx, cy = ROSE
    needles = [(a, 31, 6) for a in (45, 135, 225, 315)] + [(a, 46, 9) for a in (0, 90, 180, 270)]
    rose = "".join(
        f'<g transform="rotate({a} {cx} {cy})"><path fill="#f4e9cf" d="M{cx} {cy - n}l{k} {n - k}H{cx}z"/>'
        f'<path fill="#7c2a22" d="M{cx} {cy - n}l{-k} {n - k}H{cx}z"/></g>'
        for a, n, k in needles
    )
    ring = (
        f'<g opacity=".93"><circle cx="{cx}" cy="{cy}" r="36" fill="none" stroke="#f4e9cf" stroke-width="1.5"/>'
        f'<circle cx="{cx}" cy="{cy}" r="32" fill="none" stroke="#f4e9cf" stroke-width="4" stroke-dasharray="1 4.6"/>'
        f'{rose}<circle cx="{cx}" cy="{cy}" r="4" fill="#e2b64f" stroke="#241a10"/></g>'
    )
    parts = [ring]
    for wind, (dx, dy) in zip(WORDS["winds"][lang], ((0, -50), (0, 58), (54, 5), (-54, 5)), strict=True):
        parts.append(_text(cx + dx, cy + dy, wind, 14, "light"))
    parts.append('<path fill="none" stroke="#f0dca6" stroke-width="1.3" d="M636 172h164M648 177h140"/>')
    parts.append(
        _text(718, 146, WORDS["sea"][lang], 22.5, "light") + _text(718, 165, WORDS["chart"][lang], 13, "light i")
    )
    parts.append(_text(444, 158, WORDS["north"][lang], 11.5, "light halo i"))
    parts.append(_text(480, 447, WORDS["south"][lang], 11.5, "light halo i"))
    return "".join(parts)


def _island(lang: int) -> str:
    parts = [_text(430, 276, WORDS["island"][lang], 15.5)]
    for (x, y), name, tone in zip(DECKS, ("tavern", "grotto"), ("#7c2a22", "#1f4d52"), strict=True):
        parts += [
            f'<rect x="{x - 13 + i * 1.6:g}" y="{y - 17 - i * 1.6:g}" width="26" height="35" rx="3" fill="{tone}" '
            'stroke="#f4e9cf" stroke-width="1.2"/>'
            for i in range(3)
        ]
        parts.append(_text(x + 2, y + 32, WORDS[name][lang], 11.5))
    for cell, dx, dy in zip(CAPE_CELLS, (0, -4), (-15, 25), strict=True):
        cx, cy = middle(cell)
        parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="12" fill="#fff1df" stroke="#a81f2d" stroke-width="2"/>')
        parts.append(f'<path fill="#a81f2d" d="M{cx - 4:g} {cy - 8:g}v16h2v-7l8-4-8-5z"/>')
        parts.append(_text(cx + dx, cy + dy, WORDS["cape"][lang], 11, "light halo"))
    for cell, name, dx, dy in zip(BAYS, ("west", "east"), (-10, 8), (25, 38), strict=True):
        cx, cy = middle(cell)
        parts.append(_anchor(cx, cy, 11) + _text(cx + dx, cy + dy, WORDS[name][lang], 10.5, "light halo"))
    return "".join(parts)


def _anchor(x: float, y: float, r: float) -> str:
    s = r * 0.62
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="#0c3038" stroke="#f4e9cf" stroke-width="1.4"/>'
        f'<path fill="none" stroke="#f4e9cf" stroke-width="1.7" stroke-linecap="round" d="M{x:g} {y - s:g}V{y + s:g}'
        f"M{x - s * 0.5:g} {y - s * 0.45:g}h{s:g}M{x - s:g} {y + s * 0.2:g}q{s * 0.2:g} {s * 0.8:g} {s:g} {s * 0.8:g}"
        f'q{s * 0.8:g} 0 {s:g} {-s * 0.8:g}"/>'
    )


def _cities() -> str:
    parts = []
    for y, row in enumerate(ROWS):
        for x, mark in enumerate(row):
            cx, cy = x * UNIT + UNIT / 2, y * UNIT + UNIT / 2
            if mark in "ABCDEFGH":
                parts.append(
                    f'<path transform="translate({cx:g} {cy:g})" fill="#3b2718" stroke="#f4e9cf" stroke-width="1.2" '
                    'd="M-11 11V-3h-1v-6h4v2h3v-2h3v2H0v-2h3v2h3v-2h4v6H9V11H3V5q-3-5-6 0v6z"/>'
                )
            elif mark in "abcdefgh":
                parts.append(_anchor(cx, cy, 9.5))
    return "".join(parts)


def chart(language: str) -> str:
    """The standing picture of the chart in a language."""
    lang = LANGUAGES.index(language)
    grounds = "".join(
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="{a}"/>'
        f'<stop offset="1" stop-color="{b}"/></linearGradient>'
        for name, a, b in (("g-land", "#dcc184", "#c4a262"), ("g-isle", "#e3cb8d", "#c9ab68"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{LEFT} {TOP} {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f'<style>{STYLE}</style><defs>{grounds}<radialGradient id="g-sea" cx=".5" cy=".48" r=".75">'
        '<stop stop-color="#1a5c60"/><stop offset="1" stop-color="#0d3c45"/></radialGradient>'
        f'<clipPath id="sheet"><path d="M0 0H{WIDTH * UNIT}V{HEIGHT * UNIT}H0z"/></clipPath></defs>'
        f"<g>{_ground()}</g><g>{_terrain()}</g><g>{_decor(lang)}{_island(lang)}{_cities()}</g></svg>\n"
    )


def chart_css() -> str:
    """Where the squares, the plates of cities and the decks lie, in percent of the picture."""
    lines = ["/* Written by drawing.py from board.py: where things lie on the chart. */"]
    lines += [f".cx{x} {{ left: {100 * (x * UNIT + UNIT / 2 - LEFT) / WIDE:.3f}%; }}" for x in range(WIDTH)]
    lines += [f".cy{y} {{ top: {100 * (y * UNIT + UNIT / 2 - TOP) / HIGH:.3f}%; }}" for y in range(HEIGHT)]
    for city, (x, y) in enumerate(PLATES):
        left, top = 100 * (x - LEFT) / WIDE, 100 * (y - TOP) / HIGH
        lines.append(f".plate-{'abcdefgh'[city]} {{ left: {left:.3f}%; top: {top:.3f}%; }}")
    for name, (x, y) in zip(("tavern", "grotto"), DECKS, strict=True):
        lines.append(f".deck-{name} {{ left: {100 * (x - LEFT) / WIDE:.3f}%; top: {100 * (y - TOP) / HIGH:.3f}%; }}")
    lines.append(f".sea__square {{ width: {100 * UNIT / WIDE:.3f}%; height: {100 * UNIT / HIGH:.3f}%; }}")
    lines.append(f".sea__plate {{ width: {100 * PLATE_WIDE / WIDE:.3f}%; height: {100 * PLATE_HIGH / HIGH:.3f}%; }}")
    return "\n".join(lines) + "\n"


LANDMARKS = {
    **{cell: f"city.{name}" for cell, name in zip(ANCHOR, CITIES, strict=True)},
    **{cell: f"cape.{name}" for cell, name in zip(CAPE_CELLS, CAPES, strict=True)},
    **{
        cell: f"place.{name}"
        for cell, name in zip((*BAYS, *GATES), ("bay_w", "bay_e", "gate_n", "gate_s"), strict=True)
    },
}
"""Cells with a name of their own, and the key of its text."""


def near(cell: int) -> tuple[str, str, int]:
    """What people call a cell: the landmark nearest as the gull flies, the wind from there, and the squares between."""
    landmark = min(LANDMARKS, key=lambda other: (apart(other, cell), math.dist(XY[other], XY[cell])))
    return LANDMARKS[landmark], bearing(landmark, cell), apart(landmark, cell)


def places() -> str:
    """What people call the cells, for the templates."""
    lines = [
        "# Written by drawing.py from board.py: by square the nearest landmark, the wind from there, squares between."
    ]
    lines.append("[near]")
    for cell, name in enumerate(NAMES):
        landmark, wind, n = near(cell)
        lines.append(f'{name} = ["{landmark}", "{wind}", {n}]')
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Everything this writes, by path in the game's folder."""
    charts = {f"art/chart.{language}.svg": chart(language) for language in LANGUAGES}
    return {**charts, "chart.css": chart_css(), "data.toml": places()}


def main() -> None:
    """Write all files."""
    for path, content in files().items():
        (HERE / path).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
