"""What Treasure Map's table has to show whole and plainly: the own name on a phone, dice of the log by day."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables import play, seated
from tests.browser.test_fits import CUT
from tests.browser.test_phone import PHONE, fits

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_own_name_is_whole_on_the_phone_while_characters_are_chosen(people, lang):
    anna = people("Guest 123", lang=lang, **PHONE)
    anna.sit(seated(anna, seats=3, characters="two"))
    expect(anna.page.locator(".me__head .badge")).to_be_visible()
    assert anna.page.locator(".me__head .player__name > span, .me__head .badge").evaluate_all(CUT_WIDTH) == []
    fits(anna)


CUT_WIDTH = CUT.replace("|| one.scrollHeight > one.clientHeight + 1", "")

CONTRAST = """die => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map(c => {
      c /= 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const one = light(getComputedStyle(die).color);
  const other = light(getComputedStyle(die.closest('.plate')).backgroundColor);
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}"""


@pytest.mark.parametrize("room", ["day", ""])
def test_dice_of_the_log_are_seen_by_day_and_by_night(people, room):
    anna = people("Анна", viewport={"width": 1440, "height": 900})
    table = seated(anna, seats=2, characters="none", first="dice")
    play(anna, table, "roll die")
    anna.sit(table)
    anna.page.evaluate("room => { document.documentElement.dataset.room = room; }", room)
    die = anna.page.locator(".log__die").first
    expect(die).to_be_visible()
    assert die.evaluate(CONTRAST) > 4.5
