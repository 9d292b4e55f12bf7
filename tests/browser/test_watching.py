"""Somebody who only watches: by a link and from Game Select."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables import go_on, play, question, seated

pytestmark = pytest.mark.browser

SHOWN = ("opponents", "status", "centre", "chooser", "log")


def test_a_spectator_sees_the_table_and_can_touch_nothing(people, rng):
    anna, boris, vera = people("Анна"), people("Борис"), people()
    table = seated(anna, boris)
    anna.sit(table)
    vera.sit(table)

    expect(anna.page.locator("#zone-presence")).to_contain_text("1")
    expect(vera.page.locator(".table--watch")).to_be_visible()
    expect(vera.page.locator("#zone-opponents .player")).to_have_count(2)
    expect(vera.page.locator("#zone-actions")).to_contain_text("зритель")
    picks = [anna.look(table)["view"]["dealt"], boris.look(table)["view"]["dealt"]]
    for person, dealt in zip((anna, boris), picks, strict=True):
        for character in dealt:
            for zone in SHOWN:
                assert f"{character}" not in vera.page.locator(f"#zone-{zone}").inner_html()
        play(person, table, f"keep {dealt[0]}")
    expect(vera.page.locator("#zone-opponents [data-about]")).to_have_count(2)

    go_on([anna, boris], table, rng, "action")
    expect(vera.page.locator("#deck")).to_be_visible()
    assert vera.targets() == []
    for forbidden in ("[form=moves]", "[form=takeback]", "[data-shortcut]", "form[action$='/leave']"):
        assert vera.page.locator(f"main {forbidden}").count() == 0, forbidden
    for key in ("d", "r"):
        vera.page.keyboard.press(key)
    asked = question(anna, table) or question(boris, table)
    assert asked is not None
    assert asked["kind"] == "action"

    vera.page.close()
    expect(anna.page.locator("#zone-presence")).to_have_text("")


def test_an_open_table_can_be_watched_from_game_select(people):
    anna, boris, vera = people("Анна"), people("Борис"), people()
    table = seated(anna, boris)
    anna.sit(table)
    vera.page.goto("/")
    vera.page.locator(f"#rooms a[href='/tables/{table}']", has_text="Смотреть").click()
    vera.online()
    expect(vera.page.locator(".table--watch")).to_be_visible()


def test_a_spectator_sees_the_end(people, rng):
    anna, vera = people("Анна"), people()
    table = seated(anna, seats=2, characters="none", learning=True)
    vera.sit(table)
    assert go_on([anna], table, rng) is None
    vera.page.locator("#zone-actions a[href$='/end']").click()
    expect(vera.page.locator(".rank")).to_have_count(2)
    assert vera.page.locator("#zone-again button").count() == 0


def test_a_bust_stays_to_be_read_though_others_play_on(people, rng):
    anna, boris, vera = people("Анна"), people("Борис"), people(moving=True)
    while True:
        table = seated(anna, boris, characters="none", first="p0")
        vera.sit(table)
        while (asked := question(anna, table)) is not None:
            play(anna, table, "draw deck" if "draw deck" in asked["codes"] else rng.choice(asked["codes"]))
        asked = question(boris, table)
        if asked is not None and asked["kind"] == "action":
            break  # Anna, who only draws, has gone bust

    play(boris, table, "draw deck")
    bust = vera.page.locator("#raid-bust")
    expect(bust).to_be_visible()
    vera.page.wait_for_timeout(1200)
    expect(bust).to_be_visible()
    expect(bust).to_have_count(0)
