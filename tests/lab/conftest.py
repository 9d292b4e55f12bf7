"""A toy game whose faults are options, so that a report can be held to finding them; and runs without processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from board_library.engine.core import Decision, Event, GameSpec, Move, Score, State
from board_library.engine.options import Options, number
from board_library.lab import run as lab_run
from board_library.lab.facts import Facts, facts
from board_library.lab.plan import make_plan
from board_library.lab.results import Results, Slice

CARDS = ("ace", "king", "two")


@dataclass(frozen=True, kw_only=True)
class LotsOptions(Options):
    """What is wrong with the game: ``starter`` points for whoever begins, ``ace`` points for an ace, and so on."""

    starter: int = number(0, low=0, high=9)
    ace: int = number(0, low=0, high=9)
    left: int = number(0, low=0, high=9)
    rounds: int = number(3, low=1, high=30)


class Lots(State):
    """Every seat in turn takes left or right, and draws a card and 0 to 5 points."""

    __slots__ = ("points", "seats", "turn")

    def __init__(self, options: LotsOptions, seats: int) -> None:
        self.options, self.seats, self.turn, self.ply = options, seats, 0, 0
        self.points = [options.starter, *[0] * (seats - 1)]
        self.questions = self.ask()

    def ask(self):
        """The question to whose turn it is."""
        if self.turn == self.seats * self.options.rounds:
            return ()
        return (Decision(self.turn % self.seats, "take", (Move("take", "left"), Move("take", "right"))),)

    def apply(self, seat, move, rng, log):
        card = rng.choice(CARDS)
        self.points[seat] += rng.below(6) + self.options.ace * (card == "ace")
        self.points[seat] += self.options.left * (move.target == "left")
        if log is not None:
            log += [Event("turn_started", {"seat": seat}), Event("drawn", {"seat": seat, "card": card})]
        self.turn += 1
        self.questions = self.ask()

    def clone(self):
        twin = Lots(self.options, self.seats)
        twin.points, twin.turn, twin.ply, twin.questions = [*self.points], self.turn, self.ply, self.questions
        return twin

    def determinize(self, seat, rng):  # noqa: ARG002
        return self.clone()

    def view(self, seat):  # noqa: ARG002
        return {"points": [*self.points]}

    def scores(self):
        ranks = [1 + sum(other > own for other in self.points) for own in self.points]
        return [Score(seat, own, ranks[seat], 0, (("luck", own),)) for seat, own in enumerate(self.points)]

    def returns(self):
        return [1.0 if score.rank == 1 else -1.0 for score in self.scores()]


LOTS = GameSpec(
    slug="lots",
    folder=Path(__file__).parent,
    seats=range(2, 5),
    minutes=(1, 2),
    options=LotsOptions,
    new=lambda options, seats, rng, log: Lots(options, seats),  # noqa: ARG005
    rules_version=1,
    bound=lambda seats: 30 * seats,
    events={"turn_started": ("seat",), "drawn": ("seat", "card")},
    decisions=("take",),
    zombie=lambda observer: observer.decision.moves[0],
    greedy=lambda observer: observer.decision.moves[0],
)

Runner = Callable[..., Results]


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> GameSpec:
    """The toy game, known to the lab."""
    monkeypatch.setattr(lab_run, "game", {"lots": LOTS}.__getitem__)
    return LOTS


@pytest.fixture
def play(lots: GameSpec) -> Runner:
    """Plays a run of the toy game in this process."""

    def played(games: int = 600, levels: str = "random", seats: tuple[int, ...] = (3,), seed: str = "s", **options):
        probes = options.pop("probes", 0)
        plan = make_plan(
            lots, LotsOptions(**options), seats=seats, levels=tuple(levels.split(",")), games=games, seed=seed,
            probes=probes,
        )  # fmt: skip
        results = Results(plan)
        results.take(msgspec.json.decode(lab_run.play_slice(plan, 0, games - 1, 1e9), type=Slice))
        return results

    return played


@pytest.fixture
def figures(play: Runner, lots: GameSpec) -> Callable[..., Facts]:
    """The figures of a run of the toy game."""
    return lambda *args, **options: facts(lots, play(*args, **options))


@pytest.fixture
def threads() -> ThreadPoolExecutor:
    """An executor without processes."""
    with ThreadPoolExecutor(2) as pool:
        yield pool
