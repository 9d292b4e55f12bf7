"""Programs that play Treasure Map: the zombie for an absent seat, and a greedy player that knows the odds.

The greedy player tries each answer on a copy of the one world it is given and compares what comes out. It never
relies on what that world made up: a card that it has not seen is every card of the deck in turn, weighed by how many
there are. Its measure is the lead over the others, squeezed by tanh so that towards the end a lead is kept and a
deficit is worth a risk.
"""

from __future__ import annotations

from math import tanh

from board_library.engine.core import Move, Observer
from board_library.engine.native import mypyc_attr
from board_library.engine.rng import Rng
from board_library.games.treasure_map import hidden, moves, scoring
from board_library.games.treasure_map.cards import SUIT, SUITS
from board_library.games.treasure_map.rules import TreasureMap

WORTH = {
    "gunny_1": 50,
    "gunny_2": 68,
    "gunny_3": 44,
    "margo_1": 38,
    "margo_2": 61,
    "gallagher_1": 47,
    "gallagher_2": 40,
    "seamus_1": 48,
    "seamus_2": 46,
    "bonny_1": 48,
    "bonny_2": 51,
    "laveworld_1": 42,
    "laveworld_2": 53,
    "pete_1": 47,
    "zahara_1": 51,
    "corsair_1": 66,
    "corsair_2": 50,
}
"""What a character is worth in the draft: of 100 two-seat games between greedy players, so many were won with it
(3,000 games with characters at random)."""

CARD_WORTH = 0.15
"""Points that one more card in a bank is worth: it breaks ties and covers for a top that is lost."""

FORCED_CARD = 2.5
"""Points that a card a kraken still demands brings if it does not bust."""

NEW_SUIT_RISK = 0.1
"""How much more of the deck busts after each card laid: one suit of ten."""

STEADY = 6.0
"""With an empty deck a lead of so many points is as good as won (the squeeze grows with the deck)."""

DEEPEST = 3
"""So many questions in a row are thought through; after that the first safe answer will do."""


def zombie(observer: Observer) -> Move:
    """The move of an absent seat (section 13): rob as soon as possible, avoid a bust, else the first answer."""
    decision, view = observer.decision, observer.view
    answers = {move.code: move for move in decision.moves}
    if decision.kind == "pick_character" and view["dealt"]:
        return answers[f"keep {view['dealt'][0]}"]
    if decision.kind == "pick_target":
        return answers[f"target p{(decision.seat + 1) % len(view['seats'])}"]
    if decision.kind == "action" and "rob raid" in answers:
        return answers["rob raid"]
    safe = [code for code in answers if code not in view["bust_codes"]]
    return answers[safe[0] if safe else next(iter(answers))]


def greedy(observer: Observer) -> Move:
    """The answer after which the expected lead is largest; the first of equals."""
    decision, world = observer.decision, observer.world
    assert isinstance(world, TreasureMap)
    if len(decision.moves) == 1:
        return decision.moves[0]
    if decision.kind == "pick_character":
        return max(decision.moves, key=lambda move: WORTH[move.target])
    if decision.kind == "pick_target":
        return _juiciest(world, decision.moves)
    return max(decision.moves, key=_Thought(world, decision.seat).of_move)


def _juiciest(world: TreasureMap, offered: tuple[Move, ...]) -> Move:
    """The opponent whose character saves nothing on a bust."""
    saves = ("margo_1", "gallagher_2")
    return next((move for move in offered if world.characters[int(move.target[1])] not in saves), offered[0])


class _Thought:
    """One decision thought through: ``me`` moves in ``world``."""

    def __init__(self, world: TreasureMap, me: int) -> None:
        self.world = world
        self.me = me
        self.squeeze = STEADY + len(world.deck)
        self.rng = _EvenRng()

    def of_move(self, move: Move) -> float:
        """What the position is worth after this answer."""
        if move == moves.DRAW:
            return self._of_draw()
        return self._after(self.world, move, 0)

    def _of_draw(self) -> float:
        """Every card that may come, weighed; one card stands for all of its suit."""
        deck = self.world.deck
        if hidden.known_top(self.world, self.me):
            return self._after(self.world, moves.DRAW, 0)
        by_suit: list[list[int]] = [[] for _ in SUITS]
        for card in sorted(deck):
            by_suit[SUIT[card]].append(card)
        total = 0.0
        for cards in by_suit:
            if cards:
                world = self.world.clone()
                card = cards[len(cards) // 2]
                world.deck.remove(card)
                world.deck.append(card)
                total += len(cards) * self._after(world, moves.DRAW, 0)
        return total / len(deck)

    def _after(self, world: TreasureMap, move: Move, depth: int) -> float:
        world = world.clone()
        world.apply(self.me, move, self.rng, None)
        return self._value(world, depth)

    def _value(self, world: TreasureMap, depth: int) -> float:
        if world.phase == "over" or world.active != self.me:
            return self._lead(world)
        kind, offered = world.kind, world.questions[0].moves
        if kind == "action":
            return self._at_rest(world)
        if kind == "orb":
            # What lies there is not known yet: count on putting it back.
            return self._after(world, moves.LOOK[1], depth)
        if depth >= DEEPEST:
            return self._after(world, offered[0], depth)
        return max(self._after(world, move, depth + 1) for move in offered)

    def _at_rest(self, world: TreasureMap) -> float:
        """Between effects: robbing now, or what is likely to be left if that is not allowed yet."""
        due = world.kraken_due
        if not world.raid:
            return self._lead(world, FORCED_CARD)
        robbed = world.clone()
        robbed.kraken_due = 0
        robbed.apply(self.me, moves.ROB, self.rng, None)
        if not due:
            return self._value(robbed, DEEPEST)
        held = {SUIT[card] for card in world.raid}
        busting = sum(SUIT[card] in held for card in world.deck) / len(world.deck)
        survives = 1.0
        for k in range(due):
            survives *= max(0.0, 1 - busting - k * NEW_SUIT_RISK)
        return survives * self._lead(robbed, due * FORCED_CARD) + (1 - survives) * self._lead(_busted(world))

    def _lead(self, world: TreasureMap, more: float = 0) -> float:
        """From -1 (lost) to 1 (won)."""
        if world.phase == "over":
            won = scoring.winners(world)
            return (1.0 if self.me in won else -1.0) if len(won) == 1 or self.me not in won else 0.5
        worth = [scoring.points(world, seat) + CARD_WORTH * scoring.count(world, seat) for seat in range(world.seats)]
        mine = worth.pop(self.me) + more
        rivals = 0.7 * max(worth) + 0.3 * sum(worth) / len(worth)
        return tanh((mine - rivals) / self.squeeze)


def _busted(world: TreasureMap) -> TreasureMap:
    """The table after a bust on some card of the deck."""
    world = world.clone()
    saved, _ = world.saved(world.raid)
    for card in world.raid:
        if card in saved:
            world.put(world.active, card)
        elif world.active == world.margo_target:
            world.put(world.margo_2, card)
    world.raid = []
    return world


@mypyc_attr(allow_interpreted_subclasses=True)
class _EvenRng(Rng):
    """Chance while thinking: spreads over all results, the same each time."""

    __slots__ = ("_at",)

    def __init__(self) -> None:
        super().__init__()
        self._at = 1

    def below(self, n: int) -> int:
        self._at = (self._at * 16807) % 2147483647
        return self._at % n
