"""What helps a search of Treasure Map: a quick player, and the prospects of each seat."""

from __future__ import annotations

from board_library.engine.core import Decision, Move, State
from board_library.engine.insight import Insight, returns_of
from board_library.engine.rng import Rng
from board_library.games.treasure_map import moves
from board_library.games.treasure_map.cards import ANCHOR, CARD, CHEST, KEY, SUIT, SUIT_NUMBER, VALUE
from board_library.games.treasure_map.rules import TreasureMap
from board_library.games.treasure_map.scoring import points

A_CARD = 0.3
"""Points that a card is worth which does not raise its stack."""

NEXT = 3.5
"""Points that one more card brings if it does not bust."""

BUSTS = -100.0
"""Worse than any other answer."""


def playout(state: State, decision: Decision, rng: Rng) -> Move:
    """A quick answer."""
    assert isinstance(state, TreasureMap)
    offered = decision.moves
    if len(offered) == 1:
        return offered[0]
    kind = decision.kind
    if kind == "action":
        return _draw_or_rob(state)
    held = 0
    for card in state.raid:
        held |= 1 << SUIT[card]
    if kind == "orb":
        return moves.LOOK[held >> SUIT[state.deck[-1 - state.info[2]]] & 1]
    if kind in _WORTH:
        worth = _WORTH[kind]
        return max(offered, key=lambda move: worth(state, move, held))
    return rng.choice(offered)


def _draw_or_rob(state: TreasureMap) -> Move:
    bank = state.banks[state.active]
    held, loss = 0, 0.0
    for card in state.raid:
        suit, value = SUIT[card], VALUE[card]
        held |= 1 << suit
        if suit == ANCHOR and not state.off & 1:
            loss = 0.0
        stack = bank[suit]
        top = VALUE[stack[-1]] if stack else 0
        loss += value - top + A_CARD if value > top else A_CARD
    if held >> KEY & held >> CHEST & 1:
        loss += 1.5 * len(state.raid)
    deck = state.deck
    busting = 0
    for card in deck:
        busting += held >> SUIT[card] & 1
    return moves.DRAW if (len(deck) - busting) * NEXT > busting * loss else moves.ROB


def _gain(state: TreasureMap, card: int) -> float:
    stack = state.banks[state.active][SUIT[card]]
    top = VALUE[stack[-1]] if stack else 0
    return A_CARD + max(0, VALUE[card] - top)


def _loss(stack: tuple[int, ...]) -> float:
    """What a bank loses with the top of a stack."""
    return A_CARD + VALUE[stack[-1]] - (VALUE[stack[-2]] if len(stack) > 1 else 0)


def _of_hook(state: TreasureMap, move: Move, held: int) -> float:
    suit = SUIT_NUMBER[move.target]
    return BUSTS if held >> suit & 1 else -VALUE[state.banks[state.active][suit][-1]]


def _of_sabre(state: TreasureMap, move: Move, held: int) -> float:
    seat, suit = moves.STACKS[move.target]
    stack = state.banks[seat][suit]
    return (BUSTS if held >> suit & 1 else 0.0) + _loss(stack) + _gain(state, stack[-1])


def _of_scroll(state: TreasureMap, move: Move, held: int) -> float:
    card = CARD[move.target]
    return (BUSTS if held >> SUIT[card] & 1 else 0.0) + _gain(state, card)


def _of_theirs(state: TreasureMap, move: Move, held: int) -> float:  # noqa: ARG001  asked like the others
    seat, suit = moves.STACKS[move.target]
    return _loss(state.banks[seat][suit])


def _of_own(state: TreasureMap, move: Move, held: int) -> float:  # noqa: ARG001
    return -_loss(state.banks[state.active][SUIT_NUMBER[move.target]])


_WORTH = {
    "hook": _of_hook, "sabre": _of_sabre, "scroll": _of_scroll, "cannon": _of_theirs, "corsair": _of_theirs,
    "cannon_self": _of_own,
}  # fmt: skip


def features(state: TreasureMap) -> list[list[float]]:
    """By seat what the prospects are reckoned from."""
    left = len(state.deck)
    short, long = 1 / (4 + left), left / 50
    found = []
    for seat in range(state.seats):
        bank = state.banks[seat]
        total = points(state, seat)
        cards = exposed = 0
        for stack in bank:
            if stack:
                cards += len(stack)
                exposed += VALUE[stack[-1]] - (VALUE[stack[-2]] if len(stack) > 1 else 0)
        turn = 1.0 if seat == state.active else 0.0
        found.append(
            [total * short, total / (15 + left), cards * short, exposed * short * long, turn, turn * long, turn * short]
        )
    return found


WEIGHTS = (0.9352, -0.1781, 0.2255, -0.4531, -0.1527, 0.1038, 7.878)


def prospects(state: State) -> list[float]:
    """Expected returns by seat."""
    assert isinstance(state, TreasureMap)
    return returns_of([sum(w * x for w, x in zip(WEIGHTS, own, strict=True)) for own in features(state)])


INSIGHT = Insight(prospects=prospects, playout=playout, horizon=2)
