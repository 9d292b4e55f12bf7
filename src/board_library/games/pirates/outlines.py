"""Smooth outlines of the chart's map: coasts are contours of the blurred and slightly shaken letters."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable

from board_library.games.pirates.board import HEIGHT, ROWS, WIDTH

UNIT = 24
"""Units of the drawing in one cell."""

SUB = 6
"""Samples of the map along one cell."""

PAD = 2 * SUB

Point = tuple[float, float]
Grid = list[list[float]]


def jitter(*key: object) -> float:
    """A repeatable number in 0..1 for a key."""
    return hashlib.blake2s(repr(key).encode(), digest_size=2).digest()[0] / 255


def _noise(x: float, y: float, step: float) -> float:
    gx, gy = math.floor(x / step), math.floor(y / step)
    fx, fy = x / step - gx, y / step - gy
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    a, b, c, d = (jitter("n", gx + i, gy + j, step) for j in (0, 1) for i in (0, 1))
    return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy - 0.5


def _at(sample: int, size: int) -> int:
    return min(size - 1, max(0, (sample - PAD) // SUB))


def field(marks: str, sigma: float, shake: float = 0.0) -> Grid:
    """The map of some marks, finely sampled, blurred by ``sigma`` cells and shaken."""
    width, height = WIDTH * SUB + 2 * PAD, HEIGHT * SUB + 2 * PAD
    grid = [[float(ROWS[_at(j, HEIGHT)][_at(i, WIDTH)] in marks) for i in range(width)] for j in range(height)]
    reach = max(1, round(sigma * SUB * 2.5))
    kernel = [math.exp(-((k / (sigma * SUB)) ** 2) / 2) for k in range(-reach, reach + 1)]
    total = sum(kernel)
    for _ in range(2):
        grid = [_blurred(row, [k / total for k in kernel], reach) for row in grid]
        grid = [list(column) for column in zip(*grid, strict=True)]
    if not shake:
        return grid
    return [
        [v + shake * (_noise(i, j, 5) + 0.6 * _noise(i, j, 2.5)) if 0.05 < v < 0.95 else v for i, v in enumerate(row)]
        for j, row in enumerate(grid)
    ]


def _blurred(row: list[float], kernel: list[float], reach: int) -> list[float]:
    last = len(row) - 1
    return [
        sum(weight * row[min(last, max(0, i + k - reach))] for k, weight in enumerate(kernel)) for i in range(len(row))
    ]


TOP, RIGHT, BOTTOM, LEFT = range(4)

_CASES: dict[int, list[tuple[int, int]]] = {
    1: [(LEFT, TOP)], 2: [(TOP, RIGHT)], 3: [(LEFT, RIGHT)], 4: [(RIGHT, BOTTOM)],
    5: [(LEFT, TOP), (RIGHT, BOTTOM)], 6: [(TOP, BOTTOM)], 7: [(LEFT, BOTTOM)], 8: [(BOTTOM, LEFT)],
    9: [(BOTTOM, TOP)], 10: [(TOP, RIGHT), (BOTTOM, LEFT)], 11: [(BOTTOM, RIGHT)], 12: [(RIGHT, LEFT)],
    13: [(RIGHT, TOP)], 14: [(TOP, LEFT)],
}  # fmt: skip
"""Marching squares: which sides of a square the outline enters and leaves by."""

Edge = tuple[int, int, int]


def contour(grid: Grid, level: float) -> str:
    """Closed outlines of ``grid >= level``, as one smooth path."""
    height, width = len(grid), len(grid[0])
    framed = [[0.0] * (width + 2), *([0.0, *row, 0.0] for row in grid), [0.0] * (width + 2)]
    link: dict[Edge, Edge] = {}
    for j in range(height + 1):
        for i in range(width + 1):
            corners = framed[j][i], framed[j][i + 1], framed[j + 1][i + 1], framed[j + 1][i]
            case = sum((value >= level) << bit for bit, value in enumerate(corners))
            sides: tuple[Edge, ...] = ((i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1))
            for start, end in _CASES.get(case, ()):
                link[sides[start]] = sides[end]
    paths = []
    while link:
        edge, following = link.popitem()
        ring = [edge]
        while following in link:
            ring.append(following)
            following = link.pop(following)
        points = [_place(framed, level, each) for each in ring]
        points = points[::4] if len(points) > 24 else points[::2]
        if len(points) > 3:
            paths.append(smooth(points))
    return "".join(paths)


def _place(framed: Grid, level: float, edge: Edge) -> Point:
    i, j, down = edge
    a, b = framed[j][i], framed[j + 1][i] if down else framed[j][i + 1]
    cut = (level - a) / (b - a) if a != b else 0.5
    x, y = (i, j + cut) if down else (i + cut, j)
    return (x - 0.5 - PAD) * UNIT / SUB, (y - 0.5 - PAD) * UNIT / SUB


def number(value: float) -> str:
    """A number with one decimal at most, as short as SVG allows."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    text = text.replace("-0.", "-.") if text.startswith("-0.") else text.removeprefix("0") if text[:2] == "0." else text
    return "0" if text in ("-0", "-", "") else text


def smooth(points: list[Point]) -> str:
    """A closed path through all points (Catmull and Rom's curve as relative cubic ones)."""
    n = len(points)
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    path = f"M{number(x)} {number(y)}"
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy), (ex, ey) = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        step = (
            bx + (cx - ax) / 6 - x, by + (cy - ay) / 6 - y, cx - (ex - bx) / 6 - x, cy - (ey - by) / 6 - y,
            cx - x, cy - y,
        )  # fmt: skip
        words = [number(value) for value in step]
        path += "c" + "".join(word if k == 0 or word[0] == "-" else " " + word for k, word in enumerate(words))
        x, y = x + float(words[4]), y + float(words[5])
    return path + "z"


def squares(cells: Iterable[Point]) -> str:
    """Cells as one path of squares."""
    return "".join(f"M{x * UNIT:g} {y * UNIT:g}h{UNIT}v{UNIT}h-{UNIT}z" for x, y in cells)
