"""A real server on a free port, Debian's Chromium, and people who sit before it."""

import os
import random
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import PATIENCE, Person
from tests.browser.serving import Server, serving

OUT = Path(__file__).parents[2] / "out"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip

expect.set_options(timeout=PATIENCE * 1000)

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # noqa: ARG001  pytest's own name
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a file; each person has a context of their own in it.

    It does not outlive the file, as its driver holds the thread's event loop, which the tests of the server need.
    """
    named = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else NAMES
    path = next((found for name in named if (found := shutil.which(name))), None)
    assert path is not None, "these tests need Chromium; `make browser` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests; each makes its own people and tables."""
    with serving(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture
def people(chromium: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Makes people (:class:`Person`). What their pages show goes to ``out/`` if the test fails."""
    made: list[Person] = []

    def make(name: str | None = None, *, at: Server | None = None, **how: object) -> Person:
        person = Person(chromium, at or server, name, **how)
        made.append(person)
        return person

    yield make
    failed = request.node.stash.get(FAILED, False)
    for number, person in enumerate(made):
        if failed and not person.page.is_closed():
            OUT.mkdir(exist_ok=True)
            person.page.screenshot(path=OUT / f"failed-{request.node.name}-{number}.png", full_page=True)
        person.leave()
    faults = [fault for person in made for fault in person.faults]
    assert failed or not faults, f"the pages complained: {faults}"


@pytest.fixture
def rng() -> random.Random:
    """Chance of the clicks; the seed is printed, and set by the variable SEED."""
    seed = os.environ.get("SEED") or secrets.token_hex(4)
    print(f"seed of the clicks: {seed}")
    return random.Random(seed)
