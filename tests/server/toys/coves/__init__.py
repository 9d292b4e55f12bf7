"""A toy game for the server's tests: hidden numbers, undoable marks, chance, a secret vote, and rules that can fail.

Each round every seat in turn marks what it likes (``mark a``, can be taken back), then draws a hidden number (1 to 6)
or passes. With the option ``votes`` a round ends with a secret vote of all seats; with ``charms`` each draw is followed
by a secret question to the next seat, who may use a charm if it holds any number. Most points win.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from board_library.engine import Decision, Event, GameSpec, Log, Move, Observer, Options, Rng, Score, State, View
from board_library.engine.options import number


@dataclass(frozen=True, kw_only=True)
class CovesOptions(Options):
    """``faulty``: the move ``burst rules`` raises; ``stuck``: bots never answer; ``blind``: views raise."""

    rounds: int = number(3, low=1, high=99)
    votes: bool = False
    charms: bool = False
    faulty: bool = False
    stuck: bool = False
    blind: bool = False


class Coves(State):
    __slots__ = ("asked_to_vote", "hands", "marks", "options", "round", "turn", "votes")

    def __init__(self, options: CovesOptions, seats: int) -> None:
        self.ply = 0
        self.options = options
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.marks: list[str] = []
        self.votes: dict[int, str] = {}
        self.asked_to_vote = False
        self.round = 0
        self.turn = 0
        self.questions = (self._turn(0),)

    def _turn(self, seat: int) -> Decision:
        codes = ["draw deck", "pass turn"]
        if len(self.marks) < 3:
            codes += ["mark a", "mark b"]
        if self.options.faulty:
            codes.append("burst rules")
        return Decision(seat, "turn", tuple(sorted(map(Move.parse, codes))), opened=self.ply)

    def _vote(self, seat: int) -> Decision:
        return Decision(seat, "vote", (Move("vote", "no"), Move("vote", "yes")), opened=self.ply, secret=True)

    def _charm(self, seat: int) -> Decision:
        codes = ["skip charm", *["use charm"] * bool(self.hands[seat])]
        return Decision(seat, "charm", tuple(map(Move.parse, codes)), opened=self.ply, secret=True)

    def apply(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        events: list[Event] = []
        if move.verb == "burst":
            msg = "these rules fail"
            raise ZeroDivisionError(msg)
        if move.verb == "mark":
            self.marks.append(move.target)
            self.questions = (self._turn(seat),)
            events.append(Event("marked", {"seat": seat, "mark": move.target}))
        elif move.verb == "vote":
            self.votes[seat] = move.target
            self.questions = tuple(d for d in self.questions if d.seat != seat)
            if not self.questions:
                events.append(
                    Event("voted", {"yes": sorted(k for k, v in self.votes.items() if v == "yes")}, reveals=True)
                )
                self.votes = {}
                self._next_round()
        elif move.target == "charm":
            if move.verb == "use":
                events.append(Event("charmed", {"seat": seat}))
            self._next_turn()
        else:
            self.marks = []
            if move.verb == "draw":
                card = rng.roll(6)
                self.hands[seat].append(card)
                events.append(
                    Event("drew", {"seat": seat, "card": card}, readers=(seat,), public={"seat": seat}, reveals=True)
                )
            else:
                events.append(Event("passed", {"seat": seat}))
            if move.verb == "draw" and self.options.charms:
                self.questions = (self._charm((seat + 1) % len(self.hands)),)
            else:
                self._next_turn()
        if log is not None:
            log.extend(events)

    def _next_turn(self) -> None:
        self.turn += 1
        if self.turn < len(self.hands):
            self.questions = (self._turn(self.turn),)
        elif self.options.votes:
            self.questions = tuple(self._vote(k) for k in range(len(self.hands)))
        else:
            self._next_round()

    def _next_round(self) -> None:
        self.round += 1
        self.turn = 0
        self.questions = () if self.round >= self.options.rounds else (self._turn(0),)

    def clone(self) -> Self:
        other = type(self).__new__(type(self))
        other.ply, other.questions, other.options = self.ply, self.questions, self.options
        other.hands = [list(hand) for hand in self.hands]
        other.marks, other.votes, other.asked_to_vote = list(self.marks), dict(self.votes), self.asked_to_vote
        other.round, other.turn = self.round, self.turn
        return other

    def determinize(self, seat: int | None, rng: Rng) -> Self:
        other = self.clone()
        other.hands = [hand if k == seat else [rng.roll(6) for _ in hand] for k, hand in enumerate(other.hands)]
        other.votes = {k: vote if k == seat else "no" for k, vote in other.votes.items()}
        return other

    def view(self, seat: int | None) -> View:
        if self.options.blind:
            msg = "this view fails"
            raise KeyError(msg)
        return {
            "hand": list(self.hands[seat]) if seat is not None else None,
            "counts": [len(hand) for hand in self.hands],
            "marks": list(self.marks),
            "round": self.round,
            "stuck": self.options.stuck,
        }

    def returns(self) -> list[float]:
        return [0.0 for _ in self.hands]

    def scores(self) -> list[Score]:
        if self.questions:
            return [Score(k, len(hand), 1) for k, hand in enumerate(self.hands)]
        sums = [sum(hand) for hand in self.hands]
        return [Score(k, n, 1 + sum(m > n for m in sums)) for k, n in enumerate(sums)]


def new(options: CovesOptions, seats: int, rng: Rng, log: Log) -> Coves:
    del rng
    if log is not None:
        log.append(Event("dealt", {"seats": seats}))
    return Coves(options, seats)


def zombie(observer: Observer) -> Move:
    if observer.decision.kind == "vote":
        return Move("vote", "no")
    if observer.decision.kind == "charm":
        return observer.decision.moves[-1]
    return Move("pass", "turn")


def greedy(observer: Observer) -> Move:
    if observer.view["stuck"]:
        time.sleep(60)
    if observer.decision.kind == "vote":
        return Move("vote", "yes")
    if observer.decision.kind == "charm":
        return observer.decision.moves[-1]
    return Move("draw", "deck")


TITLES: Mapping[str, str] = {"en": "Coves", "ru": "Бухты"}
EVENTS: dict[str, Any] = {
    "dealt": ("seats",),
    "marked": ("seat", "mark"),
    "drew": ("seat", "card"),
    "passed": ("seat",),
    "voted": ("yes",),
    "charmed": ("seat",),
}

GAME = GameSpec(
    slug="coves",
    folder=Path(__file__).parent,
    seats=range(2, 5),
    minutes=(1, 2),
    options=CovesOptions,
    new=new,
    rules_version=1,
    bound=lambda seats: 99 * seats * 6,
    events=EVENTS,
    decisions=("turn", "vote", "charm"),
    zombie=zombie,
    greedy=greedy,
    titles=TITLES,
)
