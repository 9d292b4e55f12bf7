"""The rules of Pirates of Tortuga: set-up, turns, the options, the end. Its companions hold the rest.

Section numbers are those of the rules. One question is open at a time; ``offers`` says what it offers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from board_library.engine.core import Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.tortuga import battles, captures, city, data, deals, island, operations
from board_library.games.tortuga.captain import Card
from board_library.games.tortuga.data import CHEST, CLASSES, SIZE
from board_library.games.tortuga.offers import claims
from board_library.games.tortuga.state import NOBODY, Table


class Tortuga(Table):
    """One game in progress and what each answer does to it."""

    __slots__ = ()

    def apply(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        """Answer the open question of ``seat``."""
        kind = self.questions[0].kind
        if kind == "place":
            self._place(seat, move, log)
        elif kind == "start":
            self._start(seat, move, rng, log)
        elif kind == "sum":
            (deals if self.side else city).sum_named(self, seat, move, log)
        else:
            ANSWERS[kind](self, seat, move, rng, log)

    # ---- set-up, section 3

    def set_up(self, rng: Rng, log: Log) -> None:
        """Shuffle, deal, and ask everybody which pirates stay in the city."""
        self.pirates = data.all_pirates()
        rng.shuffle(self.pirates)
        for kind in CLASSES:
            cards = self.deck(kind)
            cards += data.all_cards(kind)
            rng.shuffle(cards)
        self.schooner, self.brig = data.all_merchants("schooner"), data.all_merchants("brig")
        rng.shuffle(self.schooner)
        rng.shuffle(self.brig)
        self.first = self.active = rng.below(self.seats)
        self.tell(log, "game_started", order=[(self.first + step) % self.seats for step in range(self.seats)])
        self.deal(rng, log)

    def deal(self, rng: Rng, log: Log) -> None:
        """Everybody gets a grant and three pirates cards."""
        self.stage = "setup"
        for captain in self.captains:
            captain.safe = self.due(self.options.start_piastres)
        for seat in range(self.seats):
            self.hand[seat] = self.draw(seat, data.DEALT, rng, log)
            self.tell_own(log, "dealt", {"seat": seat, "sizes": sizes(self.hand[seat])}, (seat,), cards=self.hand[seat])
        self.ask("place", *range(self.seats))

    def _place(self, seat: int, move: Move, log: Log) -> None:
        self.placed[seat] = int(move.target[5:]) - 1
        self.answered(seat)
        if self.questions:
            return
        for other, captain in enumerate(self.captains):
            hand = self.hand[other]
            captain.gar = [hand.pop(self.placed[other])]
            captain.crew = hand
            self.hand[other] = []
            self.placed[other] = NOBODY
            self.tell(log, "placed", seat=other, size=SIZE[captain.gar[0].face])
        self._begin(log)

    # ---- turns, section 4

    def _begin(self, log: Log) -> None:
        self.offers = self.ops = self.steps = 0
        captain = self.captains[self.active]
        self.tell(log, "turn_started", seat=self.active, round=self.round)
        self.stage = "start" if captain.loc == "sea" else "tortuga"
        self.ask(self.stage, self.active)

    def go_on(self) -> None:
        """Back to the open list of the turn: its start, the city or Tortuga."""
        self.ask(self.stage, self.active)

    def end_turn(self, log: Log) -> None:
        """The turn is over: on to the next captain, or to the end of the last round."""
        if self.attacker != self.active:
            battles.forget(self)
        self.active = (self.active + 1) % self.seats
        if self.active == self.first:
            if self.round >= self.options.round_limit:
                self.end("limit")
                self.tell(log, "game_over", winners=self.winners(), how="limit")
                return
            self.round += 1
        self._begin(log)

    def winners(self) -> list[int]:
        """Who has won."""
        return [score.seat for score in self.scores() if score.rank == 1]

    def declare(self, seat: int, what: str, log: Log) -> None:
        """A captain shows a winning hoard in his city."""
        captain = self.captains[seat]
        dropped, self.dropped = self.dropped, []
        self.throw(dropped)
        self.mark = None
        n = captain.banked if what == "piastres" else captain.stored(what)
        self.end("money" if what == "piastres" else "cargo", seat, what)
        self.tell(log, "declared", seat=seat, kind=what, n=n)
        self.tell(log, "game_over", winners=[seat], how=self.over)

    def declare_by_itself(self, seat: int, log: Log) -> bool:
        """With ``auto_declare``: whether a captain who leaves his city has won."""
        found = claims(self.captains[seat]) if self.options.auto_declare else []
        if found:
            self.declare(seat, found[0], log)
        return bool(found)

    def _start(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        verb, target = move
        if verb == "offer":
            deals.begin(self, seat, int(target[1:]))
            return
        if verb in data.OPERATIONS:
            operations.play(self, seat, move, rng, log)
            return
        if self.attacker != NOBODY:
            battles.forget(self)
        told = target if verb in ("sail", "capture") else verb
        other = int(target[1:]) if verb in ("sea", "siege") else None
        self.tell(log, "option", seat=seat, kind=told, target=other)
        if verb == "capture":
            captures.capture(self, seat, rng, log)
        elif other is not None:
            battles.attack(self, seat, move, rng, log)
        elif target == "city":
            city.arrive(self, seat, log)
        else:
            self.captains[seat].loc = self.stage = "tortuga"
            self.go_on()

    # ---- shared by the companions

    def draw(self, seat: int, n: int, rng: Rng, log: Log) -> list[Card]:
        """Pirates from the bottom of their deck; a dead man's chest pays and is replaced."""
        drawn: list[Card] = []
        while len(drawn) < n:
            if not self.pirates:
                if set(self.pdisc) <= {CHEST}:
                    break
                self.shuffle_pirates(rng)
            face = self.pirates.pop()
            if face == CHEST:
                self.pdisc.append(face)
                paid = self.due(data.CHEST_PIASTRES)
                self.captains[seat].safe += paid
                self.tell(log, "chest_found", seat=seat, piastres=paid)
            else:
                drawn.append(Card(face, 1 << seat))
        return drawn

    def shuffle_pirates(self, rng: Rng) -> None:
        """The discard of pirates goes back into the deck."""
        self.pirates = sorted(self.pirates + self.pdisc)
        self.pdisc = []
        rng.shuffle(self.pirates)

    def lose(self, seat: int, room: str, k: int, why: str, log: Log) -> None:
        """A pirates card goes to its discard."""
        card = self.captains[seat].room(room).pop(k)
        self.pdisc.append(card.face)
        self.tell(log, "card_lost", seat=seat, size=SIZE[card.face], why=why)

    def maroon(self, seat: int, log: Log) -> None:
        """All crew is lost, and the captain is put ashore on Tortuga."""
        captain = self.captains[seat]
        self.throw(captain.crew)
        captain.crew = []
        captain.loc = "tortuga"
        self.tell(log, "marooned", seat=seat)

    def tell(self, log: Log, key: str, **told: Any) -> None:
        """A fact for everybody."""
        if log is not None:
            log.append(Event(key, told, reveals=True))

    def final(self, log: Log, seat: int) -> None:
        """What follows shows more than what was done does: it cannot be taken back. Nobody reads of it."""
        if log is not None:
            log.append(Event("final", {"seat": seat}, (), None, reveals=True))

    def tell_own(
        self, log: Log, key: str, told: dict[str, Any], readers: Sequence[int], *, cards: Sequence[Card]
    ) -> None:
        """A fact for everybody, whose faces only ``readers`` learn."""
        if log is not None:
            faces = [card.face for card in cards]
            own = {**told, "cards": faces if "sizes" in told else sorted(faces)}
            log.append(Event(key, own, tuple(sorted(readers)), told, reveals=True))


def sizes(cards: Sequence[Card]) -> list[int]:
    """What the backs of pirates cards show."""
    return [SIZE[card.face] for card in cards]


Answer = Callable[[Tortuga, int, Move, Rng, Log], None]

ANSWERS: dict[str, Answer] = {
    **city.ANSWERS, **island.ANSWERS, **captures.ANSWERS, **battles.ANSWERS, **operations.ANSWERS, **deals.ANSWERS,
}  # fmt: skip
