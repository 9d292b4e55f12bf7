"""Rooms by forms: who may do what, and that a refusal brings back what was typed with the reason."""

import re
from dataclasses import dataclass, replace

import pytest

from board_library.engine.options import GapError, Options, number
from board_library.games import all_games, game
from board_library.web.forms import options_form
from board_library.web.i18n import LANGUAGES
from board_library.web.render import Renderer


@dataclass(frozen=True, kw_only=True)
class Limited(Options):
    """A number that may be none."""

    limit: int = number(0, low=0, high=40, least=20)


@pytest.fixture
def person(browser):
    return browser()


def test_a_room_has_one_address_however_its_code_is_written(browser, room):
    _, path = room
    code = path.removeprefix("/r/")
    for written in (f"{code[:3]}-{code[3:]}", code.lower(), f"{code[:3]}%20{code[3:]}"):
        led = browser().get(f"/r/{written}")
        assert (led.status_code, led.headers["location"]) == (303, path), written
    assert browser().get(path).status_code == 200


def test_a_full_room_can_only_be_watched(browser, room):
    _, path = room
    for _ in range(3):
        assert browser().post(f"{path}/join").status_code == 303
    late = browser()
    refused = late.post(f"{path}/join")
    assert refused.status_code == 422
    assert "Все места заняты" in refused.text
    watched = late.get(path).text
    assert "Сесть за стол" not in watched
    assert "Вы смотрите: все места заняты." in watched
    assert "Займите место" not in watched


def test_a_taken_or_unknown_seat_is_refused(browser, room, person):
    _, path = room
    assert person.post(f"{path}/join", {"seat": "2"}).status_code == 303
    other = browser()
    for seat in ("0", "2", "9"):
        refused = other.post(f"{path}/join", {"seat": seat})
        assert refused.status_code == 422
        assert "Это место занято" in refused.text
    for seat in ("x", "-1", "²", "1" * 50):
        assert other.post(f"{path}/join", {"seat": seat}).status_code == 422


def test_what_comes_too_late_for_the_room_leads_to_the_table(room, person):
    host, path = room
    host.post(f"{path}/bot", {"seat": "1", "level-1": "sailor"})
    table = host.post(f"{path}/start").headers["location"]
    assert host.get(path).headers["location"] == table
    again = host.post(f"{path}/start", {"number": "7"})
    assert (again.status_code, again.headers["location"]) == (303, table)
    for door, form in {"join": {}, "ready": {}, "bot": {"seat": "2"}, "options": {"name": "x"}}.items():
        refused = (person if door == "join" else host).post(f"{path}/{door}", form)
        assert refused.status_code == 422, door
        assert "Игра уже началась" in refused.text
        assert f'href="{table}"' in refused.text, "and the way there is shown"
    assert host.get(f"/api/v1{table}").json()["name"] != "x"
    assert len(host.get(f"/api/v1{table}").json()["seats"]) == 2


def test_only_the_host_changes_the_room(room, person):
    _, path = room
    person.post(f"{path}/join")
    for door, form in (("bot", {"seat": "2"}), ("unbot", {"seat": "2"}), ("options", {"name": "x"})):
        refused = person.post(f"{path}/{door}", form)
        assert refused.status_code == 403, door
        assert "Это может только хост" in refused.text
    refused = person.post(f"{path}/start")
    assert refused.status_code == 422
    assert "Игру начинает хост" in refused.text


def test_start_is_off_with_its_reason(room, person):
    host, path = room
    assert "Не хватает игроков" in host.get(path).text
    assert 'aria-disabled="true"' in host.get(path).text
    person.post(f"{path}/join")
    assert "Ждём, пока все отметят готовность" in host.get(path).text
    refused = host.post(f"{path}/start")
    assert refused.status_code == 422
    person.post(f"{path}/ready", {"ready": "on"})
    html = host.get(path).text
    assert f'formaction="{path}/start"' in html
    person.post(f"{path}/ready", {"ready": "off"})
    assert f'formaction="{path}/start"' not in host.get(path).text


def test_bots_come_and_go(room):
    host, path = room
    assert host.post(f"{path}/bot", {"seat": "3", "level-3": "deckhand"}).status_code == 303
    assert "бот · юнга" in host.get(path).text
    assert host.post(f"{path}/unbot", {"seat": "3"}).status_code == 303
    assert "бот · юнга" not in host.get(path).text
    refused = host.post(f"{path}/bot", {"seat": "3", "level-3": "boatswain"})
    assert refused.status_code == 422
    assert "Таких ботов здесь нет" in refused.text
    assert host.post(f"{path}/unbot", {"seat": "3"}).status_code == 422


def test_the_host_role_passes_on_and_an_empty_room_closes(room, person):
    host, path = room
    person.post(f"{path}/join")
    assert host.post(f"{path}/leave").headers["location"] == "/"
    assert "Посадить" in person.get(path).text
    person.post(f"{path}/leave")
    assert person.get(path).status_code == 404


def test_options_are_kept_for_everybody(browser, room):
    host, path = room
    form = {
        "o.characters": "none", "o.first": "random", "o.learning": "on", "o.suits_off": ["hook", "key"],
        "o.margo_1": "discard", "clock.decision": "60", "clock.bank": "600", "clock.absent": "15", "name": "Вечер",
        "private": "on", "seats": "3",
    }  # fmt: skip
    assert host.post(f"{path}/options", form).status_code == 303
    html = host.get(path).text
    assert 'value="hook" checked' in html
    assert 'value="60" selected' in html
    assert html.count('class="seat plate') + html.count("seat--free plate") == 3
    other = browser()
    assert "Комната «Вечер»" in other.get(path).text
    assert path not in other.get("/").text
    assert host.post(f"{path}/options", {"o.characters": "two"}).status_code == 303
    assert 'value="hook" checked' not in host.get(path).text


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("o.characters", "bogus", "Такого значения у этого правила нет"),
        ("o.nothing", "1", "Такого значения у этого правила нет"),
        ("o.suits_off", ["hook", "mermaid"], "Такого значения у этого правила нет"),
        ("clock.decision", "3", "Такого значения у этого правила нет"),
        ("clock.nothing", "3", "Такого значения у этого правила нет"),
        ("clock.absent", "x" * 500, "Такого значения у этого правила нет"),
        ("name", "x" * 41, "от 1 до 40 знаков"),
        ("name", "a\u202eb", "от 1 до 40 знаков"),
        ("seats", "1", "В эту игру играют от 2 до 4"),
        ("seats", "²", "В эту игру играют от 2 до 4"),
    ],
)
def test_refused_options_come_back_as_typed(room, name, value, reason):
    host, path = room
    form = {"o.first": "p1", "o.learning": "on", "o.scoring": "all", "clock.bank": "600", "name": "Вечер"} | {
        name: value
    }
    refused = host.post(f"{path}/options", form)
    assert refused.status_code == 422
    assert reason in refused.text
    assert 'value="p1" selected' in refused.text
    assert 'name="o.learning" value="on" checked' in refused.text
    assert 'value="600" selected' in refused.text
    if name == "name":
        assert f'value="{value}"' in refused.text
    else:
        assert 'value="Вечер"' in refused.text
    assert 'value="p1" selected' not in host.get(path).text


@pytest.mark.parametrize(("limit", "told"), [("0", "без предела"), ("40", "40")])
def test_a_number_with_a_meaning_of_its_own_is_named_to_guests(browser, limit, told):
    host = browser()
    room = host.post("/rooms", {"game": "pirates"}).headers["location"]
    host.post(f"{room}/options", {"o.round_limit": limit, "o.difficulty": "normal"})
    page = re.sub(r"<[^>]*>|\s+", " ", browser().get(room).text)
    assert re.search(rf"Предел кругов *{told}", page), page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_form_tells_of_a_number_that_is_none_or_large_enough_before_it_is_sent(lang):
    games = all_games()
    renderer, checked = Renderer(games), []
    for slug, spec in games.items():
        words = renderer.translations(lang, slug)
        form = options_form(spec, words, {}, {}, name="", private=False, seats=spec.seats[0])
        shown = {field.name: field for field in (*form.main, *form.house)}
        for f in spec.options.fields():
            field = shown[f"o.{f.name}"]
            assert field.least == f.least
            if f.least:
                assert {"0", str(f.least), str(f.high)} <= set(re.findall(r"[0-9]+", field.hint)), field.hint
                assert field.gap == words.error(GapError("", option=f.name, value="1", least=f.least, high=f.high))
                checked.append(slug)
    assert "pirates" in checked


@pytest.mark.parametrize(("lang", "hint"), [("ru", "0 (нет) или от 20 до 40"), ("en", "0 for none, or from 20 to 40")])
def test_a_gap_without_a_hint_of_its_own_is_told_in_words_for_all_games(lang, hint):
    spec = replace(game("chests"), options=Limited)
    words = Renderer({"chests": spec}).translations(lang, "chests")
    (field,) = options_form(spec, words, {}, {}, name="", private=False, seats=2).main
    assert field.hint == hint


@pytest.mark.parametrize(
    ("lang", "slug", "sent", "told"),
    [
        ("ru", "sesame", {"o.round_limit": "12"}, "Предел ходов: Такое число не годится: 0 или от 30 до 300."),
        ("en", "sesame", {"o.round_limit": "12"}, "Limit of turns: That number does not do: 0, or from 30 to 300."),
        ("ru", "chests", {"o.rounds": "11"}, "Раундов: Годится число от 1 до 10."),
        ("en", "chests", {"o.rounds": "none"}, "Rounds: A number from 1 to 10 will do."),
        ("en", "chests", {"clock.decision": "x"}, "Time for a decision: That is not one of this rule’s choices."),
    ],
)
def test_a_refused_option_is_named_with_what_is_allowed(browser, lang, slug, sent, told):
    host = browser(lang)
    room = host.post("/rooms", {"game": slug}).headers["location"]
    refused = host.post(f"{room}/options", sent)

    assert refused.status_code == 422
    lines = [re.sub(r"<[^>]*>", "", line) for line in re.findall(r'<p class="field__error".*?</p>', refused.text)]
    assert lines[0] == told, "the first is what is shown where the form is sent in the background"
    assert told.partition(": ")[2] in lines[1:], "and it stands at the field"


def test_too_short_a_limit_is_refused_with_what_is_allowed(browser):
    host = browser()
    room = host.post("/rooms", {"game": "pirates"}).headers["location"]
    refused = host.post(f"{room}/options", {"o.round_limit": "19"})
    assert refused.status_code == 422
    assert "0 или от 20 до 400" in refused.text


@pytest.mark.parametrize(
    ("lang", "button", "status"),
    [
        ("ru", "Кто ходит первым: место 6", "«Кто ходит первым: место 6» не подходит к числу игроков (2)"),
        ("en", "Who begins: seat 6", "“Who begins: seat 6” does not fit 2 players"),
    ],
)
def test_the_rule_that_keeps_a_game_from_starting_is_named(browser, lang, button, status):
    host = browser(lang)
    path = host.post("/rooms", {"game": "chests"}).headers["location"]
    assert host.post(f"{path}/options", {"o.first_player": "p5", "o.teams": "none"}).status_code == 303
    host.post(f"{path}/bot", {"seat": "1", "level-1": "deckhand"})
    page = host.get(path).text
    assert status in page
    assert f'btn__reason">{button}<' in page
    refused = host.post(f"{path}/start")
    assert refused.status_code == 422
    assert refused.text.count(status) == page.count(status) + 1, "told to who sends it all the same"


def test_chat_of_a_room_and_its_refusals(browser, room):
    host, path = room
    said = host.post(f"{_table(host, path)}/say", {"text": "Ждём <b>Олега</b>"})
    assert host.get(said.headers["location"]).headers["location"] == path
    assert "Ждём &lt;b&gt;Олега" in browser().get(path).text
    refused = host.post(f"{_table(host, path)}/say", {"text": " "})
    assert refused.status_code == 422
    assert "Сообщение — от 1 до 300 знаков" in refused.text
    long = "я" * 301
    refused = host.post(f"{_table(host, path)}/say", {"text": long})
    assert long[:300] in refused.text


def test_a_guest_is_made_only_when_one_acts(browser, room):
    _, path = room
    onlooker = browser()
    onlooker.get("/")
    onlooker.get(path)
    with pytest.raises(KeyError):
        onlooker.cookie("guest")
    onlooker.post(f"{path}/join")
    assert len(onlooker.cookie("guest")) >= 32


def test_unknown_games_and_rooms(person):
    for path, form in (("/play/nope", {}), ("/rooms", {"game": "nope"}), ("/rooms", {})):
        refused = person.post(path, form)
        assert refused.status_code == 404
        assert "Такой игры здесь нет" in refused.text
    for door in ("join", "leave", "bot", "ready", "options", "start"):
        assert person.post(f"/r/ZZZZZZ/{door}").status_code == 404
    for path in ("/r/ZZZZZZ", "/tables/none", "/tables/none/end", "/tables/none/replay", "/tables/none/record.json"):
        assert person.get(path).status_code == 404


def test_moves_by_form(browser):
    person = browser()
    table = person.post("/play/treasure-map").headers["location"]
    asked = person.get(f"/api/v1{table}").json()["question"]
    form = {"code": asked["codes"][0], "opened": str(asked["opened"]), "move_id": "once"}
    assert person.post(f"{table}/moves", form).headers["location"] == table
    assert person.post(f"{table}/moves", form).headers["location"] == table
    late = person.post(f"{table}/moves", form | {"move_id": "twice"})
    assert late.status_code == 409
    assert "Вопрос уже решён" in late.text
    stranger = browser()
    assert stranger.post(f"{table}/moves", form).status_code == 403


@pytest.mark.parametrize(
    "form",
    [
        {}, {"code": "bogus"}, {"code": "rob everything"}, {"code": "x" * 5000}, {"code": ["draw deck"] * 65},
        {"code": "draw deck", "opened": "-1"}, {"code": "draw deck", "opened": "²"},
        {"code": "draw deck", "move_id": "a b"}, {"code": "draw deck", "move_id": "x" * 65},
    ],
)  # fmt: skip
def test_wrong_moves_give_the_table_and_a_reason(person, form):
    table = person.post("/play/treasure-map").headers["location"]
    refused = person.post(f"{table}/moves", form)
    assert refused.status_code == 422
    assert 'id="zone-actions"' in refused.text
    assert "toast--bad" in refused.text


def test_leaving_a_table_keeps_the_seat(person):
    table = person.post("/play/treasure-map").headers["location"]
    assert person.post(f"{table}/leave").headers["location"] == "/"
    assert f'href="{table}"' in person.get("/").text
    assert person.get(f"/api/v1{table}").json()["viewer"] == 0


def test_a_table_that_broke_is_shown_with_the_reason(browser, client):
    person = browser()
    table = person.post("/play/treasure-map").headers["location"]
    runner = client.app.state.site.house.tables.loaded()[0]
    runner.facts.status, runner.facts.broken = "broken", "error.table_broken"
    for timeline in (runner.timeline, None):
        runner.timeline, runner._game = timeline, None
        runner.show()
        page = person.get(table)
        assert page.status_code == 200
        assert "сломались правила" in page.text
    refused = person.post(f"{table}/moves", {"code": "draw deck"})
    assert refused.status_code == 422


def test_a_table_whose_game_is_gone(browser, client):
    person = browser()
    table = person.post("/play/treasure-map").headers["location"]
    runner = client.app.state.site.house.tables.loaded()[0]
    runner.facts.game = "gone"
    for path in (table, f"{table}/replay", f"{table}/end"):
        page = person.get(path)
        assert page.status_code == 404
        assert "Такой игры здесь нет" in page.text


def _table(person, path: str) -> str:
    code = path.rpartition("/")[2]
    return f"/tables/{person.get(f'/api/v1/tables/{code}').json()['table']}"


def test_bots_have_names_of_the_reader_s_language(browser, room):
    host, path = room
    host.post(f"{path}/bot", {"seat": "1", "level-1": "sailor"})
    assert "Бонни" in host.get(path).text
    assert "Bonny" not in host.get(path).text
    assert "Bonny" in browser("en").get(path).text
    host.post(f"{path}/ready")
    table = host.post(f"{path}/start").headers["location"]
    assert "Бонни" in host.get(table).text
    assert "Бонни" in host.get(f"{table}/replay").text
    assert "Bonny" not in host.get(table).text + host.get(f"{table}/replay").text
    with host.socket(f"{table}/live") as line:
        line.send_json({"type": "hello", "version": 0})
        assert "Бонни" in line.receive_json()["zones"]["opponents"]


def test_the_host_frees_a_seat_and_its_person_is_told_and_may_come_back(room, person):
    host, path = room
    person.post(f"{path}/join", {"seat": "2"})
    table = re.search(r'data-live="(/tables/\w+/live)"', person.get(path).text)[1]
    with person.socket(f"{table}?page=room") as line:
        line.send_json({"type": "hello", "version": 0})
        line.receive_json()
        assert "Освободить место" in host.get(path).text
        assert "Освободить место" not in person.get(path).text
        assert host.post(f"{path}/remove", {"seat": "2"}).status_code == 303
        zones = line.receive_json()["zones"]
    assert "Хост освободил ваше место" in zones["start"]
    assert "Хост освободил ваше место" in person.get(path).text
    assert "Хост освободил ваше место" not in host.get(path).text
    assert "Сесть за стол" in person.get(path).text
    assert person.post(f"{path}/join").status_code == 303
    assert "Хост освободил ваше место" not in person.get(path).text


def test_a_seat_is_freed_by_the_host_alone_and_never_the_host_s_own(room, person):
    host, path = room
    person.post(f"{path}/join", {"seat": "1"})
    refused = person.post(f"{path}/remove", {"seat": "0"})
    assert refused.status_code == 403
    assert "Это может только хост" in refused.text
    host.post(f"{path}/bot", {"seat": "2", "level-2": "sailor"})
    for seat in ("0", "2", "3", "9", ""):
        assert host.post(f"{path}/remove", {"seat": seat}).status_code == 422, seat
    host.post(f"{path}/unbot", {"seat": "2"})
    person.post(f"{path}/ready", {"ready": "on"})
    host.post(f"{path}/start")
    assert host.post(f"{path}/remove", {"seat": "1"}).status_code == 422
