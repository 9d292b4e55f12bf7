"""How far along each of the five ways a seat is, from public facts: what the quest tracker shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.games.sesame.board import CARPET, DIAMOND, FORTUNE, GAMES, MAP, NUMBER, REST, SWORD

if TYPE_CHECKING:
    from board_library.games.sesame.table import Table

HALF_ROAD = 10
"""The cell from which more than half of the robbers' road is behind."""

HALF_SEA = 13
"""The cell from which more than half of the voyage home is behind."""

STEPS = (
    ("sword", "gate", "rest", "heads3", "heads5", "heads9", "princess"),
    ("map", "gate", "half", "cave"),
    ("diamond", "goods", "port", "half", "pier"),
    ("stake", "carpet", "fortune"),
    ("no_goods", "no_money", "mantle", "prophecy"),
)
"""The steps of each way in order."""


def progress(state: Table, seat: int) -> list[list[str]]:
    """The steps done, one list a way."""
    done = (_sword(state, seat), _map(state, seat), _diamond(state, seat), _carpet(state, seat), _mantle(state, seat))
    return [[*steps] for steps in done]


def _won(state: Table, seat: int, way: int) -> bool:
    return state.way == f"way_{way}" and seat in state.winners


def _sword(state: Table, seat: int) -> tuple[str, ...]:
    steps, k = STEPS[0], NUMBER[state.pawn[seat]]
    if _won(state, seat, 1):
        return steps
    if state.place[seat] == "dragon":
        if state.slain[seat]:
            return steps[:6]
        return steps[: 3 + max(0, k - REST - 1)] if k >= REST else steps[:2]
    return steps[:1] if state.holder[SWORD] == seat else ()


def _map(state: Table, seat: int) -> tuple[str, ...]:
    steps = STEPS[1]
    if _won(state, seat, 2):
        return steps
    if state.place[seat] == "robber":
        return steps[:3] if NUMBER[state.pawn[seat]] >= HALF_ROAD else steps[:2]
    return steps[:1] if state.holder[MAP] == seat else ()


def _diamond(state: Table, seat: int) -> tuple[str, ...]:
    steps = STEPS[2]
    if _won(state, seat, 3):
        return steps
    if state.place[seat] == "home":
        return steps[:4] if NUMBER[state.pawn[seat]] <= HALF_SEA else steps[:3]
    have = (state.holder[DIAMOND] == seat, all(state.goods[seat]))
    return tuple(step for step, is_done in zip(steps, have, strict=False) if is_done)


def _carpet(state: Table, seat: int) -> tuple[str, ...]:
    steps, money, owns = STEPS[3], state.money[seat], state.holder[CARPET] == seat
    have = (owns or money >= GAMES[CARPET].cellar, owns, money >= FORTUNE)
    return tuple(step for step, is_done in zip(steps, have, strict=True) if is_done)


def _mantle(state: Table, seat: int) -> tuple[str, ...]:
    steps = STEPS[4]
    if _won(state, seat, 5):
        return steps
    if state.place[seat] == "sorcerer":
        return steps[:3]
    have = (not any(state.goods[seat]) and seat not in state.holder, not state.money[seat])
    return tuple(step for step, is_done in zip(steps, have, strict=False) if is_done)
