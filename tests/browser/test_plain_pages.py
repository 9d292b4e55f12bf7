"""Without JavaScript, and with a game that brings no page of its own."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import TARGETS, Person, play_out, until
from tests.browser.serving import serving

pytestmark = pytest.mark.browser

DROPIN = Path(__file__).parents[1] / "dropin"


def test_a_whole_game_without_javascript(people, rng):
    anna = people(java_script_enabled=False)
    anna.page.goto("/")
    anna.page.locator("form[action='/play/treasure-map'] button").click()
    anna.page.wait_for_url("**/tables/*")
    table = anna.page.url
    anna.page.get_by_label("Сообщение столу").fill("Есть кто живой?")
    anna.page.get_by_label("Сообщение столу").press("Enter")
    expect(anna.page.locator("#zone-chat")).to_contain_text("Есть кто живой?")

    moves = 0
    while until(lambda: offered(anna), anna, "a question or the end comes with a reload") != "over":
        anna.click(rng.choice(anna.targets()))
        expect(anna.page.locator(".toast--bad")).to_have_count(0)
        moves += 1

    assert moves > 10
    assert anna.page.url == f"{table}/end"
    expect(anna.page.locator(".rank")).to_have_count(3)
    anna.page.get_by_role("button", name="Проверить").click()
    expect(anna.page.locator(".verdict--good")).to_be_visible()
    # The page itself says that no browser has put a number into the seed.
    expect(anna.page.locator("#fair .label--warn")).to_be_visible()


def offered(person: Person) -> str:
    """What the page offers now, asked for anew if it offers nothing: 'over', 'moves' or ''."""
    if person.page.url.endswith("/end"):
        return "over"
    if person.page.locator(TARGETS).count():
        return "moves"
    person.page.goto(person.page.url)
    return ""


def test_a_dropped_in_game_is_played_on_the_generic_page(people, rng, tmp_path):
    with serving(tmp_path, GAMES=str(DROPIN)) as server:
        anna = people(at=server)
        anna.page.goto("/")
        tile = anna.page.locator(".tile", has=anna.page.get_by_role("heading", name="Камешки"))
        expect(tile).to_contain_text("2–4")
        tile.get_by_role("button", name="Играть с ботами").click()
        anna.page.wait_for_url("**/tables/*")
        anna.online()
        expect(anna.page.locator(".generic")).to_be_visible()
        assert anna.page.title().endswith("Камешки")

        moves = play_out([anna], rng)

        assert 2 <= moves <= 20
        anna.page.locator("#zone-actions a[href$='/end']").click()
        expect(anna.page.locator(".rank")).to_have_count(3)
        anna.page.get_by_role("button", name="Проверить").click()
        expect(anna.page.locator(".verdict--good")).to_be_visible()
        anna.page.close()
