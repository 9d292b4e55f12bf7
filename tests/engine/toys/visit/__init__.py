"""Visit: a call at the harbour is many small moves, ended by ``done``. Nothing is hidden and nothing is drawn."""

from pathlib import Path

from board_library.engine import Decision, Event, GameSpec, Move, Options, Score, State

GOODS = ("coal", "gold", "rum", "silk", "tea")
HOLD = 3
VISITS = 2
"""For each seat."""


class Visit(State):
    """``pier`` and ``holds`` are sorted lists of goods; ``lifted`` are those of this visit: each good once a visit."""

    __slots__ = ("holds", "lifted", "pier", "visits")

    def ask(self):
        if self.visits == 0:
            self.questions = ()
            return
        seat = -self.visits % len(self.holds)
        moves = [Move("put", good) for good in self.holds[seat] if good not in self.lifted]
        if len(self.holds[seat]) < HOLD:
            moves += [Move("lift", good) for good in self.pier if good not in self.lifted]
        self.questions = (Decision(seat, "visit", (*sorted([*moves, Move("done", "visit")]),), opened=self.ply),)

    def apply(self, seat, move, rng, log):
        if move.verb == "done":
            self.visits -= 1
            self.lifted = []
        else:
            source, target = (self.pier, self.holds[seat]) if move.verb == "lift" else (self.holds[seat], self.pier)
            source.remove(move.target)
            target.append(move.target)
            target.sort()
            self.lifted.append(move.target)
        if log is not None:
            log.append(Event(move.verb, {"seat": seat, "good": move.target} if move.verb != "done" else {"seat": seat}))
        self.ask()

    def clone(self):
        twin = type(self)()
        twin.options, twin.ply, twin.questions = self.options, self.ply, self.questions
        twin.pier, twin.lifted, twin.visits = self.pier[:], self.lifted[:], self.visits
        twin.holds = [hold[:] for hold in self.holds]
        return twin

    def determinize(self, seat, rng):
        return self.clone()

    def view(self, seat):
        return {"pier": self.pier[:], "holds": [hold[:] for hold in self.holds], "lifted": self.lifted[:]}

    def scores(self):
        points = [len(hold) for hold in self.holds]
        return [Score(seat, p, 1 + sum(other > p for other in points)) for seat, p in enumerate(points)]

    def returns(self):
        if self.questions:
            raise ValueError("the game goes on")
        return [1.0 if score.rank == 1 else -1.0 for score in self.scores()]

    def components(self):
        return self.pier + [good for hold in self.holds for good in hold]


def new(options, seats, rng, log):
    state = Visit()
    state.options, state.ply, state.visits = options, 0, VISITS * seats
    state.pier, state.holds, state.lifted = list(GOODS), [[] for _ in range(seats)], []
    state.ask()
    return state


GAME = GameSpec(
    slug="visit",
    folder=Path(__file__).parent,
    seats=range(2, 4),
    minutes=(1, 2),
    options=Options,
    new=new,
    rules_version=1,
    bound=lambda seats: VISITS * seats * (len(GOODS) + 1),
    events={"lift": ("seat", "good"), "put": ("seat", "good"), "done": ("seat",)},
    decisions=("visit",),
    zombie=lambda observer: Move("done", "visit"),
)
