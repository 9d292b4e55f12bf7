"""What a rendered table is held to: tags close, ids stand once, buttons can be told apart, texts exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from board_library.web import i18n
from board_library.web.render import Renderer
from board_library.web.table import Tables

VOID = {"input", "br", "img", "hr", "meta", "link"}
LONG = ("log", "memo", "chat")
"""Zones that are parsed now and then only: they are long and change little from ply to ply."""


@pytest.fixture(scope="module")
def tables(request: pytest.FixtureRequest) -> Iterator[Tables]:
    """Draws tables of the module's ``GAME``; a text without a translation fails the test that shows it."""

    def missing(_self: object, key: str, *_more: object) -> str:
        raise AssertionError(f"no translation of {key!r}")

    game = request.module.GAME
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n._Humanised, "gettext", missing)
        patch.setattr(i18n._Humanised, "ngettext", missing)
        yield Tables(Renderer({game.slug: game}))


class Page(HTMLParser):
    """Checks that tags close in order and no id stands twice; collects ids and buttons.

    ``codes``: how many buttons hold a code; ``cells``: the targets of those on a board; ``buttons``: the code of a
    button by its id; ``off``: by id why a button is off.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.cells: set[str] = set()
        self.buttons: dict[str, str] = {}
        self.off: dict[str, str] = {}
        self.feed(html)
        assert not self.open, f"never closed: {self.open}"
        assert [name for name, times in self.ids.items() if times > 1] == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element."""
        values = {name: value or "" for name, value in attrs}
        assert len(values) == len(attrs), f"an attribute twice: {tag} {attrs}"
        assert "style" not in values, f"inline style: {tag} {attrs}"
        if "id" in values:
            self.ids[values["id"]] += 1
        if tag == "button":
            self.button(values)
        if tag not in VOID:
            self.open.append(tag)

    def button(self, values: dict[str, str]) -> None:
        """A button plays a code, is off for a reason, or does something else."""
        name = values.get("id", "")
        if values.get("name") == "code":
            code = values["value"]
            self.codes[code] += 1
            self.buttons[name] = code
            if "cell" in values.get("class", "").split():
                self.cells.add(code.split()[1])
                assert values.get("aria-label"), f"a cell without a name: {values}"
        if values.get("aria-disabled"):
            assert values.get("data-why"), f"off without a reason: {values}"
            self.off[name] = values["data-why"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """``<use …/>`` inside an icon closes itself."""

    def handle_endtag(self, tag: str) -> None:
        """Closes the element opened last."""
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> closes another tag"
