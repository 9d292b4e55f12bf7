"""A greedy captain: gathers one kind of treasure in one city, raids what is weak, and knows when to drink or to run.

It looks at the world that it may imagine (``Observer.world``): its own cards, sizes, counts and what it has seen are
true there. Of hidden faces it asks ``odds`` only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from board_library.engine.core import Decision, Move, Observer
from board_library.games.pirates import moves, zombie
from board_library.games.pirates.board import (
    ANCHOR,
    BAYS,
    CELL,
    CITIES,
    CITY,
    COAST,
    DIST,
    NEAR,
    SHARED,
    apart,
)
from board_library.games.pirates.cards import MOST_SHIPS, RED, RUM, SIZE, SPY, TREASURES, sizes
from board_library.games.pirates.odds import against
from board_library.games.pirates.table import Table

AFRAID = 0.3
"""Chance of winning below which a fight is avoided."""

LOSS = 3.0
"""What a lost fleet costs, in cargo cards."""

SEASON = 8
"""Rounds of a season: every second one is for gathering, since captains who only raid each other never finish."""

MOST_STEPS = 20


class Weights(NamedTuple):
    """What a captain believes things to be worth, in cargo cards where nothing else is said.

    ``brave``: the chance of winning from which on a fight is sought. ``share``: how many of unknown cargo cards are of
    the kind that one gathers, other treasures counted at a discount. ``guarded``: treasures in a city from which on its
    best fighters stay at home, one and the part ``guard`` of all. ``carried``: a card of the own kind brought home.
    ``last``: one fetched that makes the set whole. ``almost``: the way home if one is missing. ``finds``: a card from
    the grotto. ``empty``: a city that is nobody's. ``prey``: a cargo card of a fleet. ``drink``: the chance below which
    Rum is drunk first; ``bold``: that of a fleet with Rum at least.
    """

    brave: float = 0.62
    share: float = 0.45
    guarded: float = 3
    guard: float = 0.2
    carried: float = 1.6
    last: float = 3.0
    almost: float = 1.0
    finds: float = 1.0
    empty: float = 2.0
    prey: float = 0.7
    drink: float = 0.45
    bold: float = 0.55


GREEDY = Weights()

SEASONED = Weights(
    brave=0.74, share=0.28, guarded=5, guard=0.15, carried=1.4, last=3.7, almost=0.85, finds=1.1, empty=4.0, prey=1.15,
    drink=0.53, bold=0.49,
)  # fmt: skip
"""Found by play against :data:`GREEDY` (see the bench)."""


class Plan:
    """What one seat is after: which treasure, and in which city."""

    def __init__(self, world: Table, seat: int, weights: Weights) -> None:
        self.world = world
        self.weights = weights
        self.seat = seat
        self.cities = world.cities(seat)
        sets = world.options.sets
        counts = Counter(kind for city in self.cities for kind in world.store[city])
        counts.update(world.hold[seat])
        self.kind = max(TREASURES, key=lambda kind: (counts[kind] / sets[kind], kind))
        self.need = sets[self.kind]
        self.counts = counts
        self.base = max(self.cities, key=lambda city: (world.store[city].count(self.kind), -city), default=-1)

    def carried(self) -> int:
        """Cards on board of the kind that is gathered."""
        return self.world.hold[self.seat].count(self.kind)

    def hoard(self, city: int) -> int:
        """Treasures of the wanted kind in a city."""
        return self.world.store[city].count(self.kind)

    def others(self, cards: list[int]) -> int:
        """How many of some cards are treasures that spoil the set."""
        return sum(kind in TREASURES and kind != self.kind for kind in cards)


def greedy(observer: Observer) -> Move:
    """A sensible move of any seat."""
    return _choice(observer, GREEDY)


def seasoned(observer: Observer) -> Move:
    """The same with better weights, found by play."""
    return _choice(observer, SEASONED)


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


def _choose_city(plan: Plan, decision: Decision) -> Move:
    """Far from the others."""
    world = plan.world
    taken = [ANCHOR[city] for city, owner in enumerate(world.owner) if owner >= 0]

    def key(move: Move) -> tuple[int, int]:
        city = CITY[move.target[5:]]
        return min((DIST[ANCHOR[city]][cell] for cell in taken), default=0), (city * 5 + world.ply + plan.seat) % 8

    return max(decision.moves, key=key)


# ---- in port


def _port_ops(plan: Plan, decision: Decision) -> Move:
    world, seat = plan.world, plan.seat
    claim = next((move for move in decision.moves if move.verb == "declare"), None)
    if claim is not None:
        return claim
    if world.steps >= MOST_STEPS:
        return moves.DONE_PORT
    city = world.home(seat)
    step = _arrange_ships(world, seat, city, plan) or _arrange_cargo(world, seat, city, plan)
    return step if step is not None and step in decision.moves else moves.DONE_PORT


def _wanted_ships(world: Table, seat: int, city: int, plan: Plan) -> Counter[int]:
    """The fleet to sail with: fighters, or where a hoard is to be guarded those that can be spared."""
    pool = sorted(world.ships[seat] + world.garrison[city])
    guards = 0
    if plan.hoard(city) + plan.carried() >= plan.weights.guarded:
        guards = min(len(pool) - 1, 1 + int(len(pool) * plan.weights.guard))
    if guards:
        pool.sort(key=lambda kind: (RED[kind], kind))
        del pool[len(pool) - guards :]
    red = 0.3 if guards else 1.0
    pool.sort(key=lambda kind: (red * RED[kind] + 0.5 * SIZE[kind], kind), reverse=True)
    return Counter(pool[:MOST_SHIPS])


def _arrange_ships(world: Table, seat: int, city: int, plan: Plan) -> Move | None:
    ships, garrison = world.ships[seat], world.garrison[city]
    wanted = _wanted_ships(world, seat, city, plan)
    missing = wanted - Counter(ships)
    useless = Counter(ships) - wanted
    if missing and len(ships) < MOST_SHIPS:
        kind = min(missing)
        return moves.card("load", "gar", garrison.index(kind))
    if useless:
        if len(world.hold[seat]) >= len(ships):
            return moves.card("unload", "hold", 0)
        return moves.card("unload", "ship", ships.index(min(useless)))
    return None


def _wanted_cargo(world: Table, seat: int, city: int, plan: Plan) -> Counter[int]:
    """What to take to sea: from the hoard's city what spoils it, from others what belongs there, and some Rum."""
    pool = world.hold[seat] + world.store[city]
    room = len(world.ships[seat])
    if city == plan.base:
        wanted = [kind for kind in pool if kind in TREASURES and kind != plan.kind]
        spare = pool.count(RUM) - (plan.hoard(city) >= plan.weights.guarded)
        wanted.sort(key=lambda kind: plan.counts[kind])
        room_for_finds = max(0, room - world.options.limit) if plan.hoard(city) + plan.carried() < plan.need else room
        return Counter(
            wanted[: room_for_finds or 1] + [RUM] * min(1, max(0, spare), room - len(wanted[:room_for_finds]))
        )
    wanted = [kind for kind in pool if kind == plan.kind][:room]
    wanted += [RUM] * min(1, pool.count(RUM), room - len(wanted))
    return Counter(wanted)


def _arrange_cargo(world: Table, seat: int, city: int, plan: Plan) -> Move | None:
    hold, store = world.hold[seat], world.store[city]
    wanted = _wanted_cargo(world, seat, city, plan)
    useless = Counter(hold) - wanted
    if useless:
        return moves.card("unload", "hold", hold.index(min(useless)))
    missing = wanted - Counter(hold)
    if missing and len(hold) < len(world.ships[seat]):
        return moves.card("load", "store", store.index(min(missing)))
    return None


# ---- at sea


def _sail(plan: Plan, decision: Decision) -> Move:
    world, seat = plan.world, plan.seat
    here, speed = world.cell[seat], max(1, world.speed(seat))
    best, where = 0.0, -1
    for cell, value in _aims(world, seat, plan):
        turns = -(-DIST[here][cell] // speed)
        if cell == here:
            continue
        worth = value / (turns + 0.3)
        if worth > best:
            best, where = worth, cell
    if where < 0:
        return _absent(world, decision)
    far = DIST[where]
    goes = [CELL[move.target] for move in decision.moves if move.verb == "go"]
    if not goes:
        return decision.moves[0]
    if where in goes:
        return moves.GO[where]
    trespass = {*BAYS, *(ANCHOR[city] for city, owner in enumerate(world.owner) if owner not in (seat, -1))}
    left = [far[cell] + 50 * (cell in trespass) for cell in goes]
    least = min(left)
    nearest = [cell for cell, steps in zip(goes, left, strict=True) if steps == least]
    enemies = [world.cell[other] for other in range(world.seats) if _fears(world, seat, other)]
    return moves.GO[min(nearest, key=lambda cell: (_exposed(cell, enemies), cell))]


def _exposed(cell: int, enemies: list[int]) -> bool:
    """Whether a stronger fleet could fire at this place after a step or two."""
    return cell not in COAST and any(apart(cell, other) <= 2 for other in enemies)


def _fears(world: Table, seat: int, other: int) -> bool:
    if other == seat or not world.ships[other]:
        return False
    return against(world, seat, f"p{other}.ships", sizes(world.ships[other])) < AFRAID


def _aims(world: Table, seat: int, plan: Plan) -> list[tuple[int, float]]:
    """Places worth sailing to, and what each is worth in cargo cards."""
    own, hold, room = plan.weights, world.hold[seat], len(world.ships[seat])
    carried = plan.carried()
    found: list[tuple[int, float]] = []
    if plan.base >= 0:
        total = plan.hoard(plan.base) + carried
        # What spoils the set must fit on board when it is declared; else it has to be put ashore elsewhere first.
        spoilt = total >= plan.need and plan.others(world.store[plan.base] + hold) > room
        value = own.carried * carried + (9.0 if total >= plan.need and not spoilt else 0.0) + 0.4 * hold.count(RUM)
        if world.lock[seat]:
            value += 1.2
        if total >= plan.need - 1:
            value += own.almost
        found.append((ANCHOR[plan.base], value))
        last = plan.counts[plan.kind] >= plan.need  # what lies elsewhere makes the set whole
        for city in plan.cities:
            if city != plan.base:
                fetch = plan.hoard(city) * (own.last if last else 0.9)
                rid = 3.0 * plan.others(hold) if spoilt else 0.0
                found.append((ANCHOR[city], fetch + rid + (0.6 if world.lock[seat] else 0.0)))
    if not world.lock[seat] and room:
        space = room - carried
        finds = min(world.options.limit, space)
        weak = sum(RED[kind] < 2 for kind in world.ships[seat]) + (MOST_SHIPS - room)
        found += [(bay, own.finds * finds + 0.35 * weak) for bay in BAYS]
    for city, owner in enumerate(world.owner):
        if owner < 0:
            found.append(
                (ANCHOR[city], own.empty + (0.8 if world.lock[seat] else 0.0) + (2.0 if plan.base < 0 else 0.0))
            )
        elif owner != seat:
            found.append((ANCHOR[city], _raid(world, seat, city, plan)))
    found += _prey(plan)
    return found


def _raid(world: Table, seat: int, city: int, plan: Plan) -> float:
    """What storming a city is worth: its cargo and itself, against the fleet that may be lost."""
    owner = world.owner[city]
    chance = against(world, seat, f"{CITIES[city]}.ships", sizes(world.garrison[city]))
    if world.cell[owner] == ANCHOR[city] and world.ships[owner]:
        chance *= against(world, seat, f"p{owner}.ships", sizes(world.ships[owner]))
    if chance < plan.weights.brave or (world.round // SEASON % 2 == 1 and len(world.store[city]) < plan.need - 1):
        return 0.0
    gain = 1.2 + plan.weights.share * len(world.store[city]) + 0.4 * len(world.garrison[city])
    if plan.base < 0:
        gain += 2.0
    if len(world.store[city]) >= plan.need - 1:
        gain += 2.0
    return chance * gain - (1 - chance) * (LOSS + plan.carried())


def _prey(plan: Plan) -> list[tuple[int, float]]:
    """Cells beside weak fleets that carry something."""
    world, seat = plan.world, plan.seat
    found = []
    for other in range(world.seats):
        cargo, cell = len(world.hold[other]), world.cell[other]
        if other == seat or not world.ships[other] or not cargo or cell in COAST or cell in SHARED:
            continue
        chance = against(world, seat, f"p{other}.ships", sizes(world.ships[other]))
        value = chance * (plan.weights.prey * cargo + 0.6) - (1 - chance) * LOSS
        if chance >= plan.weights.brave and value > 0:
            near = min((near for near in _beside(cell)), key=lambda near: DIST[world.cell[seat]][near])
            found.append((near, value))
    return found


def _beside(cell: int) -> tuple[int, ...]:
    return tuple(near for near in NEAR[cell] if near not in SHARED) or (cell,)


def _attack(plan: Plan, decision: Decision) -> Move:
    world, seat = plan.world, plan.seat
    best, choice = 0.0, _absent(world, decision)
    for move in decision.moves:
        if move.verb != "challenge":
            continue
        other = int(move.target[1])
        cargo = len(world.hold[other])
        chance = against(world, seat, f"p{other}.ships", sizes(world.ships[other]))
        if RUM in world.hold[seat]:
            chance = max(chance, plan.weights.bold)
        value = chance * (0.7 * cargo + 1.0) - (1 - chance) * (LOSS + plan.carried())
        if chance >= plan.weights.brave and value > best:
            best, choice = value, move
    return choice


# ---- fights


def _chance(world: Table, seat: int) -> float:
    """The chance of a seat to win the fight that is going on."""
    if world.city < 0:
        other = world.defender if seat == world.attacker else world.attacker
        return against(world, seat, f"p{other}.ships", sizes(world.ships[other]))
    if seat == world.attacker:
        return against(world, seat, f"{CITIES[world.city]}.ships", sizes(world.garrison[world.city]))
    twin = world.clone()
    twin.ships[seat] = world.garrison[world.city]
    return against(twin, seat, f"p{world.attacker}.ships", sizes(world.ships[world.attacker]))


def _answer(plan: Plan, decision: Decision) -> Move:
    world, seat = plan.world, plan.seat
    flights = [move for move in decision.moves if move.verb == "flee"]
    if moves.FLEE_CAPE in flights or RUM in world.hold[seat] or _chance(world, seat) >= AFRAID:
        return moves.ACCEPT
    return moves.card("flee", "ship", zombie.weakest(world.ships[seat]))


def _rum_add(plan: Plan, decision: Decision) -> Move:
    """Drink where the fight looks lost; of Rum against Rum show one more than the other, if that is possible."""
    world, seat, amount = plan.world, plan.seat, decision.amount
    assert amount is not None
    mine, theirs = (world.rum_a, world.rum_d) if seat == world.attacker else (world.rum_d, world.rum_a)
    if theirs >= mine and theirs:
        short = theirs - mine + 1
        n = short if short <= amount.high else short - 1 if short - 1 <= amount.high else 0
    elif mine or _chance(world, seat) >= plan.weights.drink:
        n = 0
    else:
        n = min(1, amount.high)
    return Move("rum", str(n))


def _enemy_port(plan: Plan, decision: Decision) -> Move:
    world, seat = plan.world, plan.seat
    city = world.port(seat)
    spies = [move for move in decision.moves if move.verb == "spy"]
    if spies and not world.knows(seat, f"{CITIES[city]}.ships") and world.garrison[city]:
        return spies[-1]
    chance = against(world, seat, f"{CITIES[city]}.ships", sizes(world.garrison[city]))
    if moves.STAND_OFF in decision.moves and chance < plan.weights.brave and RUM not in world.hold[seat]:
        return moves.STAND_OFF
    return next((move for move in decision.moves if move.verb == "assault"), moves.STAND_OFF)


def _press_siege(plan: Plan, decision: Decision) -> Move:
    siege = next(move for move in decision.moves if move.verb == "siege")
    brave = _chance(plan.world, plan.seat) >= 0.5 or RUM in plan.world.hold[plan.seat]
    return siege if brave else moves.STAND_OFF


def _refuge(plan: Plan, decision: Decision) -> Move:
    own = (move for move in decision.moves if CITY[move.target[5:]] == plan.base)
    return next(own, zombie.CHOICES["refuge"](plan.world, decision))


def _feast_draw(plan: Plan, decision: Decision) -> Move:
    world, seat = plan.world, plan.seat
    if world.stage == "ship":
        return moves.DRAW["ship"] if min(RED[kind] for kind in world.ships[seat]) <= 1 else moves.SKIP["ship"]
    if world.stage == "cargo":
        return moves.SKIP["cargo"] if plan.carried() == len(world.hold[seat]) else moves.DRAW["cargo"]
    if world.stage == "give_cargo":
        old = world.hold[seat][:-1]
        place = min(range(len(old)), key=lambda k: (_value(old[k], plan), k))
        return moves.card("give", "hold", place)
    return _absent(world, decision)


def _value(kind: int, plan: Plan) -> float:
    """What a cargo card is worth to a captain with a plan."""
    if kind == plan.kind:
        return 3.0
    return {RUM: 2.0, SPY: 0.8}.get(kind, 0.5 + plan.counts[kind] / 10)


def _spoils(plan: Plan, decision: Decision) -> Move:
    """The best ships, then the best cargo; at home all else is stored."""
    world, seat = plan.world, plan.seat
    piles = {"ship": world.ships[seat], "won": world.won, "hold": world.hold[seat], "loot": world.loot}

    def worth(move: Move) -> tuple[bool, float, str]:
        place, _, number = move.target.partition(":")
        kind = piles[place][int(number) - 1]
        is_ship = place in ("ship", "won")
        return is_ship, RED[kind] + 0.4 * SIZE[kind] if is_ship else _value(kind, plan), move.target

    keeps = [move for move in decision.moves if move.verb == "keep"]
    if keeps:
        return max(keeps, key=worth)
    stores = [move for move in decision.moves if move.verb == "store"]
    return stores[0] if stores else moves.DONE_SPOILS


# ---- the island


def _tavern(plan: Plan, decision: Decision) -> Move:
    assert decision.amount is not None
    world, ships = plan.world, plan.world.ships[plan.seat]
    if len(world.out) < MOST_SHIPS - 1 and len(ships) > 1:
        worst = min(range(len(ships)), key=lambda k: (RED[ships[k]] + 0.3 * SIZE[ships[k]], k))
        if RED[ships[worst]] <= 1:
            return moves.card("drop", "ship", worst)
    return Move("draw", str(decision.amount.high))


def _grotto(plan: Plan, decision: Decision) -> Move:
    world, seat = plan.world, plan.seat
    hold, room = world.hold[seat], len(world.ships[seat])
    if hold and room - len(hold) < world.options.limit:
        worst = min(range(len(hold)), key=lambda k: (_value(hold[k], plan), k))
        if len(hold) > room or _value(hold[worst], plan) < 2:
            return moves.card("drop", "hold", worst)
    return zombie.CHOICES["recruit"](world, decision)


def _voyage(plan: Plan, decision: Decision) -> Move:
    return _refuge(plan, decision)


CHOICES: dict[str, Callable[[Plan, Decision], Move]] = {
    "choose_city": _choose_city,
    "port_ops": _port_ops,
    "sail": _sail,
    "attack": _attack,
    "answer": _answer,
    "rum_add": _rum_add,
    "enemy_port": _enemy_port,
    "press_siege": _press_siege,
    "refuge": _refuge,
    "feast_draw": _feast_draw,
    "spoils": _spoils,
    "tavern": _tavern,
    "grotto": _grotto,
    "voyage": _voyage,
}
"""All other questions are answered as an absent seat would."""
