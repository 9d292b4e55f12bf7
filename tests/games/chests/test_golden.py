"""The golden records of Chests replay to the same end."""

from board_library.games.chests.golden import RECORDS
from tests.games.golden import GoldenTests


class TestGolden(GoldenTests):
    """Those of this game."""

    records = RECORDS
