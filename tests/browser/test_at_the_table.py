"""At the table: language, settings, undo, chat."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.tables import go_on, play, question, seated

pytestmark = pytest.mark.browser

COUNT_FLIGHTS = """() => {
  window.flights = 0;
  new MutationObserver((all) => all.forEach((one) => window.flights += one.addedNodes.length))
    .observe(document.getElementById('flights'), { childList: true });
}"""


def settings(person: Person, table: str, **ticks: bool | str) -> None:
    """Change settings from the table's menu and come back to the table."""
    page = person.page
    page.locator(".more > summary").click()
    page.locator(".more a[href^='/settings']").click()
    for name, value in ticks.items():
        if isinstance(value, bool):
            page.locator(f"[name={name}]").set_checked(value)
        else:
            page.locator("label", has=page.locator(f"[name={name}][value='{value}']")).click()
    page.locator("form.sheet-form .btn--go").click()
    page.wait_for_url(f"**/tables/{table}")
    person.online()


def with_a_raid(people) -> tuple[Person, Person, str]:
    """Anna at a table where she has drawn a card and may rob."""
    anna, boris = people("Анна", moving=True), people("Борис")
    while True:
        table = seated(anna, boris, characters="none", first="p0")
        play(anna, table, "draw deck")
        asked = question(anna, table)
        if asked is not None and "rob raid" in asked["codes"]:
            anna.sit(table)
            return anna, boris, table


def test_the_language_is_switched_at_the_table(people):
    anna, _, table = with_a_raid(people)
    expect(anna.page.locator("#zone-status")).to_contain_text("Ваш ход")
    codes = anna.targets()

    anna.page.locator(".more > summary").click()
    anna.page.get_by_role("link", name="Switch to English").click()

    anna.page.wait_for_url(f"**/tables/{table}")
    anna.online()
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")
    expect(anna.page.locator("#zone-status")).to_contain_text("Your move")
    assert anna.targets() == codes
    anna.click("rob raid")
    expect(anna.page.locator("#zone-status")).to_contain_text("Борис")
    for zone in ("status", "actions", "log"):
        text = anna.page.locator(f"#zone-{zone}").inner_text().replace("Борис", "").replace("Анна", "")
        assert not any("а" <= letter <= "я" for letter in text.lower()), f"Russian in {zone}: {text}"


def test_odds_can_be_switched_off(people):
    anna, boris, table = with_a_raid(people)
    expect(anna.page.locator("#odds")).to_contain_text("%")
    settings(anna, table, odds=False)
    expect(anna.page.locator("#odds")).to_have_count(0)
    assert "draw deck" in anna.targets()
    boris.sit(table)
    expect(boris.page.locator("#odds")).to_contain_text("%")


def test_sound_chosen_at_the_table_holds_until_the_setting_is_changed(people):
    anna = people("Анна")
    table = seated(anna, people("Борис"))
    anna.sit(table)
    sound = anna.page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    anna.sit(table)
    expect(sound).to_have_attribute("aria-pressed", "false")
    anna.page.goto("/settings")
    anna.page.locator("[name=sound]").check(force=True)
    anna.page.get_by_role("button", name="Сохранить").click()
    anna.sit(table)
    expect(sound).to_have_attribute("aria-pressed", "true")


def test_in_confirm_mode_the_first_click_only_shows(people):
    anna, _, table = with_a_raid(people)
    settings(anna, table, confirm=True)
    opened = anna.state()

    anna.click("rob raid")
    expect(anna.page.locator("#confirm-yes")).to_be_visible()
    assert (anna.state(), question(anna, table)["opened"]) == (opened, int(opened))
    anna.page.locator("#confirm-no").click()
    expect(anna.page.locator("#confirm")).to_be_hidden()
    anna.click("rob raid")
    anna.page.locator("#confirm-yes").click()
    anna.answered(opened)
    assert question(anna, table) is None


def test_cards_fly_unless_animation_is_off(people):
    anna, _, table = with_a_raid(people)
    anna.page.evaluate(COUNT_FLIGHTS)
    anna.click("rob raid")
    anna.page.wait_for_function("() => window.flights > 0")
    expect(anna.page.locator("#flights")).to_be_empty()

    anna, _, table = with_a_raid(people)
    settings(anna, table, speed="0")
    expect(anna.page.locator("html")).to_have_attribute("data-speed", "0")
    anna.page.evaluate(COUNT_FLIGHTS)
    anna.click("rob raid")
    expect(anna.page.locator("#zone-status")).to_contain_text("Борис")
    assert anna.page.evaluate("() => window.flights") == 0


def test_a_misclick_is_undone_while_that_is_lawful(people, rng):
    anna, boris = people("Анна"), people("Борис")
    while True:
        table = seated(anna, boris, characters="none", first="p0")
        stopped = go_on([anna, boris], table, rng, "cannon")
        if stopped is not None and not stopped[0].look(table)["takeback"]:
            break  # the question came with a card that was drawn by chance
    person, asked = stopped
    other = boris if person is anna else anna
    person.sit(table)
    other.sit(table)
    undo = person.page.locator("#b-undo")
    expect(undo).to_have_count(0)
    view, told = person.look(table)["view"], person.page.locator("#log-lines p").all_inner_texts()

    person.click(asked["codes"][0])
    person.answered(str(asked["opened"]))
    expect(undo).to_be_visible()
    expect(other.page.locator("#b-undo")).to_have_count(0)
    before = person.state()
    undo.click()
    person.answered(before)

    assert person.targets() == sorted(asked["codes"])
    assert person.look(table)["view"] == view
    for one in (person, other):
        expect(one.page.locator("#log-lines .log__line").last).to_contain_text("отменяет ход")
    now = person.page.locator("#log-lines p").all_inner_texts()
    assert now[:-1] in (told, told[1:])  # a full log lets its oldest line go for the new one
    expect(undo).to_have_count(0)
    before = person.state()
    person.click(asked["codes"][-1])
    person.answered(before)
    expect(undo).to_be_visible()
    person.click("draw deck")
    expect(undo).to_have_count(0)


def test_a_line_of_chat_with_markup_arrives_as_text(people):
    anna, boris = people("Анна"), people("Борис")
    table = seated(anna, boris, characters="none", first="p0")
    anna.sit(table)
    boris.sit(table)
    said = "<b>Йо-хо</b> <script>alert(1)</script> & <img src=x onerror=alert(2)> {n} {{ 7 * 7 }}"

    anna.page.get_by_label("Сообщение столу").fill(said)
    anna.page.keyboard.press("Enter")

    for person in (boris, anna):
        expect(person.page.locator("#zone-chat .chat__line").last).to_contain_text(said)
        assert person.page.locator("#zone-chat :is(b, script, img)").count() == 0
    expect(anna.page.get_by_label("Сообщение столу")).to_have_value("")
    boris.page.reload()
    expect(boris.page.locator("#zone-chat .chat__line").last).to_contain_text(said)
