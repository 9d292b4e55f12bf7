"""A suggested move on a table's page: the words of its button, and the mark on it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from board_library.server.seen import Seen
from board_library.web.course import said
from board_library.web.i18n import Translator

_BUTTON = re.compile(r'<button\b[^>]*\bname="code" value="([^"]*)"[^>]*>.*?</button>', re.DOTALL)
_SAYS = (
    re.compile(r'\bdata-say="([^"]*)"'),
    re.compile(r'\bclass="btn__main">(.*?)</span>', re.DOTALL),
    re.compile(r'\baria-label="([^"]*)"'),
)
"""What tells best what a button does, the best first: what a confirmation says, its first line, its name."""

_VALUE = re.compile(r'\bname="code" value="([^"]*)"')
_TAG = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"\s+")


def advice(code: str, zones: Iterable[str], seen: Seen, words: Translator) -> str:
    """What to do, as plain text: by the button that is drawn for it, which knows prices and sums of the moment."""
    drawn = [found[0] for zone in zones for found in _BUTTON.finditer(zone) if html.unescape(found[1]) == code]
    told = next((found[1] for says in _SAYS for button in drawn if (found := says.search(button))), "".join(drawn[:1]))
    return plain(told) or said(code, seen, words)


def marked(zone: str, code: str) -> str:
    """A zone in which every button of a code bears ``data-hint`` and is described by the hint."""

    def mark(found: re.Match[str]) -> str:
        return f'{found[0]} data-hint aria-describedby="advice"' if html.unescape(found[1]) == code else found[0]

    return _VALUE.sub(mark, zone)


def plain(markup: str) -> str:
    """The text of a bit of HTML on one line."""
    return _SPACE.sub(" ", html.unescape(_TAG.sub("", markup))).strip()
