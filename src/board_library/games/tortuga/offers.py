"""What every question offers. Looks only: the rules act.

No offer to one seat depends on what is hidden from it (4.8); the last check before an answer is here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from board_library.engine.core import Amount
from board_library.games.tortuga import limits, trade
from board_library.games.tortuga.captain import CLASS_OF_ROOM, ROOMS, SHIP_ROOMS, Captain
from board_library.games.tortuga.data import (
    BRIG_PRICE,
    BUILDINGS,
    BUY,
    CARGO,
    CITY_HELPERS,
    CLASS,
    CLASSES,
    FORTS,
    GUARD_CARDS,
    GUARDS,
    MOST_ACTIONS,
    MOST_BANKS,
    MOST_CHANGES,
    MOST_WAREHOUSES,
    OPERATIONS,
    PIRATES_PRICE,
    PLEDGES,
    PORT_ROOM,
    SEA_HELPERS,
    SIEGE_HELPERS,
    SPECIALISTS,
    TROPHIES,
    WIN_CARGO,
    WIN_PIASTRES,
    build_price,
)  # fmt: skip
from board_library.games.tortuga.moves import Moves, listed, money

if TYPE_CHECKING:
    from board_library.games.tortuga.state import Table

Offer = tuple[Moves, Amount | None]
Pairs = Iterator[tuple[str, str]]

ANY_ITEM = (*CARGO, *SPECIALISTS, *TROPHIES)


def offer(state: Table, kind: str, seat: int) -> Offer:
    """Moves and sums that answer a question."""
    if kind == "sum":
        return (), money(sum_limit(state, seat))
    return listed(_OFFERS[kind](state, seat)), None


def sum_limit(state: Table, seat: int) -> int:
    """The most piastres of the open sum."""
    if state.side == "give":
        return state.captains[seat].safe
    if state.side == "take":
        return state.captains[state.target].safe
    return state.captains[seat].money(state.lifted)


def _place(state: Table, seat: int) -> Pairs:
    for k in range(len(state.hand[seat])):
        yield "place", f"hand:{k + 1}"


# ---- the options of a turn


def prey(state: Table, seat: int) -> str:
    """The kind of merchant ship that the crew of a seat may capture, or ""."""
    ship = "schooner" if state.schooner else "brig" if state.brig else ""
    return ship if ship and state.captains[seat].men > GUARDS[ship] else ""


def _start(state: Table, seat: int) -> Pairs:
    yield from (("sail", "city"), ("sail", "tortuga"))
    if prey(state, seat):
        yield "capture", "merchant"
    for other, captain in enumerate(state.captains):
        if other != seat:
            yield "siege", f"p{other}"
            if captain.loc == "sea":
                yield "sea", f"p{other}"
    yield from _deals(state, seat)
    if state.ops < state.options.ops_per_turn:
        for face in OPERATIONS:
            if state.captains[seat].where(face, city=False):
                for other, captain in enumerate(state.captains):
                    if other != seat:
                        yield from ((face, target) for target in _op_targets(face, other, captain))


def _op_targets(face: str, seat: int, captain: Captain) -> Iterator[str]:
    name = f"p{seat}"
    if face == "bank_robber":
        yield from (f"{name}:b{k + 1}" for k in range(len(captain.banks)))
    elif face == "termites":
        yield from (f"{name}:w{k + 1}" for k in range(len(captain.wh)))
    elif face == "spyglass":
        if captain.loc == "sea" and captain.crew:
            yield f"{name}:ship"
        if captain.gar:
            yield f"{name}:gar"
    elif (
        (face == "saboteur" and captain.fort)
        or (face == "kidnapper" and (captain.has_house or captain.ports))
        or (face == "rats" and captain.loc == "sea" and len(captain.crew) > 1)
    ):
        yield name


def _deals(state: Table, seat: int) -> Pairs:
    if state.options.deals and state.offers < state.options.offers_per_turn:
        yield from (("offer", f"p{other}") for other in range(state.seats) if other != seat)


# ---- the own city


def claims(captain: Captain) -> list[str]:
    """What a captain may declare: gold, silver, gems, piastres."""
    found = [kind for kind in CARGO if captain.stored(kind) >= WIN_CARGO]
    return [*found, "piastres"] if captain.banks and captain.banked >= WIN_PIASTRES else found


def changed(state: Table, seat: int) -> bool:
    """Whether anything is not as it was on arrival, or after the last deal."""
    return state.mark != state.captains[seat] or bool(state.dropped)


def _city(state: Table, seat: int) -> Pairs:
    captain = state.captains[seat]
    if limits.kept(captain, per_player=state.per_player):
        yield "leave", "city"
        yield from (("declare", what) for what in claims(captain))
        if state.steps >= MOST_ACTIONS:
            return
        yield from _deals(state, seat)
    if changed(state, seat):
        yield "restore", "city"
    if state.steps >= MOST_ACTIONS:
        return
    last = len(captain.crew) + len(captain.gar) <= 1
    for target in lifts(captain):
        yield "lift", target
        if ":" in target and not (last and target.startswith(("crew", "gar"))):
            yield "drop", target


def lifts(captain: Captain) -> list[str]:
    """What can be taken in hand in a city: ``crew:1``, ``hold:gold``, ``safe``."""
    found: list[str] = []
    for name, cards in captain.rooms():
        if name in ("crew", "gar"):
            found += [f"{name}:{k + 1}" for k in range(len(cards))]
        else:
            found += dict.fromkeys(f"{name}:{card.face}" for card in cards)
    return found + [name for name in captain.money_places() if captain.money(name)]


def _put(state: Table, seat: int) -> Pairs:
    captain = state.captains[seat]
    place = state.lifted.partition(":")[0]
    kind = CLASS_OF_ROOM.get(place, "cargo" if place[0] == "w" else "")
    names = captain.rooms_of(kind) if kind else captain.money_places()
    return (("put", name) for name in names)


# ---- Tortuga


def can_build(captain: Captain, what: str) -> bool:
    """Whether a city has a place for a building, and what it rests on."""
    if what == "warehouse":
        return len(captain.wh) < MOST_WAREHOUSES
    if what == "bank":
        return len(captain.banks) < MOST_BANKS
    if what == "store":
        return captain.fort >= 2 and not captain.has_store
    if what == "house":
        return captain.fort >= 3 and not captain.has_house
    return captain.fort == FORTS.index(what)


def can_buy(state: Table, seat: int, face: str) -> bool:
    """Whether a captain may buy this card of the market."""
    captain, kind = state.captains[seat], CLASS[face]
    if captain.payable < BUY[face] or not limits.fits_aboard(captain, kind, 1):
        return False
    return kind == "cargo" or not limits.owned(captain, face, per_player=state.per_player)


def market_open(state: Table) -> bool:
    """Whether Tortuga sells what it has bought."""
    return state.options.market_opens == "at_once" or state.merchants_gone


def _tortuga(state: Table, seat: int) -> Pairs:
    captain = state.captains[seat]
    hires = captain.payable >= PIRATES_PRICE and bool(state.pirates or state.pdisc)
    works = captain.payable < PIRATES_PRICE
    if captain.crew:
        yield "leave", "tortuga"
    if state.steps >= MOST_ACTIONS and captain.crew:
        return
    if hires:
        yield "hire", "deck"
    if works:
        yield "work", "deck"
    if state.steps >= MOST_ACTIONS:
        return
    if captain.where("recruiter", city=False):
        yield "recruit", "deck"
    for room in SHIP_ROOMS[1:]:
        yield from (("sell", face) for face in captain.faces(room))
    if market_open(state):
        yield from (("buy", face) for face in set(state.market) if can_buy(state, seat, face))
    architect = bool(captain.where("architect", city=False))
    for what in BUILDINGS:
        if can_build(captain, what):
            if captain.payable >= build_price(what):
                yield "build", what
            if architect and captain.payable >= build_price(what, architect=True):
                yield "architect", what
    if not state.schooner and captain.ship == "schooner" and captain.payable >= BRIG_PRICE:
        yield "buy", "brig"
    yield from _deals(state, seat)


# ---- choices


def pool(state: Table, seat: int, kind: str) -> list[str]:
    """All cards of a class among which a captor chooses: his own and the new ones."""
    new = [card.face for card in state.spoils if CLASS[card.face] == kind]
    return state.captains[seat].faces(ROOMS[kind].ship) + new


def _keep(state: Table, seat: int) -> Pairs:
    yield "done", "keep"
    captain, picked = state.captains[seat], Counter(state.picks)
    for kind in CLASSES:
        if sum(CLASS[face] == kind for face in state.picks) >= captain.capacity(ROOMS[kind].ship):
            continue
        for face, n in Counter(pool(state, seat, kind)).items():
            most = n if kind == "cargo" else 0 if state.per_player and captain.where(face, city=True) else 1
            if picked[face] < most:
                yield "keep", face


def _crew(state: Table, seat: int) -> Pairs:
    captain = state.captains[seat]
    if state.picks:
        yield "done", "crew"
    if len(state.picks) < captain.capacity("crew"):
        slots = (f"pool:{k + 1}" for k in range(len(captain.crew)))
        yield from (("keep", slot) for slot in slots if slot not in state.picks)


def _gar(state: Table, seat: int) -> Pairs:
    captain = state.captains[seat]
    if len(state.picks) == captain.capacity("gar"):
        yield "done", "gar"
        return
    slots = (f"gar:{k + 1}" for k in range(len(captain.gar)))
    yield from (("keep", slot) for slot in slots if slot not in state.picks)


def _portkeep(state: Table, seat: int) -> Pairs:
    if len(state.picks) == PORT_ROOM:
        yield "done", "portkeep"
        return
    left = Counter(state.captains[seat].faces("portc")) - Counter(state.picks)
    yield from (("keep", face) for face in left)


# ---- secret questions, 4.8


def _aboard(face: str) -> Callable[[Table, int], Pairs]:
    """Use a card of the own ship, or do not."""

    def offered(state: Table, seat: int) -> Pairs:
        yield "skip", face
        if state.captains[seat].where(face, city=False):
            yield "use", face

    return offered


def guards(state: Table) -> list[str]:
    """The cards that could save something in the besieged city."""
    captain = state.captains[state.defender]
    useful = {"bank_lock": bool(captain.banks), "guard_dogs": bool(captain.wh), "hidden_cache": True}
    return [face for face in GUARD_CARDS if useful[face] and face not in state.guards]


def _guard(state: Table, seat: int) -> Pairs:
    yield "done", "guard"
    captain = state.captains[seat]
    yield from (("guard", face) for face in guards(state) if captain.where(face, city=True))


def _counter(state: Table, seat: int) -> Pairs:
    yield "skip", "counter"
    captain, city = state.captains[seat], state.op != "rats"
    yield from (("counter", face) for face in OPERATIONS[state.op] if captain.where(face, city=city))


def helper_room(state: Table, seat: int, face: str) -> str:
    """Where a helper of the open fight lies, or ""."""
    return state.captains[seat].where(face, city=state.siege and seat == state.defender)


def helpers_of(state: Table, seat: int) -> list[str]:
    """All helpers that a side of the open fight has."""
    names = SEA_HELPERS if not state.siege else SIEGE_HELPERS if seat == state.attacker else CITY_HELPERS
    return [face for face in names if helper_room(state, seat, face)]


def _helpers(state: Table, seat: int) -> Pairs:
    yield "done", "helpers"
    chosen = state.helpers[seat == state.defender]
    yield from (("use", face) for face in helpers_of(state, seat) if face not in chosen)


# ---- loot


def _warehouse(state: Table, _: int) -> Pairs:
    count = len(state.captains[state.defender].wh)
    return (("loot", f"p{state.defender}:w{k + 1}") for k in range(count))


def _bank(state: Table, _: int) -> Pairs:
    count = len(state.captains[state.defender].banks)
    return (("loot", f"p{state.defender}:b{k + 1}") for k in range(count))


# ---- deals


def _draft(state: Table, seat: int) -> Pairs:
    yield "cancel", "deal"
    if trade.proposable(state, seat):
        yield "propose", "deal"
    if state.changes >= MOST_CHANGES:
        return
    other = state.captains[state.target]
    yield from (("give", item) for item in trade.givable(state.captains[seat], state.give))
    yield from (("take", item) for item in trade.takable(other, state.take, ANY_ITEM))
    yield from (("ungive", item) for item in state.give)
    yield from (("untake", item) for item in state.take)
    if state.captains[seat].safe:
        yield "give", "safe"
    if other.safe:
        yield "take", "safe"
    for pledge in PLEDGES:
        yield ("unpledge" if pledge in state.pledges else "pledge"), pledge


def _deal(state: Table, _: int) -> Pairs:
    yield "decline", "deal"
    if trade.acceptable(state):
        yield "accept", "deal"


_OFFERS: dict[str, Callable[[Table, int], Pairs]] = {
    "place": _place,
    "start": _start,
    "city": _city,
    "put": _put,
    "tortuga": _tortuga,
    "keep": _keep,
    "crew": _crew,
    "gar": _gar,
    "portkeep": _portkeep,
    "pilot": _aboard("pilot"),
    "chain_shot": _aboard("chain_shot"),
    "sleeping_draught": _aboard("sleeping_draught"),
    "surgeon": _aboard("surgeon"),
    "guard": _guard,
    "counter": _counter,
    "helpers": _helpers,
    "warehouse": _warehouse,
    "bank": _bank,
    "draft": _draft,
    "deal": _deal,
}

KINDS = ("sum", *_OFFERS)
"""Every kind of question."""
