"""What can be chosen before the game: its length and the readings of debatable rules."""

from dataclasses import dataclass
from typing import Literal

from board_library.engine.options import Options, house, number

SAFETY_NET = 300
"""Turns of each player after which wealth decides where no limit is chosen; people never meet it."""

SHORTEST = 30
"""The lowest limit of turns that can be chosen."""


@dataclass(frozen=True, kw_only=True)
class SesameOptions(Options):
    """Options of a table.

    * ``round_limit``: after so many turns of each the greatest wealth wins; 0: only the safety net of 300.
    * ``setup_servants``: place servants at corsairs before the first turn?
    * ``prophecy_no_repeat``: must all eleven numbers be named to a sorcerer before one comes again?

    The rest are house readings; the default is how the rules of this edition are read here:

    * ``landing``: is a roll beyond the port, the pier, Rest or the cave enough (``overshoot``), or does it leave the
      pawn in place (``exact``)?
    * ``bank_limit``: is the bank's gold without end (``0``), or is all gold together that of the box (``18780``)?
    * ``cellar_stake``: does the cellar open after winning ``exact``-ly its sum, or ``at_least`` its sum?
    * ``buyer_commission``: is the fifth for a servant part of the price, or does the buyer pay it on top?
    * ``sell_all_first``: may the buy row be entered only without ordinary goods?
    * ``one_magic_good``: may a player hold but one magic good at a time?
    """

    round_limit: int = number(0, low=0, high=SAFETY_NET, least=SHORTEST)
    setup_servants: bool = True
    prophecy_no_repeat: bool = False
    landing: Literal["overshoot", "exact"] = house("overshoot")
    bank_limit: Literal["0", "18780"] = house("0")
    cellar_stake: Literal["exact", "at_least"] = house("exact")
    buyer_commission: Literal["from_price", "surcharge"] = house("from_price")
    sell_all_first: bool = house(False)
    one_magic_good: bool = house(True)

    @property
    def turns(self) -> int:
        """Turns of each player after which the game ends."""
        return self.round_limit or SAFETY_NET
