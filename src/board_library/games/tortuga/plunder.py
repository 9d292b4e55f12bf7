"""The loot of a taken city, after what its owner can save (4.5 e)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Log, Move
from board_library.engine.rng import Rng
from board_library.games.tortuga.captain import Card
from board_library.games.tortuga.captures import choose

if TYPE_CHECKING:
    from board_library.games.tortuga.rules import Tortuga


def begin(game: Tortuga, rng: Rng, log: Log) -> None:
    """Ask the owner what he saves, where he could have such a card; then the looting begins."""
    owner = game.captains[game.defender]
    game.spoils = []
    if owner.has_store or owner.portt:
        game.ask("guard", game.defender)
    else:
        _port(game, rng, log)


def _guard(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "guard":
        face = move.target
        game.spend(seat, game.captains[seat].where(face, city=True), face)
        game.guards = tuple(sorted((*game.guards, face)))
        game.tell(log, "guarded", seat=seat, card=face)
        game.ask("guard", seat)
    else:
        _port(game, rng, log)


def _port(game: Tortuga, rng: Rng, log: Log) -> None:
    owner = game.captains[game.defender]
    if "hidden_cache" not in game.guards:
        taken = [*owner.portc, *owner.ports, *owner.portt]
        owner.portc, owner.ports, owner.portt = [], [], []
        piastres, owner.port = owner.port, 0
        game.captains[game.attacker].safe += piastres
        _looted(game, ("port", 0), taken, piastres, log)
    count = len(owner.wh)
    if count and "guard_dogs" not in game.guards:
        if count > 1:
            game.ask("warehouse", game.attacker)
            return
        _take_warehouse(game, 0, log)
    _bank(game, rng, log)


def _looted(game: Tortuga, place: tuple[str, int], cards: list[Card], piastres: int, log: Log) -> None:
    """Cards come to the spoils, piastres are in the safe already; ``place`` is a zone and its slot, or 0."""
    game.spoils += [card.shown(1 << game.attacker) for card in cards]
    told = {
        "seat": game.attacker,
        "target": game.defender,
        "zone": place[0],
        "slot": place[1],
        "count": len(cards),
        "piastres": piastres,
    }
    game.tell_own(log, "looted", told, (game.attacker, game.defender), cards=cards)


def _take_warehouse(game: Tortuga, k: int, log: Log) -> None:
    warehouse = game.captains[game.defender].wh[k]
    taken = warehouse[:]
    warehouse.clear()
    _looted(game, ("warehouse", k + 1), taken, 0, log)


def _warehouse(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    _take_warehouse(game, slot(move), log)
    _bank(game, rng, log)


def slot(move: Move) -> int:
    """The place that ``loot p1:w2`` names, from 0."""
    return int(move.target.partition(":")[2][1:]) - 1


def _bank(game: Tortuga, rng: Rng, log: Log) -> None:
    count = len(game.captains[game.defender].banks)
    if count and "bank_lock" not in game.guards:
        if count > 1:
            game.ask("bank", game.attacker)
            return
        _take_bank(game, 0, log)
    _rest(game, rng, log)


def _take_bank(game: Tortuga, k: int, log: Log) -> None:
    banks = game.captains[game.defender].banks
    piastres, banks[k] = banks[k], 0
    game.captains[game.attacker].safe += piastres
    _looted(game, ("bank", k + 1), [], piastres, log)


def _bank_named(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    _take_bank(game, slot(move), log)
    _rest(game, rng, log)


def _rest(game: Tortuga, rng: Rng, log: Log) -> None:
    """One random specialist of the house and one random trophy of the store."""
    owner = game.captains[game.defender]
    for room in ("house", "store"):
        faces = owner.faces(room)
        if faces:
            _looted(game, (room, 0), [owner.take(room, rng.choice(faces))], 0, log)
    choose(game, game.attacker, game.spoils, log)


ANSWERS = {"guard": _guard, "warehouse": _warehouse, "bank": _bank_named}
