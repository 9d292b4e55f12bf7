"""What the numbered cases do not say: the components, every option, and the caps on visits and drafts."""

from __future__ import annotations

from collections import Counter

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.cases import Case, run_case
from board_library.engine.core import Event
from board_library.engine.errors import OptionError
from board_library.engine.play import play
from board_library.engine.situations import read_situation
from board_library.engine.testing import random_choice
from board_library.games.tortuga import GAME, TortugaOptions, data

OPTIONS = {
    "tie blacks, attacker": ("tie=blacks; P0 crew=7/3; P1 crew=5/3 safe=300", "sea P1", "P0 safe=300; P1 loc=tortuga"),
    "tie blacks, defender": ("tie=blacks; P0 crew=5/3; P1 crew=7/3 safe=300", "sea P1", "P0 loc=tortuga; P1 safe=300"),
    "tie blacks, stand-off": ("tie=blacks; P0 crew=7/3; P1 crew=7/3", "sea P1", "P0 loc=sea crew=7/3; P1 loc=sea"),
    "tie blacks, turned ones do not count": (
        "tie=blacks; P0 crew=7/0 cabin=boatswain; P1 crew=9/6,4/1",
        "sea P1",
        "str=7/7; P0 loc=tortuga; P1 crew=4/1",
    ),
    "the bank pays what it has": (
        "bank_limit=hard; P0 crew=7/4 hold=gold banks=20000; P1 banks=13900",
        "tortuga; sell gold; leave",
        "bank=0; P0 safe=100 banks=20000",
    ),
    "the bank writes notes": (
        "P0 crew=7/4 hold=gold banks=20000; P1 banks=13900",
        "tortuga; sell gold; leave",
        "bank=-200; P0 safe=300 banks=20000",
    ),
    "a hard bank pays less than a chest": (
        "bank_limit=hard; P0 crew=7/4 safe=100 banks=20000; P1 banks=13800; pirates=chest,8/2",
        "tortuga; hire; leave",
        "bank=0; P0 safe=200 crew=7/4,8/2 banks=20000",
    ),
    "the market opens late": (
        "market_opens=after_brigs; P0 crew=7/4 safe=900; market=gold; sch=300",
        "tortuga; !buy gold; leave",
        "market=gold",
    ),
    "the late market is open after the brigs": (
        "market_opens=after_brigs; P0 crew=7/4 safe=900; market=gold",
        "tortuga; buy gold; leave",
        "market=-; P0 hold=gold safe=500",
    ),
    "one of a kind for each player, bought": (
        "duplicate_ban=per_player; P0 crew=7/4 safe=900 ports=pilot; market=pilot",
        "tortuga; !buy pilot; leave",
        "market=pilot",
    ),
    "one of a kind for each player, captured": (
        "duplicate_ban=per_player; P0 crew=7/4,7/0 ports=pilot; sch=300,100; cargo=gold; specs=pilot; tro=rats",
        "merchant",
        "P0 hold=gold cabin=- locker=rats; disc=pilot",
    ),
    "one of a kind for each player, kidnapped": (
        "duplicate_ban=per_player; P0 crew=7/4 cabin=kidnapper ports=pilot; P1 ports=pilot; sch=100",
        "op kidnapper P1",
        "P0 cabin=-; P1 ports=-; disc=pilot; gone=kidnapper",
    ),
    "one of a kind for each player, offered": (
        "duplicate_ban=per_player; P0 crew=7/4 safe=500 ports=pilot; P1 crew=7/3 cabin=pilot",
        "!offer P1 give=100 take=pilot",
        "stage=start",
    ),
    "one of a kind for each player, kept": (
        "duplicate_ban=per_player; P0 crew=7/4,7/0 hold=gold ports=pilot; sch=3,1; cargo=gold; specs=pilot; tro=rats",
        "merchant; !keep gold pilot; keep gold rats",
        "P0 hold=gold cabin=- locker=rats; disc=gold,pilot",
    ),
    "the beaten besieger pays": (
        "siege_loser_piastres=to_defender; P0 crew=5/2 safe=500; P1 gar=8/4 port=100; sch=300",
        "siege P1",
        "P0 safe=0 loc=tortuga; P1 port=600 gar=-",
    ),
    "helpers are chosen, none": (
        "helpers=chosen; P0 crew=7/4 cabin=gunner; P1 crew=7/5 safe=300",
        "sea P1; [pend=P0:helpers]; done helpers",
        "str=4/5; P0 cabin=- loc=tortuga; P1 cabin=gunner; gone=-",
    ),
    "helpers are chosen, one of two": (
        "helpers=chosen; P0 crew=7/4 cabin=gunner locker=grapeshot; P1 crew=7/5 safe=300",
        "sea P1; use gunner; done helpers",
        "str=8/5; P0 cabin=- locker=grapeshot safe=300; gone=gunner",
    ),
    "helpers are chosen by both, secretly": (
        "helpers=chosen; P0 crew=7/4 locker=rum_barrel; P1 crew=7/5,5/1 locker=rum_barrel",
        "sea P1; [pend=P0:helpers,P1:helpers]; P1: use rum_barrel; [pend=P0:helpers]; P0: done helpers",
        "str=0/6; P1 locker=rum_barrel; gone=rum_barrel",
    ),
    "helpers are chosen in a siege": (
        "helpers=chosen; P0 crew=7/4 locker=scaling_ladders; P1 gar=7/5 ports=militia_chief",
        "siege P1; P0: use scaling_ladders; P1: done helpers",
        "str=8/5; P0 locker=- cabin=militia_chief; gone=scaling_ladders",
    ),
    "a hoard is declared by itself": (
        "auto_declare=on; P0 crew=7/4 wh=gold*5+gold*5+gold*5",
        "city; leave",
        "over=P0:cargo; stage=over",
    ),
    "two operations in a turn": (
        "ops_per_turn=2; P0 ship=brig crew=7/4 cabin=saboteur locker=rats; P1 fort=1 crew=7/5,6/2",
        "op saboteur P1; op rats P1",
        "P0 cabin=- locker=-; P1 fort=0 crew=6/2",
    ),
    "no operation at all": (
        "ops_per_turn=0; P0 crew=7/4 locker=rats; P1 crew=7/5,6/2",
        "!op rats P1",
        "P0 locker=rats",
    ),
    "no deals": ("deals=off; P0 crew=7/4 safe=500; P1 crew=7/3", "!offer P1 give=100 take=-", "P0 safe=500"),
    "one offer a turn": (
        "offers_per_turn=1; P0 crew=7/4 safe=500; P1 crew=7/3",
        "offer P1 give=100 take=-; decline; !offer P1 give=100 take=-",
        "P0 safe=500",
    ),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_option(name: str) -> None:
    result = run_case(GAME, Case(name, *OPTIONS[name]))

    assert result.passed, result


def test_a_grant_is_whole_hundreds() -> None:
    with pytest.raises(OptionError):
        TortugaOptions(start_piastres=250).check(2)


def test_the_components_are_those_of_the_box() -> None:
    """60 pirates with 359 men and 170 red and 5 chests; 60 cards of each class; merchants and grants are all tokens."""
    pirates = data.all_pirates()

    assert (len(pirates), pirates.count(data.CHEST)) == (60, 5)
    assert (sum(data.SIZE[face] for face in pirates), sum(data.RED[face] for face in pirates)) == (359, 170)
    assert [len(data.all_cards(kind)) for kind in data.CLASSES] == [60, 60, 60]
    assert (len(data.all_merchants("schooner")), sum(data.all_merchants("schooner"))) == (35, 10_500)
    assert (len(data.all_merchants("brig")), sum(data.all_merchants("brig"))) == (25, 22_500)
    assert data.TOKENS == 10_500 + 22_500 + 5 * 200
    assert sum(Counter(data.SIZES).values()) == 6
    assert all(price % data.STEP == 0 for price in (*data.BUY.values(), *data.SELL.values(), *data.BUILDINGS.values()))
    assert sum(data.BUILDINGS[what] for what in (*data.FORTS, "store", "house")) + 10 * 300 == 6_700


@pytest.mark.parametrize("seats", GAME.seats)
def test_no_piastre_and_no_card_is_lost_in_a_random_game(seats: int) -> None:
    seed = f"random {seats}"
    rng = FastRng(seed)
    state = GAME.new(TortugaOptions(round_limit=20), seats, rng, None)
    components = sorted(state.components())
    while state.pending():
        decision = rng.choice(state.pending())
        state.ply += 1
        state.apply(decision.seat, random_choice(decision, rng), rng, None)
        held = sum(captain.safe + captain.port + captain.banked for captain in state.captains)
        assert held + state.bank == data.TOKENS, (seed, state.ply)
        assert min(captain.safe for captain in state.captains) >= 0, (seed, state.ply)

    assert sorted(state.components()) == components, seed
    assert state.over
    assert state.ply <= GAME.bound(seats)


def test_a_visit_ends_after_its_last_action() -> None:
    state = read_situation(GAME, "P0 crew=7/4,6/3 hold=gold safe=300 banks=0; stage=city")
    rng = FastRng("visit")
    for _ in range(data.MOST_ACTIONS):
        play(state, "lift safe", "put safe", rng=rng)

    assert [move.code for move in state.questions[0].moves] == ["leave city"]


def test_a_visit_over_its_limits_can_only_be_restored_after_its_last_action() -> None:
    state = read_situation(GAME, "P0 crew=7/4 gar=6/3 hold=gold safe=300; stage=city; now steps=39")
    play(state, "lift crew:1", "put gar", rng=FastRng("visit"))

    assert [move.code for move in state.questions[0].moves] == ["restore city"]


def test_a_draft_can_only_be_proposed_or_cancelled_after_its_last_change() -> None:
    state = read_situation(GAME, "P0 crew=7/4,6/3 safe=300; P1 crew=6/3")
    rng = FastRng("draft")
    play(state, "offer p1", rng=rng)
    for _ in range(data.MOST_CHANGES // 2):
        play(state, "pledge loan", "unpledge loan", rng=rng)

    assert [move.code for move in state.questions[0].moves] == ["cancel deal"]


def test_terms_are_heard_by_all_and_faces_by_the_taker_alone() -> None:
    log: list[Event] = []
    state = read_situation(GAME, "seats 3; P0 crew=7/4,6/3 safe=300 hold=gold; P1 ship=brig crew=8/2; P2 crew=5/5")
    play(
        state,
        "offer p1",
        "give crew:1",
        "give gold",
        "pledge loan",
        "propose deal",
        "accept deal",
        rng=FastRng("x"),
        log=log,
    )
    offered = next(event for event in log if event.key == "offered")

    assert offered.seen_by(None) == offered._replace(reveals=False)
    assert offered.data["give"] == ["crew:1:7", "gold"]
    assert offered.data["pledges"] == ["loan"]
    assert state.view(1)["seats"][1]["crew"] == [{"size": 8, "red": 2}, {"size": 7, "red": 4}]
    assert state.view(2)["seats"][1]["crew"] == [{"size": 8, "red": None}, {"size": 7, "red": None}]
    assert state.view(2)["seats"][1]["hold"] == {"n": 1, "cards": ["gold"]}
