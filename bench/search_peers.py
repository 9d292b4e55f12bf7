"""Iterations of tree search to the end of the game: ours, against boardgame.io's MCTS bot and OpenSpiel's IS-MCTS.

With boardgame.io the rules are the same: Treasure Map without characters, two seats, from its first choice
(``boardgameio/game.js`` has the peer's). Both search with random playouts and no cut-off; ours also deals the deck anew
each time, while the peer's bot looks at the real one. OpenSpiel's compiled bot has its own rules compiled with it, so
only the ratio of iterations a second is told, for two card games of hidden hands. Seconds are the processor's.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import time
from dataclasses import replace
from functools import partial
from typing import Any

from bench.peer import boardgameio
from bench.report import Side, interleaved, ratio, show
from board_library.bots import search
from board_library.bots.fast_rng import FastRng
from board_library.bots.observe import observe
from board_library.bots.search import STYLE, Budget, think
from board_library.engine.core import Decision, GameSpec, Move, State
from board_library.engine.insight import Insight
from board_library.engine.rng import Rng
from board_library.games import game

ITERATIONS = 1000
PEER_ITERATIONS = 100
"""Enough for a rate of boardgame.io's bot: its time goes into playouts, and 1,000 of them take minutes."""

FAR = 1_000_000
TO_THE_END = STYLE._replace(horizon=FAR)
WANTED_SECONDS, WANTED_RATIO = 1.0, 7.0

RANDOM, QUICK, CLIENT = "ours, random playouts", "ours, the game's playouts", "boardgame.io MCTSBot"
OPEN_SPIEL = ("gin_rummy", "hearts")


def main(*, rounds: int, seconds: float) -> None:
    """Run, print, write. One turn of a side is at least one search."""
    search.LONGEST = FAR  # a bot at a table cuts playouts off here
    spec = game("treasure-map")
    ways = {RANDOM: with_playouts(spec, at_random), QUICK: spec}
    sides: dict[str, Side] = {name: partial(ours, way) for name, way in ways.items()}
    with boardgameio("search.js") as peer:
        sides[CLIENT] = partial(theirs, peer)
        try:
            import pyspiel
        except ImportError:
            pass
        else:
            sides |= {f"OpenSpiel ISMCTSBot, {name}": partial(spiel, pyspiel, name) for name in OPEN_SPIEL}
        rates = interleaved(sides, rounds, seconds)
    rows = [
        (name, rate := statistics.median(rates[name]), ITERATIONS / rate, ratio(rates, RANDOM, name)) for name in sides
    ]
    facts = {
        f"seconds for {ITERATIONS:,} iterations": ITERATIONS / statistics.median(rates[RANDOM]),
        "wanted at most": WANTED_SECONDS,
        "ratio to boardgame.io": ratio(rates, RANDOM, CLIENT),
        "wanted at least": WANTED_RATIO,
    }
    title = f"Search to the end of the game (median of {rounds})"
    show("search_peers", title, ("side", "iterations/s", f"s for {ITERATIONS:,}", "ours is times"), rows, facts)


def with_playouts(spec: GameSpec, answer: Any) -> GameSpec:
    """The game with other playouts, its values as they are."""
    assert isinstance(spec.insight, Insight)
    return replace(spec, insight=replace(spec.insight, playout=answer))


def at_random(state: State, decision: Decision, rng: Rng) -> Move:  # noqa: ARG001  as playouts are called
    """Any answer, each as likely."""
    return decision.moves[rng.below(len(decision.moves))]


def ours(spec: GameSpec, seconds: float) -> float:
    """Iterations a second, at the first question of a game that has two answers."""
    iterations, spent = 0, 0.0
    while spent < seconds:
        rng = FastRng(random.randrange(1 << 60))
        state = spec.new(spec.options.parse({"characters": "none", "first": "p0"}), 2, rng, None)
        while len(state.pending()[0].moves) < 2:
            state.ply += 1
            state.apply(state.pending()[0].seat, state.pending()[0].moves[0], rng, None)
        observer = observe(state, state.pending()[0].seat, rng)
        start = time.process_time()
        thought = think(spec, observer, rng, Budget(iterations=ITERATIONS), TO_THE_END)
        spent += time.process_time() - start
        iterations += sum(worth.iterations for worth in thought.worths)
    return iterations / spent


def theirs(peer: subprocess.Popen[str], seconds: float) -> float:
    """Iterations a second of boardgame.io's bot."""
    assert peer.stdin is not None
    assert peer.stdout is not None
    peer.stdin.write(f"{PEER_ITERATIONS} {seconds}\n")
    answer = json.loads(peer.stdout.readline())
    return float(answer["iterations"]) / float(answer["seconds"])


def spiel(pyspiel: Any, name: str, seconds: float) -> float:
    """Iterations a second of OpenSpiel's compiled bot, random rollouts, before the first answer of a deal."""
    rules = pyspiel.load_game(name)
    spent, searches = 0.0, 0
    while spent < seconds:
        state = rules.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        seed = random.randrange(1 << 30)
        bot = pyspiel.ISMCTSBot(
            seed, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, ITERATIONS, -1,
            pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT, False, False,
        )  # fmt: skip
        start = time.process_time()
        bot.step(state)
        spent += time.process_time() - start
        searches += 1
    return searches * ITERATIONS / spent
