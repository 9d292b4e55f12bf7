"""What helps a search of Treasure Map: a quick player, and the prospects of each seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import log

from board_library.engine.core import Decision, Move, State
from board_library.engine.insight import Insight, returns_of
from board_library.engine.rng import Rng
from board_library.games.treasure_map import moves
from board_library.games.treasure_map.bot import WORTH
from board_library.games.treasure_map.cards import (
    ANCHOR,
    CANNON,
    CARD,
    CHEST,
    KEY,
    KRAKEN,
    ORB,
    SABRE,
    SCROLL,
    SUIT,
    SUIT_NUMBER,
    VALUE,
)
from board_library.games.treasure_map.rules import TreasureMap
from board_library.games.treasure_map.scoring import points

A_CARD = 0.3
"""Points that a card is worth which does not raise its stack."""

NEXT = 3.5
"""Points that one more card brings if it does not bust."""

BONUS = 2.0
"""Points that each card of the bonus for a key and a chest brings."""

EFFECT = {SCROLL: 2.0, ORB: 1.0}
"""Points that the effect of a suit brings, where they hang on nothing."""

LONG = 50
"""Cards in the deck at the start."""

SHORT = 4
"""So many cards more than lie in the deck are reckoned to come."""

POINTS, TIE, EXPOSED, SUITS_HELD, LAST_TURN = 1.15, 0.3, -0.585, -2.6, 6.72
"""Logarithms of odds, for each card to come, fitted to 4,000 games of quick players: points, cards, points that the
loss of the tops of all stacks would cost (with a whole deck), suits that have nothing new to bring, and being the next
to move."""

LEAD = 0.009
"""The same for points, however many cards are to come."""

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
    if kind == "orb":
        held = _held(state)
        return moves.LOOK[held >> SUIT[state.deck[-1 - state.info[2]]] & 1]
    if kind in _LAYING:
        return max(offered, key=partial(_LAYING[kind], _Laying(state)))
    if kind in _TAKING:
        return max(offered, key=partial(_TAKING[kind], state))
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
        loss += BONUS * len(state.raid)
    return sum(map(_busting(held), state.deck)), loss


@cache
def _busting(held: int) -> Callable[[int], int]:
    """Whether a card busts (1 or 0) on a raid of these suits."""
    return tuple(held >> suit & 1 for suit in SUIT).__getitem__


def _held(state: TreasureMap) -> int:
    """Bit mask of the suits of the raid."""
    held = 0
    for card in state.raid:
        held |= 1 << SUIT[card]
    return held


def _top(stack: tuple[int, ...]) -> float:
    """What a bank loses with the top of a stack."""
    return A_CARD + VALUE[stack[-1]] - (VALUE[stack[-2]] if len(stack) > 1 else 0)


class _Laying:
    """What answers that lay a card into the raid are worth, in points."""

    def __init__(self, state: TreasureMap) -> None:
        self.state = state
        self.bank = state.banks[state.active]
        self.held = _held(state)
        busting, self.loss = _risk(state)
        self.fails = busting / len(state.deck) if state.deck else 0.0

    def of_hook(self, move: Move) -> float:
        suit = SUIT_NUMBER[move.target]
        return self.effect(suit) - self.fails * _top(self.bank[suit])

    def of_sabre(self, move: Move) -> float:
        seat, suit = moves.STACKS[move.target]
        return self.effect(suit) + self.taken(self.state.banks[seat][suit])

    def of_scroll(self, move: Move) -> float:
        card = CARD[move.target]
        stack = self.bank[SUIT[card]]
        return self.effect(SUIT[card]) + max(0, VALUE[card] - (VALUE[stack[-1]] if stack else 0))

    def taken(self, stack: tuple[int, ...]) -> float:
        """The top of an opponent's stack, of a suit that is not in the bank, taken into the raid."""
        return _top(stack) + (1 - self.fails) * VALUE[stack[-1]]

    def effect(self, suit: int) -> float:
        """What comes of a suit that is laid, roughly."""
        held, others = self.held, (bank for bank in self.state.banks if bank is not self.bank)
        if held >> suit & 1:
            return BUSTS
        if suit == ANCHOR:
            return self.fails * self.loss
        if suit == KRAKEN:
            return -2 * self.fails * self.loss
        if suit == CANNON:
            return max((_top(stack) for bank in others for stack in bank if stack), default=0.0)
        if suit == SABRE:
            free = [not own and not held >> k & 1 for k, own in enumerate(self.bank)]
            return max(
                (self.taken(bank[k]) for bank in others for k in range(len(free)) if free[k] and bank[k]), default=0.0
            )
        if (suit == KEY and held >> CHEST & 1) or (suit == CHEST and held >> KEY & 1):
            return BONUS * len(self.state.raid) * (1 - self.fails)
        return EFFECT.get(suit, 0.0)


def _of_theirs(state: TreasureMap, move: Move) -> float:
    seat, suit = moves.STACKS[move.target]
    return _top(state.banks[seat][suit])


def _of_own(state: TreasureMap, move: Move) -> float:
    return -_top(state.banks[state.active][SUIT_NUMBER[move.target]])


_LAYING = {"hook": _Laying.of_hook, "sabre": _Laying.of_sabre, "scroll": _Laying.of_scroll}
_TAKING = {"cannon": _of_theirs, "corsair": _of_theirs, "cannon_self": _of_own}


def prospects(state: State) -> list[float]:
    """Expected returns by seat."""
    assert isinstance(state, TreasureMap)
    return returns_of([_odds(state, seat) for seat in range(state.seats)])


def _odds(state: TreasureMap, seat: int) -> float:
    left = len(state.deck)
    cards = exposed = suits = 0
    for stack in state.banks[seat]:
        if stack:
            suits += 1
            cards += len(stack)
            exposed += VALUE[stack[-1]] - (VALUE[stack[-2]] if len(stack) > 1 else 0)
    whole = left / LONG
    total = points(state, seat)
    value = POINTS * total + TIE * cards + EXPOSED * exposed * whole + SUITS_HELD * suits
    if seat == state.active:
        value += LAST_TURN
    who = state.characters[seat] or state.picks[seat]
    edge = log(WORTH[who] / (100 - WORTH[who])) * whole if who else 0.0
    return value / (SHORT + left) + LEAD * total + edge


def outline(state: State) -> tuple[int, ...] | None:
    """What drawing or robbing hangs on: the chance to bust, what that would cost, and how long the deck is."""
    assert isinstance(state, TreasureMap)
    if state.kind != "action" or not state.deck:
        return None
    busting, loss = _risk(state)
    return 8 * busting // len(state.deck), min(8, int(loss) // 3), len(state.deck) // 8, min(1, state.kraken_due)


INSIGHT = Insight(prospects=prospects, playout=playout, outline=outline, horizon=0, sure=0.5)
