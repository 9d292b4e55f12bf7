"""What one viewer's page is made of: the only thing that the web package gets to render a table from.

A :class:`Seen` is built per viewer from the game's white-listed view, that seat's own question, and public facts of
the table. Nothing hidden from the viewer is in it, so nothing that renders it can leak.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from board_library.engine.core import Decision, Event, Score

Status = Literal["room", "running", "over", "broken"]
"""A table's life: gathering, playing, ended, or stopped because the rules raised (the host is told)."""


class ViewerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A person's own settings. ``speed`` scales animations: 0 off, 1 normal, 2 fast."""

    lang: str = "ru"
    odds: bool = True
    confirm: bool = False
    sound: bool = False
    speed: int = 1
    room: Literal["night", "day"] = "night"


class ClockSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's clock: seconds left of the decision and of the bank (None: off), and whether it runs now.

    ``at`` is the server's time (Unix seconds) when these were true; the browser counts down from there.
    """

    decision_left: float | None
    bank_left: float | None
    running: bool
    at: float


class SeatSeen(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as everybody sees it. ``colour`` (0 to 5) is the class ``seat-N`` of its hue and flag."""

    seat: int
    kind: Literal["free", "person", "bot"]
    name: str
    colour: int
    level: str | None = None
    you: bool = False
    host: bool = False
    ready: bool = False
    connected: bool = True
    zombie: bool = False
    away_until: float | None = None
    clock: ClockSeen | None = None


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of chat; ``seat`` is None for a spectator."""

    id: int
    seat: int | None
    name: str
    text: str
    at: float


class AskedSeen(msgspec.Struct, frozen=True, kw_only=True):
    """That a seat is being asked; ``kind`` is None where others may not know what (secret questions)."""

    seat: int
    kind: str | None


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the viewer may read it. ``number`` counts the viewer's own log lines, from 1."""

    number: int
    event: Event
    by_zombie: bool = False


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on one viewer's table page.

    ``viewer`` is the viewer's seat, None for a spectator. ``version`` is the viewer's own and rises only when its own
    page changes; plies stay inside the server. ``decision`` is the viewer's open question. ``takeback`` says whether
    the viewer may undo. ``recap_from`` is the log number from which a returning person has seen nothing.
    ``secret`` and ``numbers`` are there only once the game is over. ``host`` says whether the viewer is the host,
    ``start_blocked`` is None or the translation key of why Start is off, ``rematch`` the code of the next room.
    ``sealed`` is the code of the viewer's own sealed answer, which takes effect at the end of the hold. ``broken`` is
    the translation key of why a broken table is stopped; a table of an older rules version has no ``view``.
    ``removed`` says that the host has taken the viewer's seat in the room. ``hints`` says whether the viewer may ask
    for a hint to the open question, ``hint`` is the code that was suggested for it.
    """

    table: str
    code: str
    name: str
    game: str
    options: dict[str, Any]
    clock_options: dict[str, Any]
    private: bool
    status: Status
    viewer: int | None
    version: int
    seats: tuple[SeatSeen, ...]
    view: dict[str, Any] | None
    decision: Decision | None
    asked: tuple[AskedSeen, ...]
    scores: tuple[Score, ...]
    log: tuple[LogEntry, ...]
    chat: tuple[ChatLine, ...]
    spectators: int
    takeback: bool
    recap_from: int | None
    commitment: str
    secret: str | None
    numbers: tuple[int | None, ...]
    settings: ViewerSettings
    host: bool
    start_blocked: str | None
    rematch: str | None
    now: float
    sealed: str | None = None
    broken: str | None = None
    removed: bool = False
    hints: bool = False
    hint: str | None = None
