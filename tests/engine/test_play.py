"""The checked door: what is offered is played, all else is refused by a typed error and changes nothing."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_library.engine import Amount, Decision, Event, GameSpec, Move, Options, SeededRng
from board_library.engine.core import LONGEST_CODE
from board_library.engine.errors import GameOver, MalformedMove, NotAsked, NotOffered, SeatsError, StaleQuestion
from board_library.engine.play import by_itself, check, mover, play
from board_library.games import load_game

TOYS = Path(__file__).parent / "toys"
LANTERNS, STAKE, VOTE = (load_game(TOYS / name) for name in ("lanterns", "stake", "vote"))


def new(spec=LANTERNS, seats=2):
    return spec.new(spec.options(), seats, SeededRng(bytes(32), 0), None)


def rng():
    return SeededRng(bytes(32), 1)


def test_moves_are_played_in_order_each_at_its_ply():
    state, log = new(), []

    play(state, "draw deck", "P1: draw deck", "p0:draw deck", rng=rng(), log=log)

    assert state.ply == 3
    assert [event.data["seat"] for event in log] == [0, 1, 0]
    assert state.questions[0].opened == 3


def test_steps_before_the_refused_one_stay():
    state = new()

    with pytest.raises(NotOffered, match="draw moon"):
        play(state, "draw deck", "draw moon", "draw deck", rng=rng())

    assert state.ply == 1


@pytest.mark.parametrize(
    ("seat", "code", "opened", "error", "said"),
    [
        (0, "draw moon", None, NotOffered, "seat 0 cannot play 'draw moon' now; turn offers: draw deck, show"),
        (1, "draw deck", None, NotAsked, "seat 1 is not asked now"),
        (9, "draw deck", None, NotAsked, "seat 9 is not asked"),
        (-1, "draw deck", None, NotAsked, "seat -1"),
        (0, "draw deck", 5, StaleQuestion, "answers a question of ply 5, the open one is of ply 0"),
        (1, "draw deck", 0, StaleQuestion, "is not asked now"),
        (0, "draw", None, MalformedMove, "not a move code: 'draw'"),
        (0, "draw deck\n", None, MalformedMove, "not a move code"),
        (0, "d" * 10**6 + " x", None, MalformedMove, "not a move code: 'ddd"),
    ],
)
def test_refusal_says_what_is_wrong(seat, code, opened, error, said):
    state = new()

    with pytest.raises(error) as caught:
        check(state, seat, code, opened)

    assert type(caught.value) is error
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300
    assert caught.value.params["code"] == code[:LONGEST_CODE]


def test_refusal_names_the_range_of_a_sum():
    with pytest.raises(NotOffered, match=r"offers: pass hand, stake 5\.\.20"):
        check(new(STAKE), 0, "stake 25")


def test_nothing_is_played_after_the_end():
    state = new(STAKE)
    play(state, *["pass hand"] * 6, rng=rng())

    with pytest.raises(GameOver):
        check(state, 0, "pass hand")
    with pytest.raises(GameOver):
        play(state, "pass hand", rng=rng())


def test_mover_must_be_named_where_several_are_asked():
    state = play(new(VOTE, 3), "ask chest", rng=rng())

    assert mover(state, "P2: vote yes") == (2, "vote yes")
    with pytest.raises(MalformedMove, match=r"several seats are asked \(\[1, 2\]\)"):
        mover(state, "vote yes")


@given(st.from_regex(r"[a-z][a-z0-9_]{0,20} [a-z0-9][a-z0-9_:]{0,20}", fullmatch=True))
def test_every_code_reads_back(code):
    assert Move.parse(code).code == code


@given(st.text(max_size=90))
def test_any_text_is_a_code_or_malformed(text):
    try:
        assert Move.parse(text).code == text
    except MalformedMove as error:
        assert len(error.params["code"]) <= LONGEST_CODE  # noqa: PT017  either may happen


AMOUNT = Amount("stake", 5, 95, 10, (5, 45, 95))


@given(st.integers(-20, 200))
def test_amount_holds_its_range_alone(n):
    assert AMOUNT.holds(Move("stake", str(n))) == (n in range(5, 96, 10))


@pytest.mark.parametrize("target", ["05", "+5", "-5", "5.0", "٥", "five", "", "9" * 40])
def test_amount_holds_no_other_writing(target):
    assert not AMOUNT.holds(Move("stake", target))
    assert not AMOUNT.holds(Move("bet", "5"))


def test_choices_are_moves_and_ladder():
    decision = Decision(0, "bet", (Move("pass", "hand"),), AMOUNT)

    assert [move.code for move in decision.choices()] == ["pass hand", "stake 5", "stake 45", "stake 95"]
    assert decision.offers(Move("stake", "15"))
    assert not decision.offers(Move("stake", "16"))


def test_event_is_seen_by_its_readers_alone():
    told = Event("drawn", {"seat": 0, "card": "c1"}, (0,), {"seat": 0}, reveals=True)
    private = told._replace(public=None)

    assert told.seen_by(0) == Event("drawn", {"seat": 0, "card": "c1"})
    assert told.seen_by(1) == told.seen_by(None) == Event("drawn", {"seat": 0})
    assert private.seen_by(1) is None
    assert Event("turn", {"seat": 1}).seen_by(None) == Event("turn", {"seat": 1})


def test_reopened_questions_make_older_answers_stale():
    state = new()

    state.reopen(8)

    assert state.ply == 8
    assert [decision.opened for decision in state.questions] == [8]
    with pytest.raises(StaleQuestion):
        check(state, 0, "draw deck", 0)


def test_number_of_seats_is_checked():
    with pytest.raises(SeatsError, match="2 to 4 seats, not by 5") as caught:
        LANTERNS.check_seats(5)

    assert caught.value.params == {"low": 2, "high": 4, "seats": 5}
    assert isinstance(LANTERNS, GameSpec)
    assert issubclass(LANTERNS.options, Options)


@pytest.mark.parametrize(
    ("moves", "amount", "secret", "itself"),
    [
        (("skip pilot",), None, True, "skip pilot"),
        (("done guard",), None, True, "done guard"),
        (("skip pilot", "use pilot"), None, True, None),
        (("skip pilot",), None, False, None),
        (("assault city",), None, True, None),
        (("skip rum",), Amount("rum", 0, 0), True, None),
    ],
)
def test_the_table_gives_a_lone_secret_refusal_by_itself(moves, amount, secret, itself):
    decision = Decision(0, "pilot", tuple(map(Move.parse, moves)), amount, 3, secret)

    assert by_itself(decision) == (Move.parse(itself) if itself else None)
