"""Which games a run is made of. Game number k has the same deal, seats and bots whoever plays it and whenever.

Games with the same number of seats and the same deal number share their chance, so that lineups and option sets are
compared on the same cards (common random numbers). The chance of a game never depends on its options.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from board_library.bots.levels import LEVELS, RANDOM, named
from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError
from board_library.engine.options import Options
from board_library.lab.numbers import flat

ALONE = 3
"""Of so many deals and one more, all but the last are played by the first level alone."""

DETAILED = 6_000
"""Choices, things and leads are told of so many games of a run; their intervals are narrow enough by then."""

MOST = 10_000_000
"""Games of a run at most; days of play, even at random."""


class BadPlan(BoardLibraryError):
    """A run that cannot be played; the message says why."""


class Table(NamedTuple):
    """One game of a run. Games of equal ``seats`` and ``deal`` share their chance; ``lineup`` is a level a seat."""

    number: int
    seats: int
    deal: int
    lineup: tuple[str, ...]

    @property
    def pure(self) -> str:
        """The level of all seats, empty at a mixed table."""
        return self.lineup[0] if len(set(self.lineup)) == 1 else ""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a run plays. ``levels`` come strongest first: the report judges the rules by the first of them.

    With several levels, most deals (``ALONE`` of ``ALONE`` + 1) are played by the first level at all seats. The others
    are played several times: by each level at all seats, and at mixed tables, the levels in turn round the table, moved
    on by one seat from game to game until each has sat everywhere.
    ``probes`` is about how many decisions are looked into by playing their answers out. ``numbers`` are those of the
    game's file by path (``lab.numbers``), of games that have one.
    """

    game: str
    options: dict[str, Any]
    seats: tuple[int, ...]
    levels: tuple[str, ...]
    games: int
    seed: str
    probes: int = 0
    rules_version: int = 0
    numbers: dict[str, Any] = field(default_factory=dict)
    lineups: dict[int, tuple[tuple[str, ...], ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lineups", {seats: lineups(seats, self.levels) for seats in self.seats})

    def table(self, number: int) -> Table:
        """Game ``number`` of the run: numbers of seats take turns, then the lineups of one deal."""
        place, which = divmod(number, len(self.seats))
        seats = self.seats[which]
        every = self.lineups[seats]
        if len(every) == 1:
            return Table(number, seats, place, every[0])
        block, at = divmod(place, ALONE + len(every))
        return Table(number, seats, block * (ALONE + 1) + min(at, ALONE), every[max(0, at - ALONE)])

    def judged(self, table: Table) -> bool:
        """Whether the rules are judged by this game: the first level sits at all seats."""
        return table.pure == self.levels[0]

    def probed(self, table: Table) -> bool:
        """Whether a decision of this game is looked into: evenly over the deals."""
        if not self.probes or not self.judged(table) or table.number >= DETAILED:
            return False
        lineup = max(len(every) for every in self.lineups.values())
        share = 1.0 if lineup == 1 else (ALONE + 1) / (ALONE + lineup)
        every = max(1, int(min(self.games, DETAILED) * share) // self.probes)
        return (table.deal * len(self.seats) + self.seats.index(table.seats)) % every == every // 2

    def to_json(self) -> dict[str, Any]:
        """The plan as JSON values."""
        return {name: value for name, value in asdict(self).items() if name != "lineups"}

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> Plan:
        """Read a plan."""
        values: dict[str, Any] = {**raw, "seats": tuple(raw["seats"]), "levels": tuple(raw["levels"])}
        return cls(**values)


def lineups(seats: int, levels: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Who sits where in the games of one deal.

    >>> lineups(2, ("sailor", "deckhand"))
    (('sailor', 'sailor'), ('deckhand', 'deckhand'), ('sailor', 'deckhand'), ('deckhand', 'sailor'))
    """
    pure = tuple((level,) * seats for level in levels)
    if len(levels) == 1:
        return pure
    turns = len(levels) * seats
    mixed = [tuple(levels[(seat + turn) % len(levels)] for seat in range(seats)) for turn in range(turns)]
    return pure + tuple(dict.fromkeys(mixed))


def make_plan(
    spec: GameSpec,
    options: Options,
    *,
    seats: tuple[int, ...],
    levels: tuple[str, ...],
    games: int,
    seed: str,
    probes: int | None = None,
) -> Plan:
    """A checked plan. Raises :class:`BoardLibraryError` that says what cannot be played."""
    for level in levels:
        try:
            if level != RANDOM:
                named(level)
        except KeyError:
            there = ", ".join((*LEVELS, RANDOM))
            raise BadPlan(
                f"there is no level {level!r}; there are: {there}", why="no_level", value=level, names=there
            ) from None
    if not levels or len(set(levels)) < len(levels):
        raise BadPlan("name at least one level, and each but once", why="levels_once")
    if games < 1:
        raise BadPlan(f"a run has at least 1 game, not {games}", why="least", name="--games", least=1, value=games)
    if games > MOST:
        told = f"a run has at most {MOST} games, not {games}"
        raise BadPlan(told, why="most", name="--games", most=MOST, value=games)
    if probes is not None and probes < 0:
        raise BadPlan(f"a run has at least 0 probes, not {probes}", why="least", name="--probes", least=0, value=probes)
    if probes is not None and probes > DETAILED:
        told = f"a run has at most {DETAILED} probes, not {probes}"
        raise BadPlan(told, why="most", name="--probes", most=DETAILED, value=probes)
    for number in seats:
        spec.check_seats(number)
        options.check(number)
    if probes is None:
        probes = 0 if levels[0] == RANDOM else min(40, games // 25)
    return Plan(
        game=spec.slug,
        options=options.to_json(),
        seats=seats,
        levels=levels,
        games=games,
        seed=seed,
        probes=probes,
        rules_version=spec.rules_version,
        numbers=flat(spec.numbers),
    )
