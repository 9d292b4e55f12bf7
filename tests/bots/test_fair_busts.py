"""Nobody draws better than the odds: over many blind draws of Treasure Map, busts are as many as the public odds say.

Counted are draws whose card nobody may know. Then each busts with the chance that the table shows, whatever was drawn
before, so busts less the sum of the odds is a martingale with the variance that is summed up beside it.
"""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import named
from board_library.bots.observe import observe
from board_library.engine.core import Event, GameSpec, Move, Observer, State
from board_library.engine.rng import Rng
from board_library.games import game
from board_library.games.treasure_map import hidden
from board_library.games.treasure_map.cards import CARDS

Play = Callable[[GameSpec, State, int, Rng], Move]
"""Answers for a seat of the real state; it is the player's affair to look at no more of it than it may."""


class Count(NamedTuple):
    """Blind draws, how many bust, how many should have, and the standard deviation of that."""

    draws: int
    busts: int
    expected: float
    sigma: float

    @property
    def off(self) -> float:
        """Standard deviations between what happened and what the odds say."""
        return (self.busts - self.expected) / self.sigma


def fair(level: str) -> Play:
    """A bot as servers and the lab ask it."""
    bot = named(level)
    return lambda spec, state, seat, rng: bot(spec, observe(state, seat, rng), rng)


def peeking(spec: GameSpec, state: State, seat: int, rng: Rng) -> Move:
    """A bot that was handed the real state, and draws while the top card is good."""
    observer = Observer(state.decision(seat), state.view(seat), state)
    world = observer.world
    draw = next((move for move in observer.decision.moves if move.code == "draw deck"), None)
    if draw is None or not world.raid:
        return named("deckhand")(spec, observer, rng)
    bad = CARDS[world.deck[-1]][:-1] in observer.view["busting"]
    return draw if not bad else next((m for m in observer.decision.moves if m.code == "rob raid"), draw)


def counted(play: Play, draws: int, seed: str) -> Count:
    """Play games of two to four seats, with characters and without, until there are so many blind draws."""
    spec = game("treasure-map")
    rng = FastRng(seed)
    found = busts = number = 0
    expected = variance = 0.0
    while found < draws:
        options = spec.options() if number % 2 else spec.options(characters="none")
        state = spec.new(options, 2 + number % 3, rng, None)
        number += 1
        while questions := state.pending():
            seat = questions[0].seat
            move = play(spec, state, seat, rng)
            log: list[Event] = []
            blind = move.code == "draw deck" and not any(hidden.known_top(state, one) for one in range(state.seats))
            odds, top = state.view(None)["odds"] if blind else None, CARDS[state.deck[-1]] if blind else ""
            state.ply += 1
            state.apply(seat, move, rng, log)
            if odds is not None:
                chance = odds["bust"] / odds["of"]
                found += 1
                busts += any(event.key == "bust" and event.data["card"] == top for event in log)
                expected += chance
                variance += chance * (1 - chance)
    return Count(found, busts, expected, sqrt(variance))


@pytest.mark.parametrize(("level", "draws"), [("sailor", 2000), ("deckhand", 600), ("captain@6", 400)])
def test_blind_draws_bust_as_often_as_the_odds_say(level: str, draws: int) -> None:
    count = counted(fair(level), draws, seed := f"busts 2 {level}")
    assert count.expected > 3 * count.sigma, "enough was at stake to tell"
    assert abs(count.off) < 3, (seed, count)


def test_a_bot_that_peeks_is_caught() -> None:
    count = counted(peeking, 600, "busts peeking")
    assert count.off < -3, count
