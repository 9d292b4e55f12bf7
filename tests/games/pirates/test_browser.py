"""Pirates in a real browser, against bots: by mouse and arrow keys in English, by touch on a phone in Russian."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person, until
from tests.browser.serving import serving
from tests.browser.test_phone import PHONE, TOO_WIDE

pytestmark = pytest.mark.browser

SQUARE = "button.sea__square"


def open_quick_game(person: Person) -> None:
    person.page.goto("/")
    person.page.locator("form[action='/play/pirates'] button").first.click()
    person.page.wait_for_url("**/tables/*")
    person.online()


def asked(person: Person, start: str) -> str:
    """Wait until a move that begins so is offered; its code."""
    found = until(lambda: [code for code in person.targets() if code.startswith(start)], person, f"{start} is offered")
    return str(found[0])


def cell_of(person: Person) -> str:
    names = (person.page.locator(".fleet.is-mine").get_attribute("class") or "").split()
    return "x{}y{}".format(*(next(n[2:] for n in names if n.startswith(stem)) for stem in ("cx", "cy")))


def test_sailing_by_arrow_keys(people):
    anna = people(lang="en", viewport={"width": 1440, "height": 900})
    open_quick_game(anna)
    anna.click(asked(anna, "settle "))
    asked(anna, "done port")
    before = cell_of(anna)
    anna.click("done port")
    asked(anna, "go ")
    anna.page.locator("#sea-chart").focus()
    anna.page.keyboard.press("Home")
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"):
        anna.page.keyboard.press(key)
    focused = anna.page.locator(f"{SQUARE}:focus")
    expect(focused).to_have_count(1)
    assert "steps:" in (focused.get_attribute("aria-label") or "")
    assert anna.page.locator(f"{SQUARE}[tabindex='0']").count() == 1
    goal = (focused.get_attribute("value") or "").removeprefix("go ")
    anna.page.keyboard.press("Enter")
    until(lambda: cell_of(anna) == goal, anna, f"the fleet is at {goal}")
    assert goal != before


def test_a_phone_shows_a_window_on_the_chart(people):
    anna = people(**PHONE)
    open_quick_game(anna)

    def tap(code: str) -> None:
        anna.target(code).tap()
        anna.page.wait_for_timeout(200)
        if anna.page.locator("#confirm-yes").is_visible():
            anna.page.locator("#confirm-yes").tap()

    tap(asked(anna, "settle "))
    asked(anna, "done port")
    assert anna.page.evaluate(TOO_WIDE) == []
    tap("done port")
    tap(asked(anna, "go "))
    wide = anna.page.evaluate("document.querySelector('.sea').scrollWidth > document.querySelector('.sea').clientWidth")
    assert wide
    assert anna.page.evaluate(TOO_WIDE) == []
    before = anna.page.locator(".sea__sheet").bounding_box()
    anna.page.locator("[data-zoom='1']").tap()
    after = anna.page.locator(".sea__sheet").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"]


def test_cities_to_choose_from_stay_ringed_under_a_moving_mouse(people):
    anna = people(lang="en", viewport={"width": 1440, "height": 900})
    open_quick_game(anna)
    plate = anna.target(asked(anna, "settle "))
    for other in ("#zone-status", "#zone-log", "#sea-chart", "#zone-opponents"):
        anna.page.locator(other).hover()
        assert plate.evaluate("one => getComputedStyle(one).outlineStyle") == "solid", other


def test_a_card_may_be_dragged_to_another_tray(people):
    anna = people(lang="en", viewport={"width": 1440, "height": 900})
    open_quick_game(anna)
    anna.click(asked(anna, "settle "))
    asked(anna, "unload hold:1")
    store = anna.page.locator(".tray", has=anna.page.locator("h3", has_text="Store"))
    expect(store.locator(".pcard")).to_have_count(0)
    anna.page.locator('[id="card-hold:1"]').drag_to(store)
    expect(store.locator(".pcard")).to_have_count(1)
    anna.page.locator('[id="card-store:1"]').click(position={"x": 20, "y": 20})
    expect(store.locator(".pcard")).to_have_count(0)


SIDE_BY_SIDE = {
    "east": ("x9y5", "x10y5"),
    "south": ("x10y5", "x10y6"),
    "askew": ("x9y5", "x10y6"),
    "one-between": ("x9y5", "x11y5"),
    "row": ("x9y5", "x10y5", "x11y5"),
    "column": ("x10y5", "x10y6", "x10y7"),
    "block": ("x9y5", "x10y5", "x9y6", "x10y6"),
    "crowd": ("x9y5", "x10y5", "x11y6", "x10y6"),
}
"""Where fleets lie close together, out at sea."""

CREWS = ("5r2 5r2 3r0", "3r3 4r3 5r4", "4r2 4r3 4r0", "5r3 4r1 5r1")

NEAR = """
from dataclasses import replace
from board_library.engine.situations import read_situation
from board_library.games.pirates import GAME as PIRATES

def new(options, seats, rng, log):
    return read_situation(PIRATES, {text!r})

GAME = replace(PIRATES, slug="near-{name}", new=new)
"""

HIDDEN = """all => {
  const box = (one) => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return all.flatMap((one) => all.filter((other) => other !== one
    && [...other.querySelectorAll('.fleet__sails, .fleet__hull')].some((part) => meet(box(part), box(one))))
    .map((other) => `${one.className} under ${other.className}`));
}"""
"""Fleets that lie over one another."""


def test_fleets_on_neighbouring_squares_are_drawn_apart(people, tmp_path):
    for name, cells in SIDE_BY_SIDE.items():
        fleets = "; ".join(f"P{seat} {cell} {CREWS[seat]} | s" for seat, cell in enumerate(cells))
        folder = tmp_path / "games" / f"near_{name.replace('-', '_')}"
        folder.mkdir(parents=True)
        text = f"seats {len(cells)}; turn P0; round 5; first P0; {fleets}; at sail"
        (folder / "__init__.py").write_text(NEAR.format(name=name, text=text))
    with serving(tmp_path, GAMES=str(tmp_path / "games")) as own:
        anna = people("Anna", at=own, lang="en", viewport={"width": 1440, "height": 900})
        found = {}
        for name, cells in SIDE_BY_SIDE.items():
            room = anna.ask("rooms", game=f"near-{name}", seats=len(cells))["code"]
            for _ in cells[1:]:
                anna.ask(f"rooms/{room}/bots", level="deckhand")
            anna.ask(f"rooms/{room}/ready", on=True, number="7")
            anna.sit(anna.ask(f"rooms/{room}/start")["table"])
            fleets = anna.page.locator(".fleet")
            expect(fleets).to_have_count(len(cells))
            found[name] = fleets.evaluate_all(HIDDEN)
            heights = fleets.locator(".fleet__sails b").evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect().height)"
            )
            assert min(heights) > 14, "the numbers stay readable"
    assert not any(found.values()), found


OVERLAP = """([over, ...others]) => {
  const of = one => document.querySelector(one).getBoundingClientRect();
  const a = of(over);
  return others.filter(one => {
    const b = of(one);
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  });
}"""
"""Which of the others the first lies over."""


@pytest.mark.parametrize("height", [768, 900])
def test_the_memo_lies_beside_the_table_on_a_desk(people, height):
    anna = people(viewport={"width": 1440, "height": height})
    open_quick_game(anna)
    asked(anna, "settle ")
    anna.page.keyboard.press("m")
    expect(anna.page.locator("#memo")).to_be_in_viewport(ratio=1)
    table = ["#zone-status", "#mine", "#zone-actions", "#zone-opponents", "#sea-chart"]
    assert anna.page.evaluate(OVERLAP, ["#memo", *table]) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_log_and_chat_are_within_a_desk_of_900_lines(people, seats, lang):
    anna = people("Анна", lang=lang, viewport={"width": 1440, "height": 900})
    code = anna.ask("rooms", game="pirates", seats=seats, clock={})["code"]
    for _ in range(seats - 1):
        anna.ask(f"rooms/{code}/bots", level="sailor")
    anna.ask(f"rooms/{code}/ready", on=True, number="7")
    anna.sit(anna.ask(f"rooms/{code}/start")["table"])
    for start in ("settle ", "done port", "go "):
        code = asked(anna, start)
        expect(anna.page.locator("#say")).to_be_in_viewport(ratio=1)
        assert anna.page.locator("#log-lines").evaluate("log => log.clientHeight") > 120
        assert anna.page.evaluate(OVERLAP, ["#zone-opponents", "#sea-chart", "#mine", "#side"]) == []
        if start != "go ":
            anna.click(code)
