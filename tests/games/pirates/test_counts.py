"""Steered games, some of them of hoarders, hold every kind of event. Full counts: counts.py."""

import pytest

from board_library.games.pirates import GAME, PiratesOptions
from tests.games.pirates.counts import tally

USUAL = {
    "victory", "battle", "besieged", "captured", "feast", "fled", "island", "marooned", "recruited", "works", "rum",
    "neutral_taken", "walked_in", "spoils", "challenge", "spy", "rescued",
}  # fmt: skip


@pytest.mark.parametrize("seats", GAME.seats)
def test_steered_games_are_sound_and_hold_everything_usual(seats: int) -> None:
    found = tally("steered", seats, PiratesOptions(), 12, "test")

    assert found["games"] == 12
    assert {kind for kind in USUAL if not any(name.split()[0] == kind for name in found)} == set()
    assert sum(n for name, n in found.items() if name.startswith("won from")) == pytest.approx(12)


def test_hoarders_empty_the_tavern_and_call_ships_from_their_garrisons() -> None:
    found = tally("hoarding", 5, PiratesOptions(round_limit=120), 1, "test")

    assert found["rescued"] > 0
    assert found["skipped nobody"] > 0
