"""Looking back at a game: it fits a screen, and is stepped through by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables import go_on, seated

pytestmark = pytest.mark.browser


@pytest.fixture
def over(people, rng):
    """A person before a game of four that is over, and the address of its replay."""
    anna = people("Анна", viewport={"width": 1440, "height": 900})
    table = seated(anna, seats=4)
    assert go_on([anna], table, rng) is None
    return anna, f"/tables/{table}/replay"


def test_a_replay_of_four_fits_a_screen(over):
    anna, address = over
    last = 0
    for step in range(0, 200, 12):
        anna.page.goto(f"{address}?step={step}")
        if anna.page.locator("#board").count() == 0:
            break
        last = step
        assert anna.page.evaluate("document.documentElement.scrollHeight") <= 900, f"step {step}"
    assert last > 12


def expect_step(page, step):
    """The page of this step is there, and its script too: keys pressed before would be lost."""
    expect(page.locator("main")).to_have_attribute("data-step", str(step))
    expect(page.locator(".replay__go")).to_have_attribute("hidden", "")


def test_steps_by_keyboard_and_the_focus_stays_on_the_button(over):
    anna, address = over
    page = anna.page
    page.goto(f"{address}?step=3")
    expect_step(page, 3)
    steps = int(page.locator("main").get_attribute("data-steps") or 0)
    for key, step in (("ArrowRight", 4), ("ArrowLeft", 3), ("End", steps), ("ArrowRight", steps), ("Home", 0)):
        page.keyboard.press(key)
        expect_step(page, step)
    page.locator("#step-on").focus()
    for step in (1, 2):
        page.keyboard.press("Enter")
        expect_step(page, step)
        expect(page.locator("#step-on")).to_be_focused()
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    expect_step(page, 3)
    expect(page.locator("#step")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect_step(page, 4)
