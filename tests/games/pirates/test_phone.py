"""The chart under fingers: a tap beside a square, two fingers, one finger, and the arrow keys."""

import pytest

from tests.browser.people import Person, until
from tests.browser.test_phone import IN_SIGHT as BARS_IN_SIGHT
from tests.browser.test_phone import PHONE, TOO_WIDE
from tests.games.pirates.test_browser import SQUARE, asked, open_quick_game

pytestmark = pytest.mark.browser

WIDE = "document.querySelector('.sea__sheet').getBoundingClientRect().width"
SCROLLED = "[document.querySelector('.sea').scrollLeft, document.querySelector('.sea').scrollTop]"
SELECTED = "document.querySelector('button.is-selected')?.value ?? ''"


def tap(person: Person, code: str) -> None:
    person.target(code).tap()
    person.page.wait_for_timeout(150)
    if person.page.locator("#confirm-yes").is_visible():
        person.page.locator("#confirm-yes").tap()


@pytest.fixture
def sailing(people) -> Person:
    """Somebody with a phone who is asked where to sail."""
    anna = people(lang="en", **PHONE)
    open_quick_game(anna)
    tap(anna, asked(anna, "settle "))
    asked(anna, "done port")
    tap(anna, "done port")
    asked(anna, "go ")
    anna.page.locator("#sea-chart").scroll_into_view_if_needed()
    return anna


def middle(person: Person) -> tuple[float, float]:
    box = person.page.locator("#sea-chart").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def fingers(person: Person, *frames: list[tuple[float, float]]) -> None:
    """Fingers on the screen: where they are, frame by frame; then they are lifted."""
    touch = person.context.new_cdp_session(person.page)
    for number, frame in enumerate(frames):
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(frame)]
        kind = "touchMove" if number else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        person.page.wait_for_timeout(40)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_zoom_the_chart_and_not_the_page(sailing):
    x, y = middle(sailing)
    before = sailing.page.evaluate(WIDE)
    fingers(sailing, *([(x - d, y), (x + d, y)] for d in (30, 40, 55, 70, 90)))
    until(lambda: sailing.page.evaluate(WIDE) > before, sailing, "the chart is larger")
    larger = sailing.page.evaluate(WIDE)
    fingers(sailing, *([(x - d, y), (x + d, y)] for d in (90, 70, 55, 40, 30)))
    until(lambda: sailing.page.evaluate(WIDE) < larger, sailing, "the chart is smaller")
    assert sailing.page.evaluate("visualViewport.scale") == 1
    assert sailing.page.evaluate(SELECTED) == ""
    assert sailing.page.evaluate(TOO_WIDE) == []


def test_one_finger_moves_the_window_and_chooses_nothing(sailing):
    x, y = middle(sailing)
    before = sailing.page.evaluate(SCROLLED)
    towards = -1 if before[0] < 200 else 1
    fingers(sailing, *([(x + towards * d, y)] for d in (0, 20, 45, 70, 100)))
    until(lambda: abs(sailing.page.evaluate(SCROLLED)[0] - before[0]) > 30, sailing, "the window has moved")
    assert sailing.page.evaluate(SELECTED) == ""
    assert sailing.state() != "waits"


OUTSIDE = """() => {
  const lit = [...document.querySelectorAll('button.sea__square')].map((one) => one.getBoundingClientRect());
  const sea = document.querySelector('.sea').getBoundingClientRect();
  const off = (x, y) => Math.min(...lit.map((b) => Math.hypot(
    Math.max(b.left - x, 0, x - b.right), Math.max(b.top - y, 0, y - b.bottom))));
  for (let y = sea.top + 4; y < sea.bottom - 4; y += 4) {
    for (let x = sea.left + 4; x < sea.right - 4; x += 4) {
      const hit = document.elementFromPoint(x, y);
      if (hit?.closest('.sea') && !hit.closest('button') && off(x, y) > 6 && off(x, y) < 20) return [x, y];
    }
  }
  return null;
}"""
FAR = OUTSIDE.replace("off(x, y) > 6 && off(x, y) < 20", "off(x, y) > 40")


def test_a_tap_beside_a_square_takes_the_nearest(sailing):
    x, y = sailing.page.evaluate(OUTSIDE)
    sailing.page.touchscreen.tap(x, y)
    until(lambda: sailing.page.evaluate(SELECTED), sailing, "a square is chosen")
    assert sailing.page.evaluate(SELECTED).startswith("go ")
    box = sailing.page.locator(f"{SQUARE}.is-selected").bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - x) < 40
    assert abs(box["y"] + box["height"] / 2 - y) < 40
    assert sailing.page.locator("#confirm-yes").is_visible()


def test_a_tap_far_from_all_squares_chooses_nothing(sailing):
    sailing.page.locator("[data-zoom='-1']").tap()
    found = sailing.page.evaluate(FAR)
    assert found is not None
    sailing.page.touchscreen.tap(*found)
    sailing.page.wait_for_timeout(150)
    assert sailing.page.evaluate(SELECTED) == ""


def test_the_buttons_of_the_chart_fit_a_thumb(sailing):
    small = """(all) => all.map((one) => one.getBoundingClientRect()).filter((b) => b.width < 44 || b.height < 44)"""
    assert sailing.page.locator(".sea-tools .btn").evaluate_all(small) == []


IN_SIGHT = """() => {
  const ship = document.querySelector('.fleet.is-active')?.getBoundingClientRect();
  const sea = document.querySelector('.sea').getBoundingClientRect();
  return !ship || (Math.min(ship.left - sea.left, sea.right - ship.right) >= 0
    && Math.min(ship.top - sea.top, sea.bottom - ship.bottom) >= 0);
}"""


def test_the_window_of_the_replay_follows_the_ship_whose_turn_it_is(sailing):
    address = f"{sailing.page.url}/replay"
    sailing.page.goto(address)
    last = int(sailing.page.locator("main").get_attribute("data-steps") or 0)
    followed = 0
    for step in range(1, last + 1):
        sailing.page.goto(f"{address}?step={step}")
        until(lambda: sailing.page.evaluate(IN_SIGHT), sailing, f"the ship is in sight at step {step}")
        followed += sailing.page.evaluate(SCROLLED) != [0, 0]
    assert followed


def test_whose_turn_it_is_stays_in_sight(sailing):
    sailing.page.evaluate("scrollTo(0, 10_000)")
    assert sailing.page.evaluate("scrollY") > 100
    assert sailing.page.evaluate(BARS_IN_SIGHT) == []


OPAQUE = """() => {
  const { backgroundColor, position } = getComputedStyle(document.querySelector('.status'));
  return position === 'sticky' && backgroundColor.startsWith('rgb(');
}"""


@pytest.mark.parametrize("day", [False, True])
def test_nothing_shows_through_whose_turn_it_is(sailing, day):
    sailing.page.evaluate("day => { if (day) document.documentElement.dataset.room = 'day'; }", day)
    sailing.page.evaluate("document.querySelector('.status').classList.remove('status--mine')")
    assert sailing.page.evaluate(OPAQUE)


def test_log_and_chat_lie_one_over_the_other(sailing):
    sailing.page.locator("#open-log").tap()
    wide = sailing.page.locator("#side > .panel").evaluate_all("all => all.map(one => one.clientWidth)")
    assert len(wide) == 2
    assert min(wide) > 320
    assert sailing.page.evaluate(TOO_WIDE) == []
