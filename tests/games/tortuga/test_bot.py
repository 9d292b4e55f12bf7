"""The greedy captain is sensible in literal places and gets on in whole games; the zombie keeps to its orders."""

from __future__ import annotations

from collections import Counter

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Event, Observer
from board_library.games.tortuga import GAME, TortugaOptions
from tests.games.bots import answer, greedy_game

FULL = "wh=gold*5+gold*5+gold*4"

CAPTAIN = "P0 crew=7/4,7/0 cabin=fort_captain; P1 crew=7/3 fort=3 safe=900; P2 fort=0; sch=300"

ASKED = "P2 fort=0; sch=300; at deal P1; now target=1"

SENSE = {
    "goes home to win by cargo": (f"P0 crew=7/4 hold=gold {FULL}; sch=300", "sail city"),
    "goes home to win by money": ("P0 crew=7/4,7/0 safe=900 banks=14100; sch=300", "sail city"),
    "declares": ("P0 crew=7/4 banks=15000; stage=city", "declare piastres"),
    "banks its money": ("P0 crew=7/4 safe=900 banks=0; stage=city", "lift safe"),
    "captures what it can": ("P0 crew=7/4,7/0 banks=0; sch=300", "capture merchant"),
    "sells what fills the ship": (
        "P0 crew=7/4,7/0 hold=gems cabin=gunner locker=rum_barrel banks=0; sch=300",
        "sail tortuga",
    ),
    "hires when its crew is too small": ("P0 crew=5/4,6/0 safe=300 banks=0; sch=300", "sail tortuga"),
    "robs a full bank": ("P0 crew=7/4,7/0 cabin=bank_robber banks=0; P1 banks=3000; sch=300", "bank_robber p1:b1"),
    "turns on the next of equal victims": (
        "P0 crew=6/3,7/3 fort=1; P1 crew=7/4,7/0 cabin=saboteur; P2 fort=1; turn=P1; sch=300",
        "saboteur p2",
    ),
    "attacks the next of equal prey": (
        "P0 crew=9/6,8/7; P1 crew=5/0 safe=3000; P2 crew=5/0 safe=3000; sch=300",
        "sea p1",
    ),
    "turns on the richest": (
        "P0 crew=7/4,7/0 cabin=saboteur; P1 fort=1; P2 fort=1 banks=5000; sch=300",
        "saboteur p2",
    ),
    "attacks the weak who carry much": ("P0 crew=9/6,8/7; P1 crew=5/0 safe=3000; sch=300", "sea p1"),
    "leaves the strong alone": ("P0 crew=7/1,7/0; P1 crew=9/6@3,8/7@3 safe=3000; sch=300", "capture merchant"),
    "plunders an open city": ("P0 crew=9/6,8/7; P1 gar=- port=4000; sch=300", "siege p1"),
    "builds a bank first": ("P0 loc=tortuga crew=7/4,7/0 safe=500; sch=300", "build bank"),
    "works when it has nothing": ("P0 loc=tortuga; pirates=7/4,7/0", "work deck"),
    "keeps the dearest": (
        "P0 crew=7/4 cabin=gunner; sch=300; spoils=pilot@1,gold@1,rats@1; at keep P0; now picks=gold,rats",
        "keep pilot",
    ),
    "evades the stronger": (
        "P0 crew=9/6@3,8/7@3; P1 crew=5/0 cabin=pilot; at pilot P1; now attacker=0 defender=1",
        "use pilot",
    ),
    "fights the weaker": (
        "P0 crew=4/1@3; P1 crew=9/6,8/7 cabin=pilot; at pilot P1; now attacker=0 defender=1",
        "skip pilot",
    ),
    "leaves men to the watch when it will hire others": (
        "P0 crew=7/2,7/3 hold=gems cabin=gunner gar=5/1 fort=1 banks=3000+0+0; sch=300; stage=city",
        "lift crew:1",
    ),
    "keeps men enough to hunt": (
        "P0 crew=7/2,7/3 gar=5/1 fort=1 banks=3000+0+0; sch=300; stage=city",
        "leave city",
    ),
    "builds no towers without a watch": (
        "P0 loc=tortuga crew=7/4,7/0 gar=5/1 fort=1 banks=1500+1500+1500+1500+0; sch=300",
        "leave tortuga",
    ),
    "looks before it attacks": (
        "P0 crew=7/4,7/3 locker=spyglass; P1 crew=6/1,7/1 safe=3000; sch=300",
        "spyglass p1:ship",
    ),
    "has no need to look twice": (
        "P0 crew=7/4,7/3 locker=spyglass; P1 crew=6/1@3,7/1@3 safe=3000; sch=300",
        "sea p1",
    ),
    "looks at nothing that is not worth it": (
        "P0 crew=7/4,7/3 locker=spyglass; P1 crew=6/1,7/1; sch=300",
        "capture merchant",
    ),
    "offers an expert to whom he is of use": (f"{CAPTAIN}; round=3", "offer p1"),
    "leaves him in peace for some rounds": (f"{CAPTAIN}; round=4", "capture merchant"),
    "offers once a turn": (f"{CAPTAIN}; round=3; now offers=1", "capture merchant"),
    "helps nobody to win": (
        f"{CAPTAIN.replace('safe=900', 'safe=900 gar=9/6@3 banks=12000')}; round=3",
        "capture merchant",
    ),
    "makes no deals with the only rival": (
        "P0 crew=7/4,7/0 cabin=fort_captain; P1 fort=3 safe=900; sch=300; round=3",
        "capture merchant",
    ),
    "puts the expert into the draft": (f"{CAPTAIN}; at draft P0; now target=1", "give fort_captain"),
    "asks for money": (f"{CAPTAIN}; at draft P0; now target=1 give=fort_captain", "take safe"),
    "names its price": (f"{CAPTAIN}; at sum P0; now target=1 give=fort_captain side=take", "sum 400"),
    "proposes the deal": (f"{CAPTAIN}; at draft P0; now target=1 give=fort_captain take_sum=400", "propose deal"),
    "drops a draft that it does not want": (f"{CAPTAIN}; at draft P0; now target=2", "cancel deal"),
    "proposes nothing beside what it wants": (
        f"{CAPTAIN}; at draft P0; now target=1 give=crew:1,fort_captain take_sum=400",
        "cancel deal",
    ),
    "swaps a small crew for a large one": (
        "P0 crew=6/1,6/4 safe=300; P1 crew=8/1,8/2; P2 fort=0; sch=300; round=3",
        "offer p1",
    ),
    "asks for no men that the other needs": (
        "P0 crew=5/1,7/4 safe=300; P1 crew=8/1,5/2; P2 fort=0; sch=300; round=3",
        "sail tortuga",
    ),
    "swaps cargo": (
        "P0 crew=7/4,7/0 hold=gems safe=300 wh=gold*5+gold*5; P1 hold=silver; P2 fort=0; sch=300; round=3",
        "offer p1",
    ),
    "helps a small crew for thanks": (
        f"P0 crew=6/1,6/4 safe=300; P1 crew=8/1,8/2; {ASKED} give=crew:1 take=crew:1 give_sum=200",
        "accept deal",
    ),
    "keeps men for its own hunt": (
        f"P0 crew=5/1,7/4 safe=300; P1 crew=8/1,7/2; {ASKED} give=crew:1 take=crew:1 give_sum=200",
        "decline deal",
    ),
    "sells nothing to whom it lets win": (
        f"P0 crew=7/4 safe=900 banks=11100; P1 crew=7/3 hold=gold; {ASKED} take=gold give_sum=900",
        "decline deal",
    ),
    "accepts a gift": ("P0 crew=7/4 safe=500; P1 crew=7/3; at deal P1; now target=1 give_sum=500", "accept deal"),
    "declines to give for nothing": (
        "P0 crew=7/4; P1 crew=7/3 safe=500; at deal P1; now target=1 take_sum=500",
        "decline deal",
    ),
}


@pytest.mark.parametrize("sense", SENSE)
def test_sense(sense: str) -> None:
    text, expected = SENSE[sense]

    assert answer(GAME, GAME.greedy, text) == expected


ABSENT = {
    "sails home": ("P0 crew=7/4,7/0; sch=300", "sail city"),
    "leaves the city": ("P0 crew=7/4 safe=900 banks=0; stage=city", "leave city"),
    "restores what breaks a limit": ("P0 gar=7/4; stage=city; mark P0 crew=7/4", "restore city"),
    "leaves Tortuga": ("P0 loc=tortuga crew=7/4 safe=900; pirates=7/0", "leave tortuga"),
    "hires ashore": ("P0 loc=tortuga safe=900; pirates=7/0", "hire deck"),
    "works ashore": ("P0 loc=tortuga; pirates=7/0,7/4", "work deck"),
    "puts down what it holds": ("P0 crew=7/4 hold=gold wh=-; stage=city; at put P0; now lifted=hold:gold", "put hold"),
    "names no sum": ("P0 crew=7/4 safe=900 banks=0; stage=city; at sum P0; now lifted=safe onto=b1", "sum 0"),
    "keeps the dearest, then by id": (
        "P0 crew=7/4; sch=300; spoils=pilot@1,gold@1,gold@1,fort_captain@1; at keep P0; now picks=gold",
        "keep fort_captain",
    ),
    "ends when all rooms are full": (
        "P0 crew=7/4; sch=300; spoils=gold@1,gold@1; at keep P0; now picks=gold",
        "done keep",
    ),
    "keeps the many": ("P0 crew=4/4,9/1,9/2; at crew P0", "keep pool:3"),
    "keeps the fighters in the city": ("P1 gar=9/1,7/6,8/6; at gar P1; turn=P0", "keep gar:3"),
    "keeps what is most frequent": (
        "P1 portc=gold*2,silver*3,gems*2; at portkeep P1; now picks=silver,silver,silver",
        "keep gems",
    ),
    "evades": ("P0 crew=4/1; P1 crew=9/6 cabin=pilot; at pilot P1; now attacker=0 defender=1", "use pilot"),
    "cannot evade": ("P0 crew=4/1; P1 crew=9/6 cabin=gunner; at pilot P1; now attacker=0 defender=1", "skip pilot"),
    "guards by id": (
        "P1 banks=0 portt=hidden_cache,bank_lock; at guard P1; now attacker=0 defender=1 siege=on",
        "guard bank_lock",
    ),
    "counters": (
        "P1 banks=300 ports=watch_chief; at counter P1; now op=bank_robber op_target=1",
        "counter watch_chief",
    ),
    "names slot 1": ("P1 banks=0+300; at bank P0; now attacker=0 defender=1 siege=on", "loot p1:b1"),
    "makes no deals": ("P0 crew=7/4; P1 crew=6/3; at draft P0; now target=1", "cancel deal"),
    "takes no deals": ("P0 crew=7/4 safe=500; P1 crew=7/3; at deal P1; now target=1 give_sum=500", "decline deal"),
}


@pytest.mark.parametrize("order", ABSENT)
def test_zombie(order: str) -> None:
    text, expected = ABSENT[order]

    assert answer(GAME, GAME.zombie, text) == expected


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_choice_does_not_change_when_hidden_things_are_dealt_anew(seats: int) -> None:
    """Positions of greedy games: random ones hold no hoards and no drafts."""
    assert GAME.greedy is not None
    chance = FastRng(f"fair {seats}")
    state = GAME.new(TortugaOptions(round_limit=25), seats, chance, None)
    asked = set()
    while state.pending():
        decision = state.pending()[0]
        chosen = {
            GAME.greedy(Observer(world.pending()[0], {}, world))
            for world in (state.determinize(decision.seat, FastRng(deal)) for deal in range(2))
        }
        assert len(chosen) == 1, (state.ply, decision, chosen)
        asked.add(decision.kind)
        state.ply += 1
        state.apply(decision.seat, chosen.pop(), chance, None)

    assert asked > {"start", "city", "tortuga", "keep"}


def test_greedy_captains_make_deals_and_look_through_the_spyglass() -> None:
    """Now and then: most tables see a deal, no turn sees two offers, and somebody looks before he attacks."""
    assert GAME.greedy is not None
    done: Counter[str] = Counter()
    for number in range(3):
        chance = FastRng(f"deals {number}")
        state = GAME.new(TortugaOptions(round_limit=60), 4, chance, None)
        offered: Counter[int] = Counter()
        turn = 0
        while state.pending():
            decision = state.pending()[0]
            events: list[Event] = []
            state.ply += 1
            state.apply(decision.seat, GAME.greedy(Observer(decision, {}, state)), chance, events)
            for event in events:
                turn += event.key == "turn_started"
                offered[turn] += event.key == "offered"
                done[event.key] += event.key in ("offered", "deal_done", "spied")
        assert max(offered.values()) <= 1, number

    assert done["deal_done"] >= 1
    assert done["spied"] >= 1
    assert done["offered"] <= 3 * 3


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_captains_get_somewhere(seats: int) -> None:
    """Within 60 rounds somebody has won, or is on the way: random players never bring home that much."""
    state = greedy_game(GAME, TortugaOptions(round_limit=60), seats, most=GAME.bound(seats))

    assert max(score.points for score in state.scores()) >= 4_000
