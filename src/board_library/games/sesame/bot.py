"""Programs that play Sesame: the zombie for an absent seat, and a greedy player with a plan."""

from __future__ import annotations

from board_library.engine.core import Move, Observer
from board_library.games.sesame.board import PORT, SELL

WAYS_TO_ROLL = {n: 6 - abs(n - 7) for n in range(2, 13)}


def zombie(observer: Observer) -> Move:
    """The move of an absent seat (section 12): it stays where it is, trades nothing, leaves its servant alone."""
    decision, view = observer.decision, observer.view
    kind, answers = decision.kind, decision.moves
    if kind == "setup_servant":
        return _coded("servant s0", answers)
    if kind == "turn_pre":
        own = view["seats"][decision.seat]
        cell = own["pawn"]
        if own["place"] == "market":
            return _coded("go " + (SELL[0] if cell == PORT else "g" + cell[1:] if cell[0] == "c" else cell), answers)
        if own["place"] == "sorcerer":
            return _coded(f"ask p{(decision.seat + 1) % len(view['seats'])}", answers)
        return next(move for move in answers if move.verb != "servant")
    if kind == "shop":
        return _coded("pass shop", answers)
    if kind == "name":
        return min(answers, key=lambda move: (WAYS_TO_ROLL[int(move.target)], int(move.target)))
    if kind == "turn_post":
        return _coded("end turn", answers)
    return answers[0]


def _coded(code: str, answers: tuple[Move, ...]) -> Move:
    return next(move for move in answers if move.code == code)


def greedy(observer: Observer) -> Move:
    """To come."""
    return zombie(observer)
