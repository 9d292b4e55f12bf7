"""Bytes over the wire and time to the first paint of each page, on a slow phone.

A fresh browser each time: 360×640, CPU slowed 4 times, 1.6 Mbit/s, 150 ms latency.
"""

from __future__ import annotations

import gzip
import statistics
from typing import Any

from playwright.sync_api import Browser

from bench.report import show
from bench.site import Person, browser, seated, serving, to_move

BYTES_A_SECOND = 1_600_000 / 8
LATENCY_MS = 150
SLOWER = 4
GOAL_BYTES, GOAL_MS = 300_000, 1500
ART = ("image/",)

PAINT = """() => new Promise((done) => {
  const seen = performance.getEntriesByName('first-contentful-paint')[0];
  if (seen) done(seen.startTime);
  else new PerformanceObserver((list) => {
    const entry = list.getEntriesByName('first-contentful-paint')[0];
    if (entry) done(entry.startTime);
  }).observe({type: 'paint', buffered: true});
})"""


def main(*, rounds: int, seconds: float) -> None:  # noqa: ARG001  every bench is called alike
    """Run, print, write."""
    times = max(5, rounds)
    with serving() as address, browser() as opened:
        people = [Person(address, "Anna"), Person(address, "Boris")]
        table = seated(people)
        for _ in range(40):
            asked = to_move(people, table)
            if asked is None:
                break
            asked[0].ask(f"tables/{table}/moves", codes=asked[1]["question"]["codes"][:1])
        room = people[0].ask("rooms", game="treasure-map", seats=2)
        paths = {"Game Select": "/", "room": f"/r/{room['code']}", "table": f"/tables/{table}"}
        found = {name: [load(opened, people[0], path) for _ in range(times)] for name, path in paths.items()}
    rows = []
    for name, loads in found.items():
        wire = loads[0]
        paints = statistics.median(load["paint"] for load in loads)
        rows.append((name, wire["page"] / 1000, wire["art"] / 1000, wire["gzip"] / 1000, paints))
    facts = {
        "table, KB before art (wanted: under 300)": found["table"][0]["page"] / 1000,
        "table, first paint in ms (wanted: under 1500)": rows[-1][-1],
    }
    title = f"Page weight and first paint (median of {times}; CPU 4 times slower, 1.6 Mbit/s, 150 ms)"
    columns = ("page", "KB before art", "KB art", "KB before art, if gzipped", "first paint ms")
    show("page_weight", title, columns, rows, facts)


def load(opened: Browser, person: Person, path: str) -> dict[str, float]:
    """Load one page in a fresh browser: bytes before art and of art over the wire, and the first paint."""
    context = person.context(opened, viewport={"width": 360, "height": 640})
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        },
    )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def received(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["response"]["mimeType"]

    def finished(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    devtools.on("Network.responseReceived", received)
    devtools.on("Network.loadingFinished", finished)
    bodies: list[bytes] = []
    page.on("requestfinished", lambda request: bodies.append(packed(request)))
    page.goto(f"{person.address}{path}", wait_until="load")
    paint = page.evaluate(PAINT)
    page.wait_for_timeout(300)
    is_art = {key: kinds.get(key, "").startswith(ART) for key in sizes}
    result = {
        "page": sum(size for key, size in sizes.items() if not is_art[key]),
        "art": sum(size for key, size in sizes.items() if is_art[key]),
        "gzip": float(sum(map(len, bodies))),
        "paint": float(paint),
    }
    context.close()
    return result


def packed(request: Any) -> bytes:
    """A response's body as gzip would send it; nothing for art."""
    response = request.response()
    if response is None or response.header_value("content-type").startswith(ART):
        return b""
    return gzip.compress(response.body())
