"""What must be seen without being squeezed, cut or left out: in a room, at a phone's table, after a game."""

import re

import pytest
from playwright.sync_api import expect

from board_library.games import all_games
from tests.browser.tables import go_on, seated

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}

CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => `${one.textContent.trim()}: ${one.scrollWidth} x ${one.scrollHeight}`)"""

POINTS = """() => { document.getElementById('main').innerHTML = `<ol><li class="rank plate"><ul class="rank__from">
  ${'<li class="coin"><svg class="icon"></svg><b>7</b></li>'.repeat(9)}
  <li class="coin coin--word"><span>Сер Лавеворлд</span><b>+5</b></li></ul></li></ol>`; }"""
"""A row of a ranking as ``end.html`` draws it, with the longest of Treasure Map's words."""


@pytest.mark.parametrize("width", [1024, 1280, 1440])
def test_a_free_seat_says_that_it_is_free_in_at_most_two_lines(people, width):
    anna = people("Анна", viewport={"width": width, "height": 800})
    code = anna.ask("rooms", game="treasure-map")["code"]
    anna.page.goto(f"/r/{code}")
    boxes = anna.page.locator(".seat--free .seat__who").evaluate_all("all => all.map(one => one.clientHeight)")
    assert len(boxes) == 3
    assert max(boxes) < 60


def test_a_phone_names_the_characters_of_the_opponents(people, rng):
    anna, boris = people("Анна", **PHONE), people("Борис")
    table = seated(anna, boris)
    go_on([anna, boris], table, rng, "action")
    anna.sit(table)
    role = anna.page.locator(".opponents .player__role")
    expect(role).to_be_visible()
    expect(role).not_to_be_empty()
    assert role.evaluate_all(CUT) == []


def test_a_phone_cuts_no_points_of_the_ranking(people):
    anna = people("Анна", **PHONE)
    anna.page.goto("/")
    anna.page.evaluate(POINTS)
    assert anna.page.locator(".coin").evaluate_all(CUT) == []


@pytest.mark.parametrize("how", [{"viewport": {"width": 1440, "height": 900}}, PHONE])
def test_long_names_stay_within_the_page_and_the_log(people, how):
    anna, boris = people("W" * 24, **how), people("Ж" * 24)
    room = anna.ask("rooms", game="treasure-map", seats=2, name="Щ" * 40)
    anna.page.goto(f"/r/{room['code']}")
    assert anna.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    anna.sit(seated(anna, boris, characters="none", first="p0"))
    log = anna.page.locator("#log-lines")
    assert log.locator(".chip--seat").count() > 0
    assert log.evaluate("log => log.scrollWidth - log.clientWidth") <= 0


CUT_CHOICES = """all => { const pen = document.createElement('canvas').getContext('2d'); return all.flatMap(one => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(one);
  const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  pen.font = font;
  return [...one.options].filter(({ text }) => pen.measureText(text).width > room).map(({ text }) => text);
}); }"""
"""The values of drop-down lists that would be cut if they were chosen."""


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("how", [{"viewport": {"width": 1440, "height": 900}}, PHONE], ids=["desk", "phone"])
def test_whatever_is_chosen_in_a_room_can_be_read_whole(people, how, lang):
    anna = people("Анна", lang=lang, **how)
    found = {}
    for game in all_games():
        anna.page.goto(f"/r/{anna.ask('rooms', game=game)['code']}")
        anna.page.locator("#options details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        found[game] = anna.page.locator("#options select").evaluate_all(CUT_CHOICES)
        assert anna.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not any(found.values()), found


def test_a_value_of_a_long_list_is_kept_as_it_is_chosen(people):
    anna, boris = people("Анна", **PHONE), people("Борис")
    code = anna.ask("rooms", game="pirates")["code"].replace("-", "")
    for person in (anna, boris):
        person.page.goto(f"/r/{code}")
    anna.page.get_by_label("очень трудный: один груз, большие комплекты").tap()
    expect(boris.page.locator(".facts", has_text="очень трудный: один груз, большие комплекты")).to_be_visible()


@pytest.mark.parametrize(("lang", "told"), [("ru", "0 или от 20 до 400"), ("en", "0, or from 20 to 400")])
def test_a_number_in_the_gap_above_none_is_told_at_its_field_and_not_sent(people, lang, told):
    anna = people("Анна", lang=lang)
    code = anna.ask("rooms", game="pirates")["code"].replace("-", "")
    anna.page.goto(f"/r/{code}")
    limit, sent = anna.page.locator("input[name='o.round_limit']"), []
    anna.page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    for typed, message in (("19", told), ("20", ""), ("1", told), ("0", "")):
        limit.fill(typed)
        assert message in limit.evaluate("one => one.validationMessage")
        assert limit.evaluate("one => one.validity.valid") == (not message)
        if message:
            limit.blur()
        else:
            with anna.page.expect_response("**/options"):
                limit.blur()
    assert [re.findall(r"o\.round_limit=(\d+)", form) for form in sent] == [["20"], ["0"]]
    limit.fill("19")
    anna.page.locator("#say input[name='text']").click()
    expect(limit).to_be_focused()
    anna.page.locator("#say input[name='text']").click()
    other = anna.new_page()
    other.goto(f"/r/{code}")
    other.locator("input[name='o.round_limit']").fill("40")
    other.locator("input[name='o.round_limit']").blur()
    expect(limit).to_have_value("40")
    assert limit.evaluate("one => one.validity.valid")
