"""Pirates on the open sea with the fastest fleet: the move list, and the page's update in a real browser.

A fleet of 15 is put on every square of the sea in turn, with three others in its reach; of each square's times the
least of all rounds counts. Its list is made when the question is put: with nothing reckoned before, and again. Then
Anna sails about on a live table, turn after turn, and her page lights hundreds of squares: its script measures itself.
"""

from __future__ import annotations

import math
import random
import statistics
import time

from bench.report import show
from bench.site import Person, browser, seated, serving, to_move
from board_library.engine.situations import read_situation
from board_library.games import game
from board_library.games.pirates import moves
from board_library.games.pirates.board import CELL, DIST, NAMES, SHARED
from board_library.games.pirates.rules import Pirates

FLEETS = "seats 4; P0 {} 5r5 5r4 5r3; P1 x18y3 3r0; P2 x8y12 3r0; P3 x26y15 3r0; havana P0; at sail"
FAST = 14
"""The least speed of Anna's fleet that is measured: no deal can be asked for, so tables are set up until one has it."""

UPDATES = 30
WIDE = 250
"""Lit squares from which on an update counts."""

LONGEST = """() => {
  const found = performance.getEntriesByName('table update').map((entry) => entry.duration);
  performance.clearMeasures();
  return Math.max(0, ...found);
}"""
"""The longest update since this was last asked."""

LIST_MS, UPDATE_MS = 1.0, 16.0
"""What is wanted at most."""


def main(*, rounds: int, seconds: float) -> None:  # noqa: ARG001  every bench is called alike
    """Run, print, write."""
    first, again, most = lists(rounds)
    spent, lit = updates()
    rows = [
        ("move list, nothing reckoned before", *summary(first)),
        ("move list, reckoned before", *summary(again)),
        ("page's update", *summary(spent)),
    ]
    facts = {
        "moves in the longest list": most,
        "squares lit, median": statistics.median(lit),
        "wanted at most, ms": f"{LIST_MS:g} for a list, {UPDATE_MS:g} for an update",
    }
    show("open_sea", "Pirates on the open sea", ("what", "median ms", "95 % ms", "longest ms"), rows, facts)


def summary(values: list[float]) -> tuple[float, float, float]:
    """Median, the value below which 95 % lie, and the greatest."""
    ranked = sorted(values)
    return statistics.median(ranked), ranked[int(0.95 * (len(ranked) - 1))], ranked[-1]


def lists(rounds: int) -> tuple[list[float], list[float], int]:
    """Milliseconds for each square's list when it is new and when it is not, and the moves in the longest."""
    seas = []
    for cell, name in enumerate(NAMES):
        if cell not in SHARED and f"{name} 3r0" not in FLEETS:
            state = read_situation(game("pirates"), FLEETS.format(name))
            assert isinstance(state, Pirates)
            seas.append(state)
    first, again = [math.inf] * len(seas), [math.inf] * len(seas)
    for _ in range(rounds):
        DIST.clear()
        moves._steps.cache_clear()  # noqa: SLF001  nothing is to be known
        moves.reach.cache_clear()
        for spent in (first, again):
            for number, state in enumerate(seas):
                start = time.perf_counter()
                state.ask("sail", 0)
                spent[number] = min(spent[number], 1000 * (time.perf_counter() - start))
    return first, again, max(len(state.questions[0].moves) for state in seas)


def updates() -> tuple[list[float], list[int]]:
    """Milliseconds of each update that lit many squares, and how many it lit."""
    spent: list[float] = []
    lit: list[int] = []
    with serving() as address, browser() as opened:
        people = [Person(address, "Anna"), Person(address, "Boris")]
        table = fast_table(people)
        page = people[0].context(opened, viewport={"width": 1440, "height": 900}).new_page()
        page.goto(f"{address}/tables/{table}")
        page.wait_for_selector(".pill--online")
        while len(spent) < UPDATES:
            asked = to_move(people, table)
            if asked is None:
                raise SystemExit("the game was over before enough had been measured")
            person, seen = asked
            if person is people[0] and seen["question"]["kind"] == "sail":
                page.wait_for_selector("button.sea__square")
                squares = page.locator("button.sea__square").count()
                longest = page.evaluate(LONGEST)
                if squares >= WIDE and longest:
                    spent.append(longest)
                    lit.append(squares)
            person.ask(f"tables/{table}/moves", codes=[away(seen["question"]["codes"])])
    return spent, lit


def fast_table(people: list[Person]) -> str:
    """A table at which the first person's fleet is fast, with all cities chosen."""
    while True:
        table = seated(people, "pirates")
        while (asked := to_move(people, table)) and asked[1]["question"]["kind"] == "choose_city":
            asked[0].ask(f"tables/{table}/moves", codes=[asked[1]["question"]["codes"][0]])
        if people[0].look(table)["view"]["seats"][0]["speed"] >= FAST:
            return table


def away(codes: list[str]) -> str:
    """Out of port without a fight, and over the open sea."""
    if not codes[0].startswith("go "):
        return next(code for code in codes if code in ("done port", "hold fire"))
    return random.choice([code for code in codes if code.startswith("go ") and CELL[code[3:]] not in SHARED])
