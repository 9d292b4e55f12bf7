"""Records: the whole truth of a game as text. They replay, verify, take back, and refuse what is no record."""

import hashlib
import json
import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_library.engine import SeededRng
from board_library.engine.errors import BoardLibraryError, NotOffered, RecordError, StaleQuestion, TakebackRefused
from board_library.engine.record import Entry, Record, Timeline, commitment, mix, new_record, replay, verify
from board_library.engine.testing import random_choice
from board_library.games import load_game

TOYS = Path(__file__).parent / "toys"
LANTERNS, VISIT, STAKE = (load_game(TOYS / name) for name in ("lanterns", "visit", "stake"))
SECRET = bytes(range(32))
NUMBERS = [None, 0, 12345]


def played(spec=LANTERNS, seats=3, moves=9, secret=SECRET, numbers=NUMBERS):
    """A timeline with some random moves; the choices are always the same."""
    record = new_record(spec, spec.options(), seats, mix(secret, numbers))
    record.secret, record.numbers = secret, list(numbers)
    line, rng = Timeline(spec, record), SeededRng(bytes(32), 1)
    for _ in range(moves):
        decision = line.state.pending()[0]
        line.commit(line.try_move(decision.seat, random_choice(decision, rng).code))
    return line


def test_record_reads_back_the_same():
    record = played().record

    read = Record.from_json(record.to_json())

    assert read == record
    assert Record.from_json(record.to_json().encode()) == record
    assert read.to_json() == record.to_json()
    assert len(record.entries) == 9


def test_record_holds_one_entry_a_line():
    record = played().record
    lines = [line.strip().rstrip(",") for line in record.to_json().splitlines()]

    assert [json.dumps(list(entry)) for entry in record.entries] == [
        line for line in lines if line.endswith('"person"]')
    ]


def test_replay_comes_to_the_same_state():
    line = played()

    again = replay(LANTERNS, line.record)

    assert again.state.view(1) == line.state.view(1)
    assert again.state.questions == line.state.questions
    assert again.events() == line.events()
    assert again.record is not line.record


def test_game_as_it_stood():
    line = played()
    views = []
    line.walk(lambda index, state: views.append((index, state.view(None))))

    assert [line.at(ply).state.view(None) for ply in range(10)] == [view for _, view in views]
    assert [index for index, _ in views] == list(range(10))


def test_seed_is_made_of_secret_and_numbers():
    """Recomputed here from the documentation alone."""
    text = "board-library seed v1\n" + SECRET.hex() + "\nnone\n0\n12345"

    assert mix(SECRET, NUMBERS) == hashlib.sha256(text.encode()).digest()
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_verify_accepts_an_honest_record():
    line = played()

    assert verify(LANTERNS, Record.from_json(line.record.to_json())).state.view(None) == line.state.view(None)


def test_verify_refuses_another_number():
    record = played().record
    record.numbers[1] = 1

    with pytest.raises(RecordError, match="not made of") as caught:
        verify(LANTERNS, record)

    assert caught.value.params["reason"] == "seed"


def test_verify_refuses_another_seed():
    record = replace(played(moves=0).record, seed=bytes(32))

    with pytest.raises(RecordError, match="not made of"):
        verify(LANTERNS, record)


def test_verify_refuses_a_record_without_secret():
    record = replace(played(moves=0).record, secret=None)

    with pytest.raises(RecordError, match="no secret"):
        verify(LANTERNS, record)


def test_another_secret_is_refused_by_its_commitment():
    text = played().record.to_json().replace(SECRET.hex(), bytes(32).hex())

    with pytest.raises(RecordError, match="committed"):
        Record.from_json(text)


def test_move_changes_nothing_until_it_is_committed():
    line = played()
    decision = line.state.pending()[0]
    before = line.state.view(decision.seat)

    draft = line.try_move(decision.seat, decision.moves[0].code)

    assert line.state.view(decision.seat) == before
    assert line.ply == 9
    line.commit(draft)
    assert line.ply == draft.ply == 10
    with pytest.raises(RuntimeError, match="cannot follow"):
        line.commit(draft)


def test_stale_answer_is_refused():
    line = played()
    decision = line.state.pending()[0]

    with pytest.raises(StaleQuestion):
        line.try_move(decision.seat, decision.moves[0].code, opened=decision.opened - 1)


def test_rules_that_raise_leave_the_timeline_whole():
    line = played()
    decision = line.state.pending()[0]
    before = line.state.view(decision.seat), line.record.to_json()
    line.state.__class__ = type("Broken", (type(line.state),), {"next_turn": lambda self: 1 / 0, "__slots__": ()})

    with pytest.raises(ZeroDivisionError):
        line.try_move(decision.seat, decision.moves[0].code)

    assert (line.state.view(decision.seat), line.record.to_json()) == before


# Taking back.


def test_takeback_is_an_entry_and_the_question_is_a_new_one():
    line = played(VISIT, 2, 0)
    line.commit(line.try_move(0, "lift gold"))

    line.commit(line.try_takeback(0, 0))

    assert line.record.entries == [Entry(0, "lift gold"), Entry(0, "takeback 0")]
    assert line.ply == 2
    assert line.state.view(None)["holds"] == [[], []]
    assert line.state.questions[0].opened == 2
    with pytest.raises(StaleQuestion):
        line.try_move(0, "lift gold", opened=0)
    line.commit(line.try_move(0, "lift rum", opened=2))
    assert replay(VISIT, line.record).state.view(None) == line.state.view(None)
    assert [(ply, event.key) for ply, event in line.events()] == [(2, "took_back"), (3, "lift")]


@pytest.mark.parametrize(
    ("spec", "code"), [(LANTERNS, "draw deck"), (STAKE, "stake 5")], ids=["shows a card", "throws a die"]
)
def test_what_was_shown_or_drawn_stays(spec, code):
    line = played(spec, 2, 0)
    line.commit(line.try_move(0, code))

    assert line.takeback_ply(0) is None
    with pytest.raises(TakebackRefused):
        line.try_takeback(0, 0)


def test_nobody_takes_back_for_another_or_after_another():
    line = played(VISIT, 2, 0)
    line.commit(line.try_move(0, "done visit"))
    assert line.takeback_ply(1) is None

    line.commit(line.try_move(1, "lift rum"))

    assert line.takeback_ply(0) is None
    assert line.takeback_ply(1) == 1
    for seat, ply in ((0, 0), (0, 1), (1, 0), (1, 2), (1, -1)):
        with pytest.raises(TakebackRefused):
            line.try_takeback(seat, ply)


@pytest.mark.parametrize("by", ["bot", "zombie"])
def test_only_a_person_takes_back_and_only_its_own_move(by):
    line = played(VISIT, 2, 0)
    line.commit(line.try_move(0, "lift rum", by=by))

    assert line.takeback_ply(0) is None
    line.commit(line.try_move(0, "lift tea"))
    with pytest.raises(TakebackRefused):
        line.try_takeback(0, 1, by=by)


def test_takebacks_in_a_row_then_play_on():
    line = played(VISIT, 2, 0)
    for code in ("lift rum", "lift tea", "done visit"):
        line.commit(line.try_move(0, code))
    for ply in (2, 1, 0):
        line.commit(line.try_takeback(0, ply))
    for code in ("lift coal", "done visit"):
        line.commit(line.try_move(0, code))

    assert line.state.view(None)["holds"] == [["coal"], []]
    assert replay(VISIT, Record.from_json(line.record.to_json())).state.questions == line.state.questions


# What is no record.


def broken(change):
    raw = json.loads(played().record.to_json())
    change(raw)
    return json.dumps(raw)


def set_to(name, value):
    return lambda raw: raw.update({name: value})


MALFORMED = {
    "empty": "",
    "no JSON": "{",
    "a list": "[]",
    "a text": '"record"',
    "null": "null",
    "deep": "[" * 100_000,
    "a huge number": '{"game": ' + "9" * 5000 + "}",
    "not UTF-8": b"\xff\xfe{}",
    **{f"without {name}": broken(lambda raw, name=name: raw.pop(name))
       for name in ("game", "rules_version", "options", "seats", "seed", "entries")},
    "game is a number": broken(set_to("game", 1)),
    "version is a text": broken(set_to("rules_version", "1")),
    "version is a flag": broken(set_to("rules_version", True)),
    "options are a list": broken(set_to("options", [])),
    "seats are a text": broken(set_to("seats", "3")),
    "seed is no hex": broken(set_to("seed", "xyz")),
    "seed is short": broken(set_to("seed", "00")),
    "seed is a list": broken(set_to("seed", [])),
    "secret is no hex": broken(set_to("secret", "xyz")),
    "numbers are texts": broken(set_to("numbers", ["1"])),
    "numbers are a text": broken(set_to("numbers", "123")),
    "entries are a text": broken(set_to("entries", "")),
    "entries are an object": broken(set_to("entries", {})),
    "entry is short": broken(lambda raw: raw["entries"].append([0, "draw deck"])),
    "entry is an object": broken(lambda raw: raw["entries"].append({"seat": 0})),
    "entry by a stranger": broken(lambda raw: raw["entries"].append([0, "draw deck", "god"])),
    "entry of a flag": broken(lambda raw: raw["entries"].append([True, "draw deck", "bot"])),
    "commitment of another secret": broken(set_to("commitment", "00")),
    "no commitment": broken(lambda raw: raw.pop("commitment")),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_record_is_refused(name):
    with pytest.raises(RecordError) as caught:
        Record.from_json(MALFORMED[name])

    assert caught.value.key == "error.bad_record"


UNPLAYABLE = {
    "another game": set_to("game", "chess"),
    "another version": set_to("rules_version", 99),
    "too many seats": set_to("seats", 99),
    "no seats": set_to("seats", 0),
    "an unknown option": set_to("options", {"wind": "on"}),
    "an impossible option": set_to("options", {"shows": 99}),
    "an option of a strange type": set_to("options", {"shows": [[]]}),
    "a move not offered": lambda raw: raw["entries"].append([0, "draw moon", "person"]),
    "a malformed move": lambda raw: raw["entries"].append([0, "DRAW", "person"]),
    "a seat that is not asked": lambda raw: raw["entries"].append([77, "draw deck", "person"]),
    "a takeback of nothing": lambda raw: raw["entries"].append([0, "takeback 3", "person"]),
    "a takeback to no ply": lambda raw: raw["entries"].append([0, "takeback x", "person"]),
    "a takeback to a huge ply": lambda raw: raw["entries"].append([0, "takeback " + "9" * 5000, "person"]),
    "moves after the end": lambda raw: raw["entries"].extend([[0, "draw deck", "person"]] * 40),
}


@pytest.mark.parametrize("name", UNPLAYABLE)
def test_record_that_does_not_replay_is_refused(name):
    record = Record.from_json(broken(UNPLAYABLE[name]))

    with pytest.raises(RecordError):
        replay(LANTERNS, record)


def test_refusal_names_the_entry():
    record = played().record
    record.entries[4] = record.entries[4]._replace(code="draw moon")

    with pytest.raises(RecordError, match=r"entry 5 \(.*draw moon.*\)") as caught:
        replay(LANTERNS, record)

    assert caught.value.params == {"reason": "entry", "ply": 5}
    assert isinstance(caught.value.__cause__, NotOffered)


def test_random_damage_never_does_worse_than_a_refusal():
    """3,000 records with a few characters changed: each is read and played, or refused as a bad record."""
    seed = 20
    rng, text = random.Random(seed), played().record.to_json()
    refused = 0
    for _ in range(3000):
        chars = list(text)
        for _ in range(rng.randint(1, 3)):
            chars[rng.randrange(len(chars))] = rng.choice('0123456789"{}[],:abz \\\u0661é-')
        try:
            replay(LANTERNS, Record.from_json("".join(chars)))
        except RecordError:
            refused += 1
    assert refused > 1500, f"seed {seed}"


@settings(max_examples=200)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=8),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(
                        ["game", "rules_version", "options", "seats", "seed", "entries", "numbers", "secret"]), inner),
                    max_leaves=20))  # fmt: skip
def test_any_json_is_a_record_or_a_record_error(value):
    with suppress(RecordError):
        assert isinstance(Record.from_json(json.dumps(value)), Record)


def test_errors_are_all_of_one_tree():
    assert issubclass(RecordError, BoardLibraryError)
    assert issubclass(BoardLibraryError, ValueError)
