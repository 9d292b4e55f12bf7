"""What can be chosen before the game (section 8)."""

from dataclasses import dataclass
from typing import Literal

from board_library.engine.errors import OptionError
from board_library.engine.options import Options, house, number
from board_library.games.pirates.cards import HARD_SETS, SETS

LIMITS = {"easy": 3, "normal": 2, "hard": 1, "very_hard": 1}
"""Cargo cards that may be drawn in one visit, by level."""

SAFETY_NET = 300
HARD_SAFETY_NET = 400
LEAST_ROUNDS, MOST_ROUNDS = 20, 400


@dataclass(frozen=True, kw_only=True)
class PiratesOptions(Options):
    """Options of a table.

    * ``difficulty``: how many cargo cards may be drawn in one visit, and how many treasures win.
    * ``round_limit``: rounds after which the best hoard wins; 0: only the safety net.
    * ``city_choice``: cities are chosen in an order drawn by ``lot``, or dealt at ``random``.
    * ``victory_mode``: a hoard must be claimed by ``declare``, or wins by itself: ``auto``.
    * ``show_tavern_top``: everybody sees the size of the top card of the tavern.
    * ``memo``: the table keeps each captain's notes of what was lawfully seen.
    * ``adjacent_stop``: whoever stops beside a fleet may attack it, or must.
    * ``coast_truce``: nobody shoots at fleets beside the island (``target``), nor from there (``both``).
    * ``bay_wait``: a fleet may stay in a bay, doing nothing.
    * ``lock_without_city``: a captain without cities stays shut out of the bays.
    * ``spy_then_assault``: the city may be stormed in the turn in which it was spied on.
    * ``rescue_ship``: with an empty tavern a captain on a cape may hire a ship out of his own garrisons.
    """

    difficulty: Literal["easy", "normal", "hard", "very_hard"] = "normal"
    round_limit: int = number(0, low=0, high=MOST_ROUNDS, least=LEAST_ROUNDS)
    city_choice: Literal["lot", "random"] = "lot"
    victory_mode: Literal["declare", "auto"] = "declare"
    show_tavern_top: bool = True
    memo: bool = True
    adjacent_stop: Literal["optional", "must_attack"] = house("optional")
    coast_truce: Literal["target", "both"] = house("target")
    bay_wait: bool = house(False)
    lock_without_city: bool = house(False)
    spy_then_assault: bool = house(True)
    rescue_ship: bool = house(True)

    @property
    def limit(self) -> int:
        """Cargo cards that may be drawn in one visit."""
        return LIMITS[self.difficulty]

    @property
    def sets(self) -> tuple[int, ...]:
        """Cards that win, by treasure."""
        return HARD_SETS if self.difficulty == "very_hard" else SETS

    @property
    def rounds(self) -> int:
        """Rounds after which the game is over whatever has happened."""
        return self.round_limit or (HARD_SAFETY_NET if self.difficulty == "very_hard" else SAFETY_NET)

    def check(self, seats: int) -> None:  # noqa: ARG002  all options go with any number of seats
        """A limit of rounds is none at all or long enough."""
        if 0 < self.round_limit < LEAST_ROUNDS:
            message = f"a limit of {self.round_limit} rounds is too short"
            raise OptionError(message, option="round_limit", value=str(self.round_limit))
