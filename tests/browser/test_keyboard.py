"""One whole game by keyboard alone, from Game Select to the end, with the focus never lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person, play_out

pytestmark = pytest.mark.browser

FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  return { name: at.getAttribute('name'), value: at.value ?? null, id: at.id, text: at.textContent.trim() };
}"""
SHORTCUTS = {"draw deck": "d", "rob raid": "r"}
FARTHEST = 150
"""More presses of Tab than any page has stops."""


def tab_to(person: Person, wanted: str) -> None:
    """Press Tab until the focus is on an element that fits the selector."""
    for _ in range(FARTHEST):
        if person.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {wanted}")


def test_a_whole_game_by_keyboard(people, rng):
    anna = people()
    anna.page.goto("/")
    tab_to(anna, "form[action='/play/treasure-map'] button")
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url("**/tables/*")
    anna.online()
    ways: set[str] = set()

    def press(person: Person, code: str) -> None:
        way = rng.choice(["Enter", "Space", "shortcut"])
        if way == "shortcut" and code in SHORTCUTS:
            ways.add(way)
            person.page.keyboard.press(SHORTCUTS[code])
            return
        way = "Enter" if way == "shortcut" else way
        ways.add(way)
        tab_to(person, f'button[name="code"][value="{code}"]')
        assert person.page.evaluate("() => document.activeElement.matches(':focus-visible')")
        person.page.keyboard.press(way)

    def focus_is_kept(person: Person) -> None:
        assert person.page.evaluate(FOCUS) is not None, "an update has lost the focus"

    anna.page.keyboard.press("Tab")
    moves = play_out([anna], rng, press, focus_is_kept)

    assert moves > 10
    assert ways == {"Enter", "Space", "shortcut"}
    tab_to(anna, "#zone-actions a[href$='/end']")
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url("**/end")
    expect(anna.page.locator(".rank")).to_have_count(3)


def test_choosing_in_confirm_mode_by_keyboard(people):
    anna = people("Анна")
    anna.page.goto("/settings")
    anna.page.locator("[name=confirm]").check()
    anna.page.get_by_role("button", name="Сохранить").click()
    tab_to(anna, "form[action='/play/treasure-map'] button")
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url("**/tables/*")
    anna.online()
    expect(anna.page.locator(".draft .is-target")).to_have_count(2)
    opened = anna.state()
    first = anna.targets()[0]

    tab_to(anna, f'button[name="code"][value="{first}"]')
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#confirm-yes")).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#confirm")).to_be_hidden()
    assert anna.state() == opened
    assert anna.page.evaluate(FOCUS)["value"] == first, "the focus goes back to what was chosen"

    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#confirm-yes")).to_be_focused()
    anna.page.keyboard.press("Enter")
    anna.answered(opened)
    assert anna.page.evaluate(FOCUS) is not None
