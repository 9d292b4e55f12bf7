"""Games of Treasure Map as their viewers see them, without a server: a timeline becomes a ``Seen``."""

from __future__ import annotations

import random
from typing import Any

from board_library.engine.core import Decision, GameSpec
from board_library.engine.record import Timeline, new_record
from board_library.games.treasure_map import GAME
from board_library.server.seen import AskedSeen, ChatLine, LogEntry, SeatSeen, Seen, ViewerSettings

NAMES = ("Анна", "Марина", "Олег Ветров", "Боцман", "Тихон", "Captain Long-Name")
"""Names of the seats; the fourth is a bot."""


def seen_of(timeline: Timeline, viewer: int | None, **changes: Any) -> Seen:
    """What ``viewer`` would see; ``changes`` replace fields of the result."""
    state = timeline.state
    spec = timeline.spec
    over = not state.pending()
    events = [event.seen_by(viewer) for _, event in timeline.events()]
    shown = [event for event in events if event is not None]
    fields: dict[str, Any] = {
        "table": "t1",
        "code": "KX7-24P",
        "name": "",
        "game": spec.slug,
        "options": timeline.options.to_json(),
        "clock_options": {},
        "private": False,
        "status": "over" if over else "running",
        "viewer": viewer,
        "version": 1,
        "seats": tuple(seat_of(seat, viewer) for seat in range(timeline.record.seats)),
        "view": state.view(viewer),
        "decision": None if viewer is None else state.decision(viewer),
        "asked": tuple(AskedSeen(seat=d.seat, kind=None if d.secret else d.kind) for d in state.pending()),
        "scores": tuple(state.scores()),
        "log": tuple(LogEntry(number=n, event=event) for n, event in enumerate(shown, 1)),
        "chat": (
            ChatLine(id=1, seat=1, name=NAMES[1], text="Под якорем уже прилично. Остановишься?", at=1.0),
            ChatLine(id=2, seat=0, name=NAMES[0], text="Там русалка, так что нет :)", at=70.0),
        ),
        "spectators": 3,
        "takeback": False,
        "recap_from": None,
        "commitment": "c" * 64,
        "secret": None,
        "numbers": (),
        "settings": ViewerSettings(),
        "host": viewer == 0,
        "start_blocked": None,
        "rematch": None,
        "now": 100.0,
    }
    return Seen(**{**fields, **changes})


def seat_of(seat: int, viewer: int | None) -> SeatSeen:
    """One seat; the fourth is a bot."""
    bot = seat == 3
    return SeatSeen(
        seat=seat, kind="bot" if bot else "person", name=NAMES[seat], colour=seat, level="sailor" if bot else None,
        you=seat == viewer, ready=True,
    )  # fmt: skip


def started(seats: int, seed: int = 0, options: Any = None, spec: GameSpec | None = None) -> Timeline:
    """A new game."""
    spec = spec or GAME
    return Timeline(spec, new_record(spec, options or spec.options(), seats, seed.to_bytes(32, "big")))


def step(timeline: Timeline, choice: random.Random) -> Decision | None:
    """One random answer to one open question; None if the game is over."""
    questions = timeline.state.pending()
    if not questions:
        return None
    decision = choice.choice(questions)
    timeline.commit(timeline.try_move(decision.seat, choice.choice(decision.choices()).code))
    return decision
