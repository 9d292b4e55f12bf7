"""Every numbered case of the rules, and situations that read back as they were shown."""

from collections.abc import Callable

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.cases import default_cases, read_cases, run_case
from board_library.engine.core import Event, Observer
from board_library.engine.errors import SituationError
from board_library.engine.play import play
from board_library.engine.rng import SeededRng
from board_library.engine.situations import read_situation, show_situation
from board_library.games.sesame import GAME, SesameOptions
from board_library.games.sesame.rules import Sesame

ALL_CASES = [f"SE-{n:02}" for n in range(1, 55)]
ROWS = {case.id: case for case in read_cases(default_cases(GAME))}


def new_game(seats: int, seed: str, log: list[Event] | None = None, **options: object) -> Sesame:
    state = GAME.new(SesameOptions(**options), seats, SeededRng(seed.encode(), 0), log)
    assert isinstance(state, Sesame)
    return state


@pytest.mark.parametrize("number", ROWS)
def test_case(number: str) -> None:
    result = run_case(GAME, ROWS[number])

    assert result.passed, result


def check_new_game(seats: int, stock: int) -> None:
    view = new_game(seats, "new").view(0)

    for seat in view["seats"]:
        assert (seat["pawn"], seat["servant"], seat["money"], seat["items"]) == ("s0", "s0", 0, [])
        assert list(seat["goods"].values()) == [1, 1, 1, 1, 1]
    assert len(view["seats"]) == seats
    assert list(view["stock"].values()) == [stock] * 5
    assert view["cellars"] == {"sword": None, "map": None, "diamond": None, "flying_carpet": None}


def test_se_01_new_game_of_four() -> None:
    """SE-01: everybody on S0 with no gold and one card of each good; 16 of each in stock, four items in cellars."""
    check_new_game(4, 16)


def test_se_02_new_game_of_six() -> None:
    """SE-02: a stock of 14 of each."""
    check_new_game(6, 14)


def test_se_54_zombies_alone_end_by_wealth() -> None:
    """SE-54: with all seats absent wealth decides after 300 turns each, and no servant has moved."""
    log = list[Event]()
    state, chance = new_game(3, "SE-54", log), FastRng("SE-54")
    while state.pending():
        assert state.ply < GAME.bound(3)
        decision = state.pending()[0]
        move = GAME.zombie(Observer(decision, state.view(decision.seat), state.clone()))
        play(state, f"P{decision.seat}: {move.code}", rng=chance, log=log)

    assert state.way == "wealth"
    assert state.turns == [300, 300, 300]
    assert {event.data["to"] for event in log if event.key == "servant_move"} == {"s0"}


PROSE = {
    "SE-01": test_se_01_new_game_of_four,
    "SE-02": test_se_02_new_game_of_six,
    "SE-54": test_se_54_zombies_alone_end_by_wealth,
}


def test_every_case_is_executed(say: Callable[[str], None]) -> None:
    """Run once more all rows of the table and all functions above: together they are exactly SE-01 to SE-54."""
    results = [(case.id.split()[0], run_case(GAME, case).passed) for case in ROWS.values()]
    failed = {number for number, passed in results if not passed}
    executed = {number for number, _ in results} - failed
    for number, test in PROSE.items():
        test()
        executed.add(number)

    say(f"cases executed ({len(executed)}): {' '.join(sorted(executed))}")
    assert sorted(executed) == ALL_CASES


WRONG = (
    "seats 7",
    "seats 2; P5 S0",
    "P0 X3",
    "P0 S3 camels=2",
    "P0 S3 pearls=21",
    "P0 G1 sword; P1 G2 sword",
    "P0 S0 servant=U1; P1 S0 servant=U1",
    "P0 S0 servant=G1",
    "P0 S3; at shop",
    "P0 C5 sorcerer; at name",
    "phase picnic",
    "at tea",
    "moved perhaps",
    "turns P0=many",
    "parrot P0",
)


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_situation_is_refused(text: str) -> None:
    with pytest.raises(SituationError):
        read_situation(GAME, text)


GAMES = 24
PLIES = 400


def test_situations_read_back_as_they_were_shown() -> None:
    """Every third ply of random games over all option sets and numbers of seats."""
    sets = (SesameOptions(), *GAME.variants)
    for number in range(GAMES):
        chance = FastRng(f"situations {number}")
        options, seats = sets[number % len(sets)], 2 + number % 5
        state = GAME.new(options, seats, chance, None)
        while state.pending() and state.ply < PLIES:
            decision = state.pending()[0]
            state.ply += 1
            state.apply(decision.seat, chance.choice(decision.choices()), chance, None)
            if state.ply % 3 == 0 or not state.pending():
                shown = show_situation(GAME, state)
                assert read_situation(GAME, shown) == state, (number, shown)
