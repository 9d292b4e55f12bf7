"""What nobody can know, and how it is dealt anew: the order of the deck, and others' votes until the last is in.

Which cards are in the deck is public: every other card of the round lies open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.rng import Rng

if TYPE_CHECKING:
    from board_library.games.chests.table import Table


def deal_anew(state: Table, seat: int | None, rng: Rng) -> None:
    """Replace all that ``seat`` cannot know by chance, in place."""
    state.deck.sort()
    rng.shuffle(state.deck)
    for other, vote in enumerate(state.votes):
        if vote is not None and other != seat:
            state.votes[other] = rng.below(2) == 1
