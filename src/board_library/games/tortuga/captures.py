"""Merchant ships, and what a captor keeps (4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Log, Move
from board_library.engine.rng import Rng
from board_library.games.tortuga.captain import Card
from board_library.games.tortuga.data import CLASS, CLASSES
from board_library.games.tortuga.limits import fits_aboard, owned

if TYPE_CHECKING:
    from board_library.games.tortuga.rules import Tortuga


def capture(game: Tortuga, seat: int, rng: Rng, log: Log) -> None:  # noqa: ARG001
    """Take the next merchant ship with all it carries."""
    ship = "schooner" if game.schooner else "brig"
    deck = game.schooner if ship == "schooner" else game.brig
    paid = game.due(deck.pop())
    captain = game.captains[seat]
    captain.safe += paid
    drawn = [Card(cards.pop(), 1 << seat) for kind in CLASSES if (cards := game.deck(kind))]
    told = {"seat": seat, "ship": ship, "piastres": paid, "left": len(deck)}
    game.tell_own(log, "merchant_captured", told, (seat,), cards=drawn)
    if ship == "schooner" and not deck:
        game.tell(log, "schooners_gone")
    if game.merchants_gone:
        for kind in CLASSES:
            game.market += game.deck(kind)
            game.deck(kind).clear()
        game.market += game.disc
        game.disc = []
        game.tell(log, "merchants_gone")
    choose(game, seat, drawn, log)


def choose(game: Tortuga, seat: int, new: list[Card], log: Log) -> None:
    """Keep all of the new cards and the own where their numbers fit the rooms; else ask. Then the turn ends."""
    captain = game.captains[seat]
    game.spoils = [card.shown(1 << seat) for card in new]
    kinds = [CLASS[card.face] for card in new]
    if all(fits_aboard(captain, kind, kinds.count(kind)) for kind in CLASSES):
        game.picks = tuple([card.face for card in _everything(game, seat)])
        _take(game, seat, log)
    else:
        game.ask("keep", seat)


def _everything(game: Tortuga, seat: int) -> list[Card]:
    captain = game.captains[seat]
    return [*captain.hold, *captain.cabin, *captain.locker, *game.spoils]


def _keep(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    if move.verb == "keep":
        game.picks = (*game.picks, move.target)
        game.ask("keep", seat)
    else:
        _take(game, seat, log)


def _take(game: Tortuga, seat: int, log: Log) -> None:
    """Load what was picked, own cards before new ones; a second copy of a specialist or trophy is dropped."""
    captain = game.captains[seat]
    pool, wanted = _everything(game, seat), [*game.picks]
    game.spoils, game.picks = [], ()
    kept: list[Card] = []
    dropped: list[Card] = []
    rooms = {"cargo": captain.hold, "specialist": captain.cabin, "trophy": captain.locker}
    for cards in rooms.values():
        cards.clear()
    for card in pool:
        face, kind = card.face, CLASS[card.face]
        if face in wanted and (kind == "cargo" or not owned(captain, face, per_player=game.per_player)):
            wanted.remove(face)
            rooms[kind].append(card)
            kept.append(card)
        else:
            dropped.append(card)
    for cards in rooms.values():
        cards.sort()
    game.throw(dropped)
    told = {"seat": seat, "counts": _counts(kept), "dropped": _counts(dropped)}
    game.tell_own(log, "kept", told, (seat,), cards=kept)
    game.end_turn(log)


def _counts(cards: list[Card]) -> dict[str, int]:
    """How many cards of each class."""
    kinds = [CLASS[card.face] for card in cards]
    return {kind: kinds.count(kind) for kind in CLASSES if kind in kinds}


ANSWERS = {"keep": _keep}
