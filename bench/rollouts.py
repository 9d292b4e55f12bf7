"""Rollouts, no checks and no events: Treasure Map in our engine against ``hearts`` of OpenSpiel (compiled C++).

Both are cloned after the deal and played to the end by the same loop: list what may be done, take one at random, do
it. Only decisions of players count; chance that falls on the way takes its time but is not counted.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from bench.report import interleaved, ratio, show
from board_library.bots.fast_rng import FastRng
from board_library.games import game

GOAL = 0.25
STARTS = 50
OURS, PEER = "Treasure Map, ours", "hearts, OpenSpiel"


def main(*, rounds: int, seconds: float) -> None:
    """Run, print, write."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        sys.exit("rollouts needs OpenSpiel: make bench installs it")
    rates = interleaved({OURS: ours, PEER: theirs}, rounds, seconds)
    rows = [(name, statistics.median(rates[name])) for name in rates]
    facts = {"ratio": ratio(rates, OURS, PEER), "wanted at least": GOAL}
    show("rollouts", f"Rollouts to the end (median of {rounds})", ("side", "decisions/s"), rows, facts)


def ours(seconds: float) -> float:
    """Decisions a second of our engine: four seats, all characters in play."""
    spec = game("treasure-map")
    rng, pick = FastRng(random.randrange(1 << 60)), random.random
    starts = [spec.new(spec.options(), 4, rng, None) for _ in range(STARTS)]
    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = starts[int(pick() * STARTS)].clone()
        while questions := state.pending():
            decision = questions[0]
            moves = decision.moves
            state.apply(decision.seat, moves[int(pick() * len(moves))], rng, None)
            decisions += 1
    return decisions / (time.perf_counter() - start)


def theirs(seconds: float) -> float:
    """Decisions a second of hearts, which has four seats too."""
    import pyspiel

    hearts = pyspiel.load_game("hearts")
    pick = random.random
    starts = [dealt(hearts) for _ in range(STARTS)]
    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = starts[int(pick() * STARTS)].clone()
        while not state.is_terminal():
            actions = state.legal_actions()
            action = actions[int(pick() * len(actions))]
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(action)
    return decisions / (time.perf_counter() - start)


def dealt(hearts: object) -> object:
    """A state of hearts with all cards dealt."""
    state = hearts.new_initial_state()  # type: ignore[attr-defined]
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state
