"""Golden records: finished games that must replay to the same end for as long as ``rules_version`` stays the same.

There is one for every way a game can end, and together they hold every event. This writes them anew into
``transcripts/``, to be read in review; ``digests.txt`` beside them holds what each must come to::

    python -m board_library.games.pirates.golden
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Literal, NamedTuple

from board_library.engine.core import Decision, Event, Move, Observer
from board_library.engine.record import By, Entry, Record, Timeline, mix, new_record
from board_library.engine.rng import Rng, SeededRng
from board_library.games.pirates import GAME, bot, moves, zombie
from board_library.games.pirates.board import ANCHOR, BAYS, CELL, DIST
from board_library.games.pirates.options import PiratesOptions
from board_library.games.pirates.rules import Pirates

FOLDER = Path(__file__).parent / "transcripts"
DIGESTS = FOLDER / "digests.txt"

Ending = Callable[[Pirates, list[Event]], bool]
Way = Literal["greedy", "bold", "hoarder", "random", "zombie"]


class Golden(NamedTuple):
    """A game to look for: the first of its kind whose end is as wanted. ``by`` a person takes back every other move."""

    name: str
    seats: int
    way: Way
    wanted: Ending
    options: PiratesOptions = PiratesOptions()
    by: By = "bot"


def _claim(kind: str) -> Ending:
    return lambda _, log: log[-1].key == "victory" and log[-1].data["kind"] == kind


def _had(*keys: str) -> Ending:
    return lambda _, log: set(keys) <= {event.key for event in log}


def _shared(state: Pirates, _: list[Event]) -> bool:
    return state.over == "rounds" and all(score.rank == 1 for score in state.scores())


def _by_hoard(state: Pirates, _: list[Event]) -> bool:
    ranks = [score.rank for score in state.scores()]
    return state.over == "rounds" and ranks.count(1) == 1 and max(score.points for score in state.scores()) > 0


SHORT = PiratesOptions(round_limit=30)

GOLDEN = (
    Golden("silver", 4, "greedy", _claim("silver")),
    Golden("gold", 3, "greedy", _claim("gold")),
    Golden("diamonds", 2, "greedy", _claim("diamond")),
    Golden("very_hard", 3, "greedy", _by_hoard, PiratesOptions(round_limit=30, difficulty="very_hard")),
    Golden("auto", 5, "greedy", _had("victory"), PiratesOptions(victory_mode="auto", difficulty="easy")),
    Golden("zombies", 5, "zombie", _shared, PiratesOptions(round_limit=20)),
    Golden("battles", 3, "bold", _had("battle", "spoils", "fled", "captured", "walked_in", "works"), SHORT),
    Golden("spies", 4, "bold", _had("spy", "looked", "spy_faces", "stood_off"), SHORT),
    Golden("feasts", 4, "bold", _had("feast", "feast_faces", "blind_faces"), SHORT),
    Golden("singing", 3, "bold", _had("voyage", "skipped"), PiratesOptions(round_limit=60)),
    Golden("rescued", 5, "hoarder", _had("rescued"), PiratesOptions(round_limit=120)),
    Golden("reshuffled", 5, "hoarder", _had("reshuffled"), PiratesOptions(round_limit=120, difficulty="easy")),
    Golden("must_attack", 3, "bold", _had("challenge"), PiratesOptions(round_limit=20, adjacent_stop="must_attack")),
    Golden("takebacks", 2, "random", _by_hoard, PiratesOptions(round_limit=20), "person"),
)


def find(golden: Golden) -> Record:
    """The first record of this kind."""
    for number in count():
        secret = hashlib.sha256(f"pirates {golden.name} {number}".encode()).digest()
        timeline = _play(golden, secret)
        state = timeline.state
        assert isinstance(state, Pirates)
        if golden.wanted(state, [event for _, event in timeline.events()]):
            return timeline.record
    raise AssertionError("count() does not end")


def _play(golden: Golden, secret: bytes) -> Timeline:
    numbers: list[int | None] = [None] * golden.seats
    record = new_record(GAME, golden.options, golden.seats, mix(secret, numbers))
    record.secret, record.numbers = secret, numbers
    timeline = Timeline(GAME, record)
    choose = SeededRng(secret, 0)
    while not timeline.over:
        decision = timeline.state.pending()[0]
        if golden.by == "person" and timeline.line and choose.below(2):
            last = timeline.line[-1].seat
            ply = timeline.takeback_ply(last)
            if ply is not None:
                timeline.commit(timeline.try_entry(Entry(last, f"takeback {ply}", golden.by)))
                continue
        world = timeline.state.determinize(decision.seat, choose)
        assert isinstance(world, Pirates)
        move = _WAYS[golden.way](world, decision, choose)
        timeline.commit(
            timeline.try_move(decision.seat, move.code, by="zombie" if golden.way == "zombie" else golden.by)
        )
    return timeline


def _random(_: Pirates, decision: Decision, choose: Rng) -> Move:
    return choose.choice(decision.choices())


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


def _greedy(world: Pirates, decision: Decision, _: Rng) -> Move:
    return bot.greedy(Observer(decision, {}, world))


def _zombie(world: Pirates, decision: Decision, _: Rng) -> Move:
    return zombie.zombie(Observer(decision, {}, world))


_WAYS: dict[Way, Callable[[Pirates, Decision, Rng], Move]] = {
    "greedy": _greedy,
    "bold": bold,
    "hoarder": hoarder,
    "random": _random,
    "zombie": _zombie,
}


def digest(timeline: Timeline) -> str:
    """One line: final points and tie-breaks by seat, winners, and the SHA-256 of all events."""
    told = hashlib.sha256()
    for ply, event in timeline.events():
        told.update(json.dumps([ply, *event], sort_keys=True).encode())
    scores = timeline.state.scores()
    points = " ".join(f"{score.points}/{score.tiebreak}" for score in scores)
    won = " ".join(f"p{score.seat}" for score in scores if score.rank == 1)
    return f"{points} won by {won} {told.hexdigest()}"


def main() -> None:
    """Write all records and their digests."""
    FOLDER.mkdir(exist_ok=True)
    lines = []
    for golden in GOLDEN:
        record = find(golden)
        (FOLDER / f"{golden.name}.json").write_text(record.to_json(), encoding="utf-8")
        line = f"{golden.name}: {digest(Timeline(GAME, record))}"
        lines.append(line)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    DIGESTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
