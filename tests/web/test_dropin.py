"""A game dropped into a folder, without catalogue, art or template, gets a tile, a room and a page one can play on."""

import re
import shutil
from pathlib import Path

import pytest

from board_library import games

PEBBLES = Path(__file__).parents[1] / "dropin" / "pebbles"


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """The game in a folder, before the application starts, with a memo that names what no template draws."""
    folder = tmp_path / "games" / "pebbles"
    shutil.copytree(PEBBLES, folder)
    (folder / "memo.en.md").write_text("Take a few.\n\n[pebbles]\n\nThe last one wins.\n\n[options]\n", "utf-8")
    monkeypatch.setenv(games.FOLDERS_VARIABLE, str(tmp_path / "games"))
    games.all_games.cache_clear()
    yield
    games.all_games.cache_clear()


@pytest.fixture
def browser(pebbles, browser):  # noqa: ARG001 - the game must lie there first
    return browser


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_it_is_played_on_a_plain_page(browser, lang):
    person, friend = browser(lang), browser(lang)
    assert "#game-any" in person.get("/").text
    path = person.post("/rooms", {"game": "pebbles"}).headers["location"]
    assert person.get(path).status_code == 200
    friend.post(f"{path}/join")
    friend.post(f"{path}/ready", {"ready": "on"})
    table = person.post(f"{path}/start").headers["location"]
    for _ in range(500):
        for one in (person, friend):
            page = one.get(table)
            if page.status_code == 303:
                break
            found = re.search(r'name="code" value="([^"]+)"', page.text)
            opened = re.search(r'name="opened" value="(\d+)"', page.text)
            if found and opened:
                answer = one.post(f"{table}/moves", {"code": found[1], "opened": opened[1]})
                assert answer.status_code == 303
        else:
            continue
        break
    ended = person.get(f"{table}/end")
    assert ended.status_code == 200
    assert ended.text.count('class="rank plate') == 2
    assert person.get(f"{table}/replay?step=1").status_code == 200


def test_a_memo_may_name_what_the_plain_page_does_not_draw(browser):
    person, friend = browser("en"), browser("en")
    path = person.post("/rooms", {"game": "pebbles"}).headers["location"]
    friend.post(f"{path}/join")
    friend.post(f"{path}/ready", {"ready": "on"})
    page = person.get(person.post(f"{path}/start").headers["location"])
    assert page.status_code == 200
    memo = page.text.partition('id="zone-memo"')[2]
    assert memo.index("Take a few.") < memo.index("The last one wins.") < memo.index("memo__options")
