"""What a seat or a spectator may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from board_library.engine.core import View
from board_library.games.chests import scoring
from board_library.games.chests.cards import CARDS, IS_TRAP, KIND, KINDS, MINUS5_POINTS, VALUE, names

if TYPE_CHECKING:
    from board_library.games.chests.table import Table


def view(state: Table, seat: int | None) -> View:
    """The white list, as JSON values. All but the sealed votes is the same for everybody.

    A card is {``id``, ``kind``, ``value``: points of a treasure or 0, ``doubled``, ``worth``: value with its Double}.

    * ``phase``: turn, snatch_pick, theft_pick, swap_pick, swap_take, gift_pick, gift_to, end_vote, over.
      ``active``: whose turn, None when over. ``first``: who began this round. ``round``, ``rounds``: which of how many.
    * ``deck``: number of cards. ``left``: {kind: number} of what is in it (public: all other cards lie open).
      ``treasures_left``: {value: number}. ``traps_left``. ``odds``: {"trap": n, "of": m} for the next card, None if
      there is none.
    * ``discard``: cards, in the order in which they came there.
    * ``row``: cards, in order. ``row_sum``: what it is worth. ``at_risk``: what the next trap would burn: the row once
      a trap counts this turn and no Shield is active, else 0. ``traps``: 0 or 1. ``trap``: the trap that counts, or
      None. ``drawn``: draws this turn.
    * ``double``, ``shield``: the active bonus, or None. ``played``: the card whose question is open, or None.
      ``given``: the card already chosen for a Swap or a Gift, or None.
    * ``seats``: by seat ``team`` (None without teams), ``treasury``, ``held``, ``penalties`` (each with ``loss``),
      ``jackpots``, ``skip`` (the card, or None), ``total`` of this round, ``game`` (total of all rounds), ``proposed``.
    * ``teams``: totals of the game by team, else None.
    * ``voted``: by seat whether its vote is in, None if there is no vote; ``vote``: the viewer's own sealed vote.
    * ``history``: by finished round the scores by seat.
    * ``question``: None, or ``kind`` and ``seats`` asked.
    * ``winners``: seats, when over. ``tiebreak``: what decided (points, minus5, cards, shared), else None.
    """
    over = state.phase == "over"
    voting = state.phase == "end_vote"
    left = dict.fromkeys(KINDS, 0)
    treasures: dict[str, int] = {}
    traps = 0
    for card in sorted(state.deck):
        left[KIND[card]] += 1
        traps += IS_TRAP[card]
        if VALUE[card]:
            treasures[str(VALUE[card])] = treasures.get(str(VALUE[card]), 0) + 1
    row_sum = state.row_sum()
    asked = [decision.seat for decision in state.questions]
    totals = [scoring.points(scoring.game(state, other)) for other in range(state.seats)]
    return {
        "phase": state.phase,
        "active": None if over else state.active,
        "first": state.first,
        "round": state.round,
        "rounds": state.options.rounds,
        "deck": len(state.deck),
        "left": {kind: count for kind, count in left.items() if count},
        "treasures_left": treasures,
        "traps_left": traps,
        "odds": {"trap": traps, "of": len(state.deck)} if state.deck and not over else None,
        "discard": [_card(state, card) for card in state.discard],
        "row": [_card(state, card) for card in state.row],
        "row_sum": row_sum,
        "at_risk": row_sum if state.sprung >= 0 and state.shield < 0 else 0,
        "traps": int(state.sprung >= 0),
        "trap": _one(state, state.sprung),
        "drawn": state.drawn,
        "double": _one(state, state.double),
        "shield": _one(state, state.shield),
        "played": _one(state, state.played),
        "given": _one(state, state.given),
        "seats": [_seat(state, other, totals[other]) for other in range(state.seats)],
        "teams": [sum(totals[team :: state.teams]) for team in range(state.teams)] if state.teams else None,
        "voted": [vote is not None for vote in state.votes] if voting else None,
        "vote": _own_vote(state, seat),
        "history": [[scoring.points(tally) for tally in tallies] for tallies in state.history],
        "question": {"kind": state.phase, "seats": asked} if asked else None,
        "winners": scoring.winners(state) if over else [],
        "tiebreak": scoring.tiebreak(state) if over else None,
    }


def _own_vote(state: Table, seat: int | None) -> str | None:
    vote = None if seat is None else state.votes[seat]
    return None if vote is None else "yes" if vote else "no"


def _card(state: Table, card: int) -> dict[str, Any]:
    return {
        "id": CARDS[card],
        "kind": KIND[card],
        "value": VALUE[card],
        "doubled": card in state.under,
        "worth": state.worth(card),
    }


def _one(state: Table, card: int) -> dict[str, Any] | None:
    return _card(state, card) if card >= 0 else None


def _seat(state: Table, seat: int, total: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "team": state.team(seat) if state.teams else None,
        "treasury": [_card(state, card) for card in state.treasury[seat]],
        "held": [_card(state, card) for card in state.held[seat]],
        "penalties": [
            _card(state, card) | {"loss": state.losses.get(card, MINUS5_POINTS)} for card in state.penalties[seat]
        ],
        "jackpots": names(state.jackpots[seat]),
        "skip": _one(state, state.skip[seat]),
        "total": scoring.points(scoring.now(state, seat)),
        "game": total,
        "proposed": bool(state.proposed >> seat & 1),
    }
