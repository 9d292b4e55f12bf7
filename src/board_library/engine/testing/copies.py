"""What a state looks like from outside and from inside, so that two states can be compared.

``look`` is all that one viewer sees, ``fingerprint`` all that anybody sees, ``snapshot`` everything in the object.
"""

from __future__ import annotations

import enum
import hashlib
import json
from collections.abc import Iterable
from typing import Any

from board_library.engine.core import Decision, Event, State
from board_library.engine.fields import fields_of
from board_library.engine.options import Options
from board_library.engine.rng import Rng
from board_library.engine.testing.errors import ContractError

LONG = 100
"""Plies after which a random game is looked at less closely."""

_ATOMS = frozenset({int, str, bool, float, bytes, type(None)})

_PLAIN = (int, str, float, bytes, type(None), enum.Enum, Options)


def viewers(seats: int) -> tuple[int | None, ...]:
    """None for a spectator, and every seat."""
    return (None, *range(seats))


def text_of(value: Any) -> str:
    """A JSON value as text, keys in their own order: order may leak too. Raises TypeError for what is no JSON value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def show_decision(decision: Decision | None, *, opened: bool = True) -> list[Any] | None:
    """A question in full, as a JSON value."""
    if decision is None:
        return None
    amount = None if decision.amount is None else [*decision.amount]
    codes = [move.code for move in decision.moves]
    shown: list[Any] = [decision.seat, decision.kind, codes, amount, decision.secret]
    return [*shown, decision.opened] if opened else shown


def asked(state: State, viewer: int | None) -> list[list[Any]]:
    """Who is asked, and what as far as the viewer may know it."""
    return [[d.seat, None if d.secret and d.seat != viewer else d.kind] for d in state.pending()]


def own_question(state: State, viewer: int | None, *, opened: bool = True) -> list[Any] | None:
    """The viewer's own question."""
    return None if viewer is None else show_decision(state.decision(viewer), opened=opened)


def look(state: State, viewer: int | None, *, opened: bool = True) -> str:
    """All that one viewer may see of a state."""
    scores = [[*score] for score in state.scores()]
    return text_of([state.view(viewer), own_question(state, viewer, opened=opened), asked(state, viewer), scores])


def lines(events: Iterable[Event], viewer: int | None) -> str:
    """The log as one viewer may read it."""
    seen = [event.seen_by(viewer) for event in events]
    return text_of([[event.key, dict(event.data)] for event in seen if event is not None])


def fingerprint(state: State, seats: int, *, opened: bool = True) -> str:
    """All that anybody may see of a state, and where every component is."""
    views = [state.view(viewer) for viewer in viewers(seats)]
    questions = [show_decision(decision, opened=opened) for decision in state.pending()]
    scores = [[*score] for score in state.scores()]
    return text_of([state.ply if opened else 0, views, questions, scores, sorted(state.components())])


def digest(state: State, seats: int) -> str:
    """A fingerprint, short enough to keep one of every ply. Late in a long game the viewers take turns at looking."""
    if state.ply <= LONG:
        text = fingerprint(state, seats)
    else:
        everybody = viewers(seats)
        questions = [show_decision(decision) for decision in state.pending()]
        text = look(state, everybody[state.ply % len(everybody)]) + text_of([questions, sorted(state.components())])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def snapshot(value: Any) -> Any:
    """Everything inside a value, as nested tuples that can be compared.

    Raises :class:`ContractError` (``chance``) where a source of chance is kept: it must come with each move.
    """
    if type(value) in _ATOMS or isinstance(value, _PLAIN):
        return value
    if isinstance(value, Rng) or type(value).__module__ == "random":
        raise ContractError("chance", f"the state keeps a source of chance: {type(value).__name__}")
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, *map(snapshot, value))
    if isinstance(value, dict):
        return ("dict", *((snapshot(k), snapshot(v)) for k, v in value.items()))
    if isinstance(value, (set, frozenset)):
        return ("set", *sorted(map(repr, map(snapshot, value))))
    if callable(value):
        return getattr(value, "__qualname__", repr(value))
    return (type(value).__name__, *((name, snapshot(inner)) for name, inner in _fields(value)))


def _fields(value: Any) -> list[tuple[str, Any]]:
    found = [(name, getattr(value, name)) for name in fields_of(type(value)) if hasattr(value, name)]
    return found + sorted(getattr(value, "__dict__", {}).items())


def spoil(value: Any) -> None:
    """Empty a view in place, as a careless reader might: the state behind it must not notice."""
    if isinstance(value, dict):
        for inner in value.values():
            spoil(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value.clear()
