"""What the golden records of every game are held to."""

from typing import ClassVar

import pytest

from board_library.engine.record import replay, verify
from board_library.engine.testing.golden import Golden, GoldenRecords, digest


class GoldenTests:
    """To be inherited with a game's ``records``."""

    records: ClassVar[GoldenRecords]

    def test_every_record_is_there(self) -> None:
        """No record without a purpose, no purpose without a record."""
        names = sorted(golden.name for golden in self.records.golden)

        assert sorted(path.stem for path in self.records.folder.glob("*.json")) == names
        assert sorted(self.records.expected()) == names

    def test_record_replays_to_the_same_scores_and_events(self, golden: Golden) -> None:
        """Verified, over, and what it was kept for."""
        timeline = verify(self.records.spec, self.records.read(golden.name))

        assert timeline.over
        assert digest(timeline) == self.records.expected()[golden.name]
        assert golden.wanted(timeline.state, [event for _, event in timeline.events()])

    def test_a_missing_move_changes_the_digest(self) -> None:
        """The digest tells records apart."""
        record = self.records.read("zombies")
        record.entries.pop()

        assert digest(replay(self.records.spec, record)) != self.records.expected()["zombies"]

    @pytest.mark.parametrize("name", ["zombies", "takebacks"])
    def test_records_can_be_made_anew(self, name: str) -> None:
        """What wrote them writes the same."""
        record = self.records.find(self.records.named(name))

        assert record.to_json() == (self.records.folder / f"{name}.json").read_text(encoding="utf-8")
        assert (name == "takebacks") == any(entry.code.startswith("takeback ") for entry in record.entries)


class WithEveryEvent(GoldenTests):
    """For a game whose records hold every event together."""

    def test_together_they_hold_every_event(self) -> None:
        """What the game can tell is told somewhere."""
        spec, records = self.records.spec, self.records
        happened = {
            event.key for golden in records.golden for _, event in replay(spec, records.read(golden.name)).events()
        }

        assert set(spec.events) - happened == set()
