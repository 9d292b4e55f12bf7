"""Random play of Treasure Map without characters: our engine with its checks on, against boardgame.io.

The same rules on both sides (``boardgameio/game.js`` has the peer's). Each side lists the legal moves, takes one at
random and plays it through the checked way in; the peer through its ``Client``, as its testing guide does, and through
its bare reducer.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import time

from bench.peer import boardgameio
from bench.report import Side, interleaved, ratio, show
from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Event
from board_library.engine.play import check
from board_library.games import game

GOAL = 20.0

OURS, WITHOUT_EVENTS = "ours, checks and events", "ours, checks, no events"
CLIENT, REDUCER = "boardgame.io Client", "boardgame.io reducer"


def main(*, rounds: int, seconds: float) -> None:
    """Run, print, write."""
    lengths: dict[str, list[float]] = {}
    with boardgameio("random_play.js") as peer:
        sides: dict[str, Side] = {
            OURS: lambda s: ours(s, lengths, events=True),
            CLIENT: lambda s: theirs(peer, "client", s, lengths),
            WITHOUT_EVENTS: lambda s: ours(s, lengths, events=False),
            REDUCER: lambda s: theirs(peer, "reducer", s, lengths),
        }
        rates = interleaved(sides, rounds, seconds)
    keys = {OURS: "ours", WITHOUT_EVENTS: "ours", CLIENT: "client", REDUCER: "reducer"}
    rows = [
        (name, statistics.median(rates[name]), statistics.mean(lengths[keys[name]]), ratio(rates, name, CLIENT))
        for name in sides
    ]
    facts = {
        "ratio to boardgame.io Client": ratio(rates, OURS, CLIENT),
        "the same, our events off": ratio(rates, WITHOUT_EVENTS, CLIENT),
        "ratio to boardgame.io reducer": ratio(rates, OURS, REDUCER),
        "wanted at least": GOAL,
    }
    title = f"Random play, Treasure Map without characters, 2 seats (median of {rounds})"
    show("random_play", title, ("side", "moves/s", "moves a game", "times Client"), rows, facts)


def ours(seconds: float, lengths: dict[str, list[float]], *, events: bool) -> float:
    """Moves a second of our engine, each checked as if it came from outside."""
    spec = game("treasure-map")
    options = spec.options.parse({"characters": "none", "first": "p0"})
    rng, pick = FastRng(random.randrange(1 << 60)), random.random
    moves = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        log: list[Event] | None = [] if events else None
        state = spec.new(options, 2, rng, log)
        while questions := state.pending():
            decision = questions[0]
            code = decision.moves[int(pick() * len(decision.moves))].code
            move = check(state, decision.seat, code)
            state.ply += 1
            log = [] if events else None
            state.apply(decision.seat, move, rng, log)
            moves += 1
        games += 1
    rate = moves / (time.perf_counter() - start)
    lengths.setdefault("ours", []).append(moves / games)
    return rate


def theirs(peer: subprocess.Popen[str], way: str, seconds: float, lengths: dict[str, list[float]]) -> float:
    """Moves a second of the peer."""
    assert peer.stdin is not None
    assert peer.stdout is not None
    peer.stdin.write(f"{way} {seconds}\n")
    answer = json.loads(peer.stdout.readline())
    lengths.setdefault(way, []).append(answer["moves"] / answer["games"])
    return float(answer["moves"]) / float(answer["seconds"])
