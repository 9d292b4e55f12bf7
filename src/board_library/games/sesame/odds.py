"""Chances of coming through a quest past the servants that stand there now.

Worked out exactly, cell by cell from the goal backwards; servants are taken to stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from board_library.games.sesame.board import BLACK, CAVE, CORSAIR, LAST_SEA, MONSTERS, PINK, REST, RIVER

DIE = range(1, 7)


def _mean(values: list[float | None]) -> float:
    """The mean over the faces of a die; None is a roll that leaves the pawn where it is."""
    moving = [value for value in values if value is not None]
    return sum(moving) / len(moving) if moving else 0.0


def _walk(k: int, goal: int, exact: bool, on: Callable[[int], float]) -> float:
    return _mean([1.0 if k + n == goal or (k + n > goal and not exact) else None if k + n > goal else on(k + n)
                  for n in DIE])  # fmt: skip


@lru_cache(maxsize=4096)
def to_rest(k: int, foreign: frozenset[int], exact: bool) -> float:
    """From a cell of the dragon road to Rest, past others' servants on the cells ``foreign``."""
    if k >= REST:
        return 1.0
    return _walk(k, REST, exact, lambda j: 0.0 if j in RIVER and j in foreign else to_rest(j, foreign, exact))


@lru_cache(maxsize=16384)
def to_cave(k: int, foreign: frozenset[int], pays: bool, exact: bool) -> float:
    """From a cell of the robbers' road to the cave; ``pays``: robbers can still be paid off once."""

    def on(j: int) -> float:
        if j in BLACK:
            return to_cave(j, foreign, False, exact) if pays else 0.0
        return 0.0 if j in PINK and j in foreign else to_cave(j, foreign, pays, exact)

    return _walk(k, CAVE, exact, on)


@lru_cache(maxsize=16384)
def to_pier(k: int, foreign: frozenset[int], own: int, taken: int, exact: bool) -> float:
    """From a sea cell home; ``foreign``: sea cells of others' servants, ``own`` that of one's own, ``taken``: mask."""
    lines = _home_lines(foreign, own, taken, exact)
    a, b = lines[LAST_SEA]
    from_port = a / (1 - b) if b < 1 else 0.0
    a, b = lines[k]
    return a + b * from_port


@lru_cache(maxsize=4096)
def _home_lines(foreign: frozenset[int], own: int, taken: int, exact: bool) -> list[tuple[float, float]]:
    """For each cell a and b of its chance a + b x, where x is the chance from the port with the same taken."""
    lines = [(1.0, 0.0)]
    for k in range(1, LAST_SEA + 1):
        found = list[tuple[float, float]]()
        for j in (k - n for n in DIE):
            if j < 0 and exact:
                continue
            if j <= 0:
                found.append((1.0, 0.0))
            elif j in MONSTERS:
                found.append((0.0, 1.0))
            elif j not in CORSAIR or j == own:
                found.append(lines[j])
            elif j in foreign or taken >> CORSAIR[j] & 1:
                found.append((0.0, 0.0))
            else:
                found.append((to_pier(LAST_SEA, foreign, own, taken | 1 << CORSAIR[j], exact), 0.0))
        lines.append((sum(a for a, _ in found) / len(found), sum(b for _, b in found) / len(found)))
    return lines
