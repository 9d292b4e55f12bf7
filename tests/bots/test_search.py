"""The search on games small enough to know the right answer."""

from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.bots.observe import observe
from board_library.bots.search import Budget, Style, answer, think
from board_library.engine.core import Amount, Decision, GameSpec, Move, Observer, Score, State
from board_library.engine.fields import fields_of
from board_library.engine.insight import Insight
from board_library.engine.options import Options
from board_library.games import all_games, game
from board_library.games.chests.cards import VALUE

SEED = "search 1"
ENOUGH = Budget(iterations=600)


class Heap(State):
    """Take one to three sticks; whoever takes the last wins. The next seat's turn comes after each."""

    __slots__ = ("asked", "seats", "sticks", "winner")

    def __init__(self, sticks: int, seats: int) -> None:
        self.options, self.ply, self.seats, self.sticks, self.asked, self.winner = Options(), 0, seats, sticks, 0, -1
        self.ask()

    def ask(self) -> None:
        moves = tuple(Move("take", str(n)) for n in range(1, min(3, self.sticks) + 1))
        self.questions = (Decision(self.asked, "take", moves, None, self.ply),) if moves else ()

    def apply(self, seat, move, rng, log):
        self.sticks -= int(move.target)
        self.winner = seat if not self.sticks else -1
        self.asked = (seat + 1) % self.seats
        self.ask()

    def clone(self):
        twin = type(self).__new__(type(self))
        for name in fields_of(Heap):
            setattr(twin, name, getattr(self, name))
        return twin

    def determinize(self, seat, rng):
        return self.clone()

    def view(self, seat):
        return {"sticks": self.sticks}

    def returns(self):
        return [1.0 if seat == self.winner else -1 / (self.seats - 1) for seat in range(self.seats)]

    def scores(self):
        return [Score(seat, 0, 1) for seat in range(self.seats)]


class Envelope(Heap):
    """Bid from 0 to 9: what is bid is won, but only if no more than that is sealed."""

    __slots__ = ("bid", "sealed")

    def __init__(self, sealed: int, seats: int) -> None:
        self.sealed, self.bid = sealed, -1
        super().__init__(1, seats)

    def ask(self) -> None:
        bids = Amount("bid", 0, 9, 1, tuple(range(10)))
        self.questions = (Decision(0, "bid", (), bids, self.ply),) if self.bid < 0 else ()

    def apply(self, seat, move, rng, log):
        self.bid = int(move.target)
        self.ask()

    def clone(self):
        twin = super().clone()
        twin.sealed, twin.bid = self.sealed, self.bid
        return twin

    def determinize(self, seat, rng):
        twin = self.clone()
        twin.sealed = rng.below(10)
        return twin

    def returns(self):
        gain = self.bid / 9 if self.bid <= self.sealed else 0.0
        return [gain, -gain]


@dataclass(frozen=True)
class Toy:
    """A spec around a state."""

    state: State

    def spec(self, **more) -> GameSpec:
        return GameSpec(
            slug="toy", folder=Path(), seats=range(2, 4), minutes=(1, 1), options=Options, rules_version=1,
            new=lambda *_: self.state.clone(), bound=lambda _: 99, events={}, decisions=("take", "bid"),
            zombie=lambda observer: observer.decision.moves[0], **more,
        )  # fmt: skip


def found(state: State, budget: Budget = ENOUGH, style: Style | None = None, seed: str = SEED, **more):
    rng = FastRng(seed)
    return think(Toy(state).spec(**more), observe(state, 0, rng), rng, budget, style or Style())


@pytest.mark.parametrize(("sticks", "best"), [(3, "take 3"), (5, "take 1"), (6, "take 2"), (7, "take 3")])
def test_it_leaves_a_multiple_of_four(sticks: int, best: str) -> None:
    outline = Insight(prospects=lambda _: [0.0, 0.0], outline=lambda state: state.sticks, horizon=99)

    assert found(Heap(sticks, 2), insight=outline).move.code == best


@pytest.mark.parametrize("sticks", [9, 10, 11])
def test_the_tree_sees_what_random_playouts_do_not(sticks: int) -> None:
    outline = Insight(prospects=lambda _: [0.0, 0.0], outline=lambda state: state.sticks, horizon=99)
    thought = found(Heap(sticks, 2), Budget(iterations=3000), Style(doubt=99), insight=outline)
    flat = found(Heap(sticks, 2), Budget(iterations=3000), Style(doubt=99))

    assert thought.move.code == f"take {sticks % 4}"
    assert thought.worths[0].returns[0] > flat.worths[0].returns[0] + 0.2


def test_every_seat_looks_after_itself() -> None:
    outline = Insight(prospects=lambda _: [0.0] * 3, outline=lambda state: state.sticks, horizon=99)
    thought = found(Heap(4, 3), Budget(iterations=2000), insight=outline)
    seconds = {worth.move.code: worth.returns for worth in thought.worths}

    assert seconds["take 1"][1] == pytest.approx(1, abs=0.2)
    assert seconds["take 3"][1] == pytest.approx(1)
    for returns in seconds.values():
        assert sum(returns) == pytest.approx(0)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_what_is_sealed_is_not_looked_at(seed: str) -> None:
    """The best bid against all ten sums is in the middle, whatever the sum is."""
    thought = found(Envelope(0, 2), Budget(iterations=2000), seed=seed)

    assert thought.move in {Move("bid", str(n)) for n in (3, 4, 5, 6, 7)}
    assert thought == found(Envelope(9, 2), Budget(iterations=2000), seed=seed)


def test_a_budget_of_iterations_is_kept() -> None:
    for iterations in (4, 10, 33):
        assert sum(worth.iterations for worth in found(Heap(9, 2), Budget(iterations=iterations)).worths) == iterations


def test_where_there_is_no_choice_nothing_is_thought() -> None:
    assert found(Heap(1, 2)) == (Move("take", "1"), ())


def test_the_heuristic_has_its_way_until_something_better_is_sure() -> None:
    spec = {"greedy": lambda observer: observer.decision.moves[:2][-1]}

    assert found(Heap(9, 2), Budget(iterations=3), **spec).move.code == "take 2"
    assert found(Heap(3, 2), **spec).move.code == "take 3"


def test_a_game_whose_prospects_mislead_has_the_heuristic_trusted_longer() -> None:
    def chosen(sure: float) -> str:
        insight = Insight(prospects=lambda _: [0.0, 0.0], outline=lambda state: state.sticks, horizon=99, sure=sure)
        return found(Heap(3, 2), insight=insight, greedy=lambda observer: observer.decision.moves[0]).move.code

    assert chosen(0.5) == "take 3"
    assert chosen(1000) == "take 1"


def test_a_playout_is_cut_off_at_the_horizon() -> None:
    asked = []
    insight = Insight(prospects=lambda state: asked.append(state.sticks) or [0.0, 0.0], horizon=1)
    found(Heap(12, 2), Budget(iterations=30), insight=insight)

    assert len(asked) == 30
    assert min(asked) >= 12 - 3 - 3


def test_a_question_to_another_in_ones_own_turn_does_not_end_it() -> None:
    """Two seats take by turns, but the turn is said to be always the first one's."""
    asked = []
    prospects = lambda state: asked.append(state.sticks) or [0.0, 0.0]  # noqa: E731
    found(Heap(12, 2), Budget(iterations=30), insight=Insight(prospects=prospects, turn=lambda _: 0, horizon=0))

    assert asked == []
    found(Heap(12, 2), Budget(iterations=30), insight=Insight(prospects=prospects, horizon=0))
    assert len(asked) == 30


def test_what_the_game_usually_answers_comes_before_the_greedy_player() -> None:
    """Where two answers are as good, the usual one stays; playouts follow it as well."""
    asked: list[int] = []

    def last(observer):
        asked.append(observer.world.sticks)
        return observer.decision.moves[-1]

    insight = Insight(usual=last, prospects=lambda _: [0.0, 0.0], horizon=99)
    first = found(Heap(4, 2), insight=insight, greedy=lambda observer: observer.decision.moves[0])

    assert first.move.code == "take 3"
    assert {4, 1, 2, 3} <= set(asked)


def test_a_game_whose_search_is_not_believed_is_answered_without_thinking() -> None:
    class Shut(Heap):
        def determinize(self, seat, rng):
            raise AssertionError("it thinks")

    insight = Insight(usual=lambda observer: observer.decision.moves[1], prospects=lambda _: [0.0, 0.0], sure=inf)
    state = Shut(5, 2)
    observer = Observer(state.pending()[0], state.view(0), state)
    move = answer(Toy(state).spec(insight=insight), observer, FastRng(SEED), Budget(iterations=9))

    assert move.code == "take 2"


def test_an_answer_that_its_game_leaves_aside_is_not_tried() -> None:
    insight = Insight(prospects=lambda _: [0.0, 0.0], horizon=99, aside=frozenset({"take 2"}))
    thought = found(Heap(5, 2), insight=insight)

    assert {worth.move.code for worth in thought.worths} == {"take 1", "take 3"}


def test_where_one_answer_is_left_nothing_is_tried_and_where_none_is_all_are() -> None:
    one, none = (
        found(Heap(5, 2), insight=Insight(prospects=lambda _: [0.0, 0.0], horizon=99, aside=frozenset(aside)))
        for aside in (["take 1", "take 3"], ["take 1", "take 2", "take 3"])
    )

    assert (one.move.code, one.worths) == ("take 2", ())
    assert len(none.worths) == 3


def test_chests_is_not_ended_by_a_search_for_who_is_behind() -> None:
    """The search is believed here, and tries what Chests leaves aside."""
    spec = game("chests")
    assert spec.insight is not None
    spec = replace(spec, insight=replace(spec.insight, aside=frozenset(), sure=1.5))
    state = spec.new(spec.options(first_player="p0"), 2, FastRng(SEED), None)
    taken = state.deck[:20]
    state.deck, state.treasury[1] = state.deck[20:], [card for card in taken if VALUE[card]]
    thought = think(spec, observe(state, 0, FastRng(SEED)), FastRng(SEED), Budget(iterations=400))
    ends = next(worth for worth in thought.worths if worth.move.verb == "propose")

    assert thought.move.verb == "draw"
    assert ends.returns[0] == pytest.approx(-1)


@pytest.mark.parametrize("slug", all_games())
def test_it_answers_every_game_without_any_hints(slug: str) -> None:
    spec = replace(game(slug), greedy=None, insight=None)
    state = spec.new(spec.options(), spec.seats[-1], FastRng(SEED), None)
    for _ in range(3):
        seat = state.pending()[0].seat
        thought = think(spec, observe(state, seat, FastRng(SEED)), FastRng(SEED), Budget(iterations=6))
        assert state.decision(seat).offers(thought.move)
        state.ply += 1
        state.apply(seat, thought.move, FastRng(SEED), None)
