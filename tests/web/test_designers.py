"""The designers' page of a game: its report, a small run while one watches, and what it refuses."""

from __future__ import annotations

import dataclasses
import re
import shutil
import time
from pathlib import Path

import msgspec
import pytest

from board_library import games
from board_library.games import game
from board_library.lab.facts import facts
from board_library.lab.plan import make_plan
from board_library.lab.results import Results, Slice
from board_library.lab.run import play_slice
from board_library.web import designers, workshop

PEBBLES = Path(__file__).parents[1] / "dropin" / "pebbles"


def wait_for(person, path, games=1):
    """The page of a run once so many games are there."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        page = person.get(f"{path}/now")
        assert page.status_code == 200
        value = int(re.search(r'value="([0-9]+)"', page.text)[1])
        if value >= games:
            return page.text
        time.sleep(0.2)
    raise AssertionError("the run does not get on")


def test_every_game_has_its_page_in_both_languages(browser, client):
    for slug in client.app.state.site.games:
        for lang, word in (("ru", "лаборатория"), ("en", "lab")):
            page = browser(lang).get(f"/lab/{slug}")
            assert page.status_code == 200
            assert word in page.text
            assert 'name="o.' in page.text
    assert browser().get("/lab/nothing").status_code == 404
    assert "/lab/treasure-map" in browser().get("/").text


def test_a_small_run_is_watched_to_its_end(browser, monkeypatch):
    monkeypatch.setattr(workshop, "GAMES", 16)
    person = browser("en")
    begun = person.post("/lab/chests", {"seats": "3", "o.jackpot": "on", "o.rounds": "1"})
    path = begun.headers["location"]

    assert begun.status_code == 303
    assert re.fullmatch(r"/lab/chests/[0-9a-f]{16}", path)
    over = wait_for(person, path, 16)
    assert 'data-over="yes"' in over
    assert "What to look at first" in over
    assert "Jackpot: yes" in over
    page = person.get(path)
    assert over.strip()[:200] in page.text
    assert not re.search(r"<style|style=|onclick|<script(?! type=.module. src)", page.text)
    again = browser("ru").post("/lab/chests", {"seats": "3", "o.jackpot": "on", "o.rounds": "1"})
    assert again.headers["location"] == path
    assert "На что смотреть сначала" in browser("ru").get(path).text
    assert browser().get(path.replace("chests", "sesame")).status_code == 404


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"seats": "9"}, "от 2 до 6"),
        ({"seats": "x"}, "от 2 до 6"),
        ({"seats": "2", "o.rounds": "99"}, "99"),
        ({"seats": "2", "o.teams": "three"}, "field__error"),
        ({"seats": "2", "o.nonsense": "1"}, "toast--bad"),
    ],
)
def test_what_cannot_be_played_is_said_where_it_was_typed(browser, form, told):
    refused = browser().post("/lab/chests", form)

    assert refused.status_code == 422
    assert told in refused.text


def test_too_many_runs_are_refused(browser, client):
    class Never:
        over = failed = False
        games = 0
        visitor = "of others"

    runs = client.app.state.workshop._runs
    for k in range(workshop.MOST_WAITING + 1):
        runs[str(k)] = Never()
    refused = browser().post("/lab/chests", {"seats": "2"})

    assert refused.status_code == 422
    assert "очередь" in refused.text
    runs.clear()


@pytest.mark.parametrize(("lang", "told"), [("ru", "У вас уже идёт прогонов: 2"), ("en", "You have 2 runs under way")])
def test_one_guest_does_not_take_all_places(browser, client, monkeypatch, lang, told):
    async def never(*_):
        return None

    monkeypatch.setattr(workshop.Workshop, "_play", never)
    one, other = browser(lang), browser(lang)
    for person in (one, other):
        person.post("/rooms", {"game": "chests"})
    for rounds in (1, 2):
        assert one.post("/lab/chests", {"seats": "2", "o.rounds": str(rounds)}).status_code == 303
    refused = one.post("/lab/chests", {"seats": "2", "o.rounds": "3"})

    assert refused.status_code == 422
    assert told in refused.text
    assert one.post("/lab/chests", {"seats": "2", "o.rounds": "1"}).status_code == 303, "the same run is found again"
    assert other.post("/lab/chests", {"seats": "2", "o.rounds": "3"}).status_code == 303
    client.app.state.workshop._runs.clear()


def test_rules_that_raise_end_the_run_and_not_the_server(browser, client, monkeypatch):
    async def broken(_run):
        raise ZeroDivisionError

    monkeypatch.setattr(client.app.state.workshop, "_slice", broken)
    person = browser()
    path = person.post("/lab/chests", {"seats": "2"}).headers["location"]
    end = time.monotonic() + 20
    while 'data-over="yes"' not in (page := person.get(f"{path}/now").text) and time.monotonic() < end:
        time.sleep(0.05)

    assert "сбой" in page
    assert person.get("/").status_code == 200


def test_the_published_report_of_todays_rules_is_shown(tmp_path, monkeypatch):
    spec = game("chests")
    plan = make_plan(spec, spec.options(), seats=(2,), levels=("random",), games=8, seed="p")
    results = Results(plan)
    results.take(msgspec.json.decode(play_slice(plan, 0, 7, 60), type=Slice))
    found = facts(spec, results)
    shown = []
    for version in (spec.rules_version, spec.rules_version + 1):
        found["about"]["rules_version"] = version
        (tmp_path / designers.PUBLISHED).write_bytes(msgspec.json.encode(found))
        monkeypatch.setattr(designers, "game", {"chests": dataclasses.replace(spec, folder=tmp_path)}.__getitem__)
        designers.published.cache_clear()
        designers.report_words.cache_clear()
        shown.append(designers.published("chests", "en"))
    designers.published.cache_clear()
    designers.report_words.cache_clear()

    assert "Games played: 8" in shown[0]
    assert shown[1] is None


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """The drop-in game, before the application starts."""
    shutil.copytree(PEBBLES, tmp_path / "games" / "pebbles")
    monkeypatch.setenv(games.FOLDERS_VARIABLE, str(tmp_path / "games"))
    games.all_games.cache_clear()
    yield
    games.all_games.cache_clear()


@pytest.fixture
def with_pebbles(pebbles, browser):  # noqa: ARG001 - the game must lie there first
    return browser


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_drop_in_game_has_its_lab_too(with_pebbles, monkeypatch, lang):
    monkeypatch.setattr(workshop, "GAMES", 14)
    person = with_pebbles(lang)
    assert person.get("/lab/pebbles").status_code == 200
    path = person.post("/lab/pebbles", {"seats": "2"}).headers["location"]

    assert "lab-first" in wait_for(person, path, 14)
