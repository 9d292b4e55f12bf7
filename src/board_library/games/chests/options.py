"""What can be chosen before the game."""

from dataclasses import dataclass
from typing import Literal

from board_library.engine.errors import OptionError
from board_library.engine.options import Options, number

TEAMS = {"none": 0, "two": 2, "three": 3}
"""Number of teams by option; 0 where everybody plays alone."""

TEAM_SEATS = {"none": (2, 3, 4, 5, 6), "two": (4, 6), "three": (6,)}
"""How many may sit at a table with such teams."""

MOST_ROUNDS = 10


@dataclass(frozen=True, kw_only=True)
class ChestsOptions(Options):
    """Options of a table.

    * ``rounds``: passes through the deck; more than one is the long game (three are a good length).
    * ``jackpot``: one more card, worth 15 points at once. ``bomb``: ``bomb_count`` more traps that cost half of what
      is saved.
    * ``teams``: seats take turns, team = seat modulo number of teams: ``two`` for four or six, ``three`` for six.
    * ``extra_chests``: without them one more Double and one more Shield are in the deck.
    * ``double_mode``: a Double is ``held`` until it is declared, or ``auto``: works as soon as its owner's turn allows.
    * ``agreed_end``: before the first draw of a turn its player may ask all others to end the game.
    * ``first_player``: who begins the first round.
    """

    rounds: int = number(1, low=1, high=MOST_ROUNDS)
    jackpot: bool = False
    bomb: bool = False
    bomb_count: int = number(2, low=1, high=4)
    teams: Literal["none", "two", "three"] = "none"
    extra_chests: bool = True
    double_mode: Literal["held", "auto"] = "held"
    agreed_end: bool = True
    first_player: Literal["random", "p0", "p1", "p2", "p3", "p4", "p5"] = "random"

    def check(self, seats: int) -> None:
        """A starting seat must exist, and teams must be of equal size."""
        if self.first_player.startswith("p") and int(self.first_player[1]) >= seats:
            message = f"there is no seat {self.first_player} at a table of {seats}"
            raise OptionError(message, option="first_player", value=self.first_player)
        if seats not in TEAM_SEATS[self.teams]:
            raise OptionError(f"{seats} seats do not make {self.teams} teams", option="teams", value=self.teams)
