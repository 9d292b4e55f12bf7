"""The greedy player of Chests is fair and strong, the zombie plays as the rules say, and random games end in time."""

from collections.abc import Callable, Iterator

import pytest

from board_library.bots.arena import duel
from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import BUDGETS, LEVELS, deckhand, drunkard, searcher
from board_library.bots.observe import observe
from board_library.bots.search import Budget, think
from board_library.engine.core import Observer, State
from board_library.engine.rng import SeededRng
from board_library.engine.situations import read_situation
from board_library.engine.testing import combinations
from board_library.games.chests import GAME, round_bound
from board_library.games.chests.rules import Chests

SETS = list(combinations(GAME))
LONGEST_ROUND = 174
"""The rules' own bound on the moves of a round, for any number of seats."""


def observer(text: str, seat: int) -> Observer:
    state = read_situation(GAME, text)
    decision = state.decision(seat)
    assert decision is not None
    world = state.determinize(seat, SeededRng(b"bot", 1))
    return Observer(decision, world.view(seat), world)


def positions(seed: str, games: int) -> Iterator[tuple[int, State]]:
    """Every question of some games, over all option sets and numbers of seats."""
    for number in range(games):
        chance = FastRng(f"{seed} {number}")
        seats, options = SETS[(number * 5) % len(SETS)]
        state = GAME.new(options, seats, chance, None)
        while state.pending():
            decision = chance.choice(state.pending())
            yield decision.seat, state
            state.ply += 1
            state.apply(decision.seat, chance.choice(decision.moves), chance, None)


@pytest.mark.parametrize("level", [level for level in LEVELS if level not in BUDGETS])
def test_the_choice_does_not_depend_on_what_is_hidden(level: str) -> None:
    for seat, state in positions("fair", 12):
        chosen = {
            LEVELS[level](GAME, observe(state, seat, FastRng(redeal)), FastRng("same")).code for redeal in range(3)
        }
        assert len(chosen) == 1, (state.ply, chosen)


@pytest.mark.parametrize("rival", [drunkard, deckhand], ids=lambda rival: rival.__name__)
def test_the_greedy_player_wins_four_of_five_games(rival, say: Callable[[str], None]) -> None:
    result = duel(GAME, LEVELS["sailor"], rival, games=200, seed="chests 1")

    say(f"Chests, sailor against {rival.__name__} (seed 'chests 1'): {result}")
    assert result.interval[0] >= 0.8


GREEDY = {
    "nothing at risk: draw": ("row T4; deck T5 T6 M5 SK +", 0, "draw deck"),
    "much at risk: stop": ("P0 M5; row T10 T9 T8 T7; sprung M5; deck SK SN T1 T2 M5 +", 0, "stop row"),
    "no trap is left: draw": ("P0 M5; row T10 T9 T8 T7; sprung M5; deck T1 T2 T3 +", 0, "draw deck"),
    "a shield before the last traps": (
        "seats 2; P0 SH M5; P1 T10 T9 T8; row T10 T9 T7; sprung M5; deck SK SN M5 T5 T6",
        0,
        "use shield_1",
    ),
    "the best card": ("P1 T3 T8; P2 T9*; played TH; phase theft_pick; deck T1 +", 0, "take t09a"),
    "the worst for the best": ("P0 T1 T7; P1 T10; played SW; phase swap_pick; deck T1 +", 0, "give t01a"),
    "the best for the worst": ("P0 T1; P1 T10 T2; played SW; given T1; phase swap_take; deck T1 +", 0, "take t10a"),
    "no bad swap": ("P0 T9; P1 T2; played SW; phase swap_pick; deck T1 +", 0, "decline swap"),
    "the least gift": ("P0 T2 T9; played G; phase gift_pick; deck T1 +", 0, "give t02a"),
    "a gift for the weakest": ("P0 T9; P1 T10; P2 T8; played G; given T9; phase gift_to; deck T1 +", 0, "to p3"),
    "yes from the leader": ("P1 T9; proposed P0; phase end_vote; deck T1 +", 1, "vote yes"),
    "no from the others": ("P1 T9; proposed P0; phase end_vote; deck T1 +", 2, "vote no"),
    "no where the lead is shared": ("P1 T9; P2 T9; proposed P0; phase end_vote; deck T1 +", 1, "vote no"),
}


@pytest.mark.parametrize("situation", GREEDY)
def test_the_greedy_player_sees_sense(situation: str) -> None:
    text, seat, code = GREEDY[situation]

    assert GAME.greedy is not None
    assert GAME.greedy(observer(text, seat)).code == code


NOTHING_DRAWN = {
    "at the very start": "deck T1 T5 M5 SK +",
    "behind": "P1 T9; deck T1 T5 M5 SK +",
    "alone ahead": "P0 T9; deck T1 T5 M5 SK +",
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("situation", NOTHING_DRAWN)
def test_no_bot_proposes_the_end(situation: str, level: str) -> None:
    """Nobody sensible agrees but who would win alone, so that the others need not have proposed."""
    asked = observer(NOTHING_DRAWN[situation], 0)
    bot = searcher(Budget(iterations=40)) if level in BUDGETS else LEVELS[level]

    assert "propose end" in {move.code for move in asked.decision.moves}
    assert {bot(GAME, asked, FastRng(f"noise {number}")).code for number in range(20)} == {"draw deck"}


def test_a_bot_that_could_use_a_bonus_does_not_propose_the_end_for_it() -> None:
    asked = observer("P0 SH D; deck T1 T5 M5 SK +", 0)

    for number in range(20):
        thought = think(GAME, asked, FastRng(f"noise {number}"), Budget(iterations=60))
        assert "propose end" not in {worth.move.code for worth in thought.worths}


ZOMBIE = {
    "draws first": ("P0 SH; deck T1 +", 0, "draw deck"),
    "then stops": ("P0 SH; row T1; deck T1 +", 0, "stop row"),
    "snatches the most": ("P0 T4 T5* SH; row T9; played SN; phase snatch_pick; deck T1 +", 1, "take t05a"),
    "the first of equals": ("P0 T9 T9; played SN; phase snatch_pick; deck T1 +", 1, "take t09a"),
    "steals the most": ("P1 SH T4; P3 T7; played TH; phase theft_pick; deck T1 +", 0, "take t07a"),
    "swaps nothing": ("P0 T1; P1 T10; played SW; phase swap_pick; deck T1 +", 0, "decline swap"),
    "swaps nothing at the second question": (
        "P0 T1; P1 T10; played SW; given T1; phase swap_take; deck T1 +",
        0,
        "decline swap",
    ),
    "gives the least": ("P0 T8 T3; played G; phase gift_pick; deck T1 +", 0, "give t03a"),
    "a bonus counts nothing": ("P0 T8 T3 SH; played G; phase gift_pick; deck T1 +", 0, "give shield_1"),
    "to the next": ("turn P3; P3 T8; played G; given T8; phase gift_to; deck T1 +", 3, "to p0"),
    "to the next of another team": (
        "options teams=two; P0 T8; played G; given T8; phase gift_to; deck T1 +",
        0,
        "to p1",
    ),
    "votes no": ("P1 T9; proposed P0; phase end_vote; deck T1 +", 1, "vote no"),
}


@pytest.mark.parametrize("situation", ZOMBIE)
def test_the_zombie_move(situation: str) -> None:
    text, seat, code = ZOMBIE[situation]

    assert GAME.zombie(observer(text, seat)).code == code


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_end_in_time_and_lose_no_card(seats: int) -> None:
    sets = [options for number, options in SETS if number == seats]
    chance = FastRng(f"random {seats}")
    for number in range(300):
        options = sets[number % len(sets)]
        state = GAME.new(options, seats, chance, None)
        assert isinstance(state, Chests)
        cards = sorted(state.components())
        while state.pending():
            decision = chance.choice(state.pending())
            state.ply += 1
            assert state.ply <= LONGEST_ROUND * options.rounds
            state.apply(decision.seat, chance.choice(decision.moves), chance, None)
        assert sorted(state.components()) == cards
        assert sum(state.returns()) == pytest.approx(0)


def test_the_stated_bound_is_that_of_the_rules() -> None:
    assert round_bound(6) == LONGEST_ROUND
    assert [GAME.bound(seats) for seats in GAME.seats] == [10 * round_bound(seats) for seats in GAME.seats]
