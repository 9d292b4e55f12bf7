"""Random play, four seats: our games against catanatron 3.2.1 (Settlers of Catan in Python), in one interleaved run.

``python -m bench.peers_catanatron [GAME …]``. Each side lists the legal moves, takes one at random and plays it to the
end of the game, again and again. Ours goes through the checked door; a second row leaves checks and events out. The
peer is driven by its own ``Game.play_tick`` with its ``RandomPlayer``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from functools import partial

from bench.report import Side, interleaved, ratio, show
from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Event
from board_library.engine.play import check
from board_library.engine.testing import random_choice
from board_library.games import all_games, game

GOALS = {"chests": 8.0, "sesame": 4.0, "pirates": 3.0, "tortuga": 3.0}
"""Times the peer's moves a second that a game must reach."""

SEATS = 4
PEER = "catanatron"


def main(*, rounds: int, seconds: float, games: list[str] | None = None) -> None:
    """Run, print, write."""
    try:
        import catanatron  # noqa: F401
    except ImportError:
        sys.exit("peers_catanatron needs catanatron: make bench installs it")
    slugs = games or [slug for slug in GOALS if slug in all_games()]
    sides: dict[str, Side] = {PEER: theirs}
    for slug in slugs:
        sides[f"{slug}, checks and events"] = partial(ours, slug, checked=True)
        sides[f"{slug}, rules alone"] = partial(ours, slug, checked=False)
    rates = interleaved(sides, rounds, seconds)
    rows = [(name, statistics.median(rates[name]), ratio(rates, name, PEER)) for name in sides]
    facts = {f"{slug}: wanted at least": GOALS[slug] for slug in slugs if slug in GOALS}
    title = f"Random play, {SEATS} seats (median of {rounds})"
    show("peers_catanatron", title, ("side", "moves/s", "times catanatron"), rows, facts)


def ours(slug: str, seconds: float, *, checked: bool) -> float:
    """Moves a second of one of our games."""
    spec = game(slug)
    options = spec.options()
    rng, pick = FastRng(random.randrange(1 << 60)), random.random
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = spec.new(options, SEATS, rng, [] if checked else None)
        while questions := state.pending():
            decision = questions[0]
            listed = decision.moves
            move = random_choice(decision, rng) if decision.amount else listed[int(pick() * len(listed))]
            log: list[Event] | None = None
            if checked:
                move = check(state, decision.seat, move.code)
                log = []
            state.ply += 1
            state.apply(decision.seat, move, rng, log)
            moves += 1
    return moves / (time.perf_counter() - start)


def theirs(seconds: float) -> float:
    """Moves a second of the peer."""
    from catanatron import Color, Game, RandomPlayer

    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        played = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        while played.winning_color() is None and played.state.num_turns < 1000:
            played.play_tick()
            moves += 1
    return moves / (time.perf_counter() - start)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.peers_catanatron")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of: {', '.join(all_games())}")
    parser.add_argument("--rounds", type=int, default=7, help="how often each side takes its turn (default 7)")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long each turn lasts (default 1.5)")
    given = parser.parse_args()
    main(rounds=given.rounds, seconds=given.seconds, games=given.games or None)
