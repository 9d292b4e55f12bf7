"""What lies on the table: the state of a game without what moves do to it (``rules`` has that)."""

from __future__ import annotations

from typing import Self

from board_library.engine.core import Score, State, View
from board_library.engine.fields import Fields
from board_library.engine.rng import Rng
from board_library.games.chests import hidden, scoring, views
from board_library.games.chests.cards import CARDS, DOUBLED, VALUE
from board_library.games.chests.options import TEAMS, ChestsOptions
from board_library.games.chests.scoring import Tally


class Table(
    Fields,
    State,
    lists="history deck discard row skip under losses votes",
    nested="treasury held penalties jackpots",
):
    """One game in progress, as data. Cards are numbers (``cards``), -1 stands for no card or nobody.

    * ``phase``: turn, snatch_pick, theft_pick, swap_pick, swap_take, gift_pick, gift_to, end_vote, over.
    * ``active``: whose turn; ``first``: who began this round; ``round``: from 1; ``history``: by finished round what
      each seat made of it.
    * ``deck``: the top card is the last; ``discard``: in the order in which cards came there; ``row``: the treasures
      drawn this turn, in order.
    * By seat: ``treasury``, ``held`` (Doubles and Shields), ``penalties`` (Minus fives and Bombs), ``jackpots``, and
      ``skip``, the Skip card in front of it.
    * ``under``: the Double under a treasure, by treasure; ``losses``: what a Bomb cost, by Bomb.
    * ``double`` and ``shield``: the active bonuses; ``sprung``: the trap that counts this turn (it may lie elsewhere by
      now); ``drawn``: draws this turn.
    * ``played``: the card whose question is open; ``given``: the card already chosen for a Swap or a Gift.
    * ``proposed``: bit mask of the seats that have proposed the end this round; ``votes``: by seat, None if not in.
    """

    __slots__ = (
        "active", "deck", "discard", "double", "drawn", "first", "given", "held", "history", "jackpots", "losses",
        "penalties", "phase", "played", "proposed", "round", "row", "seats", "shield", "skip", "sprung", "teams",
        "treasury", "under", "votes",
    )  # fmt: skip

    def __init__(self, options: ChestsOptions, seats: int) -> None:
        """An empty table of the first round."""
        self.ply = 0
        self.questions = ()
        self.options = options
        self.seats = seats
        self.teams = TEAMS[options.teams]
        self.phase = "turn"
        self.active = 0
        self.first = 0
        self.round = 1
        self.history: list[tuple[Tally, ...]] = []
        self.clear()

    def clear(self) -> None:
        """Take all cards off the table: a round begins."""
        seats = self.seats
        self.deck: list[int] = []
        self.discard: list[int] = []
        self.row: list[int] = []
        self.treasury: list[list[int]] = [[] for _ in range(seats)]
        self.held: list[list[int]] = [[] for _ in range(seats)]
        self.penalties: list[list[int]] = [[] for _ in range(seats)]
        self.jackpots: list[list[int]] = [[] for _ in range(seats)]
        self.skip = [-1] * seats
        self.under: dict[int, int] = {}
        self.losses: dict[int, int] = {}
        self.double = -1
        self.shield = -1
        self.sprung = -1
        self.drawn = 0
        self.played = -1
        self.given = -1
        self.proposed = 0
        self.votes: list[bool | None] = [None] * seats

    def determinize(self, seat: int | None, rng: Rng) -> Self:
        """A world that ``seat`` cannot tell from this one: another order of the deck, other sealed votes."""
        world = self.clone()
        hidden.deal_anew(world, seat, rng)
        return world

    def view(self, seat: int | None) -> View:
        """What ``seat`` may see; ``views.view`` documents it."""
        return views.view(self, seat)

    def scores(self) -> list[Score]:
        """Totals as of now, the row left out; with teams those of the team."""
        return scoring.scores(self)

    def returns(self) -> list[float]:
        """The winners share +1 at the cost of the others. Raises ValueError while the game goes on."""
        return scoring.returns(self)

    def components(self) -> list[str]:
        """Every card of the round, wherever it lies."""
        cards = [*self.deck, *self.discard, *self.row, *self.under.values()]
        for pile in (self.treasury, self.held, self.penalties, self.jackpots):
            for own in pile:
                cards += own
        cards += [card for card in (*self.skip, self.double, self.shield, self.played) if card >= 0]
        return [CARDS[card] for card in cards]

    # ---- looking

    def worth(self, card: int) -> int:
        """Points of a treasure with what lies under it; 0 for any other card."""
        return VALUE[card] * DOUBLED if card in self.under else VALUE[card]

    def row_sum(self) -> int:
        """What the row is worth: what a second trap would burn."""
        return sum([self.worth(card) for card in self.row] if self.under else [VALUE[card] for card in self.row])

    def team(self, seat: int) -> int:
        """The side that a seat plays for: its team, or itself."""
        return seat % self.teams if self.teams else seat

    def opponents(self, seat: int) -> list[int]:
        """The seats of other sides, clockwise from ``seat``."""
        around = [(seat + step) % self.seats for step in range(1, self.seats)]
        return [other for other in around if self.team(other) != self.team(seat)] if self.teams else around

    def movable(self, seat: int) -> list[int]:
        """The cards of a seat that may be taken, swapped or given: treasures saved, and bonuses held."""
        return self.treasury[seat] + self.held[seat]
