"""The checked door: everything that comes from outside a program goes through here.

``State.apply`` trusts its caller; ``check`` and ``play`` do not.
"""

from __future__ import annotations

import re

from board_library.engine.core import Decision, Log, Move, State
from board_library.engine.errors import GameOver, MalformedMove, NotAsked, NotOffered, StaleQuestion
from board_library.engine.rng import Rng

_MOVER = re.compile(r"[Pp]([0-9]): *(.*)", re.DOTALL)


def check(state: State, seat: int, code: str, opened: int | None = None) -> Move:
    """The move that ``code`` stands for, if the open question of ``seat`` offers it; else a typed error.

    ``opened`` is the ply at which the answered question was asked, None to answer whatever is open. Changes nothing.
    """
    move = Move.parse(code)
    decision = state.decision(seat)
    if decision is None:
        if not state.pending():
            msg = f"the game is over: {code!r}"
            raise GameOver(msg, code=code)
        if opened is not None:
            msg = f"seat {seat} answers a question of ply {opened}, but is not asked now"
            raise StaleQuestion(msg, code=code)
        msg = f"seat {seat} is not asked now: {code!r}"
        raise NotAsked(msg, code=code)
    if opened is not None and opened != decision.opened:
        msg = f"seat {seat} answers a question of ply {opened}, the open one is of ply {decision.opened}"
        raise StaleQuestion(msg, code=code)
    if move not in decision.moves and not decision.offers(move):
        msg = f"seat {seat} cannot play {code!r} now; {decision.kind} offers: {_offer(decision)}"
        raise NotOffered(msg, code=code, kind=decision.kind)
    return move


def play(state: State, *steps: str, rng: Rng, log: Log = None) -> State:
    """Play checked moves on ``state`` itself: ``play(state, "draw deck", "P1: vote yes", rng=rng)``.

    A step without a mover is played by the only seat asked. Each step raises ``state.ply`` by one. Raises a
    :class:`MoveError` that names the first step that cannot be played; those before it stay played.
    """
    for step in steps:
        seat, code = mover(state, step)
        move = check(state, seat, code)
        state.ply += 1
        state.apply(seat, move, rng, log)
    return state


REFUSALS = ("done", "skip")
"""Verbs that refuse, or end a list of answers."""


def by_itself(decision: Decision) -> Move | None:
    """The answer that the table gives to a secret question by itself: a refusal, where nothing else can be answered.

    Whoever might hold a card is asked alike; who has none need not say so by hand.
    """
    only = decision.moves[0] if len(decision.moves) == 1 and decision.amount is None else None
    return only if decision.secret and only is not None and only.verb in REFUSALS else None


def mover(state: State, step: str) -> tuple[int, str]:
    """Split ``"P1: vote yes"`` into seat and the rest; without a mover it is the only seat asked."""
    found = _MOVER.fullmatch(step)
    if found is not None:
        return int(found[1]), found[2].strip()
    seats = {decision.seat for decision in state.pending()}
    if len(seats) == 1:
        return seats.pop(), step.strip()
    if not seats:
        msg = f"the game is over: {step!r}"
        raise GameOver(msg, code=step)
    msg = f"several seats are asked ({sorted(seats)}): write P0: before {step!r}"
    raise MalformedMove(msg, code=step)


def _offer(decision: Decision) -> str:
    parts = [move.code for move in decision.moves]
    if decision.amount is not None:
        parts.append(f"{decision.amount.verb} {decision.amount.low}..{decision.amount.high}")
    return ", ".join(parts)
