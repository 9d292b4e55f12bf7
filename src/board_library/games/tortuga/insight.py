"""What helps a search of Pirates of Tortuga: the prospects of each seat. Playouts follow the seasoned one."""

from __future__ import annotations

from board_library.engine.core import State
from board_library.engine.insight import Insight, returns_of
from board_library.games.tortuga import bot
from board_library.games.tortuga.captain import Captain
from board_library.games.tortuga.data import CARGO, GUARDS, RED, SELL, WIN_CARGO, WIN_PIASTRES
from board_library.games.tortuga.state import Table

UNSAFE = 0.9
"""The part that counts of what is not yet in a bank."""

WORTH_GUARDING = 5000
"""Piastres in banks from which on guards count in full."""

PROGRESS, WATCH, WALL, HUNTS, FIGHTERS = 2.56, 0.086, 0.25, 0.10, 0.028
"""Logarithms of odds, fitted to 402 games of greedy players: the square of the way made to the nearer victory, a red
man of the garrison, a fortification, a crew that can capture merchants, a red man aboard."""


def prospects(state: State) -> list[float]:
    """Expected returns by seat."""
    assert isinstance(state, Table)
    need = 0 if state.merchants_gone else GUARDS["schooner" if state.schooner else "brig"]
    return returns_of([_odds(captain, need) for captain in state.captains])


def _odds(captain: Captain, need: int) -> float:
    guards = sum(RED[card.face] for card in captain.gar)
    fighters = sum(RED[card.face] for card in captain.crew)
    return (
        PROGRESS * _progress(captain) ** 2
        + WATCH * guards * min(1.0, captain.banked / WORTH_GUARDING)
        + WALL * captain.fort
        + HUNTS * (captain.men > need)
        + FIGHTERS * fighters
    )


def _progress(captain: Captain) -> float:
    """How much of the way is made to the nearer victory, in money or in cargo."""
    goods = sum(SELL[card.face] for room in (captain.hold, captain.cabin, captain.locker) for card in room)
    wealth = captain.banked + UNSAFE * (captain.safe + captain.port + goods)
    places = [captain.hold, captain.portc, *captain.wh]
    cargo = max(sum(card.face == kind for cards in places for card in cards) for kind in CARGO)
    return min(1.0, max(wealth / WIN_PIASTRES, cargo / WIN_CARGO))


def turn(state: State) -> int:
    """Whose turn it is: in a fight or a deal the other captain is asked too."""
    assert isinstance(state, Table)
    return state.active


INSIGHT = Insight(usual=bot.seasoned, prospects=prospects, turn=turn, horizon=8, sure=3.0)
