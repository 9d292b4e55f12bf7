"""What lies on the table: the state of a game without what moves do to it (``rules`` and its companions have that)."""

from __future__ import annotations

from typing import NamedTuple, Self

from board_library.engine.core import Decision, Score, State, View
from board_library.engine.fields import Fields
from board_library.engine.rng import Rng
from board_library.games.pirates import cards, hidden, offers, scoring, views
from board_library.games.pirates.board import ANCHOR, BAYS, CITIES, CITY_AT, COAST, NEAR, SHARED
from board_library.games.pirates.cards import CARGO, SHIPS
from board_library.games.pirates.options import PiratesOptions

NOBODY = -1

SECRET = frozenset({"rum_add", "enemy_port"})
"""Questions whose answers are held: how long they take must not tell who has a card."""


class Note(NamedTuple):
    """What a seat has lawfully seen of one place: ``cards`` (kinds, sorted) as they lay there in ``round``.

    ``source``: battle, siege, feast, spy or lost. ``stale``: the round since which a card may have come or gone, 0
    while none has: then the seat knows the place for certain.
    """

    round: int
    source: str
    stale: int
    cards: tuple[int, ...]


class Table(
    Fields,
    State,
    lists="cargo_discard cell grotto lock loot owner ship_discard spies_seen status tavern won",
    nested="garrison hold notes ships store",
):
    """One game in progress, as data. Cards are kinds (``cards``), cells and cities numbers, -1 nobody or none.

    * ``kind``: the open question ("" when over); ``asked``: to whom. ``active``: whose turn; ``first``: the first
      player; ``round``: from 1.
    * By seat: ``cell``, ``ships``, ``hold`` (in order of arrival), ``status`` (free, marooned, recruiting, hangover,
      singing), ``lock``, and ``notes`` by place (``p1.ships``, ``nassau.store``).
    * By city: ``owner``, ``garrison``, ``store``, ``spies_seen`` (Spies publicly known to be in the store).
    * ``tavern``, ``grotto``: the top card is the last; ``under``: Spies publicly known at the bottom of the grotto.
      ``ship_discard``, ``cargo_discard``: (kind, bit mask of who knows it), oldest first.
    * Port: ``steps`` taken, ``then``: what follows (sail, end). ``moved``: whether the fleet has sailed in this turn.
    * Landing: ``spied``: Spies shown at this city; ``out``, ``came``: sizes of ships that a visit of the island
      gave away and brought; ``cargo_out``, ``cargo_in``: numbers of cargo cards.
    * Fight: ``attacker``, ``defender``, ``city`` (of a siege, -1 at sea), ``assault`` (the city behind a sea fight, or
      -1), ``rum_a``, ``rum_d`` shown, ``adds``: how often Rum was asked for; ``stage`` of a feast; ``swapped`` sizes;
      ``sunk``: cargo lost in a feast; ``won``, ``loot``: the beaten fleet; ``picked``: what the winner has chosen so
      far, by target; ``victim``: who is put ashore, and why (``cause``).
    * ``winner``, ``claim`` (treasure) of a claim; ``over``: how the game ended ("", claim, rounds).
    """

    __slots__ = (
        "active", "adds", "asked", "assault", "attacker", "came", "cargo_discard", "cargo_in", "cargo_out", "cause",
        "cell", "city", "claim", "defender", "first", "garrison", "grotto", "hold", "kind", "lock", "loot", "moved",
        "notes", "out", "over", "owner", "picked", "round", "rum_a", "rum_d", "seats", "ship_discard", "ships",
        "spied", "spies_seen", "stage", "status", "steps", "store", "sunk", "swapped", "tavern", "then", "under",
        "victim", "winner", "won",
    )  # fmt: skip

    def __init__(self, options: PiratesOptions, seats: int) -> None:  # noqa: PLR0915  one line a field
        """An empty sea: nobody has a city, all cards lie on the island in canonical order."""
        self.ply = 0
        self.questions = ()
        self.options = options
        self.seats = seats
        self.kind = ""
        self.asked = NOBODY
        self.active = 0
        self.first = NOBODY
        self.round = 1
        self.cell = [NOBODY] * seats
        self.ships: list[list[int]] = [[] for _ in range(seats)]
        self.hold: list[list[int]] = [[] for _ in range(seats)]
        self.status = ["free"] * seats
        self.lock = [False] * seats
        self.notes: list[dict[str, Note]] = [{} for _ in range(seats)]
        self.owner = [NOBODY] * len(CITIES)
        self.garrison: list[list[int]] = [[] for _ in CITIES]
        self.store: list[list[int]] = [[] for _ in CITIES]
        self.spies_seen = [0] * len(CITIES)
        self.tavern: list[int] = []
        self.grotto: list[int] = []
        self.under = 0
        self.ship_discard: list[tuple[int, int]] = []
        self.cargo_discard: list[tuple[int, int]] = []
        self.steps = 0
        self.then = ""
        self.moved = False
        self.spied = 0
        self.out: tuple[int, ...] = ()
        self.came: tuple[int, ...] = ()
        self.cargo_out = 0
        self.cargo_in = 0
        self.attacker = NOBODY
        self.defender = NOBODY
        self.city = NOBODY
        self.assault = NOBODY
        self.rum_a = 0
        self.rum_d = 0
        self.adds = 0
        self.stage = ""
        self.swapped: tuple[int, ...] = ()
        self.sunk = 0
        self.won: list[int] = []
        self.loot: list[int] = []
        self.picked: tuple[str, ...] = ()
        self.victim = NOBODY
        self.cause = ""
        self.winner = NOBODY
        self.claim = NOBODY
        self.over = ""

    def determinize(self, seat: int | None, rng: Rng) -> Self:
        """A world that ``seat`` cannot tell from this one; ``hidden`` says what a seat knows."""
        world = self.clone()
        hidden.deal_anew(world, seat, rng)
        return world

    def view(self, seat: int | None) -> View:
        """What ``seat`` may see; ``views.view`` documents it."""
        return views.view(self, seat)

    def scores(self) -> list[Score]:
        """Cities owned while the game goes on; the order of section 5 at its end."""
        return scoring.scores(self)

    def curve(self) -> list[int]:
        """Cities owned."""
        return [len(self.cities(seat)) for seat in range(self.seats)]

    def returns(self) -> list[float]:
        """The winners share +1 at the cost of the others. Raises ValueError while the game goes on."""
        return scoring.returns(self)

    def components(self) -> list[str]:
        """Every card, wherever it lies: equal ones are told apart by their number in this list only."""
        ships = [kind for place in (*self.ships, *self.garrison, self.tavern, self.won) for kind in place]
        cargo = [kind for place in (*self.hold, *self.store, self.grotto, self.loot) for kind in place]
        ships += [kind for kind, _ in self.ship_discard]
        cargo += [kind for kind, _ in self.cargo_discard]
        named = [SHIPS[kind] for kind in ships] + [CARGO[kind] for kind in cargo]
        counts: dict[str, int] = {}
        found = []
        for name in named:
            counts[name] = counts.get(name, 0) + 1
            found.append(f"{name}_{counts[name]}")
        return found

    def ask(self, kind: str, seat: int) -> None:
        """Ask a seat what the rules ask in this place."""
        self.kind = kind
        self.asked = seat
        self._put(self.ply)

    def ask_again(self) -> None:
        """Ask the open question as if it had just come up, but with its old stamp."""
        if self.questions:
            self._put(self.questions[0].opened)

    def _put(self, opened: int) -> None:
        listed, amount = offers.offer(self)
        self.questions = (Decision(self.asked, self.kind, listed, amount, opened, self.kind in SECRET),)

    # ---- looking

    def port(self, seat: int) -> int:
        """The city at whose anchor a seat's fleet lies, -1 for none."""
        return CITY_AT.get(self.cell[seat], NOBODY)

    def home(self, seat: int) -> int:
        """The own city at whose anchor a seat's fleet lies, -1 for none."""
        city = self.port(seat)
        return city if city >= 0 and self.owner[city] == seat else NOBODY

    def is_guest(self, seat: int) -> bool:
        """On an anchor, bay or cape that is not its own city's anchor: it must leave."""
        return self.cell[seat] in SHARED and self.home(seat) < 0

    def cities(self, seat: int) -> tuple[int, ...]:
        """The cities a seat owns, by letter."""
        return tuple(city for city, owner in enumerate(self.owner) if owner == seat)

    def refuges(self, seat: int) -> tuple[int, ...]:
        """Where a seat may flee to: its cities, but not the one it lies at."""
        return tuple(city for city in self.cities(seat) if ANCHOR[city] != self.cell[seat])

    def speed(self, seat: int) -> int:
        """Moving force of a fleet."""
        return cards.speed(self.ships[seat])

    def targets(self, seat: int) -> tuple[int, ...]:
        """The seats whose fleets may be challenged from where a seat lies."""
        here = self.cell[seat]
        if self.options.coast_truce == "both" and here in COAST:
            return ()
        near = NEAR[here]
        return tuple(
            [
                other
                for other, cell in enumerate(self.cell)
                if (cell == here or cell in near) and other != seat and self.ships[other] and cell not in COAST
            ]
        )

    def in_bay(self, seat: int) -> bool:
        """Whether a fleet lies in a bay."""
        return self.cell[seat] in BAYS

    def claimable(self, seat: int) -> int:
        """The own city at whose anchor a seat lies, if its store wins; else -1."""
        city = self.home(seat)
        return city if city >= 0 and scoring.winning(self.options, self.store[city]) >= 0 else NOBODY

    # ---- what is known

    def place_cards(self, place: str) -> list[int]:
        """The cards of a place of the notes."""
        where, _, what = place.partition(".")
        if where in CITIES:
            return (self.garrison if what == "ships" else self.store)[CITIES.index(where)]
        return (self.ships if what == "ships" else self.hold)[int(where[1:])]

    def note(self, seat: int, place: str, source: str) -> None:
        """A seat has now seen all cards of a place."""
        self.notes[seat][place] = Note(self.round, source, 0, tuple(sorted(self.place_cards(place))))

    def touch(self, place: str) -> None:
        """A card has come to a place or left it: what others have seen there may be out of date."""
        for notes in self.notes:
            seen = notes.get(place)
            if seen is not None and not seen.stale:
                notes[place] = seen._replace(stale=self.round)

    def knows(self, seat: int, place: str) -> bool:
        """Whether a seat has seen all cards of a place and none has moved since."""
        seen = self.notes[seat].get(place)
        return seen is not None and not seen.stale
