"""Golden records: finished games that must replay to the same end for as long as ``rules_version`` stays the same.

There is one for every way a game can end, and together they hold every event. This writes them anew into
``transcripts/``, to be read in review; ``digests.txt`` beside them holds what each must come to::

    python -m board_library.games.tortuga.golden [name ...]
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
from board_library.games.tortuga import GAME, bot, moves, zombie
from board_library.games.tortuga.data import CARGO, OPERATIONS
from board_library.games.tortuga.options import TortugaOptions
from board_library.games.tortuga.rules import Tortuga

FOLDER = Path(__file__).parent / "transcripts"
DIGESTS = FOLDER / "digests.txt"

Ending = Callable[[Tortuga, list[Event]], bool]
Way = Literal["greedy", "bold", "rich", "vermin", "random", "zombie"]


class Golden(NamedTuple):
    """A game to look for: the first of its kind whose end is as wanted. ``by`` a person takes back what it can."""

    name: str
    seats: int
    way: Way
    wanted: Ending
    options: TortugaOptions = TortugaOptions()
    by: By = "bot"


def _ended(how: str, claim: str = "") -> Ending:
    return lambda state, _: state.over == how and claim in ("", state.claim)


def _had(*keys: str) -> Ending:
    return lambda _, log: set(keys) <= {event.key for event in log}


def _shared(state: Tortuga, _: list[Event]) -> bool:
    return state.over == "limit" and all(score.rank == 1 for score in state.scores())


def _alone(state: Tortuga, _: list[Event]) -> bool:
    points = [score.points for score in state.scores()]
    return state.over == "limit" and len(state.winners()) == 1 and max(points) > 0


SHORT = TortugaOptions(round_limit=30)
CARDS = TortugaOptions(start_piastres=2000, ops_per_turn=3, round_limit=60)
HOUSE = TortugaOptions(
    round_limit=40, duplicate_ban="per_player", market_opens="after_brigs", bank_limit="hard", tie="blacks",
    helpers="chosen", siege_loser_piastres="to_defender", ops_per_turn=3,
)  # fmt: skip

GOLDEN = (
    Golden("money", 2, "greedy", _ended("money")),
    Golden("gold", 4, "greedy", _ended("cargo", "gold"), TortugaOptions(start_piastres=2000)),
    Golden("silver", 4, "greedy", _ended("cargo", "silver"), TortugaOptions(start_piastres=2000)),
    Golden("gems", 4, "greedy", _ended("cargo", "gems"), TortugaOptions(start_piastres=2000)),
    Golden("auto_declare", 3, "greedy", _ended("money"), TortugaOptions(auto_declare=True)),
    Golden("limit", 5, "greedy", _alone, TortugaOptions(round_limit=15)),
    Golden("zombies", 5, "zombie", _shared, TortugaOptions(round_limit=10)),
    Golden("battles", 3, "bold", _had("battle", "looted", "ship_lost", "surgeon"), SHORT),
    Golden("deals", 4, "bold", _had("offered", "deal_done", "deal_declined"), SHORT),
    Golden("operations", 4, "rich", _had("countered", "bank_robbed", "sabotaged", "kidnapped", "spied"), CARDS),
    Golden("pilots", 4, "rich", _had("evaded", "chain_shot", "guarded"), CARDS),
    Golden("captains", 4, "rich", _had("captain", "draught"), CARDS),
    Golden("termites", 2, "vermin", _had("gnawed", "discarded"), CARDS),
    Golden("no_merchants", 4, "greedy", _had("schooners_gone", "merchants_gone", "recruited", "brig_bought")),
    Golden("house_rules", 3, "bold", _had("battle", "looted"), HOUSE),
    Golden("takebacks", 2, "random", _ended("limit"), TortugaOptions(round_limit=10), "person"),
)


def find(golden: Golden) -> Record:
    """The first record of this kind."""
    for number in count():
        secret = hashlib.sha256(f"tortuga {golden.name} {number}".encode()).digest()
        timeline = _play(golden, secret)
        state = timeline.state
        assert isinstance(state, Tortuga)
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
        assert isinstance(world, Tortuga)
        move = _WAYS[golden.way](world, decision, choose)
        by: By = "zombie" if golden.way == "zombie" else golden.by
        timeline.commit(timeline.try_move(decision.seat, move.code, by=by))
    return timeline


def _random(_: Tortuga, decision: Decision, choose: Rng) -> Move:
    return choose.choice(decision.choices())


def bold(_: Tortuga | None, decision: Decision, choose: Rng) -> Move:
    """Often at random, but after merchants, into every fight and every deal."""
    kind, offered = decision.kind, decision.choices()
    wanted: list[Move] = []
    if kind == "start":
        verb = choose.choice(("capture", "sea", "siege", "offer", "operation", "sail"))
        listed = ("capture", "sea", "siege", "offer", "sail")
        wanted = [move for move in offered if (move.verb == verb or (verb == "operation" and move.verb not in listed))]
    elif kind == "draft":
        verb = choose.choice(("give", "take", "propose"))
        wanted = [move for move in offered if move.verb == verb]
    elif kind in ("tortuga", "city") and choose.below(3):
        verb = choose.choice(("hire", "build", "lift", "leave", "work"))
        wanted = [move for move in offered if move.verb == verb]
    elif kind in ("crew", "keep", "deal"):
        wanted = [move for move in offered if move.verb in ("keep", "accept")]
    if wanted and choose.below(5):
        return choose.choice(wanted)
    return choose.choice(offered)


HUNTED = ("sleeping_draught", "chain_shot", "termites")


def _rich(world: Tortuga, decision: Decision, choose: Rng) -> Move:
    """Odd seats hunt; even ones are greedy, but play every card and carry all they have into their cities."""
    if decision.seat % 2:
        return _hunter(world, decision, choose)
    kind, offered = decision.kind, decision.moves
    goods = ("cabin", "locker", "hold")
    wanted: list[Move] = []
    if kind == "start":
        wanted = [move for move in offered if move.verb in OPERATIONS]
        if not wanted and not choose.below(3):
            wanted = [moves.SAIL_CITY]
    elif kind == "city" and world.steps < 20:
        stays = {f"{room}:{face}" for room in goods for face in ("pilot", *HUNTED)}
        wanted = [m for m in offered if m.verb == "lift" and m.target.startswith(goods) and m.target not in stays]
    elif kind == "put" and world.lifted.startswith(goods):
        me = world.captains[decision.seat]
        wanted = [m for m in offered if m.target[0] != "h" and m.target not in goods and me.free(m.target) > 0][-1:]
        if world.lifted.startswith("hold") and me.free("portc") > 0:
            wanted = [move for move in offered if move.target == "portc"]
    elif kind == "tortuga":
        wanted = [move for move in offered if move.verb == "build" or move.target in (*CARGO, "pilot", "fort_captain")]
        wanted = [move for move in wanted if move.verb != "sell"] if choose.below(2) else []
    return choose.choice(wanted) if wanted else _greedy(world, decision, choose)


def _hunter(world: Tortuga, decision: Decision, choose: Rng) -> Move:
    """After pilots and captains of forts, with what beats them."""
    kind, offered = decision.kind, decision.moves
    wanted: list[Move] = []
    if kind == "start" and choose.below(3):
        held = [face for face in HUNTED if world.captains[decision.seat].where(face, city=False)]
        for move in offered:
            other = world.captains[int(move.target[1])] if move.target[0] == "p" else None
            if other is not None and (
                (move.verb == "siege" and "sleeping_draught" in held and other.fort >= 3)
                or (move.verb == "sea" and "chain_shot" in held and other.cabin)
                or (move.verb == "termites" and len(other.portc) + len(other.room(move.target[3:])) > 5)
            ):
                wanted.append(move)
    elif kind == "tortuga":
        wanted = [move for move in offered if move.verb == "buy" and move.target in HUNTED]
        mine = _greedy(world, decision, choose)
        if mine.verb == "sell" and mine.target in HUNTED:
            wanted = wanted or [m for m in offered if m.verb in ("hire", "leave")][:1]
    elif kind == "keep":
        wanted = [move for move in offered if move.target in HUNTED]
    return choose.choice(wanted) if wanted else _greedy(world, decision, choose)


def _vermin(world: Tortuga, decision: Decision, choose: Rng) -> Move:
    """Even seats gather cargo in the port and in one warehouse; odd ones come with termites when there is too much."""
    kind, me, gathers = decision.kind, world.captains[decision.seat], decision.seat % 2 == 0
    wishes: list[str] = []
    if kind == "start":
        if not gathers and any(len(c.portc) + c.stored_cargo > 5 for c in world.captains):
            wishes += [move.code for move in decision.moves if move.verb == "termites"]
        wishes += ["sail city"] if gathers and me.hold else ["capture merchant"]
        wishes.append("sail tortuga")
    elif kind == "tortuga":
        wishes += ["build warehouse"] if gathers and not me.wh else []
        if gathers:
            wishes += [f"buy {face}" for face in CARGO]
        else:
            wishes.append("buy termites")
        sold = [move for move in decision.moves if move.verb == "sell"]
        wishes += [move.code for move in sold if move.target not in (CARGO if gathers else ("termites",))]
        wishes += ["hire deck"] if world.steps < 2 else []
    elif kind == "city":
        wishes += [f"lift hold:{face}" for face in CARGO] if me.free("portc") > 0 or me.wh else []
    elif kind == "put":
        wishes.append("put portc" if me.free("portc") > 0 else "put w1")
    elif kind == "keep":
        wishes += ["keep termites"] if not gathers else []
    offered = {move.code: move for move in decision.moves}
    found = next((offered[code] for code in wishes if code in offered), None)
    if found is None and kind in ("start", "keep", "crew"):
        return _greedy(world, decision, choose)
    return found or _zombie(world, decision, choose)


def _greedy(world: Tortuga, decision: Decision, _: Rng) -> Move:
    return bot.greedy(Observer(decision, {}, world))


def _zombie(world: Tortuga, decision: Decision, _: Rng) -> Move:
    return zombie.zombie(Observer(decision, {}, world))


_WAYS: dict[Way, Callable[[Tortuga, Decision, Rng], Move]] = {
    "greedy": _greedy,
    "bold": bold,
    "rich": _rich,
    "vermin": _vermin,
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


def main(names: list[str]) -> None:
    """Write all records and their digests, or those of these names."""
    FOLDER.mkdir(exist_ok=True)
    told: dict[str, str] = {}
    if names:
        told = dict(line.split(": ", 1) for line in DIGESTS.read_text(encoding="utf-8").splitlines())
    for golden in GOLDEN:
        if not names or golden.name in names:
            record = find(golden)
            (FOLDER / f"{golden.name}.json").write_text(record.to_json(), encoding="utf-8")
            told[golden.name] = digest(Timeline(GAME, record))
            sys.stdout.write(f"{golden.name}: {told[golden.name]}\n")
            sys.stdout.flush()
    lines = [f"{golden.name}: {told[golden.name]}" for golden in GOLDEN if golden.name in told]
    DIGESTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
