"""From a click to every viewer's new page, in a real browser on loopback.

Two people and a spectator look at one table of Treasure Map. Each move is a click on its button; the clock stops when
the last of the three pages has changed. Inside the server the time of rules, storage and rendering is taken; what is
left of the total is the way through sockets and browser.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Error, Page

import board_library.web.live as live_module
from bench.report import show
from bench.site import Person, browser, seated, serving, to_move
from board_library.engine.record import Timeline
from board_library.server.storage import Storage
from board_library.server.tables import TableRunner

CLICKS = 100

AT_REST = """() => new Promise((resolve) => {
  const moving = (it) => it.playState === 'running' && it.effect.getTiming().iterations === 1;
  const lingers = Number(document.querySelector('[data-linger]')?.dataset.linger ?? 0);
  const look = () => setTimeout(document.getAnimations().some(moving) ? look : resolve, 20);
  setTimeout(look, lingers);
})"""
"""Cards of the last move have landed, and a bust has been read: a page shows the next move only then, so as not to
lose people on the way."""
WATCH = """() => {
  window.changed = new Promise((resolve) => {
    const watching = new MutationObserver(() => {
      watching.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    for (const zone of document.querySelectorAll('[id^="zone-"]')) {
      watching.observe(zone, {subtree: true, childList: true, characterData: true});
    }
  });
}"""
CHANGED = "() => Promise.race([window.changed, new Promise((resolve) => setTimeout(resolve, 5000, null))])"
CLICK = """(code) => {
  const button = [...document.querySelectorAll('button[name="code"]')].find((it) => it.value === code && !it.disabled);
  if (!button) return null;
  const at = performance.timeOrigin + performance.now();
  button.click();
  return at;
}"""


def main(*, rounds: int, seconds: float) -> None:  # noqa: ARG001  every bench is called alike
    """Run, print, write."""
    spent: dict[str, float] = defaultdict(float)
    totals: list[float] = []
    shares: dict[str, list[float]] = defaultdict(list)
    with timed(spent), serving() as address, browser() as opened:
        people = [Person(address, "Anna"), Person(address, "Boris")]
        while len(totals) < CLICKS:
            table = seated(people)
            contexts = [*(person.context(opened) for person in people), opened.new_context()]
            pages = [context.new_page() for context in contexts]
            for page in pages:
                page.goto(f"{address}/tables/{table}")
            pages[0].wait_for_timeout(700)
            for total in play(people, table, pages, spent):
                totals.append(total)
                for part, value in spent.items():
                    shares[part].append(value)
                if len(totals) >= CLICKS:
                    break
            for context in contexts:
                context.close()
    median = statistics.median(totals)
    rows: list[tuple[str, float, float]] = [("click to the last page", median, percentile(totals))]
    known = 0.0
    for part in ("rules", "storage", "rendering"):
        rows.append((f"  {part}", statistics.median(shares[part]), percentile(shares[part])))
        known += statistics.median(shares[part])
    rows.append(("  sockets and browser", median - known, float("nan")))
    facts = {f"share of {name.strip()}": value / median for name, value, _ in rows[1:]}
    title = f"Click to every viewer's new page: 2 people and a spectator, {len(totals)} clicks"
    show("click_to_page", title, ("part", "median ms", "95 % ms"), rows, facts)


def play(people: list[Person], table: str, pages: list[Page], spent: dict[str, float]) -> Iterator[float]:
    """Click through a game at random; milliseconds of each click."""
    while (asked := to_move(people, table)) is not None:
        person, seen = asked
        code = random.choice(seen["question"]["codes"])
        for page in pages:
            page.evaluate(AT_REST)
            page.evaluate(WATCH)
        spent.update(dict.fromkeys(spent, 0.0))
        at = pages[people.index(person)].evaluate(CLICK, code)
        if at is None:
            person.ask(f"tables/{table}/moves", codes=[code])
            pages[0].wait_for_timeout(200)
            continue
        try:
            changed = [page.evaluate(CHANGED) for page in pages]
        except Error:  # the game is over: the pages have gone on to the result
            return
        if None in changed:
            raise SystemExit(f"a page did not change within five seconds after {code!r}")
        yield max(changed) - at


@contextmanager
def timed(spent: dict[str, float]) -> Iterator[None]:
    """Take the time, in milliseconds, that the parts of the server spend on each click."""

    def plain(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            start = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                spent[part] += (time.perf_counter() - start) * 1000

        return run

    write = Storage.write

    async def stored(self: Storage, job: Any) -> Any:
        start = time.perf_counter()
        try:
            return await write(self, job)
        finally:
            spent["storage"] += (time.perf_counter() - start) * 1000

    kept = (Timeline.try_move, TableRunner.look, live_module.draw)
    assert asyncio.iscoroutinefunction(write)
    Timeline.try_move = plain("rules", Timeline.try_move)  # type: ignore[method-assign]
    TableRunner.look = plain("rendering", TableRunner.look)  # type: ignore[method-assign]
    live_module.draw = plain("rendering", live_module.draw)
    Storage.write = stored  # type: ignore[method-assign]
    try:
        yield
    finally:
        Timeline.try_move, TableRunner.look, live_module.draw = kept  # type: ignore[method-assign]
        Storage.write = write  # type: ignore[method-assign]


def percentile(values: list[float], part: float = 0.95) -> float:
    """The value below which ``part`` of all lie."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
