"""Templates to HTML: one MiniJinja environment a language and a game, and addresses of static files.

An environment knows its language and game, so a template needs no context to say a text. Globals of every template:

* ``_(key, **params)``, ``ngettext(key, key_plural, n, **params)``: texts (``web/i18n.py``). What a macro or a
  ``{% set %}`` block made is passed to them with ``|safe``;
* ``knows(key)``: whether a catalogue has a text;
* ``of_game(slug, key, **params)``: a text of another game than the page's;
* ``icon(name, cls="icon", game=None)``: an ``<svg>`` of the game's sprite, else of the common one;
* ``asset(path)``: the address of a file of ``web/static``; ``game_asset(path, game=None)``: of a game's own file;
* ``lang``, ``other_lang``, ``game`` (the slug or None);
* ``numbers``: what the game's ``data.toml`` holds, for games that keep their numbers there; else nothing.

Filters: ``clock_time`` and ``clock_iso`` of a Unix time (in UTC; the browser shows its own), ``number`` (−3)
and ``signed`` (+3) of a number.

Templates of a game are named ``games/<slug>/<file>``; all others lie in ``web/templates``.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup
from minijinja import Environment

from board_library.engine.core import GameSpec
from board_library.web.i18n import LANGUAGES, Translations, Translator, with_minus

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
STATIC = HERE / "static"

SERVED = {
    ".svg": "image/svg+xml",
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Kinds of files of a folder that browsers may ask for, and their media types."""

SPRITE = "art/sprite.svg"
"""Where a game keeps its symbols; ``game-<slug>`` is the drawing of its tile, whose colours are in ``tile.css``."""

SHEETS = {
    "base": ("tokens", "components"),
    "pages": ("pages",),
    "select": ("pages",),
    "table": ("table",),
    "replay": ("table", "replay"),
    "game": (),
}
"""Style sheets that travel as one file: ``select`` ends with all games' ``tile.css``, others with one game's sheet."""

WITH_GAME = ("table", "replay", "game")
"""Sheets with a game's ``table.css`` in them; ``game`` is that one alone, for pages beside the table."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(r'@import url\("([\w-]+\.css)"\);')
_INDENT = re.compile(r"\n\s*")
_SYMBOL = re.compile(r'<symbol id="([^"]+)"')


class Folder:
    """Static files under one address that changes whenever one of them does, so browsers keep them for good."""

    def __init__(self, address: str, root: Path) -> None:
        self.root = root
        self._address = address

    @cached_property
    def version(self) -> str:
        """Twelve hex digits that stand for the contents of all served files."""
        digest = hashlib.sha256()
        for path in sorted(self.files()):
            digest.update(path.relative_to(self.root).as_posix().encode())
            digest.update(path.read_bytes())
        return digest.hexdigest()[:12]

    def files(self) -> Iterator[Path]:
        """Every file that may be asked for."""
        return (p for p in self.root.rglob("*") if p.suffix in SERVED and p.is_file())

    def url(self, path: str) -> Markup:
        """The address of one file."""
        return Markup("{}/{}/{}").format(self._address, self.version, path)

    def find(self, path: str) -> Path | None:
        """The file at ``path``, None if there is none that may be served."""
        try:
            file = (self.root / path).resolve()
            served = file.is_relative_to(self.root.resolve()) and file.suffix in SERVED and file.is_file()
        except (ValueError, OSError):  # a null character, a name longer than any file's
            return None
        return file if served else None

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The ids of the symbols of the folder's sprite."""
        sprite = self.root / SPRITE
        return frozenset(_SYMBOL.findall(sprite.read_text())) if sprite.is_file() else frozenset()


class Renderer:
    """Renders templates; made once at start and shared by pages and sockets."""

    def __init__(self, games: Mapping[str, GameSpec]) -> None:
        self.games = games
        self.translations = Translations(games)
        self.static = Folder("/static", STATIC)
        self.folders = {slug: Folder(f"/games/{slug}", spec.folder) for slug, spec in games.items()}
        self._common = frozenset(_SYMBOL.findall((STATIC / "art" / "ui.svg").read_text()))
        self._sheets: dict[tuple[str, str | None], str] = {}
        self._environments: dict[tuple[str, str | None], Environment] = {}

    def styles(self, name: str, game: str | None = None) -> Markup:
        """The address of a style sheet of ``SHEETS`` for the pages of a game; it changes whenever the sheet does."""
        version = hashlib.sha256(self.sheet(name, game).encode()).hexdigest()[:12]
        return Markup("/styles/{}/{}{}.css").format(version, name, f".{game}" if game and name in WITH_GAME else "")

    def sheet(self, name: str, game: str | None = None) -> str:
        """A style sheet as it is sent: one file, without comments and indents. Raises ``KeyError`` for unknown ones."""
        if (name, game) not in self._sheets:
            paths = [STATIC / "css" / f"{part}.css" for part in SHEETS[name]]
            if game is not None and name in WITH_GAME:
                paths.append(self.folders[game].root / "table.css")
            if name == "select":
                paths += [folder.root / "tile.css" for folder in self.folders.values()]
            texts = (_sheet(path) for path in paths if path.is_file())
            self._sheets[name, game] = "\n".join(_INDENT.sub("\n", _COMMENT.sub("", text)).strip() for text in texts)
        return self._sheets[name, game]

    def render(self, template: str, lang: str, game: str | None = None, /, **context: Any) -> str:
        """The HTML of ``template`` in a language, with a game's texts, icons and addresses at hand."""
        return self.environment(lang, game).render_template(template, **context)

    def environment(self, lang: str, game: str | None = None) -> Environment:
        """The environment of a language and a game, made at first use."""
        if (lang, game) not in self._environments:
            self._environments[lang, game] = self._environment(lang, game)
        return self._environments[lang, game]

    def has(self, template: str) -> bool:
        """Whether there is such a template."""
        return self._path(template).is_file()

    def icon(self, name: str, cls: str = "icon", game: str | None = None) -> Markup:
        """A drawing by name: of the game's sprite if it has it, else of the common one, else a plain chest."""
        folder = self.folders.get(game or "")
        if folder is not None and name in folder.symbols:
            sprite = folder.url(SPRITE)
        else:
            sprite = self.static.url("art/ui.svg")
            name = name if name in self._common else "game-any"
        return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(cls, sprite, name)

    def _environment(self, lang: str, game: str | None) -> Environment:
        words: Translator = self.translations(lang, game)

        def of_game(slug: str, key: str, /, **params: Any) -> Markup:
            return self.translations(lang, slug)(key, **params)

        @cache  # a page draws hundreds of icons, of few kinds
        def icon(name: str, cls: str = "icon", game: str | None = game) -> Markup:
            return self.icon(name, cls, game)

        def game_asset(path: str, game: str | None = game) -> Markup:
            return self.folders[game or ""].url(path)

        def styles(name: str) -> Markup:
            return self.styles(name, game)

        return Environment(
            loader=self._load,
            undefined_behavior="strict",
            debug=False,  # an error must not print what a template was given into the log
            trim_blocks=True,
            lstrip_blocks=True,
            filters={"clock_time": _clock_time, "clock_iso": _clock_iso, "number": with_minus, "signed": _signed},
            globals={
                "_": words,
                "ngettext": words.ngettext,
                "knows": words.knows,
                "of_game": of_game,
                "icon": icon,
                "asset": self.static.url,
                "styles": styles,
                "game_asset": game_asset,
                "lang": lang,
                "other_lang": LANGUAGES[1 - LANGUAGES.index(lang)],
                "game": game,
                "numbers": {} if game is None else numbers_of(self.games[game]),
            },
        )

    def _path(self, template: str) -> Path:
        parts = template.split("/")
        if parts[0] == "games" and len(parts) > 2 and parts[1] in self.games:
            return self.games[parts[1]].folder.joinpath(*parts[2:])
        return TEMPLATES.joinpath(*parts)

    def _load(self, template: str) -> str | None:
        path = self._path(template)
        return path.read_text(encoding="utf-8") if path.is_file() else None


def numbers_of(spec: GameSpec) -> dict[str, Any]:
    """What a game's ``data.toml`` holds, or the numbers that it is played with in its place."""
    path = spec.folder / "data.toml"
    return dict(spec.numbers) or (tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {})


def _sheet(path: Path) -> str:
    """A style sheet with what it imports from its own folder in place: an import would cost a round trip of its own."""
    return _IMPORT.sub(lambda named: _sheet(path.parent / named[1]), path.read_text(encoding="utf-8"))


def _clock_time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%H:%M}"


def _clock_iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
