"""Lanterns: hidden cards are drawn and shown; who shows most wins. As small as a whole game can be."""

from dataclasses import dataclass
from pathlib import Path

from board_library.engine import Decision, Event, GameSpec, Move, Options, Score, State
from board_library.engine.options import number


@dataclass(frozen=True, kw_only=True)
class LanternsOptions(Options):
    shows: int = number(2, low=1, high=3)


class Lanterns(State):
    __slots__ = ("deck", "hands", "rows", "turn")

    def __init__(self, options, seats):
        self.options, self.ply, self.turn = options, 0, seats - 1
        self.deck, self.hands, self.rows = (
            [f"card{n:02}" for n in range(1, 13)],
            [[] for _ in range(seats)],
            [[] for _ in range(seats)],
        )

    def moves(self, seat):
        if len(self.rows[seat]) == self.options.shows:
            return []
        return [Move("draw", "deck")] * bool(self.deck) + [Move("show", card) for card in self.hands[seat]]

    def ask(self, opened):
        self.questions = (Decision(self.turn, "turn", tuple(self.moves(self.turn)), opened=opened),)

    def next_turn(self):
        seats = [(self.turn + k) % len(self.rows) for k in range(1, len(self.rows) + 1)]
        self.questions = ()
        for self.turn in [seat for seat in seats if self.moves(seat)][:1]:
            self.ask(self.ply)

    def apply(self, seat, move, rng, log):
        card = self.deck.pop() if move.verb == "draw" else move.target
        if move.verb == "draw":
            self.hands[seat] = sorted([*self.hands[seat], card])
            event = Event("lantern_drawn", {"seat": seat, "card": card}, (seat,), {"seat": seat}, reveals=True)
        else:
            self.hands[seat].remove(card)
            self.rows[seat].append(card)
            event = Event("lantern_shown", {"seat": seat, "card": card}, reveals=True)
        if log is not None:
            log.append(event)
        self.next_turn()

    def clone(self):
        twin = type(self).__new__(type(self))
        twin.options, twin.ply, twin.questions, twin.turn = self.options, self.ply, self.questions, self.turn
        twin.deck, twin.hands, twin.rows = self.deck[:], [h[:] for h in self.hands], [r[:] for r in self.rows]
        return twin

    def determinize(self, seat, rng):
        world = self.clone()
        others = [k for k in range(len(world.hands)) if k != seat]
        pool = sorted(world.deck + [card for k in others for card in world.hands[k]])
        rng.shuffle(pool)
        for k in others:
            world.hands[k] = sorted(pool.pop() for _ in world.hands[k])
        world.deck = pool
        if world.questions:
            world.ask(world.questions[0].opened)
        return world

    def view(self, seat):
        hand = None if seat is None else self.hands[seat][:]
        return {
            "deck": len(self.deck),
            "hand": hand,
            "hands": [len(h) for h in self.hands],
            "rows": [r[:] for r in self.rows],
        }

    def scores(self):
        points = [sum(int(card[4:]) for card in row) for row in self.rows]
        return [Score(seat, p, 1 + sum(other > p for other in points)) for seat, p in enumerate(points)]

    def returns(self):
        if self.questions:
            raise ValueError("the game goes on")
        return [1.0 if score.rank == 1 else -1.0 for score in self.scores()]

    def components(self):
        return self.deck + [card for pile in self.hands + self.rows for card in pile]


def new(options, seats, rng, log, kind=Lanterns):
    state = kind(options, seats)
    rng.shuffle(state.deck)
    for seat in range(seats):
        state.hands[seat] = [state.deck.pop()]
    state.next_turn()
    return state


def first(observer):
    return observer.decision.choices()[0]


GAME = GameSpec(
    slug="lanterns", folder=Path(__file__).parent, seats=range(2, 5), minutes=(2, 5),
    options=LanternsOptions, variants=(LanternsOptions(shows=3),), new=new, rules_version=1, bound=lambda seats: 24,
    events={"lantern_drawn": ("seat", "card"), "lantern_shown": ("seat", "card")}, decisions=("turn",), zombie=first,
    titles={"en": "Lanterns", "ru": "Фонари"},
)  # fmt: skip
