"""Every numbered case of the rules, and situations that read back as they were shown."""

import re
from collections.abc import Callable

import pytest

from board_library.engine.cases import default_cases, read_cases, run_case
from board_library.engine.core import Event, Observer
from board_library.engine.play import play
from board_library.engine.rng import SeededRng
from board_library.engine.situations import read_situation, show_situation
from board_library.games.chests import GAME, ChestsOptions
from board_library.games.chests.cards import ACTIONS, CARD, IS_TRAP, KIND, VALUE, names
from board_library.games.chests.rules import Chests

ALL_CASES = [f"CH-{n:02}" for n in range(1, 49)]
ROWS = {case.id: case for case in read_cases(default_cases(GAME))}


def seeded(text: str, ply: int = 1) -> SeededRng:
    return SeededRng(text.encode(), ply)


def new_game(seats: int, seed: str, **options: object) -> Chests:
    state = GAME.new(ChestsOptions(**options), seats, seeded(seed, 0), None)
    assert isinstance(state, Chests)
    return state


@pytest.mark.parametrize("number", ROWS)
def test_case(number: str) -> None:
    result = run_case(GAME, ROWS[number])

    assert result.passed, result


def test_ch_01_the_deck_of_54() -> None:
    """CH-01: 30 treasures with sum 165, 12 traps, 6 bonuses, 6 actions; all totals 0."""
    state = new_game(4, "CH-01")

    assert len(state.deck) == len(set(state.deck)) == 54
    treasures = [card for card in state.deck if KIND[card] == "treasure"]
    assert sorted(VALUE[card] for card in treasures) == sorted([*range(1, 11)] * 3)
    assert sum(VALUE[card] for card in treasures) == 165
    kinds = [KIND[card] for card in state.deck if KIND[card] != "treasure"]
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert counts == {
        "minus5": 4, "skip": 4, "snatch": 4, "double": 2, "shield": 2, "extra": 2, "swap": 2, "theft": 2, "gift": 2,
    }  # fmt: skip
    assert sum(IS_TRAP[card] for card in state.deck) == 12
    assert sum(KIND[card] in ACTIONS for card in state.deck) == 6
    assert [score.points for score in state.scores()] == [0] * 4


ROUNDS = (("t10a", "t03a"), ("t07a", "t08a"), ("minus5_1", "t02a"))
"""CH-41: what P0 and P1 draw in each round."""


def test_ch_41_three_rounds_add_up_and_the_first_seat_moves_on() -> None:
    """CH-41: A 10, 7, -5 and B 3, 8, 2 make 12 to 13; the first players are s, s+1, s+2."""
    state = new_game(2, "CH-41", rounds=3, first_player="p1")
    firsts = []
    for number, drawn in enumerate(ROUNDS, 1):
        assert state.round == number
        firsts.append(state.first)
        state.deck = [CARD[drawn[seat]] for seat in (1 - state.first, state.first)]
        play(state, "draw deck", "stop row", "draw deck", rng=seeded("CH-41", number))

    assert firsts == [1, 0, 1]
    assert state.phase == "over"
    assert state.view(None)["history"] == [[10, 3], [7, 8], [-5, 2]]
    assert [score.points for score in state.scores()] == [12, 13]
    assert [score.seat for score in state.scores() if score.rank == 1] == [1]


def test_ch_41_a_new_round_has_all_cards_again() -> None:
    """CH-41: between rounds every card returns to the deck, and nothing else carries over."""
    state = new_game(3, "CH-41", rounds=2, first_player="p2")
    before = sorted(names(state.deck))
    while state.round == 1:
        decision = state.pending()[0]
        world = state.determinize(decision.seat, seeded("world", state.ply))
        move = GAME.zombie(Observer(decision, world.view(decision.seat), world))
        play(state, f"P{decision.seat}: {move.code}", rng=seeded("CH-41", state.ply + 1))

    assert sorted(names(state.deck)) == before
    assert state.first == 0
    assert (state.treasury, state.held, state.penalties) == ([[]] * 3, [[]] * 3, [[]] * 3)


def test_ch_45_nobody_sees_a_vote_before_both_are_in() -> None:
    """CH-45: after one of two votes all that changes for anybody else is that it is in; the order does not matter."""
    looks = {}
    for vote in ("yes", "no"):
        state, log = read_situation(GAME, "seats 3; deck T1 +"), list[Event]()
        play(state, "propose end", f"P1: vote {vote}", rng=seeded("CH-45"), log=log)
        assert [event.key for event in log] == ["end_proposed"]
        assert state.view(1)["vote"] == vote
        assert state.view(None)["voted"] == [False, True, False]
        looks[vote] = [state.view(viewer) for viewer in (0, 2, None)] + [state.decision(2)]
        looks[vote] += [state.determinize(viewer, seeded("world", k)) for viewer in (0, 2, None) for k in range(4)]
        assert all(state.determinize(1, seeded("world", k)).votes[1] == (vote == "yes") for k in range(4))
    assert looks["yes"] == looks["no"]
    assert {world.votes[1] for world in looks["yes"][-4:]} == {True, False}

    ends = []
    for order in (("P1: vote no", "P2: vote yes"), ("P2: vote yes", "P1: vote no")):
        state, log = read_situation(GAME, "seats 3; deck T1 +"), []
        play(state, "propose end", *order, rng=seeded("CH-45"), log=log)
        told = [dict(event.data) for event in log if event.key == "end_vote"]
        assert told == [{"seat": 1, "yes": False}, {"seat": 2, "yes": True}]
        ends.append(show_situation(GAME, state))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("seats", GAME.seats)
def test_ch_48_zombies_alone_end_the_game(seats: int) -> None:
    """CH-48: with all seats absent the zombie moves end the game."""
    state = new_game(seats, f"CH-48 {seats}")
    while state.pending():
        assert state.ply < GAME.bound(seats)
        decision = state.pending()[0]
        world = state.determinize(decision.seat, seeded("world", state.ply))
        move = GAME.zombie(Observer(decision, state.view(decision.seat), world))
        play(state, f"P{decision.seat}: {move.code}", rng=seeded(f"CH-48 {seats}", state.ply + 1))

    assert state.phase == "over"
    assert not state.deck


PROSE = {
    "CH-01": (test_ch_01_the_deck_of_54, None),
    "CH-41": (test_ch_41_three_rounds_add_up_and_the_first_seat_moves_on, None),
    "CH-45": (test_ch_45_nobody_sees_a_vote_before_both_are_in, None),
    "CH-48": (test_ch_48_zombies_alone_end_the_game, GAME.seats),
}


def test_every_case_is_executed(say: Callable[[str], None]) -> None:
    """Run once more all rows of the table and all functions above: together they are exactly CH-01 to CH-48."""
    executed = [case.id for case in ROWS.values() if run_case(GAME, case).passed]
    assert executed == list(ROWS)
    for number, (test, values) in PROSE.items():
        for arguments in [()] if values is None else [(value,) for value in values]:
            test(*arguments)
        executed.append(number)
    numbers = sorted({re.sub("[a-z]$", "", number) for number in executed})

    say(f"cases executed ({len(numbers)}): {' '.join(numbers)}")
    assert numbers == ALL_CASES


GAMES = 200


def test_situations_read_back_as_they_were_shown() -> None:
    """Every ply of 200 random games over all option sets and numbers of seats."""
    option_sets = [
        (seats, options)
        for seats in GAME.seats
        for options in (ChestsOptions(), *GAME.variants)
        if _fits(options, seats)
    ]
    for number in range(GAMES):
        seats, options = option_sets[number % len(option_sets)]
        state = GAME.new(options, seats, seeded(f"situation {number}", 0), None)
        choose = seeded(f"choice {number}")
        while True:
            shown = show_situation(GAME, state)
            assert read_situation(GAME, shown) == state, (number, shown)
            if not state.pending():
                break
            decision = choose.choice(state.pending())
            state.ply += 1
            state.apply(decision.seat, choose.choice(decision.moves), seeded(f"situation {number}", state.ply), None)


def _fits(options: ChestsOptions, seats: int) -> bool:
    try:
        options.check(seats)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        "seats 7; deck T1 +",
        "deck T11 +",
        "deck T1 T1 T1 T1",
        "deck t01a; P0 t01a",
        "deck T1; P4 T2",
        "deck T1; P0 SW",
        "deck -",
        "deck T1; sprung SN",
        "deck T1; drawn x",
        "deck T1; phase dice",
        "deck T1; treasure T2",
        "deck T1; deck T2",
        "deck T1; votes P1",
    ],
)
def test_what_is_no_situation_is_refused(text: str) -> None:
    from board_library.engine.errors import SituationError

    with pytest.raises(SituationError):
        read_situation(GAME, text)
