"""What can be chosen before the game: the variants and the readings of debatable rules."""

from dataclasses import dataclass
from typing import Literal

from board_library.engine.errors import OptionError
from board_library.engine.options import Options, house

SuitWithEffect = Literal["anchor", "hook", "cannon", "scroll", "orb", "sabre", "kraken", "key", "chest"]
"""The suits that a learning game can switch off: all but the mermaid, which has no effect."""

EMPTY_STACK_PENALTY = 5
"""Scoring ``penalty``: what each suit missing from a bank costs."""

KRAKEN_DEBT = 2
"""Cards that a kraken demands."""

SCROLL_CARDS = 3
"""Cards that a scroll reveals."""


@dataclass(frozen=True, kw_only=True)
class TreasureMapOptions(Options):
    """Options of a table.

    * ``characters``: ``two`` dealt to each, one kept in secret; ``none``; ``pool``: all 17 face up, picked in turn
      from the last seat down; ``random``: one dealt face up.
    * ``first``: who begins: ``dice``, ``random``, or a seat.
    * ``kraken_counts``: which cards pay a kraken's debt: from the ``deck`` only, or ``any`` card laid.
    * ``discard_view``: ``open`` shows the discard, ``count`` only its size (display only).
    * ``scoring``: ``tops`` of the stacks; ``all`` cards; tops less a ``penalty`` for each suit missing.
    * ``learning``: a game without characters, in which the suits of ``suits_off`` have no effect.

    The rest are house readings; the first value of each is how the rules of this edition are read here:

    * ``busting_anchor``: does an anchor that busts save the cards before it?
    * ``margo_1``: do the two more cards come from the ``raid``, after the anchor, or at random from the ``discard``?
    * ``gunny_2``: does an opponent discard ``instead`` of hitting, or ``also`` after the hit?
    * ``gallagher_1``: is the second card chosen ``after`` the first is finished, or are both stacks named ``before``?
    * ``bonny_1``: is her kraken the only target where it is ``legal`` for the sabre; even with a kraken of one's own
      (``always``); or is it laid ``first``, before the sabre's own choice?
    * ``zahara_1``: does a returned card leave the other looks (``all``), or end them (``until_return``)?
    * ``corsair_1``: are all cards taken from ``one`` opponent or from ``any``?
    * ``laveworld_1``, ``seamus_1``: does a card from ``any`` source go to the bank, or only one from the ``deck``?
    """

    characters: Literal["two", "none", "pool", "random"] = "two"
    first: Literal["dice", "random", "p0", "p1", "p2", "p3"] = "dice"
    kraken_counts: Literal["deck", "any"] = "deck"
    discard_view: Literal["open", "count"] = "open"
    scoring: Literal["tops", "all", "penalty"] = "tops"
    learning: bool = False
    suits_off: frozenset[SuitWithEffect] = frozenset()
    busting_anchor: Literal["saves", "saves_not"] = house("saves")
    margo_1: Literal["raid", "discard"] = house("raid")
    gunny_2: Literal["instead", "also"] = house("instead")
    gallagher_1: Literal["after", "before"] = house("after")
    bonny_1: Literal["legal", "always", "first"] = house("legal")
    zahara_1: Literal["all", "until_return"] = house("all")
    corsair_1: Literal["one", "any"] = house("one")
    laveworld_1: Literal["any", "deck"] = house("any")
    seamus_1: Literal["any", "deck"] = house("any")

    def check(self, seats: int) -> None:
        """A starting seat must exist, and suits can only be off in a learning game."""
        if self.first.startswith("p") and int(self.first[1]) >= seats:
            raise OptionError(f"there is no seat {self.first} at a table of {seats}", option="first", value=self.first)
        if self.suits_off and not self.learning:
            value = ",".join(sorted(self.suits_off))
            raise OptionError("suits can be off in a learning game only", option="suits_off", value=value)
