"""The rules of Treasure Map: one state and what each answer does to it.

``apply`` answers the open question, then effects that still wait (``frames``) go on, newest first, until somebody is
asked again. A frame is a tuple of a name and numbers, so that a state in the middle of an effect can be copied.
Sources of a laid card are the words of the log: ``deck`` (drawn or laid by an orb), ``hook``, ``sabre``, ``scroll``.
"""

from __future__ import annotations

from bisect import insort
from typing import Any

from board_library.engine.core import Decision, Event, Log, Move
from board_library.engine.native import mypyc_attr
from board_library.engine.rng import Rng
from board_library.games.treasure_map import moves, scoring, setup
from board_library.games.treasure_map.cards import (
    ANCHOR,
    CANNON,
    CARD,
    CARDS,
    CHEST,
    HOOK,
    KEY,
    KRAKEN,
    MERMAID,
    ORB,
    SABRE,
    SCROLL,
    SUIT,
    SUIT_NUMBER,
    SUITS,
    names,
)  # fmt: skip
from board_library.games.treasure_map.characters import (
    CORSAIR_TIMES,
    GALLAGHER_CARDS,
    MARGO_SAVES,
    SEAMUS_DEBT,
    ZAHARA_LOOKS,
)  # fmt: skip
from board_library.games.treasure_map.options import KRAKEN_DEBT, SCROLL_CARDS
from board_library.games.treasure_map.table import Table

_new = tuple.__new__
"""Makes a named tuple from all its values in less than half the time that its own way takes: a game makes hundreds."""

REDIRECTED = (KRAKEN, MERMAID)
"""Suits that some character may lay straight into its bank."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TreasureMap(Table):
    """One game in progress and what each answer does to it."""

    __slots__ = ()

    # ---- answers

    def apply(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        """Answer the open question of ``seat``."""
        verb, target = move
        info = self.info
        self.kind = ""
        if verb == "draw":
            self._lay(self._take(0, log), "deck", rng, log)
        elif verb == "rob":
            self._rob(rng, log)
        elif verb == "hook":
            self._hook_chosen(SUIT_NUMBER[target], info, rng, log)
        elif verb == "cannon":
            self._cannon_hits(*moves.STACKS[target], log)
        elif verb == "self":
            self._cannon_backfires(SUIT_NUMBER[target], log)
        elif verb == "scroll":
            card = CARD[target]
            self.discard.remove(card)
            self._lay(card, "scroll", rng, log, by="pete_1" if self.characters[seat] == "pete_1" else None)
        elif verb == "orb":
            self._orb_answered(target, info, rng, log)
        elif verb == "sabre":
            by = "bonny_1" if self.forced_by_bonny() else None
            self._sabre_takes(*moves.STACKS[target], rng, log, by=by)
        elif verb == "corsair":
            self._corsair_takes(*moves.STACKS[target], info[0], log)
        else:
            setup.answer(self, seat, move, rng, log)
            return
        if self.kind:
            return
        if self.frames or not self.raid:
            self._resume(rng, log)
        else:
            self.ask_action()

    def _resume(self, rng: Rng, log: Log) -> None:
        """Let what waits go on, newest first, until somebody is asked."""
        while self.frames:
            name, *rest = self.frames.pop()
            if name == "hook":
                self._ask_hook(2, GALLAGHER_CARDS, log)
            elif name == "hook_named":
                self._lay_hooked(int(rest[0]), rng, log)
            elif name == "orb":
                self._look(int(rest[0]), ZAHARA_LOOKS, int(rest[1]), log)
            elif name == "sabre":
                self._ask_sabre(log, bound=False)
            else:
                self._ask_cannon_self(log)
            if self.kind:
                return
        if self.phase == "over":
            return
        if self.raid or self.deck:
            self.ask_action()
        else:
            self._end_turn("nothing_to_rob", log)

    def ask(self, kind: str, offered: moves.Moves, info: tuple[int, ...] = ()) -> None:
        """Ask the active seat."""
        self.kind = kind
        self.info = info
        self.questions = (_new(Decision, (self.active, kind, offered, None, self.ply, False)),)

    def ask_action(self) -> None:
        """Draw or rob?"""
        draw = 1 if self.deck else 0
        rob = 2 if self.raid and not self.kraken_due else 0
        self.kind = "action"
        self.info = ()
        self.questions = (_new(Decision, (self.active, "action", moves.ACTIONS[draw + rob], None, self.ply, False)),)

    # ---- laying

    def _take(self, place: int, log: Log) -> int:
        """Take a card out of the deck; ``place`` is counted from the top."""
        card = self.deck.pop(-1 - place)
        if any(self.peeked):
            self.peeked = [seen - 1 if seen > place else seen for seen in self.peeked]
        if log is not None and not self.deck:
            log.append(Event("deck_empty", {"seat": self.active}))
        return card

    def _lay(
        self, card: int, source: str, rng: Rng, log: Log, *, by: str | None = None, from_seat: int | None = None
    ) -> None:
        """The only way into the raid (section 4, LAY)."""
        from_deck = source == "deck"
        if self.kraken_due and (from_deck or self.options.kraken_counts == "any"):
            self.kraken_due -= 1
        suit = SUIT[card]
        if suit in REDIRECTED and self.redirected(suit, from_deck=from_deck):
            self.put(self.active, card)
            if log is not None:
                who = self.characters[self.active]
                data = {"seat": self.active, "card": CARDS[card], "reason": "redirect", "source": source, "by": who}
                log.append(Event("card_to_bank", data, reveals=from_deck))
            return
        if log is not None:
            data = {"seat": self.active, "card": CARDS[card], "source": source}
            if from_seat is not None:
                data["from_seat"] = from_seat
            if by is not None:
                data["by"] = by
            log.append(_new(Event, ("card_laid", data, None, None, from_deck)))
        if source == "hook":
            self.hooked.append(card)
        for laid in self.raid:
            if SUIT[laid] == suit:
                self._bust(card, rng, log)
                return
        self.raid.append(card)
        if suit >= MERMAID or suit == ANCHOR or self.off >> suit & 1:
            return
        self._effect(suit, rng, log)

    def _effect(self, suit: int, rng: Rng, log: Log) -> None:
        if suit == HOOK:
            twice = self.characters[self.active] == "gallagher_1"
            self._ask_hook(1, GALLAGHER_CARDS if twice else 1, log)
        elif suit == CANNON:
            self._cannon(log)
        elif suit == SCROLL:
            self._scroll(rng, log)
        elif suit == ORB:
            looks = ZAHARA_LOOKS if self.characters[self.active] == "zahara_1" else 1
            self._look(1, looks, 0, log)
        elif suit == SABRE:
            self._sabre(rng, log)
        elif suit == KRAKEN:
            self._kraken(log)

    def _fizzle(self, suit: int, log: Log, by: str | None = None) -> None:
        if log is not None:
            data: dict[str, Any] = {"seat": self.active, "suit": SUITS[suit]}
            log.append(Event("fizzled", data if by is None else data | {"by": by}))

    # ---- hook

    def _ask_hook(self, nth: int, of: int, log: Log) -> None:
        stacks = self.stacks(self.active)
        if stacks:
            self.ask("hook", moves.own_stacks("hook", stacks), (nth, of, -1))
        elif nth == 1:
            self._fizzle(HOOK, log)

    def _hook_chosen(self, suit: int, info: tuple[int, ...], rng: Rng, log: Log) -> None:
        nth, of, named = info
        if nth < of and self.options.gallagher_1 == "before":
            stacks = self.stacks(self.active)
            if len(self.banks[self.active][suit]) == 1:
                stacks ^= 1 << suit
            if stacks:
                self.ask("hook", moves.own_stacks("hook", stacks), (2, of, suit))
                return
        elif nth < of:
            self.frames.append(("hook",))
        elif named >= 0:
            self.frames.append(("hook_named", suit))
            suit = named
        self._lay_hooked(suit, rng, log)

    def _lay_hooked(self, suit: int, rng: Rng, log: Log) -> None:
        if self.banks[self.active][suit]:
            by = "gallagher_1" if self.characters[self.active] == "gallagher_1" else None
            self._lay(self.take_top(self.active, suit), "hook", rng, log, by=by)

    # ---- cannon

    def _cannon(self, log: Log) -> None:
        opposed = self.gunny_2 >= 0 and self.gunny_2 != self.active
        if opposed and self.options.gunny_2 == "instead":
            self._ask_cannon_self(log)
            return
        if opposed:
            self.frames.append(("cannon_self",))
        offered = [
            move
            for seat in range(self.seats)
            if seat != self.active
            for move in moves.stacks_of("cannon", seat, self.stacks(seat))
        ]
        if offered:
            self.ask("cannon", tuple(offered))
        else:
            self._fizzle(CANNON, log)

    def _ask_cannon_self(self, log: Log) -> None:
        stacks = self.stacks(self.active)
        if stacks:
            self.ask("cannon_self", moves.own_stacks("self", stacks))
        else:
            self._fizzle(CANNON, log, "gunny_2")

    def _cannon_hits(self, victim: int, suit: int, log: Log) -> None:
        who = self.characters[self.active]
        if who == "gunny_3":
            hit = self.banks[victim][suit]
            self.banks[victim][suit] = ()
        else:
            hit = (self.take_top(victim, suit),)
        if who == "gunny_1":
            self.put(self.active, hit[0])
        else:
            self._throw_away(hit)
        self._log_hit(victim, hit, log, who if who in ("gunny_1", "gunny_3") else None)

    def _cannon_backfires(self, suit: int, log: Log) -> None:
        card = self.take_top(self.active, suit)
        self._throw_away((card,))
        self._log_hit(self.active, (card,), log, "gunny_2")

    def _log_hit(self, victim: int, hit: tuple[int, ...], log: Log, by: str | None) -> None:
        if log is not None:
            to = "bank" if by == "gunny_1" else "discard"
            data = {"seat": self.active, "victim": victim, "cards": names(hit), "to": to}
            log.append(Event("cannon_hit", data if by is None else data | {"by": by}))

    def _throw_away(self, cards: tuple[int, ...] | list[int]) -> None:
        for card in cards:
            insort(self.discard, card)

    # ---- scroll

    def _scroll(self, rng: Rng, log: Log) -> None:
        if not self.discard:
            self._fizzle(SCROLL, log)
        elif self.characters[self.active] == "pete_1":
            self.ask("scroll", moves.scroll(self.discard), tuple(self.discard))
        else:
            revealed = rng.sample(names(self.discard), SCROLL_CARDS)
            if log is not None:
                log.append(Event("scroll_revealed", {"seat": self.active, "cards": revealed}))
            cards = tuple(CARD[name] for name in revealed)
            self.ask("scroll", moves.scroll(cards), cards)

    # ---- orb

    def _look(self, look: int, looks: int, place: int, log: Log) -> None:
        """Look at the card ``place`` below the top, if there is one."""
        if place >= len(self.deck):
            if look == 1:
                self._fizzle(ORB, log)
            return
        if log is not None:
            public: dict[str, Any] = {"seat": self.active, "i": look}
            if looks > 1:
                public["by"] = "zahara_1"
            data = public | {"card": CARDS[self.deck[-1 - place]]}
            log.append(Event("orb_looked", data, (self.active,), public, reveals=True))
        self.ask("orb", moves.LOOK, (look, looks, place))

    def _orb_answered(self, target: str, info: tuple[int, ...], rng: Rng, log: Log) -> None:
        look, looks, place = info
        if target == "lay":
            if look < looks:
                self.frames.append(("orb", look + 1, place))
            self._lay(self._take(place, log), "deck", rng, log, by="zahara_1" if looks > 1 else None)
            return
        self.peeked[self.active] = max(self.peeked[self.active], place + 1)
        if log is not None:
            log.append(Event("orb_returned", {"seat": self.active}))
        if look < looks and self.options.zahara_1 == "all":
            self._look(look + 1, looks, place + 1, log)

    # ---- sabre

    def _sabre(self, rng: Rng, log: Log) -> None:
        bonny = self.bonny_1
        if self.options.bonny_1 == "first" and bonny not in (-1, self.active) and self.banks[bonny][KRAKEN]:
            self.frames.append(("sabre",))
            self._sabre_takes(bonny, KRAKEN, rng, log, by="bonny_1")
        else:
            self._ask_sabre(log, bound=self.options.bonny_1 != "first")

    def _ask_sabre(self, log: Log, *, bound: bool) -> None:
        """Ask for a target; ``bound`` says whether an opposing ``bonny_1`` narrows the choice."""
        me, bonny = self.active, self.bonny_1
        allowed = -1 if self.characters[me] == "bonny_2" else ~self.stacks(me)
        legal = allowed >> KRAKEN & 1 or self.options.bonny_1 == "always"
        if bound and legal and bonny not in (-1, me) and self.banks[bonny][KRAKEN]:
            self.ask("sabre", moves.stacks_of("sabre", bonny, 1 << KRAKEN))
            return
        offered = [
            move
            for seat in range(self.seats)
            if seat != me
            for move in moves.stacks_of("sabre", seat, self.stacks(seat) & allowed)
        ]
        if offered:
            self.ask("sabre", tuple(offered))
        else:
            self._fizzle(SABRE, log)

    def _sabre_takes(self, victim: int, suit: int, rng: Rng, log: Log, *, by: str | None) -> None:
        if by is None and self.characters[self.active] == "bonny_2" and self.banks[self.active][suit]:
            by = "bonny_2"
        self._lay(self.take_top(victim, suit), "sabre", rng, log, by=by, from_seat=victim)

    # ---- kraken

    def _kraken(self, log: Log) -> None:
        opposed = self.seamus_2 >= 0 and self.seamus_2 != self.active
        demanded = SEAMUS_DEBT if opposed else KRAKEN_DEBT
        self.kraken_due = min(demanded, len(self.deck))
        if log is not None:
            data: dict[str, Any] = {"seat": self.active, "n": self.kraken_due}
            if self.kraken_due:
                log.append(Event("kraken_due", data | {"by": "seamus_2"} if opposed else data))
            if self.kraken_due < demanded:
                log.append(Event("kraken_lapsed", {"seat": self.active}))

    # ---- the end of a turn

    def _bust(self, card: int, rng: Rng, log: Log) -> None:
        """The raid holds the suit of the card just laid (section 4, BUST)."""
        me, row = self.active, [*self.raid, card]
        kept, reasons = self.saved(self.raid)
        if SUIT[card] == ANCHOR and self.options.busting_anchor == "saves" and not self.off & 1 << ANCHOR:
            kept, reasons = self.raid[:], ["anchor"]
        if card in self.hooked and self.characters[me] == "gallagher_2":
            kept = [*kept, card]
            if "gallagher_2" not in reasons:
                reasons.append("gallagher_2")
        lost = [other for other in row if other not in kept]
        fed = me == self.margo_target
        if log is not None:
            data = {
                "seat": me,
                "card": CARDS[card],
                "saved": names(kept),
                "lost": names(lost),
                "lost_to": f"p{self.margo_2}" if fed else "discard",
                "reasons": reasons,
                "by": [reason for reason in reasons if reason != "anchor"] + (["margo_2"] if fed and lost else []),
            }
            log.append(Event("bust", data))
        for other in kept:
            self.put(me, other)
        if self.characters[me] == "margo_1" and self.options.margo_1 == "discard" and self._anchor_in(row):
            self._bonus(MARGO_SAVES, "margo_1", rng, log)
        if fed:
            for other in lost:
                self.put(self.margo_2, other)
        else:
            self._throw_away(lost)
        self._end_turn("bust", log)

    def _anchor_in(self, row: list[int]) -> bool:
        return any(SUIT[card] == ANCHOR for card in row)

    def _rob(self, rng: Rng, log: Log) -> None:
        me, robbed = self.active, self.raid
        self.raid = []
        self.hooked = []
        for card in robbed:
            self.put(me, card)
        if log is not None:
            log.append(_new(Event, ("robbed", {"seat": me, "cards": names(robbed)}, None, None, False)))
        suits = 0
        for card in robbed:
            suits |= 1 << SUIT[card]
        if suits >> KEY & 1 and suits >> CHEST & 1 and not self.off & (1 << KEY | 1 << CHEST):
            who = self.characters[me]
            if who == "corsair_1":
                self._ask_corsair(len(robbed), -1)
                if self.kind:
                    return
            elif who == "corsair_2":
                self._bonus(len(robbed) * CORSAIR_TIMES, who, rng, log)
            else:
                self._bonus(len(robbed), None, rng, log)
        self._end_turn("robbed", log)

    def _bonus(self, n: int, by: str | None, rng: Rng, log: Log) -> None:
        """Take n random cards of the discard, or all if there are fewer."""
        taken = rng.sample(names(self.discard), n)
        for name in taken:
            self.discard.remove(CARD[name])
            self.put(self.active, CARD[name])
        if log is not None and taken:
            data: dict[str, Any] = {"seat": self.active, "source": "discard", "cards": taken}
            log.append(Event("bonus", data if by is None else data | {"by": by}))

    def _ask_corsair(self, left: int, victim: int) -> None:
        """Ask for the next card of the bonus; no question when none is left to take."""
        offered = [
            move
            for seat in range(self.seats)
            if left and seat != self.active and victim in (-1, seat)
            for move in moves.stacks_of("corsair", seat, self.stacks(seat))
        ]
        if offered:
            self.ask("corsair", tuple(offered), (left, victim))

    def _corsair_takes(self, victim: int, suit: int, left: int, log: Log) -> None:
        card = self.take_top(victim, suit)
        self.put(self.active, card)
        if log is not None:
            data = {"seat": self.active, "victim": victim, "card": CARDS[card], "by": "corsair_1"}
            log.append(Event("corsair_took", data))
        self._ask_corsair(left - 1, victim if self.options.corsair_1 == "one" else -1)
        if not self.kind:
            self._end_turn("robbed", log)

    def _end_turn(self, reason: str, log: Log) -> None:
        if log is not None:
            log.append(_new(Event, ("turn_ended", {"seat": self.active, "reason": reason}, None, None, False)))
        self.raid = []
        self.hooked = []
        self.frames = []
        self.kraken_due = 0
        if self.deck:
            self.start_turn((self.active + 1) % self.seats, log)
            return
        self.phase = "over"
        self.questions = ()
        self.info = ()
        if log is not None:
            log.append(scoring.game_over(self))

    def start_turn(self, seat: int, log: Log) -> None:
        """It is this seat's turn."""
        self.active = seat
        if log is not None:
            log.append(_new(Event, ("turn_started", {"seat": seat, "deck": len(self.deck)}, None, None, False)))
        self.ask_action()
