"""Treasure Map, whose view shows everybody the card on top of the deck."""

from dataclasses import replace

from board_library.games.treasure_map import GAME as SOUND
from board_library.games.treasure_map import setup
from board_library.games.treasure_map.cards import CARDS
from board_library.games.treasure_map.rules import TreasureMap


class Leaky(TreasureMap):
    def view(self, seat):
        return {**super().view(seat), "peeked": [CARDS[self.deck[-1]]] if self.deck else []}


def new(options, seats, rng, log):
    state = Leaky(options, seats)
    setup.deal(state, rng, log)
    return state


GAME = replace(SOUND, slug="leaky-view", new=new, greedy=None, situations=None)
