"""Two people in two browsers and a bot play a whole game in Russian, from Game Select to the rematch."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person, play_out

pytestmark = pytest.mark.browser


def test_two_people_and_a_bot_play_a_whole_game(people, server, rng, tmp_path):
    anna, boris = people(), people()
    take_a_name(anna, "Анна")
    take_a_name(boris, "Борис")
    code = make_a_room(anna)
    start = anna.page.locator("#zone-start").get_by_role("button", name="Начать игру")

    boris.page.get_by_label("Код комнаты").fill(code.lower().replace("-", ""))
    boris.page.locator(".find").get_by_role("button", name="Войти").click()
    expect(boris.page.locator("#invitation")).to_have_attribute("href", boris.page.url)
    boris.page.locator("#seat-1").get_by_role("button", name="Сесть за стол").click()
    expect(anna.page.locator("#seat-1")).to_contain_text("Борис")
    expect(start).to_have_attribute("aria-disabled", "true")
    boris.page.get_by_role("button", name="Готово, в путь").click()
    expect(anna.page.locator("#seat-1 .ready--yes")).to_be_visible()
    start.click()
    for person in (anna, boris):
        expect(person.page).to_have_url(re.compile(r"/tables/\w+$"))

    moves = play_out([anna, boris], rng)

    assert moves > 20
    for person in (anna, boris):
        person.page.locator("#zone-actions a[href$='/end']").click()
        expect(person.page).to_have_url(re.compile(r"/end$"))
        shows_a_ranking(person)

    anna.page.get_by_role("button", name="Проверить").click()
    expect(anna.page.locator(".verdict--good")).to_be_visible()

    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Запись").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    record = json.loads(file.read_text())
    assert record["game"] == "treasure-map"
    assert sum(by == "person" for _, _, by in record["entries"]) == moves
    assert sum(number is not None for number in record["numbers"]) == 2, "a number of each browser is in the seed"
    checked = server.run("verify", str(file))
    assert checked.returncode == 0, checked.stderr

    anna.page.locator("#zone-again button").click()
    expect(anna.page).to_have_url(re.compile(r"/r/\w+$"))
    expect(boris.page.locator("#zone-again button")).to_have_text("Войти в реванш")
    boris.page.locator("#zone-again button").click()
    expect(boris.page).to_have_url(anna.page.url)
    expect(anna.page.locator(".seat__word")).to_have_count(3)
    seats = anna.page.locator(".seat__word").all_inner_texts()
    assert [seats.index("Анна"), seats.index("Борис")] == [2, 0], f"the seats turn by one: {seats}"


def take_a_name(person: Person, name: str) -> None:
    """From Game Select to a name and back."""
    person.page.goto("/")
    expect(person.page.locator("html")).to_have_attribute("lang", "ru")
    person.page.get_by_role("link", name="Имя и цвет").click()
    person.page.get_by_label("Имя").fill(name)
    person.page.get_by_role("button", name="Сохранить").click()
    expect(person.page.locator(".guest")).to_contain_text(name)


def make_a_room(host: Person) -> str:
    """A room of three with a bot in the last seat; its code as people read it."""
    page = host.page
    tile = page.locator(".tile", has=page.get_by_role("heading", name="Карта сокровищ"))
    tile.get_by_role("button", name="Создать комнату").click()
    options = page.locator("#options")
    options.locator("label", has_text=re.compile("^3$")).click()
    options.get_by_role("button", name="Сохранить правила").click()
    expect(page.locator(".seat")).to_have_count(3)
    page.locator("#seat-2").get_by_role("button", name="Посадить").click()
    expect(page.locator("#seat-2")).to_contain_text("бот")
    label = page.locator(".code").get_attribute("aria-label")
    return label.split()[-1]


def shows_a_ranking(person: Person) -> None:
    """All three, best first."""
    expect(person.page.locator(".rank")).to_have_count(3)
    names = " ".join(person.page.locator(".rank__name").all_inner_texts())
    assert "Анна" in names
    assert "Борис" in names
    texts = person.page.locator(".rank__sum").all_inner_texts()
    sums = [int(re.match(r"-?\d+", text.replace("−", "-"))[0]) for text in texts]
    assert sums == sorted(sums, reverse=True)
    expect(person.page.locator(".rank--first")).not_to_have_count(0)
