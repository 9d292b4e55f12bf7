"""Options, readings, views and events beyond the numbered cases."""

import json
from dataclasses import fields

import pytest

from board_library.engine.cases import read_cases, run_case
from board_library.engine.core import Event
from board_library.engine.errors import OptionError, SituationError
from board_library.engine.play import play
from board_library.engine.rng import SeededRng
from board_library.engine.situations import read_situation, show_situation
from board_library.games.treasure_map import GAME, VARIANTS, TreasureMapOptions
from board_library.games.treasure_map.cards import CARDS
from board_library.games.treasure_map.rules import TreasureMap

READINGS = read_cases((GAME.folder / "readings.md").read_text(encoding="utf-8"))


def given(text: str) -> TreasureMap:
    state = read_situation(GAME, text)
    assert isinstance(state, TreasureMap)
    return state


def rng() -> SeededRng:
    return SeededRng(b"rules", 1)


def told(text: str, *steps: str) -> list[Event]:
    log: list[Event] = []
    play(given(text), *steps, rng=rng(), log=log)
    return log


def one(log: list[Event], key: str) -> Event:
    (event,) = [event for event in log if event.key == key]
    return event


@pytest.mark.parametrize("case", READINGS, ids=lambda case: case.id)
def test_reading(case) -> None:
    result = run_case(GAME, case)

    assert result.passed, result


def test_variants_hold_every_value_of_every_option() -> None:
    played = (TreasureMapOptions(), *VARIANTS)
    for option in TreasureMapOptions.fields():
        values = [getattr(options, option.name) for options in played]
        if option.kind == "subset":
            assert frozenset().union(*values) == set(option.values)
        else:
            assert set(values) == (set(option.values) or {False, True}), option.name
    for options in played:
        options.check(4)


def test_every_house_reading_is_off_by_default_and_folded_away() -> None:
    house = {option.name for option in TreasureMapOptions.fields() if option.house}

    assert house == {
        "busting_anchor", "margo_1", "gunny_2", "gallagher_1", "bonny_1", "zahara_1", "corsair_1", "laveworld_1",
        "seamus_1",
    }  # fmt: skip
    for option in TreasureMapOptions.fields():
        if option.house:
            assert option.default == option.values[0]
    assert len(fields(TreasureMapOptions)) == 16


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {"first": "p2"}), (3, {"first": "p3"}), (2, {"suits_off": frozenset({"hook"})})],
)
def test_options_that_contradict_are_refused(seats: int, options: dict) -> None:
    with pytest.raises(OptionError):
        TreasureMapOptions(**options).check(seats)


def test_mermaids_cannot_be_switched_off() -> None:
    with pytest.raises(OptionError):
        TreasureMapOptions.parse({"learning": "on", "suits_off": "mermaid"})


def test_random_characters_are_face_up_from_the_start() -> None:
    log: list[Event] = []
    state = GAME.new(TreasureMapOptions(characters="random", first="p1"), 4, SeededRng(b"random 2", 0), log)

    characters = one(log, "characters_revealed").data["map"]
    assert len(set(characters)) == 4
    assert [seat["character"] for seat in state.view(None)["seats"]] == characters
    assert state.view(0)["dealt"] is None


def test_first_seat_begins_without_dice() -> None:
    log: list[Event] = []
    options = TreasureMapOptions(characters="none", first="p2")
    state = GAME.new(options, 3, SeededRng(b"first", 0), log)

    assert [(d.seat, d.kind) for d in state.pending()] == [(2, "action")]
    assert [e.key for e in log] == ["game_started", "first_player", "turn_started"]


def test_random_first_seat_is_any_seat() -> None:
    options = TreasureMapOptions(characters="none", first="random")
    first = {GAME.new(options, 3, SeededRng(b"any", ply), None).view(None)["first"] for ply in range(40)}

    assert first == {0, 1, 2}


# ---- views


def test_view_of_a_turn() -> None:
    who = "chars margo_1 margo_2; target P0; P0 key3 key5; P1 hook4"
    view = given(f"{who}; raid orb4 anchor3 key6 chest4 mermaid5; deck key7 hook2").view(1)

    assert view["kept"] == 1
    assert view["saved"] == ["orb4", "key6", "chest4"]
    assert view["busting"] == ["anchor", "orb", "mermaid", "key", "chest"]
    assert view["odds"] == {"bust": 1, "of": 2}
    assert view["seats"][0] == {
        "seat": 0, "character": "margo_1", "picked": True, "bank": {"key": [3, 5]}, "count": 2, "score": 5,
        "target": True,
    }  # fmt: skip
    assert view["question"] == {"kind": "action", "seat": 0, "seats": [0]}
    assert view["bust_codes"] == []
    assert view["winners"] == []


def test_redirected_suit_does_not_bust() -> None:
    text = "options laveworld_1=deck; chars laveworld_1 -; raid key4 mermaid5; deck mermaid6 key5 orb2 +"

    assert given(text).view(0)["busting"] == ["key"]
    assert given(text).view(0)["odds"]["bust"] == sum(CARDS[c].startswith("key") for c in given(text).deck)


def test_count_only_hides_the_list_but_not_petes_choice() -> None:
    state = given("options discard_view=count; chars pete_1 -; discard hook2 key2; deck scroll3 +")
    assert state.view(0)["discard"] == {"count": 2, "cards": None}

    play(state, "draw deck", rng=rng())
    assert state.view(1)["question"]["cards"] == ["hook2", "key2"]
    assert state.view(1)["question"]["by"] == "pete_1"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("P0 key4 orb3; raid key7; deck hook5 +", ["hook key"]),
        ("P1 key4 mermaid9; raid key7; deck sabre5 +", ["sabre p1:key"]),
        ("discard key2 anchor2; raid key7; deck scroll5 +", ["scroll key2"]),
        ("raid key7; deck orb5 key6 +", ["orb lay"]),
        ("raid key7; deck orb5 chest6 +", []),
        ("chars laveworld_1 -; P0 mermaid4; raid key7; deck hook5 +", []),
        ("options laveworld_1=deck; chars laveworld_1 -; P0 mermaid4; raid mermaid7; deck hook5 +", ["hook mermaid"]),
    ],
)
def test_bust_codes_are_those_that_bust(text: str, codes: list[str]) -> None:
    state = play(given(text), "draw deck", rng=rng())

    assert state.view(0)["bust_codes"] == codes
    assert state.view(1)["bust_codes"] == []
    for move in state.pending()[0].moves:
        log: list[Event] = []
        play(state.clone(), move.code, rng=rng(), log=log)
        assert (move.code in codes) == any(event.key == "bust" for event in log)


def test_a_known_card_that_busts_is_marked_for_its_looker_alone() -> None:
    state = play(given("raid key7; deck orb5 key6 +"), "draw deck", "orb return", rng=rng())

    assert state.view(0)["bust_codes"] == ["draw deck"]
    assert state.view(0)["odds"] == state.view(None)["odds"]
    assert state.view(1)["bust_codes"] == []


def test_zahara_keeps_what_she_has_seen_below_a_laid_card() -> None:
    state = given("chars zahara_1 -; deck orb4 kraken6 key3 orb7 chest5 +")
    play(state, "draw deck", "orb return", "orb return", rng=rng())
    assert state.view(0)["peeked"] == ["kraken6", "key3"]
    assert state.view(0)["question"]["card"] == "orb7"
    assert "card" not in state.view(1)["question"]

    play(state, "orb return", "rob raid", "draw deck", rng=rng())
    assert state.view(0)["peeked"] == ["key3", "orb7"]
    for world in (state.determinize(0, SeededRng(b"w", ply)) for ply in range(20)):
        assert world.view(0)["peeked"] == ["key3", "orb7"]
    others = {CARDS[state.determinize(1, SeededRng(b"w", ply)).deck[-1]] for ply in range(40)}
    assert len(others) > 3


# ---- situations


@pytest.mark.parametrize(
    "text",
    [
        "chars -", "chars - - - - -", "chars gunny_9 -", "P2 key4; deck key5 +", "deck key8 +", "deck key4 key4",
        "raid key4 key5; deck orb3 +", "raid key4; raid orb4", "treasure key4", "due 3; deck key4; raid orb4",
        "due many; deck key4 +", "phase lunch", "turn P7; deck key4 +", "peeked P0=9; deck key4", "deck -",
        "hooked key4; deck orb3 +", "phase draft", "phase target; deck key4 +", "phase dice; rolls P0=3 P1=4; turn -",
        "at orb 1 1 0; deck -; raid orb4", "at tea", "at hook 1", "waits tea; deck key4 +", "waits orb 1; deck key4 +",
        "picks -; phase draft; turn -", "turn -; deck key4 +",
    ],
)  # fmt: skip
def test_bad_situations_are_refused(text: str) -> None:
    with pytest.raises(SituationError):
        given(text)


GARBLED = (
    "chars - -", "chars pete_1 margo_2 -", "chars", "P0 key4", "P1 key5 orb3", "P2 hook4", "raid orb4 key6", "raid -",
    "deck sabre4 +", "deck key7", "turn P1", "turn -", "phase dice", "phase draft", "phase over", "due 1", "due -1",
    "discard hook2", "at hook 1 1 -1", "at scroll 6", "at orb 1 1 0", "at orb 1", "waits orb 2 0", "waits hook, sabre",
    "waits ,", "peeked P0=1", "peeked P0", "rolls P0=3 / P1=4", "rolling P1", "dealt gunny_1 pete_1 / bonny_1 bonny_2",
    "dealt /", "picks - -", "picks -", "undealt zahara_1", "target P0", "first P0", "hooked key6", "ply x", "ask -",
    "ask P0 action @1: draw deck", "options first=p1", "options x", "options characters=pool", "+", "P", "P9 key4",
)  # fmt: skip


def test_garbled_situations_are_refused_or_make_sense() -> None:
    """Clauses thrown together (seed "garbled") raise nothing but SituationError, and what is read is shown again."""
    chance, refused, tried = SeededRng(b"garbled", 1), 0, 4000
    for _ in range(tried):
        text = "; ".join(chance.sample(GARBLED, 1 + chance.below(5)))
        try:
            state = given(f"{text}; deck anchor6 +" if chance.below(2) else text)
        except SituationError:
            refused += 1
            continue
        assert read_situation(GAME, show_situation(GAME, state)) == state, text
    assert tried / 4 < refused < tried * 0.95


# ---- events


@pytest.mark.parametrize(
    ("text", "steps", "key", "by"),
    [
        ("chars gunny_1 -; P1 key4; deck cannon4 +", ["cannon p1:key"], "cannon_hit", "gunny_1"),
        ("chars - gunny_2; P0 key4; deck cannon4 +", ["self key"], "cannon_hit", "gunny_2"),
        ("chars gunny_3 -; P1 key4; deck cannon4 +", ["cannon p1:key"], "cannon_hit", "gunny_3"),
        ("chars - gunny_2; deck cannon4 +", [], "fizzled", "gunny_2"),
        ("chars margo_1 -; raid anchor3 hook4 orb2; deck orb4 +", [], "bust", ["margo_1"]),
        ("chars - margo_2; target P0; raid hook4; deck hook5 +", [], "bust", ["margo_2"]),
        ("chars gallagher_2 -; raid hook4 orb2; deck orb5 +", [], "bust", ["gallagher_2"]),
        ("chars seamus_1 -; deck kraken4 +", [], "card_to_bank", "seamus_1"),
        ("chars laveworld_1 -; deck mermaid4 +", [], "card_to_bank", "laveworld_1"),
        ("chars - seamus_2; deck kraken4 +", [], "kraken_due", "seamus_2"),
        ("chars zahara_1 -; deck orb4 +", [], "orb_looked", "zahara_1"),
    ],
)
def test_log_names_the_character(text: str, steps: list[str], key: str, by: object) -> None:
    assert one(told(text, "draw deck", *steps), key).data["by"] == by


@pytest.mark.parametrize(
    ("text", "step", "by"),
    [
        ("chars - bonny_1; P1 kraken4 key4; deck sabre4 +", "sabre p1:kraken", "bonny_1"),
        ("chars bonny_2 -; P0 key3; P1 key4; deck sabre4 +", "sabre p1:key", "bonny_2"),
        ("chars pete_1 -; discard key4; deck scroll4 +", "scroll key4", "pete_1"),
        ("chars gallagher_1 -; P0 key4; deck hook4 +", "hook key", "gallagher_1"),
    ],
)
def test_laid_card_names_the_character(text: str, step: str, by: str) -> None:
    laid = [event for event in told(text, "draw deck", step) if event.key == "card_laid"][-1]

    assert laid.data["by"] == by


def test_bonus_names_the_corsair() -> None:
    text = "raid key4 chest3; discard hook2; P1 orb4; deck scroll5 +"

    assert one(told(f"chars corsair_2 -; {text}", "rob raid"), "bonus").data["by"] == "corsair_2"
    assert "by" not in one(told(text, "rob raid"), "bonus").data
    taken = told(f"chars corsair_1 -; {text}", "rob raid", "corsair p1:orb")
    assert one(taken, "corsair_took").data == {"seat": 0, "victim": 1, "card": "orb4", "by": "corsair_1"}


def test_bust_tells_where_every_card_went() -> None:
    text = "chars gallagher_2 margo_2; target P0; raid key4 anchor3 hook5 orb2; deck orb4 +"

    assert one(told(text, "draw deck"), "bust").data == {
        "seat": 0, "card": "orb4", "saved": ["key4", "hook5"], "lost": ["anchor3", "orb2", "orb4"], "lost_to": "p1",
        "reasons": ["anchor", "gallagher_2"], "by": ["gallagher_2", "margo_2"],
    }  # fmt: skip


def test_drawn_cards_cannot_be_taken_back_and_robbing_can() -> None:
    assert any(event.reveals for event in told("deck key4 +", "draw deck"))
    assert any(event.reveals for event in told("chars seamus_1 -; deck kraken4 +", "draw deck"))
    assert not any(event.reveals for event in told("raid key4; deck orb4 +", "rob raid"))


def test_the_end_is_told() -> None:
    log = told("P0 key4; P1 orb7; raid chest2", "rob raid")

    assert [event.key for event in log] == ["robbed", "turn_ended", "game_over"]
    assert log[-1].data == {"scores": [6, 7], "counts": [2, 1], "winners": [1]}
    json.dumps([event.data for event in log])


# ---- results


@pytest.mark.parametrize(
    ("text", "returns"),
    [
        ("P0 key4; P1 orb7; raid chest2", [-1, 1]),
        ("P0 key4; P1 orb6; raid chest2; discard hook2", [1, -1]),
        ("P0 key4; P1 orb6; raid -; deck -; phase over", [-1, 1]),
        ("P0 key4; P1 orb4; raid -; deck -; phase over", [0, 0]),
        ("chars - - -; P0 key4; P1 orb4; phase over", [0.25, 0.25, -0.5]),
        ("chars - - - -; P3 key4; phase over", [-1 / 3, -1 / 3, -1 / 3, 1]),
    ],
)
def test_returns_share_one_win(text: str, returns: list[float]) -> None:
    state = given(text)
    if state.pending():
        play(state, "rob raid", rng=rng())

    assert state.returns() == pytest.approx(returns)


def test_no_returns_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        given("raid key4; deck orb4 +").returns()


def test_parts_say_where_points_come_from() -> None:
    state = given("options scoring=penalty; chars laveworld_2 -; P0 mermaid4 mermaid8 key3; deck orb3 +")
    score = state.scores()[0]

    assert score.parts == (("mermaid", 8), ("key", 3), ("laveworld_2", 5), ("penalty", -40))
    assert score.points == sum(points for _, points in score.parts)
    assert (score.rank, score.tiebreak) == (1, 3)
