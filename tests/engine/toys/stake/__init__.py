"""Stake: any sum from the purse on the throw of a die. It proves ``Decision.amount``."""

from dataclasses import dataclass
from pathlib import Path

from board_library.engine import Amount, Decision, Event, GameSpec, Move, Options, Score, State
from board_library.engine.options import number


@dataclass(frozen=True, kw_only=True)
class StakeOptions(Options):
    step: int = number(5, low=1, high=10)


class Stake(State):
    __slots__ = ("purses", "turns")

    def __init__(self, options, purses, turns):
        self.options, self.purses, self.turns, self.ply = options, purses, turns, 0
        self.questions = ()

    def ask(self):
        """The seat whose turn it is may stake any sum in steps, or pass; broke seats can only pass."""
        if self.turns == 0:
            self.questions = ()
            return
        seat = -self.turns % len(self.purses)
        step, purse = self.options.step, self.purses[seat]
        high = purse // step * step
        amount = None
        if high:
            ladder = tuple(sorted({step, high // step // 2 * step or step, high}))
            amount = Amount("stake", step, high, step, ladder)
        self.questions = (Decision(seat, "bet", (Move("pass", "hand"),), amount, self.ply),)

    def apply(self, seat, move, rng, log):
        if move.verb == "stake":
            sum_, die = int(move.target), rng.roll()
            self.purses[seat] += sum_ if die >= 4 else -sum_
            if log is not None:
                log.append(Event("staked", {"seat": seat, "n": sum_, "die": die}))
        elif log is not None:
            log.append(Event("passed", {"seat": seat}))
        self.turns -= 1
        self.ask()

    def clone(self):
        twin = type(self)(self.options, self.purses[:], self.turns)
        twin.ply, twin.questions = self.ply, self.questions
        return twin

    def determinize(self, seat, rng):
        return self.clone()

    def view(self, seat):
        return {"purses": self.purses[:], "turns": self.turns}

    def scores(self):
        return [
            Score(seat, purse, 1 + sum(other > purse for other in self.purses), 0, (("purse", purse),))
            for seat, purse in enumerate(self.purses)
        ]

    def returns(self):
        if self.questions:
            raise ValueError("the game goes on")
        return [1.0 if score.rank == 1 else -0.5 for score in self.scores()]


class StakeSituations:
    """``purses 20 15; turns 4``."""

    def read(self, clauses, options):
        zones = dict(clause.split(" ", 1) for clause in clauses)
        state = Stake(options, [int(n) for n in zones.get("purses", "20 20").split()], int(zones.get("turns", "6")))
        state.ask()
        return state

    def show(self, state):
        return ["purses " + " ".join(map(str, state.purses)), f"turns {state.turns}"]

    def codes(self, words, state, seat):
        return ["pass hand"] if words == "pass" else [words]

    def check(self, state, clause, events):
        name = clause.split(" ", 1)[0]
        if name == "events":
            came = "events " + " ".join(event.key for event in events)
        else:
            came = next(zone for zone in self.show(state) if zone.startswith(name))
        return None if came == clause else came


def new(options, seats, rng, log):
    state = Stake(options, [20] * seats, 3 * seats)
    state.ask()
    return state


GAME = GameSpec(
    slug="stake",
    folder=Path(__file__).parent,
    seats=range(2, 4),
    minutes=(1, 2),
    options=StakeOptions,
    new=new,
    rules_version=1,
    bound=lambda seats: 3 * seats,
    events={"staked": ("seat", "n", "die"), "passed": ("seat",)},
    decisions=("bet",),
    zombie=lambda observer: observer.decision.moves[0],
    situations=StakeSituations(),
    variants=(StakeOptions(step=1), StakeOptions(step=7)),
)
