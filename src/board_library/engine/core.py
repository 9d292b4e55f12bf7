"""The contract between a game's rules and everything else: states, questions, moves, events.

A game is a :class:`State` that asks :class:`Decision` questions; a seat answers with one :class:`Move`; ``apply``
changes the state, may push further questions and says in :class:`Event` records what happened. Nothing here knows a
game, a clock, a network or a language.

    >>> Move.parse("draw deck")
    Move(verb='draw', target='deck')
    >>> Amount("stake", 5, 100, step=5).holds(Move.parse("stake 25"))
    True
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from board_library.engine.errors import MalformedMove, SeatsError
from board_library.engine.fields import fields_of
from board_library.engine.native import mypyc_attr

if TYPE_CHECKING:
    from board_library.engine.insight import Insight
    from board_library.engine.options import Options
    from board_library.engine.rng import Rng

LONGEST_CODE = 64
"""A move code is at most this many characters."""

_CODE = re.compile(r"([a-z][a-z0-9_]*) ([a-z0-9][a-z0-9_:]*)")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


class Move(NamedTuple):
    """One choice, as text ``"verb target"``; the target is the id of the thing on the table that is clicked."""

    verb: str
    target: str

    @property
    def code(self) -> str:
        """The text that goes unchanged through form, socket, log, record and test."""
        return f"{self.verb} {self.target}"

    @classmethod
    @lru_cache(maxsize=4096)  # games have a few hundred codes, and every move comes through here
    def parse(cls, code: str) -> Self:
        """Read a code. Raises :class:`MalformedMove` if it is none."""
        found = _CODE.fullmatch(code) if len(code) <= LONGEST_CODE else None
        if found is None:
            msg = f"not a move code: {code[:LONGEST_CODE]!r}"
            raise MalformedMove(msg, code=code[:LONGEST_CODE])
        return cls(found[1], found[2])


class Amount(NamedTuple):
    """Any sum beside the listed moves: ``verb n`` for low <= n <= high in steps from low.

    ``ladder`` holds the few sums that bots may use and that the page offers as quick buttons.
    """

    verb: str
    low: int
    high: int
    step: int = 1
    ladder: tuple[int, ...] = ()

    def holds(self, move: Move) -> bool:
        """Whether the move is this verb with a sum in range, written without sign or leading zeros."""
        if move.verb != self.verb or not _NUMBER.fullmatch(move.target):
            return False
        n = int(move.target)
        return self.low <= n <= self.high and (n - self.low) % self.step == 0

    def moves(self) -> tuple[Move, ...]:
        """The ladder as moves: what a bot considers."""
        return tuple(Move(self.verb, str(n)) for n in self.ladder)


class Decision(NamedTuple):
    """An open question to one seat. A seat has at most one at a time.

    ``moves`` are unique, sorted by code, and with ``amount`` exactly what is accepted. ``opened`` is the ply at which
    the question was asked; only the seat asked is ever told it. ``secret`` questions are held by the table: answers
    are sealed and take effect together at the end of the hold (design, section 3), and others do not learn the kind.
    """

    seat: int
    kind: str
    moves: tuple[Move, ...]
    amount: Amount | None = None
    opened: int = 0
    secret: bool = False

    def offers(self, move: Move) -> bool:
        """Whether the move answers this question."""
        return move in self.moves or (self.amount is not None and self.amount.holds(move))

    def choices(self) -> tuple[Move, ...]:
        """What a program chooses from: the moves and the ladder of the amount."""
        return self.moves if self.amount is None else self.moves + self.amount.moves()


class Event(NamedTuple):
    """A fact for the log: a key (also its translation key) with ids, never prose.

    ``readers`` see ``data``; None means everybody, spectators too. All others see ``public`` in its place, or nothing
    if that is None. A field that names a seat is called ``seat``. ``reveals`` is True where some reader learns
    something that was hidden from it: such a move cannot be taken back.
    """

    key: str
    data: Mapping[str, Any]
    readers: tuple[int, ...] | None = None
    public: Mapping[str, Any] | None = None
    reveals: bool = False

    def seen_by(self, seat: int | None) -> Event | None:
        """This event as one seat (None: a spectator) may see it; None if it may not know of it."""
        if self.readers is None or seat in self.readers:
            return Event(self.key, self.data)
        return None if self.public is None else Event(self.key, self.public)


Log = list[Event] | None
"""Where ``apply`` puts events; None in playouts, which need none."""

View = dict[str, Any]
"""What one seat may see, as JSON values; each game documents its own keys."""


class Score(NamedTuple):
    """What people read at the end, or at any time if scores are public.

    ``rank`` is 1 for the best, equal for equals. ``tiebreak`` is compared after ``points``. ``parts`` says where the
    points came from: (translation key or thing id, points). ``won`` says how a seat has won outright, whatever the
    points of the others (translation key ``won.<how>``); it is empty for all others.
    """

    seat: int
    points: int
    rank: int
    tiebreak: int = 0
    parts: tuple[tuple[str, int], ...] = ()
    won: str = ""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One game in progress: mutable, cheap to copy.

    ``options`` are the typed options it is played with. ``ply`` is the number of the record entry being applied: the
    caller sets it just before ``apply`` (0 while the game is set up), and rules stamp new questions with it.
    ``questions`` holds the open questions. Looking (``pending``, ``view``, ``scores`` …) changes nothing.
    """

    __slots__ = ("options", "ply", "questions")

    options: Any
    ply: int
    questions: tuple[Decision, ...]

    def pending(self) -> tuple[Decision, ...]:
        """Every question open now, by seat; empty when the game is over. The only source of legality."""
        return self.questions

    def decision(self, seat: int) -> Decision | None:
        """The open question to one seat, if there is one."""
        for decision in self.pending():
            if decision.seat == seat:
                return decision
        return None

    def reopen(self, ply: int) -> None:
        """Ask the open questions anew as of ``ply``: done after a takeback, so that older answers are stale."""
        self.ply = ply
        self.questions = tuple(decision._replace(opened=ply) for decision in self.questions)

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """For pickle, as if all stood in slots: those of a compiled class it does not find, nor a new object's dict."""
        held = {name: getattr(self, name) for name in fields_of(type(self)) if hasattr(self, name)}
        return None, held | getattr(self, "__dict__", {})

    @abstractmethod
    def apply(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        """Answer the open question of ``seat``. Trusts its caller: use ``engine.play`` for anything from outside."""

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def determinize(self, seat: int | None, rng: Rng) -> Self:
        """A random world that this seat (None: a spectator) cannot tell from the real one.

        Depends on the state only through what the seat may know: hidden pools are put in canonical order before they
        are dealt anew. The source of the idea: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
        Search", IEEE TCIAIG 4(2), 2012.
        """

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What this seat (None: a spectator) may see, built up from nothing: hidden means absent."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Final utilities from -1 to 1, one a seat; raises ValueError while the game goes on."""

    @abstractmethod
    def scores(self) -> list[Score]:
        """One score a seat, in seat order; while the game goes on, as if it ended now (public facts only)."""

    def curve(self) -> list[int]:
        """What the chart of a finished game draws, one number a seat: public, and of one kind from first to last.

        To be overridden where the points at the end count something else than those on the way.
        """
        return [score.points for score in self.scores()]

    def team(self, seat: int) -> int:
        """The side that a seat plays for: itself, unless a game of teams says otherwise."""
        return seat

    def components(self) -> list[str]:
        """The id of every physical thing (card, coin, pawn), wherever it lies, so that a test can miss none."""
        return []


class Observer(NamedTuple):
    """All that a bot or a zombie may know when it answers: never the real state.

    ``world`` is one determinized state, from which further ones may be determinized for ``decision.seat``.
    """

    decision: Decision
    view: View
    world: State


class Situations(Protocol):
    """A game's own part of the notation of situations and cases; ``engine.situations`` has the shared frame.

    A situation is clauses joined by ``; ``. The frame itself writes and reads three of them, so that a game never sees
    them: ``options name=value …`` (only those that are not the default), ``ply 12`` and one ``ask`` clause for each
    open question (``ask P0 hook @11: hook key, hook sabre``; ``ask -`` once the game is over). All other clauses are
    zones of the game: ``P0 key5 hook3``, ``deck hook5 +``, ``due 2``. The number of seats is such a zone too.
    """

    def read(self, clauses: Sequence[str], options: Any) -> State:
        """The state of a game with these (typed) options that the game's own clauses describe.

        Zones not named are empty. ``state.options`` is set, ``ply`` is 0, and ``questions`` holds what the rules ask in
        this place (a case's Given names none); if there are ``ask`` or ``ply`` clauses the frame puts theirs in
        afterwards. Raises :class:`SituationError` for a clause it cannot read.
        """

    def show(self, state: State) -> list[str]:
        """The game's own clauses, from which ``read`` makes an equal state.

        They hold all of it: hidden zones, turn, phase, effects that wait, sealed answers, and what each seat knows.
        Lists that are sets are shown sorted.
        """

    def codes(self, words: str, state: State, seat: int | None) -> list[str]:
        """The move codes that the short words of a case's step stand for: ``draw`` is ``["draw deck"]``.

        They are looked up by form alone, never by what is legal: ``!rob`` must come out as ``rob raid`` and be refused.
        ``seat`` is the mover (None if several seats are asked and the step names none). A code may name its mover:
        ``P1: place s3``. Words that stand for nothing raise :class:`SituationError`.
        """

    def check(self, state: State, clause: str, events: Sequence[Event]) -> str | None:
        """None if the state is as one clause of a check says, else what it is instead (``P0 hook3``).

        The frame answers ``opts kind: a, b``, ``over P0 P1`` (the winners; ``over`` alone: whoever they are),
        ``score P0=3 P1=4`` and ``ply 3``; all else comes here.
        ``events`` are those since the Given, with all that they hide. Raises :class:`SituationError`.
        """


Chooser = Callable[[Observer], Move]


@mypyc_attr(native_class=False)
@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """The static facts of a game: all that the platform knows about it.

    ``new(options, seats, rng, log)`` sets a game up (ply 0). ``zombie`` plays for an absent seat; ``greedy`` is the
    game's own heuristic bot, ``insight`` what helps a search. ``bound`` is the most moves that any play of so many
    seats can take. ``events`` maps each event key to its fields, ``decisions`` lists the kinds of question.
    ``variants`` are the option sets that the contract suite plays beside the defaults. ``rules_version`` rises
    with every change that could break a replay. ``folder`` holds the game's files (art,
    locale, memo, table template, transcripts). ``numbers`` are those of a game that reads them from a file.
    """

    slug: str
    folder: Path
    seats: range
    minutes: tuple[int, int]
    options: type[Options]
    new: Callable[[Any, int, Rng, Log], State]
    rules_version: int
    bound: Callable[[int], int]
    events: Mapping[str, tuple[str, ...]]
    decisions: tuple[str, ...]
    zombie: Chooser
    greedy: Chooser | None = None
    insight: Insight | None = None
    situations: Situations | None = None
    variants: tuple[Options, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def check_seats(self, seats: int) -> None:
        """Raise :class:`SeatsError` unless the game can be played by so many."""
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            msg = f"{self.slug} is played by {low} to {high} seats, not by {seats}"
            raise SeatsError(msg, low=low, high=high, seats=seats)
