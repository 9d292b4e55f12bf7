"""Information-set Monte Carlo tree search over any game.

One iteration deals everything hidden anew, walks a tree of answers, plays on quickly and judges where that leads
(P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012: one
tree, of the seat that searches). Every seat looks after its own returns, so any number of seats may play
(C. A. Luckhardt, K. B. Irani, "An algorithmic solution of N-person games", AAAI 1986).

* At the root all answers meet the same worlds and the same chance. The worse half is given up again and again
  (Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013; at the root of a
  tree: T. Pepels et al., "Minimizing simple and cumulative regret in Monte-Carlo tree search", CGW 2014), and earlier
  where the difference is beyond doubt (O. Maron, A. W. Moore, "Hoeffding races", NIPS 1993).
* Below it answers are chosen by UCB1 (L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006), new
  ones being let in slowly (A. Couëtoux et al., "Continuous upper confidence trees", LION 2011: progressive widening).
* Nodes are told apart by what was answered and by the game's outline of what came of it, chance included. Left apart
  chance must not be (as in D. Perez Liebana et al., "Open loop search for general video game playing", GECCO 2015): who
  does not see what was drawn cannot know when to stop. A game without outlines has a tree of one level.
* A playout follows the game's own heuristic (G. Tesauro, G. R. Galperin, "On-line policy improvement using Monte-Carlo
  search", NIPS 1996) and is cut off at its horizon (R. J. Lorentz, "Amazons discover Monte-Carlo", CG 2008).
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf, log, sqrt
from time import perf_counter
from typing import NamedTuple

from board_library.bots.fast_rng import FastRng
from board_library.bots.random_bot import careful_move, worth_a_thought
from board_library.engine.core import Decision, GameSpec, Move, Observer, State, View
from board_library.engine.insight import Insight, returns_of
from board_library.engine.native import mypyc_attr
from board_library.engine.rng import Rng


class Budget(NamedTuple):
    """How long to think: seconds, iterations, or whichever is used up first."""

    seconds: float = inf
    iterations: float = inf


class Worth(NamedTuple):
    """What a search found of one answer: the expected returns of each seat, over so many iterations."""

    move: Move
    returns: tuple[float, ...]
    iterations: int


class Thought(NamedTuple):
    """The answer chosen, and what was found of each that was tried: those not given up first, the best of them first.

    Where there was but one answer worth a thought, nothing was tried.
    """

    move: Move
    worths: tuple[Worth, ...]


class Style(NamedTuple):
    """How to search; the bench tries others.

    ``horizon``: changes of the turn before a playout is cut off. ``sure``: standard errors by which another
    answer must beat the heuristic's. Both are as the game advises where they are None. ``ripe``: visits after which a
    node's answers are chosen by the tree. ``curious``: the weight of UCB1's second term. ``wide``: a node visited n
    times tries n ** wide answers. ``first``: the part of the budget in which every answer must have been tried once,
    the rest being left out. ``doubt``: standard errors by which an answer may trail before it is given up early.
    """

    horizon: int | None = None
    sure: float | None = None
    ripe: int = 8
    curious: float = 0.2
    wide: float = 0.45
    first: float = 0.15
    doubt: float = 3.0


STYLE = Style()

ENOUGH = 16
"""Iterations of an answer before it may be given up early; after that at each doubling."""

DOUBTED = 0.04
"""Added to the squared differences of two answers: a few iterations that agree by chance prove nothing."""

LEAST = 4
"""So many answers are tried, whatever the budget."""

LONGEST = 200
"""Answers after which a playout is cut off in any case."""

POINTS = 0.1
"""How much one point of the score counts in a game without insight."""


def think(spec: GameSpec, observer: Observer, rng: Rng, budget: Budget, style: Style = STYLE) -> Thought:
    """Answer the observer's question within the budget."""
    choices = worth_a_thought(observer.decision, spec.insight.aside if spec.insight else ())
    if len(choices) == 1:
        return Thought(choices[0], ())
    return _Search(spec, observer, rng, budget, style).run()


def answer(spec: GameSpec, observer: Observer, rng: Rng, budget: Budget) -> Move:
    """The answer alone, so without thinking in a game whose search is not believed (``Insight.sure``)."""
    insight = spec.insight
    if insight is not None and insight.usual is not None and insight.sure == inf:
        return insight.usual(observer)
    return think(spec, observer, rng, budget).move


@mypyc_attr(native_class=False)
class _Imagined(Observer):
    """An observer of a made-up world; its view is made only if somebody looks at it."""

    __slots__ = ()

    @property
    def view(self) -> View:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.world.view(self.decision.seat)


class _Node:
    """A place in the tree: how often each answer was chosen there, and its total for the seat that is asked."""

    __slots__ = ("below", "tried", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.tried: dict[Move, list[float]] = {}
        self.below: dict[Hashable, _Node] = {}


class _Arm:
    """One answer at the root: what each iteration was worth to the seat that searches, and totals by seat."""

    __slots__ = ("move", "node", "totals", "values")

    def __init__(self, move: Move, seats: int) -> None:
        self.move = move
        self.node = _Node()  # before the question that comes of it is known
        self.values: list[float] = []
        self.totals = [0.0] * seats

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    def lead(self, other: _Arm) -> tuple[float, float]:
        """The mean difference in the same worlds, and its standard error (of few iterations not too small)."""
        n = min(len(self.values), len(other.values))
        found = [a - b for a, b in zip(self.values[:n], other.values[:n], strict=True)]
        mean = sum(found) / n
        return mean, sqrt((sum((x - mean) ** 2 for x in found) + DOUBTED) / n / n)


class _Search:
    def __init__(self, spec: GameSpec, observer: Observer, rng: Rng, budget: Budget, style: Style) -> None:
        self.start = perf_counter()
        self.spec = spec
        self.observer = observer
        self.me = observer.decision.seat
        self.rng = rng
        self.budget = budget
        self.style = style
        self.used = 0
        insight = spec.insight or NO_INSIGHT
        self.usual = insight.usual or spec.greedy
        self.prospects = insight.prospects
        self.answer = insight.playout or self._heuristic
        self.outline = insight.outline
        self.aside = insight.aside
        self.turn = insight.turn
        self.turn_now = self.turn(observer.world) if self.turn else self.me
        self.horizon = insight.horizon if style.horizon is None else style.horizon
        self.sure = insight.sure if style.sure is None else style.sure

    # ---- the root

    def run(self) -> Thought:
        """Think until the budget is used up or one answer is left."""
        usual = self.usual(self.observer) if self.usual else careful_move(self.observer, self.rng, self.aside)
        others = [move for move in worth_a_thought(self.observer.decision, self.aside) if move != usual]
        self.rng.shuffle(others)
        seats = len(self.observer.world.scores())
        first = _Arm(usual, seats)
        left = [first, *(_Arm(move, seats) for move in others)]
        left = self._round(left, self.style.first, LEAST)
        given_up: list[_Arm] = []
        begun, stages = self.spent(), max(1, (len(left) - 1).bit_length())
        stage = 1
        rounds = 1
        while len(left) > 1 and self.spent() < 1:
            self._round(left, 1, 0)
            rounds += 1
            keep = left
            if self.spent() >= begun + (1 - begun) * stage / stages:
                stage += 1
                keep = sorted(left, key=_mean, reverse=True)[: (len(left) + 1) // 2]
            if rounds >= ENOUGH and not rounds & (rounds - 1):
                best = max(keep, key=_mean)
                keep = [arm for arm in keep if arm is best or not self._hopeless(arm, best)]
            if len(keep) < len(left):
                given_up += sorted((arm for arm in left if arm not in keep), key=_mean)
                left = [arm for arm in left if arm in keep]
        best = max(left, key=_mean)
        if best is not first and not self._beats(best, first):
            best = first
        left.sort(key=_mean, reverse=True)
        return Thought(best.move, tuple(_worth(arm) for arm in (*left, *given_up[::-1])))

    def spent(self) -> float:
        """Which part of the budget is used up."""
        by_time = (perf_counter() - self.start) / self.budget.seconds
        return max(by_time, self.used / self.budget.iterations)

    def _round(self, arms: list[_Arm], until: float, least: int) -> list[_Arm]:
        """Try all answers in one world, but no more than the ``least`` beyond that part of the budget; those tried."""
        world = self.observer.world.determinize(self.me, self.rng)
        seed = self.rng.below(1 << 53)
        for k, arm in enumerate(arms):
            if k >= least and self.spent() >= until:
                return arms[:k]
            self._iterate(arm, world.clone(), FastRng(seed))
        return arms

    def _hopeless(self, arm: _Arm, best: _Arm) -> bool:
        mean, error = best.lead(arm)
        return mean > self.style.doubt * error

    def _beats(self, best: _Arm, first: _Arm) -> bool:
        mean, error = best.lead(first)
        return mean > self.sure * error

    # ---- one iteration

    def _iterate(self, arm: _Arm, state: State, rng: Rng) -> None:
        self.used += 1
        state.ply += 1
        state.apply(self.me, arm.move, rng, None)
        values = self._walk(arm.node, state, rng)
        arm.values.append(values[self.me])
        arm.totals = [total + value for total, value in zip(arm.totals, values, strict=True)]

    def _walk(self, start: _Node, state: State, rng: Rng) -> list[float]:
        """Through the tree as far as it goes, then as the heuristic plays; returns by seat."""
        node = self._below(start, state)
        path: list[tuple[_Node, Move, int]] = []
        turn, changes = self.turn_now, self.horizon
        last = state.ply + LONGEST
        while (questions := state.pending()) and state.ply < last:
            decision = questions[0]
            asked = decision.seat
            now = self.turn(state) if self.turn else asked
            if now != turn:
                turn = now
                changes -= 1
                if changes < 0:
                    break
            ripe = False
            if node is not None:
                node.visits += 1
                ripe = node.visits > self.style.ripe
            if ripe and node is not None:
                move = self._select(node, decision, state, rng)
            else:
                move = self.answer(state, decision, rng)
            if node is not None:
                path.append((node, move, asked))
            state.ply += 1
            state.apply(asked, move, rng, None)
            node = self._below(node, state, move) if ripe and node is not None else None
        values = self.prospects(state) if state.pending() else state.returns()
        for passed, move, seat in path:
            found = passed.tried.setdefault(move, [0, 0.0])
            found[0] += 1
            found[1] += values[seat]
        return values

    def _below(self, node: _Node, state: State, move: Move | None = None) -> _Node | None:
        """The node that a position belongs to, None where the tree ends."""
        questions = state.pending()
        if self.outline is None or not questions:
            return None
        outline = self.outline(state)
        if outline is None:
            return None
        key = (move, questions[0].seat, questions[0].kind, outline)
        found = node.below.get(key)
        if found is None:
            found = node.below[key] = _Node()
        return found

    def _select(self, node: _Node, decision: Decision, state: State, rng: Rng) -> Move:
        """By UCB1 among those tried, or one more if there are few for so many visits: the heuristic's first."""
        choices = worth_a_thought(decision, self.aside)
        tried = [(move, node.tried[move]) for move in choices if move in node.tried]
        if len(tried) < min(len(choices), node.visits**self.style.wide):
            move = self.answer(state, decision, rng)
            return move if move not in node.tried else rng.choice([m for m in choices if m not in node.tried])
        total = log(sum(found[0] for _, found in tried) + 1)
        curious = self.style.curious
        return max(tried, key=lambda pair: pair[1][1] / pair[1][0] + curious * sqrt(total / pair[1][0]))[0]

    def _heuristic(self, state: State, decision: Decision, rng: Rng) -> Move:
        if self.usual is None:
            return rng.choice(decision.choices())
        return self.usual(_Imagined(decision, {}, state))


def _mean(arm: _Arm) -> float:
    return arm.mean


def _worth(arm: _Arm) -> Worth:
    n = len(arm.values)
    return Worth(arm.move, tuple(total / n for total in arm.totals), n)


def _by_scores(state: State) -> list[float]:
    """What the score says, for a game without insight."""
    return returns_of([POINTS * score.points for score in state.scores()])


NO_INSIGHT = Insight(prospects=_by_scores, horizon=LONGEST)
"""How a game without insight is searched."""
