"""The core on its hardest spots, with throwaway games: each keeps the whole contract, and does what it is there for."""

from pathlib import Path

import pytest

from board_library.engine.errors import NotOffered
from board_library.engine.play import play
from board_library.engine.record import Timeline, new_record
from board_library.engine.rng import SeededRng
from board_library.engine.testing import check_game, combinations
from board_library.games import load_game

TOYS = Path(__file__).parent / "toys"
SPECS = {name: load_game(TOYS / name) for name in ("lanterns", "duel", "visit", "stake", "vote")}
RNG = SeededRng(b"hard spots", 0)


@pytest.mark.parametrize(
    ("spec", "seats", "options"),
    [
        pytest.param(spec, seats, options, id=f"{name}-{seats}-{n}")
        for name, spec in SPECS.items()
        for n, (seats, options) in enumerate(combinations(spec))
    ],
)
def test_toy_keeps_the_contract(spec, seats, options):
    check_game(spec, seats, options, games=6, seed="toys")


def line_of(name, seats):
    spec = SPECS[name]
    return Timeline(spec, new_record(spec, spec.options(), seats, bytes(32)))


def test_duel_asks_both_fighters_at_once_and_in_secret():
    """Also the one whose flask holds no rum: it can only keep it, but is asked all the same."""
    line = line_of("duel", 4)
    line.state.flasks = ["rum", "water", "rum", "water"]
    state = play(line.state, "attack p3", rng=RNG)

    asked = [(d.seat, d.kind, [m.code for m in d.moves], d.secret) for d in state.pending()]

    assert asked == [(0, "rum", ["drink flask", "keep flask"], True), (3, "rum", ["keep flask"], True)]


def test_duel_is_told_to_the_two_who_fought():
    state = line_of("duel", 4).state
    log = []

    play(state, "attack p3", "P3: keep flask", "P0: keep flask", rng=RNG, log=log)

    fought = log[-1]
    assert fought.key == "fought"
    assert [seat for seat in (0, 1, 2, 3, None) if "strengths" in fought.seen_by(seat).data] == [0, 3]
    assert [seat for seat in (0, 1, 2, 3, None) if "strengths" in state.view(seat)["fights"][0]] == [0, 3]


def test_move_all_stops_at_the_first_refusal():
    """Several codes in one request are played in order; what was played before the refusal stays."""
    line = line_of("visit", 2)
    played = []

    def move_all(*codes):
        for code in codes:
            line.commit(line.try_move(0, code))
            played.append(code)

    with pytest.raises(NotOffered):
        move_all("lift coal", "lift gold", "lift rum", "lift silk", "done visit")

    assert played == ["lift coal", "lift gold", "lift rum"]
    assert line.ply == 3
    assert line.state.view(None)["holds"][0] == ["coal", "gold", "rum"]


def test_small_moves_are_taken_back_one_by_one():
    line = line_of("visit", 2)
    for code in ("lift coal", "lift gold"):
        line.commit(line.try_move(0, code))

    for _ in range(2):
        line.commit(line.try_takeback(0, line.takeback_ply(0)))

    assert line.takeback_ply(0) is None
    assert line.state.view(None)["pier"] == ["coal", "gold", "rum", "silk", "tea"]
    assert [entry.code for entry in line.record.entries][2:] == ["takeback 1", "takeback 0"]
    assert line.state.questions[0].opened == line.ply == 4


@pytest.mark.parametrize("code", ["stake 5", "stake 15", "stake 20", "pass hand"])
def test_any_sum_in_range_is_accepted(code):
    line = line_of("stake", 2)

    line.commit(line.try_move(0, code))

    assert line.ply == 1


@pytest.mark.parametrize("code", ["stake 0", "stake 3", "stake 25", "stake 05", "stake 100", "bet 5"])
def test_any_other_sum_is_refused(code):
    line = line_of("stake", 2)

    with pytest.raises(NotOffered):
        line.try_move(0, code)

    assert line.ply == 0


def test_votes_stay_sealed_until_the_last():
    state = play(line_of("vote", 4).state, "ask chest", "P3: vote yes", "P1: vote no", rng=RNG)

    assert [d.seat for d in state.pending()] == [2]
    assert state.view(1)["own"] == "no"
    assert {str(state.view(seat)) for seat in (0, 2)} == {str(state.view(None))}

    log = []
    play(state, "vote yes", rng=RNG, log=log)

    assert log[-1].data == {"votes": [None, "no", "yes", "yes"]}
    assert state.points == [2, 0, 0, 0]
