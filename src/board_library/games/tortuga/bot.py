"""A greedy captain: fills the hold at sea, sells on Tortuga, banks at home, and fights where it pays."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from board_library.engine.core import Decision, Move, Observer
from board_library.games.tortuga import bargain, moves, offers, zombie
from board_library.games.tortuga.captain import Captain, Card
from board_library.games.tortuga.data import BUY, CARGO, GUARDS, OPERATIONS, PIRATES_PRICE, RED, SELL, SIZE, STEP
from board_library.games.tortuga.moves import move
from board_library.games.tortuga.plan import ASSAULT, CROWD, GREEDY, SEASONED, Plan, Weights
from board_library.games.tortuga.state import Table

PATIENCE = 30
"""Actions of a visit after which it just leaves."""

RICH = 2500
"""Piastres from which on a city is worth a watch."""

Step = tuple[str, str]
"""Something to lift, and where to put it."""


def greedy(observer: Observer) -> Move:
    """A sensible move of any seat."""
    return _choice(observer, GREEDY)


def seasoned(observer: Observer) -> Move:
    """The same with better weights, found by play."""
    assert isinstance(observer.world, Table)
    return _choice(observer, CROWD if observer.world.seats >= bargain.COMPANY else SEASONED)


def _choice(observer: Observer, weights: Weights) -> Move:
    decision, world = observer.decision, observer.world
    assert isinstance(world, Table)
    choose = CHOICES.get(decision.kind)
    if choose is None:
        return _absent(world, decision)
    return choose(Plan(world, decision.seat, weights), decision)


def _absent(world: Table, decision: Decision) -> Move:
    """As an absent seat would answer."""
    return zombie.CHOICES[decision.kind](world, decision)


def _place(plan: Plan, decision: Decision) -> Move:
    """To the city what the crew can spare: with enough men left the best fighter, else the smallest."""
    hand = plan.world.hand[plan.seat]
    men = sum(SIZE[card.face] for card in hand)
    spare = [k for k, card in enumerate(hand) if men - SIZE[card.face] > GUARDS["schooner"]]
    if spare:
        k = max(spare, key=lambda k: (RED[hand[k].face], -SIZE[hand[k].face], -k))
        return move("place", f"hand:{k + 1}")
    return _absent(plan.world, decision)


# ---- the options of a turn


def _start(plan: Plan, decision: Decision) -> Move:
    if plan.wins_at_home():
        return moves.SAIL_CITY
    operation = _operation(plan, decision)
    if operation is not None:
        return operation
    deal = bargain.offer(plan, decision)
    if deal is not None:
        return deal
    return max(decision.moves, key=lambda option: (_option(plan, option), -_turns_away(plan, option), option.code))


def _turns_away(plan: Plan, option: Move) -> int:
    """How soon the captain is to move whom an option harms: among equals the next one, whatever the seats."""
    verb, target = option
    return (int(target[1]) - plan.seat) % plan.world.seats if verb in ("sea", "siege", *OPERATIONS) else 0


def _option(plan: Plan, option: Move) -> float:
    verb, target = option
    if verb == "capture":
        return _capture(plan)
    if verb in ("sea", "siege"):
        other = plan.world.captains[int(target[1:])]
        return plan.sea(other) if verb == "sea" else plan.siege(other)
    if option == moves.SAIL_TORTUGA:
        return _tortuga_worth(plan)
    return _city_worth(plan) if option == moves.SAIL_CITY else -1.0


def _capture(plan: Plan) -> float:
    me, world = plan.me, plan.world
    deck = world.schooner or world.brig
    gold = sum(deck) / len(deck)
    return (
        gold + plan.weights.hold * bool(me.free("hold")) + 200 * bool(me.free("cabin")) + 130 * bool(me.free("locker"))
    )


def _tortuga_worth(plan: Plan) -> float:
    me, world, own = plan.me, plan.world, plan.weights
    aboard = [card.face for room in ("hold", "cabin", "locker") for card in me.room(room)]
    value = float(sum(SELL[face] for face in aboard if not plan.keeps(face)))
    if plan.lacks_men() and (me.payable >= PIRATES_PRICE or not offers.prey(world, plan.seat)):
        value += own.late_men if world.merchants_gone else own.men
    if plan.affords_brig():
        value += 900
    if plan.builds():
        value += 300 if me.banks else own.bank
    if plan.gathers:
        n = min(me.free("hold"), world.market.count(plan.kind), me.payable // BUY[plan.kind])
        value += 230 * n
    return value


def _city_worth(plan: Plan) -> float:
    """Money and cargo brought into safety, and one's own things put where they belong."""
    me, own = plan.me, plan.weights
    value = 10.0
    if me.banks:
        value += own.saved * (me.safe - own.purse) + own.saved * me.port if me.safe + me.port > 800 else 0.0
    if plan.gathers and plan.world.merchants_gone:
        value += 90 * min(me.free("hold"), me.stored_cargo - me.stored(plan.kind))
    for card in me.hold:
        value += own.home if plan.brings_home(card.face) else 0
    for room in ("cabin", "locker"):
        value += sum(150 for card in me.room(room) if plan.brings_home(card.face))
    if len(me.crew) > 1 and me.banked >= RICH:
        value += 0.12 * me.banked * (plan.bare() if plan.sells_next() else not me.gar)
    return value


def _operation(plan: Plan, decision: Decision) -> Move | None:
    """An operation that is worth more than the card is on Tortuga; among equal victims the next one in turn."""
    best, chosen = 150.0, None
    found = [option for option in decision.moves if option.verb in OPERATIONS]
    found.sort(key=lambda option: _turns_away(plan, option))
    for option in found:
        value = _look(plan, option, decision) if option.verb == "spyglass" else _operation_worth(plan, option)
        if value > best:
            best, chosen = value, option
    return chosen


def _operation_worth(plan: Plan, option: Move) -> float:
    verb, target = option
    other = plan.world.captains[int(target[1])]
    if verb == "bank_robber":
        return 0.8 * other.banked / len(other.banks)
    if verb == "saboteur":
        return 300.0 * other.fort - 50 + 0.02 * other.banked
    if verb == "kidnapper":
        return (220.0 if other.ports else 160.0) + 0.02 * other.banked
    if verb == "rats":
        return 180.0 + 0.1 * other.safe
    if verb == "termites":
        return 60.0 * other.stored_cargo / max(1, len(other.wh))
    return 0.0


def _look(plan: Plan, option: Move, decision: Decision) -> float:
    """What a spyglass tells: the attack is made if it succeeds, and left if it does not."""
    name, _, place = option.target.partition(":")
    attack = move("siege" if place == "gar" else "sea", name)
    other = plan.world.captains[int(name[1:])]
    p, prize = plan.unseen(other, siege=place == "gar")
    rest = max(_option(plan, one) for one in decision.moves if one != attack)
    return p * max(prize - rest, 0.0) - max(_option(plan, attack) - rest, 0.0)


# ---- the own city


def _city(plan: Plan, decision: Decision) -> Move:
    world = plan.world
    claims = [option for option in decision.moves if option.verb == "declare"]
    if claims:
        return claims[0]
    step = _next_step(plan) if world.steps < PATIENCE else None
    if step is not None and move("lift", step[0]) in decision.moves:
        return move("lift", step[0])
    return _absent(world, decision)


def _next_step(plan: Plan) -> Step | None:
    return _bank_all(plan) or _store_cargo(plan) or _settle_cards(plan) or _post_guards(plan) or _load_spare(plan)


def _bank_all(plan: Plan) -> Step | None:
    me = plan.me
    if me.banks:
        poorest = min(range(len(me.banks)), key=lambda k: (me.banks[k], k))
        for place in ("port", "safe"):
            if me.money(place):
                return place, f"b{poorest + 1}"
    return None


def _open_warehouse(me: Captain) -> str:
    return next((f"w{k + 1}" for k in range(len(me.wh)) if me.free(f"w{k + 1}") > 0), "")


def _store_cargo(plan: Plan) -> Step | None:
    me = plan.me
    wanted = sorted(CARGO, key=lambda kind: (-plan.have[kind], kind))
    space = _open_warehouse(me)
    for room in ("portc", "hold"):
        for kind in (
            wanted if room == "portc" else [plan.kind] if plan.brings_home(plan.kind) or plan.wins_at_home() else []
        ):
            if kind in me.faces(room):
                if space:
                    return f"{room}:{kind}", space
                if room == "hold" and me.free("portc") > 0:
                    return f"{room}:{kind}", "portc"
    if not space and plan.have[plan.kind] > me.stored(plan.kind) and me.free("hold") > 0 and plan.wins_at_home():
        for k in range(len(me.wh)):
            other = next((face for face in me.faces(f"w{k + 1}") if face != plan.kind), None)
            if other is not None:
                return f"w{k + 1}:{other}", "hold"
    return None


def _load_spare(plan: Plan) -> Step | None:
    """Cargo of other kinds goes to sea to be sold, once the rest is to be bought."""
    me = plan.me
    if plan.gathers and plan.world.merchants_gone and me.free("hold") > 0:
        for k in range(len(me.wh)):
            spare = next((face for face in me.faces(f"w{k + 1}") if face != plan.kind), None)
            if spare is not None:
                return f"w{k + 1}:{spare}", "hold"
    return None


def _settle_cards(plan: Plan) -> Step | None:
    me = plan.me
    for room, port, closed in (("cabin", "ports", "house"), ("locker", "portt", "store")):
        for card in me.room(room):
            if plan.brings_home(card.face):
                built = getattr(me, f"has_{closed}") and me.free(closed) > 0
                return f"{room}:{card.face}", closed if built else port
    return None


def _post_guards(plan: Plan) -> Step | None:
    """One step towards the best watch: the fighters stay in the city, the many sail.

    Who goes on to Tortuga to sell his load finds new men there, and may leave the city all but one.
    """
    me = plan.me
    watch = _best_watch(plan)
    for k, card in enumerate(me.crew):
        if card.face in watch and watch.count(card.face) > me.faces("gar").count(card.face):
            return f"crew:{k + 1}", "gar"
    for k, card in enumerate(me.gar):
        if me.faces("gar").count(card.face) > watch.count(card.face):
            return f"gar:{k + 1}", "crew"
    return None


def _best_watch(plan: Plan) -> list[str]:
    me = plan.me
    pool = sorted(me.faces("crew") + me.faces("gar"))
    need = 0 if plan.world.merchants_gone else GUARDS["schooner" if plan.world.schooner else "brig"]
    most = min(me.capacity("gar"), len(pool) - 1)
    least = max(0, len(pool) - me.capacity("crew"))
    if plan.money < RICH:
        most = max(least, min(most, len(pool) - me.capacity("crew")))

    def worth(watch: tuple[str, ...]) -> tuple[bool, float]:
        red = sum(RED[face] for face in watch)
        men = sum(SIZE[face] for face in pool) - sum(SIZE[face] for face in watch)
        crew = sum(RED[face] for face in pool) - red
        bare = plan.weights.bare if not watch and plan.money >= RICH else 0.0
        hunts = men > need and not (plan.money >= RICH and plan.sells_next())
        watched, sails = (0.6, 1.0) if plan.must_fight else (1.0, 0.6)
        return men > need or plan.money >= RICH, watched * red + sails * crew + 3.0 * hunts - bare

    sets: list[tuple[str, ...]] = []
    for n in range(least, most + 1):
        sets += combinations(pool, n)
    return [*max(sets, key=worth)] if sets else me.faces("gar")


def _put(plan: Plan, decision: Decision) -> Move:
    """The place that the plan has for what is in hand."""
    world, step = plan.world, _next_step(plan)
    if step is not None and step[0] == world.lifted and move("put", step[1]) in decision.moves:
        return move("put", step[1])
    return _absent(world, decision)


def _sum(plan: Plan, decision: Decision) -> Move:
    """Fill a bank up to an equal share of all."""
    assert decision.amount is not None
    world, me, high = plan.world, plan.me, decision.amount.high
    if world.side:
        return move("sum", str(min(high, bargain.named_sum(plan))))
    if not world.onto.startswith("b"):
        return move("sum", str(high))
    share = (me.banked + me.safe + me.port) // len(me.banks) // STEP * STEP
    wanted = share - me.money(world.onto)
    return move("sum", str(high if wanted < STEP or len(me.banks) == 1 else min(high, wanted)))


# ---- Tortuga


def _tortuga(plan: Plan, decision: Decision) -> Move:
    world = plan.world
    if world.steps < PATIENCE:
        for wanted in _wishes(plan):
            if wanted in decision.moves:
                return wanted
    return _absent(world, decision)


def _wishes(plan: Plan) -> list[Move]:
    """What to do on Tortuga, the most urgent first."""
    me, world = plan.me, plan.world
    found: list[Move] = []
    lacks = plan.lacks_men()
    if lacks and me.where("recruiter", city=False):
        found.append(moves.RECRUIT)
    for room in ("hold", "cabin", "locker"):
        found += [move("sell", card.face) for card in me.room(room) if not plan.keeps(card.face)]
    if plan.affords_brig():
        found.append(moves.BUY_BRIG)
    if lacks and (me.payable >= PIRATES_PRICE * 2 or not me.crew or me.men <= GUARDS["schooner"]):
        found.append(moves.HIRE)
    what = plan.next_building()
    if what is not None:
        if what not in ("bank", "warehouse"):
            found.append(move("architect", what))
        if plan.builds():
            found.append(move("build", what))
    if plan.must_fight and me.payable >= 900:
        found += [move("buy", face) for face in ASSAULT]
    elif plan.gathers and me.payable >= BUY[plan.kind] + PIRATES_PRICE:
        found.append(move("buy", plan.kind))
    if not me.crew and me.payable < PIRATES_PRICE:
        found.append(moves.WORK)
    if lacks and me.men <= GUARDS["schooner"] and me.payable < PIRATES_PRICE and world.schooner:
        found.append(moves.WORK)
    return found


def _value(card: Card) -> tuple[int, int]:
    return 2 * SIZE[card.face] + RED[card.face], RED[card.face]


def _fighter(card: Card) -> tuple[int, int]:
    return RED[card.face], SIZE[card.face]


def _crew(plan: Plan, decision: Decision) -> Move:
    key = _fighter if plan.world.merchants_gone else _value
    return zombie.keep(decision, "crew", zombie.slots(plan.me.crew, key))


def _keep(plan: Plan, decision: Decision) -> Move:
    return zombie.keep(decision, "keep", lambda left: sorted(left, key=lambda face: (-plan.worth(face), face)))


# ---- answers to others


def _pilot(plan: Plan, decision: Decision) -> Move:
    use = move("use", "pilot")
    world = plan.world
    wins = plan.chance(world.captains[world.attacker].crew, plan.sea_bonus(), 1)
    return use if use in decision.moves and wins < 0.6 else move("skip", "pilot")


def _draft(plan: Plan, decision: Decision) -> Move:
    return bargain.draft(plan, decision)


def _deal(plan: Plan, decision: Decision) -> Move:
    return bargain.answer(plan, decision)


def _slot(plan: Plan, decision: Decision) -> Move:
    """Any slot: what lies there is not known."""
    return decision.moves[(plan.world.ply + plan.world.round) % len(decision.moves)]


CHOICES: dict[str, Callable[[Plan, Decision], Move]] = {
    "place": _place,
    "start": _start,
    "city": _city,
    "put": _put,
    "sum": _sum,
    "tortuga": _tortuga,
    "crew": _crew,
    "keep": _keep,
    "pilot": _pilot,
    "draft": _draft,
    "deal": _deal,
    "warehouse": _slot,
    "bank": _slot,
}
