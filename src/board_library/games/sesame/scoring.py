"""Wealth, ranks and utilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Event, Score
from board_library.games.sesame.board import BUY_PRICE, GOODS, ITEM_PRICE, ITEMS

if TYPE_CHECKING:
    from board_library.games.sesame.table import Table


def parts(state: Table, seat: int) -> tuple[tuple[str, int], ...]:
    """What a seat's wealth is made of: ``money``, goods and magic goods by name."""
    found = [("money", state.money[seat])]
    cards = state.goods[seat]
    found += [(GOODS[good], n * BUY_PRICE[good]) for good, n in enumerate(cards) if n]
    found += [(ITEMS[item], ITEM_PRICE[item]) for item in state.items(seat)]
    return tuple(found)


def richest(state: Table) -> list[int]:
    """The seats with the greatest wealth."""
    wealth = [state.wealth(seat) for seat in range(state.seats)]
    return [seat for seat, gold in enumerate(wealth) if gold == max(wealth)]


def scores(state: Table) -> list[Score]:
    """One score a seat: wealth, and above it whoever has fulfilled one of the five ways."""
    every = [parts(state, seat) for seat in range(state.seats)]
    ways = [state.way if state.way != "wealth" and seat in state.winners else "" for seat in range(state.seats)]
    keys = [(way != "", sum(gold for _, gold in own)) for way, own in zip(ways, every, strict=True)]
    return [
        Score(seat, key[1], 1 + sum(other > key for other in keys), 0, every[seat], ways[seat])
        for seat, key in enumerate(keys)
    ]


def returns(state: Table) -> list[float]:
    """Zero-sum: the winners share +1, the losers -1. Raises ValueError while the game goes on."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    n, won = state.seats, state.winners
    loss = -1 / (n - 1)
    share = -loss * (n - len(won)) / len(won)
    return [share if seat in won else loss for seat in range(n)]


def game_end(state: Table) -> Event:
    """The last line of the log; ``ranking`` is the seats, best first."""
    ranking = [score.seat for score in sorted(scores(state), key=lambda score: (score.rank, score.seat))]
    return Event("game_end", {"winners": state.winners[:], "way": state.way, "ranking": ranking})
