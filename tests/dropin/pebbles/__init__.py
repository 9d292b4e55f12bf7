"""Pebbles, a whole game in sixty lines: take one or two from the heap, or as many as a die says. Most pebbles win."""

from pathlib import Path

from board_library.engine import Decision, Event, GameSpec, Move, Options, Score, State

MOVES = (Move("roll", "die"), Move("take", "one"), Move("take", "two"))


class Pebbles(State):
    __slots__ = ("heap", "points", "turn")

    def __init__(self, options, heap, points, turn):
        self.options, self.heap, self.points, self.turn, self.ply = options, heap, points, turn, 0
        self.ask()

    def ask(self):
        self.questions = (Decision(self.turn, "turn", MOVES, opened=self.ply),) if self.heap else ()

    def apply(self, seat, move, rng, log):
        wanted = rng.roll() - 1 if move.verb == "roll" else 1 if move.target == "one" else 2
        taken = min(wanted, self.heap)
        self.heap -= max(taken, 1)
        self.points[seat] += taken
        self.turn = (self.turn + 1) % len(self.points)
        self.ask()
        if log is not None:
            log.append(Event("pebbles_taken", {"seat": seat, "n": taken}))

    def clone(self):
        twin = Pebbles(self.options, self.heap, self.points[:], self.turn)
        twin.ply, twin.questions = self.ply, self.questions
        return twin

    def determinize(self, seat, rng):
        return self.clone()

    def view(self, seat):
        return {"heap": self.heap, "points": self.points[:], "turn": self.turn if self.heap else None}

    def scores(self):
        return [Score(seat, n, 1 + sum(other > n for other in self.points)) for seat, n in enumerate(self.points)]

    def returns(self):
        if self.heap:
            raise ValueError("the game goes on")
        return [1.0 if score.rank == 1 else -1.0 for score in self.scores()]


GAME = GameSpec(
    slug="pebbles",
    folder=Path(__file__).parent,
    seats=range(2, 5),
    minutes=(1, 2),
    options=Options,
    new=lambda options, seats, rng, log: Pebbles(options, 20, [0] * seats, 0),
    rules_version=1,
    bound=lambda seats: 20,
    events={"pebbles_taken": ("seat", "n")},
    decisions=("turn",),
    zombie=lambda observer: MOVES[1],
    greedy=lambda observer: MOVES[0],
    titles={"en": "Pebbles", "ru": "Камешки"},
)
