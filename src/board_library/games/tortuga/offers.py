"""What every question offers, in the order of the codes. Looks only: the rules act.

No offer to one seat depends on what is hidden from it (4.8); the last check before an answer is here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from board_library.engine.core import Amount
from board_library.games.tortuga import limits, trade
from board_library.games.tortuga.captain import CLASS_OF_ROOM, ROOMS, Captain, numbered
from board_library.games.tortuga.data import (
    ARCHITECT_PRICE,
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
    WIN_CARGO,
    WIN_PIASTRES,
)  # fmt: skip
from board_library.games.tortuga.moves import (
    ACCEPT,
    CANCEL,
    CAPTURE,
    DECLINE,
    DONE,
    HIRE,
    LEAVE_CITY,
    LEAVE_TORTUGA,
    PROPOSE,
    RECRUIT,
    RESTORE,
    SAIL_CITY,
    SAIL_TORTUGA,
    SKIP_COUNTER,
    WORK,
    Moves,
    each,
    money,
    move,
    rivals,
)  # fmt: skip

if TYPE_CHECKING:
    from board_library.games.tortuga.state import Table


def amount(state: Table, seat: int) -> Amount:
    """Sums that answer the question for a sum."""
    return money(sum_limit(state, seat))


def offer(state: Table, kind: str, seat: int) -> Moves:
    """Moves that answer any other question."""
    return _OFFERS[kind](state, seat)


def sum_limit(state: Table, seat: int) -> int:
    """The most piastres of the open sum."""
    if state.side == "give":
        return state.captains[seat].safe
    if state.side == "take":
        return state.captains[state.target].safe
    return state.captains[seat].money(state.lifted)


def _place(state: Table, seat: int) -> Moves:
    return each("place", numbered("hand:", len(state.hand[seat])))


# ---- the options of a turn


def prey(state: Table, seat: int) -> str:
    """The kind of merchant ship that the crew of a seat may capture, or ""."""
    ship = "schooner" if state.schooner else "brig" if state.brig else ""
    return ship if ship and state.captains[seat].men > GUARDS[ship] else ""


def _start(state: Table, seat: int) -> Moves:
    at_sea = [k for k, captain in enumerate(state.captains) if captain.loc == "sea" and k != seat]
    found = (
        *((CAPTURE,) if prey(state, seat) else ()),
        *_deals(state, seat),
        SAIL_CITY,
        SAIL_TORTUGA,
        *[move("sea", f"p{other}") for other in at_sea],
        *rivals("siege", seat, state.seats),
    )
    operations = _operations(state, seat)
    return tuple(sorted((*found, *operations))) if operations else found


def _operations(state: Table, seat: int) -> Moves:
    if state.ops >= state.options.ops_per_turn:
        return ()
    return tuple(
        [
            move(face, target)
            for face in set(trade.aboard(state.captains[seat])) & OPERATIONS.keys()
            for other, captain in enumerate(state.captains)
            if other != seat
            for target in _op_targets(face, other, captain)
        ]
    )


def _op_targets(face: str, seat: int, captain: Captain) -> list[str]:
    name = f"p{seat}"
    if face == "bank_robber":
        return [*numbered(f"{name}:b", len(captain.banks))]
    if face == "termites":
        return [*numbered(f"{name}:w", len(captain.wh))]
    if face == "spyglass":
        ship = [f"{name}:ship"] if captain.loc == "sea" and captain.crew else []
        return [*ship, f"{name}:gar"] if captain.gar else ship
    works = (
        (face == "saboteur" and captain.fort)
        or (face == "kidnapper" and (captain.has_house or captain.ports))
        or (face == "rats" and captain.loc == "sea" and len(captain.crew) > 1)
    )
    return [name] if works else []


def _deals(state: Table, seat: int) -> Moves:
    if state.options.deals and state.offers < state.options.offers_per_turn:
        return rivals("offer", seat, state.seats)
    return ()


# ---- the own city


def claims(captain: Captain) -> list[str]:
    """What a captain may declare: gold, silver, gems, piastres."""
    much = captain.stored_cargo >= WIN_CARGO
    found = [kind for kind in CARGO if much and captain.stored(kind) >= WIN_CARGO]
    return [*found, "piastres"] if captain.banks and captain.banked >= WIN_PIASTRES else found


def changed(state: Table, seat: int) -> bool:
    """Whether anything is not as it was on arrival, or after the last deal."""
    return state.mark != state.captains[seat] or bool(state.dropped)


def _city(state: Table, seat: int) -> Moves:
    captain = state.captains[seat]
    kept = limits.kept(captain, per_player=state.per_player)
    tired = state.steps >= MOST_ACTIONS
    held = [] if tired else lifts(captain)
    cards = [target for target in held if ":" in target]
    if len(captain.crew) + len(captain.gar) <= 1:
        cards = [target for target in cards if not target.startswith(("crew", "gar"))]
    return (
        *(each("declare", tuple(claims(captain))) if kept else ()),
        *each("drop", tuple(cards)),
        *((LEAVE_CITY,) if kept else ()),
        *each("lift", tuple(held)),
        *(_deals(state, seat) if kept and not tired else ()),
        *((RESTORE,) if changed(state, seat) and not (kept and tired) else ()),
    )


def lifts(captain: Captain) -> list[str]:
    """What can be taken in hand in a city: ``crew:1``, ``hold:gold``, ``safe``."""
    found: list[str] = []
    for name, cards in captain.rooms():
        if name in ("crew", "gar"):
            found += numbered(f"{name}:", len(cards))
        elif cards:
            found += dict.fromkeys([f"{name}:{card.face}" for card in cards])
    return found + [name for name in captain.money_places() if captain.money(name)]


def _put(state: Table, seat: int) -> Moves:
    captain = state.captains[seat]
    place = state.lifted.partition(":")[0]
    kind = CLASS_OF_ROOM.get(place, "cargo" if place[0] == "w" else "")
    return each("put", tuple(captain.rooms_of(kind) if kind else captain.money_places()))


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


def _tortuga(state: Table, seat: int) -> Moves:
    captain = state.captains[seat]
    payable, tired = captain.payable, state.steps >= MOST_ACTIONS
    leave = (LEAVE_TORTUGA,) if captain.crew else ()
    if tired and leave:
        return leave
    hire = (HIRE,) if payable >= PIRATES_PRICE and (state.pirates or state.pdisc) else ()
    work = (WORK,) if payable < PIRATES_PRICE else ()
    if tired:
        return (*hire, *work)
    held = trade.aboard(captain)
    return (
        *(each("architect", _sites(captain, ARCHITECT_PRICE)) if "architect" in held else ()),
        *each("build", _sites(captain, BUILDINGS)),
        *each("buy", tuple(_wares(state, seat))),
        *hire,
        *leave,
        *_deals(state, seat),
        *((RECRUIT,) if "recruiter" in held else ()),
        *each("sell", held),
        *work,
    )


def _sites(captain: Captain, prices: Mapping[str, int]) -> tuple[str, ...]:
    """What a captain can build and pay for."""
    payable = captain.payable
    return tuple([what for what, price in prices.items() if price <= payable and can_build(captain, what)])


def _wares(state: Table, seat: int) -> list[str]:
    """What a captain may buy: cards of the market, or a brig."""
    captain = state.captains[seat]
    brig = not state.schooner and captain.ship == "schooner" and captain.payable >= BRIG_PRICE
    faces = [face for face in set(state.market) if can_buy(state, seat, face)] if market_open(state) else []
    return ["brig", *faces] if brig else faces


# ---- choices


def pool(state: Table, seat: int, kind: str) -> list[str]:
    """All cards of a class among which a captor chooses: his own and the new ones."""
    new = [card.face for card in state.spoils if CLASS[card.face] == kind]
    return state.captains[seat].faces(ROOMS[kind].ship) + new


def _keep(state: Table, seat: int) -> Moves:
    captain, picked = state.captains[seat], Counter(state.picks)
    found: list[str] = []
    for kind in CLASSES:
        if sum(CLASS[face] == kind for face in state.picks) >= captain.capacity(ROOMS[kind].ship):
            continue
        for face, n in Counter(pool(state, seat, kind)).items():
            most = n if kind == "cargo" else 0 if state.per_player and captain.where(face, city=True) else 1
            if picked[face] < most:
                found.append(face)
    return (DONE["keep"], *each("keep", tuple(found)))


def _crew(state: Table, seat: int) -> Moves:
    captain = state.captains[seat]
    full = len(state.picks) >= captain.capacity("crew")
    done = (DONE["crew"],) if state.picks else ()
    return done if full else (*done, *_unpicked(state, "pool:", len(captain.crew)))


def _gar(state: Table, seat: int) -> Moves:
    captain = state.captains[seat]
    full = len(state.picks) == captain.capacity("gar")
    return (DONE["gar"],) if full else _unpicked(state, "gar:", len(captain.gar))


def _unpicked(state: Table, name: str, count: int) -> Moves:
    return each("keep", tuple([slot for slot in numbered(name, count) if slot not in state.picks]))


def _portkeep(state: Table, seat: int) -> Moves:
    if len(state.picks) == PORT_ROOM:
        return (DONE["portkeep"],)
    return each("keep", tuple(Counter(state.captains[seat].faces("portc")) - Counter(state.picks)))


# ---- secret questions, 4.8


def _aboard(face: str) -> Callable[[Table, int], Moves]:
    """Use a card of the own ship, or do not."""
    skip, use = move("skip", face), move("use", face)

    def offered(state: Table, seat: int) -> Moves:
        return (skip, use) if state.captains[seat].where(face, city=False) else (skip,)

    return offered


def guards(state: Table) -> list[str]:
    """The cards that could save something in the besieged city."""
    captain = state.captains[state.defender]
    useful = {"bank_lock": bool(captain.banks), "guard_dogs": bool(captain.wh), "hidden_cache": True}
    return [face for face in GUARD_CARDS if useful[face] and face not in state.guards]


def _guard(state: Table, seat: int) -> Moves:
    captain = state.captains[seat]
    held = [face for face in guards(state) if captain.where(face, city=True)]
    return (DONE["guard"], *each("guard", tuple(held)))


def _counter(state: Table, seat: int) -> Moves:
    captain, city = state.captains[seat], state.op != "rats"
    held = [face for face in OPERATIONS[state.op] if captain.where(face, city=city)]
    return (*each("counter", tuple(held)), SKIP_COUNTER)


def helper_room(state: Table, seat: int, face: str) -> str:
    """Where a helper of the open fight lies, or ""."""
    return state.captains[seat].where(face, city=state.siege and seat == state.defender)


def helpers_of(state: Table, seat: int) -> list[str]:
    """All helpers that a side of the open fight has."""
    names = SEA_HELPERS if not state.siege else SIEGE_HELPERS if seat == state.attacker else CITY_HELPERS
    captain, city = state.captains[seat], state.siege and seat == state.defender
    return [face for face in names if captain.where(face, city=city)]


def _helpers(state: Table, seat: int) -> Moves:
    chosen = state.helpers[seat == state.defender]
    left = [face for face in helpers_of(state, seat) if face not in chosen]
    return (DONE["helpers"], *each("use", tuple(left)))


# ---- loot


def _warehouse(state: Table, _: int) -> Moves:
    return each("loot", numbered(f"p{state.defender}:w", len(state.captains[state.defender].wh)))


def _bank(state: Table, _: int) -> Moves:
    return each("loot", numbered(f"p{state.defender}:b", len(state.captains[state.defender].banks)))


# ---- deals


def _draft(state: Table, seat: int) -> Moves:
    propose = (PROPOSE,) if trade.proposable(state, seat) else ()
    if state.changes >= MOST_CHANGES:
        return (CANCEL, *propose)
    captain, other = state.captains[seat], state.captains[state.target]
    rooms = (len(other.crew), len(other.hold), len(other.cabin), len(other.locker))
    give, ungive = _giving(len(captain.crew), trade.aboard(captain), captain.safe > 0, state.give)
    take, untake = _taking(rooms, other.safe > 0, state.take)
    pledge, unpledge = _pledging(state.pledges)
    return (CANCEL, *give, *pledge, *propose, *take, *ungive, *unpledge, *untake)


@lru_cache(maxsize=16384)
def _giving(crew: int, faces: tuple[str, ...], safe: bool, given: tuple[str, ...]) -> tuple[Moves, Moves]:
    """What can be added to what is given, and taken back from it."""
    sums = ("safe",) if safe else ()
    return each("give", trade.givable(crew, faces, given) + sums), each("ungive", given)


@lru_cache(maxsize=16384)
def _taking(rooms: tuple[int, int, int, int], safe: bool, taken: tuple[str, ...]) -> tuple[Moves, Moves]:
    """What can be added to what is asked for, and taken back from it."""
    sums = ("safe",) if safe else ()
    return each("take", trade.takable(*rooms, taken) + sums), each("untake", taken)


@cache
def _pledging(pledged: tuple[str, ...]) -> tuple[Moves, Moves]:
    """Pledges that can be added, and taken back."""
    return each("pledge", tuple([pledge for pledge in PLEDGES if pledge not in pledged])), each("unpledge", pledged)


def _deal(state: Table, _: int) -> Moves:
    return (ACCEPT, DECLINE) if trade.acceptable(state) else (DECLINE,)


_OFFERS: dict[str, Callable[[Table, int], Moves]] = {
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
