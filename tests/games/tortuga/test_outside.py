"""An attack from outside: what the others are sent of deals, battles, sieges and operations between two captains."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from board_library.engine.core import Log
from board_library.engine.rng import Rng
from board_library.games.tortuga import GAME, TortugaOptions
from board_library.games.tortuga.captain import Card
from board_library.games.tortuga.golden import bold
from board_library.games.tortuga.rules import Tortuga
from board_library.web.render import Renderer
from board_library.web.table import Tables
from tests.contract.meetings import GAMES, MANY, Meetings, play_all
from tests.contract.twins import Leak

ROUNDS = 10

HELD = 2
"""Cards in each room at the start: room is left for what is looted."""

ROOMS = (
    ("ports", "specialist"), ("house", "specialist"), ("cabin", "specialist"), ("portt", "trophy"), ("store", "trophy"),
    ("locker", "trophy"), ("portc", "cargo"), ("w1", "cargo"), ("hold", "cargo"),
)  # fmt: skip

MEETINGS = {
    "deal", "pilot", "chain_shot", "sleeping_draught", "surgeon", "helpers", "guard", "counter", "warehouse",
    "bank", "keep", "gar", "portkeep",
}  # fmt: skip
"""Questions of which each answer is watched."""

ALWAYS = {"attacked", "battle", "deal_declined", "deal_done"}
SOMETIMES = {"countered", "evaded", "guarded", "looted", "marooned", "op_played", "surgeon"}
"""Events that some watched answer leads to in any few games, and in many."""


@pytest.fixture(scope="module")
def drawing() -> tuple[Renderer, Tables]:
    renderer = Renderer({GAME.slug: GAME})
    return renderer, Tables(renderer)


def armed(game: Tortuga) -> Tortuga:
    """The game with whole cities, and specialists and trophies in them and aboard: all operations are soon met."""
    for seat, captain in enumerate(game.captains):
        captain.fort, captain.has_house, captain.has_store = 2 + seat % 2, True, True
        captain.wh, captain.banks = [[], []], [300, 500]
        held: set[str] = set()
        for room, kind in ROOMS:
            cards, place = game.deck(kind), captain.room(room)
            while captain.free(room) > 0 and len(place) < HELD:
                fresh = [card for card in cards if kind == "cargo" or card not in held]
                held.add(fresh[-1])
                cards.remove(fresh[-1])
                place.append(Card(fresh[-1], 1 << seat))
            place.sort()
    return game


def new(options: TortugaOptions, seats: int, rng: Rng, log: Log, kind: type[Tortuga] = Tortuga) -> Tortuga:
    game = kind(options, seats)
    game.set_up(rng, log)
    return armed(game)


def watch(drawing: tuple[Renderer, Tables], number: int, kind: type[Tortuga] = Tortuga) -> Meetings:
    renderer, tables = drawing
    options = TortugaOptions(
        round_limit=ROUNDS, start_piastres=2000, ops_per_turn=1 + number % 3, helpers=("all", "chosen")[number // 2 % 2]
    )
    spec, seats, seed = replace(GAME, new=partial(new, kind=kind)), (3, 4, 5, 2)[number % 4], f"outside {number}"
    return Meetings(spec, seats, options, seed, kinds=MEETINGS, bold=bold, renderer=renderer, tables=tables)


def test_no_byte_of_a_meeting_tells_what_its_reader_may_not_know(drawing: tuple[Renderer, Tables]) -> None:
    """Page, JSON, message, replay and refusal of everybody are the same in a world dealt anew for him."""
    events = play_all(partial(watch, drawing))

    assert ALWAYS | (SOMETIMES if GAMES >= MANY else set()) <= set(events)


def holds_even(game: Tortuga) -> bool:
    """Something about the faces in the chests of whoever is asked."""
    captain = game.captains[game.questions[0].seat]
    return sum(len(card.face) for card in captain.cabin + captain.locker + captain.hold) % 2 == 0


class TellsOfTheCargo(Tortuga):
    """Betrays to everybody something about the cards of the captain who was made an offer."""

    def view(self, seat):
        """The view, and a bit of a hand in it."""
        shown = super().view(seat)
        if self.questions and self.questions[0].kind == "deal":
            shown["round"] = int(holds_even(self))
        return shown


class LogsTheCargo(Tortuga):
    """Writes the same into the public log when the offer is answered."""

    def apply(self, seat, move, rng, log):
        """The move, and a line too many."""
        tells = self.questions[0].kind == "deal" and holds_even(self)
        super().apply(seat, move, rng, log)
        if log and tells:
            log.append(log[-1]._replace(readers=None, public=None))


@pytest.mark.parametrize("kind", [TellsOfTheCargo, LogsTheCargo])
def test_a_betrayal_is_caught(drawing: tuple[Renderer, Tables], kind: type[Tortuga]) -> None:
    def play() -> None:
        for number in range(8):
            watch(drawing, number, kind).play()

    with pytest.raises(Leak):
        play()
