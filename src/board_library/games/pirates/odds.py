"""What can be reckoned about fights from backs alone: red is equally likely to be anything from none to all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from board_library.games.pirates.cards import strength
from board_library.games.pirates.table import Table


@lru_cache(maxsize=4096)
def reds(sizes: tuple[int, ...]) -> tuple[float, ...]:
    """The chance of each number of red fighters in ships of these sizes."""
    chances = [1.0]
    for size in sizes:
        spread = [0.0] * (len(chances) + size)
        for red, chance in enumerate(chances):
            for more in range(size + 1):
                spread[red + more] += chance / (size + 1)
        chances = spread
    return tuple(chances)


def to_win(ships: Sequence[int], sizes: Sequence[int]) -> float:
    """The chance that ships of known faces beat ships of known sizes; a draw counts half."""
    red, black = strength(ships)
    crew = sum(sizes)
    total = 0.0
    for other, chance in enumerate(reds(tuple(sorted(sizes)))):
        if (red, black) > (other, crew - other):
            total += chance
        elif (red, black) == (other, crew - other):
            total += chance / 2
    return total


def against(world: Table, seat: int, place: str, sizes: Sequence[int]) -> float:
    """The chance that a seat's fleet beats the ships of a place, which it may have seen."""
    if not sizes:
        return 1.0
    if world.knows(seat, place):
        mine, other = strength(world.ships[seat]), strength(world.place_cards(place))
        return 1.0 if mine > other else 0.0 if mine < other else 0.5
    return to_win(world.ships[seat], sizes)
