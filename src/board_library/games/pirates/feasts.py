"""What Rum does instead of a fight (4.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from board_library.engine.core import Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.pirates import cards
from board_library.games.pirates.board import CITIES
from board_library.games.pirates.cards import CARGO, SHIPS, SIZE
from board_library.games.pirates.island import throw_cargo

if TYPE_CHECKING:
    from board_library.games.pirates.rules import Pirates


def sides(game: Pirates) -> tuple[int, int]:
    """Who treats whom: the host and the treated."""
    a, d = game.attacker, game.defender
    return (a, d) if game.rum_a > game.rum_d else (d, a)


def sink(game: Pirates, seat: int) -> int:
    """All cargo of a fleet goes to the discard, seen by its captain alone; how much it was."""
    lost = game.hold[seat]
    throw_cargo(game, lost, 1 << seat)
    game.hold[seat] = []
    if lost:
        game.touch(f"p{seat}.hold")
    return len(lost)


def _feast(game: Pirates, kind: str, log: Log, more: dict[str, Any] | None = None) -> None:
    if log is None:
        return
    told: dict[str, Any] = {"kind": kind, "cargo_lost_n": game.sunk, "ships_swapped": list(game.swapped)}
    if game.rum_a == game.rum_d:
        told |= {"seat": game.attacker, "target": game.defender}
    else:
        host, treated = sides(game)
        told |= {"seat": host, "host": host, "treated": treated}
    if game.city >= 0:
        told["city"] = CITIES[game.city]
    log.append(Event("feast", told | (more or {}), reveals=True))


# ---- at sea


def at_sea(game: Pirates, rng: Rng, log: Log) -> None:
    """Equal Rum: both lose their cargo. Else the treated side loses it, and one ship against one of the host's."""
    if game.rum_a == game.rum_d:
        game.sunk = sink(game, game.attacker) + sink(game, game.defender)
        _feast(game, "sea", log)
        game.end_turn(rng, log)
        return
    host, treated = sides(game)
    game.sunk = sink(game, treated)
    game.note(host, f"p{treated}.ships", "feast")
    if log is not None:
        faces = cards.ship_names(sorted(game.ships[treated]))
        log.append(Event("feast_faces", {"seat": host, "target": treated, "ships": faces}, (host,), None, reveals=True))
    game.stage = "take"
    game.ask("feast_swap", host)


def swap(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    """The host takes a ship of the treated side, then gives one that it held before."""
    treated = sides(game)[1]
    mine, theirs = game.ships[seat], game.ships[treated]
    k = int(move.target.partition(":")[2]) - 1
    game.touch(f"p{seat}.ships")
    if move.verb == "take":
        kind = sorted(theirs)[k]
        theirs.remove(kind)
        mine.append(kind)
        game.stage = "give"
        game.swapped = (SIZE[kind],)
    else:
        kind = mine.pop(k)
        theirs.append(kind)
        game.swapped = (*game.swapped, SIZE[kind])
    game.touch(f"p{treated}.ships")
    game.note(seat, f"p{treated}.ships", "feast")
    if move.verb == "take":
        game.ask("feast_swap", seat)
        return
    _feast(game, "sea", log)
    game.end_turn(rng, log)


# ---- in a city


def in_city(game: Pirates, rng: Rng, log: Log) -> None:
    """More Rum outside: a blind exchange. Equal: a hangover. More inside: the city takes blindly."""
    if game.rum_a > game.rum_d:
        game.stage = "ship"
        game.ask("feast_draw", game.attacker)
    elif game.rum_a == game.rum_d:
        game.status[game.attacker] = "hangover"
        _feast(game, "city", log)
        game.end_turn(rng, log)
    else:
        _city_takes(game, rng, log)


def _blind(pile: list[int], names: tuple[str, ...], rng: Rng) -> int:
    """Take one card of a pile by chance."""
    told = [names[kind] for kind in pile]
    return pile.pop(told.index(rng.choice(told)))


def draw(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    """The feasting attacker draws a ship and puts one in, then perhaps a cargo card."""
    city = game.city
    name = CITIES[city]
    verb, target = move
    if verb == "draw":
        is_ship = target == "ship"
        pile, own = (game.garrison[city], game.ships[seat]) if is_ship else (game.store[city], game.hold[seat])
        own.append(_blind(pile, SHIPS if is_ship else CARGO, rng))
        _moved(game, seat, name, is_ship=is_ship)
        if is_ship:
            game.swapped = (SIZE[own[-1]],)
        else:
            game.spies_seen[city] = 0
        if log is not None:
            drawn = (SHIPS if is_ship else CARGO)[own[-1]]
            log.append(Event("blind_faces", {"seat": seat, "cards": [drawn]}, (seat,), None, reveals=True))
        game.stage = f"give_{target}"
        game.ask("feast_draw", seat)
        return
    if verb == "give":
        place, _, number = target.partition(":")
        k = int(number) - 1
        if place == "ship":
            kind = game.ships[seat].pop(k)
            game.garrison[city].append(kind)
            game.swapped = (*game.swapped, SIZE[kind])
        else:
            game.store[city].append(game.hold[seat].pop(k))
        _moved(game, seat, name, is_ship=place == "ship")
    over = game.stage in ("give_cargo", "cargo")
    swapped_cargo = game.stage == "give_cargo"
    if not over and game.hold[seat] and game.store[city]:
        game.stage = "cargo"
        game.ask("feast_draw", seat)
        return
    _feast(game, "city", log, {"cargo_swapped_n": int(swapped_cargo)})
    game.end_turn(rng, log)


def _moved(game: Pirates, seat: int, name: str, *, is_ship: bool) -> None:
    if is_ship:
        game.touch(f"p{seat}.ships")
        game.touch(f"{name}.ships")
    else:
        game.touch(f"p{seat}.hold")
        game.touch(f"{name}.store")


def _city_takes(game: Pirates, rng: Rng, log: Log) -> None:
    seat, owner, city = game.attacker, game.defender, game.city
    name = CITIES[city]
    ships, hold = game.ships[seat], game.hold[seat]
    taken = [_blind(ships, SHIPS, rng)]
    faces = [SHIPS[taken[0]]]
    if hold:
        kind = _blind(hold, CARGO, rng)
        game.store[city].append(kind)
        faces.append(CARGO[kind])
        game.sunk = 1
        _moved(game, seat, name, is_ship=False)
    elif ships:
        taken.append(_blind(ships, SHIPS, rng))
        faces.append(SHIPS[taken[1]])
    game.garrison[city] += taken
    _moved(game, seat, name, is_ship=True)
    game.swapped = tuple(cards.sizes(taken))
    _feast(game, "city", log)
    if log is not None:
        log.append(Event("blind_faces", {"seat": owner, "cards": faces}, (owner,), None, reveals=True))
    if ships:
        game.end_turn(rng, log)
        return
    game.victim, game.cause = seat, "feast"
    game.ask("cape", owner)
