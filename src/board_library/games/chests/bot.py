"""Programs that play Chests: the zombie for an absent seat, and a greedy player that knows the odds."""

from __future__ import annotations

from board_library.engine.core import Move, Observer
from board_library.games.chests.cards import CARD
from board_library.games.chests.rules import Chests


def zombie(observer: Observer) -> Move:
    """The move of an absent seat (section 12)."""
    decision, world = observer.decision, observer.world
    assert isinstance(world, Chests)
    offered = {move.code: move for move in decision.moves}
    if decision.kind == "turn":
        return offered.get("stop row") or offered["draw deck"]
    if decision.kind in ("snatch_pick", "theft_pick"):
        return max(decision.moves, key=lambda move: world.worth(CARD[move.target]))
    if decision.kind == "gift_pick":
        return min(decision.moves, key=lambda move: world.worth(CARD[move.target]))
    if decision.kind == "gift_to":
        return offered[f"to p{world.opponents(decision.seat)[0]}"]
    return offered["vote no" if decision.kind == "end_vote" else "decline swap"]


def greedy(observer: Observer) -> Move:
    """To come."""
    return zombie(observer)
