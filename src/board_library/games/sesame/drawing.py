"""Draws the board from ``board.py``: the picture of each language, and where its cells are for style and script.

Writes ``art/board.<language>.svg``, ``cells.js`` and the last part of ``table.css``; a test compares them with what
this would write::

    python -m board_library.games.sesame.drawing
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from board_library.games.sesame.board import (
    AT,
    BLACK,
    BOX,
    BUY_PRICE,
    CAVE,
    CELLS,
    CORSAIR,
    ENTRY,
    GAMES,
    GOODS,
    HEADS,
    LAST_SEA,
    MONSTERS,
    NUMBER,
    PINK,
    PRINCESS,
    REST,
    RIVER,
    SELL_PRICE,
    radius,
)  # fmt: skip
from board_library.games.sesame.landscape import GRADIENTS, ground, terrain, words

HERE = Path(__file__).parent
INK, PAPER, BRASS = "#241a10", "#f4e9cf", "#e2b64f"

_SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="0 0 64 64">(.*?)</symbol>', re.DOTALL)


class Words(NamedTuple):
    """What is written on the board in one language."""

    goods: tuple[str, ...]
    flags: tuple[str, ...]
    wins: tuple[str, ...]
    monsters: dict[str, str]
    sell: str
    buy: str
    gate: str
    robbers: str
    dragons: str
    cave: str
    princess: str
    rest: str
    pier: str
    port: str


LANGUAGES = {
    "ru": Words(
        ("Ковры", "Слоновая кость", "Жемчуг", "Меха", "Кони"), ("Ковры", "Кость", "Жемчуг", "Меха", "Кони"),
        ("чётная", "8–12", "9–12", "дубль", "11–12"), {"angler": "чудо-рыба", "serpent": "змей", "kraken": "спрут"},
        "продать", "купить", "вход", "Дорога разбойников", "Дорога драконов", "пещера", "принцесса", "отдых",
        "Отплытие", "Порт",
    ),
    "en": Words(
        ("Carpets", "Ivory", "Pearls", "Furs", "Horses"), ("Carpets", "Ivory", "Pearls", "Furs", "Horses"),
        ("even", "8–12", "9–12", "double", "11–12"), {"angler": "angler", "serpent": "serpent", "kraken": "kraken"},
        "sell", "buy", "gate", "Robbers’ road", "Dragon road", "cave", "princess", "rest", "Pier", "Port",
    ),
}  # fmt: skip


@cache
def _symbols() -> dict[str, str]:
    return dict(_SYMBOL.findall((HERE / "art" / "sprite.svg").read_text(encoding="utf-8")))


def icon(name: str, x: float, y: float, size: float, colour: str = INK, cut: str = PAPER) -> str:  # noqa: PLR0917
    """A symbol of the sprite with its middle at a point, its colours written out."""
    drawn = re.sub(r"var\(--cut,[^)]*\)", cut, _symbols()[name]).replace("currentColor", colour)
    scale = size / 64
    return f'<g transform="translate({x - size / 2:g} {y - size / 2:g}) scale({scale:g})">{drawn}</g>'


def text(x: float, y: float, said: str | int, size: float, fill: str = INK, *, plain: bool = False) -> str:
    """Words with their middle at ``x``."""
    family = "system-ui, sans-serif" if plain else "Georgia, 'Noto Serif', 'DejaVu Serif', serif"
    weight = "" if plain else ' font-weight="700"'
    place = f'x="{x:g}" y="{y:g}" text-anchor="middle"'
    return f'<text {place} font-size="{size:g}" font-family="{family}"{weight} fill="{fill}">{said}</text>'


def _halo(x: float, y: float, said: str, size: float) -> str:
    halo = ' stroke="#0b2a30" stroke-width="5" stroke-linejoin="round" paint-order="stroke"'
    return text(x, y, said, size, "#f8edd2").replace("<text", f"<text{halo}")


def _coin(x: float, y: float, r: float, said: str | int, size: float) -> str:
    rim = f'<circle cx="{x:g}" cy="{y:g}" r="{r - 4.5:g}" fill="none" stroke="#8a6420" stroke-width="1.2"/>'
    face = f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{BRASS}" stroke="#6b4a12" stroke-width="2.5"/>'
    return face + rim + text(x, y + size * 0.36, said, size)


def _disc(cell: str, fill: str, stroke: str, width: float = 3) -> str:
    (x, y), r = AT[cell], radius(cell)
    shade = f'<circle cx="{x}" cy="{y + 3}" r="{r}" opacity=".3"/>'
    return f'{shade}<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'


def face(cell: str, said: Words) -> str:
    """What is printed on one cell."""
    return {"u": _trade, "l": _trade, "g": _game, "c": _cellar, "s": _sea, "r": _robbers, "d": _dragons}[cell[0]](
        cell, said
    )


def _trade(cell: str, said: Words) -> str:
    (x, y), (w, h) = AT[cell], BOX[cell[0]]
    good, selling = NUMBER[cell] - 1, cell[0] == "u"
    top, awning = y - h / 2, "#1f5b3f" if selling else "#24518a"
    price = (SELL_PRICE if selling else BUY_PRICE)[good]
    teeth = "a11.5 9 0 0 1-23 0" * 8
    body = f"M{x - w / 2:g} {top + 22:g}h{w}v{h - 30}q0 8-8 8h-{w - 16}q-8 0-8-8z"
    roof = f"M{x - w / 2 + 4:g} {top:g}h{w - 8}l4 25{teeth}z"
    low = 0 if selling else 2
    return (
        f'<path d="{body}" fill="url(#g-paper)" stroke="#5b3a18" stroke-width="2.5"/>'
        f'<path d="{roof}" fill="{awning}" stroke="#16100a" stroke-opacity=".5" stroke-width="1.5"/>'
        + text(x, top + 20, said.goods[good], 17 if len(said.goods[good]) > 9 else 18.5, "#f8edd2")
        + icon(GOODS[good], x - 64, y + 18, 44)
        + text(x + 2, y + 22 - low, price, 31)
        + text(x + 4, y + 37 - low, said.sell if selling else said.buy, 14.6, plain=True)
    )


def _game(cell: str, said: Words) -> str:
    (x, y), k = AT[cell], NUMBER[cell] - 1
    tent = f"M{x - 92} {y + 36}v-52c0-14 40-12 62-20 16-5 24-8 30-8s14 3 30 8c22 8 62 6 62 20v52q0 8-8 8h-168q-8 0-8-8z"
    stake = GAMES[k].cellar
    size = 16 if stake < 1000 else 14.4
    coin = _coin(x - 65, y + 12, 24, stake, size) if stake else icon("rouble", x - 65, y + 12, 46, "#f0c75e", "#2c1233")
    return (
        f'<path d="{tent}" fill="url(#g-plum)" stroke="#e0b45a" stroke-width="2.5"/>{coin}'
        + text(x + 5, y + 6, said.wins[k], 19, "#f8edd2")
        + text(x + 5, y + 34, f"1 : {GAMES[k].odds}", 25, "#ffd968")
    )


def _cellar(cell: str, said: Words) -> str:  # noqa: ARG001
    x, y = AT[cell]
    edge = 'fill="#4a2c14" stroke="#1a0f06" stroke-width="2.5"'
    box = f'<rect x="{x - 75}" y="{y - 19}" width="150" height="38" rx="6" {edge}/>'
    return box + f'<path d="M{x - 70} {y - 6}h140M{x - 70} {y + 7}h140" stroke="#3b2718" stroke-width="2"/>'


def _sea(cell: str, said: Words) -> str:
    (x, y), k, r = AT[cell], NUMBER[cell], radius(cell)
    if k in CORSAIR:
        good = CORSAIR[k]
        flag = f'<path fill="{PAPER}" stroke="{INK}" stroke-width="2" d="M{x + 6} {y - 44}h36v32h-36z"/>'
        return (
            _disc(cell, "#5d1a1c", "#f0c2a0") + icon("corsair", x - 4, y + 2, 48, "#f7e3c0", "#5d1a1c")
            + flag + icon(GOODS[good], x + 24, y - 28, 27) + _halo(x, y + 53, f"{k} · {said.flags[good]}", 15.5)
        )  # fmt: skip
    if k in MONSTERS:
        spike = f"M{x - 6} {y - r + 2}L{x} {y - r - 9}L{x + 6} {y - r + 2}z"
        spikes = "".join(f'<path d="{spike}" transform="rotate({turn} {x} {y})"/>' for turn in range(0, 360, 30))
        name = said.monsters[MONSTERS[k]]
        return (
            f'<g fill="#9fe0c8">{spikes}</g>' + _disc(cell, "#0a2026", "#9fe0c8")
            + icon(MONSTERS[k], x, y, 46, "#b6f0d8", "#0a2026") + _halo(x, y + 55, f"{k} · {name}", 15.5)
        )  # fmt: skip
    if k == LAST_SEA:
        arch = f"M{x - 19} {y + 18}v-24a19 17 0 0 1 38 0v24h-9v-20a10 9 0 0 0-20 0v20z"
        gate = f'<path fill="#4a2c14" d="{arch}"/>'
        return _disc(cell, BRASS, "#6b4a12", 4) + gate + _halo(x - 8, y + 53, said.port, 16)
    name = _halo(x, y - 41, said.pier, 15.5) if k == 0 else ""
    return _disc(cell, "url(#g-paper)", "#d6ae55") + text(x, y + 9, k, 24) + name


def _robbers(cell: str, said: Words) -> str:
    (x, y), k = AT[cell], NUMBER[cell]
    if k == CAVE:
        return _disc(cell, PAPER, INK, 4) + icon("cave", x, y - 2, 60) + _halo(x, y + 58, said.cave, 15)
    if k in BLACK:
        return _disc(cell, "#1a1310", "#e9d9b2") + icon("robber", x, y, 28, PAPER, "#1a1310")
    if k in PINK:
        stripes = (
            f"M{x - 13} {y + 13}L{x + 13} {y - 13}M{x - 17} {y + 5}L{x + 5} {y - 17}M{x - 5} {y + 17}L{x + 17} {y - 5}"
        )
        woven = f'<path d="{stripes}" stroke="#fff3ee" stroke-width="3.5"/>'
        return _disc(cell, "#f2aab0", "#7d2233") + woven + text(x, y + 6, k, 16)
    if k == 0:
        return _disc(cell, "#fffaf0", "#5b4632") + text(x, y + 6, ENTRY, 17)
    return _disc(cell, "#d5cbbb", "#5b4632") + text(x, y + 6, k, 15)


def _dragons(cell: str, said: Words) -> str:
    (x, y), k = AT[cell], NUMBER[cell]
    if k == PRINCESS:
        name = _halo(x - 44, y + 59, said.princess, 15)
        return _disc(cell, "#ffe6ec", "#8a2344", 4) + icon("princess", x, y, 46, "#8a2344", "#ffe6ec") + name
    if k in HEADS:
        beast = icon(f"dragon{HEADS[k]}", x, y - 3, 50, "#d9e6a0", "#21301a")
        return _disc(cell, "#21301a", "#d9e6a0") + beast + _coin(x + 24, y + 24, 14, HEADS[k], 18)
    if k == REST:
        tent = f"M{x} {y - 18}l20 34h-40z"
        door = f"M{x} {y - 1}l8 17h-16z"
        drawn = f'<path fill="{INK}" d="{tent}"/><path fill="#fffaf0" d="{door}"/>'
        return _disc(cell, "#fffaf0", "#5b3a18") + drawn + _halo(x, y + 46, said.rest, 15)
    if k in RIVER:
        wave = f'<path d="M{x - 16} {y + 13}q5.5-5 11 0t11 0 11 0" stroke="#0d6a86" stroke-width="3" fill="none"/>'
        return _disc(cell, "#d3eef2", "#0d4f66", 3.5) + wave + text(x, y + 6, k, 18)
    fill = "#fffaf0" if k == 0 else "#e9cf9c"
    return _disc(cell, fill, "#5b3a18") + text(x, y + 6, ENTRY if k == 0 else k, 18 if k else 17)


def board(language: str) -> str:
    """The whole picture, 1000 by 1000."""
    said = LANGUAGES[language]
    defs = f'<defs>{GRADIENTS}<clipPath id="top"><path d="M8 8H992V332H8z"/></clipPath></defs>'
    layers = ground() + terrain() + words(said.robbers, said.dragons, said.gate, text)
    faces = "".join(face(cell, said) for cell in CELLS)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">{defs}{layers}{faces}</svg>\n'


CELLS_BEGIN = "/* From here on written by drawing.py from board.py: where the cells of the board lie. */"


def table_css() -> str:
    """The style sheet of the table with where each cell lies on the square, in percent of its side."""
    written = (HERE / "table.css").read_text(encoding="utf-8").split(CELLS_BEGIN, maxsplit=1)[0]
    lines = [CELLS_BEGIN]
    for cell in CELLS:
        x, y = AT[cell]
        lines.append(f".at-{cell} {{ left: {x / 10:g}%; top: {y / 10:g}%; }}")
    for row, (w, h) in BOX.items():
        lines.append(f".row-{row} {{ width: {w / 10:g}%; height: {h / 10:g}%; }}")
    for size in sorted({radius(cell) for cell in CELLS if cell[0] not in BOX}):
        names = ", ".join(f".round-{cell}" for cell in CELLS if cell[0] not in BOX and radius(cell) == size)
        lines.append(f"{names} {{ width: {size / 5:g}%; height: {size / 5:g}%; }}")
    return written + "\n".join(lines) + "\n"


def cells_js() -> str:
    """The same for the script that lets pawns walk."""
    places = {cell: [x / 10, y / 10] for cell, (x, y) in AT.items()}
    told = json.dumps(places, separators=(",", ":"))
    return (
        "// Written by drawing.py from board.py: where the cells of the board lie, in percent of its side.\n"
        f"/** @type {{Record<string, [number, number]>}} */\nexport const AT = {told};\n"
    )


def files() -> dict[str, str]:
    """Everything this writes, by path in the game's folder."""
    boards = {f"art/board.{language}.svg": board(language) for language in LANGUAGES}
    return boards | {"table.css": table_css(), "cells.js": cells_js()}


def main() -> None:
    """Write all files."""
    for path, content in files().items():
        (HERE / path).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
