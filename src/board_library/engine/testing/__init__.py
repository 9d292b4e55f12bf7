"""The checks that every game must pass; ``contract`` lists them. The toys that prove them are in the tests."""

from board_library.engine.testing.contract import check_game, combinations, play_games, random_choice
from board_library.engine.testing.errors import ContractError

__all__ = ["ContractError", "check_game", "combinations", "play_games", "random_choice"]
