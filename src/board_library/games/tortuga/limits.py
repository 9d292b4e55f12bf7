"""What a ship and a city may hold when their captain leaves (4.1)."""

from __future__ import annotations

from board_library.games.tortuga.captain import ROOMS, Captain
from board_library.games.tortuga.data import HOUSE_ROOM, STORE_ROOM

WHOLE = {"specialist": HOUSE_ROOM, "trophy": STORE_ROOM}
"""Cards of a class in the whole city."""


def broken(captain: Captain, *, per_player: bool) -> list[tuple[str, str]]:
    """Every limit that is broken, as (place, why): ``("hold", "over_limit")``, ``("city", "duplicate")``.

    Whys: ``over_limit``, ``ship_needs_pirates``, ``duplicate``. ``per_player``: ship and city are one place.
    """
    found: list[tuple[str, str]] = []
    if not captain.crew:
        found.append(("crew", "ship_needs_pirates"))
    for name, cards in captain.rooms():
        if cards and len(cards) > _built(captain, name):
            found.append((name, "over_limit"))
    for kind, most in WHOLE.items():
        ship, port, closed = ROOMS[kind]
        city = captain.faces(port) + captain.faces(closed)
        aboard = captain.faces(ship)
        if not (city or aboard):
            continue
        if len(city) > most:
            found.append((closed, "over_limit"))
        if len(set(city)) < len(city):
            found.append((port, "duplicate"))
        if len(set(aboard)) < len(aboard) or (per_player and set(aboard) & set(city)):
            found.append((ship, "duplicate"))
    return found


def _built(captain: Captain, name: str) -> int:
    """How many cards a room holds: none before it is built."""
    if name in ("house", "store") and not getattr(captain, f"has_{name}"):
        return 0
    return captain.capacity(name)


def kept(captain: Captain, *, per_player: bool) -> bool:
    """Whether all limits are kept."""
    return not broken(captain, per_player=per_player)


def owned(captain: Captain, face: str, *, per_player: bool) -> bool:
    """Whether one more card of this face would be a duplicate aboard."""
    return bool(captain.where(face, city=False)) or (per_player and bool(captain.where(face, city=True)))


def fits_aboard(captain: Captain, kind: str, more: int) -> bool:
    """Whether a room of the ship has place for so many more cards of a class."""
    return captain.free(ROOMS[kind].ship) >= more
