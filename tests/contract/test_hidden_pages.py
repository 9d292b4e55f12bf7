"""Nobody is sent anything that depends on what it may not know: page, message, form reply, error, JSON, replay.

At every ply of random games, for every seat and a spectator, there is another game that this viewer cannot tell from
the real one (``twins.py``). What all pages are made of (:class:`Seen`) and what a refused move is told are compared
for every viewer at every ply. Rendering is a function of that and takes most of the time, so the viewers take turns:
at every ply of some games, and at every fourth of the others, the zones that the game draws are rendered for one of
them, in one language after the other; now and then it is all zones as a message, the whole page, the page that answers
a refused form, and a step of the running replay.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from board_library.engine.core import Decision, Event, GameSpec, Move
from board_library.engine.errors import NotOffered
from board_library.engine.testing import combinations
from board_library.games import all_games
from board_library.games.treasure_map import GAME, setup
from board_library.games.treasure_map.cards import CARDS
from board_library.games.treasure_map.rules import TreasureMap
from board_library.web.render import Renderer
from board_library.web.table import Tables
from tests.contract.twins import Leak, Watch

GAMES = 200
"""Games of Treasure Map, over all numbers of seats and option sets."""

BLOCKS = 20

PLIES = 40
"""So many plies of each combination of another game are looked at, from anywhere in its first thousand moves."""

SORTS = {"page", "refusal", "JSON", "zones", "message", "whole page", "refused form", "replay", "moves in twins"}


class Drawing:
    """The renderer and tables of some games, as a server makes them at start."""

    def __init__(self, *specs: GameSpec) -> None:
        games = {spec.slug: spec for spec in (GAME, *specs)}
        self.renderer = Renderer(games)
        self.tables = Tables(self.renderer)

    def watch(self, spec: GameSpec, seats: int, options: object, seed: str, every: int = 1) -> Watch:
        return Watch(spec, seats, options, seed, renderer=self.renderer, tables=self.tables, every=every)


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return Drawing(*all_games().values())


@pytest.mark.parametrize("block", range(BLOCKS))
def test_no_page_of_treasure_map_depends_on_what_its_viewer_cannot_know(drawing: Drawing, block: int) -> None:
    played = list(combinations(GAME))
    counts: Counter[str] = Counter()
    for number in range(block, GAMES, BLOCKS):
        seats, options = played[number % len(played)]
        counts += drawing.watch(GAME, seats, options, f"hidden {number}", 1 if number < GAMES // 8 else 4).play()

    assert set(counts) == SORTS
    # Many moves are followed in twins, so that their logs are compared: all but those that show a new card.
    assert counts["moves in twins"] > counts["page"] / 4, counts


OTHERS = [
    pytest.param(spec, seats, options, number, id=f"{slug}-{seats}-{number}")
    for slug, spec in all_games().items()
    if spec is not GAME
    for number, (seats, options) in enumerate(combinations(spec))
]


@pytest.mark.parametrize(("spec", "seats", "options", "number"), OTHERS)
def test_no_page_of_another_game_depends_on_what_its_viewer_cannot_know(
    drawing: Drawing, spec: GameSpec, seats: int, options: object, number: int
) -> None:
    skip = 0 if number % 2 else 37 * number % 1000
    counts = drawing.watch(spec, seats, options, f"hidden {number}", 3).play(skip % spec.bound(seats), PLIES)

    assert counts["page"] or skip


LEAKY: dict[str, tuple[str, type[TreasureMap]]] = {}
"""Games that tell too much: what is expected to be caught, and the rules."""


def leaky(what: str):
    def register(kind: type[TreasureMap]) -> type[TreasureMap]:
        LEAKY[kind.__name__] = (what, kind)
        return kind

    return register


@leaky("page")
class ViewShowsTheNextCard(TreasureMap):
    def view(self, seat):
        return {**super().view(seat), "peeked": [CARDS[self.deck[-1]]] if self.deck else []}


@leaky("page")
class ViewShowsWhatWasDealt(TreasureMap):
    def view(self, seat):
        return {**super().view(seat), "dealt": list(self.dealt[0]) or None}


@leaky("page")
class ViewListsTheDiscardInAnOrderThatTells(TreasureMap):
    def view(self, seat):
        shown = super().view(seat)
        if shown["discard"]["cards"] and self.deck:
            shown["discard"]["cards"].sort(reverse=self.deck[-1] % 2 == 1)
        return shown


@leaky("page")
class QuestionLeavesOutWhatWouldBust(TreasureMap):
    def ask_action(self):
        super().ask_action()
        question = self.questions[0]
        if self.deck and len(question.moves) == 2 and any(card // 6 == self.deck[-1] // 6 for card in self.raid):
            self.questions = (question._replace(moves=(Move("rob", "raid"),)),)

    def determinize(self, seat, rng):
        world = super().determinize(seat, rng)
        if world.kind == "action":
            world.ask_action()
            world.questions = (world.questions[0]._replace(opened=self.questions[0].opened),)
        return world


@leaky("log")
class LogNamesTheNextCard(TreasureMap):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        if log is not None and self.deck and move.verb != "draw":
            log.append(Event("orb_looked", {"seat": seat, "i": 1, "card": CARDS[self.deck[-1]]}))


@leaky("log")
class LogOfADrawNamesTheCardAfterIt(TreasureMap):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        if log is not None and self.deck and move.verb == "draw":
            log.append(Event("orb_looked", {"seat": seat, "i": 1, "card": CARDS[self.deck[-1]]}))


@leaky("log")
class LogTellsAllWhatOneHasPicked(TreasureMap):
    def apply(self, seat, move, rng, log):
        inner = None if log is None else []
        super().apply(seat, move, rng, inner)
        if log is not None:
            log.extend(event._replace(readers=None) if event.key == "character_picked" else event for event in inner)


class Telling(Decision):
    """Says which card comes next when it refuses a move."""

    def offers(self, move):
        if move not in self.moves:
            raise NotOffered("not now", code=self.next_card)
        return True


@leaky("refusal")
class RefusalNamesTheNextCard(TreasureMap):
    def decision(self, seat):
        found = super().decision(seat)
        if found is not None:
            found = Telling(*found)
            found.next_card = CARDS[self.deck[-1]] if self.deck else ""
        return found


@leaky("page")
class UndoIsOfferedByTheNextCard(TreasureMap):
    """A move seems to draw chance, and so cannot be taken back, where the next card is an even one."""

    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        if self.deck and self.deck[-1] % 2:
            rng.used += 1


def leaky_spec(kind: type[TreasureMap], **changes: object) -> GameSpec:
    """Treasure Map with other rules."""

    def new(options, seats, rng, log):
        state = kind(options, seats)
        setup.deal(state, rng, log)
        return state

    return replace(GAME, new=new, **changes)


@pytest.mark.parametrize("name", LEAKY)
def test_a_leak_is_caught(drawing: Drawing, name: str) -> None:
    what, kind = LEAKY[name]

    def play() -> None:
        for number in range(12):
            drawing.watch(leaky_spec(kind), 2 + number % 3, GAME.options(), f"leaky {number}").play()

    with pytest.raises(Leak) as caught:
        play()

    assert caught.value.what == what, caught.value
