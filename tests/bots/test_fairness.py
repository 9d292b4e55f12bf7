"""A bot's choice depends on nothing that its seat cannot know."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import BUDGETS, LEVELS, choose, drunkard
from board_library.bots.observe import observe
from board_library.bots.search import Budget
from board_library.engine.core import GameSpec, Move, Observer, State
from board_library.engine.errors import NotAsked
from board_library.games import all_games, game

SPEC = game("treasure-map")
GAMES = 12
REDEALS = 3

EACH = 12
"""Of a bot that searches every so manieth position is tried."""

SHORT = Budget(iterations=40)


def positions(spec: GameSpec, seed: str, games: int = GAMES) -> Iterator[tuple[int, State]]:
    """Every question of some random games, over all option sets and numbers of seats."""
    sets = (spec.options(), *spec.variants)
    for number in range(games):
        chance = FastRng(f"{seed} {number}")
        state = spec.new(sets[number % len(sets)], spec.seats[number % len(spec.seats)], chance, None)
        while state.pending():
            decision = chance.choice(state.pending())
            yield decision.seat, state
            state.ply += 1
            # Drawing is preferred, so that raids grow long and questions hard.
            moves = [m for m in decision.moves if m.verb == "draw"] if chance.below(2) else []
            state.apply(decision.seat, chance.choice(moves or decision.choices()), chance, None)


def changes_with_the_deal(bot, seed: str = "fair", *, spec: GameSpec = SPEC, each: int = 1, most: int = 10**6) -> int:
    """In how many positions the bot's choice changes when what its seat cannot know is dealt anew."""
    changed = 0
    asked = (one for one in positions(spec, seed) if len(one[1].decision(one[0]).choices()) > 1)
    for number, (seat, state) in enumerate(islice(asked, 0, each * most, each)):
        moves = set()
        for deal in range(REDEALS):
            other = state.determinize(seat, FastRng(deal)) if deal else state
            moves.add(bot(observe(other, seat, FastRng(number)), other, FastRng(number)))
        changed += len(moves) > 1
    return changed


@pytest.mark.parametrize("level", [level for level in LEVELS if level not in BUDGETS])
def test_choice_does_not_change_when_hidden_cards_are_dealt_anew(level: str) -> None:
    assert changes_with_the_deal(lambda observer, _, rng: choose(level, observer, rng, spec=SPEC)) == 0


@pytest.mark.parametrize("slug", all_games())
def test_search_does_not_change_its_mind_when_hidden_cards_are_dealt_anew(slug: str) -> None:
    spec = game(slug)

    def captain(observer: Observer, _real: State, rng: FastRng) -> Move:
        return choose("captain", observer, rng, spec=spec, budget=SHORT)

    most = 15 if spec.insight else 4
    assert changes_with_the_deal(captain, "fair search", spec=spec, each=EACH, most=most) == 0


def test_zombie_and_plain_random_neither() -> None:
    assert changes_with_the_deal(lambda observer, _, __: SPEC.zombie(observer)) == 0
    assert changes_with_the_deal(lambda observer, _, rng: drunkard(SPEC, observer, rng)) == 0


def test_a_bot_that_peeks_is_caught() -> None:
    def peeks(observer: Observer, real: State, rng: FastRng):
        """Robs if the real next card would bust."""
        after = real.clone()
        decision = observer.decision
        after.apply(decision.seat, decision.moves[0], rng, None)
        return decision.moves[-1 if after.active != decision.seat else 0]

    assert changes_with_the_deal(peeks) > 10


def test_observer_shows_the_same_view_and_question_as_the_table() -> None:
    for seat, state in positions(SPEC, "same"):
        observer = observe(state, seat, FastRng(1))

        assert observer.view == state.view(seat)
        assert observer.decision == state.decision(seat)


def test_who_is_not_asked_cannot_observe() -> None:
    state = SPEC.new(SPEC.options(characters="none", first="p1"), 2, FastRng(1), None)

    with pytest.raises(NotAsked):
        observe(state, 0, FastRng(1))


def test_unknown_level_is_refused() -> None:
    state = SPEC.new(SPEC.options(), 2, FastRng(1), None)

    with pytest.raises(KeyError):
        choose("god", observe(state, 0, FastRng(1)), FastRng(1), spec=SPEC)


def test_game_without_a_heuristic_gets_a_random_sailor() -> None:
    plain = replace(SPEC, greedy=None)
    state = SPEC.new(SPEC.options(), 2, FastRng(1), None)
    observer = observe(state, 0, FastRng(1))
    chosen = {choose("sailor", observer, FastRng(seed), spec=plain) for seed in range(20)}

    assert chosen == set(observer.decision.moves)


def test_an_observer_can_be_sent_to_another_process() -> None:
    for number, (seat, state) in enumerate(positions(SPEC, "sent")):
        if number % 20 == 0:
            observer = observe(state, seat, FastRng(number))
            sent = pickle.loads(pickle.dumps(observer))

            assert sent == observer
            assert SPEC.zombie(sent) == SPEC.zombie(observer)
