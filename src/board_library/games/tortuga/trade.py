"""What a deal may hold, and whether it can be accepted (4.7). Looks only."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from board_library.games.tortuga.captain import ROOMS, Captain, numbered
from board_library.games.tortuga.data import CARGO, CLASS, SIZE, SPECIALISTS, TROPHIES

if TYPE_CHECKING:
    from board_library.games.tortuga.state import Table


def is_slot(item: str) -> bool:
    """Whether an item is a pirates card: ``crew:2``."""
    return item.startswith("crew:")


def classes(items: tuple[str, ...]) -> list[str]:
    """The class of each item."""
    return [CLASS.get(item, "pirates") for item in items]


def aboard(captain: Captain) -> tuple[str, ...]:
    """The faces on a ship but for its crew."""
    return tuple([card.face for card in captain.hold + captain.cabin + captain.locker])


def _left(crew: int, named: tuple[str, ...]) -> list[str]:
    """The pirates cards of a crew of so many that are not named yet."""
    return [slot for slot in numbered("crew:", crew) if slot not in named]


def givable(crew: int, faces: tuple[str, ...], given: tuple[str, ...]) -> tuple[str, ...]:
    """What a captain with so many pirates cards and these faces aboard does not give yet."""
    return (*_left(crew, given), *[face for face in faces if faces.count(face) > given.count(face)])


def takable(crew: int, hold: int, cabin: int, locker: int, taken: tuple[str, ...]) -> tuple[str, ...]:
    """What may be asked of another: any kind, up to the numbers of cards that everybody sees on his ship."""
    found, kinds = _left(crew, taken), classes(taken)
    if hold > kinds.count("cargo"):
        found += CARGO
    if cabin > kinds.count("specialist"):
        found += [face for face in SPECIALISTS if face not in taken]
    if locker > kinds.count("trophy"):
        found += [face for face in TROPHIES if face not in taken]
    return tuple(found)


def proposable(state: Table, seat: int) -> bool:
    """Whether the draft holds anything and leaves its author no duplicate."""
    if not (state.give or state.take or state.give_sum or state.take_sum or state.pledges):
        return False
    return not _doubles(state, state.captains[seat], state.give, state.take)


def acceptable(state: Table) -> bool:
    """Whether the addressee has what is asked, gets no duplicate, and both ships hold what they get."""
    one, other = state.captains[state.active], state.captains[state.target]
    if other.safe < state.take_sum or one.safe < state.give_sum:
        return False
    held = aboard(other)
    if any(state.take.count(item) > held.count(item) for item in state.take if not is_slot(item)):
        return False
    if _doubles(state, other, state.take, state.give):
        return False
    return _holds(one, state.give, state.take) and _holds(other, state.take, state.give)


def _holds(captain: Captain, out: tuple[str, ...], come: tuple[str, ...]) -> bool:
    """Whether the rooms of a ship hold what a deal leaves, and the last crew card stays."""
    fewer, more = classes(out), classes(come)
    for kind, rooms in ROOMS.items():
        before = len(captain.room(rooms.ship))
        after = before - fewer.count(kind) + more.count(kind)
        if after > max(before, captain.capacity(rooms.ship)):
            return False
        if kind == "pirates" and before and not after:
            return False
    return True


def _doubles(state: Table, captain: Captain, out: tuple[str, ...], come: tuple[str, ...]) -> bool:
    """Whether a deal leaves two equal specialists or trophies on a ship, or with its captain."""
    faces = _single(aboard(captain), out, come)
    if len(set(faces)) < len(faces):
        return True
    return state.per_player and any(captain.where(face, city=True) for face in faces)


@lru_cache(maxsize=16384)
def _single(held: tuple[str, ...], out: tuple[str, ...], come: tuple[str, ...]) -> tuple[str, ...]:
    """The specialists and trophies aboard after a deal: none may be there twice."""
    faces = [*held]
    for item in out:
        if item in faces:
            faces.remove(item)
    return tuple([face for face in (*faces, *come) if CLASS.get(face) in ("specialist", "trophy")])


def terms(state: Table) -> dict[str, object]:
    """An offer as everybody may read it: pirates by their backs."""
    return {
        "give": named(state.captains[state.active], state.give),
        "take": named(state.captains[state.target], state.take),
        "give_sum": state.give_sum,
        "take_sum": state.take_sum,
        "pledges": [*state.pledges],
    }


def named(captain: Captain, items: tuple[str, ...]) -> list[str]:
    """Items as text; a pirates card is its slot and size: ``crew:2:7``."""
    return [f"{item}:{SIZE[captain.crew[int(item[5:]) - 1].face]}" if is_slot(item) else item for item in items]
