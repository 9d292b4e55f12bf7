"""Tortuga in a real browser against a bot: by mouse, by dragging, by keyboard, and by touch on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from board_library.games.tortuga import GAME  # noqa: F401  whose pages the fixture of tables draws
from tests.browser import tables
from tests.browser.people import Person, until
from tests.browser.serving import serving
from tests.browser.test_accessible import findings
from tests.browser.test_fits import CUT
from tests.browser.test_phone import PHONE, TOO_WIDE
from tests.games.tortuga.test_table import SCENES, html_of

pytestmark = pytest.mark.browser

DESK = {"viewport": {"width": 1440, "height": 900}}


QUIET = ("place hand:1", "sail city", "leave city", "leave tortuga")
"""What somebody plays who stays at home."""


@dataclass
class Game:
    """Anna before her browser, and Boris, who stays at home and answers over the JSON interface."""

    anna: Person
    boris: Person
    table: str

    def at_sea(self) -> None:
        """Go on until Anna's own turn begins at sea and her page shows it."""

        def begun() -> bool:
            for person in (self.boris, self.anna):
                asked = tables.question(person, self.table)
                if asked is None or (person is self.anna and asked["kind"] == "start"):
                    continue
                code = next(one for one in QUIET if one in asked["codes"])
                person.ask(f"tables/{self.table}/moves", codes=[code], opened=asked["opened"])
            asked = tables.question(self.anna, self.table)
            return asked is not None and asked["kind"] == "start"

        until(begun, self.anna, "the own turn begins")
        until(lambda: "sail city" in self.anna.targets(), self.anna, "the page shows the own turn")


def sit_down(people, **how) -> Game:
    """A table of two with 2000 piastres each, at the start of Anna's first turn."""
    anna, boris = people("Anna", **how), people("Boris")
    code = anna.ask("rooms", game="tortuga", seats=2, options={"start_piastres": 2000}, clock={})["code"]
    boris.ask(f"rooms/{code}/join")
    for number, person in enumerate((anna, boris)):
        person.ask(f"rooms/{code}/ready", on=True, number=str(number))
    game = Game(anna, boris, str(anna.ask(f"rooms/{code}/start")["table"]))
    anna.sit(game.table)
    game.at_sea()
    return game


def built(people, **how) -> Game:
    """Anna has built a warehouse and a bank on Tortuga and is at sea again."""
    game = sit_down(people, **how)
    for code in ("sail tortuga", "build warehouse", "build bank", "leave tortuga"):
        tables.play(game.anna, game.table, code)
    game.at_sea()
    return game


def play(person: Person, code: str) -> None:
    """Click a code and wait until the table has moved on."""
    before = person.state()
    person.target(code).click()
    person.answered(before)


def bank(person: Person) -> str:
    return person.page.locator("#plot-b1 .coins b").inner_text()


def test_money_is_banked_by_clicks_by_one_button_and_as_last_time(people):
    game = built(people, lang="en", **DESK)
    anna = game.anna
    play(anna, "sail city")
    expect(anna.page.locator("#b-last")).to_be_hidden()
    play(anna, "lift safe")
    anna.page.locator("#plot-b1 .room__put").click()
    anna.page.locator("#amount-n").fill("100")
    anna.page.locator("#b-sum").click()
    until(lambda: bank(anna) == "100", anna, "a hundred lies in the bank")
    rest = int(anna.page.locator(".room--safe .coins b").inner_text())
    play(anna, anna.page.locator("#b-bank").get_attribute("value"))
    until(lambda: bank(anna) == str(100 + rest), anna, "all money lies in the bank")
    play(anna, "restore city")
    assert bank(anna) == "0"
    play(anna, "lift safe")
    play(anna, "put b1")
    anna.page.locator("#c-all").click()
    until(lambda: bank(anna) != "0", anna, "the money lies in the bank again")
    play(anna, "leave city")
    game.at_sea()
    play(anna, "sail city")
    # The safe is empty now: nothing is there to repeat until money is taken out.
    expect(anna.page.locator("#b-last")).to_be_hidden()
    play(anna, "lift b1")
    play(anna, "put safe")
    anna.page.locator("#c-all").click()
    until(lambda: bank(anna) == "0", anna, "the bank is empty")
    anna.page.locator("#b-last").click()
    until(lambda: bank(anna) == str(100 + rest), anna, "the money goes where it went last time")


def test_cards_are_swapped_by_two_clicks_and_carried_by_dragging(people):
    anna = built(people, lang="en", **DESK).anna
    play(anna, "sail city")
    crew = anna.page.locator(".room--crew [data-lift]")
    before = crew.count()
    crew.first.drag_to(anna.page.locator(".room--gar"))
    expect(anna.page.locator("#why-gar-1")).to_have_text("too much: 2 of 1")
    expect(anna.page.locator("#o-leave")).to_contain_text("see the red rooms")
    assert "leave city" not in anna.targets()
    assert crew.count() == before - 1
    play(anna, "restore city")
    ours = anna.page.locator(".room--crew .men__size").first.inner_text()
    theirs = anna.page.locator(".room--gar .men__size").first.inner_text()
    play(anna, "lift crew:1")
    anna.page.locator("[id='s-gar:1']").click()
    until(lambda: "leave city" in anna.targets(), anna, "both rooms are within their limits again")
    assert anna.page.locator(".room--gar .men__size").first.inner_text() == ours
    assert theirs in anna.page.locator(".room--crew .men__size").all_inner_texts()


def test_a_crew_is_picked_here_and_sent_at_once(people):
    anna = built(people, lang="en", **DESK).anna
    play(anna, "sail tortuga")
    while anna.page.locator("#b-set").count() == 0:
        play(anna, "hire deck")
    send = anna.page.locator("#b-set")
    cards = anna.page.locator("button[data-pick]")
    room = int(cards.first.get_attribute("data-most"))
    expect(send).to_have_attribute("aria-disabled", "true")
    for k in range(cards.count()):
        cards.nth(k).click()
    expect(anna.page.locator("button[data-pick][aria-pressed='true']")).to_have_count(room)
    cards.nth(0).click()
    expect(cards.nth(0)).to_have_attribute("aria-pressed", "false")
    expect(send).to_have_attribute("aria-disabled", "false")
    send.click()
    until(lambda: "leave tortuga" in anna.targets(), anna, "the crew is aboard")
    expect(anna.page.locator(".room--crew .piece")).to_have_count(room - 1)


def test_the_keyboard_leads_through_a_visit(people):
    anna = built(people, lang="en", **DESK).anna
    anna.target("sail city").focus()
    anna.page.keyboard.press("Enter")
    until(lambda: "leave city" in anna.targets(), anna, "the city is entered")
    anna.page.locator("#c-safe-money").focus()
    anna.page.keyboard.press("Enter")
    until(lambda: "put b1" in anna.targets(), anna, "money is in hand")
    focused = anna.page.evaluate("document.activeElement.value ?? document.activeElement.id")
    assert str(focused).startswith("put "), "the focus is lost"
    anna.page.locator("#c-b1").focus()
    assert anna.page.locator("#c-b1").get_attribute("aria-label") == "To: Bank 1"
    anna.page.keyboard.press("Enter")
    until(lambda: anna.page.locator("#amount-n").count(), anna, "a sum is asked")


@pytest.mark.parametrize(("lang", "screen"), [("ru", DESK), ("en", PHONE)], ids=["ru-desk", "en-phone"])
def test_nothing_grave_for_screen_readers(people, lang, screen):
    game = built(people, lang=lang, **screen)
    anna = game.anna
    found = findings(anna.page)
    for code in ("sail city", "lift crew:1", "put crew", "lift safe", "put b1", "sum 0", "leave city"):
        asked = tables.question(anna, game.table)
        anna.ask(f"tables/{game.table}/moves", codes=[code], opened=asked["opened"])
        until(lambda before=asked["opened"]: anna.state() != str(before), anna, f"the page shows {code}")
        found += findings(anna.page)
    game.at_sea()
    tables.play(anna, game.table, "sail tortuga")
    until(lambda: anna.page.locator(".visit").count(), anna, "the island is shown")
    found += findings(anna.page)
    assert not found, "\n".join(found)


UNDER_THE_MEMO = """all => {
  const { left } = document.querySelector('#memo').getBoundingClientRect();
  return all.filter(one => document.querySelector(one).getBoundingClientRect().right > left);
}"""


def test_the_memo_is_at_hand(people):
    anna = sit_down(people, lang="en", **DESK).anna
    anna.page.keyboard.press("m")
    expect(anna.page.locator("#memo-fort_captain")).to_contain_text("the attacker loses the whole crew")
    assert anna.page.locator(".memo__cards li").count() == 24
    assert anna.page.evaluate(UNDER_THE_MEMO, ["#zone-status", "#mine", "#zone-actions"]) == []


def test_a_phone_shows_one_sheet_at_a_time(people):
    anna = sit_down(people, **PHONE).anna
    for tab, sheet in (("city", ".city"), ("ship", ".ship"), ("island", ".isle"), ("rivals", ".rivals")):
        anna.page.locator(f"label[for='tab-{tab}']").tap()
        expect(anna.page.locator(sheet)).to_be_visible()
        assert anna.page.locator(".city:visible, .ship:visible, .isle:visible, .rivals:visible").count() == 1
        assert anna.page.evaluate(TOO_WIDE) == []
    anna.target("sail city").tap()
    anna.page.locator("#confirm-yes").tap()
    until(lambda: "leave city" in anna.targets(), anna, "the city is entered")
    anna.page.locator("label[for='tab-ship']").tap()
    anna.target("lift safe").tap()
    # The port is on another sheet: its button is in the bar.
    anna.page.locator("#p-port").tap()
    until(lambda: anna.page.locator("#amount-n").count(), anna, "a sum is asked")
    assert anna.page.evaluate(TOO_WIDE) == []
    anna.page.locator("#c-all").tap()
    until(lambda: "leave city" in anna.targets(), anna, "the money is carried")


FROM_SCENES = """
from dataclasses import replace
from board_library.engine.situations import read_situation
from board_library.games.tortuga import GAME as TORTUGA

def new(options, seats, rng, log):
    return read_situation(TORTUGA, {scene!r})

GAME = replace(TORTUGA, slug="tortuga-scene", new=new)
"""
"""The same game, but it begins with a scene."""


@contextmanager
def asked_in(scene: str, people, tmp_path, *, seats: int = 3, **how) -> Iterator[Person]:
    """Whoever is asked in a scene, before it."""
    (tmp_path / "games" / "scene").mkdir(parents=True)
    (tmp_path / "games" / "scene" / "__init__.py").write_text(FROM_SCENES.format(scene=SCENES[scene]))
    with serving(tmp_path, GAMES=str(tmp_path / "games")) as own_server:
        host, *others = [people(name, at=own_server, **how) for name in ("Анна", "Борис", "Вера")[:seats]]
        code = host.ask("rooms", game="tortuga-scene", seats=seats, clock={})["code"]
        for other in others:
            other.ask(f"rooms/{code}/join")
        for person in (host, *others):
            person.ask(f"rooms/{code}/ready", on=True, number="7")
        table = str(host.ask(f"rooms/{code}/start")["table"])
        anna = next(person for person in (host, *others) if tables.question(person, table))
        anna.sit(table)
        yield anna


def test_on_a_phone_the_button_of_a_choice_of_booty_is_whole_and_in_sight(people, tmp_path):
    with asked_in("keep", people, tmp_path, **PHONE) as anna:
        expect(anna.page.locator("#b-set")).to_be_in_viewport(ratio=1)
        assert anna.page.locator(".actions .btn, .pool__card small").evaluate_all(CUT) == []
        assert anna.page.locator("#b-set").evaluate("one => one.clientHeight") < 60, "its words take too many lines"
        words = anna.page.locator(".pool:has(#c-hold-1) .pool__card small b").all_inner_texts()
        assert [word.lower() for word in words] == ["золото", "серебро", "камни", "серебро"]
        cards = anna.page.locator("button[data-pick]")
        cards.last.tap()
        expect(cards.last).to_have_attribute("aria-pressed", "true")


OUT_OF_SIGHT = """all => all.filter(one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !one.contains(hit);
}).map(one => one.id)"""
BROKEN_WORDS = """all => all.flatMap(one => {
  const words = [...one.textContent.matchAll(/\\S+/g)];
  return words.filter(word => {
    const range = document.createRange();
    range.setStart(one.firstChild, word.index);
    range.setEnd(one.firstChild, word.index + word[0].length);
    return range.getBoundingClientRect().height > 30;
  }).map(word => word[0]);
})"""


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize(("scene", "main"), [("tortuga", "c-tortuga"), ("draft", "c-propose")])
def test_on_a_phone_the_bar_of_actions_is_under_the_thumb_however_much_lies_above(people, tmp_path, scene, main, lang):
    with asked_in(scene, people, tmp_path, lang=lang, **PHONE) as anna:
        buttons = anna.page.locator("#zone-actions > :is(.btn, .menu)")
        assert main in buttons.evaluate_all("all => all.map(one => one.id)")
        for where in (0, 300, 10_000):
            anna.page.evaluate(f"scrollTo(0, {where})")
            assert buttons.evaluate_all(OUT_OF_SIGHT) == []
        assert anna.page.evaluate(TOO_WIDE) == []
        assert anna.page.locator(".visit .btn .cap").evaluate_all(BROKEN_WORDS) == []
        assert anna.page.locator(".topbar__where").evaluate_all(CUT) == []
        menu = anna.page.locator("#menu-offer")
        if menu.count():
            menu.locator("summary").tap()
            expect(menu.locator("li button").first).to_be_in_viewport(ratio=1)
            assert buttons.evaluate_all(OUT_OF_SIGHT) == [], "the list lies over the bar"


SMALL = """() => [...document.querySelectorAll('main :is(button, summary, label, input[type=range])')]
  .filter(one => one.checkVisibility() && !one.classList.contains('sr'))
  .map(one => [one.id || one.htmlFor || one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < 43.5)
  .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
"""What can be touched but is smaller than 44 pixels."""


def test_fingers_hit_everything_on_a_phone(people):
    game = built(people, **PHONE)
    anna = game.anna
    small = []

    def look(*codes: str) -> None:
        for code in codes:
            asked = tables.question(anna, game.table)
            anna.ask(f"tables/{game.table}/moves", codes=[code], opened=asked["opened"])
            until(lambda before=asked["opened"]: anna.state() != str(before), anna, f"the page shows {code}")
        for tab in ("city", "ship", "island", "rivals"):
            anna.page.locator(f"label[for='tab-{tab}']").tap()
            small.extend(f"{codes}, {tab}: {found}" for found in anna.page.evaluate(SMALL))

    look("sail city")
    look("lift safe")
    look("put port", "sum 200")
    look("leave city")
    game.at_sea()
    look("sail tortuga")
    look("offer p1")
    look("give crew:1", "pledge truce")
    assert not small, "\n".join(small)


@pytest.mark.parametrize("name", ["city", "put money", "sum"])
def test_no_button_of_a_visit_looks_like_the_one_that_undoes_a_move(tables, name):
    actions = html_of(tables, name, 0, "actions")
    assert any(f'id="{one}"' in actions for one in ("c-leave", "p-back", "c-none"))
    assert "ui-undo" not in actions
