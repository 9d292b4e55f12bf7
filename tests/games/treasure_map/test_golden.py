"""The golden records of Treasure Map replay to the same end."""

from board_library.games.treasure_map.golden import RECORDS
from tests.games.golden import GoldenTests


class TestGolden(GoldenTests):
    """Those of this game."""

    records = RECORDS
