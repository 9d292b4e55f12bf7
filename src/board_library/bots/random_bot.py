"""Random players."""

from __future__ import annotations

from board_library.engine.core import Move, Observer
from board_library.engine.rng import Rng

BAD_CODES = "bust_codes"
"""Key of a view under which a game may list answers that are sure to end badly."""


def random_move(observer: Observer, rng: Rng) -> Move:
    """Any answer, each as likely."""
    return rng.choice(observer.decision.choices())


def careful_move(observer: Observer, rng: Rng) -> Move:
    """Any answer but those that the view calls bad, if there is another."""
    bad = observer.view.get(BAD_CODES, ())
    choices = observer.decision.choices()
    return rng.choice([move for move in choices if move.code not in bad] or choices)
