"""Nobody learns what it may not know: secret questions, marks on cards, worlds, and games that seek every fight."""

from __future__ import annotations

from collections import Counter

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Decision, Event, Move
from board_library.engine.play import play
from board_library.engine.rng import Rng
from board_library.engine.situations import read_situation
from board_library.engine.testing import check_game, contract
from board_library.engine.testing.copies import asked, lines
from board_library.games.tortuga import GAME, TortugaOptions
from board_library.games.tortuga.captain import Card
from board_library.games.tortuga.golden import bold
from board_library.games.tortuga.limits import kept
from board_library.games.tortuga.rules import Tortuga

HOUSE = TortugaOptions(round_limit=20, helpers="chosen", ops_per_turn=3, duplicate_ban="per_player")


def given(text: str) -> Tortuga:
    state = read_situation(GAME, text)
    assert isinstance(state, Tortuga)
    return state


@pytest.mark.parametrize(("seats", "options"), [(3, TortugaOptions(round_limit=30)), (4, HOUSE)])
def test_fighting_and_dealing_games_keep_the_contract(
    monkeypatch: pytest.MonkeyPatch, seats: int, options: TortugaOptions
) -> None:
    """Random games of the contract suite hardly ever deal or fight; these do."""
    kinds: Counter[str] = Counter()

    def choose(decision: Decision, rng: Rng) -> Move:
        kinds[decision.kind] += 1
        return bold(None, decision, rng)

    monkeypatch.setattr(contract, "random_choice", choose)
    check_game(GAME, seats, options, games=1, sample=20, seed="bold")

    assert set(kinds) >= {"deal", "draft", "surgeon", "pilot", "keep", "sum", "put"}


QUESTIONS = {
    "pilot": ("P0 crew=7/4; P1 crew=7/3 cabin={}", "sea p1", "pilot", "gunner"),
    "chain_shot": ("P0 crew=7/4 locker={}; P1 crew=7/3 cabin=pilot", "sea p1, use pilot", "chain_shot", "rats"),
    "sleeping_draught": ("P0 crew=7/4 locker={}; P1 fort=3 ports=fort_captain", "siege p1", "sleeping_draught", "rats"),
    "surgeon": ("P0 crew=7/4,6/3 cabin={}; P1 crew=7/3 safe=100", "sea p1", "surgeon", "recruiter"),
    "guard, port": ("P0 crew=7/4,6/3; P1 gar=4/1 portt={}", "siege p1, skip surgeon", "hidden_cache", "rats"),
    "guard, store": ("P0 crew=7/4; P1 gar=4/1 fort=2 wh=gold store={}", "siege p1", "guard_dogs", "rats"),
    "counter, port": (
        "P0 crew=7/4 cabin=bank_robber; P1 banks=300 ports={}",
        "bank_robber p1:b1",
        "watch_chief",
        "pilot",
    ),
    "counter, locker": ("P0 crew=7/4 locker=rats; P1 crew=7/4,6/3 locker={}", "rats p1", "mongoose", "termites"),
    "counter, store": ("P0 crew=7/4 locker=termites; P1 wh=gold fort=2 store={}", "termites p1:w1", "mongoose", "rats"),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_who_has_no_card_is_asked_alike(name: str) -> None:
    """To a third player it looks the same with the card and without; only the own moves differ."""
    text, steps, card, other = QUESTIONS[name]
    looks, offers = [], []
    for face in (card, other):
        log: list[Event] = []
        state = given(f"seats 3; {text.format(face)}; P2 crew=9/6; sch=300")
        for step in steps.split(", "):
            if step.startswith("skip") and not any(move.code == step for d in state.questions for move in d.moves):
                continue
            play(state, step, rng=FastRng("x"), log=log)
        (question,) = state.questions
        assert question.secret
        looks.append((state.view(2), state.view(None), asked(state, 2), lines(log, 2), lines(log, None)))
        offers.append([move.verb for move in question.moves])
    assert looks[0] == looks[1]
    assert len(offers[0]) == 2
    assert offers[1] == [verb for verb in offers[0] if verb in ("skip", "done")]


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("P0 crew=7/4; P1 crew=7/3", "sea p1"),
        ("P0 crew=7/4 locker=rats; P1 crew=7/4,6/3", "rats p1"),
        ("P0 crew=7/4 cabin=bank_robber; P1 banks=300", "bank_robber p1:b1"),
        ("P0 crew=7/4; P1 gar=4/1", "siege p1"),
    ],
)
def test_who_can_have_no_card_is_not_asked(text: str, step: str) -> None:
    state = given(f"{text}; sch=300")
    play(state, step, rng=FastRng("x"))

    assert not any(question.secret for question in state.questions)


PLACE = (
    "seats 3; P0 ship=brig crew=7/4,6/3 hold=gold@3,silver cabin=pilot banks=900+300 wh=gold*3+silver*4 fort=3 "
    "house=surgeon,gunner store=rats portt=mongoose; P1 crew=8/2,5/5; P2 crew=9/6; "
    "cargo=gems*20; specs=recruiter,architect,kidnapper,saboteur; tro=termites,grapeshot,spyglass; "
    "pirates=7/0,7/1,7/2,6/0,6/1,6/2,8/3,5/0; sch=300,100; turn=P1"
)


def test_what_is_known_for_certain_is_kept_in_worlds() -> None:
    """P1 knows one gold; numbers, sizes, and all money in banks hold; the rest is dealt anew within the limits."""
    state = given(PLACE)
    worlds = [state.determinize(1, FastRng(f"world {n}")) for n in range(40)]
    captains = [world.captains[0] for world in worlds]

    assert all("gold" in captain.faces("hold") and len(captain.hold) == 2 for captain in captains)
    assert {captain.banked for captain in captains} == {1200}
    assert {captain.stored_cargo for captain in captains} == {7}
    assert {(len(c.house), len(c.store), len(c.portt), len(c.cabin)) for c in captains} == {(2, 1, 1, 1)}
    assert {tuple(face[0] for face in captain.faces("crew")) for captain in captains} == {("7", "6")}
    assert all(kept(captain, per_player=False) for captain in captains)
    assert len({tuple(captain.banks) for captain in captains}) > 5
    assert len({tuple(captain.faces("house")) for captain in captains}) > 3
    assert len({tuple(captain.faces("crew")) for captain in captains}) > 3
    assert len({tuple(captain.faces("hold")) for captain in captains}) > 1
    assert all(world.captains[1] == state.captains[1] for world in worlds)


@pytest.mark.parametrize("ban", ["per_place", "per_player"])
def test_equal_cards_in_a_warehouse_and_elsewhere_are_dealt_anew_alike(ban: str) -> None:
    """The port, or the ship, may hold the very cards that a warehouse holds."""
    state = given(
        f"duplicate_ban={ban}; P0 crew=7/4 hold=gold portc=gold wh=gold+gold; P1 crew=8/2; "
        "cargo=gems*3,silver*3; sch=300; turn=P1"
    )
    worlds = [state.determinize(1, FastRng(f"equal {n}")) for n in range(20)]

    assert all(sorted(world.components()) == sorted(state.components()) for world in worlds)
    assert {(len(c.hold), len(c.portc), c.stored_cargo) for c in (world.captains[0] for world in worlds)} == {(1, 1, 2)}
    assert len({tuple(world.captains[0].portc) for world in worlds}) > 1


def test_a_visitor_can_restore_in_every_world() -> None:
    """What somebody else rearranges is dealt anew with his way back: restoring shows the same everywhere."""
    state = given(f"{PLACE.replace('turn=P1', 'turn=P0')}; stage=city")
    play(state, "lift hold:gold", "put w1", "drop hold:silver", "lift crew:1", "put gar", rng=FastRng("x"))
    real = state.clone()
    play(real, "restore city", rng=FastRng("x"))
    for n in range(20):
        world = state.determinize(1, FastRng(f"visit {n}"))
        assert isinstance(world, Tortuga)
        assert world.view(1) == state.view(1)
        assert world.mark is not None
        assert kept(world.mark, per_player=False)
        play(world, "restore city", rng=FastRng("x"))
        assert world.view(1) == real.view(1)
        assert "gold" in world.captains[0].faces("hold")


def test_sealed_choices_of_others_are_not_in_worlds() -> None:
    """Places before the game and helpers in a battle differ from world to world until they are revealed."""
    state = GAME.new(TortugaOptions(), 3, FastRng("seal"), None)
    assert isinstance(state, Tortuga)
    play(state, "P0: place hand:2", rng=FastRng("x"))
    assert {state.determinize(1, FastRng(f"{n}")).placed[0] for n in range(30)} == {0, 1, 2}
    assert {state.determinize(0, FastRng(f"{n}")).placed[0] for n in range(30)} == {1}
    battle = given("helpers=chosen; P0 crew=7/4 cabin=gunner; P1 crew=7/5 cabin=boatswain; sch=100")
    play(battle, "sea p1", "P1: skip pilot", "P0: use gunner", rng=FastRng("x"))
    worlds = [battle.determinize(1, FastRng(f"{n}")) for n in range(40)]
    assert all(world.view(1) == battle.view(1) for world in worlds)
    assert any(world.helpers[0] == () for world in worlds)


def test_a_draft_is_seen_by_its_author_alone() -> None:
    state = given("seats 3; P0 crew=7/4 hold=gold safe=300; P1 crew=7/3; P2 crew=9/6; sch=300")
    play(state, "offer p2", rng=FastRng("x"))
    before = [state.view(seat) for seat in (1, 2, None)]
    play(state, "give gold", rng=FastRng("x"))

    assert [state.view(seat) for seat in (1, 2, None)] == before
    assert state.view(0)["draft"]["give"] == ["gold"]
    assert {state.determinize(1, FastRng(f"{n}")).target for n in range(20)} == {1, 2}


def test_a_spyglass_shows_faces_to_its_owner_alone_and_as_long_as_they_stay() -> None:
    state = given("seats 3; P0 crew=7/4 locker=spyglass; P1 crew=7/3,6/2 gar=8/1; P2 crew=9/6; sch=300; turn=P0")
    play(state, "spyglass p1:ship", rng=FastRng("x"))
    reds = [[card["red"] for card in state.view(seat)["seats"][1]["crew"]] for seat in (0, 2, None)]
    assert reds == [[3, 2], [None, None], [None, None]]

    play(state, "sail tortuga", "leave tortuga", "sail city", "lift crew:1", "put gar", "lift gar:1", rng=FastRng("x"))
    play(state, "put crew", "leave city", rng=FastRng("x"))
    assert [card["red"] for card in state.view(0)["seats"][1]["crew"]] == [2, None]
    assert [card["red"] for card in state.view(0)["seats"][1]["garrison"]] == [3]


@pytest.mark.parametrize("ban", ["per_place", "per_player"])
def test_a_card_behind_walls_whose_face_is_known_is_not_lost(ban: str) -> None:
    """No play comes to it, as cards behind walls are forgotten; a situation can say so."""
    state = given(
        f"options duplicate_ban={ban}; P0 crew=7/4; P1 crew=7/3 wh=gold@1,silver+gems; cargo=gold,gems; sch=1"
    )
    worlds = [state.determinize(0, FastRng(f"{n}")) for n in range(20)]

    for world in worlds:
        assert isinstance(world, Tortuga)
        assert sorted(world.components()) == sorted(state.components())
        assert [card for cards in world.captains[1].wh for card in cards if card.known & 1] == [Card("gold", 3)]
    assert len({repr(world.captains[1].wh) for world in worlds}) > 1


def test_a_known_card_is_forgotten_behind_walls() -> None:
    state = given("P0 crew=7/4; P1 crew=7/3 hold=gold@3 portc=gold@3 wh=-; sch=300; turn=P1")
    assert state.view(0)["seats"][1]["port_cargo"]["cards"] == ["gold"]
    play(state, "sail city", "lift portc:gold", "put w1", "leave city", rng=FastRng("x"))

    play(state, "sail city", "leave city", "sail city", "lift w1:gold", "put portc", rng=FastRng("x"))
    assert state.view(0)["seats"][1]["port_cargo"] == {"n": 1, "cards": []}
    assert state.view(0)["seats"][1]["hold"] == {"n": 1, "cards": ["gold"]}
