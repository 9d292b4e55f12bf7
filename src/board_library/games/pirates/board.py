"""The sea chart as data, from which both the rules and the drawing come.

A cell is a number from 0 to 659 in reading order; outside the rules it is ``x17y2``: 17 to the right, 2 down. Marks of
:data:`ROWS`: ``.`` sea, ``#`` land, ``^`` reef, ``T`` the island, capital letters cities, small ones their anchors,
``1`` and ``2`` the bays, ``n`` and ``s`` the capes. Source: section 2.

>>> NAMES[ANCHOR[1]], CITIES[1], DIST[ANCHOR[0]][ANCHOR[1]]
('x17y2', 'nassau', 15)
"""

from __future__ import annotations

from collections import deque

ROWS = (
    "##..............###..##...........##",
    "#Aa.....##......#B.........##....cC#",
    "#...............#b................##",
    ".............................#......",
    ".....^^^^^^^^^^^^^^^^^^^^.##.##.....",
    "#.......................^.........##",
    "#...#..............^................",
    "....#.......^^^^^^.^^^^^............",
    "...........^^......^...^^......^^^^^",
    "...........^............^..#...^....",
    ".^^^^^^^^..^...TTT.n....^..#...^....",
    "##.........^..TTTTTTTT..^....^^^..##",
    "#Hh........^.1TTTTTTTT2.^........dD#",
    "##..^^^....^..TTTTTTTT..^.........##",
    "....^...#..^....s.TTT...^..^^^^^^^^.",
    "....^...#..^............^...........",
    "^^^^^......^^...^......^^...........",
    "............^^^^^.^^^^^^.......#....",
    "................^..............#...#",
    "##.........^.......................#",
    ".....##.##.^^^^^^^^^^^^^^^^^^^^.....",
    "......#.............................",
    "##................f#...............#",
    "#Gg....##.........F#......##.....eE#",
    "##...........##..###..............##",
)

WIDTH, HEIGHT = 36, 25

CITIES = ("havana", "nassau", "san_juan", "port_royal", "maracaibo", "cartagena", "portobelo", "campeche")
"""By letter, A to H."""

CITY = {name: number for number, name in enumerate(CITIES)}

CAPES = ("cape_n", "cape_s")

_WALL = frozenset("#^TABCDEFGH")

XY: tuple[tuple[int, int], ...] = tuple(
    (x, y) for y, row in enumerate(ROWS) for x, mark in enumerate(row) if mark not in _WALL
)
"""Column and row by cell."""

NAMES = tuple(f"x{x}y{y}" for x, y in XY)
CELL = {name: cell for cell, name in enumerate(NAMES)}
_AT = {place: cell for cell, place in enumerate(XY)}
_MARK = {mark: cell for cell, (x, y) in enumerate(XY) if (mark := ROWS[y][x]) != "."}

ANCHOR = tuple(_MARK[letter] for letter in "abcdefgh")
"""The cell where fleets moor, by city."""

CITY_AT = {cell: city for city, cell in enumerate(ANCHOR)}
BAYS = (_MARK["1"], _MARK["2"])
CAPE_CELLS = (_MARK["n"], _MARK["s"])
SHARED = frozenset((*ANCHOR, *BAYS, *CAPE_CELLS))
"""Cells that hold any number of fleets."""

GATES = (_AT[18, 7], _AT[17, 17])

NEAR: tuple[tuple[int, ...], ...] = tuple(
    tuple(_AT[x + dx, y + dy] for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx or dy) and (x + dx, y + dy) in _AT)
    for x, y in XY
)
"""Neighbouring sea cells, by cell."""

COAST = frozenset(
    cell
    for cell, (x, y) in enumerate(XY)
    if any(
        0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT and ROWS[y + dy][x + dx] == "T"
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
    )
)
"""The cells that touch the island: fleets there are not attacked."""


def _steps_from(start: int) -> tuple[int, ...]:
    steps = [-1] * len(XY)
    steps[start] = 0
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for near in NEAR[cell]:
            if steps[near] < 0:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return tuple(steps)


class _Steps(dict[int, tuple[int, ...]]):
    """Steps from a cell to every cell, reckoned when first asked for."""

    def __missing__(self, start: int) -> tuple[int, ...]:
        steps = _steps_from(start)
        self[start] = steps
        return steps


DIST = _Steps()
"""``DIST[a][b]``: the least number of steps over sea."""


def apart(a: int, b: int) -> int:
    """Cells between two places as a gun reaches: the greater of both differences."""
    (ax, ay), (bx, by) = XY[a], XY[b]
    return max(abs(ax - bx), abs(ay - by))
