"""Cases out of a Markdown file: what holds, what fails and how it says so."""

from dataclasses import replace
from pathlib import Path

import pytest

from board_library.engine.cases import CaseResult, default_cases, read_cases, run_cases
from board_library.engine.errors import SituationError
from board_library.engine.situations import read_situation, show_situation
from board_library.games import load_game

TOYS = Path(__file__).parent / "toys"
STAKE, VOTE, LANTERNS = (load_game(TOYS / name) for name in ("stake", "vote", "lanterns"))

HEAD = "| Id | Given | When | Then |\n|---|---|---|---|\n"


def run(spec, given, when, then):
    """The result of one case."""
    (result,) = run_cases(spec, f"{HEAD}| X-1 | {given} | {when} | {then} |\n")
    return result


HOLDS = {
    "a move": (STAKE, "purses 20 9; turns 2", "pass", "purses 20 9; turns 1"),
    "a face of the die": (STAKE, "purses 20 9; turns 2; rnd=6", "stake 10", "purses 30 9"),
    "two faces": (STAKE, "purses 20 20; turns 2; rnd=3,4", "stake 10; [purses 10 20]; stake 5", "purses 10 25"),
    "a refused move": (STAKE, "purses 20 9; rnd=6", "!stake 25; !stake 3; stake 5", "turns 5"),
    "a check on the way": (STAKE, "purses 20 9; turns 3", "[ply 0; opts bet: pass, stake 5..5/5]; pass", "ply 1"),
    "the end": (STAKE, "purses 20 9; turns 1", "pass; !pass", "over P0; score P0=20 P1=9"),
    "no step": (STAKE, "purses 1 2", "", "score P0=1"),
    "no check": (STAKE, "purses 1 2", "pass", ""),
    "named movers": (VOTE, "points 0 0 0", "ask; P2: yes; !P2: no; P1: yes", "points 2 0 0"),
    "options": (
        STAKE,
        "options step=1; purses 20 9; turns 1; rnd=1",
        "!stake 10; [opts bet: pass, stake 1..9/1]; stake 9",
        "purses 20 0",
    ),
    "events": (STAKE, "purses 20 9; turns 2", "pass; pass", "events passed passed"),
}


@pytest.mark.parametrize("name", HOLDS)
def test_case_holds(name):
    assert run(*HOLDS[name]) == CaseResult("X-1", True)


FAILS = {
    "another end": (
        (STAKE, "purses 20 9; turns 2", "pass", "turns 2"),
        ("pass", "turns 2", "turns 1"),
    ),
    "a check on the way": (
        (STAKE, "purses 20 9; turns 2", "pass; [turns 2]; pass", "turns 0"),
        ("pass", "turns 2", "turns 1"),
    ),
    "a move that is refused": (
        (STAKE, "purses 20 9; turns 2", "pass; stake 20", ""),
        ("pass", "stake 20", "refused: seat 1 cannot play 'stake 20' now; bet offers: pass hand, stake 5..5"),
    ),
    "a move that is not refused": (
        (STAKE, "purses 20 9; turns 2", "!pass", ""),
        ("", "!pass is refused", "it was accepted"),
    ),
    "a slip of the pen after the mark": (
        (STAKE, "purses 20 9", "!Pass!", ""),
        ("", "!Pass!", "!Pass! is refused only because it is no code"),
    ),
    "a script with too much": (
        (STAKE, "rnd=1,2", "stake 5", ""),
        ("stake 5", "all of rnd drawn", "left: [2]"),
    ),
    "a script with too little": (
        (STAKE, "rnd=1", "stake 5; stake 5", ""),
        ("stake 5", "stake 5", "the case draws chance (one of 6) that it does not script"),
    ),
    "chance that matters": (
        (STAKE, "turns 1", "stake 5", "score P1=25"),
        ("stake 5", "score P1=25", "score P1=15"),
    ),
    "a Given that cannot be read": (
        (VOTE, "wind 3", "ask", ""),
        ("", "wind 3", "no zones: ['wind']"),
    ),
    "a mover that is missing": (
        (VOTE, "points 0 0 0", "ask; yes", ""),
        ("ask", "yes", "several seats are asked ([1, 2]): write P0: before 'vote yes'"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILS)
def test_case_fails_and_says_how(name):
    case, (after, expected, came) = FAILS[name]

    result = run(*case)

    assert not result.passed
    assert (result.after, result.expected) == (after, expected)
    assert came in result.came


def test_rules_that_raise_are_a_result():
    class Raising:
        def __getattr__(self, name):
            return getattr(STAKE.situations, name)

        def check(self, state, clause, events):
            return 1 / 0

    assert "ZeroDivisionError" in run(replace(STAKE, situations=Raising()), "turns 2", "pass", "turns 1").came


def test_refused_move_that_changes_something_is_found():
    """A rule set whose door is left open: the refused second code leaves the first one's trace in the real state."""

    class Leaving:
        def __getattr__(self, name):
            return getattr(STAKE.situations, name)

        def codes(self, words, state, seat):
            if words == "both":
                state.purses[0] += 1
                return ["pass hand", "pass hand", "stake 1000"]
            return STAKE.situations.codes(words, state, seat)

    result = run(replace(STAKE, situations=Leaving()), "turns 6", "!both", "")

    assert result.expected == "!both changes nothing"


def test_refused_step_of_several_codes_undoes_the_earlier_ones():
    class Twice:
        def __getattr__(self, name):
            return getattr(STAKE.situations, name)

        def codes(self, words, state, seat):
            return ["P0: stake 5", "P1: stake 5", "P0: stake 1000"] if words == "all" else ["pass hand"]

    spec = replace(STAKE, situations=Twice())

    assert run(spec, "turns 6; rnd=1,1", "!all; [purses 20 20; turns 6]; pass", "turns 5").came == "left: [1, 1]"


def test_every_state_on_the_way_is_visited_and_round_trips():
    shown = []

    def visit(state):
        text = show_situation(STAKE, state)
        assert show_situation(STAKE, read_situation(STAKE, text)) == text
        shown.append(state.turns)

    run_cases(STAKE, f"{HEAD}| A | turns 3; rnd=1 | pass; stake 5; !stake 3 | |", visit=visit)

    assert shown == [3, 2, 1]


MARKDOWN = r"""# Rules

| Id | Given |
|----|-------|
| no | case  |

| id | GIVEN | When | Then |
|:---|:-----:|-----:|------|
| S-1 | turns 2 | pass | turns 1 |
  | S-2 | turns 2 |  |  |

Prose, and `| Id |` in it.

| Id | Given | When | Then |
|---|---|---|---|
| S-3 | purses 3 \| 4 | pass | |
"""


def test_tables_are_found_among_prose():
    found = read_cases(MARKDOWN)

    assert [case.id for case in found] == ["S-1", "S-2", "S-3"]
    assert found[0].when == "pass"
    assert found[1].then == ""
    assert found[2].given == "purses 3 | 4"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no table with the columns Id, Given, When, Then"),
        ("# No cases\n| Id | Given |\n|---|---|\n| a | b |\n", "no table"),
        (f"{HEAD}| A | turns 1 | pass |\n", "a row has 3 cells"),
        (f"{HEAD}| A | turns 1 | pass | x | y |\n", "a row has 5 cells"),
        (f"{HEAD}| A | a | b | c |\n| A | d | e | f |\n", "case A is there twice"),
    ],
)
def test_text_without_readable_cases_is_refused(text, said):
    with pytest.raises(SituationError, match=said):
        read_cases(text)


def test_own_cases_of_a_game_lie_in_its_folder(tmp_path):
    (tmp_path / "cases.md").write_text(MARKDOWN, encoding="utf-8")

    assert default_cases(replace(STAKE, folder=tmp_path)) == MARKDOWN
    with pytest.raises(SituationError, match=r"lanterns has no cases\.md"):
        default_cases(LANTERNS)
