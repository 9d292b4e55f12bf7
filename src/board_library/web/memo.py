"""Memos: the crib sheet of a game, Markdown in its folder (``memo.ru.md``), read once.

A paragraph that is one word in square brackets, ``[here]``, is a drawn part: the game's macro ``memo_here(t)``.
``[options]`` is drawn by the shell: the options of this table. ``{cargo.win}`` is a number of the game's ``data.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import getitem
from typing import Any, Literal

from markdown_it import MarkdownIt

from board_library.engine.core import GameSpec
from board_library.web.i18n import LANGUAGES
from board_library.web.render import numbers_of

_DRAWN = re.compile(r"^\[(\w+)\]$", re.MULTILINE)
_NUMBER = re.compile(r"\{(\w+(?:\.\w+)*)\}")


@dataclass(frozen=True)
class Block:
    """A piece of a memo: ready HTML, or the name of a drawn part."""

    kind: Literal["html", "drawn"]
    text: str


class Memos:
    """The memos of all games, by game and language."""

    def __init__(self, games: Mapping[str, GameSpec]) -> None:
        self._by = {(slug, lang): _read(spec, lang) for slug, spec in games.items() for lang in LANGUAGES}

    def blocks(self, game: str, lang: str) -> list[Block]:
        """A game's memo; empty if it has none."""
        return self._by[game, lang]


def blocks(markdown: str, numbers: Mapping[str, Any] | None = None) -> list[Block]:
    """A memo's text as blocks, with the numbers it names; HTML in it is shown as text, not obeyed."""
    reader = MarkdownIt("commonmark", {"html": False})
    if numbers:
        markdown = _NUMBER.sub(lambda named: str(reduce(getitem, named[1].split("."), numbers)), markdown)
    found: list[Block] = []
    for k, piece in enumerate(_DRAWN.split(markdown)):
        if k % 2:
            found.append(Block("drawn", piece))
        elif piece.strip():
            # A memo's headings stand below those of the page.
            text = reader.render(piece).replace("<h1>", "<h2>").replace("</h1>", "</h2>")
            found.append(Block("html", text.replace("<h2>", "<h3>").replace("</h2>", "</h3>")))
    return found


def _read(spec: GameSpec, lang: str) -> list[Block]:
    path = spec.folder / f"memo.{lang}.md"
    return blocks(path.read_text(encoding="utf-8"), numbers_of(spec)) if path.is_file() else []
