"""What a seat knows of hidden things, and how the rest is dealt anew.

Hidden are: the order of the deck, but for the top cards a seat has looked at and returned; before the reveal the
others' dealt characters and picks, after it the ones they rejected; the characters that were not dealt. Which cards
are in the deck is public: every other card lies open or got where it is in the open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.rng import Rng
from board_library.games.treasure_map.setup import ask_draft

if TYPE_CHECKING:
    from board_library.games.treasure_map.table import Table


def known_top(state: Table, seat: int | None) -> int:
    """How many top cards of the deck this seat knows, an open look of its own included."""
    if seat is None:
        return 0
    if state.kind == "orb" and seat == state.active:
        return max(state.peeked[seat], state.info[2] + 1)
    return state.peeked[seat]


def deal_anew(state: Table, seat: int | None, rng: Rng) -> None:
    """Replace all that ``seat`` cannot know by chance, in place."""
    known = known_top(state, seat)
    split = len(state.deck) - known
    unknown = sorted(state.deck[:split])
    rng.shuffle(unknown)
    state.deck = unknown + state.deck[split:]
    if state.options.characters == "two" and any(state.dealt):
        _deal_characters(state, seat, rng)


def _deal_characters(state: Table, seat: int | None, rng: Rng) -> None:
    public = {name for name in state.characters if name is not None}
    own = set(state.dealt[seat]) if seat is not None else set()
    cards = {name for dealt in state.dealt for name in dealt} | set(state.undealt)
    pool = sorted(cards - public - own)
    rng.shuffle(pool)
    for other in range(state.seats):
        if other == seat or not state.dealt[other]:
            continue
        kept = state.characters[other]
        pair = (pool.pop() if kept is None else kept, pool.pop())
        state.dealt[other] = pair if rng.below(2) else pair[::-1]
        if kept is None and state.picks[other] is not None:
            state.picks[other] = pair[0]
    state.undealt = sorted(pool)
    if state.kind == "pick_character":
        ask_draft(state)
