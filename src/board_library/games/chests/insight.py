"""What helps a search of Chests: a quick player, and the prospects of each seat."""

from __future__ import annotations

from board_library.engine.core import Decision, Move, State
from board_library.engine.insight import Insight, returns_of
from board_library.engine.rng import Rng
from board_library.games.chests import moves, scoring
from board_library.games.chests.cards import CARD, IS_TRAP, KIND, SHIELD
from board_library.games.chests.cards import deck as whole_deck
from board_library.games.chests.rules import Chests

NEXT = 4.5
"""Points that one more chest brings if it is no trap."""


def playout(state: State, decision: Decision, rng: Rng) -> Move:
    """A quick answer."""
    assert isinstance(state, Chests)
    offered = decision.moves
    if len(offered) == 1:
        return offered[0]
    kind = decision.kind
    if kind == "turn":
        return _draw_or_stop(state, offered)
    if kind == "end_vote":
        won = {state.team(seat) for seat in scoring.winners(state)}
        return moves.VOTE_YES if won == {state.team(decision.seat)} else moves.VOTE_NO
    if kind == "gift_to":
        return rng.choice(offered)
    takes = [move for move in offered if move.verb == "take"]
    if takes:
        return max(takes, key=lambda move: _worth(state, CARD[move.target]))
    gives = [move for move in offered if move.verb == "give"]
    return min(gives, key=lambda move: _worth(state, CARD[move.target]))


def _worth(state: Chests, card: int) -> int:
    return state.worth(card) or 5


def _draw_or_stop(state: Chests, offered: tuple[Move, ...]) -> Move:
    risk = state.sprung >= 0 and state.shield < 0
    if moves.STOP not in offered:
        return moves.DRAW
    if not risk:
        return moves.DRAW
    deck = state.deck
    traps = 0
    for card in deck:
        traps += IS_TRAP[card]
    row = state.row_sum()
    if traps * row <= (len(deck) - traps) * NEXT:
        return moves.DRAW
    if row > 6 and offered[-1].verb == "use" and KIND[CARD[offered[-1].target]] == SHIELD:
        return offered[-1]
    return moves.STOP


def features(state: Chests) -> list[list[float]]:
    """By seat what the prospects are reckoned from."""
    later = (
        (state.options.rounds - state.round) * len(whole_deck(state.options))
        if state.round < state.options.rounds
        else 0
    )
    left = len(state.deck) + later
    short = 1 / (4 + left)
    found = []
    for seat in range(state.seats):
        tally = scoring.game(state, seat)
        total = scoring.points(tally)
        held = state.held[seat]
        shields = sum(KIND[card] == SHIELD for card in held)
        turn = 1.0 if seat == state.active else 0.0
        skip = 1.0 if state.skip[seat] >= 0 else 0.0
        row = turn * state.row_sum()
        found.append(
            [
                total * short,
                total / (20 + left),
                shields * short * min(10, left),
                (len(held) - shields) * short * min(10, left),
                skip * short * min(10, left),
                turn * short * min(10, left),
                row * short,
                tally.cards * short,
            ]
        )
    return found


WEIGHTS = (0.6566, 0.5448, 0.535, 0.1394, -1.231, 0.3954, 0.3988, -0.09368)


def prospects(state: State) -> list[float]:
    """Expected returns by seat; partners have theirs in common."""
    assert isinstance(state, Chests)
    scores = [sum(w * x for w, x in zip(WEIGHTS, own, strict=True)) for own in features(state)]
    if not state.teams:
        return returns_of(scores)
    sides = [
        sum(scores[seat] for seat in range(state.seats) if state.team(seat) == side) for side in range(state.teams)
    ]
    values = returns_of(sides)
    return [values[state.team(seat)] for seat in range(state.seats)]


def outline(state: State) -> tuple[int, ...] | None:
    """What drawing or stopping hangs on: the row, the trap that counts, bonuses in use and how long the deck is."""
    assert isinstance(state, Chests)
    if state.phase != "turn":
        return None
    bonuses = (state.sprung >= 0) + 2 * (state.shield >= 0) + 4 * (state.double >= 0)
    return bonuses, min(8, state.row_sum() // 4), len(state.deck) // 6


INSIGHT = Insight(prospects=prospects, playout=playout, outline=outline, horizon=0, sure=0.5)
