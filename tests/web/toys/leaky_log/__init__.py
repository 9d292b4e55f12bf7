"""Treasure Map, whose log tells everybody what each seat was dealt and has picked."""

from dataclasses import replace

from board_library.games.treasure_map import GAME as SOUND
from board_library.games.treasure_map import setup
from board_library.games.treasure_map.rules import TreasureMap


class Leaky(TreasureMap):
    def apply(self, seat, move, rng, log):
        inner = None if log is None else []
        super().apply(seat, move, rng, inner)
        if log is not None:
            log.extend(event._replace(readers=None) for event in inner)


def new(options, seats, rng, log):
    state = Leaky(options, seats)
    setup.deal(state, rng, log)
    return state


GAME = replace(SOUND, slug="leaky-log", new=new, greedy=None, situations=None)
