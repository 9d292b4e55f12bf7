"""What helps a search of Treasure Map: a quick player, and the prospects of each seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log

from board_library.engine.core import Decision, Move, Observer, State
from board_library.engine.insight import Insight, returns_of
from board_library.engine.rng import Rng
from board_library.games.treasure_map import moves
from board_library.games.treasure_map.bot import WORTH, greedy
from board_library.games.treasure_map.cards import ANCHOR, CARD, CHEST, KEY, SUIT, SUIT_NUMBER, VALUE
from board_library.games.treasure_map.rules import TreasureMap
from board_library.games.treasure_map.scoring import points

A_CARD = 0.3
"""Points that a card is worth which does not raise its stack."""

NEXT = 3.5
"""Points that one more card brings if it does not bust."""

THOUGHT = ("hook", "sabre")
"""Questions that the greedy player answers in playouts too. A quick answer costs too much strength: with it the quick
player won 37 % of 150 games against the greedy one, so 47 %; better ones (45 %) cost the search games still."""

LONG = 50
"""Cards in the deck at the start."""

SHORT = 4
"""So many cards more than lie in the deck are reckoned to come."""

POINTS, TIE, EXPOSED, LAST_TURN = 0.85, 0.21, -0.53, 7.0
"""Logarithms of odds, for each card to come, fitted to 1,500 games of greedy players: points, cards, points that the
loss of the tops of all stacks would cost (with a whole deck), and being the next to move."""

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
    if kind in THOUGHT:
        return greedy(Observer(decision, {}, state))
    if kind in _WORTH:
        worth = _WORTH[kind]
        return max(offered, key=lambda move: worth(state, move, held))
    if kind == "pick_character":
        return max(offered, key=lambda move: WORTH[move.target])
    return rng.choice(offered)


def _draw_or_rob(state: TreasureMap) -> Move:
    busting, loss = _risk(state)
    return moves.DRAW if (len(state.deck) - busting) * NEXT > busting * loss else moves.ROB


def _risk(state: TreasureMap) -> tuple[int, float]:
    """How many cards of the deck would bust, and how many points that would cost."""
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
    return sum(map(_busting(held), state.deck)), loss


@cache
def _busting(held: int) -> Callable[[int], int]:
    """Whether a card busts (1 or 0) on a raid of these suits."""
    return tuple(held >> suit & 1 for suit in SUIT).__getitem__


def _gain(state: TreasureMap, card: int) -> float:
    stack = state.banks[state.active][SUIT[card]]
    top = VALUE[stack[-1]] if stack else 0
    return A_CARD + max(0, VALUE[card] - top)


def _loss(stack: tuple[int, ...]) -> float:
    """What a bank loses with the top of a stack."""
    return A_CARD + VALUE[stack[-1]] - (VALUE[stack[-2]] if len(stack) > 1 else 0)


def _of_scroll(state: TreasureMap, move: Move, held: int) -> float:
    card = CARD[move.target]
    return (BUSTS if held >> SUIT[card] & 1 else 0.0) + _gain(state, card)


def _of_theirs(state: TreasureMap, move: Move, held: int) -> float:  # noqa: ARG001  asked like the others
    seat, suit = moves.STACKS[move.target]
    return _loss(state.banks[seat][suit])


def _of_own(state: TreasureMap, move: Move, held: int) -> float:  # noqa: ARG001
    return -_loss(state.banks[state.active][SUIT_NUMBER[move.target]])


_WORTH = {
    "scroll": _of_scroll, "cannon": _of_theirs, "corsair": _of_theirs,
    "cannon_self": _of_own,
}  # fmt: skip


def prospects(state: State) -> list[float]:
    """Expected returns by seat."""
    assert isinstance(state, TreasureMap)
    return returns_of([_odds(state, seat) for seat in range(state.seats)])


def _odds(state: TreasureMap, seat: int) -> float:
    left = len(state.deck)
    cards = exposed = 0
    for stack in state.banks[seat]:
        if stack:
            cards += len(stack)
            exposed += VALUE[stack[-1]] - (VALUE[stack[-2]] if len(stack) > 1 else 0)
    whole = left / LONG
    value = POINTS * points(state, seat) + TIE * cards + EXPOSED * exposed * whole
    if seat == state.active:
        value += LAST_TURN
    who = state.characters[seat] or state.picks[seat]
    edge = log(WORTH[who] / (100 - WORTH[who])) * whole if who else 0.0
    return value / (SHORT + left) + edge


def outline(state: State) -> tuple[int, ...] | None:
    """What drawing or robbing hangs on: the chance to bust, what that would cost, and how long the deck is."""
    assert isinstance(state, TreasureMap)
    if state.kind != "action" or not state.deck:
        return None
    busting, loss = _risk(state)
    return 8 * busting // len(state.deck), min(8, int(loss) // 3), len(state.deck) // 8, min(1, state.kraken_due)


INSIGHT = Insight(prospects=prospects, playout=playout, outline=outline, horizon=1)
