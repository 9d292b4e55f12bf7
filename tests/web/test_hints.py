"""The hint on the page: its form without script, its words, its mark; in every game and in one that is dropped in."""

import html
import re
import time
from itertools import cycle

import pytest

from board_library.games import all_games
from board_library.web.hints import advice, marked
from board_library.web.i18n import Translator
from tests.web.test_dropin import pebbles  # noqa: F401 - a fixture
from tests.web.test_pages import check_page, text_of

PATIENCE = 60
"""Seconds within which a bot's process is up and the bot has moved."""

ASK = {"ru": "Подсказка", "en": "Hint"}


def practice(person, game: str) -> str:
    """The path of a table of one person and a bot."""
    path = person.post("/rooms", {"game": game}).headers["location"]
    person.post(f"{path}/bot", {"level": "deckhand"})
    return person.post(f"{path}/start", {"number": "7"}).headers["location"]


def asked(person, table: str) -> str:
    """The page once its person has a choice to make."""
    name = table.rpartition("/")[2]
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        question = person.get(f"/api/v1/tables/{name}").json()["question"]
        if question is None:
            time.sleep(0.02)
        elif len(question["codes"]) > 1:
            return person.get(table).text
        else:
            person.api(f"/tables/{name}/moves", {"codes": question["codes"], "opened": question["opened"]})
    raise AssertionError("nothing is asked")


@pytest.mark.parametrize(("game", "lang"), list(zip(sorted(all_games()), cycle(["ru", "en"]), strict=False)))
def test_a_hint_is_given_without_script(browser, game, lang):
    person = browser(lang)
    table = practice(person, game)
    before = asked(person, table)
    assert ASK[lang] in text_of(before)
    assert "data-hint" not in before

    answer = person.post(f"{table}/hint")

    assert (answer.status_code, answer.headers["location"]) == (303, table)
    page = check_page(person.get(table), lang)
    told = re.search(r'<p class="advice" id="advice" role="status" aria-live="polite">(.*?)</p>', page, re.DOTALL)[1]
    words = text_of(told)
    assert words.strip().startswith(f"{ASK[lang]}: ")
    codes = person.get(f"/api/v1/tables/{table.rpartition('/')[2]}").json()["question"]["codes"]
    assert words.partition(": ")[2].strip() not in codes, "told in words"
    for code in re.findall(r'name="code" value="([^"]*)" data-hint aria-describedby="advice"', page):
        assert html.unescape(code) in codes


def test_a_dropped_in_game_gives_hints_too(pebbles, browser):  # noqa: F811, ARG001
    person = browser("en")
    table = practice(person, "pebbles")
    asked(person, table)

    assert person.post(f"{table}/hint").status_code == 303

    page = person.get(table).text
    assert len(re.findall(r'name="code" value="[^"]*" data-hint', page)) == 1
    assert re.search(r'id="advice".*?<span>Hint: \w+', page, re.DOTALL)


@pytest.mark.parametrize(
    ("lang", "text"),
    [("ru", "только в партиях, где вы играете одни с ботами"), ("en", "that you play with bots alone")],
)
def test_people_who_play_each_other_get_none(browser, lang, text):
    host, guest = browser(lang), browser(lang)
    path = host.post("/rooms", {"game": "chests"}).headers["location"]
    guest.post(f"{path}/join")
    guest.post(f"{path}/ready", {"ready": "on"})
    table = host.post(f"{path}/start").headers["location"]
    for person in (host, guest):
        assert 'id="b-hint"' not in person.get(table).text
        refused = person.post(f"{table}/hint")
        assert refused.status_code == 403
        assert text in text_of(refused.text)
        scripted = person.post(f"{table}/hint", headers={"accept": "application/json"})
        assert (scripted.status_code, list(scripted.json())) == (403, ["error"])
        assert text in scripted.json()["error"]


def test_in_a_room_there_is_nothing_to_hint_at(browser):
    host = browser("en")
    path = host.post("/rooms", {"game": "chests"}).headers["location"]
    code = host.get("/api/v1/rooms").json()[0]["table"]
    assert host.get(path).status_code == 200
    assert host.post(f"/tables/{code}/hint").status_code == 422


class Nobody:
    """What the words of a move without a button are made of."""

    seats = ()


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ('<button name="code" value="draw x&#x2f;4" data-say="Do it" aria-label="D"></button>', "Do it"),
        ('<button name="code" value="draw x/4" aria-label="Deck. Draw"><b>D</b></button>', "Deck. Draw"),
        ('<button name="code" value="draw x/4"><b class="btn__main">Draw</b></button>', "Draw"),
        ('<button name="code" value="draw x/4"><span class="btn__main"><i></i>Draw</span><i>ever</i></button>', "Draw"),
        ('<button name="code" value="draw x/5" data-say="Another">D</button>', "draw x/4"),
    ],
)  # fmt: skip
def test_a_hint_has_the_words_of_its_button(button, words):
    assert advice("draw x/4", ["<p>nothing</p>", button], Nobody(), Translator("en", [])) == words


def test_every_button_of_the_code_is_marked_and_no_other():
    zone = '<button name="code" value="a x&#x2f;1" id="1"></button><button name="code" value="a x" id="2"></button>'
    assert marked(zone, "a x/1").count("data-hint") == 1
    assert 'value="a x&#x2f;1" data-hint aria-describedby="advice" id="1"' in marked(zone, "a x/1")
