"""What can be chosen before the game (section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from board_library.engine.errors import OptionError
from board_library.engine.options import Options, house, number
from board_library.games.tortuga.data import STEP


@dataclass(frozen=True, kw_only=True)
class TortugaOptions(Options):
    """Options of a table.

    * ``start_piastres``: what everybody begins with.
    * ``deals``, ``offers_per_turn``: whether private deals are made, and how many offers one may make in a turn.
    * ``round_limit``: rounds after which the best progress wins.
    * ``auto_declare``: whoever leaves his city with a winning hoard declares it by itself.
    * ``duplicate_ban``: two equal specialists or trophies may not lie in one place, or not with one player at all.
    * ``market_opens``: what was sold to Tortuga can be bought at once, or after the last merchant ship.
    * ``bank_limit``: the bank writes notes when its tokens are out, or pays what it has.
    * ``tie``: equal strength is a stand-off, or more black men win.
    * ``helpers``: all helpers of a battle count and are spent, or those that both sides choose.
    * ``siege_loser_piastres``: whoever loses a siege keeps his safe, or it goes to the defender's port.
    * ``ops_per_turn``: operations before the option of a turn.
    """

    start_piastres: int = number(200, low=0, high=2000)
    deals: bool = True
    offers_per_turn: int = number(3, low=1, high=3)
    round_limit: int = number(150, low=10, high=300)
    auto_declare: bool = False
    duplicate_ban: Literal["per_place", "per_player"] = house("per_place")
    market_opens: Literal["at_once", "after_brigs"] = house("at_once")
    bank_limit: Literal["notes", "hard"] = house("notes")
    tie: Literal["standoff", "blacks"] = house("standoff")
    helpers: Literal["all", "chosen"] = house("all")
    siege_loser_piastres: Literal["keep", "to_defender"] = house("keep")
    ops_per_turn: int = number(1, low=0, high=3, house=True)

    def check(self, seats: int) -> None:  # noqa: ARG002  all options go with any number of seats
        """Money goes by hundreds."""
        if self.start_piastres % STEP:
            message = f"{self.start_piastres} piastres cannot be paid in steps of {STEP}"
            raise OptionError(message, option="start_piastres", value=str(self.start_piastres))
