"""The golden records of Pirates: every way a game can end; together they hold every event.

``python -m board_library.games.pirates.golden [name ...]`` writes them anew.
"""

from __future__ import annotations

import sys

from board_library.engine.core import Decision, Event, Move
from board_library.engine.rng import Rng
from board_library.engine.testing.golden import Ending, Golden, GoldenRecords, at_random, had, playing
from board_library.games.pirates import GAME, moves, zombie
from board_library.games.pirates.board import ANCHOR, BAYS, CELL, DIST
from board_library.games.pirates.options import PiratesOptions
from board_library.games.pirates.rules import Pirates

GREEDY, ZOMBIE = playing(GAME.greedy), playing(GAME.zombie)


def _claim(kind: str) -> Ending:
    return lambda _, log: log[-1].key == "victory" and log[-1].data["kind"] == kind


def _shared(state: Pirates, _: list[Event]) -> bool:
    return state.over == "rounds" and all(score.rank == 1 for score in state.scores())


def _by_hoard(state: Pirates, _: list[Event]) -> bool:
    ranks = [score.rank for score in state.scores()]
    return state.over == "rounds" and ranks.count(1) == 1 and max(score.points for score in state.scores()) > 0


SHORT = PiratesOptions(round_limit=30)


def bold(_: Pirates | None, decision: Decision, choose: Rng) -> Move:
    """Often at random, but into every port, every fight and every deck."""
    kind, offered = decision.kind, decision.choices()
    wanted: list[Move] = []
    if kind == "sail":
        wanted = [move for move in offered if move.verb == "go" and CELL[move.target] in (*ANCHOR, *BAYS)]
    elif kind in ("attack", "enemy_port"):
        wanted = [move for move in offered if move.verb in ("challenge", "spy")]
    elif kind == "port_ops" and choose.below(2):
        wanted = [moves.DONE_PORT]
    elif decision.amount is not None:
        wanted = [offered[-1]]
    if wanted and choose.below(4):
        return choose.choice(wanted)
    return choose.choice(offered)


def hoarder(world: Pirates, decision: Decision, choose: Rng) -> Move:
    """Fill the own city with ships until the tavern is empty, then storm the cities of others with the last one."""
    seat, kind = decision.seat, decision.kind
    empty = not world.tavern and not world.ship_discard
    if kind == "port_ops":
        for verb_place in ("unload ship:1", "unload hold:1"):
            move = Move.parse(verb_place)
            if move in decision.moves and len(world.ships[seat]) > 1:
                return move
        return moves.DONE_PORT
    if kind == "sail":
        homes = [ANCHOR[city] for city in world.cities(seat)]
        others = [ANCHOR[city] for city, owner in enumerate(world.owner) if owner not in (seat, -1)]
        aims = others if empty else homes if world.lock[seat] and homes else [*BAYS]
        goes = [move for move in decision.moves if move.verb == "go"]
        key = [min(DIST[aim][CELL[move.target]] for aim in aims or homes) for move in goes]
        return goes[key.index(min(key))]
    if kind == "grotto" and decision.moves:
        return decision.moves[0]
    if kind in ("tavern", "grotto") and decision.amount is not None:
        return Move("draw", str(decision.amount.high))
    return zombie.CHOICES[kind](world, decision) if kind != "choose_city" else choose.choice(decision.moves)


RECORDS = GoldenRecords(
    GAME,
    (
        Golden("silver", 4, GREEDY, _claim("silver")),
        Golden("gold", 3, GREEDY, _claim("gold")),
        Golden("diamonds", 2, GREEDY, _claim("diamond")),
        Golden("very_hard", 3, GREEDY, _by_hoard, PiratesOptions(round_limit=30, difficulty="very_hard")),
        Golden("auto", 5, GREEDY, had("victory"), PiratesOptions(victory_mode="auto", difficulty="easy")),
        Golden("zombies", 5, ZOMBIE, _shared, PiratesOptions(round_limit=20), by="zombie"),
        Golden("battles", 3, bold, had("battle", "spoils", "fled", "captured", "walked_in", "works"), SHORT),
        Golden("spies", 4, bold, had("spy", "looked", "spy_faces", "stood_off"), SHORT),
        Golden("feasts", 4, bold, had("feast", "feast_faces", "blind_faces"), SHORT),
        Golden("singing", 3, bold, had("voyage", "skipped"), PiratesOptions(round_limit=60)),
        Golden("rescued", 5, hoarder, had("rescued"), PiratesOptions(round_limit=120)),
        Golden("reshuffled", 5, hoarder, had("reshuffled"), PiratesOptions(round_limit=120, difficulty="easy")),
        Golden("must_attack", 3, bold, had("challenge"), PiratesOptions(round_limit=20, adjacent_stop="must_attack")),
        Golden("takebacks", 2, at_random, _by_hoard, PiratesOptions(round_limit=20), "person"),
    ),
)

if __name__ == "__main__":
    RECORDS.write(sys.argv[1:])
