"""Every text that is used stands in both languages, none is left unused, and the two languages say the same things."""

import re
from pathlib import Path

import pytest

from board_library.bots.levels import LEVELS
from board_library.engine import errors as engine_errors
from board_library.engine.errors import BoardLibraryError
from board_library.server import errors as server_errors
from board_library.server.rooms import BOT_NAMES
from board_library.web.i18n import LANGUAGES, LOCALE, read_catalogue

SOURCE = Path(engine_errors.__file__).parents[1]

CALL = re.compile(
    r"""(?<![\w.])(?:_|ngettext|knows|words|(?:\w+\.)*(?:words\([^)]*\)|words|t\.words|_)\.(?:text|ntext)|words\([^)]*\))"""
    r"""\(\s*(["'])([a-z0-9_]+(?:\.[a-z0-9_]+)+)\1"""
)
"""A text that is asked for by its whole key."""

STEM = re.compile(r"""\b_\(\s*(["'])([a-z0-9_.]+\.)\1\s*~""")
"""A text whose key is put together in a template: its families are listed below."""

FAMILIES = {
    "colour.": [str(n) for n in range(6)],
    "level.": list(LEVELS),
    "settings.": ["lang", "room", "speed", "odds", "confirm", "sound"],
}

PUT_TOGETHER = {
    *(f"settings.{key}" for key in (
        "lang.ru", "lang.en", "room.night", "room.day", "speed.0", "speed.1", "speed.2", "odds.hint", "confirm.hint",
        "sound.hint",
    )),
    *(f"clock.{name}{end}" for name in ("decision", "bank", "absent") for end in ("", ".hint")),
    *(f"bot.{name.lower()}" for name in BOT_NAMES),
    *(f"verify.{end}" for end in ("good", "good.text", "bad", "bad.text")),
    *(stem + end for stem, ends in FAMILIES.items() for end in ends),
}  # fmt: skip
"""Keys that code or templates put together from parts."""

OF_GAMES = re.compile(
    r"^(?:game|option|event|decision|score|thing|end\.tiebreak|end\.others|status|card|suit|who|part)\b"
)
"""Keys that a game's own catalogue brings."""


def catalogue(lang: str) -> dict[str, object]:
    """All web messages of a language by key."""
    found: dict[str, object] = {}
    for path in sorted((LOCALE / lang / "LC_MESSAGES").glob("*.po")):
        for message in read_catalogue(path, lang):
            if message.id:
                key = message.id if isinstance(message.id, str) else message.id[0]
                assert key not in found, f"{key} stands twice"
                found[key] = message.string
    return found


def source_files() -> list[Path]:
    """The templates and code of server and pages."""
    web = [p for p in (SOURCE / "web").rglob("*") if p.suffix in (".py", ".html")]
    return [*web, *(SOURCE / "server").rglob("*.py"), *(SOURCE / "engine").rglob("*.py")]


def asked_for() -> set[str]:
    """Every key that is asked for as a whole."""
    keys = {key for path in source_files() for _, key in CALL.findall(path.read_text(encoding="utf-8"))}
    return {key for key in keys if not OF_GAMES.match(key)}


def error_keys() -> set[str]:
    """The keys of all errors that people can see."""
    kinds = [*vars(engine_errors).values(), *vars(server_errors).values()]
    keys = {kind.key for kind in kinds if isinstance(kind, type) and issubclass(kind, BoardLibraryError)}
    literal = re.compile(r'"((?:error|start|problem)\.(?!html)[a-z0-9_.]+)"')
    for path in source_files():
        keys |= set(literal.findall(path.read_text(encoding="utf-8")))
    return keys


def test_there_are_texts_to_check():
    assert len(asked_for()) > 100
    assert {"room.start", "select.players", "end.won", "replay.eyes_of", "form.yes"} <= asked_for()
    assert {"error.no_such_table", "error.csrf", "start.too_few"} <= error_keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_there(lang):
    missing = (asked_for() | error_keys() | PUT_TOGETHER) - set(catalogue(lang))
    assert not missing


def test_both_languages_hold_the_same_keys():
    assert set(catalogue("ru")) == set(catalogue("en"))


def test_no_text_is_left_unused():
    quoted = {
        key for path in source_files() for key in re.findall(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+", path.read_text("utf-8"))
    }
    stems = {stem for path in source_files() for _, stem in STEM.findall(path.read_text("utf-8"))}
    left = set(catalogue("ru")) - quoted - PUT_TOGETHER
    left = {key for key in left if not any(key.startswith(stem) for stem in stems - set(FAMILIES))}
    assert not left


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_empty_and_plurals_are_whole(lang):
    forms = {"ru": 3, "en": 2}[lang]
    for key, text in catalogue(lang).items():
        if isinstance(text, tuple):
            assert len(text) == forms, key
            assert all(text), key
        else:
            assert text, key


def test_both_languages_use_the_same_parameters():
    russian, english = catalogue("ru"), catalogue("en")
    for key, text in russian.items():
        theirs = english[key]
        assert places(text) == places(theirs), key


def test_plural_forms_of_a_language_use_the_same_parameters():
    for lang in LANGUAGES:
        for key, text in catalogue(lang).items():
            if isinstance(text, tuple):
                assert len({frozenset(places(form)) for form in text}) == 1, key


def places(text) -> set[str]:
    """The parameters of a text."""
    return set(re.findall(r"\{([a-z_]+)\}", " ".join(text) if isinstance(text, tuple) else text))


GENDERED = re.compile(
    r"\{(?:name|seat|victim|winners?)\} (?:[а-яё]+ )?(?!замысел\b)[а-яё]+(?:л|лся|ла|лась)\b|^Ганни [а-яё]+л\b",
    re.MULTILINE,
)


def test_russian_texts_give_nobody_a_gender():
    files = [*(LOCALE / "ru" / "LC_MESSAGES").glob("*.po"), *SOURCE.glob("games/*/locale/ru.po")]
    found = [str(m.string) for f in files for m in read_catalogue(f, "ru") if GENDERED.search(str(m.string))]
    assert not found
