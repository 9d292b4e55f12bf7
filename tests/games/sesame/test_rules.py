"""Rules beyond the numbered cases: options, the end of the game, the bank, and random games that always end."""

from collections import Counter

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Event
from board_library.engine.errors import NotOffered, OptionError
from board_library.engine.play import check, play
from board_library.engine.rng import ScriptedRng
from board_library.engine.situations import read_situation
from board_library.games.sesame import GAME, SesameOptions, board, moves
from board_library.games.sesame.rules import Sesame


def given(text: str) -> Sesame:
    state = read_situation(GAME, text)
    assert isinstance(state, Sesame)
    return state


def codes(state: Sesame) -> set[str]:
    return {move.code for move in state.pending()[0].moves}


def test_prices_are_multiples_of_five_so_that_a_fifth_is_whole() -> None:
    assert all(price % board.FEE_PART == 0 for price in (*board.SELL_PRICE, *board.BUY_PRICE))


def test_chances_of_the_five_shops() -> None:
    faces = range(1, 7)
    assert [sum(game.wins(a, b) for a in faces for b in faces) for game in board.GAMES] == [18, 15, 10, 6, 3]


def test_there_are_26_cells_for_servants_besides_home() -> None:
    assert len(board.SERVANT_CELLS) == 27


@pytest.mark.parametrize("turns", [1, 29])
def test_a_limit_of_turns_is_none_or_at_least_thirty(turns: int) -> None:
    with pytest.raises(OptionError, match="round_limit"):
        SesameOptions.parse({"round_limit": turns})


def test_a_limit_of_thirty_is_kept() -> None:
    assert SesameOptions.parse({"round_limit": 30}).turns == 30
    assert SesameOptions().turns == 300


def test_exact_landing_leaves_the_pawn_before_the_port() -> None:
    state = play(given("options landing=exact; P0 S24 all=1; moved yes"), "roll dice", rng=ScriptedRng([6, 5]))
    assert (state.pawn[0], state.place[0]) == ("s24", "sea")


def test_exact_landing_leaves_the_sailor_before_the_pier() -> None:
    state = play(given("options landing=exact; P0 S3 home diamond; moved yes"), "roll dice", rng=ScriptedRng([4]))
    assert (state.pawn[0], state.phase) == ("s3", "turn")


def test_the_bank_of_the_box_pays_what_it_has() -> None:
    state = given("options bank_limit=18780; P0 G5; P1 G1 money=18778; at shop; moved yes")
    state = play(state, "stake rouble", rng=ScriptedRng([6, 5]))
    assert state.money == [2, 18778]
    assert state.bank() == 0


def test_the_bank_of_the_box_limits_sales() -> None:
    state = given("options bank_limit=18780; P0 U5 horses=3; P1 G1 money=18600; at shop")
    assert state.pending()[0].amount == moves.amount("sell", 2)


def test_an_empty_bank_takes_no_stakes() -> None:
    state = given("options bank_limit=18780; P0 G2 money=80; P1 G1 money=18700; at shop")
    assert state.pending()[0].amount is None
    assert codes(state) == {"pass shop", "stake rouble"}


def test_a_surcharge_may_put_the_last_card_out_of_reach() -> None:
    plain = given("P0 L3 money=100; P1 G1 servant=L3; at shop")
    dear = given("options buyer_commission=surcharge; P0 L3 money=100; P1 G1 servant=L3; at shop")
    assert plain.pending()[0].amount == moves.amount("buy", 5)
    assert dear.pending()[0].amount == moves.amount("buy", 4)


def test_sell_all_first_closes_the_buy_row_to_those_with_goods() -> None:
    state = given("options sell_all_first=on; P0 G1 furs=1; moved yes")
    assert not any(code.startswith("go l") for code in codes(state))
    state = given("options sell_all_first=on; P0 L1 furs=1; moved yes")
    assert "go l2" in codes(state)


def test_several_magic_goods_may_be_held_by_option() -> None:
    state = given("options one_magic_good=off; P0 G2 money=400 sword; at shop")
    state = play(state, "stake 100", "take map", rng=ScriptedRng([6, 3]))
    assert state.items(0) == [board.SWORD, board.MAP]


def test_numbers_come_again_only_after_all_eleven() -> None:
    text = "options prophecy_no_repeat=on; P0 C5 sorcerer; moved yes; named P0=2,3,4,5,6,7,8,9,10,11"
    state = play(given(text), "ask p1", rng=ScriptedRng())
    assert codes(state) == {"name 12"}
    state = play(state, "P1: name 12", rng=ScriptedRng([1, 1]))
    assert state.named == [0, 0]
    assert state.phase == "turn"


def test_six_players_and_five_corsairs() -> None:
    """The sixth servant stays at home and is not asked."""
    state = given("seats 6; phase servant; turn P0")
    play(state, *(f"P{seat}: servant {cell}" for seat, cell in enumerate(board.CORSAIR_CELLS)), rng=ScriptedRng())
    assert state.phase == "turn"
    assert state.servant[5] == "s0"


def test_a_winner_by_a_way_is_first_whatever_the_wealth() -> None:
    state = play(given("P0 S1 home; P1 G1 money=900"), "roll dice", rng=ScriptedRng([1]))
    scores = state.scores()
    assert [(s.rank, s.points, s.won) for s in scores] == [(1, 0, "way_3"), (2, 900, "")]
    assert state.returns() == [1, -1]


def test_equal_wealth_shares_the_place() -> None:
    state = given("options round_limit=30; seats 3; P0 G1 money=40; P1 G1 horses=1; P2 G1; turn P2; "
                  "turns P0=30 P1=30 P2=29; moved yes")  # fmt: skip
    log: list[Event] = []
    play(state, "go g1", "pass shop", rng=ScriptedRng(), log=log)
    assert state.winners == [0, 1]
    assert [score.rank for score in state.scores()] == [1, 1, 3]
    assert state.returns() == pytest.approx([0.25, 0.25, -0.5])
    assert log[-1] == Event("game_end", {"winners": [0, 1], "way": "wealth", "ranking": [0, 1, 2]})


def test_no_servant_moves_twice_in_a_turn() -> None:
    state = play(given("P0 U1"), "servant s9", rng=ScriptedRng())
    with pytest.raises(NotOffered):
        check(state, 0, "servant s10")


GAMES = 40


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_end_within_the_bound(seats: int) -> None:
    """A smaller run of the 10,000 games a number of players that were played once."""
    ways: Counter[str] = Counter()
    for number in range(GAMES):
        chance = FastRng(f"random {seats} {number}")
        state = GAME.new(SesameOptions(), seats, chance, None)
        played = 0
        while questions := state.pending():
            state.apply(questions[0].seat, chance.choice(questions[0].choices()), chance, None)
            played += 1
        assert played <= GAME.bound(seats)
        assert max(state.turns) <= 300
        ways[state.way] += 1
    assert set(ways) <= {"way_1", "way_2", "way_3", "way_4", "way_5", "wealth"}
    assert len(ways) > 1
