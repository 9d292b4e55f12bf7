"""What a seat or a spectator may see, and which answers would bust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from board_library.engine.core import Decision, View
from board_library.games.treasure_map import hidden, moves, scoring
from board_library.games.treasure_map.cards import CARD, CARDS, SUIT, SUIT_NUMBER, SUITS, VALUE, names

if TYPE_CHECKING:
    from board_library.games.treasure_map.table import Table


def view(state: Table, seat: int | None) -> View:
    """The white list, as JSON values.

    * ``phase``: draft, target, dice, turn, over. ``active``: whose turn (None before the first turn and when over).
      ``first``: who began, None before.
    * ``deck``: number of cards. ``peeked``: ids of the top cards that this viewer has seen, top first; the card of
      an open orb look is in ``question`` instead.
    * ``discard``: ``count`` and ``cards`` (ids in canonical order; None if the table shows only the number).
    * ``raid``: ids in laying order. ``kept``: how many of its first cards an anchor would save on a bust now.
      ``saved``: ids of all raid cards that would be saved on a bust now, whatever the reason.
    * ``due``: cards still to be laid before robbing.
    * ``busting``: ids of the suits that would bust if drawn now. ``odds``: {"bust": n, "of": m}: so many of the
      deck's cards would bust (the deck's contents are public, its order is not); None when nobody can draw.
    * ``seats``: by seat ``character`` (None before the reveal), ``picked``, ``bank`` ({suit: values, ascending}),
      ``count``, ``score``, ``target`` (whether its busts feed Margo).
    * ``dealt``: the two characters this viewer was dealt, else None. ``pick``: its own pick before the reveal.
      ``pool``: what is left of the open pool while it is picked from, else None.
    * ``rolls``: rounds of dice as lists of [seat, value]. ``rolling``: who rolls in the last round, in order.
    * ``question``: None, or ``kind``, ``seat`` (in a secret draft None, or the viewer if it is asked), ``seats``
      (all who are asked) and the public facts of the question: hook ``nth``, ``of``; scroll ``cards``; orb ``look``,
      ``looks`` and, for the looker alone, ``card``; corsair ``left``, ``victim``; ``by`` where a character shapes it.
    * ``bust_codes``: the answers to this viewer's own question that are sure to bust.
    * ``winners``: seats, when over.
    """
    over = state.phase == "over"
    playing = state.phase == "turn"
    busting = busting_suits(state) if playing else 0
    looked = state.info[2] if state.kind == "orb" and seat == state.active else -1
    known = state.deck[::-1][: hidden.known_top(state, seat)]
    saved, _ = state.saved(state.raid) if state.raid else ([], [])
    reveal = state.options.discard_view == "open"
    picking = state.kind == "pick_character"
    return {
        "phase": state.phase,
        "active": state.active if playing else None,
        "first": state.first if state.first >= 0 else None,
        "deck": len(state.deck),
        "peeked": [CARDS[card] for place, card in enumerate(known) if place != looked],
        "discard": {"count": len(state.discard), "cards": names(state.discard) if reveal else None},
        "raid": names(state.raid),
        "kept": _kept(state.raid, saved),
        "saved": names(saved),
        "due": state.kraken_due,
        "busting": [name for suit, name in enumerate(SUITS) if busting >> suit & 1],
        "odds": odds(state, busting) if playing else None,
        "seats": [_seat(state, other) for other in range(state.seats)],
        "dealt": list(state.dealt[seat]) if seat is not None and len(state.dealt[seat]) > 1 else None,
        "pick": state.picks[seat] if picking and seat is not None else None,
        "pool": sorted(state.undealt) if picking and state.options.characters == "pool" else None,
        "rolls": [[list(roll) for roll in rolled] for rolled in state.rolls],
        "rolling": state.rolling[:],
        "question": _question(state, seat),
        "bust_codes": bust_codes(state, seat),
        "winners": scoring.winners(state) if over else [],
    }


def _kept(raid: list[int], saved: list[int]) -> int:
    """Length of the longest start of the raid that is saved."""
    return next((place for place, card in enumerate(raid) if card not in saved), len(raid))


def _seat(state: Table, seat: int) -> dict[str, Any]:
    bank = state.banks[seat]
    return {
        "seat": seat,
        "character": state.characters[seat],
        "picked": state.picks[seat] is not None,
        "bank": {SUITS[suit]: [VALUE[card] for card in stack] for suit, stack in enumerate(bank) if stack},
        "count": scoring.count(state, seat),
        "score": scoring.points(state, seat),
        "target": seat == state.margo_target,
    }


def busting_suits(state: Table) -> int:
    """Bit mask of the suits that bust the active seat if drawn now."""
    mask = 0
    for card in state.raid:
        if not state.redirected(SUIT[card], from_deck=True):
            mask |= 1 << SUIT[card]
    return mask


def odds(state: Table, busting: int) -> dict[str, int] | None:
    """How many of the deck's cards would bust, of how many."""
    if not state.deck:
        return None
    return {"bust": sum(busting >> SUIT[card] & 1 for card in state.deck), "of": len(state.deck)}


def _question(state: Table, seat: int | None) -> dict[str, Any] | None:
    asked = [decision.seat for decision in state.questions]
    if not asked:
        return None
    kind, info = state.kind, state.info
    single = asked[0] if len(asked) == 1 else (seat if seat in asked else None)
    question: dict[str, Any] = {"kind": kind, "seat": single, "seats": asked}
    if kind == "hook":
        question |= {"nth": info[0], "of": info[1]}
        if info[1] > 1:
            question["by"] = "gallagher_1"
    elif kind == "cannon_self":
        question["by"] = "gunny_2"
    elif kind == "scroll":
        question["cards"] = names(info)
        if state.characters[state.active] == "pete_1":
            question["by"] = "pete_1"
    elif kind == "orb":
        question |= {"look": info[0], "looks": info[1]}
        if info[1] > 1:
            question["by"] = "zahara_1"
        if seat == state.active:
            question["card"] = CARDS[state.deck[-1 - info[2]]]
    elif kind == "sabre" and state.forced_by_bonny():
        question["by"] = "bonny_1"
    elif kind == "corsair":
        question |= {"left": info[0], "victim": info[1] if info[1] >= 0 else None, "by": "corsair_1"}
    return question


def bust_codes(state: Table, seat: int | None) -> list[str]:
    """The answers to this seat's open question that are sure to bust, by what the seat knows."""
    if seat is None or state.phase != "turn" or seat != state.active or not state.raid:
        return []
    return [move.code for move in state.questions[0].moves if _busts(state, state.questions[0], move.target)]


def _busts(state: Table, decision: Decision, target: str) -> bool:
    from_deck = False
    if decision.kind == "hook":
        suit = SUIT_NUMBER[target]
    elif decision.kind == "sabre":
        suit = moves.STACKS[target][1]
    elif decision.kind == "scroll":
        suit = SUIT[CARD[target]]
    elif decision.kind in ("orb", "action") and target in ("lay", "deck"):
        place = state.info[2] if decision.kind == "orb" else 0
        if place >= hidden.known_top(state, decision.seat):
            return False
        suit, from_deck = SUIT[state.deck[-1 - place]], True
    else:
        return False
    return not state.redirected(suit, from_deck=from_deck) and any(SUIT[card] == suit for card in state.raid)
