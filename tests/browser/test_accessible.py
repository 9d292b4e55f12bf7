"""axe finds nothing serious on any page, in both languages, on a desk and on a phone."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.people import Person
from tests.browser.tables import go_on, play, seated

pytestmark = pytest.mark.browser

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
GRAVE = ("serious", "critical")
CHOOSERS = ("hook", "cannon", "scroll", "orb", "sabre")


def findings(page: Page) -> list[str]:
    """What axe finds grave: rule, and the first few elements that break it."""
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url} {one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in GRAVE
    ]


@pytest.fixture(params=[("ru", DESK), ("en", PHONE)], ids=["ru-desk", "en-phone"])
def person(request: pytest.FixtureRequest, people: Callable[..., Person]) -> Person:
    lang, screen = request.param
    return people("Анна", lang=lang, **screen)


def test_quiet_pages(person, people):
    table = seated(people("Борис"), people("Вера"))
    other = people("Глеб")
    other.ask("rooms", game="treasure-map", name="Тихая гавань")
    room = person.ask("rooms", game="treasure-map")["code"].replace("-", "")
    found = []
    for path in ("/", "/find?code=ZZZ-ZZZ", "/me", "/settings", f"/r/{room}", "/nothing-here", f"/tables/{table}"):
        person.page.goto(path)
        found += findings(person.page)
    assert not found, "\n".join(found)


PLAIN = """one => {
    const [r, g, b] = getComputedStyle(one).color.match(/[0-9.]+/g).map((part) => {
        const c = part / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}"""
"""How light a colour is (WCAG 2.2, relative luminance)."""


@pytest.mark.parametrize("room", ["night", "day"])
def test_goods_of_sesame_can_be_told_by_night_and_by_day(person, room):
    found = person.ask("rooms", game="sesame", seats=2, options={}, clock={})["code"]
    person.ask(f"rooms/{found}/bots", level="sailor")
    person.ask(f"rooms/{found}/ready", on=True, number="1")
    person.sit(str(person.ask(f"rooms/{found}/start")["table"]))
    person.page.evaluate("room => { document.documentElement.dataset.room = room; }", room)

    words = person.page.locator(".me .good").first.evaluate(PLAIN)
    picture = person.page.locator(".me .good .icon").first.evaluate(PLAIN)
    assert abs(words - picture) < 0.05, "a picture stands out as the figure beside it does"


def test_room_of_another(person, people):
    other = people("Борис")
    room = other.ask("rooms", game="treasure-map")["code"].replace("-", "")
    person.page.goto(f"/r/{room}")
    found = findings(person.page)
    person.ask(f"rooms/{room}/join")
    person.page.reload()
    found += findings(person.page)
    assert not found, "\n".join(found)


def test_table_from_draft_to_end(person, people, rng):
    other = people("Борис")
    table = seated(person, other, seats=3)
    person.sit(table)
    found = findings(person.page)
    play(person, table, f"keep {person.look(table)['view']['dealt'][0]}")
    found += findings(person.page)
    go_on([person, other], table, rng, "roll")
    person.page.wait_for_selector("#dice")
    found += findings(person.page)
    go_on([person, other], table, rng, "action")
    person.page.wait_for_selector("#zone-centre.centre--turn")
    found += findings(person.page)
    person.page.locator("#open-memo").click()
    found += findings(person.page)
    person.page.locator("#close-memo").click()

    assert go_on([person, other], table, rng) is None
    person.page.wait_for_selector("#zone-actions a[href$='/end']")
    found += findings(person.page)
    for path in ("end", "replay?step=0", "replay?step=30&seat=1", "replay"):
        person.page.goto(f"/tables/{table}/{path}")
        found += findings(person.page)
    person.page.goto(f"/tables/{table}/end")
    person.page.locator("form[action*='/verify'] button").click()
    person.page.wait_for_selector(".verdict")
    found += findings(person.page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("kind", CHOOSERS)
def test_choosers(person, people, rng, kind):
    other = people("Борис")
    while True:
        table = seated(person, other, characters="none", first="p0")
        stopped = go_on([person, other], table, rng, kind)
        if stopped is not None and stopped[0] is person:
            break
    person.sit(table)
    found = findings(person.page)
    if person.page.viewport_size == PHONE["viewport"]:  # the brass button
        person.page.locator("main button[name=code]:visible").first.tap()
        found += findings(person.page)
    person.page.goto("/settings")
    person.page.locator("label", has=person.page.locator("[name=room][value=day]")).click()
    person.page.locator("form.sheet-form .btn--go").click()
    person.sit(table)
    found += findings(person.page)
    assert not found, "\n".join(found)


def test_axe_is_awake(person):
    """The check itself finds a button without a name."""
    person.page.goto("/")
    person.page.evaluate("() => document.getElementById('main').append(document.createElement('button'))")
    assert any("button-name" in one for one in findings(person.page))
