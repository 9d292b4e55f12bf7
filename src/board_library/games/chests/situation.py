"""The notation of situations and cases.

A card is its id (``t07b``, ``skip_3``) or a short word for the first copy that no other zone has: ``T7`` a treasure,
``T7*`` one with a Double under it (as an id: ``t07b*double_1``), ``M5 SK SN BO`` traps, ``D SH X JP`` bonuses,
``SW TH G`` actions. Zones, all but ``seats`` left out where empty::

    seats 3               4 if missing               round 2: 1 if missing
    turn P0               P0 if missing              first P1: who began the round, P0 if missing
    P0 T9 T1* SH M5 BO=10 JP SK    what lies before a seat: saved treasures, held bonuses, penalties (a Bomb with its
                          cost), Jackpots, a Skip that waits
    deck T7 M5 +          top card first; + stands for six treasures that are named nowhere, below
    row T2 T8*            discard SN T3              active D SH: the bonuses in use
    sprung M5             the trap that counts this turn; it lies elsewhere
    drawn 2               draws of this turn; as many as there are cards in the row if missing
    phase swap_take       turn if missing            played SW: the card whose question is open
    given T1              the card already chosen; it lies before the active seat
    proposed P0 P2        who has proposed the end this round
    votes P1=yes          votes that are in
    past 17/0/1/0/3 12/1/0/0/2 , …    rounds played: by seat points of treasures, Jackpots, Minus fives, points lost to
                          Bombs, treasure cards

A check in short words compares short words, one with ids compares ids; zones of seats, the row and the discard are
compared as sets. It may also say ``deck n=50``, ``discard n=8``, ``total P0=10`` (of this round, by seat), ``sum 12``
(of the row), ``traps 1`` (in this turn) and ``log key`` (such an event has happened) or ``log n key`` (so often).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from board_library.engine.core import Event, State
from board_library.engine.errors import SituationError
from board_library.engine.situations import plain_code, seat_of
from board_library.games.chests import scoring
from board_library.games.chests.cards import (
    BOMB,
    CARD,
    CARDS,
    DOUBLE,
    HIGHEST,
    IS_TREASURE,
    JACKPOT,
    KIND,
    MINUS5,
    SHIELD,
    SKIP,
    VALUE,
)  # fmt: skip
from board_library.games.chests.options import ChestsOptions
from board_library.games.chests.rules import Chests
from board_library.games.chests.scoring import Tally

FILLERS = 6
"""Cards that a + stands for."""

PHASES = (
    "turn", "snatch_pick", "theft_pick", "swap_pick", "swap_take", "gift_pick", "gift_to", "end_vote", "over",
)  # fmt: skip

SHORT_KINDS = {
    "M5": "minus5", "SK": "skip", "SN": "snatch", "BO": "bomb", "D": "double", "SH": "shield", "X": "extra",
    "JP": "jackpot", "SW": "swap", "TH": "theft", "G": "gift",
}  # fmt: skip

_SHORT_OF = {kind: short for short, kind in SHORT_KINDS.items()}

SHORT = tuple(f"T{VALUE[card]}" if IS_TREASURE[card] else _SHORT_OF[KIND[card]] for card in range(len(CARDS)))
"""Short words by card."""

WHOLE = {
    "draw": "draw deck", "stop": "stop row", "propose": "propose end", "decline": "decline swap",
    "yes": "vote yes", "no": "vote no",
}  # fmt: skip
"""Whole codes of the moves that need no target."""

VERBS = ("draw", "stop", "use", "propose", "take", "give", "decline", "to", "vote")

_NUMBER = re.compile(r"-?[0-9]{1,9}")


class ChestsSituations:
    """Reads, shows and checks the zones of Chests."""

    def read(self, clauses: Sequence[str], options: ChestsOptions) -> Chests:
        """The state that the clauses describe; see the module for the zones."""
        return _Reader(clauses, options).state

    def show(self, state: State) -> list[str]:
        """All zones."""
        assert isinstance(state, Chests)
        shown = [f"seats {state.seats}", f"turn P{state.active}", f"first P{state.first}", f"phase {state.phase}"]
        if state.round > 1:
            shown.append(f"round {state.round}")
        for seat in range(state.seats):
            cards = _before(state, seat)
            if cards:
                shown.append(f"P{seat} {_words(_exact(state, card) for card in cards)}")
        lists = {
            "row": [_exact(state, card) for card in state.row],
            "discard": [CARDS[card] for card in state.discard],
            "active": [CARDS[card] for card in (state.double, state.shield) if card >= 0],
            "played": [CARDS[state.played]] if state.played >= 0 else [],
            "deck": [CARDS[card] for card in reversed(state.deck)],
            "sprung": [CARDS[state.sprung]] if state.sprung >= 0 else [],
            "given": [CARDS[state.given]] if state.given >= 0 else [],
            "proposed": [f"P{seat}" for seat in range(state.seats) if state.proposed >> seat & 1],
            "votes": [f"P{s}={'yes' if vote else 'no'}" for s, vote in enumerate(state.votes) if vote is not None],
        }
        shown += [f"{name} {_words(words)}" for name, words in lists.items() if words]
        if state.drawn != len(state.row):
            shown.append(f"drawn {state.drawn}")
        if state.history:
            rounds = (_words("/".join(map(str, tally)) for tally in tallies) for tallies in state.history)
            shown.append(f"past {' , '.join(rounds)}")
        return shown

    def codes(self, words: str, state: State, seat: int | None) -> list[str]:  # noqa: ARG002
        """``draw`` is ``draw deck``, ``to P2`` is ``to p2``; cards are named by their ids."""
        code = plain_code(words)
        code = WHOLE.get(code, code)
        verb, _, target = code.partition(" ")
        if verb not in VERBS or not target or " " in target:
            raise SituationError(f"{words[:40]!r} is no move", clause=words[:40])
        return [code]

    def check(self, state: State, clause: str, events: Sequence[Event]) -> str | None:
        """None if the zone is as the clause says, else what it is instead."""
        assert isinstance(state, Chests)
        name, _, rest = clause.partition(" ")
        words = [] if rest == "-" else rest.split()
        if name == "log":
            keys = [event.key for event in events]
            count, key = (int(words[0]), words[1]) if len(words) == 2 else (None, rest)
            fits = key in keys if count is None else keys.count(key) == count
            return None if fits else f"log {_words(keys)}"
        if name == "total":
            totals = {f"P{seat}={scoring.points(scoring.now(state, seat))}" for seat in range(state.seats)}
            return None if set(words) <= totals else f"total {_words(sorted(totals))}"
        is_now, ordered = _zone(state, name, words, clause)
        same = is_now == words if ordered else sorted(is_now) == sorted(words)
        return None if same else f"{name} {_words(is_now) or '-'}"


def _zone(state: Chests, name: str, words: list[str], clause: str) -> tuple[list[str], bool]:
    """What a zone holds now in the words of a check, and whether their order counts."""
    if len(words) == 1 and words[0].startswith("n=") and name in ("deck", "discard"):
        return [f"n={len(state.deck if name == 'deck' else state.discard)}"], True
    plain = {
        "turn": f"P{state.active}",
        "first": f"P{state.first}",
        "phase": state.phase,
        "round": str(state.round),
        "drawn": str(state.drawn),
        "traps": str(int(state.sprung >= 0)),
        "sum": str(state.row_sum()),
        "seats": str(state.seats),
    }
    if name in plain:
        return [plain[name]], True
    if name == "proposed":
        return [f"P{seat}" for seat in range(state.seats) if state.proposed >> seat & 1], False
    if name == "deck":
        cards = state.deck[::-1]
    elif name == "discard":
        cards = state.discard
    elif name == "row":
        cards = state.row
    elif name == "active":
        cards = [card for card in (state.double, state.shield) if card >= 0]
    elif name in ("played", "given", "sprung"):
        cards = [card for card in (getattr(state, name),) if card >= 0]
    elif name[:1] == "P":
        cards = _before(state, _seat(name, state.seats))
    else:
        raise SituationError(f"there is no zone {name[:40]!r}", clause=clause[:80])
    exact = any(re.match("[a-z]", word) for word in words)
    return [_exact(state, card) if exact else _short(state, card) for card in cards], name == "deck"


def _before(state: Chests, seat: int) -> list[int]:
    """All cards that lie before a seat."""
    skip = [state.skip[seat]] if state.skip[seat] >= 0 else []
    return [*state.treasury[seat], *state.held[seat], *state.penalties[seat], *state.jackpots[seat], *skip]


def _exact(state: Chests, card: int) -> str:
    if card in state.under:
        return f"{CARDS[card]}*{CARDS[state.under[card]]}"
    return f"{CARDS[card]}={state.losses[card]}" if card in state.losses else CARDS[card]


def _short(state: Chests, card: int) -> str:
    if card in state.under:
        return f"{SHORT[card]}*"
    return f"{SHORT[card]}={state.losses[card]}" if card in state.losses else SHORT[card]


class _Reader:
    """Reads one situation: cards named by id first, then the short words in their order."""

    def __init__(self, clauses: Sequence[str], options: ChestsOptions) -> None:
        zones = _split(clauses)
        seats = _number(zones.pop("seats", ["4"]), "seats")
        if not 2 <= seats <= 6:
            raise SituationError(f"{seats} seats in place of 2 to 6", clause=f"seats {seats}")
        self.state = Chests(options, seats)
        self.used = {CARD[name] for words in zones.values() for word in words for name in re.split(r"[*=]", word)
                     if name in CARD}  # fmt: skip
        self.placed: list[int] = []
        later = {name: zones.pop(name, []) for name in ("sprung", "given", "deck")}
        for name, words in zones.items():
            clause = f"{name} {_words(words)}"[:80]
            try:
                self._zone(name, words, clause)
            except (ValueError, IndexError) as error:
                if isinstance(error, SituationError):
                    raise
                raise SituationError(f"cannot read {clause!r}: {error}", clause=clause) from error
        self._deck(later.pop("deck"))
        for name, words in later.items():
            for word in words:
                setattr(self.state, name, self._there(word))
        if "drawn" not in zones:
            self.state.drawn = len(self.state.row)
        if len(set(self.placed)) < len(self.placed):
            twice = sorted({CARDS[card] for card in self.placed if self.placed.count(card) > 1})
            raise SituationError(f"there twice: {', '.join(twice)}", clause=_words(twice)[:80])
        if self.state.phase == "turn" and not self.state.deck:
            raise SituationError("nothing to draw: the turn would be over", clause="deck -")
        self.state.ask_again()

    def _zone(self, name: str, words: list[str], clause: str) -> None:
        state = self.state
        if name in ("turn", "first"):
            setattr(state, "active" if name == "turn" else "first", _seat(words[0], state.seats))
        elif name == "phase" and words[0] in PHASES:
            state.phase = words[0]
        elif name in ("round", "drawn"):
            setattr(state, name, _number(words, clause))
        elif name in ("row", "discard"):
            setattr(state, name, [self._card(word) for word in words])
        elif name == "active":
            for card in map(self._card, words):
                setattr(state, KIND[card], card)
        elif name == "played":
            state.played = self._card(words[0])
        elif name == "proposed":
            state.proposed = sum(1 << _seat(word, state.seats) for word in words)
        elif name == "votes":
            for who, vote in (word.split("=") for word in words):
                state.votes[_seat(who, state.seats)] = vote == "yes"
        elif name == "past":
            state.history = [
                tuple(Tally(*map(int, word.split("/"))) for word in part.split()) for part in _words(words).split(",")
            ]
        elif name[:1] == "P":
            self._seat(_seat(name, state.seats), words)
        else:
            raise SituationError(f"there is no zone {clause!r}", clause=clause)

    def _seat(self, seat: int, words: list[str]) -> None:
        state = self.state
        for word in words:
            card = self._card(word)
            kind = KIND[card]
            if IS_TREASURE[card]:
                state.treasury[seat].append(card)
            elif kind in (DOUBLE, SHIELD):
                state.held[seat].append(card)
            elif kind in (MINUS5, BOMB):
                state.penalties[seat].append(card)
            elif kind == JACKPOT:
                state.jackpots[seat].append(card)
            elif kind == SKIP:
                state.skip[seat] = card
            else:
                raise SituationError(f"{word} cannot lie before a seat", clause=word)

    def _deck(self, words: list[str]) -> None:
        more = bool(words) and words[-1] == "+"
        self.state.deck = [self._card(word) for word in (words[:-1] if more else words)][::-1]
        if more:
            free = [card for card in range(HIGHEST * 3) if card not in self.used]
            fillers = free[len(free) // 2 :][:FILLERS]
            self.placed += fillers
            self.state.deck = fillers + self.state.deck

    def _card(self, word: str) -> int:
        """The card that a word names, with what lies under it or what it cost."""
        name, star, under = word.partition("*")
        name, cost, loss = name.partition("=")
        card = self._free(name)
        if star:
            self.state.under[card] = self._free(under or "D")
        if cost:
            self.state.losses[card] = int(loss)
        return card

    def _free(self, word: str) -> int:
        if word in CARD:
            card = CARD[word]
        else:
            free = [card for card, short in enumerate(SHORT) if short == word and card not in self.used]
            if not free:
                known = word in SHORT
                raise SituationError(f"{word[:40]!r} is {'there too often' if known else 'no card'}", clause=word[:40])
            card = free[0]
        self.used.add(card)
        self.placed.append(card)
        return card

    def _there(self, word: str) -> int:
        """A card that lies somewhere already."""
        found = [card for card in self.placed if word in (CARDS[card], SHORT[card])]
        if not found:
            raise SituationError(f"{word[:40]!r} lies nowhere", clause=word[:40])
        return min(found)


def _split(clauses: Sequence[str]) -> dict[str, list[str]]:
    zones: dict[str, list[str]] = {}
    for clause in clauses:
        name, _, rest = clause.partition(" ")
        if name in zones:
            raise SituationError(f"{name[:40]!r} is there twice", clause=clause[:80])
        zones[name] = [] if rest == "-" else rest.split()
    return zones


def _number(words: list[str], clause: str) -> int:
    if len(words) != 1 or not _NUMBER.fullmatch(words[0]):
        raise SituationError(f"a number is missing in {clause[:80]!r}", clause=clause[:80])
    return int(words[0])


def _seat(word: str, seats: int) -> int:
    seat = seat_of(word)
    if seat >= seats:
        raise SituationError(f"there is no seat {word} at a table of {seats}", clause=word)
    return seat


def _words(words: Iterable[str]) -> str:
    return " ".join(words)
