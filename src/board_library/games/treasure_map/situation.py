"""The notation of situations and cases.

Zones, all but ``chars`` left out where empty::

    chars gunny_1 -       characters by seat, - for none; the number of seats is that of the entries (2 if missing)
    P0 key4 mermaid5      a bank
    deck key5 mermaid7 +  top card first; + stands for six more cards that are named nowhere, below
    discard anchor2       raid hook5 key4 (in laying order)      hooked key4 (cards of the raid laid by a hook)
    turn P0               whose turn, P0 if missing              first P1: who began
    phase dice            turn if missing                        due 2: the kraken's debt
    target P0             whose busts feed Margo                 peeked P0=2: how many top cards a seat has seen
    dealt gunny_1 pete_1 / zahara_1 margo_2                      picks gunny_1 -        undealt seamus_1 …
    rolls P0=5 P1=5 / P0=3                                       rolling P0 P1
    waits hook, orb 2 0   effects that wait, the newest last     at orb 1 1 0: kind and numbers of the open question

A check may also say ``top key3`` (the next cards of the deck), ``discard n=8`` and ``deck n=50`` (sizes),
``count P0=3`` (cards in a bank), ``knows P0 kraken6`` (top cards that a seat knows) and ``log key`` (such an event
has happened).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from board_library.engine.core import Event, State
from board_library.engine.errors import SituationError
from board_library.engine.situations import plain_code, seat_of
from board_library.games.treasure_map import hidden, scoring, setup
from board_library.games.treasure_map.cards import CARD, CARDS, SUIT, names
from board_library.games.treasure_map.characters import CHARACTERS
from board_library.games.treasure_map.options import TreasureMapOptions
from board_library.games.treasure_map.rules import TreasureMap
from board_library.games.treasure_map.table import Frame

FILLERS = 6
"""Cards that a + stands for."""

PHASES = ("draft", "target", "dice", "turn", "over")

QUESTIONS = {
    "pick_character": (0,), "pick_target": (0,), "roll": (0,), "action": (0,), "hook": (3,), "cannon": (0,),
    "cannon_self": (0,), "scroll": range(1, len(CARDS) + 1), "orb": (3,), "sabre": (0,), "corsair": (2,),
}  # fmt: skip
"""How many numbers the open question may have, by its kind."""

WAITING = {"hook": 0, "hook_named": 1, "orb": 2, "sabre": 0, "cannon_self": 0}
"""How many numbers a waiting effect has, by its name."""

SHORT = {"draw": "draw deck", "rob": "rob raid", "roll": "roll die"}
"""Whole codes of the moves that need no target."""

VERBS = ("keep", "target", "hook", "cannon", "self", "scroll", "orb", "sabre", "corsair", *SHORT)


class TreasureMapSituations:
    """Reads, shows and checks the zones of Treasure Map."""

    def read(self, clauses: Sequence[str], options: TreasureMapOptions) -> TreasureMap:
        """The state that the clauses describe; see the module for the zones."""
        zones = _split(clauses)
        who = [_character(word) for word in zones.pop("chars", ["-", "-"])]
        if not 2 <= len(who) <= 4:
            raise SituationError(f"chars names {len(who)} seats in place of 2 to 4", clause="chars")
        state = TreasureMap(options, len(who))
        state.set_characters(who)
        state.picks = who[:]
        state.phase = _words(zones.pop("phase", ["turn"]))
        if state.phase not in PHASES:
            raise SituationError(f"there is no phase {state.phase[:40]!r}", clause="phase")
        state.active = 0 if state.phase in ("turn", "over") else -1
        if state.phase == "dice":
            state.rolling, state.rolls = list(range(state.seats)), [[]]
        deck = zones.pop("deck", [])
        for name, words in zones.items():
            _read_zone(state, name, words)
        # The fillers of the deck are what no other zone names, so it is read last.
        _read_deck(state, deck)
        _hold_together(state)
        if "at" not in zones:
            _ask(state)
        return state

    def show(self, state: State) -> list[str]:
        """All zones."""
        assert isinstance(state, TreasureMap)
        empty = TreasureMap(state.options, state.seats)
        shown = [f"chars {_words(name or '-' for name in state.characters)}"]
        shown += [f"phase {state.phase}", f"turn {_seat_name(state.active)}"]
        if state.first >= 0:
            shown.append(f"first {_seat_name(state.first)}")
        for seat, bank in enumerate(state.banks):
            cards = [card for stack in bank for card in stack]
            if cards:
                shown.append(f"P{seat} {_words(names(cards))}")
        lists = {
            "raid": names(state.raid),
            "hooked": names(state.hooked),
            "discard": names(state.discard),
            "deck": names(state.deck[::-1]),
            "undealt": state.undealt,
            "rolling": [f"P{seat}" for seat in state.rolling],
            "peeked": [f"P{seat}={seen}" for seat, seen in enumerate(state.peeked) if seen],
        }
        shown += [f"{name} {_words(words)}" for name, words in lists.items() if words]
        if state.kraken_due:
            shown.append(f"due {state.kraken_due}")
        if state.margo_target >= 0:
            shown.append(f"target P{state.margo_target}")
        if state.dealt != empty.dealt:
            shown.append("dealt " + " / ".join(_words(dealt) or "-" for dealt in state.dealt))
        if state.picks != state.characters:
            shown.append(f"picks {_words(name or '-' for name in state.picks)}")
        if state.rolls:
            shown.append("rolls " + " / ".join(_words(f"P{s}={v}" for s, v in row) or "-" for row in state.rolls))
        if state.frames:
            shown.append("waits " + ", ".join(_words(map(str, frame)) for frame in state.frames))
        if state.kind:
            shown.append(f"at {_words([state.kind, *map(str, state.info)])}")
        return shown

    def codes(self, words: str, state: State, seat: int | None) -> list[str]:  # noqa: ARG002
        """``draw`` is ``draw deck``, ``cannon P1 mermaid`` is ``cannon p1:mermaid``."""
        code = plain_code(words)
        code = SHORT.get(code, code)
        if code.partition(" ")[0] not in VERBS or code.count(" ") != 1:
            raise SituationError(f"{words[:40]!r} is no move", clause=words[:40])
        return [code]

    def check(self, state: State, clause: str, events: Sequence[Event]) -> str | None:
        """None if the zone is as the clause says; lists are compared as sets, but the raid and the deck in order."""
        assert isinstance(state, TreasureMap)
        name, _, rest = clause.partition(" ")
        words = [] if rest == "-" else rest.split()
        if name == "log":
            return None if rest in {event.key for event in events} else f"log {_words(e.key for e in events)}"
        if name == "count":
            counts = {f"P{seat}={scoring.count(state, seat)}" for seat in range(state.seats)}
            return None if set(words) <= counts else f"count {_words(sorted(counts))}"
        is_now, ordered = _zone(state, name, words, clause)
        same = is_now == words if ordered else sorted(is_now) == sorted(words)
        return None if same else f"{name} {_words(is_now) or '-'}"


def _zone(state: TreasureMap, name: str, words: list[str], clause: str) -> tuple[list[str], bool]:
    """What a zone holds now in the words of a check, and whether their order counts."""
    top = names(state.deck[::-1])
    sized = len(words) == 1 and words[0].startswith("n=")
    if name == "discard":
        return ([f"n={len(state.discard)}"] if sized else names(state.discard)), False
    if name == "deck":
        return ([f"n={len(top)}"] if sized else top), True
    if name == "top":
        return top[: len(words)], True
    if name == "raid":
        return names(state.raid), True
    if name == "turn":
        return [_seat_name(state.active)], True
    if name == "first":
        return [_seat_name(state.first)], True
    if name == "phase":
        return [state.phase], True
    if name == "due":
        return [str(state.kraken_due)], True
    if name == "target":
        return ([f"P{state.margo_target}"] if state.margo_target >= 0 else []), True
    if name == "rolling":
        return [f"P{seat}" for seat in state.rolling], True
    if name == "chars":
        return [who or "-" for who in state.characters], True
    if name == "knows" and words:
        seat = _seat(state, words[0])
        return [words[0], *top[: hidden.known_top(state, seat)]], True
    if name[:1] == "P":
        bank = state.banks[_seat(state, name)]
        return [CARDS[card] for stack in bank for card in stack], False
    raise SituationError(f"there is no zone {name[:40]!r}", clause=clause[:80])


def _split(clauses: Sequence[str]) -> dict[str, list[str]]:
    zones: dict[str, list[str]] = {}
    for clause in clauses:
        name, _, rest = clause.partition(" ")
        if name in zones:
            raise SituationError(f"{name[:40]!r} is there twice", clause=clause[:80])
        zones[name] = [] if rest == "-" else rest.split()
    return zones


def _read_zone(state: TreasureMap, name: str, words: list[str]) -> None:
    clause = f"{name} {_words(words)}"[:80]
    try:
        if name in ("raid", "hooked"):
            setattr(state, name, [_card(word) for word in words])
        elif name == "discard":
            state.discard = sorted(_card(word) for word in words)
        elif name == "turn":
            state.active = _seat(state, words[0]) if words else -1
        elif name == "first":
            state.first = _seat(state, words[0])
        elif name == "target":
            state.margo_target = _seat(state, words[0])
        elif name == "due":
            state.kraken_due = int(words[0])
        elif name == "peeked":
            for who, seen in map(_pair, words):
                state.peeked[_seat(state, who)] = seen
        elif name == "dealt":
            state.dealt = [tuple(_known(word) for word in group) for group in _groups(words, state.seats)]
        elif name == "picks":
            state.picks = [_character(word) for word in words]
        elif name == "undealt":
            state.undealt = sorted(_known(word) for word in words)
        elif name == "rolls":
            state.rolls = [[(_seat(state, who), n) for who, n in map(_pair, row)] for row in _groups(words)]
        elif name == "rolling":
            state.rolling = [_seat(state, word) for word in words]
        elif name == "waits":
            state.frames = [_frame(part.split()) for part in _words(words).split(",")]
        elif name == "at":
            state.kind, state.info = words[0], tuple(int(word) for word in words[1:])
        elif name[:1] == "P":
            seat = _seat(state, name)
            for card in map(_card, words):
                state.put(seat, card)
        else:
            raise SituationError(f"there is no zone {clause!r}", clause=clause)
    except (ValueError, IndexError) as error:
        if isinstance(error, SituationError):
            raise
        raise SituationError(f"cannot read {clause!r}: {error}", clause=clause) from error


def _read_deck(state: TreasureMap, words: list[str]) -> None:
    more = bool(words) and words[-1] == "+"
    state.deck = [_card(word) for word in (words[:-1] if more else words)][::-1]
    named = [*state.deck, *state.discard, *state.raid]
    for bank in state.banks:
        for stack in bank:
            named.extend(stack)
    if len(set(named)) < len(named):
        twice = sorted({CARDS[card] for card in named if named.count(card) > 1})
        raise SituationError(f"there twice: {', '.join(twice)}", clause=_words(twice)[:80])
    if more:
        state.deck = [card for card in range(len(CARDS)) if card not in named][-FILLERS:] + state.deck


def _hold_together(state: TreasureMap) -> None:
    """Raise :class:`SituationError` where zones contradict each other."""
    if state.kind and len(state.info) not in QUESTIONS.get(state.kind, ()):
        raise SituationError(f"no question {state.kind[:40]!r} has {len(state.info)} numbers", clause="at")
    sound = {
        "raid: the suits differ": len({SUIT[card] for card in state.raid}) == len(state.raid),
        "hooked: the cards are in the raid": set(state.hooked) <= set(state.raid),
        "due: so many cards are in the deck": 0 <= state.kraken_due <= len(state.deck),
        "peeked: so many cards are in the deck": all(0 <= seen <= len(state.deck) for seen in state.peeked),
        "picks: one a seat": len(state.picks) == state.seats,
        "turn: somebody's, once the game is on": (state.active >= 0) == (state.phase in ("turn", "over")),
        "target: named by margo_2": state.margo_target < 0 or state.margo_target != state.margo_2,
        "phase target: somebody is margo_2": state.phase != "target" or state.margo_2 >= 0,
        "rolls: somebody is still to roll": state.phase != "dice" or len(state.rolls[-1]) < len(state.rolling),
        "dealt: two to each who picks": state.phase != "draft" or _can_pick(state),
        "at orb: there is a card to look at": state.kind != "orb" or 0 <= state.info[2] < len(state.deck),
        "at scroll: cards of the discard": state.kind != "scroll" or set(state.info) <= set(state.discard),
        "waits: a kind of effect and its numbers": all(WAITING.get(str(f[0])) == len(f) - 1 for f in state.frames),
    }
    for rule, holds in sound.items():
        if not holds:
            raise SituationError(f"the zones do not fit: {rule}", clause=rule)


def _can_pick(state: TreasureMap) -> bool:
    if state.options.characters == "pool":
        return len(state.undealt) >= state.picks.count(None) > 0
    return None in state.picks and all(len(dealt) == 2 for dealt in state.dealt)


def _ask(state: TreasureMap) -> None:
    """Ask what the rules ask here when no effect is under way."""
    if state.phase == "turn":
        if not (state.deck or state.raid):
            raise SituationError("nothing to draw and nothing to rob: the turn would be over", clause="deck -")
        state.ask_action()
        return
    if state.phase == "draft":
        (setup.ask_pool if state.options.characters == "pool" else setup.ask_draft)(state)
    elif state.phase == "target":
        setup.ask_target(state)
    elif state.phase == "dice":
        setup.ask_roll(state)


def _groups(words: list[str], n: int | None = None) -> list[list[str]]:
    groups = [[word for word in part.split() if word != "-"] for part in _words(words).split("/")]
    if n is not None and len(groups) != n:
        raise ValueError(f"{len(groups)} groups in place of {n}")
    return groups


def _frame(words: list[str]) -> Frame:
    return (words[0], *(int(word) for word in words[1:]))


def _pair(word: str) -> tuple[str, int]:
    name, _, value = word.partition("=")
    return name, int(value)


def _seat(state: TreasureMap, word: str) -> int:
    seat = seat_of(word)
    if seat >= state.seats:
        raise SituationError(f"there is no seat {word} at a table of {state.seats}", clause=word)
    return seat


def _seat_name(seat: int) -> str:
    return f"P{seat}" if seat >= 0 else "-"


def _card(word: str) -> int:
    if word not in CARD:
        raise SituationError(f"{word[:40]!r} is no card", clause=word[:40])
    return CARD[word]


def _known(word: str) -> str:
    if word not in CHARACTERS:
        raise SituationError(f"{word[:40]!r} is no character", clause=word[:40])
    return word


def _character(word: str) -> str | None:
    return None if word == "-" else _known(word)


def _words(words: Iterable[str]) -> str:
    return " ".join(words)
