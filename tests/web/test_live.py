"""The live socket through the application: rooms, tables, results, refusals in the viewer's language."""

import time

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from board_library.app import create_app


@pytest.fixture
def live(room):
    host, path = room
    table = host.get(f"/api/v1/tables/{path.rpartition('/')[2]}").json()["table"]
    return host, path, table


def until(socket, kind: str) -> dict:
    """The next message of a kind."""
    for _ in range(50):
        message = socket.receive_json(timeout=30)
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind}")


def test_a_room_is_kept_present(browser, live):
    host, path, table = live
    with host.socket(f"/tables/{table}/live?page=room") as socket:
        socket.send_json({"type": "hello", "version": 0})
        first = until(socket, "zones")
        assert set(first["zones"]) == {"title", "presence", "seats", "chat", "options", "start"}
        assert "Карта сокровищ" in first["title"]
        guest = browser()
        guest.post(f"{path}/join")
        assert "Занято мест: 2 из 4" in until(socket, "zones")["zones"]["seats"]
        guest.post(f"{path}/ready", {"ready": "on"})
        assert f'formaction="{path}/start"' in until(socket, "zones")["zones"]["start"]
        host.post(f"{path}/start")
        assert until(socket, "go")["url"] == f"/tables/{table}"


def test_zones_speak_the_language_of_an_onlooker_without_a_name(browser, live):
    _, _, table = live
    onlooker = browser("en")
    onlooker.get("/lang/en")
    with onlooker.socket(f"/tables/{table}/live") as socket:
        socket.send_json({"type": "hello", "version": 0})
        assert "Seats taken: 1 of 4" in until(socket, "zones")["zones"]["seats"]
        socket.send_json({"type": "say", "text": "x", "id": "a"})
        answer = until(socket, "answer")
    assert not answer["ok"]
    assert answer["error"] == "Only those at the table can do that."


def test_a_move_over_the_socket(browser):
    person = browser()
    table = person.post("/play/treasure-map", {"number": "5"}).headers["location"]
    asked = person.get(f"/api/v1{table}").json()["question"]
    with person.socket(f"{table}/live") as socket:
        socket.send_json({"type": "hello", "version": 0})
        assert "centre" in until(socket, "zones")["zones"]
        move = {"type": "move", "codes": [asked["codes"][0]], "opened": asked["opened"], "id": "one"}
        socket.send_json(move)
        assert until(socket, "answer") == {"type": "answer", "id": "one", "ok": True}
        socket.send_json(move)
        assert until(socket, "answer") == {"type": "answer", "id": "one", "ok": True}
        socket.send_json(move | {"codes": ["rob everything"], "id": "two", "opened": None})
        refused = until(socket, "answer")
    assert not refused["ok"]
    assert refused["error"][0].isupper()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"type":"nope"}', '{"type":"move"}', '{"type":"move","codes":[1],"id":"x"}', "[" * 9000],
)
def test_malformed_messages_are_refused_in_words(live, text):
    host, _, table = live
    with host.socket(f"/tables/{table}/live") as socket:
        socket.send_text(text)
        refused = until(socket, "answer")
        assert refused["error"] == "Сервер не понял сообщения."
        socket.send_json({"type": "ping"})
        assert until(socket, "pong") == {"type": "pong"}


def test_a_huge_message_ends_the_connection(live):
    host, _, table = live
    with host.socket(f"/tables/{table}/live") as socket:
        socket.send_text("x" * 20_000)
        assert until(socket, "answer")["error"] == "Слишком длинно."
        with pytest.raises(WebSocketDisconnect) as caught:
            until(socket, "nothing more")
    assert caught.value.code == 1009


def test_unknown_tables_have_no_socket(browser):
    with browser().socket("/tables/none/live") as socket, pytest.raises(WebSocketDisconnect) as caught:
        socket.receive_json(timeout=30)
    assert caught.value.code == 4404


def test_one_guest_cannot_hold_all_connections(settings, browser):
    few = msgspec.structs.replace(settings, connections_per_guest=1, database=f"{settings.database}.few")
    with TestClient(create_app(few)) as client:
        person = type(browser())(client)
        table = person.post("/play/treasure-map").headers["location"]
        with person.socket(f"{table}/live"):
            with person.socket(f"{table}/live") as socket, pytest.raises(WebSocketDisconnect) as caught:
                socket.receive_json(timeout=30)
            assert caught.value.code == 4429
        for _ in range(100):
            try:
                with person.socket(f"{table}/live") as again:
                    again.send_json({"type": "ping"})
                    assert until(again, "pong") == {"type": "pong"}
                break
            except WebSocketDisconnect:
                time.sleep(0.05)  # the first connection is counted out a moment after it has ended
        else:
            pytest.fail("the place of a closed connection is never given back")
