"""Many games without pages, and what happened in them: ``python -m tests.games.pirates.counts steered --games 8000``.

``random`` moves are even among all; in ``steered`` games every other move, by chance, is the greedy captain's, but each
tenth is a ``hoarding`` one: captains fill their cities with crews until nobody is left to hire, without which no ship
would ever be rescued. ``greedy`` captains are bots, who know no more than their seat may. Steered captains look at the
real cards: there the rules are tried, not the bots.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable

from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Decision, Event, Move, Observer
from board_library.engine.rng import Rng
from board_library.engine.testing import random_choice
from board_library.games.pirates import GAME, PiratesOptions
from board_library.games.pirates.golden import hoarder
from board_library.games.pirates.options import LIMITS
from board_library.games.pirates.rules import Pirates

Way = Callable[[Pirates, Decision, Rng], Move]


def _random(_: Pirates, decision: Decision, rng: Rng) -> Move:
    return random_choice(decision, rng)


def _steered(state: Pirates, decision: Decision, rng: Rng) -> Move:
    return GAME.greedy(Observer(decision, {}, state)) if rng.below(2) else random_choice(decision, rng)


def _hoarding(state: Pirates, decision: Decision, rng: Rng) -> Move:
    return hoarder(state, decision, rng) if rng.below(20) else random_choice(decision, rng)


def _greedy(state: Pirates, decision: Decision, rng: Rng) -> Move:
    return GAME.greedy(Observer(decision, {}, state.determinize(decision.seat, rng)))


WAYS: dict[str, Way] = {"random": _random, "steered": _steered, "hoarding": _hoarding, "greedy": _greedy}

HOARDING = 10
"""Of so many steered games one is a game of hoarders."""

WORDS = {
    "battle": ("kind", "outcome"),
    "feast": ("kind",),
    "spy": ("kind",),
    "skipped": ("why",),
    "marooned": ("cause",),
    "victory": ("kind",),
    "reshuffled": ("deck",),
}
"""Events that are told apart by fields."""


def play(way: str, seats: int, options: PiratesOptions, seed: str) -> tuple[Pirates, list[Event]]:
    """One game to its end. Raises AssertionError where it is not sound."""
    choose, rng = WAYS[way], FastRng(seed)
    log: list[Event] = []
    state = GAME.new(options, seats, rng, log)
    assert isinstance(state, Pirates)
    whole = sorted(state.components())
    while questions := state.pending():
        decision = questions[0]
        move = choose(state, decision, rng)
        assert decision.offers(move), f"{seed}, ply {state.ply}: {move.code} to {decision.kind}"
        state.ply += 1
        state.apply(decision.seat, move, rng, log)
    assert state.ply <= GAME.bound(seats), seed
    assert sorted(state.components()) == whole, seed
    return state, log


def tally(way: str, seats: int, options: PiratesOptions, games: int, seed: str) -> Counter[str]:
    """What happened in so many games. Wins are counted in parts of a fair share, by place in the order and by city."""
    found: Counter[str] = Counter()
    for number in range(games):
        hoards = way == "steered" and number % HOARDING == 0
        state, log = play("hoarding" if hoards else way, seats, options, f"{seed} {way} {seats} {number}")
        found.update({"games": 1, "plies": state.ply, "rounds": state.round})
        homes: dict[int, str] = {}
        kinds: set[str] = set()
        for event in log:
            if event.key == "city_chosen":
                homes[event.data["seat"]] = event.data["city"]
            words = "".join(f" {event.data[field]}" for field in WORDS.get(event.key, ()))
            kinds.add(event.key + words)
            found[event.key + words] += 1
        found.update(f"games with {kind}" for kind in kinds if kind.startswith("skipped"))
        for city in homes.values():
            found[f"started in {city}"] += 1
        best = [score.seat for score in state.scores() if score.rank == 1]
        for seat in best:
            part = 1 / len(best)
            found[f"won from {homes[seat]}"] += part  # type: ignore[assignment]  # a shared win is shared
            found[f"won as number {(seat - state.first) % seats}"] += part  # type: ignore[assignment]
    return found


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.pirates.counts")
    parser.add_argument("way", choices=list(WAYS))
    parser.add_argument("--games", type=int, default=200, help="for each number of seats (default 200)")
    parser.add_argument("--seats", type=int, nargs="*", default=list(GAME.seats))
    parser.add_argument("--level", choices=list(LIMITS), default="normal")
    parser.add_argument("--cities", choices=("lot", "random"), default="lot", help="how first cities are chosen")
    parser.add_argument("--seed", default="counts", help="text that the chance follows from")
    given = parser.parse_args()
    options = PiratesOptions(difficulty=given.level, city_choice=given.cities)
    for seats in given.seats:
        start = time.perf_counter()
        found = tally(given.way, seats, options, given.games, given.seed)
        seconds = time.perf_counter() - start
        sys.stdout.write(f"{given.way}, {given.level}, {seats} seats, {given.games} games, {seconds:.0f} s\n")
        for name, n in sorted(found.items()):
            share = f"  {n / found['started in ' + name[9:]] * seats:.2f} of a fair share" if "won from" in name else ""
            sys.stdout.write(f"  {name}: {n:g}, {n / given.games:.3f} a game{share}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
