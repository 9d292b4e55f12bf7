"""Games that seek every port and every fight keep the contract too; random ones hardly ever meet."""

from __future__ import annotations

from collections import Counter

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Decision, Move
from board_library.engine.rng import Rng
from board_library.engine.situations import read_situation
from board_library.engine.testing import check_game, contract
from board_library.games.pirates import GAME, PiratesOptions
from board_library.games.pirates.cards import CARGO, SHIPS
from board_library.games.pirates.golden import bold

FIGHTS = {"answer", "rum_add", "spoils", "cape", "enemy_port", "attack", "press_siege", "recruit", "spy_look"}


@pytest.mark.parametrize(("seats", "memo"), [(5, True), (4, False)])
def test_fighting_games_keep_the_contract(monkeypatch: pytest.MonkeyPatch, seats: int, memo: bool) -> None:
    """Nobody learns from view, question, log or error what it may not know, in duels of every kind."""
    kinds: Counter[str] = Counter()

    def choose(decision: Decision, rng: Rng) -> Move:
        kinds[decision.kind] += 1
        return bold(None, decision, rng)

    monkeypatch.setattr(contract, "random_choice", choose)
    check_game(GAME, seats, PiratesOptions(round_limit=60, memo=memo), games=2, sample=20, seed="fights e")

    assert set(kinds) >= FIGHTS


PLACE = "P0 x5y2 4r2 3r1 | s; P1 x6y3 3r2 4r1 | g; P2 x0y9 3r0; havana P0; nassau P1; san_juan P2"


def test_what_is_known_for_certain_is_kept_in_worlds() -> None:
    """A fresh note holds in every world; a stale one binds nothing; own cards and all sizes always hold."""
    for stale, differ in ((0, False), (2, True)):
        state = read_situation(GAME, f"seats 3; round 2; {PLACE}; note P0 p1.ships 2 battle {stale} 3r2 4r1")
        worlds = [state.determinize(0, FastRng(f"{stale} {n}")) for n in range(20)]
        dealt = {tuple(sorted(SHIPS[kind] for kind in world.ships[1])) for world in worlds}
        assert (len(dealt) > 1) == differ
        assert all(world.ships[0] == state.ships[0] for world in worlds)
        assert {tuple(name[0] for name in ships) for ships in dealt} == {("3", "4")}
        assert len({tuple(CARGO[kind] for kind in world.hold[1]) for world in worlds}) > 1


def test_spies_under_the_grotto_stay_there_in_worlds() -> None:
    state = read_situation(GAME, f"seats 3; {PLACE}; grotto s g d spy spy; under 2")
    for n in range(10):
        assert [CARGO[kind] for kind in state.determinize(2, FastRng(f"{n}")).grotto[:2]] == ["spy", "spy"]
