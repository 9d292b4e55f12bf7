"""The ground of the board: mountains and valley, sand, sea, walls. Big quiet shapes that nobody clicks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from board_library.games.sesame.board import AT, DRAGON, REST, ROBBER, SEA

Point = tuple[float, float]


def _gradient(name: str, above: str, below: str) -> str:
    stops = f'<stop stop-color="{above}"/><stop offset="1" stop-color="{below}"/>'
    return f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'


GRADIENTS = "".join(
    _gradient(*three)
    for three in (
        ("g-rock", "#584a44", "#86705a"), ("g-vale", "#46643c", "#86a05c"), ("g-sand", "#c58a4e", "#b0703c"),
        ("g-sea", "#176069", "#0d3b46"), ("g-paper", "#faf0d6", "#ead9ae"), ("g-plum", "#4c2450", "#2c1233"),
    )
)  # fmt: skip


def smooth(points: Sequence[Point], pull: float = 6.0) -> str:
    """A path through all points (Catmull-Rom turned into cubic curves)."""
    last = len(points) - 1
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for i in range(last):
        (ax, ay), (bx, by), (cx, cy), (ex, ey) = (points[max(0, min(last, j))] for j in (i - 1, i, i + 1, i + 2))
        one = f"{bx + (cx - ax) / pull:.1f} {by + (cy - ay) / pull:.1f}"
        two = f"{cx - (ex - bx) / pull:.1f} {cy - (ey - by) / pull:.1f}"
        path += f"C{one} {two} {cx:g} {cy:g}"
    return path


def ground() -> str:
    """Rock, valley, sand, water, and what is woven into them."""
    waves = "".join(f"M{x} {y}q8-7 16 0t16 0" for y in range(700, 990, 27) for x in range(20 + (y * 7) % 53, 960, 97))
    stones = "".join(f"M{x} {y}h22v12h-22z" for y in range(352, 668, 26) for x in range(14 + (y * 11) % 41, 970, 83))
    vale = "M476 -8C516 60 470 120 492 180 510 236 474 280 502 350H1006V-8z"
    bands = ((346, 100, "#000", ".08"), (446, 139, "#4a1d4a", ".18"), (585, 87, "#0d2f5a", ".14"))
    return (
        '<path fill="#3b2718" d="M0 0h1000v1000H0z"/><path fill="url(#g-rock)" d="M8 8H500V332H8z"/>'
        f'<path fill="url(#g-vale)" stroke="#2e2620" stroke-width="5" d="{vale}"/>'
        '<path fill="url(#g-sand)" d="M8 346H992V672H8z"/><path fill="url(#g-sea)" d="M8 684H992V992H8z"/>'
        + "".join(f'<path fill="{c}" fill-opacity="{o}" d="M8 {y}H992v{h}H8z"/>' for y, h, c, o in bands)
        + f'<path d="{waves}" fill="none" stroke="#7fc3c4" stroke-opacity=".28" stroke-width="2.5"/>'
        f'<path d="{stones}" fill="#7a4522" fill-opacity=".16"/>'
    )


PEAKS = (
    (262, 110, 66, 62, 1), (420, 118, 60, 80, 1), (60, 118, 60, 70, 1), (180, 226, 70, 54, 0), (440, 232, 74, 96, 0),
    (40, 330, 70, 74, 0), (300, 332, 90, 52, 0), (170, 332, 80, 66, 0),
)  # fmt: skip
ROCK = (("#8d7a66", "#6a5848"), ("#7a6b5e", "#62554a"))
HILLS = (
    (650, 70, 120, 34), (830, 70, 90, 30), (560, 210, 110, 50), (760, 180, 130, 46), (700, 332, 190, 46),
    (900, 332, 160, 60),
)  # fmt: skip
FIRS = (
    (640, 205), (668, 214), (700, 200), (795, 196), (820, 206), (560, 150), (585, 172), (560, 118), (960, 268),
    (930, 290), (965, 300), (890, 300),
)  # fmt: skip


def _peak(x: int, y: int, w: int, h: int, tone: int) -> str:
    """One mountain with a lit left face and a snow cap."""
    lit, dark = ROCK[tone]
    snow = (
        f"M{x} {y - h}L{x + w * 0.3:.0f} {y - h * 0.7:.0f}L{x + w * 0.1:.0f} {y - h * 0.76:.0f}"
        f"L{x - w * 0.06:.0f} {y - h * 0.64:.0f}L{x - w * 0.28:.0f} {y - h * 0.72:.0f}z"
    )
    shade = f"M{x} {y - h}L{x + w} {y}H{x + w * 0.1:.0f}L{x + w * 0.22:.0f} {y - h * 0.45:.0f}z"
    return (
        f'<path fill="{lit}" d="M{x - w} {y}L{x} {y - h}L{x + w} {y}z"/><path fill="{dark}" d="{shade}"/>'
        f'<path fill="#efe6d6" d="{snow}"/>'
    )


def terrain() -> str:
    """Mountains, river, bridge, roads, sea route, walls and gates."""
    hills = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{w}" ry="{h}" fill="{"#7c9a55" if i % 2 else "#6b8a49"}"/>'
        for i, (x, y, w, h) in enumerate(HILLS)
    )
    peaks = "".join(_peak(*five) for five in PEAKS)
    frame = '<path fill="#3b2718" d="M0 0H1000V8H0zM992 0h8V1000h-8zM0 0h8V1000H0z"/>'
    firs = "".join(
        f'<path d="M{x} {y}v10" stroke="#4a3018" stroke-width="5"/><path fill="#33562c" d="M{x} {y - 30}l15 34h-30z"/>'
        f'<path fill="#4d7a3f" d="M{x} {y - 30}l-15 34h13z"/>'
        for x, y in FIRS
    )
    valley = f'<g clip-path="url(#top)">{hills}{_river()}</g>'
    return peaks + valley + frame + firs + _bridge() + _roads() + _sea_route() + _walls()


def _river() -> str:
    river = smooth([(586, 318), *(AT[DRAGON[k]] for k in range(1, 7)), (900, 186), (930, 150), (972, 96), (990, 20)])
    wide = ' fill="none" stroke-linecap="round"'
    return (
        f'<path d="{river}" stroke="#e3d6a4" stroke-width="84"{wide}/>'
        f'<path d="{river}" stroke="#2f7f98" stroke-width="72"{wide}/><g fill="none" stroke="#7cc4d4" stroke-width="3">'
        f'<path d="{river}" stroke-dasharray="26 18" transform="translate(0 -20)"/>'
        f'<path d="{river}" stroke-dasharray="18 30" transform="translate(0 22)"/></g>'
    )


def _bridge() -> str:
    planks = "".join(f"M{958 - i * 9.4 + 22:.0f} {193 - i * 12.5 - 16:.0f}l-44 33" for i in range(7))
    return (
        '<path d="M960 196L900 116" stroke="#5a3a1c" stroke-width="62"/>'
        f'<path d="{planks}" stroke="#c08a4e" stroke-width="9"/>'
    )


def _roads() -> str:
    found = ""
    for road in (ROBBER, DRAGON[REST:]):
        path = smooth([AT[cell] for cell in road])
        for colour, width in (("#3f2c18", 38), ("#d9b678", 32)):
            found += f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
    return found


def _sea_route() -> str:
    route = smooth([AT[cell] for cell in SEA], pull=7)
    planks = "M8 933h38M8 943h38M8 953h38M8 963h38"
    return (
        f'<path d="{route}" fill="none" stroke="#0a2a31" stroke-opacity=".45" stroke-width="44"/>'
        f'<path d="{route}" fill="none" stroke="#bfe3dd" stroke-width="4" stroke-linecap="round" '
        'stroke-dasharray="3 15"/>'
        f'<path fill="#7b4a25" d="M8 925h38v52H8z"/><path stroke="#c28d55" stroke-width="7" d="{planks}"/>'
        '<path fill="#d8b074" stroke="#5b3a18" stroke-width="2" d="M862 686h130v112h-14v-84H862z"/>'
        '<path fill="#b98b58" d="M866 706h112v6H866z"/><g fill="#4a2c14"><circle cx="874" cy="695" r="5"/>'
        '<circle cx="985" cy="784" r="5"/><circle cx="985" cy="760" r="5"/></g>'
    )


def _walls() -> str:
    teeth = "".join(f"M{x} 322h14v10h-14z" for x in range(8, 992, 24))
    castle = "M498 88V26h7v7h8v-7h8v7h38v-7h8v7h8v-7h7v62z"
    gates = "".join(map(_gate, (440, 560)))
    seam = ' stroke="#7a5427" stroke-width="2" stroke-dasharray="22 4"'
    return (
        f'<path fill="#b98b58" d="M8 330H992v18H8z{teeth}"/><path d="M8 339H992"{seam}/>{gates}'
        f'<path fill="#b98b58" d="M8 672H992v12H8z"/><path d="M8 678H992"{seam}/>'
        f'<path fill="#cfb9a0" stroke="#4a3524" stroke-width="3" d="{castle}"/>'
        '<path fill="#8a2344" stroke="#4a3524" stroke-width="2" d="M494 27l15-21 15 21zM557 27l15-21 15 21z"/>'
    )


def _gate(x: int) -> str:
    towers = f"M{x - 46} 349v-46h10v8h8v-8h12v46zM{x + 46} 349v-46h-10v8h-8v-8h-12v46z"
    arch = f'<path fill="#3a2412" d="M{x - 30} 349v-14a30 28 0 0 1 60 0v14z"/>'
    return f'<path fill="#caa06c" stroke="#5b3a18" stroke-width="2.5" d="{towers}"/>{arch}'


def words(robbers: str, dragons: str, gate: str, text: Callable[..., str]) -> str:
    """Ribbons with the names of the roads, and the words over the gates."""
    found = "".join(text(x, 344, gate, 15, "#f8edd2") for x in (440, 560))
    for x, y, said, w in ((330, 208, robbers, 256), (716, 172, dragons, 214)):
        ribbon = f"M{x - w / 2:g} {y - 17}h{w}l-11 17 11 17h-{w}l11-17z"
        found += f'<path fill="#f4e9cf" stroke="#6b4a12" stroke-width="2.5" d="{ribbon}"/>' + text(x, y + 7, said, 19)
    return found
