"""Programs that play Chests: the zombie for an absent seat, and a greedy player that knows the odds.

The greedy player tries each answer on a copy of the one world it is given and compares what comes out. It never
relies on what that world made up: the next card is every card of the deck in turn, weighed by how many there are. Its
measure is the lead over the others, squeezed by tanh so that towards the end a lead is kept and a deficit is worth a
risk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import tanh
from typing import NamedTuple

from board_library.engine.core import Decision, Move, Observer
from board_library.engine.rng import Rng
from board_library.games.chests import moves, scoring
from board_library.games.chests.cards import (
    CARD,
    EXTRA,
    EXTRA_CARDS,
    IS_TREASURE,
    JACKPOT,
    JACKPOT_POINTS,
    KIND,
    SHIELD,
    VALUE,
)
from board_library.games.chests.cards import deck as whole_deck
from board_library.games.chests.rules import Chests


class Weights(NamedTuple):
    """What a player believes things to be worth, in points.

    ``double``, ``shield``: a bonus in front of somebody, and ``skip``: a missed turn, while the deck is long.
    ``double_active``, ``shield_active``: a bonus in use while the turn goes on. ``steady``: with an empty deck a lead
    of so many points is as good as won (the squeeze grows with the deck). ``dare``: what one more card is worth beyond
    what it brings, for more may follow.
    """

    double: float = 4.0
    shield: float = 6.0
    double_active: float = 4.5
    shield_active: float = 6.0
    skip: float = 7.0
    steady: float = 6.0
    dare: float = 0.0


GREEDY = Weights()

SEASONED = Weights(double=9.0, shield=8.0, double_active=9.5, shield_active=8.0, steady=60.0, dare=0.9)
"""Found by play against :data:`GREEDY` (see the bench)."""

CARDS_A_SEAT = 5
"""With so many cards a seat in the deck it is long."""

IN_ROW = 0.8
"""What a point in another's row counts: it may still burn."""

WORST = -2.0
"""Below any lead."""


def zombie(observer: Observer) -> Move:
    """The move of an absent seat (section 12)."""
    decision, world = observer.decision, observer.world
    assert isinstance(world, Chests)
    offered = {move.code: move for move in decision.moves}
    if decision.kind == "turn":
        return offered.get("stop row") or offered["draw deck"]
    if decision.kind in ("snatch_pick", "theft_pick"):
        return _most_worth(world, decision)
    if decision.kind == "gift_pick":
        return min(decision.moves, key=lambda move: world.worth(CARD[move.target]))
    if decision.kind == "gift_to":
        return offered[f"to p{world.opponents(decision.seat)[0]}"]
    return offered["vote no" if decision.kind == "end_vote" else "decline swap"]


def _most_worth(world: Chests, decision: Decision) -> Move:
    return max(decision.moves, key=lambda move: world.worth(CARD[move.target]))


def greedy(observer: Observer) -> Move:
    """The answer after which the expected lead is largest; the first of equals.

    Never proposes the end, and agrees to it only as the sole winner: sharing is what a game yet to be played is worth.
    """
    return _answer(observer, GREEDY)


def seasoned(observer: Observer) -> Move:
    """The same with better weights, found by play."""
    return _answer(observer, SEASONED)


def _answer(observer: Observer, weights: Weights) -> Move:
    decision, world = observer.decision, observer.world
    assert isinstance(world, Chests)
    if decision.kind == "end_vote":
        won = {world.team(seat) for seat in scoring.winners(world)}
        return moves.VOTE_YES if won == {world.team(decision.seat)} else moves.VOTE_NO
    if len(decision.moves) == 1:
        return decision.moves[0]
    thought = _Thought(world, decision.seat, weights)
    return max(_sensible(world, decision.moves), key=thought.of_move)


def _sensible(world: Chests, offered: Iterable[Move]) -> list[Move]:
    """The answers worth a thought: of each owner the best card to take, of one's own the least to give."""
    best: dict[tuple[str, int, str], Move] = {}
    for move in offered:
        if move == moves.PROPOSE:
            continue
        if move.verb not in ("take", "give"):
            best[move.verb, 0, move.target] = move
            continue
        card = CARD[move.target]
        key = (move.verb, _owner(world, card), "" if IS_TREASURE[card] else KIND[card])
        worth = world.worth(card)
        other = best.get(key)
        if other is None or (worth > world.worth(CARD[other.target])) == (move.verb == "take"):
            best[key] = move
    return list(best.values())


def _owner(world: Chests, card: int) -> int:
    """The seat before which a card lies; -1 for the row."""
    for seat in range(world.seats):
        if card in world.treasury[seat] or card in world.held[seat]:
            return seat
    return -1


class _Thought:
    """One decision thought through: ``me`` answers in ``world``."""

    def __init__(self, world: Chests, me: int, weights: Weights) -> None:
        self.me = me
        self.weights = weights
        self.world = world.clone()
        self.world.deck.sort()
        rounds = world.options.rounds - world.round
        cards = len(world.deck) + rounds * len(whole_deck(world.options))
        self.squeeze: float = weights.steady + cards
        self.long = min(1.0, len(world.deck) / (CARDS_A_SEAT * world.seats))
        self.rng = _EvenRng()

    def of_move(self, move: Move) -> float:
        """What the position is worth after this answer."""
        if move == moves.DRAW or move.verb == "use":
            world = self.world
            if move.verb == "use":
                world = world.clone()
                world.apply(self.me, move, self.rng, None)
            return self._of_draw(world) + self.weights.dare / self.squeeze
        return self._after(self.world, move)

    def _of_draw(self, world: Chests) -> float:
        """Every card that may come, weighed."""
        total = 0.0
        for card, count in _different(world.deck):
            total += count * (self._of_extra(world) if KIND[card] == EXTRA else self._of_card(world, card))
        return total / len(world.deck)

    def _of_card(self, world: Chests, card: int) -> float:
        world = world.clone()
        world.deck.remove(card)
        world.deck.append(card)
        return self._after(world, moves.DRAW)

    def _of_extra(self, world: Chests) -> float:
        """Some cards at no risk: count on what they bring on average."""
        drawn = min(EXTRA_CARDS, len(world.deck) - 1)
        treasures = sum(VALUE[card] for card in world.deck)
        jackpots = sum(JACKPOT_POINTS for card in world.deck if KIND[card] == JACKPOT)
        more = drawn * (treasures + jackpots) / len(world.deck)
        return self._lead(world, more + (more / EXTRA_CARDS if world.double >= 0 else 0))

    def _after(self, world: Chests, move: Move) -> float:
        world = world.clone()
        decision = world.questions[0]
        world.apply(decision.seat, move, self.rng, None)
        return self._value(world)

    def _value(self, world: Chests) -> float:
        if not world.questions:
            return self._lead(world)
        decision = world.questions[0]
        if decision.kind == "snatch_pick":
            return self._after(world, _most_worth(world, decision))
        if decision.kind != "turn" and decision.seat == self.me:
            return max(self._after(world, move) for move in _sensible(world, decision.moves))
        return self._lead(world)

    def _lead(self, world: Chests, more: float = 0) -> float:
        """From -1 (lost) to 1 (won)."""
        if world.phase == "over":
            won = scoring.winners(world)
            shared = len({world.team(seat) for seat in won}) > 1
            return (0.5 if shared else 1.0) if self.me in won else -1.0
        sides: dict[int, float] = {}
        for seat in range(world.seats):
            side = world.team(seat)
            sides[side] = sides.get(side, 0) + self._worth(world, seat)
        mine = sides.pop(world.team(self.me)) + more
        rivals = 0.7 * max(sides.values()) + 0.3 * sum(sides.values()) / len(sides)
        return tanh((mine - rivals) / self.squeeze)

    def _worth(self, world: Chests, seat: int) -> float:
        """What a seat has: points saved, at risk and to be hoped for."""
        worth, own = float(scoring.points(scoring.game(world, seat))), self.weights
        if world.round != self.world.round:
            return worth
        for card in world.held[seat]:
            worth += self.long * (own.shield if KIND[card] == SHIELD else own.double)
        if world.skip[seat] >= 0:
            worth -= self.long * own.skip
        if seat == world.active:
            worth += world.row_sum() * (1.0 if seat == self.me else IN_ROW)
            worth += own.double_active * (world.double >= 0) + own.shield_active * (world.shield >= 0)
        return worth


def _different(deck: list[int]) -> Iterator[tuple[int, int]]:
    """One card of each sort and how many there are."""
    counts: dict[tuple[str, int], list[int]] = {}
    for card in deck:
        counts.setdefault((KIND[card], VALUE[card]), []).append(card)
    for cards in counts.values():
        yield cards[0], len(cards)


class _EvenRng(Rng):
    """Chance while thinking: spreads over all results, the same each time."""

    __slots__ = ("_at",)

    def __init__(self) -> None:
        super().__init__()
        self._at = 1

    def below(self, n: int) -> int:
        self._at = (self._at * 16807) % 2147483647
        return self._at % n
