"""How a viewer's page is put together: pure functions from the table's facts and the game to a :class:`Seen`.

Only the viewer's own view, its own question and events that it may read go in. That the page of a real state and that
of one determinized for its viewer are equal is tested with these functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from board_library.engine.core import Event, State
from board_library.engine.record import By, Timeline
from board_library.server.clock import TableClock
from board_library.server.errors import NoSuchStep, NotOver
from board_library.server.facts import TableFacts, show_code
from board_library.server.hints import Given, practice
from board_library.server.seen import AskedSeen, ChatLine, LogEntry, SeatSeen, Seen, ViewerSettings


class Line(NamedTuple):
    """An event and by whom the move was made that it tells of (None at set-up)."""

    event: Event
    by: By | None


class Game(NamedTuple):
    """What of a game goes into pages: a real state or one determinized for the viewer, and the events so far.

    ``undo`` is the seat that may take its last move back, None if nobody may.
    """

    state: State
    lines: Sequence[Line]
    undo: int | None


@dataclass(frozen=True, kw_only=True)
class Around:
    """What is around the game: presence, clocks, chat. Seats are keys of the mappings and members of the sets.

    ``connected`` are seats whose persons are here, ``taken_over`` those a zombie plays, ``away_until`` when it will
    begin. ``sealed`` are answers that wait for the end of the hold. ``recap_from`` is the viewer's own.
    ``hint`` is the last one that somebody at the table was given.
    """

    connected: frozenset[int] = frozenset()
    taken_over: frozenset[int] = frozenset()
    away_until: Mapping[int, float] = field(default_factory=dict)
    sealed: Mapping[int, str] = field(default_factory=dict)
    spectators: int = 0
    chat: tuple[ChatLine, ...] = ()
    recap_from: int | None = None
    hint: Given | None = None
    start_blocked: str | None = None
    clock: TableClock | None = None


def game_of(timeline: Timeline) -> Game:
    """A game as it stands."""
    return Game(timeline.state, _lines(timeline), undo_seat(timeline))


def undo_seat(timeline: Timeline) -> int | None:
    """The seat that may take its last move back now, None if nobody may.

    Nobody may while a secret question is open: it would ask the others anew, and their sealed answers be lost.
    """
    if not timeline.line or any(decision.secret for decision in timeline.state.pending()):
        return None
    last = timeline.line[-1].seat
    return last if timeline.takeback_ply(last) is not None else None


def _lines(timeline: Timeline, moves: int | None = None) -> list[Line]:
    return [Line(event, by) for _, event, by in timeline.told(moves)]


def see(
    facts: TableFacts,
    game: Game | None,
    guest: str | None,
    *,
    settings: ViewerSettings,
    around: Around,
    now: float = 0.0,
    version: int = 0,
) -> Seen:
    """Everything on the page of ``guest`` (None: somebody who only watches)."""
    viewer = facts.seat_of(guest)
    over = facts.status == "over"
    state = game.state if game is not None else None
    pending = state.pending() if state is not None and facts.status == "running" else ()
    own = next((decision for decision in pending if decision.seat == viewer), None)
    waiting = any(decision.secret for decision in pending)
    return Seen(
        table=facts.id,
        code=show_code(facts.code),
        name=facts.name,
        game=facts.game,
        options=facts.options,
        clock_options={name: getattr(facts.clock, name) for name in facts.clock.__struct_fields__},
        private=facts.private,
        status=facts.status,
        viewer=viewer,
        version=version,
        seats=tuple(_seat(facts, k, guest, around, silent=waiting) for k in range(len(facts.seats))),
        view=state.view(viewer) if state is not None else None,
        decision=None if viewer in around.sealed else own,
        asked=tuple(
            AskedSeen(seat=decision.seat, kind=decision.kind if not decision.secret or decision is own else None)
            for decision in pending
        ),
        scores=tuple(state.scores()) if state is not None else (),
        log=log_of(game.lines, viewer) if game is not None else (),
        chat=around.chat,
        spectators=around.spectators,
        takeback=game is not None and facts.status == "running" and viewer is not None and game.undo == viewer,
        recap_from=around.recap_from,
        commitment=facts.commitment,
        secret=facts.secret.hex() if over else None,
        numbers=tuple(facts.numbers) if over else (),
        settings=settings,
        host=guest is not None and facts.host == guest,
        start_blocked=around.start_blocked,
        rematch=show_code(facts.rematch) if facts.rematch else None,
        now=now,
        sealed=around.sealed.get(viewer) if viewer is not None else None,
        broken=facts.broken,
        removed=guest in facts.removed,
        hints=own is not None and viewer not in around.sealed and practice(facts) and len(own.choices()) > 1,
        hint=around.hint.code if around.hint and own and around.hint[:2] == (viewer, own.opened) else None,
    )


def log_of(lines: Sequence[Line], viewer: int | None) -> tuple[LogEntry, ...]:
    """The log lines that the viewer may read, numbered from 1 without gaps."""
    entries: list[LogEntry] = []
    for line in lines:
        event = line.event.seen_by(viewer)
        if event is not None:
            entries.append(LogEntry(number=len(entries) + 1, event=event, by_zombie=line.by == "zombie"))
    return tuple(entries)


def _seat(facts: TableFacts, k: int, guest: str | None, around: Around, *, silent: bool) -> SeatSeen:
    seat = facts.seats[k]
    person = seat.kind == "person"
    return SeatSeen(
        seat=k,
        kind=seat.kind,
        name=seat.name,
        colour=seat.colour,
        level=seat.level,
        you=guest is not None and seat.guest == guest,
        host=seat.guest is not None and seat.guest == facts.host,
        ready=seat.ready or not person,
        connected=not person or k in around.connected,
        zombie=k in around.taken_over,
        away_until=None if silent else around.away_until.get(k),
        clock=around.clock.seen(k) if around.clock is not None and person else None,
    )


def steps(timeline: Timeline, viewer: int | None) -> int:
    """How many steps a replay has for this viewer: those at which what it sees changed. Step 0 is the set-up."""
    return len(_shown(timeline, viewer)) - 1


def replay_seen(
    facts: TableFacts,
    timeline: Timeline,
    guest: str | None,
    index: int,
    *,
    settings: ViewerSettings,
    eyes: int | None = None,
    everybody: bool = False,
    now: float = 0.0,
) -> Seen:
    """The page of one step of a replay.

    While the game runs a viewer looks back with its own eyes only, and steps are those at which something changed
    for it. When it is over one looks with the ``eyes`` of any seat (None: a spectator), or with ``everybody``'s:
    then ``view`` is ``{"seats": [the view of each seat]}``. Raises :class:`NoSuchStep`, :class:`NotOver`.
    """
    own = facts.seat_of(guest)
    if facts.status != "over" and (everybody or eyes != own):
        raise NotOver("other seats' eyes are lent at the end of the game")
    shown = list(range(len(timeline.line) + 1)) if facts.status == "over" else _shown(timeline, own)
    if not 0 <= index < len(shown):
        raise NoSuchStep(f"step {index} of {len(shown) - 1}", step=index, last=len(shown) - 1)
    at = shown[index]
    states: list[State] = []
    timeline.walk(lambda k, state: states.append(state.clone()) if k == at else None)
    lines = _lines(timeline, at)
    state = states[0]
    if everybody:
        view = {"seats": [state.view(seat) for seat in range(len(facts.seats))]}
        log = tuple(LogEntry(number=n, event=Event(*line.event[:2]), by_zombie=line.by == "zombie")
                    for n, line in enumerate(lines, 1))  # fmt: skip
    else:
        view, log = state.view(eyes), log_of(lines, eyes)
    page = see(facts, Game(state, (), None), guest, settings=settings, around=Around(), now=now)
    asked = tuple(AskedSeen(seat=one.seat, kind=None) for one in page.asked)
    return replace(page, view=view, log=log, viewer=eyes, decision=None, takeback=False, asked=asked)


def _shown(timeline: Timeline, viewer: int | None) -> list[int]:
    """The indexes into the line at which the viewer's view, question or log differ from the one before."""
    shown, before = list[int](), list[object]()

    def visit(index: int, state: State) -> None:
        own = state.decision(viewer) if viewer is not None else None
        told = index > 0 and any(event.seen_by(viewer) is not None for event in timeline.line[index - 1].events)
        now = (state.view(viewer), own and own._replace(opened=0), sorted(d.seat for d in state.pending()))
        if index == 0 or told or now != before[0]:
            shown.append(index)
        before[:] = [now]

    timeline.walk(visit)
    return shown


__all__ = ["Around", "Game", "Line", "game_of", "log_of", "replay_seen", "see", "steps"]
