"""What games tell the search: prospects are returns, quick answers are answers, and neither is foolish."""

from collections.abc import Iterator

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Decision, GameSpec, State
from board_library.engine.errors import OptionError
from board_library.engine.options import Options
from board_library.games import all_games, game
from board_library.games.treasure_map.cards import CARD, SUIT

SEED = "insight 1"
GAMES = 6
WITH_INSIGHT = [slug for slug, spec in all_games().items() if spec.insight]


def allowed(options: Options, seats: int) -> bool:
    try:
        options.check(seats)
    except OptionError:
        return False
    return True


def positions(spec: GameSpec, games: int = GAMES) -> Iterator[tuple[State, Decision]]:
    """Every question of some random games, over all option sets and numbers of seats."""
    sets = (spec.options(), *spec.variants)
    for number in range(games):
        chance, options = FastRng(f"{SEED} {number}"), sets[number % len(sets)]
        seats = [seats for seats in spec.seats if allowed(options, seats)]
        state = spec.new(options, seats[number % len(seats)], chance, None)
        for _ in range(300):
            if not state.pending():
                break
            decision = chance.choice(state.pending())
            yield state, decision
            draws = [move for move in decision.moves if move.verb == "draw"]
            state.ply += 1
            state.apply(decision.seat, chance.choice(draws or decision.choices()), chance, None)


@pytest.mark.parametrize("slug", WITH_INSIGHT)
def test_prospects_are_returns(slug: str) -> None:
    insight = game(slug).insight
    for state, _ in positions(game(slug)):
        found = insight.prospects(state)

        assert len(found) == len(state.scores())
        assert all(-1 <= value <= 1 for value in found), SEED
        assert sum(found) == pytest.approx(0), SEED


@pytest.mark.parametrize("slug", [slug for slug in WITH_INSIGHT if game(slug).insight.playout])
def test_a_quick_answer_is_an_answer_and_changes_nothing(slug: str) -> None:
    insight, kinds = game(slug).insight, set()
    for state, decision in positions(game(slug), 3 * GAMES):
        before = state.clone()

        assert decision.offers(insight.playout(state, decision, FastRng(SEED))), SEED
        assert state == before
        kinds.add(decision.kind)
    assert len(kinds) > 4, SEED


def test_a_quick_player_of_treasure_map_takes_no_card_of_a_scroll_that_busts_if_it_need_not() -> None:
    spec, seen = game("treasure-map"), 0
    for state, decision in positions(spec, 60):
        if decision.kind != "scroll":
            continue
        held = {SUIT[card] for card in state.raid}
        safe = {move for move in decision.moves if SUIT[CARD[move.target]] not in held}
        if safe and len(safe) < len(decision.moves):
            assert spec.insight.playout(state, decision, FastRng(SEED)) in safe, SEED
            seen += 1
    assert seen > 5, SEED
