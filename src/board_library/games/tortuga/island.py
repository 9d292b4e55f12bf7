"""A visit of Tortuga: market, hiring, building, the brig, public work (4.3, 4.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Log, Move
from board_library.engine.rng import Rng
from board_library.games.tortuga import deals
from board_library.games.tortuga.captain import EVERYBODY, ROOMS, Card
from board_library.games.tortuga.data import (
    BRIG_PRICE,
    BUY,
    CLASS,
    FORTS,
    PIRATES_PRICE,
    RECRUITS,
    SELL,
    SIZE,
    WORKERS,
    build_price,
)  # fmt: skip

if TYPE_CHECKING:
    from board_library.games.tortuga.rules import Tortuga


def _tortuga(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    verb, target = move
    if verb == "leave":
        sail(game, seat, log)
        return
    if verb == "offer":
        deals.begin(game, seat, int(target[1:]))
        return
    game.steps += 1
    if verb in ("hire", "recruit", "work"):
        _hire(game, seat, verb, rng, log)
        return
    if verb == "sell":
        _sell(game, seat, target, log)
    elif target == "brig":
        safe, bank = game.captains[seat].pay(BRIG_PRICE)
        game.captains[seat].ship = "brig"
        game.tell(log, "brig_bought", seat=seat, price=BRIG_PRICE, safe=safe, bank=bank)
    elif verb == "buy":
        _buy(game, seat, target, log)
    else:
        _build(game, seat, target, log, architect=verb == "architect")
    game.go_on()


def sail(game: Tortuga, seat: int, log: Log) -> None:
    """Leave the island; the turn is over."""
    game.captains[seat].loc = "sea"
    game.tell(log, "sailed", seat=seat)
    game.end_turn(log)


def _sell(game: Tortuga, seat: int, face: str, log: Log) -> None:
    captain = game.captains[seat]
    captain.take(ROOMS[CLASS[face]].ship, face)
    price = game.due(SELL[face])
    captain.safe += price
    game.market.append(face)
    game.tell(log, "sold", seat=seat, card=face, price=price)


def _buy(game: Tortuga, seat: int, face: str, log: Log) -> None:
    captain = game.captains[seat]
    safe, bank = captain.pay(BUY[face])
    game.market.remove(face)
    captain.put(ROOMS[CLASS[face]].ship, Card(face, EVERYBODY))
    game.tell(log, "bought", seat=seat, card=face, price=BUY[face], safe=safe, bank=bank)


def _build(game: Tortuga, seat: int, what: str, log: Log, *, architect: bool) -> None:
    captain = game.captains[seat]
    if architect:
        game.spend(seat, "cabin", "architect")
    price = build_price(what, architect=architect)
    safe, bank = captain.pay(price)
    if what == "warehouse":
        captain.wh.append([])
    elif what == "bank":
        captain.banks.append(0)
    elif what in FORTS:
        captain.fort += 1
    else:
        setattr(captain, f"has_{what}", True)
    game.tell(log, "built", seat=seat, what=what, price=price, safe=safe, bank=bank, architect=architect)


# ---- pirates


def _hire(game: Tortuga, seat: int, way: str, rng: Rng, log: Log) -> None:
    captain = game.captains[seat]
    told: dict[str, object] = {"seat": seat}
    if way == "hire":
        safe, bank = captain.pay(PIRATES_PRICE)
        told |= {"price": PIRATES_PRICE, "safe": safe, "bank": bank}
        n = 1
    elif way == "recruit":
        game.spend(seat, "cabin", "recruiter")
        n = RECRUITS
    else:
        game.shuffle_pirates(rng)
        game.side = "work"
        n = WORKERS
    drawn = game.draw(seat, n, rng, log)
    captain.crew += drawn
    key = {"hire": "hired", "recruit": "recruited", "work": "worked"}[way]
    game.tell_own(log, key, {**told, "sizes": [SIZE[card.face] for card in drawn]}, (seat,), cards=drawn)
    if captain.free("crew") < 0:
        game.ask("crew", seat)
    else:
        _hired(game, seat, log)


def _hired(game: Tortuga, seat: int, log: Log) -> None:
    if game.side == "work":
        game.side = ""
        sail(game, seat, log)
    else:
        game.go_on()


def _crew(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    if move.verb == "keep":
        game.picks = (*game.picks, move.target)
        game.ask("crew", seat)
        return
    captain = game.captains[seat]
    dismissed = keep_slots(captain.crew, game.picks)
    game.picks = ()
    game.throw(dismissed)
    game.tell(log, "dismissed", seat=seat, sizes=[SIZE[card.face] for card in dismissed])
    _hired(game, seat, log)


def keep_slots(cards: list[Card], picks: tuple[str, ...]) -> list[Card]:
    """Leave only the cards of the picked slots (``pool:3``), in their order; returns the others."""
    kept = {int(pick.partition(":")[2]) - 1 for pick in picks}
    others = [card for k, card in enumerate(cards) if k not in kept]
    cards[:] = [card for k, card in enumerate(cards) if k in kept]
    return others


ANSWERS = {"tortuga": _tortuga, "crew": _crew}
