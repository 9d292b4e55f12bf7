"""What browsers and programs do besides asking for pages: HEAD, bodies that end too early, forms that come too late."""

import socket
import time

import pytest

from tests.browser.serving import serving

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize("path", ["/", "/me", "/health", "/api/v1/games", "/nope", "/find?code=nothing"])
def test_head_is_get_without_the_body(browser, path):
    person = browser()
    person.get("/health")
    full, head = person.get(path), person.send("HEAD", path)
    assert (head.status_code, head.content) == (full.status_code, b"")
    named = ("content-type", "content-length", "cache-control", "content-security-policy")
    assert [head.headers.get(name) for name in named] == [full.headers.get(name) for name in named]
    assert full.content


def test_head_of_a_static_file(browser):
    person = browser()
    page = person.get("/").text
    path = next(part for part in page.split('"') if part.startswith("/static/"))
    head = person.send("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["content-length"]) == len(person.get(path, headers={"accept-encoding": ""}).content)


@pytest.mark.parametrize("path", ["/rooms", "/api/v1/guests"])
def test_a_body_that_is_cut_off_is_no_fault_of_the_server(tmp_path, path):
    with serving(tmp_path, LOG_LEVEL="info") as server:  # which looks for tracebacks in the log at its end
        host, port = server.address.removeprefix("http://").split(":")
        log = tmp_path / "server.log"
        for patience in (0.3, 1, 3, 5):  # a busy server may see the end before it has begun to read
            with socket.create_connection((host, int(port))) as line:
                line.sendall(
                    f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
                    f"Content-Type: {FORM}\r\nContent-Length: 500\r\n\r\n_csrf".encode()
                )
                time.sleep(patience)
            time.sleep(patience)
            if "request_" in log.read_text():
                break
        assert '"event": "request_cut_off"' in log.read_text()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("ru", "Игра уже началась: места и правила больше не меняются."),
        ("en", "The game has begun: seats and rules are settled."),
    ],
)
def test_options_sent_after_the_start_are_refused_in_words(browser, lang, words):
    host, guest = browser(lang), browser(lang)
    path = host.post("/rooms", {"game": "treasure-map"}).headers["location"]
    guest.post(f"{path}/join")
    guest.post(f"{path}/ready", {"ready": "on"})
    host.post(f"{path}/options", {"seats": "2"})
    guest.post(f"{path}/ready", {"ready": "on"})
    assert host.post(f"{path}/start").status_code == 303
    late = host.post(f"{path}/options", {"o.characters": "none"})
    assert late.status_code == 422
    assert words in late.text
    assert 'id="options"' not in late.text
