"""A hint in a browser: asked for by keyboard, said aloud, marked on the move; gone with the question."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person, until
from tests.browser.tables import play, question, seated

pytestmark = pytest.mark.browser

SCREENS = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 360, "height": 640}}


def choosing(anna: Person) -> list[str]:
    """Anna at a table with a bot, before a choice; its codes."""
    table = seated(anna, seats=2, characters="none", first="p0")
    while len((asked := until(lambda: question(anna, table), anna, "Anna is asked"))["codes"]) < 2:
        play(anna, table, asked["codes"][0])
    anna.sit(table)
    return asked["codes"]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_hint_is_asked_for_and_shown(people, screen):
    anna = people("Анна", viewport=SCREENS[screen])
    codes = choosing(anna)
    button = anna.page.get_by_role("button", name="Подсказка")
    words = anna.page.locator("#advice[role=status]")
    expect(words).to_be_empty()

    button.focus()
    anna.page.keyboard.press("Enter")

    expect(words).to_have_text(re.compile("^Подсказка: [А-Я].+"))
    expect(words).to_be_in_viewport()
    marked = anna.page.locator("[data-hint]")
    suggested = set(marked.evaluate_all("all => all.map(one => one.value)"))
    assert len(suggested) == 1
    assert suggested < set(codes)
    expect(marked.first).to_have_accessible_description(words.inner_text())
    expect(button).to_be_focused()
    assert anna.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    anna.click(suggested.pop())
    expect(marked).to_have_count(0)


FOUND = {
    "a port of the chart": ("pirates", "<button class='sea__square is-port' data-hint id=found>"),
    "a move in a closed menu": (
        "tortuga",
        "<details class=menu data-popover><summary id=found>…</summary><button data-hint></details>",
    ),
}


@pytest.mark.parametrize("place", FOUND)
def test_a_hint_stands_out_wherever_its_move_is(people, place):
    game, found = FOUND[place]
    anna = people("Анна")
    room = anna.ask("rooms", game=game, seats=2, options={}, clock={})["code"]
    anna.ask(f"rooms/{room}/bots", level="sailor")
    anna.ask(f"rooms/{room}/ready", on=True, number="1")
    anna.sit(str(anna.ask(f"rooms/{room}/start")["table"]))

    anna.page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", found)

    expect(anna.page.locator("#found")).to_have_css("outline-style", "dashed")


def test_a_refusal_is_told(people):
    anna = people("Анна")
    choosing(anna)
    anna.page.route("**/hint", lambda route: route.fulfill(status=503, json={"error": "Подсказка не нашлась вовремя."}))
    anna.page.get_by_role("button", name="Подсказка").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("Подсказка не нашлась вовремя.")
    expect(anna.page.locator("[data-hint]")).to_have_count(0)
