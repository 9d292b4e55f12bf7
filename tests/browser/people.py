"""People before a browser: what they see, and how they play by mouse. Each has a guest of their own on the server."""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx
from playwright.sync_api import Browser, ConsoleMessage, Locator

from tests.browser.serving import Server

PATIENCE = 45
"""Seconds within which everything that is waited for must have happened."""

BROKEN_LINE = ("Failed to load resource", "WebSocket connection to")
"""What browsers write to the console about lines and pages that a test has cut or asked for in vain."""

STATE = """() => {
  if (location.pathname.endsWith('/end') || document.querySelector('#zone-actions a[href$="/end"]')) return 'over';
  if (document.querySelector('.is-sending')) return 'waits';
  return document.getElementById('zone-actions')?.dataset.opened ?? 'waits';
}"""
"""'over', 'waits' or the ply of the open question."""

TARGETS = "main button[name=code]:visible"

Move = Callable[["Person", str], None]
"""How a person plays a code."""

Check = Callable[["Person"], None]


class Person:
    """One person with a browser window; ``name`` None is somebody who has just come and is not yet a guest."""

    def __init__(
        self, chromium: Browser, server: Server, name: str | None, *, lang: str = "ru", moving: bool = False, **how: Any
    ) -> None:
        self.server = server
        self.name = name
        self.context = chromium.new_context(
            base_url=server.address,
            locale="ru-RU" if lang == "ru" else "en-GB",
            reduced_motion="no-preference" if moving else "reduce",
            **how,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.faults: list[str] = []
        self.page = self.new_page()
        self.api = httpx.Client(
            base_url=f"{server.address}/api/v1", headers={"origin": server.address, "accept-language": lang}
        )
        if name is not None:
            token = self.ask("guests", name=name)["token"]
            self.api.headers["authorization"] = f"Bearer {token}"
            self.context.add_cookies([{"name": "guest", "value": token, "url": server.address}])

    def new_page(self) -> Any:
        """Another tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(BROKEN_LINE):
            self.faults.append(message.text)

    def leave(self) -> None:
        """Close the browser window."""
        self.context.close()
        self.api.close()

    # ---- over the JSON interface, to get to the point that a test is about

    def ask(self, path: str, **data: Any) -> Any:
        """POST; the answer."""
        return self.api.post(path, json=data).raise_for_status().json()

    def look(self, table: str) -> Any:
        """The table as this person sees it."""
        return self.api.get(f"tables/{table}").raise_for_status().json()

    # ---- at the table

    def sit(self, table: str) -> None:
        """Open the table and wait until its line is up."""
        self.page.goto(f"/tables/{table}")
        self.online()

    def online(self) -> None:
        """Wait until the line is up."""
        self.page.wait_for_selector("#pill.pill--online, #pill.pill--synced")

    def state(self) -> str:
        """'over', 'waits' or the ply of the open question."""
        return str(self.page.evaluate(STATE))

    def targets(self) -> list[str]:
        """The codes of all buttons that are to be seen, each once."""
        codes = self.page.locator(TARGETS).evaluate_all("all => all.map(one => one.value)")
        return sorted(set(codes))

    def target(self, code: str) -> Locator:
        """The first button of a code."""
        return self.page.locator(f'{TARGETS}[value="{code}"]').first

    def click(self, code: str) -> None:
        """Play a code by mouse."""
        self.target(code).click()

    def answered(self, before: str) -> None:
        """Wait until the question of before is no longer open on the page."""
        self.page.wait_for_function(f"before => !['waits', before].includes(({STATE})()) || ({IDLE})()", arg=before)


IDLE = """() => !document.querySelector('.is-sending')
  && document.getElementById('zone-actions')?.dataset.opened === undefined"""


def until(condition: Callable[[], Any], person: Person, why: str) -> Any:
    """Wait until a condition holds that spans several pages or the server; its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        person.page.wait_for_timeout(15)
    raise AssertionError(f"in {PATIENCE} seconds it did not come to this: {why}")


def asked(people: Sequence[Person]) -> tuple[Person, str] | None:
    """Whose turn it is of these people, and the ply of the question; None once the game is over for all of them."""

    def look() -> list[tuple[Person, str] | None]:
        states = [(person, person.state()) for person in people]
        if all(state == "over" for _, state in states):
            return [None]
        return [(person, state) for person, state in states if state not in ("over", "waits")][:1]

    return until(look, people[0], "somebody is asked")[0]


def play_out(
    people: Sequence[Person],
    rng: random.Random,
    move: Move = Person.click,
    each: Check | None = None,
) -> int:
    """All play at random among what their pages offer, to the end. Returns how many moves they made.

    ``each`` is called with the one who moves, before and after each move.
    """
    moves = 0
    while turn := asked(people):
        person, opened = turn
        if each:
            each(person)
        codes = person.targets()
        assert codes, "a question is open, but nothing can be clicked"
        move(person, rng.choice(codes))
        person.answered(opened)
        if each:
            each(person)
        moves += 1
    return moves
