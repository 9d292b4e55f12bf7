"""The greedy player: legal, strong, the same whatever world it is shown, and with a plan that changes."""

from collections import Counter
from collections.abc import Iterator

import pytest

from board_library.bots.arena import duel
from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import LEVELS, drunkard
from board_library.bots.observe import observe
from board_library.engine.core import Observer
from board_library.engine.situations import read_situation
from board_library.games.sesame import GAME, SesameOptions, odds, plan
from board_library.games.sesame.rules import Sesame

SEED = "sesame bots 1"


def answer(text: str, seat: int = 0) -> str:
    """What the greedy player does in a situation."""
    state = read_situation(GAME, text)
    decision = state.decision(seat)
    assert decision is not None
    assert GAME.greedy is not None
    return GAME.greedy(Observer(decision, state.view(seat), state)).code


def games(number: int, *, seats: int = 4, options: SesameOptions | None = None) -> Iterator[tuple[Sesame, Observer]]:
    """Every question of some games between greedy players."""
    for k in range(number):
        chance = FastRng(f"{SEED} {k}")
        state = GAME.new(options or SesameOptions(), seats, chance, None)
        while state.pending():
            observer = observe(state, state.pending()[0].seat, chance)
            yield state, observer
            state.ply += 1
            state.apply(observer.decision.seat, GAME.greedy(observer), chance, None)


def test_it_beats_a_random_player() -> None:
    result = duel(GAME, LEVELS["sailor"], drunkard, games=40, seed=SEED)

    assert result.interval[0] >= 0.8, result


def test_experience_beats_leanings() -> None:
    """A captain knows which ways keep what they promise; a sailor has a taste of his own."""
    result = duel(GAME, LEVELS["captain"], LEVELS["sailor"], games=200, seed=SEED)

    assert result.interval[0] > 0.5, result


def test_its_choice_depends_on_nothing_but_its_view_and_question() -> None:
    """Fairness: another world, made of what the seat knows, gives the same answer."""
    looked = 0
    for state, observer in games(2):
        again = state.determinize(observer.decision.seat, FastRng("another"))
        other = Observer(observer.decision, again.view(observer.decision.seat), again)
        assert GAME.greedy(other) == GAME.greedy(observer)
        assert observer.view == state.view(observer.decision.seat)
        looked += 1
    assert looked > 300


@pytest.mark.parametrize("options", GAME.variants, ids=range(len(GAME.variants)))
def test_it_plays_by_every_option(options: SesameOptions) -> None:
    for _, observer in games(2, seats=3, options=options):
        assert observer.decision.offers(GAME.greedy(observer))


def test_players_differ_and_change_their_plans() -> None:
    ways: Counter[int] = Counter()
    changes, last = 0, {}
    for state, observer in games(6):
        seat = observer.decision.seat
        if observer.decision.kind != "turn_pre":
            continue
        way = plan.choose(state, seat).way
        ways[way] += 1
        changes += last.get(seat, way) != way
        last[seat] = way

    assert set(ways) >= {1, 2, 3, 4, 5}
    assert changes > 10


def test_a_servant_stops_the_leader() -> None:
    """P1 is three cells before the cave but for one pink cell: that is where the servant goes."""
    code = answer("P0 U1; P1 R13 map robbed; at turn_post")

    assert code == "servant r15"


def test_a_servant_guards_its_own_masters_road() -> None:
    assert answer("seats 3; P0 D0 sword; P1 G1; P2 G2").startswith("servant d")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("P0 G4 money=6000; P1 S3; at cellar", "take flying_carpet"),
        ("P0 G5; P1 S3; at shop", "stake sorcerer"),
        ("P0 D9 sword; moved yes", "fight dragon"),
        ("P0 C1 sword money=150; moved yes", "go d0"),
        ("P0 C2 map money=150; moved yes", "go r0"),
        ("P0 C3 diamond all=1; moved yes", "go s26"),
        ("P1 C5 sorcerer; turn P1; asked P0; at name", "name 2"),
        ("P0 U5 horses=3; at shop", "sell 3"),
        ("P0 S26 money=102 ivory=1 horses=2; moved yes", "go u5"),
        ("P0 S26 money=450 ivory=1 horses=2; moved yes", "go u5"),
    ],
)
def test_what_is_plain_is_done(given: str, code: str) -> None:
    assert answer(given) == code


def test_chances_of_a_quest_are_right_on_paper() -> None:
    nobody = frozenset[int]()
    assert odds.to_rest(8, nobody, False) == 1
    assert odds.to_rest(3, frozenset({4}), False) == pytest.approx(5 / 6)
    assert odds.to_cave(19, nobody, False, False) == 1
    assert odds.to_cave(17, nobody, False, False) == pytest.approx(5 / 6)  # robbers on 18 take the map
    assert odds.to_cave(17, nobody, True, False) == 1
    assert odds.to_pier(3, nobody, 0, 0, False) == 1
    assert odds.to_pier(17, frozenset({16}), 0, 0b11111, False) < odds.to_pier(17, nobody, 16, 0b1111, False)
    assert odds.to_rest(8, nobody, True) == 1  # an exact roll comes at last


def test_chances_agree_with_play() -> None:
    """From the port against two servants, the exact chance is what dice give."""
    text = "seats 3; P0 S26 home diamond all=1; P1 S16 servant=S16; P2 S0 servant=S10"
    start = read_situation(GAME, text)
    chance, won = FastRng(SEED), 0
    for _ in range(3000):
        state = start.clone()
        while state.place[0] == "home" and state.pending():
            state.active = 0
            state.moved = True
            state.ask("turn_pre")
            state.apply(0, state.questions[0].moves[0], chance, None)
        won += state.way == "way_3"

    assert won / 3000 == pytest.approx(plan.succeeds(start, 0, 3), abs=0.03)
