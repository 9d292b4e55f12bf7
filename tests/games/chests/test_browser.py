"""Whole games of Chests in a real browser, against bots: by mouse in English, by touch on a phone in Russian."""

import pytest
from playwright.sync_api import expect

from tests.browser import tables
from tests.browser.people import Person, play_out
from tests.browser.serving import serving
from tests.browser.test_fits import CUT
from tests.browser.test_phone import PHONE, fits

pytestmark = pytest.mark.browser


def open_quick_game(person: Person) -> None:
    person.page.goto("/")
    person.page.locator("form[action='/play/chests'] button").first.click()
    person.page.wait_for_url("**/tables/*")
    person.online()


def end(person: Person) -> None:
    person.page.locator("#zone-actions a[href$='/end']").click()
    person.page.wait_for_url("**/end")
    assert person.page.locator(".rank").count() > 1


def test_a_whole_game_by_mouse(people, rng):
    anna = people(lang="en", viewport={"width": 1440, "height": 900})
    open_quick_game(anna)

    moves = play_out([anna], rng)

    assert moves > 10
    expect(anna.page.locator(".over__rank")).not_to_have_count(0)
    end(anna)


def test_a_whole_game_by_touch(people, rng):
    anna = people(**PHONE)
    open_quick_game(anna)
    fits(anna)

    def tap(person: Person, code: str) -> None:
        target = person.target(code)
        plain = target.get_attribute("data-plain") is not None
        target.tap()
        if not plain:
            expect(person.page.locator("#confirm-what")).not_to_be_empty()
            person.page.locator("#confirm-yes").tap()

    assert play_out([anna], rng, tap, fits) > 10
    end(anna)


GUESTS = """all => all.map((name, n) => { name.textContent = `Гость ${n + 120}`;
  name.closest('.player').querySelector('.player__score').textContent = '−105'; })"""


def begin(anna: Person, seats: int) -> None:
    """Sit down to begin a game with bots."""
    code = anna.ask("rooms", game="chests", seats=seats, options={"first_player": "p0"}, clock={})["code"]
    for _ in range(seats - 1):
        anna.ask(f"rooms/{code}/bots", level="sailor")
    anna.ask(f"rooms/{code}/ready", on=True, number="7")
    anna.sit(anna.ask(f"rooms/{code}/start")["table"])
    anna.page.wait_for_selector("#b-draw[name=code]")


@pytest.mark.parametrize("seats", [4, 6])
def test_a_phone_tells_guests_apart_by_their_whole_names(people, seats):
    anna = people("Анна", **PHONE)
    begin(anna, seats)
    names = anna.page.locator(".opponents .player__name > span:first-of-type")
    names.evaluate_all(GUESTS)
    assert names.count() == seats - 1
    assert names.evaluate_all(CUT) == []
    fits(anna)


BESIDE = """all => all.map(one => [one.value || one.id, one.getBoundingClientRect()])
  .filter(([, { width, left, right, bottom }]) => width
    && (left < 0 || right > innerWidth || bottom > innerHeight || width < 43.5))
  .map(([name, box]) => `${name}: ${box.left} to ${box.right}, down to ${box.bottom}`)"""


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_hint_leaves_the_buttons_on_the_phone(people, lang):
    anna = people("Анна", lang=lang, **PHONE)
    begin(anna, 3)
    anna.page.locator("#b-hint").tap()
    words = anna.page.locator("#advice span")
    expect(words).not_to_be_empty()
    words.evaluate("one => { one.textContent = 'Подсказка: Предложить закончить игру и ещё много слов'; }")
    fits(anna)
    assert anna.page.locator(".actions .btn").evaluate_all(BESIDE) == []
    assert words.evaluate_all(CUT) == []


GIFT = """
from dataclasses import replace
from board_library.engine.situations import read_situation
from board_library.games.chests import GAME as CHESTS

def new(options, seats, rng, log):
    return read_situation(CHESTS, "P0 T9 SH; P1 T3 T4 T5 T6 T7; P2 T8; played G; given SH; phase gift_to; deck T1 +")

GAME = replace(CHESTS, slug="chests-gift", new=new)
"""
"""The same game, but it begins with the question to whom a card is given."""


def test_who_may_be_given_a_card_has_a_whole_name_on_the_phone(people, tmp_path):
    (tmp_path / "games" / "gift").mkdir(parents=True)
    (tmp_path / "games" / "gift" / "__init__.py").write_text(GIFT)
    with serving(tmp_path, GAMES=str(tmp_path / "games")) as own_server:
        guests = [people(f"Guest {n}", at=own_server, **PHONE) for n in (120, 121, 122, 123)]
        code = guests[0].ask("rooms", game="chests-gift", seats=4, clock={})["code"]
        for guest in guests[1:]:
            guest.ask(f"rooms/{code}/join")
        for guest in guests:
            guest.ask(f"rooms/{code}/ready", on=True, number="7")
        table = str(guests[0].ask(f"rooms/{code}/start")["table"])
        anna = next(guest for guest in guests if tables.question(guest, table))
        anna.sit(table)
        names = anna.page.locator(".opponents .player__name > span:first-of-type")
        assert names.count() == 3
        assert names.evaluate_all(CUT) == []
        assert names.evaluate_all("all => all.filter(one => one.clientHeight > 24).map(one => one.textContent)") == []
        fits(anna)


@pytest.mark.parametrize("opener", ["open-log", "open-memo"])
def test_the_way_back_closes_what_is_open_and_then_leaves_the_table(people, opener):
    anna = people(**PHONE)
    open_quick_game(anna)
    sheet, address = anna.page.locator("#side"), anna.page.url
    anna.page.locator(f"#{opener}").tap()
    expect(sheet).to_be_visible()
    anna.page.go_back()
    expect(sheet).to_be_hidden()
    assert anna.page.url == address
    for _ in range(2):
        anna.page.locator(f"#{opener}").tap()
        expect(sheet).to_be_visible()
        anna.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        anna.page.wait_for_function("!history.state?.sheet")
    anna.page.go_back()
    anna.page.wait_for_url("**/")
