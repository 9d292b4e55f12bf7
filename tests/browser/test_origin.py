"""A page of another origin, opened in the browser of somebody who sits at a table, can do nothing there."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response

from tests.browser.people import Person
from tests.browser.tables import question, seated

pytestmark = pytest.mark.browser

SOCKET = """(address) => new Promise((resolve) => {
  const socket = new WebSocket(address);
  socket.onopen = () => resolve('open');
  socket.onclose = (event) => resolve(`closed ${event.code}`);
})"""
POST = """([address, fields]) => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    [input.type, input.name, input.value] = ['hidden', name, value];
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}"""


class Foreign(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><link rel='icon' href='data:,'><title>Foreign</title><body>")

    def log_message(self, *words: object) -> None:
        """Say nothing."""


@pytest.fixture
def foreign() -> Iterator[str]:
    """The address of a server that is not ours. Another port is another origin, yet cookies are sent along."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Foreign) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def anna(people) -> Person:
    return people("Анна")


def token(person: Person) -> str:
    value = person.page.locator("#moves [name=_csrf_token]").get_attribute("value")
    assert value
    return value


def test_a_foreign_socket_is_refused(people, anna, foreign):
    table = seated(anna, people("Борис"))
    address = f"{anna.server.address.replace('http', 'ws')}/tables/{table}/live"
    anna.sit(table)
    assert anna.page.evaluate(SOCKET, address) == "open"

    anna.page.goto(foreign)

    assert anna.page.evaluate(SOCKET, address).startswith("closed")


def post(person: Person, path: str, **fields: str) -> Response:
    """Send a form from the page that is open; the server's answer."""
    page = person.page
    # Wait for the page too: the next step would otherwise interrupt its loading.
    with page.expect_navigation(), page.expect_response(lambda answer: urlsplit(answer.url).path == path) as answer:
        page.evaluate(POST, [person.server.address + path, fields])
    return answer.value


def test_a_foreign_form_is_refused_even_with_cookie_and_token(people, anna, foreign):
    table = seated(anna, people("Борис"), characters="none", first="p0")
    anna.sit(table)
    opened = anna.state()
    path = f"/tables/{table}/moves"
    fields = {"_csrf_token": token(anna), "code": "draw deck", "opened": opened, "move_id": "foreign"}

    anna.page.goto(foreign)
    answer = post(anna, path, **fields)

    sent = answer.request.all_headers()
    assert sent["origin"] == foreign.rstrip("/")
    assert "guest=" in sent["cookie"]
    assert "csrf=" in sent["cookie"]
    assert answer.status == 403
    asked = question(anna, table)
    assert asked is not None
    assert asked["opened"] == int(opened)

    # The very same form from a page of ours is taken: nothing but the origin was wrong.
    anna.page.goto("/me")
    assert post(anna, path, **fields).status == 303
    assert question(anna, table) != asked


@pytest.mark.parametrize("path", ["/rooms", "/me", "/settings", "/play/treasure-map"])
def test_every_form_refuses_a_foreign_page(anna, foreign, path):
    anna.page.goto("/me")
    own = anna.page.locator("[name=_csrf_token]").get_attribute("value")
    anna.page.goto(foreign)
    assert post(anna, path, _csrf_token=own, game="treasure-map", name="Mallory", colour="1").status == 403
    assert "Mallory" not in anna.api.get("rooms").text
