"""What a client must not hear, and the forms in which pages and answers would write it."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Any

from board_library.engine.core import State
from board_library.games.treasure_map import GAME
from board_library.games.treasure_map.cards import CARDS, SUITS
from board_library.games.treasure_map.characters import CHARACTERS
from board_library.server.seen import Seen, ViewerSettings
from board_library.web.i18n import LANGUAGES
from board_library.web.render import Renderer
from board_library.web.table import TableContext, Tables

_ADDRESS = re.compile(r"/games/[a-z-]+/[0-9a-f]{12}/")
"""Where a game's own files lie; the digits change with them."""

VOID = {"input", "br", "img", "hr", "meta", "link"}


def hidden_things(state: State, seat: int | None) -> set[str]:
    """Ids of the cards and characters that a seat (None: a spectator) cannot know of in this state."""
    public = {name for name in state.characters if name} | set(state.dealt[seat] if seat is not None else ())
    dealt = {name for pair in state.dealt for name in pair} | set(state.undealt)
    return {CARDS[card] for card in state.deck} - looked_at(state, seat) | (dealt - public)


def looked_at(state: State, seat: int | None) -> set[str]:
    """The cards on top of the deck that a seat has looked at, worked out from the rules' own memory."""
    if seat is None:
        return set()
    known = state.peeked[seat]
    if state.kind == "orb" and seat == state.active:
        known = max(known, state.info[2] + 1)
    return {CARDS[card] for card in state.deck[::-1][:known]}


def secret_forms(secret: bytes) -> list[str]:
    """The ways in which some program might write 32 bytes; long ones in parts, each of which would tell enough."""
    text = secret.hex()
    hexes = [text[k : k + 16] for k in range(0, len(text), 16)]
    based = [coder(secret).decode().rstrip("=") for coder in (base64.b64encode, base64.urlsafe_b64encode,
                                                             base64.b32encode, base64.b85encode)]  # fmt: skip
    numbers = [str(int.from_bytes(secret, order)) for order in ("big", "little")]
    return [*hexes, *(part.upper() for part in hexes), *based, *numbers, ", ".join(map(str, secret)),
            ",".join(map(str, secret)), "".join(f"\\x{byte:02x}" for byte in secret), repr(secret)[2:-1]]  # fmt: skip


def number_forms(number: int) -> list[str]:
    """The ways to write a browser's random number."""
    return [str(number), f"{number:x}", f"{number:X}"]


class Forms:
    """Finds things of Treasure Map in what a client has heard.

    ``found`` gives the ids of all cards and characters that a page, a message or an answer names, in whatever form:
    as an id, in words of either language, as a class with a value, as a list of values under a suit.
    """

    def __init__(self) -> None:
        renderer = Renderer({GAME.slug: GAME})
        self._tables = Tables(renderer)
        self._words = {lang: renderer.translations(lang, GAME.slug) for lang in LANGUAGES}
        self._suits = {str(w.text(f"suit.{suit}")): suit for w in self._words.values() for suit in SUITS}
        names = "|".join(map(re.escape, self._suits))
        self._named = re.compile(rf"(?<!\w)({names}) (\d)(?!\d)")
        self._card = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(SUITS)})[-_: ]?(\d)(?![0-9])")
        self._character = re.compile(rf"(?<![A-Za-z0-9_])({'|'.join(CHARACTERS)})(?![0-9])")
        self._listed = re.compile(rf'"({"|".join(SUITS)})": ?\[([0-9, ]+)\]')
        self._fixed = [piece.strip() for piece in self._fixed_pieces()]
        self._prose = {
            name: [w.text(f"character.{name}.{part}") for w in self._words.values() for part in ("short", "text")]
            for name in CHARACTERS
        }
        self.titles = {name: [w.text(f"character.{name}") for w in self._words.values()] for name in CHARACTERS}

    def found(self, where: str, text: str) -> dict[str, set[str]]:
        """Things by the form in which they are named. ``where`` is ``socket`` or the path that was asked for."""
        if where == "socket":
            message = json.loads(text)
            pieces = list(message.get("zones", {}).values())
            plain = json.dumps({k: v for k, v in message.items() if k != "zones"}, ensure_ascii=False)
            return _joined([*map(self._in_html, pieces), self._in_text(plain)])
        if where.startswith("/api/"):
            return self._in_json(text)
        return self._in_html(text)

    def _in_json(self, text: str) -> dict[str, set[str]]:
        body = json.loads(text.partition("\n\n")[2])
        if isinstance(body, dict):
            body.pop("options", None)  # some are called after characters
        plain = json.dumps(body, ensure_ascii=False)
        found = self._in_text(plain)
        found["listed"] = {
            f"{suit}{value}" for suit, values in self._listed.findall(plain) for value in re.findall(r"\d", values)
        }
        return found

    def _in_text(self, text: str) -> dict[str, set[str]]:
        return {
            "id": {suit + value for suit, value in self._card.findall(text)} | set(self._character.findall(text)),
            "words": {self._suits[name] + value for name, value in self._named.findall(text)}
            | {name for name, told in self._prose.items() if any(one in text for one in told)},
        }

    def _in_html(self, text: str) -> dict[str, set[str]]:
        page = _Page(self._without_what_all_can_read(text))
        found = self._in_text("\n".join([*page.attributes, *page.texts, *page.chips]))
        found["class"] = page.classes
        said = "\n".join(page.texts)
        found["title"] = {name for name, titles in self.titles.items() if any(title in said for title in titles)}
        return found

    def _without_what_all_can_read(self, text: str) -> str:
        """A page or zone without the crib sheet's fixed parts and the texts of all things, which hide nothing."""
        text = _ADDRESS.sub("", text)
        text = re.sub(r'<div id="about" hidden>.*?</template>\s*</div>', "", text, flags=re.DOTALL)
        if 'id="zone-memo"' not in text:
            return text
        start = text.index('id="zone-memo"')
        memo, script, after = text[start:].partition("<script")
        for piece in self._fixed:
            memo = memo.replace(piece, "")
        memo = re.sub(r'<dl class="memo__options">.*?</dl>', "", memo, flags=re.DOTALL)
        return text[:start] + memo + script + after

    def _fixed_pieces(self) -> Iterator[str]:
        """The parts of the crib sheet that are the same at every table."""
        for lang in LANGUAGES:
            t = TableContext(self._tables.renderer, _nothing(lang))
            yield from (block.text for block in self._tables.memos.blocks(GAME.slug, lang) if block.kind == "html")
            for part in ("memo_all", "memo_suits", "memo_bust"):
                yield _ADDRESS.sub("", self._tables._part(t, part))


def _nothing(lang: str) -> Seen:
    """A page on which there is nothing."""
    fields: dict[str, Any] = dict.fromkeys(Seen.__struct_fields__)
    fields |= {"game": GAME.slug, "seats": (), "log": (), "settings": ViewerSettings(lang=lang), "options": {}}
    return Seen(**fields)


def _joined(many: Iterable[dict[str, set[str]]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one in many:
        for form, things in one.items():
            found.setdefault(form, set()).update(things)
    return found


class _Page(HTMLParser):
    """Attributes and texts of a page, and the values that stand in elements of a suit's class."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.attributes: list[str] = []
        self.texts: list[str] = []
        self.chips: list[str] = []
        self.classes: set[str] = set()
        self._open: list[tuple[str, str | None]] = []
        self._chip: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element."""
        values = [value for _, value in attrs if value]
        self.attributes += values
        classes = (dict(attrs).get("class") or "").split()
        suit = next((name[5:] for name in classes if name.startswith("suit-")), None)
        if tag not in VOID:
            self._open.append((tag, suit))
        if suit is not None:
            self._chip = []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that closes itself."""
        del tag
        self.attributes += [value for _, value in attrs if value]

    def handle_endtag(self, tag: str) -> None:
        """Closes the element opened last."""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """A text."""
        self.texts.append(data)
        suit = self.suit()
        if suit is None:
            return
        text = data.strip()
        if re.fullmatch(r"\d", text):
            self.classes.add(suit + text)
        self._chip = [*self._chip[-1:], text]
        self.chips.append(" ".join(self._chip))

    def suit(self) -> str | None:
        """The suit of the innermost element that has one."""
        return next((suit for _, suit in reversed(self._open) if suit), None)
