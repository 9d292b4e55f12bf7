"""What the greedy captain offers to others, and what he accepts (4.7).

He makes an offer only where both are better off as far as everybody can see, and not every turn: whoever has declined
is left in peace for a while.
"""

from __future__ import annotations

from typing import NamedTuple

from board_library.engine.core import Decision, Move
from board_library.games.tortuga import moves
from board_library.games.tortuga.captain import Captain, Card
from board_library.games.tortuga.data import CARGO, GUARDS, PIRATES_PRICE, RED, SELL, SIZE, STEP, WIN_CARGO
from board_library.games.tortuga.moves import move
from board_library.games.tortuga.plan import TRIP, Plan, mean_red
from board_library.games.tortuga.state import Table
from board_library.games.tortuga.trade import is_slot

PAUSE = 4
"""Rounds from one offer to the same captain to the next."""

COMPANY = 3
"""Captains at a table where deals are made: of two, one gains what the other loses."""

NEAR_MONEY, NEAR_CARGO = 12_000, WIN_CARGO - 2
"""Piastres, or cargo in warehouses, from which on a captain gets no help."""

BUILDER = 3000
"""Piastres in banks from which on a captain goes on with his fortifications."""

FIGHTER = 30
"""What a red man is worth, in piastres."""

THANKS = 2 * STEP
"""What one pays for a pirates card that makes the crew large enough, beside one's own card."""


class Terms(NamedTuple):
    """A deal as its proposer sees it."""

    give: tuple[str, ...]
    take: tuple[str, ...]
    give_sum: int = 0
    take_sum: int = 0


def offer(plan: Plan, decision: Decision) -> Move | None:
    """The captain to whom an offer is made now: one a turn, and not in every turn."""
    world = plan.world
    if world.seats < COMPANY or world.offers:
        return None
    for target in range(world.seats):
        opening = move("offer", f"p{target}")
        if (world.round + target) % PAUSE == plan.seat % PAUSE and opening in decision.moves and terms(plan, target):
            return opening
    return None


def draft(plan: Plan, decision: Decision) -> Move:
    """One step towards the deal that is wanted; without one the draft is cancelled."""
    world = plan.world
    wanted = terms(plan, world.target)
    if wanted is None or {*world.give} - {*wanted.give} or {*world.take} - {*wanted.take}:
        return moves.CANCEL
    steps = [move("give", item) for item in wanted.give if item not in world.give]
    steps += [move("take", item) for item in wanted.take if item not in world.take]
    steps += [move("give", "safe")] * (wanted.give_sum != world.give_sum)
    steps += [move("take", "safe")] * (wanted.take_sum != world.take_sum)
    return next((step for step in [*steps, moves.PROPOSE] if step in decision.moves), moves.CANCEL)


def named_sum(plan: Plan) -> int:
    """The piastres of the draft on the side that is asked."""
    wanted = terms(plan, plan.world.target)
    return 0 if wanted is None else wanted.give_sum if plan.world.side == "give" else wanted.take_sum


def terms(plan: Plan, target: int) -> Terms | None:
    """What is offered to a captain, by public facts and one's own cards alone."""
    other = plan.world.captains[target]
    if near(other):
        return None
    return _wanted_by(plan, other) or _crew_for(plan, other) or _cargo_for(plan, other)


def near(captain: Captain) -> bool:
    """Whether a captain may be about to win, as far as everybody can see."""
    return captain.banked + captain.port + captain.safe >= NEAR_MONEY or captain.stored_cargo >= NEAR_CARGO


def _wanted_by(plan: Plan, other: Captain) -> Terms | None:
    """A specialist who is of more use to the other, for more than Tortuga pays."""
    if other.free("cabin") <= 0:
        return None
    useful = {"fort_captain": other.fort >= 3, "architect": 0 < other.fort < 3 and other.banked >= BUILDER}
    for face, wanted in useful.items():
        price = SELL[face] + STEP
        held = plan.me.where(face, city=False) and not plan.keeps(face)
        if wanted and held and other.safe >= price:
            return Terms((face,), (), take_sum=price)
    return None


def _crew_for(plan: Plan, other: Captain) -> Terms | None:
    """A larger pirates card for a smaller one and some piastres, if then both crews can capture merchants."""
    me, need = plan.me, need_of(plan.world)
    if not need or me.men > need or not me.crew or me.safe < THANKS:
        return None
    for k, own in enumerate(me.crew):
        for j, his in enumerate(other.crew):
            more = SIZE[his.face] - SIZE[own.face]
            if me.men + more > need and other.men - more > need:
                return Terms((f"crew:{k + 1}",), (f"crew:{j + 1}",), give_sum=THANKS)
    return None


def _cargo_for(plan: Plan, other: Captain) -> Terms | None:
    """Cargo of the kind that is gathered, if the other carries it, for another kind and some piastres."""
    me, kind = plan.me, plan.kind
    spare = next((face for face in CARGO if face != kind and face in me.faces("hold")), None)
    if not plan.gathers or spare is None or me.safe < STEP:
        return None
    may_have = any(not plan.knows(card) or card.face == kind for card in other.hold)
    return Terms((spare,), (kind,), give_sum=STEP) if may_have else None


def answer(plan: Plan, decision: Decision) -> Move:
    """Accept what is worth more than what is asked, unless it helps somebody to win."""
    world = plan.world
    gain = world.give_sum - world.take_sum
    for sign, items in ((1, world.give), (-1, world.take)):
        gain += sign * sum(plan.worth(item) for item in items if not is_slot(item))
    crew = plan.me.crew
    after = _without(crew, world.take) + _those(world.captains[world.active].crew, world.give)
    accepts = gain + crew_worth(plan, after) - crew_worth(plan, crew) >= STEP
    helped = near(world.captains[world.active]) and (world.take or world.take_sum)
    return moves.ACCEPT if accepts and not helped and moves.ACCEPT in decision.moves else moves.DECLINE


def crew_worth(plan: Plan, cards: list[Card]) -> float:
    """What a crew is worth: its fighters, and that it can capture merchants."""
    hunts = sum(SIZE[card.face] for card in cards) > need_of(plan.world)
    fighters = sum(RED[card.face] if plan.knows(card) else mean_red(SIZE[card.face]) for card in cards)
    return PIRATES_PRICE * len(cards) + FIGHTER * fighters + (TRIP + PIRATES_PRICE) * hunts


def need_of(world: Table) -> int:
    """The guards of the next merchants; 0 without any."""
    return 0 if world.merchants_gone else GUARDS["schooner" if world.schooner else "brig"]


def _slots(items: tuple[str, ...]) -> list[int]:
    return [int(item[5:]) - 1 for item in items if is_slot(item)]


def _those(crew: list[Card], items: tuple[str, ...]) -> list[Card]:
    return [crew[k] for k in _slots(items)]


def _without(crew: list[Card], items: tuple[str, ...]) -> list[Card]:
    gone = _slots(items)
    return [card for k, card in enumerate(crew) if k not in gone]
