"""Plays one game of a plan and notes what a designer wants to know of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import RANDOM, named
from board_library.bots.observe import observe
from board_library.engine.core import Event, GameSpec, Move, Score, State
from board_library.engine.rng import Rng
from board_library.lab.plan import DETAILED, Plan, Table
from board_library.lab.probe import probe
from board_library.lab.tally import CLUSTER, Tally, add, put

TURN = "turn_started"
"""The event that opens a turn; in a game without it a turn is whatever one seat does in a row."""

BEGINNERS = (TURN, "first_player", "first")
"""Events that tell who begins; the first of them counts."""

MARKS = 10
"""At every tenth of a game it is asked who leads."""

LEVEL = 0.1
"""Seats whose expected returns differ by less are level: about one game in twenty."""

CARDS = frozenset({"card", "cards", "card_a", "card_b"})
"""Fields of events that name single cards: they are counted by their sort."""

MANY = (list, tuple)
"""Kinds of values that hold several things; ``list | tuple`` would be made anew at every event."""

NO_THINGS = frozenset({"seat", "seats", "victim", "target", "from_seat", "winners", "seat_to", "outcome"})
"""Fields of events that name seats, or how something ended: that losers have lost is no news."""

_DIGITS = re.compile(r"_?[0-9]+[a-z]?(?![a-z0-9])|[0-9]+")
_SEAT = re.compile(r"p[0-9]")


class Row(NamedTuple):
    """What is kept of every game.

    ``shares`` are parts of the win, ``starter`` is the seat that began (-1: unknown), ``won`` how it was won outright,
    ``endings`` what the last event says (``field=value``). ``margin`` is what the winner is ahead by, in points.
    ``lead_changes`` counts how often another seat took the lead. ``settled`` is the part of the game after which the
    winner led for good, ``behind`` whether the winner was not leading at half-time; both are None where winners are
    several. ``leads`` holds for each tenth the winner's part of the lead then (None: nobody led). Who leads is said by
    :func:`leaders`. Of games beyond ``DETAILED`` nothing is known of the lead.
    """

    number: int
    seats: int
    deal: int
    lineup: tuple[str, ...]
    plies: int
    turns: int
    choices: int
    starter: int
    shares: tuple[float, ...]
    points: tuple[int, ...]
    margin: int
    won: str
    endings: tuple[str, ...]
    lead_changes: int | None
    settled: float | None
    behind: bool | None
    leads: tuple[float | None, ...]


@lru_cache(maxsize=65536)
def sort_of(name: str) -> str:
    """The sort that an id belongs to: its words without numbers.

    >>> [sort_of(name) for name in ("hook5", "p2", "p1:hook5", "minus5_1", "t07a", "x3y14", "deck", "40")]
    ['hook', 'seat', 'hook', 'minus', 't', 'xy', 'deck', '#']
    """
    if _SEAT.fullmatch(name):
        return "seat"
    # Whose thing it is does not make it another sort of thing.
    parts = (_DIGITS.sub("", part).strip("_") or "#" for part in name.split(":") if not _SEAT.fullmatch(part))
    return ":".join(dict.fromkeys(parts)) or "seat"


@lru_cache(maxsize=65536)
def sorts(moves: tuple[Move, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The different sorts among moves, and the sort of each move in turn."""
    each = tuple(f"{move.verb} {sort_of(move.target)}" for move in moves)
    return tuple(dict.fromkeys(each)), each


def top(scores: Sequence[Score]) -> tuple[int, ...]:
    """The seats of the first rank."""
    return tuple(score.seat for score in scores if score.rank == 1)


def leaders(spec: GameSpec, state: State) -> tuple[int, ...]:
    """Who is ahead in a game that goes on, several where they are level.

    By the game's prospects (``engine.insight``), which know every card: points on the way need not be what wins. A game
    without them is judged by its points.
    """
    if spec.insight is None:
        return top(state.scores())
    expected = spec.insight.prospects(state)
    level = max(expected) - LEVEL
    return tuple(seat for seat, returns in enumerate(expected) if returns > level)


class Leads:
    """Who was ahead, turn by turn."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.leaders: list[tuple[int, ...]] = []

    def look(self, seats: tuple[int, ...]) -> None:
        """Note who leads now."""
        self.leaders.append(seats)

    def changes(self) -> int:
        """How often the lead went from one seat to another (through a tie or not)."""
        alone = [seats[0] for seats in self.leaders if len(seats) == 1]
        return sum(a != b for a, b in pairwise(alone))

    def settled(self, winner: int) -> float:
        """The part of the game after which the winner was ahead of all others for good."""
        for place in range(len(self.leaders), 0, -1):
            if self.leaders[place - 1] != (winner,):
                return place / len(self.leaders)
        return 0.0

    def at(self, part: float, winners: Sequence[int]) -> float | None:
        """The winners' part of the lead after ``part`` of the game; None if all seats are level."""
        seats = self.leaders[min(len(self.leaders) - 1, int(part * len(self.leaders)))]
        return None if len(seats) == self.seats else sum(seat in winners for seat in seats) / len(seats)

    def told(self, row: Row, scores: Sequence[Score]) -> Row:
        """The row with what is known of the lead."""
        winners = top(scores)
        self.look(winners)
        alone = winners[0] if len(winners) == 1 else None
        half = self.leaders[(len(self.leaders) - 1) // 2]
        return row._replace(
            lead_changes=self.changes(),
            settled=None if alone is None else self.settled(alone),
            behind=None if alone is None or len(half) == row.seats else alone not in half,
            leads=tuple(self.at(mark / MARKS, winners) for mark in range(1, MARKS)),
        )


def play(spec: GameSpec, options: Any, plan: Plan, table: Table) -> tuple[Row, Tally]:
    """One game and what is counted of it (nothing at mixed tables and beyond ``DETAILED``)."""
    seed = f"{plan.seed} {table.seats} {table.deal}"
    chance, thinking = FastRng(f"{seed} chance"), FastRng(f"{seed} bots {table.number}")
    log: list[Event] = []
    state = spec.new(options, table.seats, chance, log)
    watched = table.number < DETAILED
    detailed = bool(table.pure) and watched
    has_turns = TURN in spec.events
    leads, asked, choices = Leads(table.seats), Counter[tuple[str, int, tuple[Move, ...], Move]](), 0
    probed = Sample(FastRng(f"{seed} probe {table.number}")) if detailed and plan.probed(table) else None
    bots = {level: named(level) for level in set(table.lineup) if level != RANDOM}
    seats_in_a_row, mover, seen, before_last = 0, -1, 0, 0
    while pending := state.pending():
        decision = pending[0]
        seat = decision.seat
        offered = decision.choices()
        if len(offered) > 1:
            choices += 1
            if probed is not None:
                probed.offer(state, seat)
        level = table.lineup[seat]
        if level == RANDOM:
            move = thinking.choice(offered)
        else:
            move = bots[level](spec, observe(state, seat, thinking), thinking)
        if detailed:
            asked[decision.kind, seat, offered, move] += 1
        state.ply += 1
        state.apply(seat, move, chance, log)
        if watched and (any(event.key == TURN for event in log[seen:]) if has_turns else seat != mover):
            leads.look(leaders(spec, state))
        seats_in_a_row += seat != mover
        before_last, seen, mover = seen, len(log), seat
    turns = [event.key for event in log].count(TURN) if has_turns else seats_in_a_row
    row = _row(table, state, log)._replace(turns=turns, choices=choices)
    if watched:
        row = leads.told(row, state.scores())
    if not detailed:
        return row, {}
    tally = {table.pure: counted(spec, row, asked, log, state.scores(), before_last=before_last)}
    if probed is not None and probed.kept is not None:
        add(tally[table.pure], probe(spec, *probed.kept, thinking))
    return row, tally


class Sample:
    """One of the decisions of a game, each as likely (a reservoir of one: J. S. Vitter, ACM TOMS 11(1), 1985)."""

    def __init__(self, rng: Rng) -> None:
        self.kept: tuple[State, int] | None = None
        self._rng = rng
        self._seen = 0

    def offer(self, state: State, seat: int) -> None:
        """One more decision."""
        self._seen += 1
        if self._rng.below(self._seen) == 0:
            self.kept = state.clone(), seat


def _row(table: Table, state: State, log: list[Event]) -> Row:
    scores = state.scores()
    winners = [score.seat for score in scores if score.rank == 1]
    level = len(winners) == table.seats
    others = [score.points for score in scores if score.rank > 1]
    last = log[-1] if log else Event("", {})
    return Row(
        number=table.number,
        seats=table.seats,
        deal=table.deal,
        lineup=table.lineup,
        plies=state.ply,
        turns=0,
        choices=0,
        starter=next((event.data["seat"] for event in log if event.key in BEGINNERS), -1),
        shares=tuple((seat in winners) / len(winners) for seat in range(table.seats)),
        points=tuple(score.points for score in scores),
        margin=0 if level else max(scores[seat].points for seat in winners) - max(others),
        won=next((scores[seat].won for seat in winners if scores[seat].won), ""),
        endings=(last.key, *(f"{name}={value}" for name, value in last.data.items() if isinstance(value, str))),
        lead_changes=None,
        settled=None,
        behind=None,
        leads=(),
    )


def counted(
    spec: GameSpec,
    row: Row,
    asked: Counter[tuple[str, int, tuple[Move, ...], Move]],
    log: Sequence[Event],
    scores: Sequence[Score],
    *,
    before_last: int,
) -> Tally:
    """The questions, answers, things and points of one game.

    ``gain`` of a seat is its part of the win in fair parts, less 1: -1 for a lost game, 1 for a won one of two seats.
    So many events came ``before_last``, the last answer.
    """
    gain = [share * row.seats - 1 for share in row.shares]
    return {
        "kinds": _kinds(asked),
        "moves": _moves(asked, gain),
        "things": _things(spec, log, before_last, gain),
        "parts": _parts(scores, gain),
        "events": {key: [times] for key, times in Counter(event.key for event in log).items()},
        "total": {"turns": [row.turns]},
        "examples": _examples(asked, log),
    }


def _kinds(asked: Counter[tuple[str, int, tuple[Move, ...], Move]]) -> Tally:
    """For each kind: how often asked, how often with a choice, answers offered then, in how many games."""
    found: Tally = {}
    for (kind, _, offered, _), times in asked.items():
        leaf = found.setdefault(kind, [0, 0, 0, 1])
        leaf[0] += times
        if len(offered) > 1:
            leaf[1] += times
            leaf[2] += times * len(offered)
    return found


def _moves(asked: Counter[tuple[str, int, tuple[Move, ...], Move]], gain: Sequence[float]) -> Tally:
    """For each kind and sort of move: [offered beside another sort, taken], gain of takers, gain of the others."""
    offers: Counter[tuple[str, str, int]] = Counter()
    takes: Counter[tuple[str, str, int]] = Counter()
    for (kind, seat, offered, move), times in asked.items():
        different, each = sorts(offered)
        if len(different) > 1:
            for sort in different:
                offers[kind, sort, seat] += times
            chosen = each[offered.index(move)] if move in offered else f"{move.verb} #"
            takes[kind, chosen, seat] += times
    found: Tally = {}
    groups: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
    for (kind, sort, seat), times in offers.items():
        leaf = found.setdefault(kind, {}).setdefault(sort, {"n": [0, 0], "took": [*CLUSTER], "passed": [*CLUSTER]})
        took = takes[kind, sort, seat]
        leaf["n"][0] += times
        leaf["n"][1] += took
        groups.setdefault((kind, sort), ([], []))[0 if took else 1].append(seat)
    for (kind, sort), (took_by, passed_by) in groups.items():
        for name, seats in (("took", took_by), ("passed", passed_by)):
            if seats:
                put(found[kind][sort][name], len(seats), sum(gain[seat] for seat in seats))
    return found


def _things(spec: GameSpec, log: Sequence[Event], before_last: int, gain: Sequence[float]) -> Tally:
    """For each field of an event that names things: when, and each sort of thing with the gain of who had it.

    ``when`` counts before and from the first turn on; a sort holds [uses] and the gain of the seats that had it. Events
    that only the last answer brings tell how the game was won and are passed over.
    """
    groups = groups_of(tuple(spec.events.items()))
    uses: dict[tuple[str, str, int], int] = {}
    early: dict[str, list[int]] = {}
    begun = False
    known = {event.key for event in log[:before_last]}
    for event in log:
        if event.key not in known:
            continue
        begun = begun or event.key in BEGINNERS
        names = groups.get(event.key)
        if not names:
            continue
        seat = event.data.get("seat")
        if not isinstance(seat, int):
            continue
        for name, group in names:
            value = event.data.get(name)
            if not value:
                continue
            early.setdefault(group, [0, 0])[begun] += 1
            for one in (value,) if isinstance(value, str) else value if isinstance(value, MANY) else ():
                if isinstance(one, str):
                    use = group, one, seat
                    uses[use] = uses.get(use, 0) + 1
    found: Tally = {}
    seats_with: dict[tuple[str, str], set[int]] = {}
    for (group, thing, seat), times in uses.items():
        sort = thing_of(group, thing)
        if sort:
            leaf = found.setdefault(group, {}).setdefault(sort, {"n": [0], "had": [*CLUSTER]})
            leaf["n"][0] += times
            seats_with.setdefault((group, sort), set()).add(seat)
    for (group, sort), seats in seats_with.items():
        put(found[group][sort]["had"], len(seats), sum(gain[seat] for seat in seats))
    return {group: {"sorts": sorts, "when": early[group]} for group, sorts in found.items()}


@lru_cache(maxsize=64)
def groups_of(events: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, list[tuple[str, str]]]:
    """For each event the fields that may name things, and what each is called in a report."""
    return {key: [(name, f"{key}.{name}") for name in names if name not in NO_THINGS] for key, names in events}


@lru_cache(maxsize=65536)
def thing_of(group: str, thing: str) -> str:
    """What a thing is counted as: cards by their sort, characters and everything else one by one, seats not at all."""
    if _SEAT.fullmatch(thing):
        return ""
    return sort_of(thing) if group.rsplit(".", 1)[-1] in CARDS else thing


def _examples(asked: Iterable[tuple[str, int, tuple[Move, ...], Move]], log: Iterable[Event]) -> Tally:
    """An id for each sort, so that a report can name it."""
    ids = {move.target for _, _, _, move in asked}
    ids |= {value for event in log for name in CARDS if isinstance(value := event.data.get(name), str)}
    found: Tally = {}
    for name in ids:
        sort = sort_of(name)
        if sort != name:
            found[sort] = min(found.get(sort, name), name)
    return found


def _parts(scores: Sequence[Score], gain: Sequence[float]) -> Tally:
    """For each source of points: [seats, points, winning seats, points of winning seats]."""
    found: Tally = {}
    for score in scores:
        for part, points in score.parts:
            leaf = found.setdefault(part, [0, 0, 0, 0])
            won = gain[score.seat] > 0
            for place, value in enumerate((1, points, won, points * won)):
                leaf[place] += value
    return found
