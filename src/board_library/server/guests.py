"""Guests: people known by a secret token in a cookie, without an account.

Only the SHA-256 of a token is stored, so that the data file lets nobody in.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections import OrderedDict
from itertools import chain, groupby
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from board_library.engine.errors import BoardLibraryError
from board_library.server import schema
from board_library.server.errors import BadColour, BadName, BadViewerSetting
from board_library.server.seen import ViewerSettings
from board_library.server.storage import Storage
from board_library.server.times import Times

LONGEST_NAME = 24
COLOURS = 6
REMEMBERED = 4096
"""Guests kept in memory."""

_UNSHOWN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories without a picture of their own: control, bidirectional and zero-width characters and the like."""

_SELECTOR = "\ufe0f"
"""Makes a sign a picture: after it, or between a digit and its keycap."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | {
    chr(selector) for selector in chain(range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
}
"""Letters, signs and marks that are drawn as nothing: with them a name could look like another."""

MOST_MARKS = 3
"""Marks on one letter: Hebrew needs as many, more would be drawn over the lines around."""

_JOINER = "\u200d"
"""Makes one emoji of two."""


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """A person: an id that others never see, a name, a colour (0 to 5) and settings."""

    id: str
    name: str
    colour: int
    settings: ViewerSettings


def clean_text(text: object, longest: int, error: type[BoardLibraryError]) -> str:
    """``text`` with its spaces tidied; raises ``error`` if it is empty, too long or cannot be shown.

    Markup is text like any other: whoever shows it escapes it.
    """
    if not isinstance(text, str) or len(text) > 4 * longest + 64:
        raise error(f"not a text of 1 to {longest} characters", longest=longest)
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    drawn = [sign for place, sign in enumerate(tidy) if not _joins(tidy, place)]
    kinds = {unicodedata.category(sign) for sign in drawn}
    marks = (len(list(run)) for is_mark, run in groupby(drawn, _is_mark) if is_mark)
    unshown = kinds & _UNSHOWN or _BLANK & set(drawn) or max(marks, default=0) > MOST_MARKS
    if not 1 <= len(tidy) <= longest or unshown or not any(kind[0] in "LNPS" for kind in kinds):
        raise error(f"not a text of 1 to {longest} characters that can be shown", longest=longest)
    return tidy


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M"


def _joins(text: str, place: int) -> bool:
    """Whether a selector stands there with its sign, or a joiner between two pictures.

    The first of two pictures may have a skin tone or a selector.
    """
    before, after = text[:place].rstrip(_SELECTOR)[-1:], text[place + 1 : place + 2]
    if text[place] == _SELECTOR:
        return after == "\u20e3" or unicodedata.category(text[place - 1])[0] in "SP"
    if text[place] != _JOINER or not before or not after:
        return False
    return unicodedata.category(before) in ("So", "Sk") and unicodedata.category(after) == "So"


def clean_name(name: object) -> str:
    """A name of 1 to 24 characters. Raises :class:`BadName`."""
    return clean_text(name, LONGEST_NAME, BadName)


def _clean_colour(colour: object) -> int:
    if isinstance(colour, bool) or not isinstance(colour, int) or not 0 <= colour < COLOURS:
        raise BadColour(f"not a colour from 0 to {COLOURS - 1}: {str(colour)[:20]}", highest=COLOURS - 1)
    return colour


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Guests:
    """All guests of the server, those of late in memory."""

    def __init__(self, storage: Storage, times: Times) -> None:
        self._storage = storage
        self._times = times
        self._known: OrderedDict[str, Guest] = OrderedDict()
        self._hash_of: dict[str, str] = {}

    async def create(
        self, name: object, colour: object = None, settings: ViewerSettings | None = None
    ) -> tuple[Guest, str]:
        """A new guest and the token for its cookie. Raises :class:`BadName`, :class:`BadColour`."""
        guest = Guest(
            id=secrets.token_hex(8),
            name=clean_name(name),
            colour=secrets.randbelow(COLOURS) if colour is None else _clean_colour(colour),
            settings=settings or ViewerSettings(),
        )
        token = secrets.token_urlsafe(32)
        row = _row(guest) | {"token_hash": _hash(token), "created": self._times.now()}
        await self._storage.write(lambda connection: connection.execute(sa.insert(schema.guests), row))
        self._remember(row["token_hash"], guest)
        return guest, token

    async def find(self, token: str | None) -> Guest | None:
        """The guest whose token this is, None if there is none."""
        if not token or len(token) > 200:
            return None
        token_hash = _hash(token)
        guest = self._known.get(token_hash)
        if guest is None:
            guest = await self._storage.read(lambda connection: _read(connection, token_hash))
            if guest is None:
                return None
        self._remember(token_hash, guest)
        return guest

    async def change(self, guest: Guest, *, name: object = None, colour: object = None, settings: Any = None) -> Guest:
        """The guest with another name, colour or settings (a mapping of those that change).

        Raises :class:`BadName`, :class:`BadColour`, :class:`BadViewerSetting`; then nothing changes. Tables where
        the guest sits learn of it through ``Lobby.rename``.
        """
        changed = msgspec.structs.replace(
            guest,
            name=guest.name if name is None else clean_name(name),
            colour=guest.colour if colour is None else _clean_colour(colour),
            settings=guest.settings if settings is None else _change_settings(guest.settings, settings),
        )
        update = sa.update(schema.guests).where(schema.guests.c.id == guest.id).values(**_row(changed))
        await self._storage.write(lambda connection: connection.execute(update))
        token_hash = self._hash_of.get(guest.id)
        if token_hash is not None:
            self._remember(token_hash, changed)
        return changed

    def _remember(self, token_hash: str, guest: Guest) -> None:
        self._known[token_hash] = guest
        self._known.move_to_end(token_hash)
        self._hash_of[guest.id] = token_hash
        while len(self._known) > REMEMBERED:
            _, forgotten = self._known.popitem(last=False)
            self._hash_of.pop(forgotten.id, None)


def _row(guest: Guest) -> dict[str, Any]:
    settings = msgspec.json.encode(guest.settings).decode()
    return {"id": guest.id, "name": guest.name, "colour": guest.colour, "settings": settings}


def _read(connection: Connection, token_hash: str) -> Guest | None:
    row = connection.execute(sa.select(schema.guests).where(schema.guests.c.token_hash == token_hash)).one_or_none()
    if row is None:
        return None
    settings = msgspec.json.decode(row.settings, type=ViewerSettings)
    return Guest(id=row.id, name=row.name, colour=row.colour, settings=settings)


_CHECKS: dict[str, Any] = {
    "lang": lambda v: v in ("ru", "en"),
    "odds": lambda v: isinstance(v, bool),
    "confirm": lambda v: isinstance(v, bool),
    "sound": lambda v: isinstance(v, bool),
    "speed": lambda v: v in (0, 1, 2) and not isinstance(v, bool),
    "room": lambda v: v in ("night", "day"),
}


def _change_settings(settings: ViewerSettings, changes: Any) -> ViewerSettings:
    values = dict(changes) if not isinstance(changes, ViewerSettings) else msgspec.structs.asdict(changes)
    for name, value in values.items():
        if name not in _CHECKS or not _CHECKS[name](value):
            raise BadViewerSetting(f"setting {str(name)[:20]!r} cannot be {str(value)[:20]!r}", setting=str(name)[:20])
    return msgspec.structs.replace(settings, **values)
