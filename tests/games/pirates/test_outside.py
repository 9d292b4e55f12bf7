"""An attack from outside: what a third captain and a spectator are sent of a meeting between two others."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.situations import read_situation
from board_library.engine.testing.copies import snapshot
from board_library.games.pirates import GAME, PiratesOptions
from board_library.games.pirates.golden import bold
from board_library.games.pirates.rules import Pirates
from board_library.web.render import Renderer
from board_library.web.table import Tables
from tests.contract.meetings import GAMES, MANY, Meetings, play_all
from tests.contract.twins import Leak

ROUNDS = 24

MEETINGS = {
    "enemy_port", "spy_look", "answer", "refuge", "rum_add", "feast_swap", "feast_draw", "spoils", "cape",
    "press_siege",
}  # fmt: skip
"""Questions of which each answer is watched."""


@pytest.fixture(scope="module")
def drawing() -> tuple[Renderer, Tables]:
    renderer = Renderer({GAME.slug: GAME})
    return renderer, Tables(renderer)


def watch(drawing: tuple[Renderer, Tables], number: int, spec=GAME) -> Meetings:
    renderer, tables = drawing
    seats = (3, 4, 5, 2)[number % 4]
    options = PiratesOptions(round_limit=ROUNDS, memo=number % 3 > 0)
    return Meetings(
        spec, seats, options, f"outside {number}", kinds=MEETINGS, bold=bold, renderer=renderer, tables=tables
    )


def test_no_byte_of_a_meeting_tells_what_its_reader_may_not_know(drawing: tuple[Renderer, Tables]) -> None:
    """Page, JSON, message, replay and refusal of everybody are the same in a world dealt anew for him."""
    events = play_all(partial(watch, drawing))

    wanted = {"battle", "besieged", "accepted", "marooned", "fled", "rum"}
    if GAMES >= MANY:
        wanted |= {"spoils", "captured", "walked_in", "feast", "feast_faces", "blind_faces", "spy", "spy_faces"}
    assert wanted <= set(events)


class TellsOfThirds(Pirates):
    """Betrays to everybody how many red fighters the challenged fleet has."""

    def view(self, seat):
        """The view, and a bit of a hand in it."""
        shown = super().view(seat)
        if self.kind == "answer":
            shown["fight"]["rum"] = [sum(self.ships[self.defender]) % 2, 0]
        return shown


class LogsTheHand(Pirates):
    """Writes into the public log whether the side that is asked for Rum has any."""

    def apply(self, seat, move, rng, log):
        """The move, and a line too many."""
        had = self.kind == "rum_add" and bool(self.questions[0].amount.high)
        super().apply(seat, move, rng, log)
        if log is not None and had:
            log.append(log[-1]._replace(data={**log[-1].data}, key="stood_off", readers=None, public=None))


@pytest.mark.parametrize("kind", [TellsOfThirds, LogsTheHand])
def test_a_betrayal_is_caught(drawing: tuple[Renderer, Tables], kind: type[Pirates]) -> None:
    def new(options, seats, rng, log):
        state = kind(options, seats)
        state.set_up(rng, log)
        return state

    def play() -> None:
        for number in range(8):
            watch(drawing, number, replace(GAME, new=new)).play()

    with pytest.raises(Leak):
        play()


SPOILS = (
    "seats 3; P0 x5y2 5r3 4r2 | s; P1 x6y3; P2 x0y9 3r0; havana P0; nassau P1; san_juan P2; at spoils; "
    "now attacker=0 defender=1 victim=1; won 3r1 4r4; loot s rum; picked keep_won:2 keep_loot:2"
)


def test_worlds_do_not_copy_what_another_captain_has_chosen_so_far() -> None:
    """How many cards the winner has named is public, which of them is not: neither to the loser nor to a third."""
    state = read_situation(GAME, SPOILS)
    for seat in (1, 2, None):
        worlds = [state.determinize(seat, FastRng(f"{seat} {n}")) for n in range(20)]
        assert len({world.picked for world in worlds}) > 1
        assert {len(world.picked) for world in worlds} == {2}
    assert state.determinize(0, FastRng("own")).picked == state.picked


HELD = (
    "seats 3; P0 x5y2 5r3 4r2 | rum s; P1 x6y3 4r1 3r2 | {}; P2 x0y9 3r0 | g; havana P0; nassau P1; san_juan P2; "
    "at rum_add; asked P1; now attacker=0 defender=1 adds=1"
)


def test_worlds_of_a_sealed_question_are_the_same_whatever_is_held_or_could_be() -> None:
    """To a third seat a captain with two Rum, asked to show some, gives the same worlds as one without any."""
    for seat in (0, 2, None):
        with_rum, without = (
            read_situation(GAME, HELD.format(cargo)).determinize(seat, FastRng(f"held {seat}")).view(seat)
            for cargo in ("rum rum", "d d")
        )
        assert with_rum == without
    state = read_situation(GAME, HELD.format("rum rum"))
    before = snapshot(state)
    highs = {state.determinize(2, FastRng(f"{n}")).pending()[0].amount.high for n in range(60)}
    assert len(highs) > 1, "the range of the answer follows the cards of the world"
    assert snapshot(state) == before
