"""Everything before the first turn: goods, start rolls, servants at corsairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Decision, Event, Log
from board_library.engine.rng import Rng
from board_library.games.sesame import moves
from board_library.games.sesame.board import CARDS_OF_A_GOOD, CORSAIR_CELLS, GOODS, HARBOUR

if TYPE_CHECKING:
    from board_library.games.sesame.rules import Sesame


def deal(state: Sesame, log: Log) -> None:
    """One card of each good to everybody; then the first seat rolls (section 3)."""
    state.goods = [[1] * len(GOODS) for _ in range(state.seats)]
    state.stock = [CARDS_OF_A_GOOD - state.seats] * len(GOODS)
    state.rolling = list(range(state.seats))
    state.rolls = [[]]
    if log is not None:
        log.append(Event("game_started", {"players": state.seats}))
    ask_roll(state)


def ask_roll(state: Sesame) -> None:
    """The next seat of this round rolls."""
    state.kind = "setup_roll"
    seat = state.rolling[len(state.rolls[-1])]
    state.questions = (Decision(seat, "setup_roll", moves.ROLL, None, state.ply),)


def roll(state: Sesame, seat: int, rng: Rng, log: Log) -> None:
    """One start roll; the highest sum begins, the tied roll again."""
    a, b = rng.roll(), rng.roll()
    rolled = state.rolls[-1]
    rolled.append((seat, a, b))
    if log is not None:
        log.append(Event("start_roll", {"seat": seat, "dice": [a, b]}))
    if len(rolled) == len(state.rolling):
        best = max(one + other for _, one, other in rolled)
        leaders = [who for who, one, other in rolled if one + other == best]
        if len(leaders) == 1:
            state.rolling = []
            _banker(state, leaders[0], log)
            return
        state.rolling = leaders
        state.rolls.append([])
        if log is not None:
            log.append(Event("reroll", {"seats": leaders}))
    ask_roll(state)


def _banker(state: Sesame, seat: int, log: Log) -> None:
    state.first = seat
    if log is not None:
        log.append(Event("first_player", {"seat": seat}))
    if state.options.setup_servants:
        state.phase = "servant"
        ask_servant(state, seat)
    else:
        begin(state, log)


def ask_servant(state: Sesame, seat: int) -> None:
    """One seat after another, in turn order, may send its servant to a free corsair."""
    state.kind = "setup_servant"
    state.active = seat
    offered = tuple(move for move in moves.SETUP if move.target == HARBOUR or move.target not in state.servant)
    state.questions = (Decision(seat, "setup_servant", offered, None, state.ply),)


def place(state: Sesame, seat: int, cell: str, log: Log) -> None:
    """A servant's first place; where all corsairs are taken, the rest stay at home unasked."""
    state.servant[seat] = cell
    if log is not None:
        log.append(Event("servant_move", {"seat": seat, "from": HARBOUR, "to": cell}))
    following = (seat + 1) % state.seats
    if following == state.first or all(corsair in state.servant for corsair in CORSAIR_CELLS):
        begin(state, log)
    else:
        ask_servant(state, following)


def begin(state: Sesame, log: Log) -> None:
    """The banker's first turn."""
    state.phase = "turn"
    state.start_turn(state.first, log)
