"""Every numbered case of the rules, and situations that read back as they were shown."""

import json
from collections.abc import Callable

import pytest

from board_library.engine.cases import default_cases, read_cases, run_case
from board_library.engine.core import Event, Observer
from board_library.engine.errors import MoveError
from board_library.engine.play import check, play
from board_library.engine.rng import SeededRng
from board_library.engine.situations import read_situation, show_situation
from board_library.games.treasure_map import GAME, TreasureMapOptions
from board_library.games.treasure_map.cards import CARD, LOWEST, SUIT, VALUE
from board_library.games.treasure_map.characters import CHARACTERS
from board_library.games.treasure_map.rules import TreasureMap

ALL_CASES = [f"TM-{n:02}" for n in range(1, 85)]
ROWS = {case.id: case for case in read_cases(default_cases(GAME))}


def seeded(text: str, ply: int = 1) -> SeededRng:
    return SeededRng(text.encode(), ply)


def new_game(seats: int, seed: str, **options: object) -> TreasureMap:
    state = GAME.new(TreasureMapOptions(**options), seats, seeded(seed, 0), None)
    assert isinstance(state, TreasureMap)
    return state


def given(text: str) -> TreasureMap:
    state = read_situation(GAME, text)
    assert isinstance(state, TreasureMap)
    return state


def seen(state: TreasureMap, seat: int | None, log: list[Event]) -> str:
    """All that a seat is told: its view, its question and its log."""
    decision = None if seat is None else state.decision(seat)
    told = [event.seen_by(seat) for event in log]
    return json.dumps([state.view(seat), decision, told])


@pytest.mark.parametrize("number", ROWS)
def test_case(number: str) -> None:
    result = run_case(GAME, ROWS[number])

    assert result.passed, result


def test_tm_70_new_game_of_three() -> None:
    """TM-70: 50 cards in the deck, the ten lowest in the discard, six characters dealt."""
    state = new_game(3, "TM-70")

    assert len(state.deck) == 50
    assert sum(VALUE[card] for card in state.deck) == 260
    assert state.discard == sorted(LOWEST)
    assert sum(VALUE[card] for card in state.discard) == 22
    assert {(SUIT[card], VALUE[card]) for card in LOWEST} == {(s, 4 if s == 7 else 2) for s in range(10)}
    dealt = [name for pair in state.dealt for name in pair]
    assert [len(pair) for pair in state.dealt] == [2, 2, 2]
    assert len(set(dealt)) == 6
    assert sorted(dealt + state.undealt) == sorted(CHARACTERS)
    assert len(state.undealt) == 11


def test_tm_71_draft_shows_who_has_picked_and_nothing_else() -> None:
    """TM-71: three of four picks are in; each seat reads no character but its own two."""
    state, log = new_game(4, "TM-71"), list[Event]()
    for seat in (2, 0, 3):
        play(state, f"P{seat}: keep {state.dealt[seat][1]}", rng=seeded("TM-71"), log=log)

    for viewer in (0, 1, 2, 3, None):
        view = state.view(viewer)
        assert [seat["picked"] for seat in view["seats"]] == [True, False, True, True]
        assert [seat["character"] for seat in view["seats"]] == [None] * 4
        own = set() if viewer is None else set(state.dealt[viewer])
        assert {name for name in CHARACTERS if f'"{name}"' in seen(state, viewer, log)} == own
        assert {name for name in CHARACTERS if f" {name}" in seen(state, viewer, log)} == set()


def test_tm_72_reveal_shows_the_kept_and_never_the_rejected() -> None:
    """TM-72: with the last pick all four become public at once; a rejected card stays with its owner."""
    state, log = new_game(4, "TM-72"), list[Event]()
    for seat in (1, 3, 0, 2):
        assert state.view(None)["seats"][1]["character"] is None
        play(state, f"P{seat}: keep {state.dealt[seat][0]}", rng=seeded("TM-72"), log=log)

    kept = [pair[0] for pair in state.dealt]
    assert [event.data["map"] for event in log if event.key == "characters_revealed"] == [kept]
    for viewer in (0, 1, 2, 3, None):
        assert [seat["character"] for seat in state.view(viewer)["seats"]] == kept
        own = set() if viewer is None else {state.dealt[viewer][1]}
        assert {name for name in CHARACTERS if f'"{name}"' in seen(state, viewer, log)} == set(kept) | own


def test_tm_75_margo_names_her_target_before_the_dice() -> None:
    """TM-75: with two seats the target is set without a question; with three its owner is asked first."""
    two = given("chars - -; phase draft; picks - -; dealt pete_1 gunny_1 / margo_2 zahara_1")
    two = play(two, "P0: keep pete_1", "P1: keep margo_2", rng=seeded("TM-75"))
    assert (two.margo_target, two.phase) == (0, "dice")

    three = given("chars - - -; phase draft; dealt pete_1 gunny_1 / margo_2 zahara_1 / bonny_1 bonny_2")
    three = play(three, "P0: keep pete_1", "P1: keep margo_2", "P2: keep bonny_2", rng=seeded("TM-75"))
    assert [(d.seat, d.kind) for d in three.pending()] == [(1, "pick_target")]
    assert [move.code for move in three.pending()[0].moves] == ["target p0", "target p2"]
    for seat in range(3):
        with pytest.raises(MoveError):
            check(three, seat, "roll die")
    play(three, "target p2", rng=seeded("TM-75"))
    assert (three.margo_target, three.phase) == (2, "dice")
    assert [seat["target"] for seat in three.view(None)["seats"]] == [False, False, True]


def test_tm_76_an_orb_look_is_private() -> None:
    """TM-76: only the active player reads the card; the log of the others says looked, returned."""
    state, log = given("chars - - -; deck orb4 kraken6 key3 +"), list[Event]()
    play(state, "draw deck", rng=seeded("TM-76"), log=log)

    assert state.view(0)["question"]["card"] == "kraken6"
    assert "kraken6" in seen(state, 0, log)
    assert all("kraken6" not in seen(state, viewer, log) for viewer in (1, 2, None))

    play(state, "orb return", rng=seeded("TM-76"), log=log)
    assert [e.key for e in log][-2:] == ["orb_looked", "orb_returned"]
    assert state.view(0)["peeked"] == ["kraken6"]
    assert all("kraken6" not in seen(state, viewer, log) for viewer in (1, 2, None))


QUESTIONS = {
    "action": "raid key4; deck key5 +",
    "hook": "P0 key4 orb3; deck hook5 +",
    "cannon": "P1 key4 orb3; deck cannon5 +",
    "cannon_self": "chars - gunny_2; P0 key4 orb3; deck cannon5 +",
    "scroll": "discard key4 orb3; deck scroll5 +",
    "orb": "deck orb5 key4 +",
    "sabre": "P1 key4 orb3; deck sabre5 +",
    "corsair": "chars corsair_1 -; P1 key4 orb3; raid key5 chest5; deck orb4 +",
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_tm_77_nobody_else_can_answer(kind: str) -> None:
    """TM-77: whatever P0 is asked, P1 can answer nothing, and trying changes nothing."""
    state = given(QUESTIONS[kind])
    if kind != "action":
        play(state, "rob raid" if kind == "corsair" else "draw deck", rng=seeded("TM-77"))
    assert [d.kind for d in state.pending()] == [kind]
    before = show_situation(GAME, state)

    for code in ("draw deck", "rob raid", *(move.code for move in state.pending()[0].moves)):
        with pytest.raises(MoveError):
            check(state, 1, code)
    assert show_situation(GAME, state) == before


def test_tm_78_a_scroll_reveals_three_of_the_discard() -> None:
    """TM-78: three different cards, the same for the same seed; nine are left after one is laid."""
    text = "discard anchor2 hook2 cannon2 orb2 sabre2 kraken2 mermaid4 key2 chest2 scroll2; deck scroll3 +"
    revealed = set()
    for seed in ("a", "a", "b", "c"):
        state = play(given(text), "draw deck", rng=seeded(seed))
        offered = [move.target for move in state.pending()[0].moves]
        assert len(set(offered)) == 3
        assert {CARD[name] for name in offered} <= set(state.discard)
        assert sorted(state.view(1)["question"]["cards"]) == sorted(offered)
        assert len(state.discard) == 10
        revealed.add(tuple(offered))
        card = next(name for name in offered if name != "scroll2")
        play(state, f"scroll {card}", rng=seeded(seed))
        assert len(state.discard) == 9
    assert 1 < len(revealed) < 4


def test_tm_83_a_returned_card_stays_with_its_looker() -> None:
    """TM-83: P0 returned kraken6 and robbed; P1 reads nothing of it, P0 knows it until P1 draws it."""
    state, log = given("deck orb4 kraken6 key3 +"), list[Event]()
    play(state, "draw deck", "orb return", "rob raid", rng=seeded("TM-83"), log=log)

    assert state.active == 1
    assert state.view(0)["peeked"] == ["kraken6"]
    assert all("kraken6" not in seen(state, viewer, log) for viewer in (1, None))
    play(state, "draw deck", rng=seeded("TM-83"), log=log)
    assert state.view(0)["peeked"] == []
    assert state.raid == [CARD["kraken6"]]


@pytest.mark.parametrize("seats", GAME.seats)
def test_tm_84_zombies_alone_end_the_game(seats: int) -> None:
    """TM-84: with all seats absent the zombie moves end the game."""
    state = new_game(seats, f"TM-84 {seats}")
    while state.pending():
        assert state.ply < GAME.bound(seats)
        decision = state.pending()[0]
        world = state.determinize(decision.seat, seeded("world", state.ply))
        move = GAME.zombie(Observer(decision, state.view(decision.seat), world))
        play(state, f"P{decision.seat}: {move.code}", rng=seeded(f"TM-84 {seats}", state.ply + 1))

    assert state.phase == "over"
    assert not state.deck


PROSE = {
    "TM-70": (test_tm_70_new_game_of_three, None),
    "TM-71": (test_tm_71_draft_shows_who_has_picked_and_nothing_else, None),
    "TM-72": (test_tm_72_reveal_shows_the_kept_and_never_the_rejected, None),
    "TM-75": (test_tm_75_margo_names_her_target_before_the_dice, None),
    "TM-76": (test_tm_76_an_orb_look_is_private, None),
    "TM-77": (test_tm_77_nobody_else_can_answer, QUESTIONS),
    "TM-78": (test_tm_78_a_scroll_reveals_three_of_the_discard, None),
    "TM-83": (test_tm_83_a_returned_card_stays_with_its_looker, None),
    "TM-84": (test_tm_84_zombies_alone_end_the_game, GAME.seats),
}


def test_every_case_is_executed(say: Callable[[str], None]) -> None:
    """Run once more all rows of the table and all functions above: together they are exactly TM-01 to TM-84."""
    executed = [case.id for case in ROWS.values() if run_case(GAME, case).passed]
    for number, (test, values) in PROSE.items():
        for arguments in [()] if values is None else [(value,) for value in values]:
            test(*arguments)
        executed.append(number)
    executed.sort()

    say(f"cases executed ({len(executed)}): {' '.join(executed)}")
    assert executed == ALL_CASES


GAMES = 200


def test_situations_read_back_as_they_were_shown() -> None:
    """Every ply of 200 random games over all option sets and numbers of seats."""
    option_sets = (TreasureMapOptions(), *GAME.variants)
    for number in range(GAMES):
        options, seats = option_sets[number % len(option_sets)], 2 + number % 3
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
