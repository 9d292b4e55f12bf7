"""The golden records of Pirates of Tortuga replay to the same end."""

from board_library.games.tortuga.golden import RECORDS
from tests.games.golden import WithEveryEvent


class TestGolden(WithEveryEvent):
    """Those of this game."""

    records = RECORDS
