"""Meetings with others: enemy ports and spies, challenge and flight, rum, battles at sea and sieges (4.5 to 4.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.pirates import cards, feasts
from board_library.games.pirates.board import CAPE_CELLS, CAPES, CITIES, NAMES
from board_library.games.pirates.cards import EVERYBODY, RUM, SIZE, SPY
from board_library.games.pirates.island import throw_cargo, throw_ships
from board_library.games.pirates.offers import rum_store
from board_library.games.pirates.table import NOBODY

if TYPE_CHECKING:
    from board_library.games.pirates.rules import Pirates


def answer(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    """Answer a question of a fight, or of the way to one."""
    _ANSWERS[game.kind](game, seat, move, rng, log)


def forget(game: Pirates) -> None:
    """The fight is over: nothing of it is left."""
    game.attacker = game.defender = game.city = game.assault = game.victim = NOBODY
    game.rum_a = game.rum_d = game.adds = game.sunk = game.spied = 0
    game.stage = game.cause = ""
    game.swapped = ()
    game.picked = ()


# ---- enemy ports and spies


def _enemy_port(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    city = game.port(seat)
    owner = game.owner[city]
    if move.verb == "spy":
        _spy(game, seat, city, int(move.target), log)
    elif move.verb == "stand":
        _stand_off(game, seat, city, rng, log)
    elif game.cell[owner] == game.cell[seat]:
        game.assault = city
        _challenge(game, seat, owner, log)
    else:
        game.attacker, game.defender = seat, owner
        _siege(game, city, rng, log)


def _stand_off(game: Pirates, seat: int, city: int, rng: Rng, log: Log) -> None:
    if log is not None:
        log.append(Event("stood_off", {"seat": seat, "city": CITIES[city]}))
    game.end_turn(rng, log)


def _spy(game: Pirates, seat: int, city: int, k: int, log: Log) -> None:
    hold = game.hold[seat]
    for _ in range(k):
        hold.remove(SPY)
    game.touch(f"p{seat}.hold")
    game.grotto[:0] = [SPY] * k
    game.under += k
    blocked = min(k, game.store[city].count(SPY))
    game.spies_seen[city] = max(game.spies_seen[city], blocked)
    game.spied = k
    kind = ("none", "one", "both")[k - blocked]
    if log is not None:
        told = {"seat": seat, "city": CITIES[city], "k": k, "blocked": blocked, "kind": kind}
        log.append(Event("spy", told, reveals=True))
    if kind == "one":
        game.ask("spy_look", seat)
        return
    if kind == "both":
        _look(game, seat, city, "ships", log)
        _look(game, seat, city, "cargo", log)
    game.ask("enemy_port", seat)


def _spy_look(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    city = game.port(seat)
    if log is not None:
        log.append(Event("looked", {"seat": seat, "city": CITIES[city], "kind": move.target}))
    _look(game, seat, city, move.target, log)
    game.ask("enemy_port", seat)


def _look(game: Pirates, seat: int, city: int, what: str, log: Log) -> None:
    name = CITIES[city]
    game.note(seat, f"{name}.{'ships' if what == 'ships' else 'store'}", "spy")
    if log is not None:
        seen = cards.ship_names(game.garrison[city]) if what == "ships" else cards.cargo_names(game.store[city])
        log.append(Event("spy_faces", {"seat": seat, "city": name, what: sorted(seen)}, (seat,), None, reveals=True))


# ---- challenge, flight


def _attack(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "hold":
        game.end_turn(rng, log)
    else:
        _challenge(game, seat, int(move.target[1]), log)


def _challenge(game: Pirates, seat: int, target: int, log: Log) -> None:
    game.attacker, game.defender = seat, target
    if log is not None:
        log.append(Event("challenge", {"seat": seat, "target": target, "cell": NAMES[game.cell[target]]}))
    game.ask("answer", target)


def _answer(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "accept":
        if log is not None:
            log.append(Event("accepted", {"seat": seat}))
        _ask_rum(game, rng, log)
        return
    game.status[seat] = "free"
    game.lock[seat] = False
    game.sunk = feasts.sink(game, seat)
    if move.target == "cape":
        throw_ships(game, game.ships[seat], seat)
        game.ships[seat] = []
        game.touch(f"p{seat}.ships")
        if log is not None:
            log.append(Event("fled", {"seat": seat, "cargo_n": game.sunk}))
        _put_ashore(game, seat, "flight", game.attacker)
        return
    kind = game.ships[seat].pop(int(move.target[5:]) - 1)
    throw_ships(game, [kind], seat)
    game.touch(f"p{seat}.ships")
    game.swapped = (SIZE[kind],)
    refuge, *others = game.refuges(seat)
    if others:
        game.ask("refuge", seat)
    else:
        _hide(game, seat, refuge, rng, log)


def _refuge(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    _hide(game, seat, CITIES.index(move.target[5:]), rng, log)


def _hide(game: Pirates, seat: int, city: int, rng: Rng, log: Log) -> None:
    if log is not None:
        told = {"seat": seat, "ship": game.swapped[0], "cargo_n": game.sunk, "city": CITIES[city]}
        log.append(Event("fled", told))
    game.moor(seat, city)
    game.swapped = ()
    game.sunk = 0
    _after_sea(game, rng, log)


# ---- rum


def _ask_rum(game: Pirates, rng: Rng, log: Log) -> None:
    """Ask the side whose turn it is to show Rum, or count nothing for it where the store is empty; then decide."""
    while True:
        seat = game.attacker if game.adds % 2 == 0 else game.defender
        if rum_store(game, seat):
            game.ask("rum_add", seat)
            return
        game.adds += 1
        if game.adds >= 2:
            _after_rum(game, rng, log)
            return


def _rum_add(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    n = int(move.target)
    store = rum_store(game, seat)
    for _ in range(n):
        store.remove(RUM)
    throw_cargo(game, [RUM] * n, EVERYBODY)
    if seat == game.attacker:
        game.rum_a += n
        total = game.rum_a
    else:
        game.rum_d += n
        total = game.rum_d
    if n:
        in_city = game.city >= 0 and seat == game.defender
        game.touch(f"{CITIES[game.city]}.store" if in_city else f"p{seat}.hold")
    if log is not None:
        log.append(Event("rum", {"seat": seat, "n": n, "total": total}, reveals=n > 0))
    game.adds += 1
    if game.adds >= 2 and not n:
        _after_rum(game, rng, log)
    else:
        _ask_rum(game, rng, log)


def _after_rum(game: Pirates, rng: Rng, log: Log) -> None:
    if game.rum_a or game.rum_d:
        if game.city < 0:
            feasts.at_sea(game, rng, log)
        else:
            feasts.in_city(game, rng, log)
    elif game.city < 0:
        _sea_battle(game, rng, log)
    else:
        _siege_battle(game, rng, log)


# ---- battles


def _compare(ours: list[int], theirs: list[int]) -> str:
    mine, other = cards.strength(ours), cards.strength(theirs)
    return "won" if mine > other else "lost" if mine < other else "draw"


def _told(game: Pirates, kind: str, theirs: list[int], outcome: str, log: Log) -> None:
    a, d = game.attacker, game.defender
    if log is None:
        return
    faces = {
        "seat": a,
        "target": d,
        "ships": cards.ship_names(sorted(game.ships[a])),
        "foes": cards.ship_names(sorted(theirs)),
    }
    log.append(Event("battle_faces", faces, tuple(sorted((a, d))), None, reveals=True))
    told = {"kind": kind, "seat": a, "target": d, "outcome": outcome}
    if game.city >= 0:
        told["city"] = CITIES[game.city]
    log.append(Event("battle", told, reveals=True))


def _sea_battle(game: Pirates, rng: Rng, log: Log) -> None:
    a, d = game.attacker, game.defender
    outcome = _compare(game.ships[a], game.ships[d])
    game.note(a, f"p{d}.ships", "battle")
    game.note(d, f"p{a}.ships", "battle")
    _told(game, "sea", game.ships[d], outcome, log)
    if outcome == "draw":
        game.end_turn(rng, log)
        return
    winner, loser = (a, d) if outcome == "won" else (d, a)
    game.won, game.loot = sorted(game.ships[loser]), sorted(game.hold[loser])
    game.ships[loser], game.hold[loser] = [], []
    game.touch(f"p{loser}.ships")
    game.touch(f"p{loser}.hold")
    game.victim = loser
    if log is not None:
        told = {"seat": winner, "cargo": cards.cargo_names(game.loot)}
        log.append(Event("spoils_faces", told, (winner,), None, reveals=True))
    game.ask("spoils", winner)


def _spoils(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    if move.verb != "done":
        game.picked = (*game.picked, move.code)
        game.ask("spoils", seat)
        return
    piles = {"ship": game.ships[seat], "won": game.won, "hold": game.hold[seat], "loot": game.loot}
    left = {f"{place}:{k + 1}": kind for place, pile in piles.items() for k, kind in enumerate(pile)}
    fleet: dict[bool, list[int]] = {True: [], False: []}
    stored: dict[bool, list[int]] = {True: [], False: []}
    for code in game.picked:
        verb, _, target = code.partition(" ")
        is_ship = target[0] in "sw"
        (fleet if verb == "keep" else stored)[is_ship].append(left.pop(target))
    dropped_ships = [kind for target, kind in left.items() if target[0] in "sw"]
    dropped_cargo = [kind for target, kind in left.items() if target[0] not in "sw"]
    game.ships[seat], game.hold[seat] = fleet[True], fleet[False]
    game.won, game.loot, game.picked = [], [], ()
    throw_ships(game, dropped_ships, seat)
    throw_cargo(game, dropped_cargo, 1 << seat)
    game.touch(f"p{seat}.ships")
    game.touch(f"p{seat}.hold")
    told = {
        "seat": seat,
        "kept_ships": cards.sizes(fleet[True]),
        "dropped_ships": cards.sizes(dropped_ships),
        "cargo_kept_n": len(fleet[False]),
        "cargo_dropped_n": len(dropped_cargo),
    }
    city = game.home(seat)
    if stored[True] or stored[False]:
        game.garrison[city] += stored[True]
        game.store[city] += stored[False]
        game.touch(f"{CITIES[city]}.ships")
        game.touch(f"{CITIES[city]}.store")
        told["stored_ships"] = cards.sizes(stored[True])
        told["cargo_stored_n"] = len(stored[False])
    if log is not None:
        log.append(Event("spoils", told, reveals=True))
    _put_ashore(game, game.victim, "battle", seat)


def _put_ashore(game: Pirates, victim: int, cause: str, by: int) -> None:
    """Ask who has beaten a captain on which cape he is to be put."""
    game.victim = victim
    game.cause = cause
    game.ask("cape", by)


def _cape(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    victim = game.victim
    game.cell[victim] = CAPE_CELLS[CAPES.index(move.target)]
    game.status[victim] = "marooned"
    if log is not None:
        log.append(Event("marooned", {"seat": victim, "cape": move.target, "by": seat, "cause": game.cause}))
    game.victim, game.cause = NOBODY, ""
    if victim == game.active:
        game.end_turn(rng, log)
    else:
        _after_sea(game, rng, log)


# ---- cities


def _after_sea(game: Pirates, rng: Rng, log: Log) -> None:
    """The fleet in the way is gone: behind it there may be a city to storm."""
    city = game.assault
    if city < 0:
        game.end_turn(rng, log)
        return
    game.rum_a = game.rum_d = game.adds = game.sunk = 0
    if game.garrison[city]:
        game.city = city
        game.ask("press_siege", game.attacker)
    else:
        _siege(game, city, rng, log)


def _press_siege(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    city = game.city
    if move.verb == "stand":
        _stand_off(game, seat, city, rng, log)
    else:
        _siege(game, city, rng, log)


def _siege(game: Pirates, city: int, rng: Rng, log: Log) -> None:
    if not game.garrison[city]:
        _capture(game, city, "walked_in", log)
        return
    game.city = city
    if log is not None:
        log.append(Event("besieged", {"seat": game.attacker, "target": game.defender, "city": CITIES[city]}))
    _ask_rum(game, rng, log)


def _capture(game: Pirates, city: int, key: str, log: Log) -> None:
    seat, before = game.attacker, game.owner[city]
    name = CITIES[city]
    game.note(before, f"{name}.ships", "lost")
    game.note(before, f"{name}.store", "lost")
    game.notes[seat].pop(f"{name}.ships", None)
    game.notes[seat].pop(f"{name}.store", None)
    game.owner[city] = seat
    if log is not None:
        log.append(Event(key, {"seat": seat, "from": before, "city": name}, reveals=True))
    forget(game)
    game.open_port(seat, "end", log)


def _siege_battle(game: Pirates, rng: Rng, log: Log) -> None:
    a, d, city = game.attacker, game.defender, game.city
    name = CITIES[city]
    garrison = game.garrison[city]
    outcome = _compare(game.ships[a], garrison)
    game.note(d, f"p{a}.ships", "siege")
    game.note(a, f"{name}.ships", "siege")
    _told(game, "siege", garrison, outcome, log)
    if outcome == "won":
        _capture(game, city, "captured", log)
        return
    if outcome == "draw":
        game.end_turn(rng, log)
        return
    cargo = cards.cargo_names(game.hold[a])
    if game.hold[a]:
        game.touch(f"{name}.store")
    game.touch(f"{name}.ships")
    garrison += game.ships[a]
    game.store[city] += game.hold[a]
    game.ships[a], game.hold[a] = [], []
    game.touch(f"p{a}.ships")
    game.touch(f"p{a}.hold")
    game.note(a, f"{name}.ships", "siege")
    if log is not None:
        log.append(Event("spoils_faces", {"seat": d, "cargo": cargo}, (d,), None, reveals=True))
    _put_ashore(game, a, "siege", d)


_ANSWERS = {
    "enemy_port": _enemy_port,
    "spy_look": _spy_look,
    "attack": _attack,
    "answer": _answer,
    "refuge": _refuge,
    "rum_add": _rum_add,
    "feast_swap": feasts.swap,
    "feast_draw": feasts.draw,
    "spoils": _spoils,
    "cape": _cape,
    "press_siege": _press_siege,
}
