"""Texts: formatting, escaping, plurals, the choice of a language, and complete catalogues."""

import pytest
from babel.messages.catalog import Catalog
from markupsafe import Markup

from board_library.web.i18n import Translator, choose_language

RUSSIAN_CARDS = ("{n} карта", "{n} карты", "{n} карт")


@pytest.fixture
def words() -> Translator:
    game, web = Catalog(locale="ru"), Catalog(locale="ru")
    web.add("greeting", "Привет, {name}! <3")
    web.add("shared", "всем")
    web.add(("cards", "cards"), RUSSIAN_CARDS)
    game.add("shared", "своё")
    return Translator("ru", [game, web])


def test_parameters_and_text_are_escaped_unless_markup(words):
    assert words("greeting", name="<b>") == "Привет, &lt;b&gt;! &lt;3"
    assert words("greeting", name=Markup("<b>")) == "Привет, <b>! &lt;3"
    assert words.text("greeting", name="<b>") == "Привет, <b>! <3"


def test_a_value_that_looks_like_a_placeholder_stays_as_typed(words):
    assert words("greeting", name="{shared}", shared="x") == "Привет, {shared}! &lt;3"
    assert words.text("greeting", name="{shared}", shared="x") == "Привет, {shared}! <3"


def test_a_number_below_zero_has_a_minus(words):
    assert words("greeting", name=-5) == "Привет, −5! &lt;3"
    assert words.text("greeting", name=-5) == "Привет, −5! <3"
    assert words.ntext("cards", "cards", -5) == "−5 карт"
    assert words.ntext("cards", "cards", -1) == "−1 карта"
    assert words.text("greeting", name="-5") == "Привет, -5! <3"


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "0 карт"),
        (1, "1 карта"),
        (2, "2 карты"),
        (5, "5 карт"),
        (11, "11 карт"),
        (21, "21 карта"),
        (104, "104 карты"),
    ],
)
def test_russian_plurals(words, n, said):
    assert words.ngettext("cards", "cards", n) == said
    assert words.ntext("cards", "cards", n) == said


def test_a_game_speaks_first_then_the_pages_then_the_key_itself(words):
    assert words("shared") == "своё"
    assert words("option.first_player") == "First player"
    assert words.knows("greeting")
    assert not words.knows("option.first_player")


@pytest.mark.parametrize(
    ("wanted", "accept", "lang"),
    [
        ("en", "ru", "en"),
        ("xx", "en-GB,en;q=0.9", "en"),
        (None, "de, en;q=0.4, ru;q=0.7", "ru"),
        (None, "de", "ru"),
        (None, "", "ru"),
        (None, "en;q=x, ;;,", "ru"),
    ],
)
def test_the_language_of_a_visitor(wanted, accept, lang):
    assert choose_language(wanted, accept) == lang
