"""What lies on the table: the state of a game without what moves do to it (``rules`` has that)."""

from __future__ import annotations

from operator import attrgetter
from typing import Self

from board_library.engine.core import Score, State, View
from board_library.engine.fields import fields_of
from board_library.engine.native import mypyc_attr
from board_library.engine.rng import Rng
from board_library.games.treasure_map import hidden, moves, scoring, views
from board_library.games.treasure_map.cards import ANCHOR, HOOK, KRAKEN, MERMAID, SUIT, SUIT_NUMBER, SUITS, names
from board_library.games.treasure_map.characters import MARGO_SAVES
from board_library.games.treasure_map.options import TreasureMapOptions

Frame = tuple[str | int, ...]
"""An effect that waits: its name and its numbers."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(State):
    """One game in progress, as data.

    * ``phase``: draft, target, dice, turn, over; ``active``: whose turn, -1 before the first.
    * ``deck``: the top card is the last; ``discard``: sorted; ``raid``: in laying order; ``hooked``: those of the
      raid that a hook laid this turn.
    * ``banks``: by seat and suit a tuple of cards, lowest first.
    * ``characters``: by seat, None before the reveal or without characters; ``dealt`` and ``picks``: the draft;
      ``undealt``: the rest of the 17, the open pool while it is picked from.
    * ``bonny_1``, ``gunny_2``, ``margo_2``, ``seamus_2``: the seats of the characters that act in others' turns, or
      -1; ``margo_target``: whose busts feed Margo, or -1.
    * ``kraken_due``: cards still to be laid before robbing.
    * ``peeked``: by seat how many top cards of the deck it has seen and returned.
    * ``rolls``: rounds of (seat, value); ``rolling``: who rolls in the last round; ``first``: who began.
    * ``kind`` and ``info``: the open question; ``info`` holds for a hook (nth, of, suit named first or -1), a scroll
      the cards revealed, an orb (look, looks, place from the top), the corsair (cards left, victim or -1).
    * ``off``: bit mask of the suits without effect.
    """

    __slots__ = (
        "active", "banks", "bonny_1", "characters", "dealt", "deck", "discard", "first", "frames", "gunny_2",
        "hooked", "info", "kind", "kraken_due", "margo_2", "margo_target", "off", "options", "peeked", "phase",
        "picks", "raid", "rolling", "rolls", "seamus_2", "seats", "undealt",
    )  # fmt: skip

    def __init__(self, options: TreasureMapOptions, seats: int) -> None:
        """An empty table: ``setup.new_game`` deals."""
        self.ply = 0
        self.questions = ()
        self.options = options
        self.seats = seats
        self.phase = "draft"
        self.active = -1
        self.first = -1
        self.deck: list[int] = []
        self.discard: list[int] = []
        self.raid: list[int] = []
        self.hooked: list[int] = []
        self.frames: list[Frame] = []
        self.banks: list[list[tuple[int, ...]]] = [[()] * len(SUITS) for _ in range(seats)]
        self.dealt: list[tuple[str, ...]] = [()] * seats
        self.picks: list[str | None] = [None] * seats
        self.undealt: list[str] = []
        self.set_characters([None] * seats)
        self.margo_target = -1
        self.kraken_due = 0
        self.peeked = [0] * seats
        self.rolls: list[list[tuple[int, int]]] = []
        self.rolling: list[int] = []
        self.kind = ""
        self.info: tuple[int, ...] = ()
        off = options.suits_off if options.learning else ()
        self.off = sum(1 << SUIT_NUMBER[name] for name in off)

    def clone(self) -> Self:
        """An independent copy, written out to be compiled: one made up at run time cost a search 0.3 of its speed."""
        kind = type(self)
        copy: Self = kind.__new__(kind)
        copy.active = self.active
        copy.banks = [inner.copy() for inner in self.banks]
        copy.bonny_1 = self.bonny_1
        copy.characters = self.characters.copy()
        copy.dealt = self.dealt.copy()
        copy.deck = self.deck.copy()
        copy.discard = self.discard.copy()
        copy.first = self.first
        copy.frames = self.frames.copy()
        copy.gunny_2 = self.gunny_2
        copy.hooked = self.hooked.copy()
        copy.info = self.info
        copy.kind = self.kind
        copy.kraken_due = self.kraken_due
        copy.margo_2 = self.margo_2
        copy.margo_target = self.margo_target
        copy.off = self.off
        copy.options = self.options
        copy.peeked = self.peeked.copy()
        copy.phase = self.phase
        copy.picks = self.picks.copy()
        copy.ply = self.ply
        copy.questions = self.questions
        copy.raid = self.raid.copy()
        copy.rolling = self.rolling.copy()
        copy.rolls = [inner.copy() for inner in self.rolls]
        copy.seamus_2 = self.seamus_2
        copy.seats = self.seats
        copy.undealt = self.undealt.copy()
        return copy

    def __eq__(self, other: object) -> bool:
        """Equal in every field."""
        return isinstance(other, Table) and bool(_values(self) == _values(other))

    __hash__ = None  # type: ignore[assignment]

    def set_characters(self, characters: list[str | None]) -> None:
        """Who is who, and where the characters sit that act in others' turns."""
        self.characters = characters
        self.bonny_1 = self._seat_of("bonny_1")
        self.gunny_2 = self._seat_of("gunny_2")
        self.margo_2 = self._seat_of("margo_2")
        self.seamus_2 = self._seat_of("seamus_2")

    def _seat_of(self, character: str) -> int:
        return self.characters.index(character) if character in self.characters else -1

    def determinize(self, seat: int | None, rng: Rng) -> Self:
        """A world that this seat cannot tell from the real one (``hidden`` says what it knows)."""
        world = self.clone()
        hidden.deal_anew(world, seat, rng)
        return world

    def view(self, seat: int | None) -> View:
        """What this seat may see; ``views.view`` documents the keys."""
        return views.view(self, seat)

    def returns(self) -> list[float]:
        """1 for a sole winner, -1 shared by the losers; a shared victory is worth its part (two seats: 0)."""
        return scoring.returns(self)

    def scores(self) -> list[Score]:
        """One score a seat, as if the game ended now."""
        return scoring.scores(self)

    def components(self) -> list[str]:
        """All 60 cards and all characters, wherever they lie."""
        cards = [*self.deck, *self.discard, *self.raid]
        for bank in self.banks:
            for stack in bank:
                cards.extend(stack)
        characters = [*self.undealt]
        for dealt in self.dealt:
            characters.extend(dealt)
        return [*names(cards), *characters]

    def redirected(self, suit: int, *, from_deck: bool) -> bool:
        """Whether a card of this suit, laid now, goes to the active player's bank instead."""
        if suit == MERMAID:
            return self.characters[self.active] == "laveworld_1" and (from_deck or self.options.laveworld_1 == "any")
        if suit == KRAKEN:
            return self.characters[self.active] == "seamus_1" and (from_deck or self.options.seamus_1 == "any")
        return False

    def put(self, seat: int, card: int) -> None:
        """Put a card into a bank."""
        bank, suit = self.banks[seat], SUIT[card]
        stack = bank[suit]
        bank[suit] = (*stack, card) if not stack or stack[-1] < card else tuple(sorted((*stack, card)))

    def take_top(self, seat: int, suit: int) -> int:
        """Take the top card of a stack."""
        bank = self.banks[seat]
        card = bank[suit][-1]
        bank[suit] = bank[suit][:-1]
        return card

    def stacks(self, seat: int) -> int:
        """Bit mask of a bank's non-empty stacks."""
        mask, bit = 0, 1
        for stack in self.banks[seat]:
            if stack:
                mask |= bit
            bit <<= 1
        return mask

    def forced_by_bonny(self) -> bool:
        """Whether an opposing ``bonny_1`` is why the open sabre has no other target."""
        bonny = self.bonny_1
        if bonny in (-1, self.active) or self.options.bonny_1 == "first":
            return False
        return self.questions[0].moves == moves.stacks_of("sabre", bonny, 1 << KRAKEN)

    def saved(self, row: list[int]) -> tuple[list[int], list[str]]:
        """Which cards of the raid ``row`` survive a bust and why; a busting card is not in the row."""
        kept: list[int] = []
        reasons: list[str] = []
        anchor = next((i for i in range(len(row) - 1, -1, -1) if SUIT[row[i]] == ANCHOR), -1)
        if anchor >= 0 and not self.off & 1 << ANCHOR:
            kept = row[:anchor]
            if kept:
                reasons.append("anchor")
            if self.characters[self.active] == "margo_1" and self.options.margo_1 == "raid":
                more = row[anchor + 1 : anchor + 1 + MARGO_SAVES]
                kept = kept + more
                if more:
                    reasons.append("margo_1")
        if self.characters[self.active] == "gallagher_2":
            hooks = [card for card in row if (SUIT[card] == HOOK or card in self.hooked) and card not in kept]
            if hooks:
                kept = kept + hooks
                reasons.append("gallagher_2")
        return kept, reasons


_values = attrgetter(*fields_of(Table))
