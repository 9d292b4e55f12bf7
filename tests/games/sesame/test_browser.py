"""Sesame in a real browser: the servant is sent, a sum is typed and played, and axe finds nothing grave."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import chromium, people, server  # noqa: F401  fixtures
from tests.browser.people import Person

pytestmark = pytest.mark.browser

DESK = {"viewport": {"width": 1440, "height": 900}}
GRAVE = ("serious", "critical")


def started(host: Person, guest: Person) -> str:
    """A table of Sesame for two people and two bots; its id."""
    room = host.ask("rooms", game="sesame", seats=4, options={"round_limit": 30})
    guest.ask(f"rooms/{room['code']}/join")
    for _ in range(2):
        host.ask(f"rooms/{room['code']}/bots", level="sailor")
    for person in (host, guest):
        person.ask(f"rooms/{room['code']}/ready", on=True, number="7")
    return str(host.ask(f"rooms/{room['code']}/start")["table"])


def test_a_sum_is_typed_and_a_servant_is_sent(people):  # noqa: F811
    anna, ben = people("Анна", **DESK), people("Борис", **DESK)
    table = started(anna, ben)
    anna.sit(table)
    for _ in range(400):
        seen = [(person, person.look(table)) for person in (anna, ben)]
        person, asked = next(((p, s["question"]) for p, s in seen if s["question"]), (None, None))
        if person is anna and asked["kind"] == "turn_pre" and "go u5" in asked["codes"]:
            break
        if person is not None:
            code = next((c for c in asked["codes"] if not c.startswith("servant")), asked["codes"][0])
            person.ask(f"tables/{table}/moves", codes=[code], opened=asked["opened"])
        else:
            anna.page.wait_for_timeout(20)
    anna.page.reload()
    anna.online()

    assert not anna.page.locator(".cell--servant").first.is_visible()
    anna.page.locator("label[for=servant-mode]").click()
    expect(anna.page.locator(".cell--go").first).to_be_hidden()
    anna.page.locator(".cell--servant:visible").first.click()
    expect(anna.page.locator("#servant-mode")).to_have_count(0)
    found = [v["id"] for v in Axe().run(anna.page).response["violations"] if v["impact"] in GRAVE]
    assert found == []
    good = next(name for name, n in anna.look(table)["view"]["seats"][0]["goods"].items() if n)
    shop = 1 + ["carpets", "ivory", "pearls", "furs", "horses"].index(good)
    anna.page.locator(f"#c-u{shop}").click()
    number = anna.page.locator("#amount-n")
    number.fill("1")
    anna.page.locator("#b-trade").click()
    expect(number).to_have_count(0)
    assert anna.look(table)["view"]["seats"][0]["goods"][good] == 0
