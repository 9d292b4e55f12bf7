"""Vote: one seat asks for the chest, all others vote on it at once, and nobody learns a vote before the last."""

from pathlib import Path

from board_library.engine import Decision, Event, GameSpec, Move, Options, Score, State
from board_library.engine.errors import SituationError

YES, NO = Move("vote", "yes"), Move("vote", "no")


class Vote(State):
    """``votes`` holds the sealed votes by seat (None: not yet); ``rounds`` are those left, the running one included."""

    __slots__ = ("points", "rounds", "votes")

    def __init__(self, options, points, rounds):
        self.options, self.points, self.rounds = options, points, rounds
        self.ply, self.questions, self.votes = 0, (), [None] * len(points)

    @property
    def proposer(self):
        return -self.rounds % len(self.points)

    def ask_proposer(self):
        self.votes = [None] * len(self.points)
        moves = (Move("ask", "chest"), Move("pass", "chest"))
        self.questions = (Decision(self.proposer, "propose", moves, opened=self.ply),) if self.rounds else ()

    def ask_voters(self, opened):
        asked = [s for s, vote in enumerate(self.votes) if vote is None and s != self.proposer]
        self.questions = tuple(Decision(s, "vote", (NO, YES), opened=opened, secret=True) for s in asked)

    def apply(self, seat, move, rng, log):
        events = []
        if move.verb == "vote":
            self.votes[seat] = move.target
            self.questions = tuple(decision for decision in self.questions if decision.seat != seat)
            events.append(Event("voted", {"seat": seat}))
            if not self.questions:
                events.append(self.count())
        elif move.verb == "ask":
            self.ask_voters(self.ply)
            events.append(Event("asked", {"seat": seat}))
        else:
            self.rounds -= 1
            events.append(Event("passed", {"seat": seat}))
            self.ask_proposer()
        if log is not None:
            log.extend(events)

    def count(self):
        votes = self.votes[:]
        if votes.count("yes") > votes.count("no"):
            self.points[self.proposer] += 2
        else:
            for seat, vote in enumerate(votes):
                self.points[seat] += vote == "no"
        self.rounds -= 1
        self.ask_proposer()
        return Event("counted", {"votes": votes}, reveals=True)

    def clone(self):
        twin = type(self)(self.options, self.points[:], self.rounds)
        twin.ply, twin.questions, twin.votes = self.ply, self.questions, self.votes[:]
        return twin

    def determinize(self, seat, rng):
        world = self.clone()
        for other, vote in enumerate(world.votes):
            if vote is not None and other != seat:
                world.votes[other] = rng.choice(("no", "yes"))
        return world

    def view(self, seat):
        voted = [vote is not None for vote in self.votes]
        own = None if seat is None else self.votes[seat]
        return {"points": self.points[:], "proposer": self.proposer, "voted": voted, "own": own, "rounds": self.rounds}

    def scores(self):
        return [Score(s, p, 1 + sum(q > p for q in self.points)) for s, p in enumerate(self.points)]

    def returns(self):
        if self.questions:
            raise ValueError("the game goes on")
        return [1.0 if score.rank == 1 else -1.0 for score in self.scores()]


class VoteSituations:
    """``points 2 0 1; rounds 3; votes - yes -``."""

    def read(self, clauses, options):
        zones = dict(clause.split(" ", 1) for clause in clauses)
        points = [int(n) for n in zones.pop("points", "0 0 0").split()]
        state = Vote(options, points, int(zones.pop("rounds", "3")))
        state.ask_proposer()
        votes = zones.pop("votes", None)
        if votes is not None:
            state.votes = [None if vote == "-" else vote for vote in votes.split()]
            state.ask_voters(0)
        if zones:
            raise SituationError(f"no zones: {sorted(zones)}", clause="")
        return state

    def show(self, state):
        voting = any(decision.kind == "vote" for decision in state.questions)
        votes = ["votes " + " ".join(vote or "-" for vote in state.votes)] if voting else []
        return ["points " + " ".join(map(str, state.points)), f"rounds {state.rounds}", *votes]

    def codes(self, words, state, seat):
        return [{"ask": "ask chest", "pass": "pass chest", "yes": "vote yes", "no": "vote no"}.get(words, words)]

    def check(self, state, clause, events):
        name = clause.split(" ", 1)[0]
        came = next((zone for zone in self.show(state) if zone.startswith(name)), f"no {name}")
        return None if came == clause else came


def new(options, seats, rng, log):
    state = Vote(options, [0] * seats, seats)
    state.ask_proposer()
    return state


GAME = GameSpec(
    slug="vote",
    folder=Path(__file__).parent,
    seats=range(3, 6),
    minutes=(1, 2),
    options=Options,
    new=new,
    rules_version=1,
    bound=lambda seats: seats * seats,
    events={"voted": ("seat",), "asked": ("seat",), "passed": ("seat",), "counted": ("votes",)},
    decisions=("propose", "vote"),
    zombie=lambda observer: observer.decision.moves[0],
    situations=VoteSituations(),
)
