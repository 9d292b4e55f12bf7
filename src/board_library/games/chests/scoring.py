"""Points, ranks and utilities (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from board_library.engine.core import Score
from board_library.games.chests.cards import JACKPOT_POINTS, KIND, MINUS5, MINUS5_POINTS

if TYPE_CHECKING:
    from board_library.games.chests.table import Table

MOST_CARDS = 1000
"""More treasure cards than one side can ever save: 30 a round, 10 rounds."""


class Tally(NamedTuple):
    """What one seat made of one round.

    Points of treasures, numbers of Jackpots and Minus fives, points lost to Bombs, number of treasure cards.
    """

    treasure: int = 0
    jackpots: int = 0
    minus5: int = 0
    bombs: int = 0
    cards: int = 0


def now(state: Table, seat: int) -> Tally:
    """What a seat has made of this round so far, the row left out."""
    saved, penalties = state.treasury[seat], state.penalties[seat]
    minus5 = sum(KIND[card] == MINUS5 for card in penalties)
    bombs = sum(state.losses.get(card, 0) for card in penalties)
    return Tally(sum(map(state.worth, saved)), len(state.jackpots[seat]), minus5, bombs, len(saved))


def points(tally: Tally) -> int:
    """The score of a round."""
    return tally.treasure + JACKPOT_POINTS * tally.jackpots - MINUS5_POINTS * tally.minus5 - tally.bombs


def game(state: Table, seat: int) -> Tally:
    """What a seat has made of the whole game so far."""
    rounds = [played[seat] for played in state.history]
    if state.phase != "over":
        rounds.append(now(state, seat))
    return rounds[0] if len(rounds) == 1 else Tally(*map(sum, zip(*rounds, strict=True)))


def scores(state: Table) -> list[Score]:
    """One score a seat: points, then fewer Minus fives, then more treasure cards, of the whole side.

    The tie-break is one number: treasure cards, less :data:`MOST_CARDS` for each Minus five.
    """
    tallies = [game(state, seat) for seat in range(state.seats)]
    own = [(points(tally), tally.cards - MOST_CARDS * tally.minus5) for tally in tallies]
    step = state.teams or state.seats  # partners sit so many seats apart
    keys = [tuple(map(sum, zip(*own[seat % step :: step], strict=True))) for seat in range(state.seats)]
    found = []
    for seat, key in enumerate(keys):
        partners = key[0] - own[seat][0]
        parts = _parts(tallies[seat]) + ((("partners", partners),) if partners else ())
        found.append(Score(seat, key[0], 1 + sum(other > key for other in keys), key[1], parts))
    return _team_told(state, found) if state.teams and state.phase == "over" else found


def _team_told(state: Table, found: list[Score]) -> list[Score]:
    """With how the game was won, where one team has won it: its members are named together."""
    team = {state.team(score.seat) for score in found if score.rank == 1}
    if len(team) > 1:
        return found
    won = f"team_{team.pop() + 1}"
    return [score._replace(won=won) if score.rank == 1 else score for score in found]


def _parts(tally: Tally) -> tuple[tuple[str, int], ...]:
    parts = (
        ("treasure", tally.treasure),
        ("jackpot", JACKPOT_POINTS * tally.jackpots),
        ("minus5", -MINUS5_POINTS * tally.minus5),
        ("bomb", -tally.bombs),
    )
    return tuple((name, value) for name, value in parts if value)


def winners(state: Table) -> list[int]:
    """The seats of the best side, or of all that share its place."""
    return [score.seat for score in scores(state) if score.rank == 1]


def tiebreak(state: Table) -> str:
    """What parted the winners from the next: ``points``, ``minus5``, ``cards``; ``shared`` if nothing did."""
    return decided_by(state, scores(state))


def decided_by(state: Table, found: list[Score]) -> str:
    """The same, of scores already counted."""
    best = [score for score in found if score.rank == 1]
    equal = [score for score in found if score.points == best[0].points]
    if len({state.team(score.seat) for score in best}) > 1:
        return "shared"
    if len(equal) == len(best):
        return "points"
    runner_up = max(score.tiebreak for score in equal if score.rank > 1)
    return "cards" if _minus5(runner_up) == _minus5(best[0].tiebreak) else "minus5"


def _minus5(number: int) -> int:
    """The Minus fives in a tie-break number."""
    return -(number // MOST_CARDS)


def returns(state: Table) -> list[float]:
    """Zero-sum: the winners share +1, the losers -1. Raises ValueError while the game goes on."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    won = winners(state)
    sides = len({state.team(seat) for seat in range(state.seats)})
    best = len({state.team(seat) for seat in won})
    loss = -1 / (sides - 1)
    share = -loss * (sides - best) / best
    return [share if seat in won else loss for seat in range(state.seats)]
