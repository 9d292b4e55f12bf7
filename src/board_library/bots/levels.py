"""The bots that can take a seat, by level.

A level is a name that people see (translated by its key ``level.<name>``) and a function. More levels are added to
:data:`LEVELS`, the weakest first.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from board_library.bots.greedy import greedy_move
from board_library.bots.random_bot import careful_move, random_move
from board_library.bots.search import Budget, answer
from board_library.engine.core import GameSpec, Move, Observer
from board_library.engine.rng import Rng

RANDOM = "random"
"""Beside the levels, in the arena and the lab: any answer, each as likely."""

Bot = Callable[[GameSpec, Observer, Rng], Move]
"""Answers the observer's question; all chance comes from the rng."""


def deckhand(spec: GameSpec, observer: Observer, rng: Rng) -> Move:
    """Plays at random, but not into what is sure to go wrong."""
    return careful_move(observer, rng, spec.insight.aside if spec.insight else ())


def drunkard(spec: GameSpec, observer: Observer, rng: Rng) -> Move:  # noqa: ARG001  every bot is told the game
    """Plays at random: the yardstick of the arena, no level that people are offered."""
    return random_move(observer, rng)


_BUDGET = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(s?)")


def searcher(budget: Budget) -> Bot:
    """A bot that searches for so long."""

    def search(spec: GameSpec, observer: Observer, rng: Rng) -> Move:
        return answer(spec, observer, rng, budget)

    return search


BUDGETS: dict[str, Budget] = {"captain": Budget(seconds=0.3), "admiral": Budget(seconds=2.0)}
"""How long the levels that search may think about one answer."""

LEVELS: dict[str, Bot] = {
    "deckhand": deckhand,
    "sailor": greedy_move,
    **{level: searcher(budget) for level, budget in BUDGETS.items()},
}
"""What people can fill a seat with."""


def named(name: str) -> Bot:
    """A bot by the name of its level, which may be given another budget: ``captain@300`` iterations, ``captain@0.5s``.

    ``drunkard`` is known too. Raises KeyError for an unknown level, a level that does not search, or no budget.
    """
    level, at, text = name.partition("@")
    if not at:
        return drunkard if level == "drunkard" else LEVELS[level]
    found = _BUDGET.fullmatch(text)
    if found is None or level not in BUDGETS or not float(found[1]):
        raise KeyError(name)
    amount = float(found[1])
    return searcher(Budget(seconds=amount) if found[2] else Budget(iterations=amount))


def choose(level: str, observer: Observer, rng: Rng, *, spec: GameSpec, budget: Budget | None = None) -> Move:
    """The move of a bot of this level. Raises KeyError for an unknown level.

    A ``budget`` takes the place of the level's own, if the level searches: with iterations alone the same rng gives the
    same move on any machine.
    """
    bot = searcher(budget) if budget is not None and level in BUDGETS else LEVELS[level]
    return bot(spec, observer, rng)
