"""What lies on the table: the state of a game without what moves do to it (``rules`` has that)."""

from __future__ import annotations

from typing import Self

from board_library.engine.core import Score, State, View
from board_library.engine.fields import Fields
from board_library.engine.rng import Rng
from board_library.games.sesame import scoring, views
from board_library.games.sesame.board import CARDS_OF_A_GOOD, GOODS, HARBOUR, ITEMS
from board_library.games.sesame.options import SesameOptions

IN_CELLAR = -1


class Table(
    Fields,
    State,
    lists="pawn servant place money stock holder robbed slain taken named turns rolling winners",
    nested="goods rolls",
):
    """One game in progress, as data. Lists are by seat unless something else is said.

    * ``phase``: roll, servant, turn, over; ``active``: whose turn, -1 before the first; ``first``: the banker.
    * ``kind``: the kind of the open question; ``asked``: the seat that names a number for a sorcerer, else -1.
    * ``moved``: whether the active seat's servant has moved this turn.
    * ``pawn``, ``servant``: cells; ``place``: sea, market, dragon, robber, home, sorcerer.
    * ``money``; ``goods``: cards of each good; ``stock``: those left, by good; ``holder``: by magic good a seat, or
      -1 while it lies in its cellar.
    * ``robbed``: has paid off robbers on this expedition; ``slain``: has beaten the last dragon; ``taken``: bit mask
      of the goods that corsairs have taken on the voyage home; ``named``: bit mask of the numbers that a sorcerer was
      given since all eleven were (option ``prophecy_no_repeat``).
    * ``turns``: turns finished.
    * ``rolls``: rounds of (seat, die, die) before the game; ``rolling``: who rolls in the last round.
    * ``winners`` and ``way`` (``way_1`` to ``way_5``, ``wealth``): how it ended.
    """

    __slots__ = (
        "active", "asked", "first", "goods", "holder", "kind", "money", "moved", "named", "options", "pawn", "phase",
        "place", "robbed", "rolling", "rolls", "seats", "servant", "slain", "stock", "taken", "turns", "way",
        "winners",
    )  # fmt: skip

    def __init__(self, options: SesameOptions, seats: int) -> None:
        """Everybody at home with empty hands; ``setup.deal`` hands out the goods."""
        self.ply = 0
        self.questions = ()
        self.options = options
        self.seats = seats
        self.phase = "roll"
        self.kind = ""
        self.active = -1
        self.first = -1
        self.asked = -1
        self.moved = False
        self.pawn = [HARBOUR] * seats
        self.servant = [HARBOUR] * seats
        self.place = ["sea"] * seats
        self.money = [0] * seats
        self.goods = [[0] * len(GOODS) for _ in range(seats)]
        self.stock = [CARDS_OF_A_GOOD] * len(GOODS)
        self.holder = [IN_CELLAR] * len(ITEMS)
        self.robbed = [False] * seats
        self.slain = [False] * seats
        self.taken = [0] * seats
        self.named = [0] * seats
        self.turns = [0] * seats
        self.rolls: list[list[tuple[int, int, int]]] = []
        self.rolling: list[int] = []
        self.winners: list[int] = []
        self.way = ""

    def determinize(self, seat: int | None, rng: Rng) -> Self:  # noqa: ARG002
        """A copy: nothing is hidden but dice yet to fall (section 7)."""
        return self.clone()

    def view(self, seat: int | None) -> View:
        """What this seat may see; ``views.view`` documents the keys."""
        return views.view(self, seat)

    def returns(self) -> list[float]:
        """1 for a sole winner, -1 shared by the losers; a shared victory is worth its part."""
        return scoring.returns(self)

    def scores(self) -> list[Score]:
        """Wealth by seat; whoever fulfilled a way is first whatever the wealth."""
        return scoring.scores(self)

    def components(self) -> list[str]:
        """All cards, pawns, servants and roubles; cards of a good are numbered, being all alike."""
        held = [self.stock[good] + sum(cards[good] for cards in self.goods) for good in range(len(GOODS))]
        things = [f"{name}:{n}" for name, number in zip(GOODS, held, strict=True) for n in range(number)]
        things += [item for item, seat in zip(ITEMS, self.holder, strict=True) if IN_CELLAR <= seat < self.seats]
        things += [f"pawn:{seat}" for seat, cell in enumerate(self.pawn) if cell]
        things += [f"servant:{seat}" for seat, cell in enumerate(self.servant) if cell]
        return things

    def wealth(self, seat: int) -> int:
        """Gold, goods at the price of the buy row, magic goods at their price."""
        return sum(points for _, points in scoring.parts(self, seat))

    def items(self, seat: int) -> list[int]:
        """Magic goods that a seat holds."""
        return [item for item, holder in enumerate(self.holder) if holder == seat]

    def bank(self) -> int | None:
        """Gold left in the bank, None where it has no end."""
        limit = int(self.options.bank_limit)
        return limit - sum(self.money) if limit else None

    def servant_on(self, cell: str) -> int:
        """Whose servant stands on a cell other than home; -1 for nobody's."""
        return self.servant.index(cell) if cell in self.servant else -1

    def foreign(self, seat: int, cell: str) -> int:
        """Another seat's servant on a cell; -1 if there is none."""
        owner = self.servant_on(cell)
        return -1 if owner == seat else owner
