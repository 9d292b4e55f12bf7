"""A server inside the bench and tables at it, for the benches that need a browser."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from board_library.app import create_app
from board_library.server.settings import Settings

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@contextmanager
def serving() -> Iterator[str]:
    """Serve from a thread of this process on a free port; the address."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listening:
        rate = {"messages_per_second": 10_000, "message_burst": 10_000}
        settings = Settings(database=str(Path(folder) / "bench.sqlite3"), log_level="warning", **rate)
        config = uvicorn.Config(
            create_app(settings), ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning"
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    named = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else [*NAMES]
    path = next((found for name in named if (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit("this bench needs Chromium; make browser installs it")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield opened
        finally:
            opened.close()


class Person:
    """A guest who plays over the JSON interface and looks through a browser."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.client = httpx.Client(base_url=f"{address}/api/v1", headers={"origin": address})
        self.token = self.ask("guests", name=name)["token"]
        self.client.headers["authorization"] = f"Bearer {self.token}"

    def ask(self, path: str, **data: Any) -> Any:
        """POST; the answer."""
        return self.client.post(path, json=data).raise_for_status().json()

    def look(self, table: str) -> Any:
        """The table as this person sees it."""
        return self.client.get(f"tables/{table}").raise_for_status().json()

    def context(self, browser: Browser, **how: Any) -> BrowserContext:
        """A browser window in which this person is known."""
        made = browser.new_context(**how)
        made.add_cookies([{"name": "guest", "value": self.token, "url": self.address}])
        return made


def seated(people: list[Person], game: str = "treasure-map") -> str:
    """A started table for these people; its id."""
    host, *others = people
    room = host.ask("rooms", game=game, seats=len(people))
    for person in others:
        person.ask(f"rooms/{room['code']}/join")
    for person in people:
        person.ask(f"rooms/{room['code']}/ready", on=True, number=str(secrets.randbits(53)))
    return str(host.ask(f"rooms/{room['code']}/start")["table"])


def to_move(people: list[Person], table: str) -> tuple[Person, dict[str, Any]] | None:
    """Who is asked, and the table as that person sees it; None when the game is over."""
    for person in people:
        seen = person.look(table)
        if seen["status"] == "over":
            return None
        if seen["question"] is not None:
            return person, seen
    return None
