"""The rules of Chests: one state and what each answer does to it.

The order of effects is that of section 5. Only a trap that snatches and an action card ask somebody something in the
middle of a draw; the card whose question is open is ``played``.
"""

from __future__ import annotations

from board_library.engine.core import Decision, Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.chests import cards, moves, scoring
from board_library.games.chests.cards import (
    ACTIONS,
    BOMB,
    CARD,
    CARDS,
    DOUBLE,
    EXTRA,
    EXTRA_CARDS,
    GIFT,
    IS_TRAP,
    IS_TREASURE,
    JACKPOT,
    KIND,
    MINUS5,
    MINUS5_POINTS,
    SHIELD,
    SKIP,
    SNATCH,
    THEFT,
    names,
)  # fmt: skip
from board_library.games.chests.table import Table


class Chests(Table):
    """One game in progress and what each answer does to it."""

    __slots__ = ()

    # ---- rounds and turns

    def deal(self, first: int, rng: Rng, log: Log) -> None:
        """Begin a round: shuffle, and let ``first`` begin."""
        self.clear()
        self.deck = [*cards.deck(self.options)]
        rng.shuffle(self.deck)
        self.first = first
        if log is not None:
            log.append(Event("round_start", {"seat": first, "round": self.round}))
        self.start_turn(first, log)

    def start_turn(self, seat: int, log: Log) -> None:
        """The turn of ``seat``, or of the next who need not miss it."""
        while self.skip[seat] >= 0:
            self.discard.append(self.skip[seat])
            self.skip[seat] = -1
            if log is not None:
                log.append(Event("turn_skipped", {"seat": seat}))
            seat = (seat + 1) % self.seats
        self.phase = "turn"
        self.active = seat
        self.sprung = -1
        self.drawn = 0
        if log is not None:
            log.append(Event("turn_started", {"seat": seat}))
        if self.held[seat]:
            self._activate_double(log)
        self.ask_turn()

    def _end_turn(self, rng: Rng, log: Log) -> None:
        """Whatever ended it, nothing is active or at risk any more."""
        self.sprung = -1
        self.drawn = 0
        if self.deck:
            self.start_turn((self.active + 1) % self.seats, log)
        else:
            self._end_round("deck", rng, log)

    def _end_round(self, reason: str, rng: Rng, log: Log) -> None:
        tallies = tuple(scoring.now(self, seat) for seat in range(self.seats))
        self.history.append(tallies)
        if log is not None:
            log.append(Event("round_end", {"scores": [scoring.points(tally) for tally in tallies], "reason": reason}))
        if reason == "deck" and self.round < self.options.rounds:
            self.round += 1
            self.deal((self.first + 1) % self.seats, rng, log)
            return
        self.phase = "over"
        self.questions = ()
        if log is not None:
            scores = self.scores()
            data = {
                "totals": [score.points for score in scores],
                "winners": [score.seat for score in scores if score.rank == 1],
                "tiebreak": scoring.decided_by(self, scores),
            }
            log.append(Event("game_end", data))

    # ---- questions

    def ask(self, phase: str, seat: int, offered: moves.Moves) -> None:
        """Ask one seat."""
        self.phase = phase
        self.questions = (Decision(seat, phase, offered, None, self.ply),)

    def ask_turn(self) -> None:
        """Draw, stop, use a bonus, or propose the end."""
        seat = self.active
        begun = self.drawn > 0
        propose = not begun and self.options.agreed_end and not self.proposed >> seat & 1
        held = self.held[seat]
        if held:
            usable = tuple(c for c in held if (self.double if KIND[c] == DOUBLE else self.shield) < 0)
            offered = moves.turn(begun, propose, usable)
        else:
            offered = moves.PLAIN_TURN[begun + 2 * propose]
        self.phase = "turn"
        self.questions = (Decision(seat, "turn", offered, None, self.ply),)

    def ask_again(self) -> None:
        """Ask what the phase asks, as if it had just come up."""
        seat = self.active
        if self.phase == "turn":
            self.ask_turn()
        elif self.phase == "snatch_pick":
            self.ask("snatch_pick", self.opponents(seat)[0], moves.take(self.row + self.movable(seat)))
        elif self.phase == "theft_pick":
            self.ask("theft_pick", seat, moves.take(self._victims_cards()))
        elif self.phase == "swap_pick":
            self.ask("swap_pick", seat, (moves.DECLINE, *moves.give(self.movable(seat))))
        elif self.phase == "swap_take":
            self.ask("swap_take", seat, (moves.DECLINE, *moves.take(self._victims_cards())))
        elif self.phase == "gift_pick":
            self.ask("gift_pick", seat, moves.give(self.movable(seat)))
        elif self.phase == "gift_to":
            self.ask("gift_to", seat, moves.to(tuple(sorted(self.opponents(seat)))))
        elif self.phase == "end_vote":
            self._ask_votes(self.ply)
        else:
            self.questions = ()

    def _ask_votes(self, opened: int) -> None:
        """Everybody else is asked at once. Not ``secret``: that there is a vote and who has voted is public."""
        self.phase = "end_vote"
        self.questions = tuple(
            Decision(seat, "end_vote", moves.VOTES, None, opened)
            for seat in range(self.seats)
            if seat != self.active and self.votes[seat] is None
        )

    def _victims_cards(self) -> list[int]:
        return [card for seat in self.opponents(self.active) for card in self.movable(seat)]

    # ---- answers

    def apply(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        """Answer the open question of ``seat``."""
        verb, target = move
        if verb == "draw":
            self._draw(rng, log)
        elif verb == "stop":
            self._stop(rng, log)
        elif verb == "use":
            self._use(CARD[target], log)
            self.ask_turn()
        elif verb == "take":
            self._take(seat, CARD[target], rng, log)
        elif verb == "give":
            self._give(CARD[target], rng, log)
        elif verb == "to":
            self._gift(int(target[1]), rng, log)
        elif verb == "decline":
            if log is not None:
                log.append(Event("swap_declined", {"seat": seat}))
            self._finish_action(rng, log)
        elif verb == "propose":
            self.proposed |= 1 << seat
            if log is not None:
                log.append(Event("end_proposed", {"seat": seat}))
            self._ask_votes(self.ply)
        else:
            self._vote(seat, target == "yes", rng, log)

    def _stop(self, rng: Rng, log: Log) -> None:
        saved = self._save_row()
        if log is not None:
            log.append(Event("stop", {"seat": self.active, "saved_sum": saved}))
        self._expire(log)
        self._end_turn(rng, log)

    def _save_row(self) -> int:
        """Move the row into the treasury; what it is worth."""
        saved = self.row_sum()
        self.treasury[self.active] += self.row
        self.row = []
        return saved

    def _expire(self, log: Log) -> None:
        """Active bonuses that were not spent go to the discard."""
        if self.double < 0 and self.shield < 0:
            return
        for card in (self.double, self.shield):
            if card >= 0:
                self.discard.append(card)
                if log is not None:
                    log.append(Event("bonus_expired", {"seat": self.active, "kind": KIND[card]}))
        self.double = self.shield = -1

    def _vote(self, seat: int, yes: bool, rng: Rng, log: Log) -> None:
        self.votes[seat] = yes
        self.questions = tuple(decision for decision in self.questions if decision.seat != seat)
        if self.questions:
            return
        votes = self.votes
        self.votes = [None] * self.seats
        if log is not None:
            voters = [other for other in range(self.seats) if other != self.active]
            log.extend(Event("end_vote", {"seat": other, "yes": votes[other]}, reveals=True) for other in voters)
        if False in votes:
            self.ask_turn()
            return
        self._expire(log)
        self._end_round("agreed", rng, log)

    # ---- drawing

    def _draw(self, rng: Rng, log: Log) -> None:
        self.drawn += 1
        card = self.deck.pop()
        kind = KIND[card]
        if log is not None:
            log.append(Event("draw", {"seat": self.active, "card": CARDS[card]}, reveals=True))
        if IS_TREASURE[card] and self.double < 0:
            self.row.append(card)
        elif kind in ACTIONS:
            self._act(card, rng, log)
            return
        elif IS_TRAP[card]:
            if self._trap(card, rng, log):
                return
        elif kind == EXTRA:
            self._extra(card, log)
        else:
            self._gain(card, log)
        self._go_on(rng, log)

    def _go_on(self, rng: Rng, log: Log) -> None:
        """After a card that did not end the turn: ask again, or save the row with the last card of the deck."""
        if self.deck:
            self.ask_turn()
        else:
            self._stop(rng, log)

    def _gain(self, card: int, log: Log) -> None:
        """A treasure, a bonus to hold, or a Jackpot."""
        seat, kind = self.active, KIND[card]
        if IS_TREASURE[card]:
            self.row.append(card)
            if self.double >= 0:
                self.under[card] = self.double
                self.double = -1
                if log is not None:
                    data = {"seat": seat, "card": CARDS[card], "value": self.worth(card)}
                    log.append(Event("double_spent", data))
                self._activate_double(log)
        elif kind == JACKPOT:
            self.jackpots[seat].append(card)
            if log is not None:
                log.append(Event("jackpot", {"seat": seat}))
        else:
            self.held[seat].append(card)
            if log is not None:
                log.append(Event("bonus_held", {"seat": seat, "kind": kind}))
            self._activate_double(log)

    def _activate_double(self, log: Log) -> None:
        """In ``auto`` mode a Double held by the active seat is active whenever none is."""
        if self.options.double_mode == "auto" and self.double < 0:
            for card in self.held[self.active]:
                if KIND[card] == DOUBLE:
                    self._use(card, log)
                    return

    def _use(self, card: int, log: Log) -> None:
        self.held[self.active].remove(card)
        if KIND[card] == SHIELD:
            self.shield = card
        else:
            self.double = card
        if log is not None:
            log.append(Event("bonus_used", {"seat": self.active, "kind": KIND[card]}))

    def _extra(self, card: int, log: Log) -> None:
        """Open more chests one after another; what is harmful among them does nothing."""
        self.discard.append(card)
        opened: list[int] = []
        effects: Log = None if log is None else []
        left = EXTRA_CARDS
        while left and self.deck:
            left -= 1
            other = self.deck.pop()
            opened.append(other)
            kind = KIND[other]
            if kind == EXTRA:
                left += EXTRA_CARDS
                self.discard.append(other)
            elif IS_TRAP[other] or kind in ACTIONS:
                self.discard.append(other)
            else:
                self._gain(other, effects)
        if log is not None:
            log.append(Event("extra", {"seat": self.active, "opened": names(opened)}, reveals=True))
            log.extend(effects or ())

    # ---- traps

    def _trap(self, card: int, rng: Rng, log: Log) -> bool:
        """Whether the trap has ended the turn or asks somebody."""
        seat, kind = self.active, KIND[card]
        if self.shield >= 0:
            self.discard += (self.shield, card)
            self.shield = -1
            if log is not None:
                log.append(Event("shield_spent", {"seat": seat, "trap": kind}))
            return False
        if log is not None:
            log.append(Event("trap", {"seat": seat, "kind": kind, "count": 1 if self.sprung < 0 else 2}))
        if self.sprung >= 0:
            self._bust(card, rng, log)
            return True
        self.sprung = card
        if kind == SNATCH:
            return self._snatch(card, log)
        if kind == SKIP:
            self.skip[seat] = card
            if log is not None:
                log.append(Event("skip_set", {"seat": seat}))
        elif kind == MINUS5:
            self.penalties[seat].append(card)
            if log is not None:
                log.append(Event("penalty", {"seat": seat, "amount": MINUS5_POINTS}))
        elif kind == BOMB:
            loss = max(0, scoring.points(scoring.now(self, seat)) // 2)
            self.penalties[seat].append(card)
            self.losses[card] = loss
            if log is not None:
                log.append(Event("bomb", {"seat": seat, "loss": loss}))
        return False

    def _bust(self, card: int, rng: Rng, log: Log) -> None:
        if log is not None:
            data = {"seat": self.active, "lost_sum": self.row_sum(), "cards": names(self.row)}
            log.append(Event("bust", data))
        for lost in self.row:
            self.discard.append(lost)
            if lost in self.under:
                self.discard.append(self.under.pop(lost))
        self.row = []
        self.discard.append(card)
        self._expire(log)
        self._end_turn(rng, log)

    def _snatch(self, card: int, log: Log) -> bool:
        if not self.row and not self.movable(self.active):
            self.discard.append(card)
            if log is not None:
                log.append(Event("no_effect", {"seat": self.active, "kind": SNATCH}))
            return False
        self.played = card
        self.phase = "snatch_pick"
        self.ask_again()
        return True

    # ---- actions

    def _act(self, card: int, rng: Rng, log: Log) -> None:
        """Save the row, drop active bonuses, then the effect."""
        seat, kind = self.active, KIND[card]
        saved = self._save_row()
        self.played = card
        if log is not None:
            data = {"seat": seat, "kind": kind}
            log.append(Event("action", data | {"saved_sum": saved} if saved else data))
        self._expire(log)
        possible = (kind == THEFT or self.movable(seat)) and (kind == GIFT or self._victims_cards())
        if not possible:
            if log is not None:
                log.append(Event("no_effect", {"seat": seat, "kind": kind}))
            self._finish_action(rng, log)
            return
        self.phase = f"{kind}_pick"
        self.ask_again()

    def _finish_action(self, rng: Rng, log: Log) -> None:
        self.discard.append(self.played)
        self.played = self.given = -1
        self._end_turn(rng, log)

    def _take(self, seat: int, card: int, rng: Rng, log: Log) -> None:
        """The answer to a Snatch, a Theft or the second half of a Swap."""
        if self.phase == "snatch_pick":
            owner = self.active
            if card in self.row:
                self.row.remove(card)
            else:
                self._lift(owner, card)
            self._lay(seat, card)
            self.discard.append(self.played)
            self.played = -1
            if log is not None:
                log.append(Event("snatch", {"seat": seat, "from_seat": owner, "card": CARDS[card]}))
            self._go_on(rng, log)
            return
        owner = next(
            other for other in self.opponents(seat) if card in self.treasury[other] or card in self.held[other]
        )
        self._lift(owner, card)
        self._lay(seat, card)
        if self.phase == "swap_take":
            self._lift(seat, self.given)
            self._lay(owner, self.given)
            if log is not None:
                data = {"seat": seat, "target": owner, "card_a": CARDS[self.given], "card_b": CARDS[card]}
                log.append(Event("swap", data))
        elif log is not None:
            log.append(Event("theft", {"seat": seat, "from_seat": owner, "card": CARDS[card]}))
        self._finish_action(rng, log)

    def _give(self, card: int, rng: Rng, log: Log) -> None:
        """The first half of a Swap or a Gift. A single opponent gets a Gift unasked."""
        self.given = card
        if self.phase == "swap_pick":
            self.phase = "swap_take"
        else:
            receivers = self.opponents(self.active)
            if len(receivers) == 1:
                self._gift(receivers[0], rng, log)
                return
            self.phase = "gift_to"
        self.ask_again()

    def _gift(self, receiver: int, rng: Rng, log: Log) -> None:
        self._lift(self.active, self.given)
        self._lay(receiver, self.given)
        if log is not None:
            data = {"seat": self.active, "target": receiver, "card": CARDS[self.given]}
            log.append(Event("gift", data))
        self._finish_action(rng, log)

    def _lift(self, seat: int, card: int) -> None:
        """Take a card away from in front of a seat; a Double under it comes along."""
        (self.treasury if IS_TREASURE[card] else self.held)[seat].remove(card)

    def _lay(self, seat: int, card: int) -> None:
        """Save a card for a seat."""
        (self.treasury if IS_TREASURE[card] else self.held)[seat].append(card)
