"""How a game plays out between greedy bots: ``python -m bench.balance chests --games 500 --set first_player=p0``.

Prints for each number of seats what happens in a turn (events by key), how long games are, what share of the games
each seat wins, and what the last event of the game says (how it was decided, say). Writes
``out/bench-balance-<game>.json``. The same seed gives the same figures. Set the option that names the first player if
seats are to be read as order of play.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Any

from bench.report import show
from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import LEVELS
from board_library.bots.observe import observe
from board_library.engine.core import Event, GameSpec
from board_library.games import all_games, game

TURN = "turn_started"


class Tally:
    """What happened in all games of so many seats."""

    def __init__(self, seats: int) -> None:
        """Nothing yet."""
        self.seats = seats
        self.games = 0
        self.moves = 0
        self.events: Counter[str] = Counter()
        self.won: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()

    def play(self, spec: GameSpec, options: Any, seed: str) -> None:
        """One game between greedy bots."""
        bot = LEVELS["sailor"]
        chance, thinking = FastRng(f"{seed} chance"), FastRng(f"{seed} bots")
        log: list[Event] = []
        state = spec.new(options, self.seats, chance, log)
        while state.pending():
            seat = state.pending()[0].seat
            move = bot(spec, observe(state, seat, thinking), thinking)
            state.ply += 1
            state.apply(seat, move, chance, log)
        self.games += 1
        self.moves += state.ply
        self.events.update(event.key for event in log)
        best = [score.seat for score in state.scores() if score.rank == 1]
        for seat in best:
            self.won[seat] += 1 / len(best)  # type: ignore[assignment]  # a shared win is shared
        for name, value in log[-1].data.items():
            if isinstance(value, str):
                self.endings[f"{name} {value}"] += 1

    def facts(self) -> dict[str, Any]:
        """The figures by name."""
        turns = self.events[TURN] or self.games
        found: dict[str, Any] = {"moves a game": self.moves / self.games}
        found["turns a seat"] = turns / self.games / self.seats
        found |= {f"{key} a turn": n / turns for key, n in sorted(self.events.items()) if key != TURN}
        found |= {f"share of P{seat}": self.won[seat] / self.games for seat in range(self.seats)}
        return found | {f"ended: {what}": n / self.games for what, n in self.endings.most_common()}


def main() -> None:
    """Run, print, write."""
    parser = argparse.ArgumentParser(prog="python -m bench.balance")
    parser.add_argument("game", choices=list(all_games()))
    parser.add_argument("--games", type=int, default=300, help="for each number of seats (default 300)")
    parser.add_argument("--seats", type=int, nargs="*", help="numbers of seats; all by default")
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=VALUE", help="options of the table")
    parser.add_argument("--seed", default="balance", help="text that the chance follows from")
    given = parser.parse_args()
    spec = game(given.game)
    options = spec.options.parse(dict(pair.split("=", 1) for pair in given.set))
    seats = given.seats or list(spec.seats)
    start = time.perf_counter()
    tallies = []
    for number in seats:
        options.check(number)
        tally = Tally(number)
        for k in range(given.games):
            tally.play(spec, options, f"{given.seed} {number} {k}")
        tallies.append(tally.facts())
    names = dict.fromkeys(name for facts in tallies for name in facts)
    rows = [(name, *(facts.get(name, "") for facts in tallies)) for name in names]
    columns = ("figure", *(f"{number} seats" for number in seats))
    facts = {"games each": given.games, "seed": given.seed, "minutes": (time.perf_counter() - start) / 60}
    show(f"balance-{spec.slug}", f"Greedy bots, {spec.slug} {' '.join(given.set)}", columns, rows, facts)


if __name__ == "__main__":
    main()
