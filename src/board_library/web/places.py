"""Who stands where when a game is over, and which number stands beside each: for the page of the end and the terminal.

Light to import: the terminal does not load the server.
"""

from __future__ import annotations

from collections.abc import Sequence

from board_library.engine.core import Score, State
from board_library.web.i18n import Translator

OTHERS = "end.others"
"""What a game calls the numbers of its curve, if its points at the end are those of the declared hoard alone."""


COUNTED = "end.counts"
"""What a game calls its points where they are none, but say percent of something."""


def places_of(scores: Sequence[Score], state: State) -> dict[int, int]:
    """The place of each seat among the sides, which are teams or single seats (:meth:`State.team`).

    The rules rank seats: behind a team of two comes rank 3. People count teams: behind the first comes the second.
    """
    sides = {state.team(score.seat): score.rank for score in scores}
    return {score.seat: 1 + sum(rank < score.rank for rank in sides.values()) for score in scores}


def numbers_of(scores: Sequence[Score], state: State, words: Translator) -> dict[int, tuple[int, str]]:
    """The number beside each seat, and in words what it counts where that is not the points.

    Where a hoard is declared and those of the others stay closed, their 0 points would say that they had nothing. They
    show what all could see of them, which the chart draws.
    """
    counted = words.knows(COUNTED) and not any(score.won for score in scores)
    declared = words.knows(OTHERS) and any(score.won for score in scores)
    curve = state.curve() if declared else []
    return {
        score.seat: (curve[score.seat], words.ntext("end.others", "end.others", curve[score.seat]))
        if declared and not score.won
        else (score.points, words.ntext(COUNTED, COUNTED, score.points) if counted else _hoard(score, words))
        for score in scores
    }


def _hoard(score: Score, words: Translator) -> str:
    """What a declared hoard is of, if it is of one thing."""
    if not score.won or len(score.parts) != 1:
        return ""
    key = f"thing.{score.parts[0][0]}"
    return words.text(key) if words.knows(key) else ""
