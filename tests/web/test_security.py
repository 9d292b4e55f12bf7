"""What strangers send: foreign origins, missing tokens, floods, heaps of data, and what errors give away."""

import asyncio
import re

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from board_library.app import create_app
from board_library.web import security, site
from board_library.web.security import Rate

FOREIGN = ["https://evil.example", "http://testserver.local.evil.example", "http://evil.testserver.local", "null", ""]

POSTS = [
    "/rooms", "/play/treasure-map", "/me", "/settings", "/r/X/join", "/r/X/leave", "/r/X/bot", "/r/X/unbot",
    "/r/X/remove",
    "/r/X/ready", "/r/X/options", "/r/X/start", "/tables/x/moves", "/tables/x/takeback", "/tables/x/say",
    "/tables/x/leave", "/tables/x/verify", "/tables/x/rematch", "/tables/x/analysis", "/tables/x/hint",
    "/lab/treasure-map", "/{unknown}",
]  # fmt: skip


@pytest.mark.parametrize("path", POSTS)
def test_every_form_needs_our_origin_and_a_token(browser, path):
    person = browser()
    for origin in FOREIGN:
        refused = person.post(path, {"game": "treasure-map"}, headers={"origin": origin})
        assert refused.status_code == 403
        assert "не с нашей страницы" in refused.text
    for token in (None, "", "0" * 64, person.cookie("csrf")[:-1]):
        refused = person.post(path, {"game": "treasure-map"}, token=token)
        assert refused.status_code == 403
        assert "Страница устарела" in refused.text


def test_all_posts_are_listed(client):
    routes = {
        re.sub(r"\{(code):str\}", "X", re.sub(r"\{table:str\}", "x", route.path_format or route.path))
        for route in client.app.routes
        for method in getattr(route, "methods", ())
        if method == "POST"
    }
    ours = {re.sub(r"\{slug(:str)?\}", "treasure-map", re.sub(r"\{code(:str)?\}", "X", p)) for p in routes}
    ours = {re.sub(r"\{table(:str)?\}", "x", p) for p in ours if not p.startswith("/api/")}
    assert ours == set(POSTS)


def test_a_missing_origin_is_refused(browser):
    assert browser(origin=None).post("/rooms", {"game": "treasure-map"}).status_code == 403


def test_json_needs_our_origin_or_a_bearer_token(browser):
    person = browser()
    person.post("/me", {"name": "Анна", "colour": "1"})
    room = {"game": "treasure-map"}
    assert person.api("/rooms", room).status_code == 201
    for origin in FOREIGN:
        assert person.api("/rooms", room, headers={"origin": origin}).status_code == 403
    program = browser(origin=None)
    assert program.api("/rooms", room).status_code == 403
    bearer = {"authorization": f"Bearer {person.cookie('guest')}"}
    assert program.api("/rooms", room, headers=bearer).status_code == 201
    refused = program.api("/rooms", room, headers={"authorization": "Bearer bogus"})
    assert refused.status_code == 401
    assert refused.json()["error"] == "error.no_guest"


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_socket_is_refused(room, origin):
    host, path = room
    table = host.get(f"/api/v1/tables/{path.rpartition('/')[2]}").json()["table"]
    with pytest.raises(WebSocketDisconnect) as caught, host.socket(f"/tables/{table}/live", origin=origin):
        pass
    assert caught.value.code == 4403


def test_headers_of_every_answer(room):
    host, path = room
    answers = [host.get("/"), host.get(path), host.get("/nope"), host.get("/api/v1/games"), host.post("/rooms")]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"


def test_cookies_are_out_of_reach(browser):
    person = browser()
    answer = person.post("/rooms", {"game": "treasure-map"})
    (guest,) = [line for line in answer.headers.get_list("set-cookie") if line.startswith("guest=")]
    (csrf,) = [line for line in browser().get("/").headers.get_list("set-cookie") if line.startswith("csrf=")]
    for line in (guest, csrf):
        assert "httponly" in line.lower()
        assert "samesite=lax" in line.lower()
        assert "secure" not in line.lower()


def test_behind_tls_cookies_are_secure(settings):
    behind = msgspec.structs.replace(settings, secure_cookies=True)
    with TestClient(create_app(behind)) as client:
        answer = client.get("/")
    assert "secure" in answer.headers["set-cookie"].lower()
    assert "max-age" in answer.headers["strict-transport-security"]


def test_a_csrf_token_survives_a_restart(settings):
    with TestClient(create_app(settings.__class__(database=settings.database + "2"))) as client:
        token = "ab" * 32
        headers = {"origin": "http://testserver.local", "cookie": f"csrf={token}"}
        form = {"_csrf_token": token, "name": "Анна", "colour": "1"}
        assert client.post("/me", data=form, headers=headers, follow_redirects=False).status_code == 303


def test_too_large_a_form_is_refused(browser):
    person = browser()
    refused = person.post("/me", {"name": "x" * 300_000, "colour": "1"})
    assert refused.status_code == 413
    assert "Столько данных" in refused.text
    assert person.api("/guests", {"name": "x" * 300_000}).status_code == 413


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "application/json"), (b"{", "application/json"), (b"[]", "application/json"),
        (b"null", "application/json"),
        (b'{"name": 7}', "application/json"), (b'{"name": "x", "colour": "red"}', "application/json"),
        (b'{"name": "' + b"x" * 300 + b'"}', "application/json"), (b"\xff\xfe", "application/json"),
        (b"[" * 20_000, "application/json"), (b"name=x", "application/x-www-form-urlencoded"),
    ],
)  # fmt: skip
def test_malformed_json_is_a_translated_refusal(browser, body, kind):
    answer = browser("en").send("POST", "/api/v1/guests", content=body, headers={"content-type": kind})
    assert answer.status_code in (400, 415, 422)
    assert answer.json()["error"].startswith("error.")
    assert answer.json()["message"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"%ff=%fe&&&==;", "application/x-www-form-urlencoded"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"no boundary", "multipart/form-data"),
        (b"{}", "application/json"),
        (b"\x00" * 500, "text/plain"),
        (b"&".join(b"a%d=1" % k for k in range(3000)), "application/x-www-form-urlencoded"),
    ],
)
def test_malformed_forms_are_a_translated_refusal(browser, body, kind):
    person = browser()
    person.get("/")
    headers = {"content-type": kind, "x-csrftoken": person.cookie("csrf")}
    answer = person.send("POST", "/me", content=body, headers=headers)
    assert answer.status_code in (400, 403, 422), answer.text
    assert "<h1" in answer.text


def test_a_flood_of_forms_is_slowed(settings):
    few = msgspec.structs.replace(settings, messages_per_second=1, message_burst=3)
    with TestClient(create_app(few)) as client:
        headers = {"origin": "http://testserver.local", "accept-language": "en"}
        answers = [client.post("/me", data={}, headers=headers).status_code for _ in range(6)]
        assert client.get("/").status_code == 200
    assert answers[:3] == [403] * 3
    assert 429 in answers[3:]


def test_codes_cannot_be_guessed_without_end(browser, monkeypatch):
    monkeypatch.setattr(site, "MISSES_PER_SECOND", 0)
    host, thief, passer = browser(), browser(), browser()
    room = host.post("/rooms", {"game": "chests", "private": "on"}).headers["location"]
    code = room.removeprefix("/r/")
    assert thief.get("/find?code=AAAAAA").status_code == 404
    guesses = [thief.get(path).status_code for _ in range(20) for path in
               ("/find?code=AAAAAA", "/r/AAAAAA", "/tables/AAAAAA", "/api/v1/tables/AAAAAA")]  # fmt: skip
    assert guesses[:40] == [404] * 40
    assert guesses[-20:] == [429] * 20
    # A right guess answers as a wrong one does; who sits there is not kept out.
    told = passer.get(f"/r/{code}")
    assert (told.status_code, passer.get(f"/find?code={code}").status_code) == (429, 429)
    assert "Из вашей сети перебрали слишком много кодов" in told.text
    assert passer.get(f"/api/v1/tables/{code}").status_code == 429
    assert passer.api("/guests", {"name": "Вор"}).status_code == 201
    with passer.socket(f"/tables/{code}/live") as socket, pytest.raises(WebSocketDisconnect) as caught:
        socket.receive_json(timeout=30)
    assert caught.value.code == 4429
    assert host.get(room).status_code == 200
    assert passer.get("/").status_code == 200
    for form in ("/r/{}/join", "/tables/{}/rematch", "/tables/{}/moves", "/tables/{}/say", "/tables/{}/hint"):
        assert {passer.post(form.format(one)).status_code for one in (code, "AAAAAA")} == {429}, form


def test_rate_fills_again():
    rate = Rate(2, 3)
    assert [rate.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert rate.take("b", 0.0)
    assert rate.take("a", 0.5)
    assert not rate.take("a", 0.6)
    assert [rate.take("a", 100.0) for _ in range(4)] == [True, True, True, False]


def test_our_own_mistake_shows_a_page_and_no_internals(browser, client, monkeypatch):
    lobby = client.app.state.site.house.lobby

    def fail(*_):
        raise RuntimeError("secret_of_the_house")

    monkeypatch.setattr(lobby, "open_rooms", fail)
    for lang, said in (("ru", "Мы сели на мель"), ("en", "We have run aground")):
        answer = browser(lang).get("/")
        assert answer.status_code == 500
        assert said in answer.text
        assert "secret_of_the_house" not in answer.text
        assert "Traceback" not in answer.text
    answer = browser().get("/api/v1/rooms")
    assert answer.status_code == 500
    assert "secret_of_the_house" not in answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(browser, method):
    answer = browser().send(method, "/me")
    assert answer.status_code in (403, 405)
    assert "<h1" in answer.text


def test_a_forged_cookie_is_a_stranger(browser):
    person = browser()
    for value in ("x", "x" * 500, "'; drop table guests; --"):
        person.keep("guest", value)
        assert person.get("/").status_code == 200


def test_a_referer_that_is_no_address_is_passed_over(browser):
    answer = browser("en").post("/me", {"name": ""}, headers={"referer": "http://["})
    assert answer.status_code == 422
    assert "A name has 1 to 24 visible characters." in answer.text


@pytest.mark.parametrize(("more", "then"), [(True, "http.disconnect"), (False, "later")])
async def test_a_body_that_does_not_come_in_time_counts_as_cut_off(monkeypatch, more, then):
    monkeypatch.setattr(security, "BODY_SECONDS", 0)
    scope = {
        "type": "http", "method": "POST", "client": ("192.0.2.1", 1),
        "headers": [(b"host", b"ours.example"), (b"origin", b"http://ours.example")],
    }  # fmt: skip
    told = []

    async def receive():
        if not told:
            return {"type": "http.request", "body": b"_csrf", "more_body": more}
        for _ in range(9):
            await asyncio.sleep(0)
        return {"type": "later"}

    async def app(_scope, receive, _send):
        told.append(await receive())
        told.append(await receive())

    await security.Gate(allowed=(), per_second=1, burst=1).handle(scope, receive, None, app)
    assert told[1]["type"] == then
