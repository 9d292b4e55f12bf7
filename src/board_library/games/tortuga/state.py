"""The state of a game without what moves do to it (``rules`` and its companions have that)."""

from __future__ import annotations

from typing import NamedTuple, Self

from board_library.engine.core import Decision, Score, State, View
from board_library.engine.fields import Fields
from board_library.engine.rng import Rng
from board_library.games.tortuga import hidden, offers, scoring, views
from board_library.games.tortuga.captain import Captain, Card
from board_library.games.tortuga.data import CLASS, TOKENS
from board_library.games.tortuga.options import TortugaOptions

NOBODY = -1

SECRET = frozenset({"place", "helpers", "pilot", "chain_shot", "sleeping_draught", "surgeon", "guard", "counter"})
"""Questions whose answers are held: neither they nor their absence tell who has a card (4.8)."""


class Shown(NamedTuple):
    """What both fighters of the last battle have shown each other, attacker first."""

    crews: tuple[tuple[str, ...], tuple[str, ...]]
    helpers: tuple[tuple[str, ...], tuple[str, ...]]
    strengths: tuple[int, int]


class Table(
    Fields,
    State,
    lists="brig cargo disc dropped gone market pdisc pirates placed schooner specialist spoils trophy",
    nested="hand",
):
    """One game in progress, as data. -1 is nobody.

    * ``stage``: setup, start, city, tortuga, over; ``active``: whose turn; ``first``: who began; ``round``: from 1.
    * ``captains`` by seat. ``hand``, ``placed``: the cards dealt, and the place of the one that goes to the garrison.
    * Decks: ``pirates``, ``cargo``, ``specialist``, ``trophy``, ``schooner``, ``brig``: the next card is the last.
      ``pdisc``; ``disc`` by class; ``market`` and ``gone`` (faces, in order of arrival).
    * This turn: ``offers`` made, ``ops`` played, ``steps`` of the visit.
    * City visit: ``mark``: the captain as on arrival or after the last deal, ``dropped`` since then; ``lifted``:
      what is in hand (``hold:gold``, ``crew:1``, ``safe``), ``onto``: where lifted money goes.
    * Draft and offer: ``target``, ``give``, ``take`` (``gold``, ``crew:1``), ``give_sum``, ``take_sum``, ``pledges``,
      ``changes``; ``side``: give or take while a sum is asked.
    * Fight: ``attacker``, ``defender``, ``siege``, ``outcome`` ("" while open; attacker, defender, tie, evaded,
      captain), ``helpers`` that each side has chosen so far, ``guards`` shown, ``shown``: what the fighters have seen.
      They stay to be looked at till the end of the next turn. ``spoils``: cards to be kept or not.
    * Operation that waits for its counter: ``op``, ``op_target``, ``op_slot`` (0: none).
    * ``picks``: what has been chosen so far in a question of several answers.
    * ``winner``, ``claim`` (gold, silver, gems, piastres) and ``over`` ("", cargo, money, limit): how it ended.
    """

    __slots__ = (
        "active", "attacker", "brig", "captains", "cargo", "changes", "claim", "defender", "disc", "dropped", "first",
        "give", "give_sum", "gone", "guards", "hand", "helpers", "lifted", "mark", "market", "offers", "onto", "op",
        "op_slot", "op_target", "ops", "outcome", "over", "pdisc", "picks", "pirates", "placed", "pledges", "round",
        "schooner", "seats", "shown", "side", "siege", "specialist", "spoils", "stage", "steps", "take", "take_sum",
        "target", "trophy", "winner",
    )  # fmt: skip

    def __init__(self, options: TortugaOptions, seats: int) -> None:  # noqa: PLR0915  one line a field
        """A table on which nothing lies yet."""
        self.ply = 0
        self.questions = ()
        self.options = options
        self.seats = seats
        self.stage = "start"
        self.active = 0
        self.first = 0
        self.round = 1
        self.captains = [Captain() for _ in range(seats)]
        self.hand: list[list[Card]] = [[] for _ in range(seats)]
        self.placed = [NOBODY] * seats
        self.pirates: list[str] = []
        self.pdisc: list[str] = []
        self.cargo: list[str] = []
        self.specialist: list[str] = []
        self.trophy: list[str] = []
        self.schooner: list[int] = []
        self.brig: list[int] = []
        self.disc: list[str] = []
        self.market: list[str] = []
        self.gone: list[str] = []
        self.offers = 0
        self.ops = 0
        self.steps = 0
        self.mark: Captain | None = None
        self.dropped: list[Card] = []
        self.lifted = ""
        self.onto = ""
        self.target = NOBODY
        self.give: tuple[str, ...] = ()
        self.take: tuple[str, ...] = ()
        self.give_sum = 0
        self.take_sum = 0
        self.pledges: tuple[str, ...] = ()
        self.changes = 0
        self.side = ""
        self.attacker = NOBODY
        self.defender = NOBODY
        self.siege = False
        self.outcome = ""
        self.helpers: tuple[tuple[str, ...], ...] = ((), ())
        self.guards: tuple[str, ...] = ()
        self.shown: Shown | None = None
        self.spoils: list[Card] = []
        self.op = ""
        self.op_target = NOBODY
        self.op_slot = 0
        self.picks: tuple[str, ...] = ()
        self.winner = NOBODY
        self.claim = ""
        self.over = ""

    def clone(self) -> Self:
        """An independent copy."""
        copy: Self = self._copy()
        copy.captains = [captain.clone() for captain in self.captains]
        copy.mark = self.mark.clone() if self.mark is not None else None
        return copy

    def determinize(self, seat: int | None, rng: Rng) -> Self:
        """A world that ``seat`` cannot tell from this one; ``hidden`` says what a seat knows."""
        world = self.clone()
        hidden.deal_anew(world, seat, rng)
        return world

    def view(self, seat: int | None) -> View:
        """What ``seat`` may see; ``views.view`` documents it."""
        return views.view(self, seat)

    def scores(self) -> list[Score]:
        """Piastres in sight while the game goes on; the order of section 5 at its end."""
        return scoring.scores(self)

    def curve(self) -> list[int]:
        """Piastres in sight."""
        return [captain.safe + captain.port for captain in self.captains]

    def returns(self) -> list[float]:
        """The winners share +1 at the cost of the others. Raises ValueError while the game goes on."""
        return scoring.returns(self)

    def components(self) -> list[str]:
        """Every card, merchant ship and piastre-bearing thing; equal ones are told apart by their number."""
        names = [*self.pirates, *self.pdisc, *self.cargo, *self.specialist, *self.trophy, *self.disc]
        names += [*self.market, *self.gone, *[card.face for card in self.spoils]]
        names += [card.face for card in self.dropped]
        for captain, hand in zip(self.captains, self.hand, strict=True):
            names += [card.face for _, cards in captain.rooms() for card in cards]
            names += [card.face for card in hand]
        counts: dict[str, int] = {}
        found = []
        for name in names:
            counts[name] = counts.get(name, 0) + 1
            found.append(f"{name}_{counts[name]}")
        return found

    # ---- questions

    @property
    def kind(self) -> str:
        """The kind of the open question, "" when the game is over."""
        return self.questions[0].kind if self.questions else ""

    @property
    def asked(self) -> int:
        """The first seat asked."""
        return self.questions[0].seat if self.questions else NOBODY

    def ask(self, kind: str, *seats: int) -> None:
        """Ask what the rules ask in this place."""
        if len(seats) == 1:  # nearly always
            self.questions = (self._decision(kind, seats[0], self.ply),)
        else:
            self.questions = tuple([self._decision(kind, seat, self.ply) for seat in sorted(seats)])

    def ask_again(self, seat: int | None = None) -> None:
        """Ask the open questions (of one seat, with a new stamp; or all, as they were) with what they offer now."""
        self.questions = tuple(
            self._decision(old.kind, old.seat, old.opened if seat is None else self.ply)
            if seat in (None, old.seat)
            else old
            for old in self.questions
        )

    def answered(self, seat: int) -> None:
        """A question asked of several seats at once is closed for one of them."""
        self.questions = tuple(old for old in self.questions if old.seat != seat)

    def _decision(self, kind: str, seat: int, opened: int) -> Decision:
        if kind == "sum":
            return Decision(seat, kind, (), offers.amount(self, seat), opened)
        return Decision(seat, kind, offers.offer(self, kind, seat), None, opened, kind in SECRET)

    # ---- looking

    @property
    def per_player(self) -> bool:
        """Whether ship and city count as one place for duplicates."""
        return bool(self.options.duplicate_ban == "per_player")

    @property
    def bank(self) -> int:
        """Piastres of the bank of Tortuga; below 0 it has written notes."""
        held = sum(captain.safe + captain.port + captain.banked for captain in self.captains)
        return TOKENS - held

    @property
    def merchants_gone(self) -> bool:
        """Whether no merchant ship is left: then discards go to the market at once."""
        return not self.schooner and not self.brig

    def deck(self, kind: str) -> list[str]:
        """The deck of a class of cards."""
        cards: list[str] = getattr(self, kind)
        return cards

    def due(self, n: int) -> int:
        """What the bank pays of a sum: all of it, or what is left."""
        return n if self.options.bank_limit == "notes" else max(0, min(n, self.bank))

    def throw(self, cards: list[Card] | tuple[Card, ...]) -> None:
        """Cards go to their discard, to the market once the merchants are gone; pirates to theirs."""
        for card in cards:
            if CLASS[card.face] == "pirates":
                self.pdisc.append(card.face)
            elif self.merchants_gone:
                self.market.append(card.face)
            else:
                self.disc.append(card.face)

    def spend(self, seat: int, room: str, face: str) -> None:
        """A one-shot card has done its work."""
        self.captains[seat].take(room, face)
        self.gone.append(face)

    def end(self, how: str, winner: int = NOBODY, claim: str = "") -> None:
        """The game is over."""
        self.over, self.winner, self.claim = how, winner, claim
        self.stage = "over"
        self.questions = ()
