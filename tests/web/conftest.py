"""The whole application over a real data file, visited by browsers that keep cookies and follow no redirects."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from board_library.app import create_app
from board_library.server.settings import Settings
from tests.web.pages import tables  # noqa: F401  fixture

ORIGIN = "http://testserver.local"


class Browser:
    """One person's browser: cookies, an Origin, the CSRF token of the page it has open."""

    def __init__(self, client: TestClient, lang: str = "ru", origin: str | None = ORIGIN) -> None:
        self._client = client
        self._cookies: dict[str, str] = {}
        self.headers = {"accept-language": lang} | ({"origin": origin} if origin else {})

    def get(self, path: str, **options):
        """Open a page."""
        return self.send("GET", path, **options)

    def post(self, path: str, data: dict[str, object] | None = None, *, token: str | None = "own", **options):
        """Send a form; ``token`` is put into it unless it is None."""
        if "csrf" not in self._cookies:
            self.get("/health")
        sent = dict(data or {})
        if token is not None:
            sent["_csrf_token"] = self._cookies["csrf"] if token == "own" else token
        return self.send("POST", path, data=sent, **options)

    def api(self, path: str, body: object = None, **options):
        """Send JSON."""
        return self.send("POST", f"/api/v1{path}", json=body if body is not None else {}, **options)

    def socket(self, path: str, origin: str | None = ORIGIN):
        """Open a live socket."""
        headers = {"cookie": self._cookie()} | ({"origin": origin} if origin else {})
        return self._client.websocket_connect(path, headers=headers)

    def keep(self, name: str, value: str) -> None:
        """Set a cookie by hand."""
        self._cookies[name] = value

    def cookie(self, name: str) -> str:
        """The value of a cookie."""
        return self._cookies[name]

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def send(self, method: str, path: str, headers: dict[str, str] | None = None, **options):
        """Send anything."""
        sent = self.headers | ({"cookie": self._cookie()} if self._cookies else {}) | (headers or {})
        response = self._client.request(method, path, headers=sent, follow_redirects=False, **options)
        self._client.cookies.clear()
        for line in response.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        return response


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "data.sqlite3"), bot_pause=0, message_burst=500, log_level="error")


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), base_url=ORIGIN, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def browser(client: TestClient) -> Callable[..., Browser]:
    """Makes browsers: ``browser()``, ``browser("en")``."""
    return lambda lang="ru", origin=ORIGIN: Browser(client, lang, origin)


@pytest.fixture
def room(browser: Callable[..., Browser]) -> tuple[Browser, str]:
    """A host and the path of its room of Treasure Map."""
    host = browser()
    made = host.post("/rooms", {"game": "treasure-map"})
    assert made.status_code == 303
    return host, made.headers["location"]


LONGEST = 120
"""Seconds that a whole game may take."""


@pytest.fixture
def play_to_end() -> Callable[[list[Browser], str], None]:
    return _play_to_end


def _play_to_end(players: list[Browser], table: str) -> None:
    """Every player answers with the first code, robbing whenever it may, until the game is over."""
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        time.sleep(0.002)  # bots move meanwhile, on a busy machine not at once
        for player in players:
            seen = player.get(f"/api/v1/tables/{table}").json()
            if seen["status"] == "over":
                return
            asked = seen["question"]
            if asked is not None:
                code = next((one for one in asked["codes"] if one.startswith("rob ")), asked["codes"][0])
                answer = player.api(f"/tables/{table}/moves", {"codes": [code], "opened": asked["opened"]}).json()
                assert answer["ok"], answer
    raise AssertionError("the game does not end")
