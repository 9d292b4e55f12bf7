"""How strong the bots are."""

from collections.abc import Callable

import pytest

from board_library.bots.arena import Result, duel, wilson
from board_library.bots.levels import LEVELS, Bot, deckhand, drunkard
from board_library.engine.core import GameSpec, Move, Observer
from board_library.engine.rng import Rng
from board_library.games import game

GAMES = 200
"""Enough to tell 97 % from 80 % with certainty; the figure for 1,000 games is measured in the bench."""

SEED = "strength 1"


@pytest.mark.parametrize("rival", [drunkard, deckhand], ids=lambda rival: rival.__name__)
def test_sailor_wins_four_of_five_games_of_treasure_map(rival: Bot, say: Callable[[str], None]) -> None:
    result = duel(game("treasure-map"), LEVELS["sailor"], rival, games=GAMES, seed=SEED)

    say(f"sailor against {rival.__name__} (seed {SEED!r}): {result}")
    assert result.interval[0] >= 0.8


@pytest.mark.parametrize(("slug", "games"), [("chests", 400), ("pirates", 200), ("tortuga", 100)])
def test_what_the_search_starts_from_beats_the_greedy_player(slug: str, games: int, say: Callable[[str], None]) -> None:
    def usual(spec: GameSpec, observer: Observer, _rng: Rng) -> Move:
        assert spec.insight is not None
        assert spec.insight.usual is not None
        return spec.insight.usual(observer)

    result = duel(game(slug), usual, LEVELS["sailor"], games=games, seed=f"{slug} seasoned")

    say(f"{slug}, seasoned against sailor (seed '{slug} seasoned'): {result}")
    assert result.interval[0] > 0.5


def test_equal_bots_are_not_told_apart() -> None:
    result = duel(game("treasure-map"), drunkard, drunkard, games=GAMES, seed=SEED)

    low, high = result.interval
    assert low < 0.5 < high


def test_the_same_seed_gives_the_same_games() -> None:
    first, second, other = (
        duel(game("treasure-map"), deckhand, drunkard, games=40, seed=seed) for seed in ("a", "a", "b")
    )

    assert first == second
    assert first != other


def test_interval_narrows_and_holds_the_share() -> None:
    few, many = wilson(0.9, 50), wilson(0.9, 5000)

    assert few[0] < many[0] < 0.9 < many[1] < few[1]
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)
    assert Result(10, 7, 2).share == pytest.approx(0.8)
