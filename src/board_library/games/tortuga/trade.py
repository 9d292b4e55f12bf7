"""What a deal may hold, and whether it can be accepted (4.7). Looks only."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from board_library.games.tortuga.captain import ROOMS, Captain
from board_library.games.tortuga.data import CLASS, CLASSES, SIZE

if TYPE_CHECKING:
    from board_library.games.tortuga.state import Table


def is_slot(item: str) -> bool:
    """Whether an item is a pirates card: ``crew:2``."""
    return item.startswith("crew:")


def of_class(items: tuple[str, ...], kind: str) -> list[str]:
    """The items of one class."""
    return [item for item in items if (kind == "pirates" if is_slot(item) else CLASS[item] == kind)]


def givable(captain: Captain, given: tuple[str, ...]) -> list[str]:
    """What a captain has aboard and does not give yet."""
    found = [f"crew:{k + 1}" for k in range(len(captain.crew)) if f"crew:{k + 1}" not in given]
    taken = Counter(given)
    for kind in CLASSES:
        held = Counter(captain.faces(ROOMS[kind].ship))
        found += [face for face, n in held.items() if n > taken[face]]
    return found


def takable(captain: Captain, taken: tuple[str, ...], faces: tuple[str, ...]) -> list[str]:
    """What may be asked of another: any kind, up to what everybody sees of his ship."""
    found = [f"crew:{k + 1}" for k in range(len(captain.crew)) if f"crew:{k + 1}" not in taken]
    for face in faces:
        kind = CLASS[face]
        room = len(captain.room(ROOMS[kind].ship)) > len(of_class(taken, kind))
        if room and (kind == "cargo" or face not in taken):
            found.append(face)
    return found


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
    held = Counter(face for kind in CLASSES for face in other.faces(ROOMS[kind].ship))
    if Counter(item for item in state.take if not is_slot(item)) - held:
        return False
    if _doubles(state, other, state.take, state.give):
        return False
    return _holds(one, state.give, state.take) and _holds(other, state.take, state.give)


def _holds(captain: Captain, out: tuple[str, ...], come: tuple[str, ...]) -> bool:
    """Whether the rooms of a ship hold what a deal leaves, and the last crew card stays."""
    for kind in ("pirates", *CLASSES):
        before = len(captain.room(ROOMS[kind].ship))
        after = before - len(of_class(out, kind)) + len(of_class(come, kind))
        if after > max(before, captain.capacity(ROOMS[kind].ship)):
            return False
        if kind == "pirates" and before and not after:
            return False
    return True


def _doubles(state: Table, captain: Captain, out: tuple[str, ...], come: tuple[str, ...]) -> bool:
    for kind in ("specialist", "trophy"):
        faces = Counter(captain.faces(ROOMS[kind].ship)) - Counter(of_class(out, kind))
        faces.update(of_class(come, kind))
        if max(faces.values(), default=0) > 1:
            return True
        if state.per_player and any(captain.where(face, city=True) for face in faces):
            return True
    return False


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
