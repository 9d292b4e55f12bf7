"""Treasure Map, whose question what to do offers a move that names the next card."""

from dataclasses import replace

from board_library.engine.core import Move
from board_library.games.treasure_map import GAME as SOUND
from board_library.games.treasure_map import setup
from board_library.games.treasure_map.cards import CARDS
from board_library.games.treasure_map.moves import DRAW
from board_library.games.treasure_map.rules import TreasureMap


class Leaky(TreasureMap):
    def ask_action(self):
        super().ask_action()
        if self.deck:
            question = self.questions[0]
            moves = tuple(sorted((*question.moves, Move("draw", CARDS[self.deck[-1]]))))
            self.questions = (question._replace(moves=moves),)

    def apply(self, seat, move, rng, log):
        super().apply(seat, DRAW if move.verb == "draw" else move, rng, log)


def new(options, seats, rng, log):
    state = Leaky(options, seats)
    setup.deal(state, rng, log)
    return state


GAME = replace(SOUND, slug="leaky-question", new=new, greedy=None, situations=None)
