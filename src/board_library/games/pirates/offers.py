"""What each open question offers, from the state alone (section 11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from board_library.engine.core import Amount, Move
from board_library.games.pirates import moves
from board_library.games.pirates.board import CITIES, SHARED
from board_library.games.pirates.cards import MOST_SHIPS, RUM, SPY

if TYPE_CHECKING:
    from board_library.games.pirates.table import Table

MOST_STEPS = 24
"""Cards that may be moved in one visit of a port."""

Offer = tuple[moves.Moves, Amount | None]


def offer(state: Table) -> Offer:
    """The moves and the range of the open question."""
    kind, seat = state.kind, state.asked
    if kind == "sail":
        return _sail(state, seat), None
    if kind == "port_ops":
        return _port(state, seat), None
    if kind == "attack":
        found = tuple(moves.CHALLENGE[other] for other in state.targets(seat))
        must = state.options.adjacent_stop == "must_attack" and state.moved
        return (found if must else (*found, moves.HOLD_FIRE)), None
    if kind == "rum_add":
        return (), moves.amount("rum", 0, rum_store(state, seat).count(RUM))
    return _SIMPLE[kind](state, seat)


def rum_store(state: Table, seat: int) -> list[int]:
    """The cards out of which a side of a fight may show Rum: the city's in a siege for its owner, else the fleet's."""
    if state.city >= 0 and seat == state.defender:
        return state.store[state.city]
    return state.hold[seat]


def _sail(state: Table, seat: int) -> moves.Moves:
    taken = {cell for other, cell in enumerate(state.cell) if other != seat and cell not in SHARED}
    stay = not state.is_guest(seat) or (state.options.bay_wait and state.in_bay(seat))
    found = moves.sail(state.cell[seat], state.speed(seat), state.lock[seat], stay, taken)
    return found or (moves.STAY,)


def _port(state: Table, seat: int) -> moves.Moves:
    city = state.home(seat)
    claim = state.claimable(seat)
    if state.steps >= MOST_STEPS:
        return moves.port(0, 0, 0, 0, claim)
    ships, hold = len(state.ships[seat]), len(state.hold[seat])
    return moves.port(
        len(state.garrison[city]) if ships < MOST_SHIPS else 0,
        len(state.store[city]) if hold < ships else 0,
        ships if ships > 1 and hold < ships else 0,
        hold,
        claim,
    )


def _choose_city(state: Table, _seat: int) -> Offer:
    free = tuple(city for city, owner in enumerate(state.owner) if owner < 0)
    return moves.to_city("settle", free), None


def _enemy_port(state: Table, seat: int) -> Offer:
    city = state.port(seat)
    found: list[Move] = []
    if not state.spied or state.options.spy_then_assault:
        found.append(moves.ASSAULT[city])
    if state.spied:
        found.append(moves.STAND_OFF)
    elif state.cell[state.owner[city]] != state.cell[seat]:
        found += moves.SPY[: state.hold[seat].count(SPY)]
    return tuple(sorted(found)), None


def _answer(state: Table, seat: int) -> Offer:
    ships = len(state.ships[seat])
    if ships > 1 and state.refuges(seat):
        return (moves.ACCEPT, *moves.cards("flee", "ship", ships)), None
    return (moves.ACCEPT, moves.FLEE_CAPE), None


def _feast_swap(state: Table, seat: int) -> Offer:
    if state.stage == "give":
        return moves.cards("give", "ship", len(state.ships[seat]) - 1), None
    treated = state.defender if seat == state.attacker else state.attacker
    return moves.cards("take", "foe", len(state.ships[treated])), None


def _feast_draw(state: Table, seat: int) -> Offer:
    if state.stage == "give_ship":
        return moves.cards("give", "ship", len(state.ships[seat]) - 1), None
    if state.stage == "give_cargo":
        return moves.cards("give", "hold", len(state.hold[seat]) - 1), None
    return (moves.DRAW[state.stage], moves.SKIP[state.stage]), None


def kept(picked: tuple[str, ...], *places: str) -> int:
    """How many cards of some places the winner has chosen to keep in the fleet."""
    return sum(code.startswith("keep ") and code[5:].partition(":")[0] in places for code in picked)


def _gone(gone: set[str], place: str) -> int:
    return sum(target.partition(":")[0] == place for target in gone)


def _spoils(state: Table, seat: int) -> Offer:
    piles = {"ship": state.ships[seat], "won": state.won, "hold": state.hold[seat], "loot": state.loot}
    gone = {code.partition(" ")[2] for code in state.picked}
    ships, cargo = kept(state.picked, "ship", "won"), kept(state.picked, "hold", "loot")
    found: list[Move] = [moves.DONE_SPOILS] if ships else []
    at_home = state.home(seat) >= 0
    last = not ships and sum(len(piles[place]) - _gone(gone, place) for place in ("ship", "won")) == 1
    for place, pile in piles.items():
        room = ships < MOST_SHIPS if place in ("ship", "won") else cargo < ships
        for k in range(len(pile)):
            move = moves.card("keep", place, k)
            if move.target not in gone:
                found += [move] * room
                if at_home and not (last and place in ("ship", "won")):
                    found.append(moves.card("store", place, k))
    return tuple(sorted(found)), None


def _tavern(state: Table, seat: int) -> Offer:
    ships = len(state.ships[seat])
    return moves.cards("drop", "ship", ships), moves.amount("draw", int(not ships), MOST_SHIPS - ships)


def _grotto(state: Table, seat: int) -> Offer:
    ships, cargo = len(state.ships[seat]), len(state.hold[seat])
    most = min(state.options.limit, ships - cargo)
    return moves.cards("drop", "hold", cargo), moves.amount("draw", 0, most) if cargo <= ships else None


def _recruit(state: Table, seat: int) -> Offer:
    if state.stage == "hire":
        return (), moves.amount("hire", 1, MOST_SHIPS)
    return (), moves.amount("draw", 0, min(state.options.limit, len(state.ships[seat])))


def _rescue(state: Table, seat: int) -> Offer:
    if state.stage == "draw":
        return (), moves.amount("draw", 0, 1)
    found: list[Move] = []
    for city in state.cities(seat):
        found += moves.cards("rescue", CITIES[city], len(state.garrison[city]))
    return tuple(sorted(found)), None


def _spy_look(_state: Table, _seat: int) -> Offer:
    return moves.LOOK, None


def _refuge(state: Table, seat: int) -> Offer:
    return moves.to_city("hide", state.refuges(seat)), None


def _cape(_state: Table, _seat: int) -> Offer:
    return moves.MAROON, None


def _press_siege(state: Table, _seat: int) -> Offer:
    return (moves.SIEGE[state.city], moves.STAND_OFF), None


def _voyage(state: Table, seat: int) -> Offer:
    return moves.to_city("voyage", state.cities(seat)), None


_SIMPLE: dict[str, Callable[[Table, int], Offer]] = {
    "choose_city": _choose_city,
    "enemy_port": _enemy_port,
    "spy_look": _spy_look,
    "answer": _answer,
    "refuge": _refuge,
    "feast_swap": _feast_swap,
    "feast_draw": _feast_draw,
    "spoils": _spoils,
    "cape": _cape,
    "press_siege": _press_siege,
    "tavern": _tavern,
    "grotto": _grotto,
    "recruit": _recruit,
    "rescue": _rescue,
    "voyage": _voyage,
}
