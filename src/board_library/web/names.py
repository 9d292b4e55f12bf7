"""Bots are called by names of the reader's language; people keep the names they gave themselves."""

from __future__ import annotations

from msgspec.structs import replace

from board_library.server.seen import SeatSeen, Seen
from board_library.web.i18n import Translator


def with_bots_named(seen: Seen, words: Translator) -> Seen:
    """The same table with the names of its bots in the language of ``words``.

    Every :class:`Seen` goes through here on its way into a page, so no template needs to know of it.
    """
    return replace(seen, seats=tuple(_named(seat, words) for seat in seen.seats))


def _named(seat: SeatSeen, words: Translator) -> SeatSeen:
    key = f"bot.{seat.name.lower()}"
    if seat.kind != "bot" or not words.knows(key):
        return seat
    return replace(seat, name=words.text(key))
