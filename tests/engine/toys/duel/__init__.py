"""Duel: two of four captains fight, and only they see how it went; a flask that may be rum is asked for in secret.

Each captain has a hidden strength (1 to 8, all different) and a hidden flask (rum or water). In turn a captain attacks
another or waits. Both fighters are then asked at once, in secret, whether they drink: also the one without rum, or
whose rum is gone, so that no missing question betrays a flask. Rum counts 3. The two learn each other's strength and
whether rum was drunk; all others learn only who fought. What was won is counted at the end.
"""

from pathlib import Path
from typing import NamedTuple

from board_library.engine import Decision, Event, GameSpec, Move, Options, Score, State

DRINK, KEEP = Move("drink", "flask"), Move("keep", "flask")
RUM = 3
ROUNDS = 2


class Fight(NamedTuple):
    """``drunk`` says of each fighter whether it drank; None while it has not answered."""

    seats: tuple[int, int]
    drunk: tuple[bool | None, bool | None]

    def drank(self, seat):
        return seat in self.seats and bool(self.drunk[self.seats.index(seat)])


class Duel(State):
    __slots__ = ("box", "fights", "flasks", "strengths", "turns")

    def clone(self):
        twin = type(self).__new__(type(self))
        for name in ("options", "ply", "questions", "turns"):
            setattr(twin, name, getattr(self, name))
        for name in ("box", "fights", "flasks", "strengths"):
            setattr(twin, name, getattr(self, name)[:])
        return twin

    @property
    def seats(self):
        return len(self.strengths)

    @property
    def running(self):
        return bool(self.fights) and None in self.fights[-1].drunk

    def may_drink(self, seat):
        return self.flasks[seat] == "rum" and not any(fight.drank(seat) for fight in self.fights)

    def ask_turn(self):
        seat = -self.turns % self.seats
        moves = [Move("attack", f"p{k}") for k in range(self.seats) if k != seat]
        self.questions = (
            (Decision(seat, "turn", (*moves, Move("wait", "here")), opened=self.ply),) if self.turns else ()
        )

    def ask_fighters(self, opened):
        fight = self.fights[-1]
        asked = sorted(seat for seat, drunk in zip(*fight, strict=True) if drunk is None)
        self.questions = tuple(
            Decision(s, "rum", (DRINK, KEEP) if self.may_drink(s) else (KEEP,), opened=opened, secret=True)
            for s in asked
        )

    def apply(self, seat, move, rng, log):
        events = []
        if move.verb == "attack":
            self.fights.append(Fight((seat, int(move.target[1:])), (None, None)))
            self.turns -= 1
            events.append(Event("attacked", {"seat": seat, "other": int(move.target[1:])}))
            self.ask_fighters(self.ply)
        elif move.verb == "wait":
            self.turns -= 1
            events.append(Event("waited", {"seat": seat}))
            self.ask_turn()
        else:
            fight = self.fights[-1]
            drunk = tuple(move == DRINK if s == seat else d for s, d in zip(*fight, strict=True))
            self.fights[-1] = fight._replace(drunk=drunk)
            self.questions = tuple(decision for decision in self.questions if decision.seat != seat)
            if not self.questions:
                strengths = [self.strengths[s] for s in fight.seats]
                told = {"seats": list(fight.seats), "strengths": strengths, "drunk": list(drunk)}
                events.append(Event("fought", told, fight.seats, {"seats": list(fight.seats)}, reveals=True))
                self.ask_turn()
        if not self.questions:
            events.append(Event("ended", {"strengths": self.strengths[:], "flasks": self.flasks[:]}, reveals=True))
        if log is not None:
            log.extend(events)

    def determinize(self, seat, rng):
        """Deal strengths, flasks and who drank anew, but for what ``seat`` has or has fought against."""
        world = self.clone()
        if not self.questions:
            return world
        over = [fight for fight in self.fights if None not in fight.drunk]
        met = {seat} | {s for fight in over for s in fight.seats if seat in fight.seats}
        unmet = [s for s in range(self.seats) if s not in met]
        pool = sorted(self.box + [self.strengths[s] for s in unmet])
        rng.shuffle(pool)
        for s in unmet:
            world.strengths[s] = pool.pop()
        world.box = sorted(pool)
        seen = [seat in fight.seats for fight in self.fights]
        for other in range(self.seats):
            if other != seat:
                self.deal_flask(world, other, seen, rng)
        if world.running:
            world.ask_fighters(self.questions[0].opened)
        return world

    def deal_flask(self, world, other, seen, rng):
        known = any(
            fight.drank(other)
            for fight, mine in zip(self.fights, seen, strict=True)
            if mine and None not in fight.drunk
        )
        world.flasks[other] = "rum" if known or rng.below(2) else "water"
        hidden = [
            k for k, fight in enumerate(self.fights)
            if other in fight.seats and fight.drunk[fight.seats.index(other)] is not None
            and not (seen[k] and None not in fight.drunk)
        ]  # fmt: skip
        drunk_in = rng.choice([None, *hidden]) if world.flasks[other] == "rum" and not known else None
        for k in hidden:
            fight = world.fights[k]
            drunk = tuple(k == drunk_in if s == other else d for s, d in zip(*fight, strict=True))
            world.fights[k] = fight._replace(drunk=drunk)

    def view(self, seat):
        """``fights``: seats, and for the two themselves strengths and who drank. ``own``: strength and flask."""
        over = not self.questions
        fights = []
        for fight in self.fights:
            mine = over or (seat in fight.seats and None not in fight.drunk)
            told = {"strengths": [self.strengths[s] for s in fight.seats], "drunk": list(fight.drunk)} if mine else {}
            fights.append({"seats": list(fight.seats), **told})
        own = None if seat is None else [self.strengths[seat], self.flasks[seat], self.may_drink(seat)]
        return {"fights": fights, "own": own, "turns": self.turns, "all": self.strengths[:] if over else None}

    def points(self):
        won = [0] * self.seats
        for fight in self.fights:
            a, b = (self.strengths[s] + RUM * bool(d) for s, d in zip(*fight, strict=True))
            won[fight.seats[0]] += a > b
            won[fight.seats[1]] += b > a
        return won

    def scores(self):
        points = [0] * self.seats if self.questions else self.points()
        return [Score(s, p, 1 + sum(q > p for q in points)) for s, p in enumerate(points)]

    def returns(self):
        if self.questions:
            raise ValueError("the game goes on")
        return [1.0 if score.rank == 1 else -1.0 for score in self.scores()]

    def components(self):
        return [f"strength{n}" for n in self.strengths + self.box]


def new(options, seats, rng, log):
    state = Duel()
    strengths = list(range(1, 9))
    rng.shuffle(strengths)
    state.options, state.ply, state.turns, state.fights = options, 0, ROUNDS * seats, []
    state.strengths, state.box = strengths[:seats], sorted(strengths[seats:])
    state.flasks = [rng.choice(("rum", "water")) for _ in range(seats)]
    state.ask_turn()
    return state


GAME = GameSpec(
    slug="duel",
    folder=Path(__file__).parent,
    seats=range(3, 5),
    minutes=(1, 2),
    options=Options,
    new=new,
    rules_version=1,
    bound=lambda seats: ROUNDS * seats * 3,
    events={
        "attacked": ("seat", "other"),
        "waited": ("seat",),
        "fought": ("seats", "strengths", "drunk"),
        "ended": ("strengths", "flasks"),
    },
    decisions=("turn", "rum"),
    zombie=lambda observer: observer.decision.moves[-1],
)
