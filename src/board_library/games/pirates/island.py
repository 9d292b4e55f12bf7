"""Treasure Island: both decks, visits of a bay (4.4), captains put ashore (4.9), and drawing (4.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.pirates import cards
from board_library.games.pirates.board import BAYS, CAPE_CELLS, CITY
from board_library.games.pirates.cards import SIZE

if TYPE_CHECKING:
    from board_library.games.pirates.rules import Pirates

KINDS = frozenset({"tavern", "grotto", "recruit", "rescue"})
SHORE = frozenset((*BAYS, *CAPE_CELLS))


def land(game: Pirates, seat: int) -> None:
    """A fleet lands in a bay by its own will: tavern first, then grotto."""
    game.lock[seat] = True
    game.out = game.came = ()
    game.cargo_out = game.cargo_in = 0
    game.ask("tavern", seat)


def answer(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    """Answer a question of the island."""
    if game.kind == "tavern":
        _tavern(game, seat, move, rng, log)
    elif game.kind == "grotto":
        _grotto(game, seat, move, rng, log)
    elif move.verb == "hire":
        drawn = _draw_ships(game, seat, int(move.target), rng, log)
        game.came = tuple(cards.sizes(drawn))
        game.stage = "draw"
        game.ask("recruit", seat)
    elif move.verb == "rescue":
        _rescue(game, seat, move)
    else:
        _hired(game, seat, int(move.target), rng, log)


def _tavern(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "drop":
        kind = game.ships[seat].pop(_place(move))
        game.out = (*game.out, SIZE[kind])
        game.touch(f"p{seat}.ships")
        throw_ships(game, [kind], seat)
        game.ask("tavern", seat)
        return
    drawn = _draw_ships(game, seat, int(move.target), rng, log)
    game.came = tuple(cards.sizes(drawn))
    game.ask("grotto", seat)


def _grotto(game: Pirates, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "drop":
        kind = game.hold[seat].pop(_place(move))
        game.cargo_out += 1
        game.touch(f"p{seat}.hold")
        throw_cargo(game, [kind], 1 << seat)
        game.ask("grotto", seat)
        return
    game.cargo_in = len(_draw_cargo(game, seat, int(move.target), rng, log))
    if log is not None:
        told = {
            "seat": seat,
            "ships_out": list(game.out),
            "ships_in": list(game.came),
            "cargo_out_n": game.cargo_out,
            "cargo_in_n": game.cargo_in,
        }
        log.append(Event("island", told))
    _clear_visit(game)
    game.end_turn(rng, log)


def _clear_visit(game: Pirates) -> None:
    game.out = game.came = ()
    game.cargo_out = game.cargo_in = 0
    game.stage = ""


def public_works(game: Pirates, seat: int, rng: Rng, log: Log) -> None:
    """The penalty turn: shuffle both decks together with their discards."""
    game.tavern += [kind for kind, _ in game.ship_discard]
    game.grotto += [kind for kind, _ in game.cargo_discard]
    game.ship_discard, game.cargo_discard = [], []
    game.under = 0
    rng.shuffle(game.tavern)
    rng.shuffle(game.grotto)
    game.status[seat] = "recruiting"
    if log is not None:
        told = {"seat": seat, "tavern_n": len(game.tavern), "grotto_n": len(game.grotto)}
        log.append(Event("works", told))


def recruit(game: Pirates, seat: int) -> bool:
    """Let a captain on a cape hire a crew, or rescue a ship of his own; False if there is none of either."""
    if game.tavern or game.ship_discard:
        game.stage = "hire"
        game.ask("recruit", seat)
        return True
    if game.options.rescue_ship and any(game.garrison[city] for city in game.cities(seat)):
        game.stage = "ship"
        game.ask("rescue", seat)
        return True
    return False


def _rescue(game: Pirates, seat: int, move: Move) -> None:
    name, _, number = move.target.partition(":")
    kind = game.garrison[CITY[name]].pop(int(number) - 1)
    game.ships[seat].append(kind)
    game.came = (SIZE[kind],)
    game.touch(f"{name}.ships")
    game.touch(f"p{seat}.ships")
    game.stage = "draw"
    game.ask("rescue", seat)


def _hired(game: Pirates, seat: int, n: int, rng: Rng, log: Log) -> None:
    """The crew is there: take cargo, and put to sea in the same turn."""
    drawn = _draw_cargo(game, seat, n, rng, log)
    if log is not None:
        key = "rescued" if game.kind == "rescue" else "recruited"
        log.append(Event(key, {"seat": seat, "ships": list(game.came), "cargo_n": len(drawn)}))
    _clear_visit(game)
    game.status[seat] = "free"
    game.lock[seat] = True
    game.ask("sail", seat)


# ---- decks


def throw_ships(game: Pirates, ships: list[int], seat: int) -> None:
    """Ships go to the discard; only ``seat`` knows their faces."""
    game.ship_discard += [(kind, 1 << seat) for kind in ships]


def throw_cargo(game: Pirates, cargo: list[int], mask: int) -> None:
    """Cargo goes to the discard; ``mask`` says who knows it."""
    game.cargo_discard += [(kind, mask) for kind in cargo]


def _draw_ships(game: Pirates, seat: int, n: int, rng: Rng, log: Log) -> list[int]:
    drawn: list[int] = []
    while len(drawn) < n:
        if not game.tavern:
            if not game.ship_discard:
                break
            game.tavern = [kind for kind, _ in game.ship_discard]
            game.ship_discard = []
            rng.shuffle(game.tavern)
            _reshuffled("tavern", len(game.tavern), log)
        drawn.append(game.tavern.pop())
    if drawn:
        game.ships[seat] += drawn
        game.touch(f"p{seat}.ships")
        if log is not None:
            told = {"seat": seat, "ships": cards.ship_names(drawn)}
            public = {"seat": seat, "sizes": cards.sizes(drawn)}
            log.append(Event("drawn_faces", told | public, (seat,), public, reveals=True))
    return drawn


def _draw_cargo(game: Pirates, seat: int, n: int, rng: Rng, log: Log) -> list[int]:
    drawn: list[int] = []
    while len(drawn) < n:
        if not game.grotto:
            if not game.cargo_discard:
                break
            game.grotto = [kind for kind, _ in game.cargo_discard]
            game.cargo_discard = []
            rng.shuffle(game.grotto)
            _reshuffled("grotto", len(game.grotto), log)
        drawn.append(game.grotto.pop())
        game.under = min(game.under, len(game.grotto))
    if drawn:
        game.hold[seat] += drawn
        game.touch(f"p{seat}.hold")
        if log is not None:
            told = {"seat": seat, "cargo": cards.cargo_names(drawn)}
            log.append(Event("drawn_faces", told, (seat,), {"seat": seat, "cargo_n": len(drawn)}, reveals=True))
    return drawn


def _reshuffled(deck: str, n: int, log: Log) -> None:
    if log is not None:
        log.append(Event("reshuffled", {"deck": deck, "n": n}))


def _place(move: Move) -> int:
    return int(move.target.partition(":")[2]) - 1
