"""The golden records of Pirates of Tortuga: every way a game can end; together they hold every event.

``python -m board_library.games.tortuga.golden [name ...]`` writes them anew.
"""

from __future__ import annotations

import sys

from board_library.engine.core import Decision, Event, Move
from board_library.engine.rng import Rng
from board_library.engine.testing.golden import Ending, Golden, GoldenRecords, at_random, had, playing
from board_library.games.tortuga import GAME, moves
from board_library.games.tortuga.data import CARGO, OPERATIONS
from board_library.games.tortuga.options import TortugaOptions
from board_library.games.tortuga.rules import Tortuga

GREEDY, ZOMBIE = playing(GAME.greedy), playing(GAME.zombie)


def _ended(how: str, claim: str = "") -> Ending:
    return lambda state, _: state.over == how and claim in ("", state.claim)


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
    return choose.choice(wanted) if wanted else GREEDY(world, decision, choose)


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
        mine = GREEDY(world, decision, choose)
        if mine.verb == "sell" and mine.target in HUNTED:
            wanted = wanted or [m for m in offered if m.verb in ("hire", "leave")][:1]
    elif kind == "keep":
        wanted = [move for move in offered if move.target in HUNTED]
    return choose.choice(wanted) if wanted else GREEDY(world, decision, choose)


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
        return GREEDY(world, decision, choose)
    return found or ZOMBIE(world, decision, choose)


RECORDS = GoldenRecords(
    GAME,
    (
        Golden("money", 2, GREEDY, _ended("money")),
        Golden("gold", 4, GREEDY, _ended("cargo", "gold"), TortugaOptions(start_piastres=2000)),
        Golden("silver", 4, GREEDY, _ended("cargo", "silver"), TortugaOptions(start_piastres=2000)),
        Golden("gems", 4, GREEDY, _ended("cargo", "gems"), TortugaOptions(start_piastres=2000)),
        Golden("auto_declare", 3, GREEDY, _ended("money"), TortugaOptions(auto_declare=True)),
        Golden("limit", 5, GREEDY, _alone, TortugaOptions(round_limit=15)),
        Golden("zombies", 5, ZOMBIE, _shared, TortugaOptions(round_limit=10), by="zombie"),
        Golden("battles", 3, bold, had("battle", "looted", "ship_lost", "surgeon"), SHORT),
        Golden("deals", 4, bold, had("offered", "deal_done", "deal_declined"), SHORT),
        Golden("operations", 4, _rich, had("countered", "bank_robbed", "sabotaged", "kidnapped", "spied"), CARDS),
        Golden("pilots", 4, _rich, had("evaded", "chain_shot", "guarded"), CARDS),
        Golden("captains", 4, _rich, had("captain", "draught"), CARDS),
        Golden("termites", 2, _vermin, had("gnawed", "discarded"), CARDS),
        Golden("no_merchants", 4, GREEDY, had("schooners_gone", "merchants_gone", "recruited", "brig_bought")),
        Golden("house_rules", 3, bold, had("battle", "looted"), HOUSE),
        Golden("takebacks", 2, at_random, _ended("limit"), TortugaOptions(round_limit=10), "person"),
    ),
)

if __name__ == "__main__":
    RECORDS.write(sys.argv[1:])
