"""Points, ranks and utilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Event, Score
from board_library.games.treasure_map.cards import MERMAID, SUITS, VALUE
from board_library.games.treasure_map.characters import LAVEWORLD_POINTS
from board_library.games.treasure_map.options import EMPTY_STACK_PENALTY

if TYPE_CHECKING:
    from board_library.games.treasure_map.table import Table


def points(state: Table, seat: int) -> int:
    """What a bank is worth now."""
    bank, how = state.banks[seat], state.options.scoring
    if how == "all":
        total = sum(VALUE[card] for stack in bank for card in stack)
    else:
        total = sum(VALUE[stack[-1]] for stack in bank if stack)
        if how == "penalty":
            total -= EMPTY_STACK_PENALTY * sum(not stack for stack in bank)
    if bank[MERMAID] and state.characters[seat] == "laveworld_2":
        total += LAVEWORLD_POINTS
    return total


def count(state: Table, seat: int) -> int:
    """Cards in a bank: the tie-break."""
    return sum(map(len, state.banks[seat]))


def parts(state: Table, seat: int) -> tuple[tuple[str, int], ...]:
    """Where the points come from: suits, ``laveworld_2``, ``penalty``."""
    bank, how = state.banks[seat], state.options.scoring
    found: list[tuple[str, int]] = [
        (SUITS[suit], sum(VALUE[card] for card in stack) if how == "all" else VALUE[stack[-1]])
        for suit, stack in enumerate(bank)
        if stack
    ]
    if bank[MERMAID] and state.characters[seat] == "laveworld_2":
        found.append(("laveworld_2", LAVEWORLD_POINTS))
    missing = sum(not stack for stack in bank)
    if how == "penalty" and missing:
        found.append(("penalty", -EMPTY_STACK_PENALTY * missing))
    return tuple(found)


def scores(state: Table) -> list[Score]:
    """One score a seat; equal points are parted by the number of cards, then the place is shared."""
    keys = [(points(state, seat), count(state, seat)) for seat in range(state.seats)]
    return [
        Score(seat, key[0], 1 + sum(other > key for other in keys), key[1], parts(state, seat))
        for seat, key in enumerate(keys)
    ]


def winners(state: Table) -> list[int]:
    """The seats with the most points and, among equals, the most cards."""
    keys = [(points(state, seat), count(state, seat)) for seat in range(state.seats)]
    return [seat for seat, key in enumerate(keys) if key == max(keys)]


def returns(state: Table) -> list[float]:
    """Zero-sum: the winners share +1, the losers -1. Raises ValueError while the game goes on."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    won = winners(state)
    n, w = state.seats, len(won)
    loss = -1 / (n - 1)
    share = -loss * (n - w) / w
    return [share if seat in won else loss for seat in range(n)]


def game_over(state: Table) -> Event:
    """The last line of the log."""
    data = {
        "scores": [points(state, seat) for seat in range(state.seats)],
        "counts": [count(state, seat) for seat in range(state.seats)],
        "winners": winners(state),
    }
    return Event("game_over", data)
