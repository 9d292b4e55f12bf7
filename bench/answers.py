"""What the search's answers are worth: ``python -m bench.answers GAME --questions 300 --iterations 900``.

Quick games are stopped at random questions. Where the search answers otherwise than the greedy bot, both answers are
played out by quick players in the same worlds with the same chance. That tells more in a minute than whole matches do
in ten, but it says nothing of what players do who are not quick.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from math import sqrt

from bench.report import show
from board_library.bots.fast_rng import FastRng
from board_library.bots.greedy import greedy_move
from board_library.bots.observe import observe
from board_library.bots.search import Budget, Style, think
from board_library.engine.core import Decision, GameSpec, Move, Observer, State
from board_library.games import game

EACH = 8
"""Of the questions of a game so manieth are looked at."""


def main() -> None:
    """Ask, play out, print, write."""
    parser = argparse.ArgumentParser(prog="python -m bench.answers")
    parser.add_argument("game")
    parser.add_argument("--questions", type=int, default=300, help="so many (default 300)")
    parser.add_argument("--worlds", type=int, default=300, help="each other answer is played out so often")
    parser.add_argument("--iterations", type=int, default=900, help="what the search may think (default 900)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--horizon", type=int, help="of the playouts; as the game advises by default")
    parser.add_argument("--sure", type=float, help="standard errors; as the game advises by default")
    parser.add_argument("--seed", default="answers", help="text that the chance follows from")
    given = parser.parse_args()
    spec, style = game(given.game), Style(horizon=given.horizon, sure=given.sure)
    gains: list[float] = []
    kinds: dict[str, list[float]] = {}
    games, asked, start = 0, 0, time.perf_counter()
    while len(gains) < given.questions:
        games += 1
        for state, decision in questions(spec, given.seats, f"{given.seed} {games}"):
            asked += 1
            if asked % EACH:
                continue
            rng = FastRng(f"{given.seed} {games} {state.ply}")
            observer = observe(state, decision.seat, rng)
            usual = greedy_move(spec, observer, rng)
            other = think(spec, observer, rng, Budget(iterations=given.iterations), style).move
            gain = 0.0 if other == usual else gained(spec, state, decision.seat, (other, usual), given.worlds)
            gains.append(gain)
            if other != usual:
                kinds.setdefault(decision.kind, []).append(gain)
    rows = [(kind, len(found), statistics.mean(found)) for kind, found in sorted(kinds.items())]
    mean, error = statistics.mean(gains), statistics.stdev(gains) / sqrt(len(gains))
    facts = {
        "game": spec.slug, "seats": given.seats, "iterations": given.iterations, "questions looked at": len(gains),
        "answered otherwise": sum(map(len, kinds.values())) / len(gains),
        "returns gained in 100 questions": f"{100 * mean:+.2f} ± {196 * error:.2f}",
        "questions of one seat in a game": asked / games / given.seats,
        "minutes": (time.perf_counter() - start) / 60,
    }  # fmt: skip
    columns = ("question", "answered otherwise", "returns gained each time")
    show("answers", f"Answers of the search in {spec.slug}", columns, rows, facts)


def questions(spec: GameSpec, seats: int, seed: str) -> Iterator[tuple[State, Decision]]:
    """Every question of a game between quick players that leaves a choice."""
    chance, thinking = FastRng(f"{seed} chance"), FastRng(f"{seed} bots")
    state = spec.new(spec.options(), seats, chance, None)
    while state.pending():
        decision = state.pending()[0]
        if len(decision.choices()) > 1:
            yield state, decision
        step(state, decision.seat, quick(spec, state, decision, thinking), chance)


def gained(spec: GameSpec, state: State, seat: int, answers: tuple[Move, Move], worlds: int) -> float:
    """By how much the first answer brings this seat more returns than the second."""
    total = 0.0
    for number in range(worlds):
        world = state.determinize(seat, FastRng(f"world {number}"))
        first, second = (played_out(spec, world.clone(), seat, move, f"playout {number}") for move in answers)
        total += first - second
    return total / worlds


def played_out(spec: GameSpec, state: State, seat: int, move: Move, seed: str) -> float:
    """What this seat has in the end, if quick players play on after its answer."""
    rng = FastRng(seed)
    step(state, seat, move, rng)
    while state.pending():
        decision = state.pending()[0]
        step(state, decision.seat, quick(spec, state, decision, rng), rng)
    return state.returns()[seat]


def quick(spec: GameSpec, state: State, decision: Decision, rng: FastRng) -> Move:
    """The quick answer; in a game without, the greedy one, which must not look at its view."""
    if len(decision.choices()) == 1:
        return decision.choices()[0]
    if spec.insight is not None and spec.insight.playout is not None:
        return spec.insight.playout(state, decision, rng)
    return greedy_move(spec, Observer(decision, {}, state), rng)


def step(state: State, seat: int, move: Move, rng: FastRng) -> None:
    """One answer."""
    state.ply += 1
    state.apply(seat, move, rng, None)


if __name__ == "__main__":
    main()
