"""Every numbered case of the rules, and situations that read back as they were shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from board_library.engine.cases import default_cases, read_cases, run_case
from board_library.engine.core import Event, Observer, State
from board_library.engine.errors import SituationError
from board_library.engine.play import play
from board_library.engine.rng import ScriptedRng, SeededRng
from board_library.engine.situations import read_situation, show_situation
from board_library.games.pirates import GAME, PiratesOptions, board
from board_library.games.pirates.cards import BLACK, CARGO, RED, SHIPS, SILVER, SIZE, all_cargo, all_ships
from board_library.games.pirates.rules import Pirates

ALL_CASES = [f"PI-{n:02}" for n in range(1, 73)]
ROWS = {case.id: case for case in read_cases(default_cases(GAME))}


def seeded(text: str, ply: int = 1) -> SeededRng:
    return SeededRng(text.encode(), ply)


def new_game(seats: int, seed: str, log: list[Event] | None = None, **options: object) -> Pirates:
    """A game after the choice of cities."""
    state = GAME.new(PiratesOptions(**options), seats, seeded(seed, 0), log)
    assert isinstance(state, Pirates)
    while state.kind == "choose_city":
        state.ply += 1
        state.apply(state.asked, state.questions[0].moves[0], seeded(seed, state.ply), log)
    return state


def given(text: str) -> Pirates:
    state = read_situation(GAME, text)
    assert isinstance(state, Pirates)
    return state


def zombie_move(state: State, seed: str) -> None:
    decision = state.pending()[0]
    world = state.determinize(decision.seat, seeded("world", state.ply))
    move = GAME.zombie(Observer(decision, state.view(decision.seat), world))
    play(state, f"P{decision.seat}: {move.code}", rng=seeded(seed, state.ply + 1))


@pytest.mark.parametrize("number", ROWS)
def test_case(number: str) -> None:
    result = run_case(GAME, ROWS[number])

    assert result.passed, result


def test_pi_01_the_decks() -> None:
    """PI-01: 45 ships, each kind three times; crew 186, red 93; 8 diamonds, 10 gold, 12 silver, 6 rum, 4 spies."""
    state = new_game(4, "PI-01")
    ships = [kind for place in (*state.ships, *state.garrison, state.tavern) for kind in place]
    cargo = [kind for place in (*state.hold, *state.store, state.grotto) for kind in place]

    assert set(Counter(ships).values()) == {3}
    assert len(ships) == 45
    assert sorted(ships) == all_ships()
    assert {(SIZE[kind], RED[kind]) for kind in ships} == {(s, r) for s in (3, 4, 5) for r in range(s + 1)}
    assert (sum(RED[kind] for kind in ships), sum(BLACK[kind] for kind in ships)) == (93, 93)
    assert Counter(CARGO[kind] for kind in cargo) == {"silver": 12, "gold": 10, "diamond": 8, "rum": 6, "spy": 4}
    assert sorted(cargo) == all_cargo()
    assert len(set(state.components())) == 85


MATRIX = """
- 15 31 33 39 27 22 16 23 20 26
15 - 16 20 27 37 32 26 23 20 27
31 16 - 15 22 32 39 33 23 20 26
33 20 15 - 16 26 33 33 23 20 20
39 27 22 16 - 15 31 33 23 26 20
27 37 32 26 15 - 16 20 23 27 20
22 32 39 33 31 16 - 15 23 26 20
16 26 33 33 33 20 15 - 23 20 20
"""
"""PI-02: steps from each city to the others, to a bay and to both capes."""


def test_pi_02_the_board() -> None:
    """PI-02: 660 sea and 30 coast cells, half-turn symmetry, the matrix, no corner-only contacts of blocked cells."""
    assert len(board.XY) == 660
    assert len(board.COAST) == 30
    turned = {(35 - x, 24 - y) for x, y in board.XY}
    assert turned == set(board.XY)
    sea = set(board.XY)
    for x, y in ((x, y) for x in range(35) for y in range(24)):
        a, b, c, d = ((x + dx, y + dy) in sea for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)))
        assert not (a and d and not b and not c)
        assert not (b and c and not a and not d)
    for city, row in enumerate(MATRIX.strip().splitlines()):
        way = board.DIST[board.ANCHOR[city]]
        places = (*board.ANCHOR, board.BAYS[0], *board.CAPE_CELLS)
        assert [way[place] for place in places] == [0 if word == "-" else int(word) for word in row.split()]
        assert way[board.BAYS[1]] == 23
    assert min(board.DIST[0]) >= 0


SET_UP = {2: (33, 30, 6), 3: (31, 29, 5), 4: (29, 28, 4), 5: (27, 27, 3)}


@pytest.mark.parametrize("seats", GAME.seats)
def test_pi_03_set_up(seats: int) -> None:
    """PI-03: cards left in tavern and grotto, neutral cities with 1 + 1 cards, own cities empty."""
    state = new_game(seats, f"PI-03 {seats}")
    neutral = [city for city, owner in enumerate(state.owner) if owner < 0]

    assert (len(state.tavern), len(state.grotto), len(neutral)) == SET_UP[seats]
    for city, owner in enumerate(state.owner):
        expected = 1 if owner < 0 else 0
        assert (len(state.garrison[city]), len(state.store[city])) == (expected, expected)
    assert all(len(ships) == 3 for ships in state.ships)
    assert all(len(hold) == 2 for hold in state.hold)


SPEEDS = (("5r0", "4r0", "3r0"), ("4r1", "3r1", "3r2"), ("4r2", "3r3", "3r0"), ("5r1", "5r2", "4r3"))


@pytest.mark.parametrize(("lot", "first"), [(0, 1), (1, 2)])
def test_pi_04_the_slowest_begins(lot: int, first: int) -> None:
    """PI-04: of speeds 12, 10, 10, 14 seat 1 or 2 begins by lot; from 2 on the order is 2, 3, 0, 1."""
    log = list[Event]()
    state = new_game(4, "PI-04")
    dealt = [SHIPS.index(name) for ships in SPEEDS for name in ships]
    state.tavern = [*range(10), *reversed(dealt)]
    state.grotto = [SILVER] * 20
    state.ships = [[] for _ in range(4)]
    state._deal(ScriptedRng([lot]), log)

    assert [state.speed(seat) for seat in range(4)] == [12, 10, 10, 14]
    assert (state.first, state.active) == (first, first)
    assert [event.data for event in log if event.key == "first"] == [{"seat": first, "lot": True}]
    order = []
    for ply in range(4):
        order.append(state.active)
        play(state, "done port", "stay here", rng=seeded("PI-04", ply))
    assert order == [(first + step) % 4 for step in range(4)]


def test_pi_34_public_works() -> None:
    """PI-34: turn 1 mixes both discards in, turn 2 hires three ships and two cargo cards and must sail."""
    state = given("turn P1; P1 x0y9 3r0; P0 cape_n | | marooned; havana P0; nassau P1")
    ships, cargo = all_ships()[1:27], all_cargo()[:11]
    state.tavern, state.ship_discard = ships[:20], [(kind, 255) for kind in ships[20:]]
    state.grotto, state.cargo_discard = cargo[:3], [(kind, 255) for kind in cargo[3:]]
    play(state, "stay here", rng=seeded("PI-34"))
    assert (len(state.tavern), len(state.grotto), state.ship_discard, state.cargo_discard) == (26, 11, [], [])
    assert (sorted(state.tavern), sorted(state.grotto)) == (ships, cargo)
    assert (state.active, state.status[0]) == (1, "recruiting")

    play(state, "stay here", "hire 3", "draw 2", rng=seeded("PI-34", 2))
    assert (len(state.tavern), len(state.grotto)) == (23, 9)
    assert (len(state.ships[0]), len(state.hold[0]), state.lock[0], state.kind) == (3, 2, True, "sail")
    assert "stay here" not in {move.code for move in state.questions[0].moves}


def test_pi_54_the_log_tells_how_many_spies_were_blocked() -> None:
    """PI-54: public log: blocked 1; the city's Spy stays, and everybody knows of it now."""
    log = list[Event]()
    state = given("P0 x16y3 3r0 3r1 | spy spy; havana P0; nassau P1 5r2 | spy g g; P1 x0y9 3r2")
    play(state, "go x17y2", "spy 2", rng=seeded("PI-54"), log=log)
    (told,) = [event.seen_by(None) for event in log if event.key == "spy"]

    assert told is not None
    assert told.data == {"seat": 0, "city": "nassau", "k": 2, "blocked": 1, "kind": "one"}
    assert state.view(None)["cities"][1]["spies"] == 1
    for number in range(20):
        world = state.determinize(None, seeded("PI-54", number))
        assert CARGO.index("spy") in world.store[1]


def test_pi_56_a_claim_shows_the_set_alone() -> None:
    """PI-56: the seven silver are shown, rum and spy are not."""
    log = list[Event]()
    state = given("P0 havana 3r0; havana P0 4r2 | 7s rum spy; nassau P1; P1 x0y9 3r1")
    play(state, "declare city:havana", rng=seeded("PI-56"), log=log)
    view = state.view(None)

    assert view["winner"] == {"seat": 0, "city": "havana", "kind": "silver", "n": 7}
    assert "store" not in view["cities"][0]
    assert log[-1].seen_by(1) == Event("victory", {"seat": 0, "city": "havana", "kind": "silver", "n": 7})
    assert [score.rank for score in state.scores()] == [1, 2]


def test_pi_60_what_carol_hears_of_a_battle() -> None:
    """PI-60: seats, place and outcome, no faces; the two fighters gain one note each."""
    log = list[Event]()
    state = given("seats 3; P0 x5y2 4r2 3r1 | s; P1 x6y3 3r2 4r1 | g; P2 x0y9 3r0; havana P0; nassau P1; san_juan P2")
    before = [len(state.view(seat)["notes"]) for seat in range(3)]
    play(state, "stay here", "challenge p1", "accept battle", "rum 0", "rum 0", rng=seeded("PI-60"), log=log)

    for viewer in (2, None):
        heard = [seen for event in log if (seen := event.seen_by(viewer)) is not None]
        assert [event.key for event in heard] == ["stayed", "challenge", "accepted", "rum", "rum", "battle"]
        assert heard[-1].data == {"kind": "sea", "seat": 0, "target": 1, "outcome": "draw"}
        shown = str(state.view(viewer)["seats"][:2]) + str([event.data for event in heard])
        assert not any(name in shown for name in (*SHIPS, *CARGO))
    after = [len(state.view(seat)["notes"]) for seat in range(3)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [1, 1, 0]


def test_pi_61_who_has_no_rum_is_asked_alike() -> None:
    """PI-61: to Carol it looks the same as with Rum in the hold."""
    looks = []
    for hold in ("s g", "rum g"):
        log = list[Event]()
        state = given(
            f"seats 3; turn P1; P1 x11y3 5r2; P0 x12y3 4r1 3r0 | {hold}; P2 x0y9 3r3; havana P0; nassau P1; grotto -"
        )
        play(state, "stay here", "challenge p0", "accept battle", rng=seeded("PI-61"), log=log)
        assert state.questions[0].secret
        looks.append((state.view(2), [event.seen_by(2) for event in log]))
        assert (state.asked, state.kind) == (0, "rum_add")
    assert looks[0] == looks[1]


@pytest.mark.parametrize("seats", GAME.seats)
def test_pi_68_zombies_alone_share_the_game(seats: int) -> None:
    """PI-68: no fleet leaves its anchor; after 300 rounds all are at 0 with one city each: shared."""
    state = new_game(seats, f"PI-68 {seats}")
    anchors = state.cell[:]
    while state.pending():
        zombie_move(state, "PI-68")

    assert (state.round, state.cell, state.over) == (300, anchors, "rounds")
    assert {(score.points, score.tiebreak, score.rank) for score in state.scores()} == {(0, 1, 1)}


PROSE = {
    "PI-01": (test_pi_01_the_decks, [()]),
    "PI-02": (test_pi_02_the_board, [()]),
    "PI-03": (test_pi_03_set_up, [(seats,) for seats in GAME.seats]),
    "PI-04": (test_pi_04_the_slowest_begins, [(0, 1), (1, 2)]),
    "PI-34": (test_pi_34_public_works, [()]),
    "PI-54": (test_pi_54_the_log_tells_how_many_spies_were_blocked, [()]),
    "PI-56": (test_pi_56_a_claim_shows_the_set_alone, [()]),
    "PI-60": (test_pi_60_what_carol_hears_of_a_battle, [()]),
    "PI-61": (test_pi_61_who_has_no_rum_is_asked_alike, [()]),
    "PI-68": (test_pi_68_zombies_alone_share_the_game, [(2,)]),
}


def test_every_case_is_executed(say: Callable[[str], None]) -> None:
    """Run once more all rows of the table and all functions above: together they are exactly PI-01 to PI-72."""
    executed = [case.id for case in ROWS.values() if run_case(GAME, case).passed]
    assert executed == list(ROWS)
    for number, (test, calls) in PROSE.items():
        for arguments in calls:
            test(*arguments)
        executed.append(number)
    numbers = sorted({number[:5] for number in executed})

    say(f"cases executed ({len(numbers)}): {' '.join(numbers)}")
    assert numbers == ALL_CASES


def test_situations_read_back_as_they_were_shown() -> None:
    """Plies of random games over all option sets and numbers of seats."""
    for number, (seats, options) in enumerate((s, o) for s in GAME.seats for o in (PiratesOptions(), *GAME.variants)):
        state = GAME.new(options, seats, seeded(f"situation {number}", 0), None)
        choose = seeded(f"choice {number}")
        for _ in range(250):
            if not state.pending():
                break
            shown = show_situation(GAME, state)
            assert read_situation(GAME, shown) == state, (number, shown)
            decision = state.pending()[0]
            state.ply += 1
            state.apply(decision.seat, choose.choice(decision.choices()), seeded(f"s{number}", state.ply), None)


@pytest.mark.parametrize(
    "text",
    [
        "seats 6",
        "P0 x0y0 3r0",
        "P0 havana 6r1",
        "P0 havana 3r0 3r0 3r0 3r0",
        "P2 havana 3r0",
        "P0 havana 3r0 | pearls",
        "P0 havana 3r0 | | asleep",
        "havana P3",
        "at dinner",
        "now tea=2",
        "over soon",
        "turn P0; turn P1",
        "treasure s",
        "note P0 nassau.ships x spy 0 3r0",
    ],
)
def test_what_is_no_situation_is_refused(text: str) -> None:
    with pytest.raises(SituationError):
        read_situation(GAME, text)
