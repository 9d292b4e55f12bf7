"""How strong the levels are: ``python -m bench.strength [GAME …] --minutes 20``.

Each pair plays the same deals from every seat, until a sequential test decides between the share wanted and the equal
one, at most 400 games and so many minutes. Levels that search get iterations instead of seconds, so that figures do not
hang on the machine: about as many as the captain does in 0.3 seconds on one free core of 2020. The rows with twice the
iterations show where luck caps what thinking can win. The greedy bots measured against are those of
:mod:`bench.reference`.
"""

from __future__ import annotations

import argparse
import time
from itertools import chain
from typing import NamedTuple

from bench.report import show
from board_library.bots.arena import decided, play_match, processes
from board_library.engine.core import GameSpec
from board_library.games import all_games, game

CAPTAIN = {"treasure-map": 900, "pirates": 500}
"""Iterations by game; others get the least of these. Captains of Chests and Sesame do not search."""

BIG = 0.1
"""Part of the iterations that games of over an hour get."""

HOUR = 60

MOST = 400
"""Games at most."""

REFERENCE = "bench.reference:reference"


class Pair(NamedTuple):
    """Who plays whom at how many seats, and the share that is wanted of the first."""

    spec: GameSpec
    a: str
    b: str
    seats: int
    target: float


def pairs(spec: GameSpec, part: float) -> list[Pair]:
    """The pairs of a game, those that matter most first."""
    n = max(10, round(CAPTAIN.get(spec.slug, min(CAPTAIN.values())) * part * (BIG if spec.minutes[1] > HOUR else 1)))
    captain, twice, admiral = f"captain@{n}", f"captain@{2 * n}", f"admiral@{6 * n}"
    many = min(4, spec.seats[-1])
    return [
        Pair(spec, captain, REFERENCE, 2, 0.65),
        Pair(spec, captain, REFERENCE, many, 1.5 / many),
        Pair(spec, REFERENCE, "deckhand", 2, 0.8),
        Pair(spec, admiral, captain, 2, 0.55),
        Pair(spec, twice, captain, 2, 0.55),
    ]


def main() -> None:
    """Play, print, write."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength")
    parser.add_argument("games", nargs="*", help="games; all with insight by default")
    parser.add_argument("--minutes", type=float, default=20, help="for each pair at most (default 20)")
    parser.add_argument("--part", type=float, default=1, help="part of the usual iterations (default 1)")
    parser.add_argument(
        "--workers", type=int, default=processes(), help="processes (default: two, if there are as many cores)"
    )
    parser.add_argument("--only", type=int, nargs="*", help="which of a game's pairs, counted from 1 (default all)")
    parser.add_argument("--seed", default="strength", help="text that the chance follows from")
    given = parser.parse_args()
    specs = [game(slug) for slug in given.games] or [spec for spec in all_games().values() if spec.insight]
    rows, start = [], time.perf_counter()
    # The first pair of all games, then the second: if time runs out, what matters most has been played.
    rounds = list(zip(*(pairs(spec, given.part) for spec in specs), strict=True))
    wanted = given.only or range(1, len(rounds) + 1)
    for pair in chain.from_iterable(rounds[number - 1] for number in wanted):
        match = play_match(
            pair.spec, pair.a, pair.b, seats=pair.seats, deals=MOST // pair.seats, seed=given.seed, target=pair.target,
            minutes=given.minutes, workers=given.workers,
        )  # fmt: skip
        low, high = match.interval
        row = (
            pair.spec.slug, pair.a, pair.b, pair.seats, match.games, f"{match.share:.1%}", f"{low:.1%} to {high:.1%}",
            f"{pair.target:.0%}", decided(match, pair.target) or "open",
        )  # fmt: skip
        rows.append(row)
        print(*row, flush=True)
    facts = {"seed": given.seed, "minutes": (time.perf_counter() - start) / 60}
    columns = ("game", "a", "b", "seats", "games", "share of a", "95 %", "wanted", "decided")
    show("strength", "Bots against each other", columns, rows, facts)


if __name__ == "__main__":
    main()
