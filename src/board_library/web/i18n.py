"""The words of every page: gettext catalogues compiled in memory, and translators that format what they find.

Catalogues are ``web/locale/<lang>/LC_MESSAGES/*.po`` and, for what a game brings,
``<game folder>/locale/<lang>.po``. A message id is a key (``room.start``), never prose. Texts are plain: ``{name}``
stands for a parameter, everything else is escaped when it goes into a page.

What a game's catalogue should hold (a game without one gets readable words made of the keys):

* ``game.title``, ``game.text`` (one sentence for its tile);
* ``option.<name>``, ``option.<name>.<value>`` and, where a line of help is wanted, ``option.<name>.hint``;
* ``event.<key>``, ``decision.<kind>``, ``score.<part>`` and whatever its own templates use;
* ``end.others`` (plural) where a hoard is declared and those of the others stay closed: what their number counts then.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from markupsafe import Markup

from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError

LANGUAGES = ("ru", "en")
"""The languages of the pages; the first is the one of a visitor who names none that we speak."""

_PLACE = re.compile(r"\{([a-z_]+)\}")

LOCALE = Path(__file__).parent / "locale"


class Translator:
    """Texts in one language: those of one game first (if there is one), then those of all pages.

    Calling it gives :class:`~markupsafe.Markup` for a page; ``text`` and ``ntext`` give plain text for a title, a
    message or a log.
    """

    def __init__(self, lang: str, catalogues: Sequence[Catalog]) -> None:
        self.lang = lang
        self._keys = frozenset(_key(message) for catalogue in catalogues for message in catalogue)
        self._found: NullTranslations = _Humanised()
        self._ready: dict[str, Markup] = {}
        for catalogue in reversed(catalogues):
            found = compiled(catalogue)
            found.add_fallback(self._found)
            self._found = found

    def __call__(self, key: str, /, **params: Any) -> Markup:
        """The text of ``key`` for a page: parameters are escaped unless they are Markup."""
        if params:
            return _fill_markup(self._found.gettext(key), params)
        if key not in self._ready:
            self._ready[key] = Markup.escape(self._found.gettext(key))
        return self._ready[key]

    def ngettext(self, key: str, key_plural: str, n: int, /, **params: Any) -> Markup:
        """The text of ``key`` in the plural form that ``n`` needs, for a page; ``{n}`` is filled in."""
        return _fill_markup(self._found.ngettext(key, key_plural, abs(n)), {"n": n, **params})

    def text(self, key: str, /, **params: Any) -> str:
        """The text of ``key`` as plain text."""
        return _fill(self._found.gettext(key), params)

    def ntext(self, key: str, key_plural: str, n: int, /, **params: Any) -> str:
        """The text of ``key`` in the plural form that ``n`` needs, as plain text."""
        return _fill(self._found.ngettext(key, key_plural, abs(n)), {"n": n, **params})

    def knows(self, key: str, /) -> bool:
        """Whether a catalogue holds ``key``."""
        return key in self._keys

    def error(self, error: BoardLibraryError) -> str:
        """What is wrong with somebody's input, as plain text."""
        return self.text(error.key, **error.params)


class _Humanised(NullTranslations):
    """The last resort: the last word of the key, readable."""

    def gettext(self, message: str) -> str:
        return message.rsplit(".", 1)[-1].replace("_", " ").replace("-", " ").capitalize()

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{self.gettext(msgid1 if n == 1 else msgid2)}: {n}"


class Translations:
    """All catalogues of a server, by language and game."""

    def __init__(self, games: Mapping[str, GameSpec]) -> None:
        self._by: dict[tuple[str, str | None], Translator] = {}
        for lang in LANGUAGES:
            web = [read_catalogue(path, lang) for path in sorted((LOCALE / lang / "LC_MESSAGES").glob("*.po"))]
            self._by[lang, None] = Translator(lang, web)
            for slug, spec in games.items():
                self._by[lang, slug] = Translator(lang, [game_catalogue(spec, lang), *web])

    def __call__(self, lang: str, game: str | None = None) -> Translator:
        """The translator for a language (one of ``LANGUAGES``) and, where its texts are needed, a game's slug."""
        return self._by[lang, game if (lang, game) in self._by else None]


def choose_language(wanted: str | None, accept: str) -> str:
    """The visitor's own choice, else the best of an ``Accept-Language`` header, else the first of ``LANGUAGES``."""
    if wanted in LANGUAGES:
        return wanted
    ranked: list[tuple[float, int, str]] = []
    for place, part in enumerate(accept[:400].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        ranked.append((-weight, place, tag.partition("-")[0].lower()))
    return next((tag for _, _, tag in sorted(ranked) if tag in LANGUAGES), LANGUAGES[0])


def read_catalogue(path: Path, lang: str) -> Catalog:
    """One ``.po`` file."""
    with path.open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


def game_catalogue(spec: GameSpec, lang: str) -> Catalog:
    """A game's own catalogue; one that holds its title alone if it brings none."""
    path = spec.folder / "locale" / f"{lang}.po"
    if path.is_file():
        return read_catalogue(path, lang)
    catalogue = Catalog(locale=lang)
    catalogue.add("game.title", spec.titles.get(lang, spec.slug.replace("-", " ").capitalize()))
    catalogue.add("game.text", " ")
    return catalogue


def compiled(catalogue: Catalog) -> GNUTranslations:
    """A catalogue as the standard library's translations, without a file in between."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return GNUTranslations(file)


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def with_minus(value: Any) -> Any:
    """A value as it stands in a text: a number below zero has a minus, not a hyphen."""
    return f"−{-value}" if isinstance(value, int | float) and value < 0 else value


def _fill(text: str, params: Mapping[str, Any]) -> str:
    return _PLACE.sub(lambda place: str(with_minus(params.get(place[1], place[0]))), text)


def _fill_markup(text: str, params: Mapping[str, Any]) -> Markup:
    # One pass over the text: a value that looks like a placeholder stays as it was typed.
    parts = _PLACE.split(text)
    for k, part in enumerate(parts):
        value = part if k % 2 == 0 else params.get(part, "{" + part + "}")
        parts[k] = Markup.escape(with_minus(value))
    return Markup("").join(parts)
