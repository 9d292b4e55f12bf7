"""Every game, with every number of seats and every option set that it names, keeps the contract."""

import pytest

from board_library.engine.testing import check_game, combinations
from board_library.games import all_games, broken_games

GAMES_EACH = 2
LONG = 2000
"""Games that may take more moves than this are played once and looked at closely at about a hundred plies."""

LOOKS = 100

PLAYED = [
    pytest.param(spec, seats, options, id=f"{spec.slug}-{seats}-{'default' if options == spec.options() else n}")
    for spec in all_games().values()
    for n, (seats, options) in enumerate(combinations(spec))
]


def test_every_game_can_be_loaded():
    assert PLAYED
    assert broken_games() == {}


@pytest.mark.parametrize(("spec", "seats", "options"), PLAYED)
def test_game_keeps_the_contract(spec, seats, options):
    bound = spec.bound(seats)
    if bound > LONG:
        check_game(spec, seats, options, games=1, sample=bound // LOOKS, seed="contract")
    else:
        check_game(spec, seats, options, games=GAMES_EACH, seed="contract")
