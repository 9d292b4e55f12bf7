"""Checks of hidden information: what a seat cannot know must change nothing that reaches it.

The tool is ``determinize``: a world that a viewer cannot tell from the real one. Whatever that viewer is sent must be
the same in both. In turn ``determinize`` itself is checked: its worlds keep to what is known, depend on nothing else,
can be played, and really differ where something is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from board_library.engine.core import Decision, Event, GameSpec, Move, State
from board_library.engine.errors import BoardLibraryError
from board_library.engine.play import check
from board_library.engine.rng import Rng, SeededRng
from board_library.engine.testing.copies import asked, lines, look, own_question, snapshot, text_of, viewers
from board_library.engine.testing.errors import ContractError, same
from board_library.engine.testing.questions import check_questions

MOST_CANDIDATES = 8
"""How many other moves are tried where the move made does not exist in another world."""


class Made(NamedTuple):
    """A move that was made: the state before it and after, who made it, its chance and its events."""

    before: State
    after: State
    seat: int
    move: Move
    rng: Callable[[], Rng]
    events: Sequence[Event]
    undoable: bool


def check_world(spec: GameSpec, state: State, viewer: int | None, *, seed: bytes, codes: Sequence[str]) -> State:
    """A viewer sees the same in a world determinized for it, and the world is a sound one. Returns the world."""
    who = _name(viewer)
    before = snapshot(state)
    world = state.determinize(viewer, SeededRng(seed, 1))
    again = state.determinize(viewer, SeededRng(seed, 1))
    same("worlds", f"{who}: the same chance gives the same world", snapshot(world), snapshot(again))
    same("looking", f"determinize for {who} changes the state", before, snapshot(state))
    for name, part in (("view", _view), ("moves", own_question), ("question", asked), ("score", _scores)):
        same(f"hidden {name}", f"what {who} sees", part(state, viewer), part(world, viewer))
    if viewer is not None:
        for code in codes:
            same("hidden errors", f"{who} tries {code}", _refusal(state, viewer, code), _refusal(world, viewer, code))
    same("worlds", f"what is public in a world for {who}", text_of(state.view(None)), text_of(world.view(None)))
    same("worlds", f"components in a world for {who}", sorted(state.components()), sorted(world.components()))
    same("worlds", f"the ply of a world for {who}", state.ply, world.ply)
    check_questions(spec, world, len(state.scores()))
    first = state.determinize(viewer, SeededRng(seed, 2))
    second = world.determinize(viewer, SeededRng(seed, 2))
    same("worlds", f"{who}: equal knowledge gives equal worlds", snapshot(first), snapshot(second))
    return world


def check_made(made: Made, viewer: int | None, seed: bytes) -> None:
    """The log of a move tells a viewer no more than the table does, and what may be undone has shown nothing new."""
    world = made.before.determinize(viewer, SeededRng(seed, 3))
    decision = world.decision(made.seat)
    if decision is None:
        return  # check_world has said so
    offered = Decision.offers(decision, made.move)
    candidates = (made.move,) if offered else decision.choices()[:MOST_CANDIDATES]
    real = (lines(made.events, viewer), look(made.after, viewer))
    others = [_outcome(world, made, move) for move in candidates]
    shown = [(lines(events, viewer), look(after, viewer)) for after, events in others]
    if made.undoable and real not in shown:
        detail = f"{made.move.code} of seat {made.seat} may be undone, but has shown {_name(viewer)}: {real}"
        raise ContractError("undo", detail)
    if any(line == real[0] for line, _ in shown):
        return
    for (line, seen), (after, events) in zip(shown, others, strict=True):
        alike = seen == real[1] and _knows_the_same(made.after, after, viewer, seed)
        if alike and _still_hidden(made, after, events, viewer):
            detail = f"{made.move.code} of seat {made.seat}: {_name(viewer)} reads {real[0]}, in another world {line}"
            raise ContractError("hidden log", detail)


def _still_hidden(made: Made, after: State, events: Sequence[Event], viewer: int | None) -> bool:
    """Whether what a log line tells is hidden even now, though the table shows the viewer nothing of it.

    A revealing event may tell what is gone at once (votes, when they are counted), but not what somebody still holds:
    then it must be on the viewer's table too.
    """
    seats = range(len(after.scores()))
    if any(look(made.after, other) != look(after, other) for other in seats):
        return True
    told, other_told = (lines([e for e in log if not e.reveals], viewer) for log in (made.events, events))
    return bool(told != other_told and snapshot(made.after) != snapshot(after))


def check_differ(spec: GameSpec, options: Any, seats: int, seed: bytes, *, games: int = 24, plies: int = 8) -> None:
    """Games that look alike to a viewer are found again among the worlds determinized for it.

    Sets up many games, keeps those that look alike to the viewer, plays the same moves in them while they still do,
    and asks of each position: where they differ, do worlds differ too; do equal looks give equal worlds?
    """
    for viewer in (*range(seats), None):
        groups = dict[str, list[_Game]]()
        for k in range(games):
            log = list[Event]()
            chance = seed + bytes([k])
            state = spec.new(options, seats, SeededRng(chance, 0), log)
            groups.setdefault(look(state, viewer) + lines(log, viewer), []).append(_Game(state, chance))
        alike: list[_Game] = max(groups.values(), key=len)
        for ply in range(1, plies + 2):
            if len(alike) < 2:
                break
            _check_alike(alike, viewer, seats, seed)
            alike = _advance(alike, viewer, ply, seed)


ENOUGH = 25
"""Positions that a spectator does not fully know, before a seat may be said to know them all."""


class Differences:
    """How often worlds differed from the real state, for each viewer, over a whole run."""

    def __init__(self) -> None:
        self.counts: dict[int | None, int] = {}

    def note(self, state: State, world: State, viewer: int | None) -> None:
        """Note one world of one viewer."""
        differs = snapshot(state) != snapshot(world)
        self.counts[viewer] = self.counts.get(viewer, 0) + differs

    def check(self) -> None:
        """Where a spectator does not know all, no seat does."""
        stuck = [viewer for viewer, count in self.counts.items() if count == 0]
        if stuck and self.counts.get(None, 0) >= ENOUGH:
            names = ", ".join(map(_name, stuck))
            raise ContractError("worlds", f"determinize never re-deals anything for {names}, but does for a spectator")


class _Game(NamedTuple):
    state: State
    seed: bytes


def _check_alike(alike: list[_Game], viewer: int | None, seats: int, seed: bytes) -> None:
    who, first = _name(viewer), alike[0].state
    for twin in alike[1:4]:
        a = first.determinize(viewer, SeededRng(seed, 4))
        b = twin.state.determinize(viewer, SeededRng(seed, 4))
        same("worlds", f"{who}: games that look alike give equal worlds", snapshot(a), snapshot(b))
    worlds = [first.determinize(viewer, SeededRng(seed, 5 + k)) for k in range(12)]
    every = [snapshot(game.state) for game in alike]
    if any(inner != every[0] for inner in every) and all(snapshot(world) == every[0] for world in worlds):
        raise ContractError("worlds", f"determinize for {who} gives back the real state")
    for other in viewers(seats):
        seen = {look(game.state, other) for game in alike}
        dealt = {look(world, other) for world in worlds}
        if len(seen) > 2 and dealt == {look(first, other)}:
            raise ContractError("worlds", f"determinize for {who} never re-deals what {_name(other)} sees")


def _advance(alike: list[_Game], viewer: int | None, ply: int, seed: bytes) -> list[_Game]:
    """Make one move in all games where it can be made, and keep those that still look like the first."""
    pending = alike[0].state.pending()
    if not pending:
        return []
    rng = SeededRng(seed, 100 + ply)
    decision = rng.choice(pending)
    move = rng.choice(decision.choices())
    kept, wanted = list[_Game](), ""
    for state, chance in alike:
        own = state.decision(decision.seat)
        if own is None or not Decision.offers(own, move):
            continue
        log = list[Event]()
        state.ply = ply
        state.apply(decision.seat, move, SeededRng(chance, ply), log)
        seen = look(state, viewer) + lines(log, viewer)
        wanted = wanted or seen
        if seen == wanted:
            kept.append(_Game(state, chance))
    return kept


def _outcome(world: State, made: Made, move: Move) -> tuple[State, list[Event]]:
    after, events = world.clone(), list[Event]()
    after.ply = made.after.ply
    after.apply(made.seat, move, made.rng(), events)
    return after, events


def _knows_the_same(a: State, b: State, viewer: int | None, seed: bytes) -> bool:
    one, other = (state.determinize(viewer, SeededRng(seed, 6)) for state in (a, b))
    return bool(snapshot(one) == snapshot(other))


def _view(state: State, viewer: int | None) -> str:
    return text_of(state.view(viewer))


def _scores(state: State, viewer: int | None) -> str:
    del viewer
    return text_of([[*score] for score in state.scores()])


def _refusal(state: State, seat: int, code: str) -> tuple[str, str]:
    try:
        check(state, seat, code)
    except BoardLibraryError as error:
        return type(error).__name__, f"{error} {error.params}"
    return "accepted", ""


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
