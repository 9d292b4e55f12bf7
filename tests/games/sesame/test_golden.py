"""The golden records of Sesame replay to the same end."""

from board_library.engine.record import replay
from board_library.games.sesame.golden import RECORDS
from tests.games.golden import GoldenTests


class TestGolden(GoldenTests):
    """Those of this game."""

    records = RECORDS

    def test_every_way_to_end_is_there(self) -> None:
        """All five ways, and the limit of rounds."""
        ends = [replay(RECORDS.spec, RECORDS.read(golden.name)).state for golden in RECORDS.golden]

        ways = {state.view(None)["way"] for state in ends}
        assert ways == {"way_1", "way_2", "way_3", "way_4", "way_5", "wealth"}
