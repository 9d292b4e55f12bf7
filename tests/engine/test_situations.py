"""The frame of situations: clauses, options, ply and questions; shown and read back unchanged."""

from dataclasses import replace
from pathlib import Path

import pytest

from board_library.engine import Amount, Decision, Move, SeededRng
from board_library.engine.errors import SituationError
from board_library.engine.play import play
from board_library.engine.situations import (
    check_clause,
    clauses,
    named,
    plain_code,
    read_situation,
    seat_of,
    show_situation,
)
from board_library.engine.testing import random_choice
from board_library.games import load_game

TOYS = Path(__file__).parent / "toys"
STAKE, VOTE, LANTERNS = (load_game(TOYS / name) for name in ("stake", "vote", "lanterns"))
GAMES = 200


def test_situation_of_a_new_game():
    state = STAKE.new(STAKE.options(), 2, SeededRng(bytes(32), 0), None)

    assert show_situation(STAKE, state) == (
        "purses 20 20; turns 6; ply 0; ask P0 bet @0: pass hand, stake 5..20/5 ladder 5 10 20"
    )


def test_options_are_shown_where_they_are_not_the_default():
    state = read_situation(STAKE, "options step=7; purses 30 9; turns 1")

    assert state.options == STAKE.options(step=7)
    assert state.questions == (
        Decision(1, "bet", (Move("pass", "hand"),), Amount("stake", 7, 7, 7, (7,))),
    )  # fmt: skip
    assert show_situation(STAKE, state).startswith("options step=7; purses 30 9")


def test_questions_are_read_with_all_that_belongs_to_them():
    text = "points 0 0 0; rounds 3; votes - yes -; ply 2; ask P2 vote @1 secret: vote no, vote yes"

    state = read_situation(VOTE, text)

    assert state.questions == (Decision(2, "vote", (Move("vote", "no"), Move("vote", "yes")), None, 1, True),)
    assert state.ply == 2
    assert show_situation(VOTE, state) == text


def test_end_of_a_game_asks_nothing():
    state = read_situation(STAKE, "purses 20 30; turns 0; ply 6; ask -")

    assert state.pending() == ()
    assert show_situation(STAKE, state) == "purses 20 30; turns 0; ply 6; ask -"


@pytest.mark.parametrize("spec", [STAKE, VOTE], ids=lambda spec: spec.slug)
def test_shown_and_read_back_at_every_ply(spec):
    """As it was, for every viewer, at every ply of 200 random games (choices and chance from seed 0 to 199)."""
    for seed in range(GAMES):
        rng = SeededRng(seed.to_bytes(32, "big"), 0)
        options = rng.choice((spec.options(), *spec.variants))
        state = spec.new(options, rng.choice(spec.seats), rng, None)
        while True:
            text = show_situation(spec, state)
            twin = read_situation(spec, text)
            assert show_situation(spec, twin) == text
            assert twin.questions == state.questions
            assert twin.options == state.options
            for viewer in (None, *range(len(state.scores()))):
                assert twin.view(viewer) == state.view(viewer), text
            if not state.pending():
                break
            decision = rng.choice(state.pending())
            play(state, f"P{decision.seat}: {random_choice(decision, rng).code}", rng=rng)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a; b ;; c d", ["a", "b", "c d"]),
        ("", []),
        (" ; ", []),
        ("draw; [opts x: a; due 1]; rob", ["draw", "[opts x: a; due 1]", "rob"]),
        ("a   b;\tc", ["a b", "c"]),
    ],
)
def test_clauses_are_split_outside_brackets(text, parts):
    assert clauses(text) == parts


@pytest.mark.parametrize("text", ["[a", "a]; b", "a; [b; c"])
def test_bracket_left_open_is_refused(text):
    with pytest.raises(SituationError, match="bracket"):
        clauses(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("options step", "not 'options name=value'"),
        ("options step=99", "option step cannot be '99'"),
        ("options wind=on", "there is no option 'wind'"),
        ("ply", "a number is missing"),
        ("ply x", "a number is missing"),
        ("ask P0 bet: pass hand", "not 'ask P0 kind @ply: code, code'"),
        ("ask P0 bet @1: PASS", "not a move code"),
        ("ask P0 bet @1: ", "not 'ask"),
    ],
)
def test_clause_that_cannot_be_read_is_named(text, said):
    with pytest.raises(SituationError) as caught:
        read_situation(STAKE, text)

    assert said in str(caught.value)
    assert caught.value.key == "error.bad_situation"


def test_game_without_a_notation_says_so():
    with pytest.raises(SituationError, match="lanterns has no notation"):
        read_situation(LANTERNS, "deck card01")


VOTING = "points 1 0 2; rounds 2; votes - - -; ply 4"


@pytest.mark.parametrize(
    ("spec", "situation", "clause", "came"),
    [
        (STAKE, "purses 20 7", "opts bet: pass, stake 5..20/5", None),
        (STAKE, "purses 20 7", "opts P0 bet: pass hand, stake 5..20/5", None),
        (STAKE, "purses 20 7", "opts bet: pass", "opts P0 bet: pass hand, stake 5..20/5"),
        (STAKE, "purses 20 7", "opts P1 bet: pass", "opts P0 bet: pass hand, stake 5..20/5"),
        (STAKE, "purses 20 7", "opts bet: pass, stake 5..15/5", "opts P0 bet: pass hand, stake 5..20/5"),
        (STAKE, "purses 20 7", "opts bet: pass, pass, stake 5..20/5", "opts P0 bet: pass hand, stake 5..20/5"),
        (STAKE, "turns 0", "opts bet: pass", "over"),
        (VOTE, VOTING, "opts P0 vote: yes, no", None),
        (VOTE, VOTING, "opts vote: no, yes", "opts P0 vote: vote no, vote yes | P2 vote: vote no, vote yes"),
        (STAKE, "purses 20 30; turns 0", "over P1", None),
        (STAKE, "purses 20 20; turns 0", "over P1 P0", None),
        (STAKE, "purses 20 30; turns 0", "over", None),
        (STAKE, "purses 20 30; turns 0", "over P0", "over P1"),
        (STAKE, "purses 20 30; turns 6", "over P1", "not over: P0 bet: pass hand, stake 5..20/5"),
        (STAKE, "purses 20 30", "score P0=20 P1=30", None),
        (STAKE, "purses 20 30", "score P1=20", "score P1=30"),
        (STAKE, "purses 20 30; ply 3", "ply 3", None),
        (STAKE, "purses 20 30; ply 3", "ply 4", "ply 3"),
        (STAKE, "purses 20 30", "purses 20 30", None),
        (STAKE, "purses 20 30", "purses 30 20", "purses 20 30"),
    ],
)
def test_check_says_what_is_there_instead(spec, situation, clause, came):
    assert check_clause(spec, read_situation(spec, situation), clause) == came


@pytest.mark.parametrize("clause", ["opts", "opts pass", "score", "score P0", "over Q1", "score X=1"])
def test_check_that_cannot_be_read_is_refused(clause):
    with pytest.raises(SituationError):
        assert check_clause(STAKE, read_situation(STAKE, "turns 0"), clause) is not None


def test_short_words():
    moves = (Move("cannon", "p1:mermaid"), Move("draw", "deck"), Move("orb", "lay"), Move("orb", "return"))
    decision = Decision(0, "any", moves)

    assert plain_code("cannon P1 mermaid") == "cannon p1:mermaid"
    assert plain_code("attack P2") == "attack p2"
    assert [named(words, decision) for words in ("P1 mermaid", "draw", "lay", "draw deck", "rob")] == [
        moves[:1], moves[1:2], moves[2:3], moves[1:2], (),
    ]  # fmt: skip
    assert len(named("orb", decision)) == 2
    assert seat_of("P3") == 3


def test_state_goes_on_from_a_situation():
    state = read_situation(STAKE, "purses 20 7; turns 2; ply 4")

    play(state, "pass hand", "pass hand", rng=SeededRng(bytes(32), 0))

    assert state.ply == 6
    assert check_clause(STAKE, state, "over P0") is None
    assert replace(STAKE, situations=None).situations is None
