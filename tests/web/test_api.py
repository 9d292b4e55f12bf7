"""The JSON interface: a program makes a guest, opens a room, seats bots and plays to the end."""

import pytest

from board_library.games import all_games


@pytest.fixture
def program(browser):
    """A program with a guest token and no cookie, no Origin."""
    known = browser("en")
    token = known.api("/guests", {"name": "Robot <b>", "colour": 2}).json()["token"]
    bare = browser("en", origin=None)
    bare.headers["authorization"] = f"Bearer {token}"
    return bare


def test_a_program_plays_to_the_end(program, play_to_end):
    room = program.api("/rooms", {"game": "treasure-map", "seats": 2, "options": {"characters": "none"}})
    assert room.status_code == 201
    code, table = room.json()["code"], room.json()["table"]
    assert room.json()["start_blocked"] == "start.too_few"
    assert program.api(f"/rooms/{code}/bots", {"level": "deckhand"}).json()["seats"][1]["kind"] == "bot"
    assert program.api(f"/rooms/{code}/ready", {"on": True, "number": "9"}).status_code == 201
    started = program.api(f"/rooms/{code}/start").json()
    assert started["status"] == "running"
    assert started["secret"] is None
    play_to_end([program], table)
    ended = program.get(f"/api/v1/tables/{table}").json()
    assert len(ended["secret"]) == 64
    assert ended["numbers"][0] == 9
    assert min(score["rank"] for score in ended["scores"]) == 1
    assert ended["seats"][0]["name"] == "Robot <b>"


def test_what_comes_too_late_for_the_room_names_the_table(program):
    room = program.api("/rooms", {"game": "chests", "seats": 2}).json()
    program.api(f"/rooms/{room['code']}/bots")
    program.api(f"/rooms/{room['code']}/start")
    for door, key in (("start", "start.started"), ("ready", "error.room_started"), ("bots", "error.room_started")):
        refused = program.api(f"/rooms/{room['code']}/{door}")
        assert refused.status_code == 422
        assert refused.json()["error"] == key
        assert refused.json()["params"]["table"] == room["table"]


def test_games_and_rooms_are_listed(program, room):
    listed = {game["slug"]: game for game in program.get("/api/v1/games").json()}
    assert set(listed) == set(all_games())
    assert listed["treasure-map"]["title"] == "Treasure Map"
    assert listed["treasure-map"]["options"]["learning"]["kind"] == "flag"
    limit = listed["pirates"]["options"]["round_limit"]
    assert (limit["low"], limit["least"], limit["high"]) == (0, 20, 400)
    assert listed["chests"]["options"]["rounds"]["least"] == 0
    (line,) = program.get("/api/v1/rooms").json()
    assert line["code"].replace("-", "") == room[1].rpartition("/")[2]


def test_a_stranger_sees_no_question_and_cannot_play(browser):
    person, stranger = browser(), browser()
    table = person.post("/play/treasure-map").headers["location"]
    assert person.get(f"/api/v1{table}").json()["question"] is not None
    seen = stranger.get(f"/api/v1{table}").json()
    assert seen["viewer"] is None
    assert seen["question"] is None
    refused = stranger.api(f"{table}/moves", {"codes": ["draw deck"]})
    assert refused.status_code == 403
    assert refused.json()["error"] == "error.not_seated"
    assert refused.json()["message"] == "Это могут только те, кто за столом."


@pytest.mark.parametrize("path", ["/rooms", "/rooms/X/join", "/rooms/X/bots", "/rooms/X/ready", "/rooms/X/start"])
def test_a_program_without_a_token_is_told_so(browser, path):
    refused = browser("en").api(path, {"game": "treasure-map"})
    assert refused.status_code == 401
    assert refused.json()["error"] == "error.no_guest"
    assert "token" in refused.json()["message"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/rooms", {"game": "nope"}, 404), ("/rooms", {"game": "treasure-map", "seats": 9}, 422),
        ("/rooms", {"game": "treasure-map", "options": {"x": 1}}, 422), ("/rooms", {}, 400),
        ("/rooms", {"game": "treasure-map", "clock": {"decision": "no"}}, 422), ("/rooms/ZZZZZZ/join", {}, 404),
        ("/tables/none/moves", {"codes": []}, 404), ("/guests", {"name": ""}, 422),
        ("/guests", {"name": "x", "colour": 9}, 422), ("/rooms/ZZZZZZ/join", {"seat": "x"}, 400),
        ("/tables/none/moves", {"codes": ["x" * 65]}, 400), ("/tables/none/moves", {"codes": [], "id": "a b"}, 400),
    ],
)  # fmt: skip
def test_refusals_are_typed_and_in_words(program, path, body, status):
    refused = program.api(path, body)
    assert refused.status_code == status
    assert set(refused.json()) == {"error", "params", "message"}
    assert refused.json()["error"].startswith("error.")
    assert "." not in refused.json()["message"].split()[0]


def test_unknown_paths_are_json_too(program):
    refused = program.get("/api/v1/nothing")
    assert refused.status_code == 404
    assert refused.json()["message"]


def test_the_interface_is_documented(program):
    document = program.get("/api/v1/schema/openapi.json").json()
    assert document["info"]["title"] == "Board Library"
    assert {"/api/v1/games", "/api/v1/rooms", "/api/v1/tables/{table}/moves"} <= set(document["paths"])


@pytest.mark.parametrize(
    ("lang", "message"), [("ru", "Сейчас такого хода нет."), ("en", "That move is not available now.")]
)
def test_a_refused_move_is_told_in_the_reader_s_language(browser, lang, message):
    person = browser(lang)
    table = person.post("/play/treasure-map").headers["location"]
    refused = person.api(f"{table}/moves", {"codes": ["draw nothing"]}).json()
    assert refused == {
        "ok": False,
        "applied": 0,
        "error": "error.not_offered",
        "params": {"code": "draw nothing", "kind": "pick_character"},
        "sealed": False,
        "message": message,
    }
    assert person.api(f"{table}/takeback").json()["message"]
    asked = person.get(f"/api/v1{table}").json()["question"]
    played = person.api(f"{table}/moves", {"codes": asked["codes"][:1], "opened": asked["opened"]}).json()
    assert (played["ok"], played["message"]) == (True, None)
