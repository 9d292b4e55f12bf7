"""One whole game on a phone of 360 by 640, by touch: a tap chooses, the brass button plays."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import TARGETS, Person, play_out, until
from tests.browser.tables import go_on, play, seated

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}

TOO_SMALL = """(all) => all.map((one) => [one.value || one.id, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""
TOO_WIDE = """() => [document.documentElement, document.body, document.getElementById('main')]
  .filter((one) => one.scrollWidth > innerWidth).map((one) => `${one.tagName} ${one.scrollWidth}`)
  .concat(innerWidth === 360 ? [] : [`page ${innerWidth}`])"""


def test_a_whole_game_on_a_phone(people, rng):
    anna = people(**PHONE)
    confirmed = 0

    def tap(person: Person, code: str) -> None:
        nonlocal confirmed
        target, opened = person.target(code), person.state()
        plain = target.get_attribute("data-plain") is not None
        target.tap()
        if plain:
            return
        yes = person.page.locator("#confirm-yes")
        expect(yes).to_be_visible()
        expect(person.page.locator("#confirm-what")).not_to_be_empty()
        assert person.state() == opened, "a tap has played a move at once"
        fits(person)
        assert person.page.locator("#confirm button").evaluate_all(TOO_SMALL) == []
        yes.tap()
        confirmed += 1

    for _ in range(3):
        anna.page.goto("/")
        fits(anna)
        anna.page.locator("form[action='/play/treasure-map'] button").tap()
        anna.page.wait_for_url("**/tables/*")
        anna.online()
        fits(anna)
        assert play_out([anna], rng, tap, fits) > 10
        if confirmed > 1:  # now and then a game has hardly a card to choose
            break
    assert confirmed > 1
    anna.page.locator("#zone-actions a[href$='/end']").tap()
    anna.page.wait_for_url("**/end")
    expect(anna.page.locator(".rank")).to_have_count(3)
    fits(anna)


def fits(person: Person) -> None:
    """Nothing scrolls sideways, and whatever can be played can be hit by a thumb."""
    assert person.page.evaluate(TOO_WIDE) == []
    assert person.page.locator(TARGETS).evaluate_all(TOO_SMALL) == []


@pytest.mark.parametrize("path", ["/", "/me", "/settings", "/nothing-here"])
def test_pages_fit_a_phone(people, path):
    anna = people("Анна", **PHONE)
    anna.page.goto(path)
    fits(anna)


def test_a_second_tap_takes_the_choice_back(people):
    anna = people("Анна", **PHONE)
    anna.page.goto("/")
    anna.page.locator("form[action='/play/treasure-map'] button").tap()
    anna.page.wait_for_url("**/tables/*")
    anna.online()
    opened, codes = anna.state(), anna.targets()

    anna.target(codes[0]).tap()
    expect(anna.target(codes[0])).to_have_attribute("aria-pressed", "true")
    anna.target(codes[1]).tap()
    expect(anna.target(codes[1])).to_have_attribute("aria-pressed", "true")
    assert anna.page.locator("[aria-pressed=true][name=code]").count() == 1
    anna.target(codes[1]).tap()
    expect(anna.page.locator("#confirm")).to_be_hidden()
    assert anna.state() == opened


FULL_BANKS = """() => {
  for (const bank of document.querySelectorAll('.opponents .bank__stacks')) {
    const target = document.querySelector('.opponents .stack:has(.is-target)');
    while (bank.querySelectorAll('.stack:has(.is-target)').length < 10) bank.append(target.cloneNode(true));
  }
}"""
IN_SIGHT = """() => ['.status', '.me > .actions:not([hidden])'].map((name) => document.querySelector(name))
  .filter((one) => {
    const { top, bottom, left } = one.getBoundingClientRect();
    const middle = document.elementFromPoint(left + 30, (top + bottom) / 2);
    return !(top >= 0 && bottom <= innerHeight && (one.contains(middle) || middle.contains(one)));
  }).map((one) => one.className)"""


def test_sentence_and_buttons_stay_in_sight_however_many_cards_can_be_chosen(people, rng):
    anna = people("Анна", **PHONE)
    turn = None
    while turn is None:
        table = seated(anna, seats=4, characters="none")
        anna.sit(table)
        turn = go_on([anna], table, rng, "cannon", "sabre")
    expect(anna.page.locator(".opponents .is-target").first).to_be_visible()
    anna.page.evaluate(FULL_BANKS)
    fits(anna)
    for where in (0, 150, 10_000):
        anna.page.evaluate(f"scrollTo(0, {where})")
        assert anna.page.evaluate(IN_SIGHT) == []
    anna.page.evaluate("scrollTo(0, 0)")
    anna.page.locator(".opponents .is-target").first.tap()
    expect(anna.page.locator("#confirm-yes")).to_be_in_viewport()


COVERED = """() => [...document.querySelectorAll('.opponents .player')].filter((one) => {
  const name = one.querySelector('.player__role').getBoundingClientRect();
  return document.elementFromPoint(name.left + 4, name.top + 4)?.dataset?.about === undefined;
}).map((one) => one.id)"""


def test_a_tap_on_an_opponent_tells_its_character(people, rng):
    anna = people("Анна", **PHONE)
    table = seated(anna, seats=4, characters="random", first="p0")
    assert go_on([anna], table, rng, "action")  # a choice among the others lies over their characters
    anna.sit(table)
    anna.page.wait_for_selector(".opponents .player__role:text-matches('.')")
    assert anna.page.evaluate(COVERED) == []
    texts = set()
    for player in anna.page.locator(".opponents .player").all():
        player.locator(".player__name").tap(force=True)
        peek = anna.page.locator("#peek")
        expect(peek).to_be_visible()
        expect(peek).to_contain_text(player.locator(".player__role").inner_text())
        texts.add(peek.inner_text())
    assert len(texts) == 3
    anna.page.locator(".status").tap()
    expect(anna.page.locator("#peek")).to_be_hidden()


RAID = """([kept, free, bust]) => {
  const raid = document.querySelector('.raid'), card = raid.querySelector('.card');
  const cards = (n) => Array.from({ length: n }, () => card.cloneNode(true));
  const group = (name, n) => {
    const one = Object.assign(document.createElement('div'), { className: name });
    one.dataset.label = 'в банк Марго: 11';
    one.append(...cards(n));
    return n ? [one] : [];
  };
  raid.className = `raid raid--${kept + free}${bust ? ' raid--bust' : ''}`;
  raid.firstElementChild.replaceChildren(
    ...group('raid__kept', kept), ...(bust ? group('raid__lost', free) : cards(free)));
  const { left, right } = raid.querySelector('.raid__cards').getBoundingClientRect();
  const inside = [...raid.querySelectorAll('.card')].every((one) => {
    const box = one.getBoundingClientRect();
    return box.left >= 0 && box.right <= 360;
  });
  return [left >= 0, right <= 360, inside];
}"""


@pytest.mark.parametrize("bust", [False, True])
def test_the_longest_raid_lies_within_the_page(people, rng, bust):
    anna = people("Анна", **PHONE)
    table = seated(anna, seats=2, characters="none", first="p0")
    play(anna, table, "draw deck")
    while (turn := go_on([anna], table, rng, "action")) and not anna.look(table)["view"]["raid"]:
        play(anna, table, "draw deck")
    assert turn
    anna.sit(table)
    anna.page.wait_for_selector("#raid .card")
    for n in range(1, 12):
        for kept in {0, n // 2, n - 1}:
            assert anna.page.evaluate(RAID, [kept, n - kept, bust]) == [True] * 3, f"{kept} of {n} kept"
            fits(anna)


MANY = """() => {
  const fan = document.querySelector('.chooser__fan');
  fan.classList.add('chooser__fan--many');
  while (fan.children.length < 16) fan.append(fan.firstElementChild.cloneNode(true));
}"""
ABOVE = """() => document.querySelector('.chooser__fan .card__mark--tick').getBoundingClientRect().top
  - document.querySelector('.chooser__fan').getBoundingClientRect().top"""


def test_marks_of_the_first_row_of_a_great_choice_are_whole(people, rng):
    anna = people("Анна", **PHONE)
    turn = None
    while turn is None:
        table = seated(anna, seats=4, characters="none")
        turn = go_on([anna], table, rng, "scroll")
    anna.sit(table)
    anna.page.evaluate(MANY)
    anna.page.locator(".chooser__fan button[name=code]").first.tap()
    assert anna.page.evaluate(ABOVE) >= 0
    anna.page.locator("#confirm-no").tap()
    fits(anna)


LONG_LOG = "() => document.styleSheets[0].insertRule('.log__line { min-height: 600px }')"


def test_who_comes_back_on_a_phone_is_led_to_what_is_new(people):
    anna, boris = people("Анна", **PHONE), people("Борис")
    table = seated(anna, boris, characters="none", first="p1", clock={"absent": 15})
    anna.sit(table)
    anna.page.goto("/me")
    until(lambda: not boris.look(table)["seats"][0]["connected"], boris, "Anna is gone")
    play(boris, table, "draw deck")
    anna.sit(table)
    news = anna.page.locator("#open-log.tool--news")
    expect(news).to_be_visible()
    anna.page.evaluate(LONG_LOG)
    news.tap()
    expect(anna.page.locator("#log-new")).to_be_in_viewport()
    expect(news).to_have_count(0)
