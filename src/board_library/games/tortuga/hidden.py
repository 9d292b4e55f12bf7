"""What a seat does not know is dealt anew (section 6).

Certain for a seat are: its own things; cards that bear its mark, in public places; the market and what is gone; how
many cards lie anywhere, warehouses taken together; the sizes of pirates; what merchant ships are left; and how much
money a captain has in all his banks. Everything else is chance, within the limits of a city.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.rng import Rng
from board_library.games.tortuga import offers
from board_library.games.tortuga.captain import EVERYBODY, ROOMS, SPECTATOR, Captain, Card
from board_library.games.tortuga.data import CLASS, CLASSES, SIZE, STEP, WAREHOUSE_ROOM

if TYPE_CHECKING:
    from board_library.games.tortuga.state import Table


def deal_anew(state: Table, seat: int | None, rng: Rng) -> None:
    """Replace all that ``seat`` (None: a spectator) cannot know by chance, in place."""
    world = _World(state, seat, rng)
    world.pirates()
    for kind in CLASSES:
        world.cards(kind)
    world.order()
    for captain, _ in world.settled:
        world.split_banks(captain)
    if state.mark is not None and state.active != seat:
        world.disarrange(state.captains[state.active], state.mark)
    for deck in (state.schooner, state.brig):
        deck.sort()
        rng.shuffle(deck)
    state.disc.sort()
    state.market.sort()
    _private(state, seat, rng)
    state.ask_again()


class _World:
    """One dealing. ``settled``: every captain but the viewer as he lies within the limits, with his seat.

    ``walls``: the ids of their warehouses, as another room may hold equal cards.
    """

    def __init__(self, state: Table, seat: int | None, rng: Rng) -> None:
        self.state, self.rng, self.seat = state, rng, seat
        self.bit = SPECTATOR if seat is None else 1 << seat
        self.settled: list[tuple[Captain, int]] = []
        for other, captain in enumerate(state.captains):
            if other == seat:
                self._forget_marks(captain, other)
            elif other == state.active and state.mark is not None:
                self.settled.append((state.mark, other))
            else:
                self.settled.append((captain, other))
        self.walls = frozenset([id(cards) for captain, _ in self.settled for cards in captain.wh])
        if state.mark is not None and state.active == seat:
            self._forget_marks(state.mark, state.active)
            state.dropped = sorted(self._marked(card, state.active) for card in state.dropped)

    def knows(self, card: Card) -> bool:
        """Whether the viewer knows this face."""
        return bool(card.known & self.bit)

    def _marked(self, card: Card, owner: int) -> Card:
        """A known card, with the marks of its owner and the viewer alone, or of everybody."""
        return Card(card.face, EVERYBODY if card.known & SPECTATOR else 1 << owner | card.known & self.bit)

    def _forget_marks(self, captain: Captain, owner: int) -> None:
        for name, cards in captain.rooms():
            cards[:] = [self._marked(card, owner) for card in cards]
            if name not in ("crew", "gar"):
                cards.sort()

    def _spoils_owner(self) -> int:
        return self.state.asked

    # ---- pirates

    def pirates(self) -> None:
        """Deal pirates under their sizes; the rest lies in the deck and the discard."""
        state = self.state
        lists = [(cards, owner) for captain, owner in self.settled for cards in (captain.crew, captain.gar)]
        lists += [(cards, owner) for owner, cards in enumerate(state.hand) if owner != self.seat]
        pool: dict[int, list[str]] = {}
        hidden = [card.face for cards, _ in lists for card in cards if not self.knows(card)]
        for face in sorted([*state.pirates, *state.pdisc, *hidden]):
            pool.setdefault(SIZE[face], []).append(face)
        for faces in pool.values():
            self.rng.shuffle(faces)
        for cards, owner in lists:
            for k, card in enumerate(cards):
                known = self.knows(card)
                cards[k] = self._marked(card, owner) if known else Card(pool[SIZE[card.face]].pop(), 1 << owner)
        rest = sorted(face for faces in pool.values() for face in faces)
        self.rng.shuffle(rest)
        n = len(state.pirates)
        state.pirates, state.pdisc = rest[:n], sorted(rest[n:])

    # ---- cargo, specialists, trophies

    def cards(self, kind: str) -> None:
        """Deal one class: no two equal specialists or trophies in one city or on one ship."""
        state = self.state
        ship, port, closed = ROOMS[kind]
        groups: list[list[tuple[list[Card], int]]] = []
        for captain, owner in self.settled:
            aboard = [(captain.room(ship), owner)]
            walls = captain.wh if kind == "cargo" else [captain.room(closed)]
            city = [(captain.room(port), owner), *[(cards, owner) for cards in walls if not self._shown(owner, kind)]]
            groups += [aboard + city] if state.per_player else [aboard, city]
        spoils = [card for card in state.spoils if CLASS[card.face] == kind]
        others = [card for card in state.spoils if CLASS[card.face] != kind]
        groups.append([(spoils, self._spoils_owner())])
        deck = state.deck(kind)
        thrown = [face for face in state.disc if CLASS[face] == kind]
        pool = deck + thrown
        pool += [card.face for group in groups for cards, _ in group for card in cards if not self.knows(card)]
        pool.sort()
        self.rng.shuffle(pool)
        dealt = [self._take_known(group, pool, kind) for group in groups]
        for group, faces in zip(groups, dealt, strict=True):
            self._fill(group, faces, kind)
        state.spoils = sorted([*others, *groups[-1][0][0]])
        n = len(deck)
        state.disc = [face for face in state.disc if CLASS[face] != kind] + pool[n:]
        deck[:] = pool[:n]

    def _shown(self, owner: int, kind: str) -> bool:
        """Whether everybody sees the warehouses of a captain at the end of the game."""
        state = self.state
        return kind == "cargo" and (state.over == "limit" or (state.over == "cargo" and owner == state.winner))

    def _take_known(self, group: list[tuple[list[Card], int]], pool: list[str], kind: str) -> list[str]:
        """Faces out of the pool for the unknown cards of a group."""
        known = [card.face for cards, _ in group for card in cards if self.knows(card)]
        have = set(known)
        found: list[str] = []
        for _ in range(sum([len(cards) for cards, _ in group]) - len(known)):
            k = len(pool) - 1
            if kind != "cargo":
                k = next((k for k in range(len(pool) - 1, -1, -1) if pool[k] not in have), k)
            face = pool.pop(k)
            have.add(face)
            found.append(face)
        return found

    def _fill(self, group: list[tuple[list[Card], int]], faces: list[str], kind: str) -> None:
        """Put the dealt faces where unknown cards lay; cargo behind walls is split over the warehouses anew."""
        left = faces[:]
        walls = self.walls if kind == "cargo" else frozenset()
        for cards, owner in group:
            if id(cards) not in walls:
                cards[:] = sorted(
                    [self._marked(card, owner) if self.knows(card) else Card(left.pop(), 1 << owner) for card in cards]
                )
        warehouses = [cards for cards, _ in group if id(cards) in walls]
        if warehouses:
            owner = group[0][1]
            known = [self._marked(card, owner) for cards in warehouses for card in cards if self.knows(card)]
            self.spread([*sorted(known), *[Card(face, 1 << owner) for face in left]], warehouses)

    def spread(self, cards: list[Card], warehouses: list[list[Card]], room: int = WAREHOUSE_ROOM) -> None:
        """Split cargo over warehouses."""
        for warehouse in warehouses:
            warehouse.clear()
        for card in cards:
            open_ = [warehouse for warehouse in warehouses if len(warehouse) < room]
            self.rng.choice(open_ or warehouses).append(card)
        for warehouse in warehouses:
            warehouse.sort()

    def split_banks(self, captain: Captain) -> None:
        """Split the money of a captain over his banks; not where the end of the game has shown it."""
        over = self.state.over
        if len(captain.banks) < 2 or over == "limit":
            return
        if over == "money" and captain is self.state.captains[self.state.winner]:
            return
        whole = captain.banked // STEP
        cuts = sorted(self.rng.below(whole + 1) for _ in captain.banks[1:])
        captain.banks = [(b - a) * STEP for a, b in zip([0, *cuts], [*cuts, whole], strict=True)]

    def order(self) -> None:
        """What fits nowhere else lies in canonical order."""
        self.state.pdisc.sort()

    # ---- a city visit of somebody else

    def disarrange(self, captain: Captain, mark: Captain) -> None:
        """The visitor's things as they lie now are those of ``mark``, moved in a way that looks the same."""
        owner = self.state.active
        for kind, rooms in ROOMS.items():
            before = [card for cards in _places(mark, rooms.ship, rooms.port, rooms.closed) for card in cards]
            now = _places(captain, rooms.ship, rooms.port, rooms.closed)
            dropped = [card for card in self.state.dropped if CLASS[card.face] == kind]
            others = [card for card in self.state.dropped if CLASS[card.face] != kind]
            hidden = sorted(card for card in before if not self.knows(card))
            self.rng.shuffle(hidden)
            walls = captain.wh if kind == "cargo" else []
            for cards in [*now, dropped]:
                if not any(cards is wall for wall in walls):
                    self._replace(cards, hidden, owner, pirates=kind == "pirates")
            if walls:
                known = [self._marked(card, owner) for cards in walls for card in cards if self.knows(card)]
                count = sum(map(len, walls)) - len(known)
                rest = sorted(known) + [hidden.pop() for _ in range(count)]
                self.spread(rest, walls, room=len(rest))
            self.state.dropped = sorted([*others, *dropped])
        if len(captain.banks) > 1:
            self.split_banks(captain)

    def _replace(self, cards: list[Card], hidden: list[Card], owner: int, *, pirates: bool) -> None:
        for k, card in enumerate(cards):
            if self.knows(card):
                cards[k] = self._marked(card, owner)
            elif pirates:
                place = next(j for j, other in enumerate(hidden) if SIZE[other.face] == SIZE[card.face])
                cards[k] = hidden.pop(place)
            else:
                cards[k] = hidden.pop()
        if not pirates:
            cards.sort()


def _places(captain: Captain, *names: str) -> list[list[Card]]:
    found: list[list[Card]] = []
    for name in names:
        if name == "w":
            found += captain.wh
        elif name:
            found.append(captain.room(name))
    return found


def _private(state: Table, seat: int | None, rng: Rng) -> None:
    """What only the seat asked, or the fighters, may know of a step that is not finished."""
    active, kind = state.active, state.kind
    if seat not in (state.attacker, state.defender):
        state.shown = None
    for question in state.questions:
        if question.seat != seat:
            state.picks = ()
    state.placed = [
        slot if other == seat or slot < 0 else rng.below(len(state.hand[other]))
        for other, slot in enumerate(state.placed)
    ]
    if kind == "helpers":
        _helpers(state, seat, rng)
    if active == seat:
        return
    if kind == "draft" or (kind == "sum" and state.target >= 0):
        others = [other for other in range(state.seats) if other != active]
        state.target = rng.choice(others)
        state.give = state.take = state.pledges = ()
        state.give_sum = state.take_sum = state.changes = 0
        state.side = rng.choice(("give", "take")) if kind == "sum" else ""
    elif kind in ("put", "sum"):
        captain = state.captains[active]
        if kind == "put":
            state.lifted = rng.choice(offers.lifts(captain))
        else:
            state.lifted = rng.choice(captain.money_places())
            state.onto = rng.choice([name for name in captain.money_places() if name != state.lifted])


def _helpers(state: Table, seat: int | None, rng: Rng) -> None:
    """Sealed choices of others: any of the helpers that they have in this world."""
    sides = (state.attacker, state.defender)
    chosen = [
        state.helpers[k] if side == seat else tuple(face for face in offers.helpers_of(state, side) if rng.below(2))
        for k, side in enumerate(sides)
    ]
    state.helpers = (chosen[0], chosen[1])
