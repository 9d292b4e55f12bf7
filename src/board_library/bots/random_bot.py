"""Random players."""

from __future__ import annotations

from collections.abc import Collection

from board_library.engine.core import Decision, Move, Observer
from board_library.engine.rng import Rng

BAD_CODES = "bust_codes"
"""Key of a view under which a game may list answers that are sure to end badly."""


def random_move(observer: Observer, rng: Rng) -> Move:
    """Any answer, each as likely."""
    return rng.choice(observer.decision.choices())


def careful_move(observer: Observer, rng: Rng, aside: Collection[str] = ()) -> Move:
    """Any answer but those that the view calls bad and those left aside, if there is another."""
    bad = observer.view.get(BAD_CODES, ())
    choices = worth_a_thought(observer.decision, aside)
    return rng.choice([move for move in choices if move.code not in bad] or choices)


def worth_a_thought(decision: Decision, aside: Collection[str]) -> tuple[Move, ...]:
    """The choices without the codes that their game leaves aside (``Insight.aside``), unless those are all."""
    choices = decision.choices()
    if not aside:
        return choices
    return tuple(move for move in choices if move.code not in aside) or choices
