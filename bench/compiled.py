"""The extra build (``make compiled``) against plain Python, once both are known to answer and to record alike.

It is built first. Each side has a process of its own, which finds the package where that side has it. A captain's
iterations are counted at every tenth question of random games; those to the end of the game as in ``search_peers``.
Seconds of searches are the processor's, those of random play the clock's.
"""

from __future__ import annotations

import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from bench import random_play, search_peers
from bench.report import OUT, interleaved, ratio, show
from board_library.bots import search
from board_library.bots.fast_rng import FastRng
from board_library.bots.observe import observe
from board_library.bots.search import Budget, think
from board_library.engine.core import GameSpec, Observer
from board_library.engine.errors import BoardLibraryError
from board_library.engine.options import Options
from board_library.games import game

ROOT = OUT.parent
PLAIN, COMPILED = "plain", "compiled"
LIBRARY = {PLAIN: ROOT / "src", COMPILED: OUT / "compiled" / "lib"}
ITERATIONS, FEW = 1000, 60
STOPS = 10
LONGEST = search.LONGEST
WANTED = 2.0


def main(*, rounds: int, seconds: float) -> None:
    """Build, compare, run, print, write."""
    subprocess.run([sys.executable, str(ROOT / "requirements" / "compiled.py")], cwd=ROOT, check=True)
    with side(PLAIN) as plain, side(COMPILED) as compiled:
        peers = {PLAIN: plain, COMPILED: compiled}
        found = {name: ask(peer, "answers", 0) for name, peer in peers.items()}
        if found[PLAIN] != found[COMPILED]:
            sys.exit(f"the two answer or record otherwise: {found}")
        ways = [way for way in WAYS if way != "answers"]
        sides = {f"{way}, {name}": partial(ask, peer, way) for way in ways for name, peer in peers.items()}
        rates = interleaved(sides, rounds, seconds)
    rows = []
    for way in ways:
        ours, peer = f"{way}, {COMPILED}", f"{way}, {PLAIN}"
        each = [a / b for a, b in zip(rates[ours], rates[peer], strict=True)]
        medians = (statistics.median(rates[peer]), statistics.median(rates[ours]))
        rows.append((way, *medians, ratio(rates, ours, peer), min(each), max(each)))
    facts = {"answers compared": found[PLAIN][0], "wanted of searches at least": WANTED}
    columns = ("a second", PLAIN, COMPILED, "times", "least", "most")
    show("compiled", f"The extra build (median of {rounds})", columns, rows, facts)


@contextmanager
def side(name: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has the package from there."""
    peer = subprocess.Popen(
        [sys.executable, "-m", "bench.compiled"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=os.environ | {"PYTHONPATH": str(LIBRARY[name])},
    )
    try:
        if ask(peer, "file", 0) != (name == COMPILED):
            sys.exit(f"{name}: the package does not come from {LIBRARY[name]}")
        yield peer
    finally:
        assert peer.stdin is not None
        peer.stdin.close()
        peer.wait(timeout=10)


def ask(peer: subprocess.Popen[str], way: str, seconds: float) -> Any:
    """What the process finds."""
    assert peer.stdin is not None
    assert peer.stdout is not None
    peer.stdin.write(json.dumps([way, seconds]) + "\n")
    return json.loads(peer.stdout.readline())


def serve() -> None:
    """Answer what ``ask`` asks, until there is nobody who does."""
    for line in sys.stdin:
        way, seconds = json.loads(line)
        found = is_compiled() if way == "file" else WAYS[way](seconds)
        print(json.dumps(found), flush=True)


def is_compiled() -> bool:
    """Whether the search of this process is."""
    return Path(search.__file__).suffix != ".py"


def to_the_end(seconds: float) -> float:
    """Iterations a second with random playouts to the end of the game."""
    search.LONGEST = search_peers.FAR
    try:
        return search_peers.ours(search_peers.with_playouts(game("treasure-map"), search_peers.at_random), seconds)
    finally:
        search.LONGEST = LONGEST


def as_captains(slug: str, games: Iterator[int], _: float) -> float:
    """Iterations a second of searches as levels make them, in one whole game, the same on both sides."""
    spec, spent, iterations = game(slug), 0.0, 0
    rng = FastRng(next(games))
    for observer in stops(spec, spec.options(), 2, rng, None):
        start = time.process_time()
        thought = think(spec, observer, rng, Budget(iterations=ITERATIONS))
        spent += time.process_time() - start
        iterations += sum(worth.iterations for worth in thought.worths)
    return iterations / spent


def answers(_: float) -> tuple[int, str]:
    """How many games and thoughts there were, and a digest of them: events, views, scores and what was thought."""
    spec = game("treasure-map")
    digest, n = hashlib.sha256(), 0
    for number, options in enumerate((spec.options(), *spec.variants)):
        for seats in spec.seats:
            try:
                options.check(seats)
            except BoardLibraryError:
                continue
            record: list[Any] = []
            rng = FastRng(10 * number + seats)
            for observer in stops(spec, options, seats, rng, record):
                thought = think(spec, observer, rng, Budget(iterations=FEW))
                digest.update(repr(thought).encode())
                n += 1
            digest.update(repr(record).encode())
    return n, digest.hexdigest()


def stops(spec: GameSpec, options: Options, seats: int, rng: FastRng, record: list[Any] | None) -> Iterator[Observer]:
    """A random game: whoever is asked, at every tenth question that has more than one answer. It writes the record."""
    state = spec.new(options, seats, rng, record)
    while questions := state.pending():
        decision = questions[0]
        if state.ply % STOPS == 0 and len(decision.choices()) > 1:
            yield observe(state, decision.seat, rng)
        move = rng.choice(decision.choices())
        state.ply += 1
        state.apply(decision.seat, move, rng, record)
        if record is not None:
            record.append((move, state.view(decision.seat), state.scores()))
    if record is not None:
        record.append(state.returns())


WAYS: dict[str, Callable[[float], Any]] = {
    "answers": answers,
    "iterations to the end of the game": to_the_end,
    "iterations as captains think": partial(as_captains, "treasure-map", count()),
    "the same search in Chests, whose rules are not compiled": partial(as_captains, "chests", count()),
    "moves of random play, checks and events": lambda s: random_play.ours(s, {}, events=True),
    "the same without events": lambda s: random_play.ours(s, {}, events=False),
}

if __name__ == "__main__":
    serve()
