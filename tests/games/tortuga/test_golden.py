"""Golden records replay to the same end."""

import pytest

from board_library.engine.record import Record, replay, verify
from board_library.games.tortuga import GAME
from board_library.games.tortuga.golden import DIGESTS, FOLDER, GOLDEN, digest, find

EXPECTED = dict(line.split(": ", 1) for line in DIGESTS.read_text(encoding="utf-8").splitlines())


def read(name: str) -> Record:
    return Record.from_json((FOLDER / f"{name}.json").read_bytes())


def test_every_golden_record_is_there() -> None:
    names = sorted(golden.name for golden in GOLDEN)

    assert sorted(path.stem for path in FOLDER.glob("*.json")) == names
    assert sorted(EXPECTED) == names


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_record_replays_to_the_same_scores_and_events(golden) -> None:
    timeline = verify(GAME, read(golden.name))

    assert timeline.over
    assert digest(timeline) == EXPECTED[golden.name]
    assert golden.wanted(timeline.state, [event for _, event in timeline.events()])


def test_together_they_hold_every_event() -> None:
    happened = {event.key for golden in GOLDEN for _, event in replay(GAME, read(golden.name)).events()}

    assert set(GAME.events) - happened == set()


def test_a_changed_move_changes_the_digest() -> None:
    record = read("zombies")
    last = max(k for k, entry in enumerate(record.entries) if entry.code == "sail city")
    record.entries = record.entries[:last]

    assert digest(replay(GAME, record)) != EXPECTED["zombies"]


@pytest.mark.parametrize("name", ["zombies", "takebacks"])
def test_records_can_be_made_anew(name: str) -> None:
    golden = next(golden for golden in GOLDEN if golden.name == name)

    assert find(golden).to_json() == (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    if name == "takebacks":
        assert any(entry.code.startswith("takeback ") for entry in read(name).entries)
