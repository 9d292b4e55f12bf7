"""The notation of situations and cases.

Zones, all but ``seats`` left out where empty::

    seats 4                 how many play (2 if missing)
    P0 g3 money=60 carpets=1 sword servant=u5     a seat: where its pawn stands first, then what it has
    turn P0                 whose turn, P0 if missing       first P1: the banker (P0 if missing once that is settled)
    phase roll              turn if missing                 turns P0=3 P1=2: turns finished
    rolls P0=3+4 P1=5+5 / P0=1+2                            rolling P0 P1
    moved yes               the servant has moved this turn
    named P0=2,7            numbers named to a sorcerer     asked P1: who names a number
    at shop                 the kind of the open question (turn_pre if missing)
    won P0 way_3            how it ended

Words of a seat: ``money=``, goods (``all=1`` is one card of each), magic goods, ``servant=``, ``robbed``, ``slain``,
``taken=pearls,furs``, and the place where the cell does not say it: ``home``, ``sorcerer``. A seat that is not named
is at home with nothing. The stock is what nobody holds.

A check of a seat holds each word against it; ``!sword`` must not hold. Further checks: ``stock ivory=17``, ``cellar
sword map`` (they lie in their cellars), ``way way_1``, ``log key`` (such an event has happened), ``turn``, ``phase``,
``first``, ``moved``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from board_library.engine.core import Event, State
from board_library.engine.errors import SituationError
from board_library.engine.situations import plain_code, seat_of
from board_library.games.sesame import moves, setup
from board_library.games.sesame.board import CARDS_OF_A_GOOD, CELLS, GOODS, HARBOUR, ITEMS, PORT, SERVANT_CELLS
from board_library.games.sesame.options import SesameOptions
from board_library.games.sesame.rules import Sesame
from board_library.games.sesame.table import IN_CELLAR

PHASES = ("roll", "servant", "turn", "over")
KINDS = ("setup_roll", "setup_servant", "turn_pre", "shop", "cellar", "name", "turn_post")
WAYS = ("way_1", "way_2", "way_3", "way_4", "way_5", "wealth")
PLACES = ("sea", "market", "dragon", "robber", "home", "sorcerer")
PLACE_OF_ROW = {"s": "sea", "u": "market", "l": "market", "g": "market", "c": "market", "d": "dragon", "r": "robber"}

SHORT = {
    "roll": "roll dice",
    "fight": "fight dragon",
    "end": "end turn",
    "pass": "pass shop",
    "rouble": "stake rouble",
}
"""Whole codes of the moves that need no target."""

VERBS = ("servant", "go", "ask", "name", "sell", "buy", "stake", "return", "take", "decline", *SHORT, "end", "pass")


class SesameSituations:
    """Reads, shows and checks the zones of Sesame."""

    def read(self, clauses: Sequence[str], options: SesameOptions) -> Sesame:
        """The state that the clauses describe; see the module for the zones."""
        zones = _split(clauses)
        state = Sesame(options, _seats(zones.pop("seats", ["2"])))
        state.phase, state.active, state.kind = "turn", 0, ""
        for name, words in zones.items():
            _read_zone(state, name, words)
        held = [sum(cards[good] for cards in state.goods) for good in range(len(GOODS))]
        if max(held) > CARDS_OF_A_GOOD:
            raise SituationError(f"more than {CARDS_OF_A_GOOD} cards of one good", clause="")
        state.stock = [CARDS_OF_A_GOOD - n for n in held]
        if "first" not in zones and state.phase != "roll":
            state.first = 0
        _ask(state)
        return state

    def show(self, state: State) -> list[str]:
        """All zones."""
        assert isinstance(state, Sesame)
        shown = [f"seats {state.seats}", f"phase {state.phase}", f"turn {_seat_name(state.active)}"]
        shown.append(f"first {_seat_name(state.first)}")
        shown += [f"P{seat} {_words(_words_of(state, seat))}" for seat in range(state.seats)]
        if any(state.turns):
            shown.append("turns " + _words(f"P{seat}={n}" for seat, n in enumerate(state.turns)))
        if state.rolls:
            rows = [_words(f"P{seat}={a}+{b}" for seat, a, b in row) or "-" for row in state.rolls]
            shown.append("rolls " + " / ".join(rows))
        if state.rolling:
            shown.append("rolling " + _words(f"P{seat}" for seat in state.rolling))
        if state.moved:
            shown.append("moved yes")
        if any(state.named):
            numbers = {seat: [str(n) for n in range(13) if mask >> n & 1] for seat, mask in enumerate(state.named)}
            shown.append("named " + _words(f"P{seat}={','.join(found)}" for seat, found in numbers.items() if found))
        if state.asked >= 0:
            shown.append(f"asked P{state.asked}")
        if state.phase == "over":
            shown.append("won " + _words([*(f"P{seat}" for seat in state.winners), state.way]))
        else:
            shown.append(f"at {state.kind}")
        return shown

    def codes(self, words: str, state: State, seat: int | None) -> list[str]:  # noqa: ARG002
        """``roll`` is ``roll dice``; all else is written out: ``go U3``, ``stake 60``, ``servant S0``."""
        code = plain_code(words)
        code = SHORT.get(code, code)
        if code.partition(" ")[0] not in VERBS or code.count(" ") != 1:
            raise SituationError(f"{words[:40]!r} is no move", clause=words[:40])
        return [code]

    def check(self, state: State, clause: str, events: Sequence[Event]) -> str | None:
        """None if the zone is as the clause says."""
        assert isinstance(state, Sesame)
        name, _, rest = clause.partition(" ")
        words = [] if rest == "-" else rest.split()
        if name == "log":
            return None if rest in {event.key for event in events} else f"log {_words(e.key for e in events)}"
        if name == "stock":
            has = {f"{good}={n}" for good, n in zip(GOODS, state.stock, strict=True)}
            return None if set(words) <= has else f"stock {_words(sorted(has))}"
        if name == "cellar":
            lying = [item for item, holder in zip(ITEMS, state.holder, strict=True) if holder == IN_CELLAR]
            return None if sorted(words) == sorted(lying) else f"cellar {_words(lying)}"
        if name[:1] == "P":
            return _check_seat(state, _seat(state, name), words)
        is_now = {
            "turn": _seat_name(state.active),
            "first": _seat_name(state.first),
            "phase": state.phase,
            "moved": "yes" if state.moved else "no",
            "way": state.way or "-",
        }
        if name not in is_now:
            raise SituationError(f"there is no zone {name[:40]!r}", clause=clause[:80])
        return None if rest == is_now[name] else f"{name} {is_now[name]}"


def _words_of(state: Sesame, seat: int) -> list[str]:
    """All that a seat has, in the words of its zone."""
    cell, place = state.pawn[seat], state.place[seat]
    words = [cell.upper()]
    if place != _usual_place(cell):
        words.append(place)
    if state.servant[seat] != HARBOUR:
        words.append(f"servant={state.servant[seat].upper()}")
    if state.money[seat]:
        words.append(f"money={state.money[seat]}")
    words += [f"{good}={n}" for good, n in zip(GOODS, state.goods[seat], strict=True) if n]
    words += [ITEMS[item] for item in state.items(seat)]
    words += ["robbed"] * state.robbed[seat] + ["slain"] * state.slain[seat]
    taken = [name for good, name in enumerate(GOODS) if state.taken[seat] >> good & 1]
    return words + [f"taken={','.join(taken)}"] * bool(taken)


def _usual_place(cell: str) -> str:
    return "market" if cell == PORT else PLACE_OF_ROW[cell[0]]


def _check_seat(state: Sesame, seat: int, words: list[str]) -> str | None:
    has = {word.lower() for word in _words_of(state, seat)} | {state.place[seat]}
    has |= {f"{good}={n}" for good, n in zip(GOODS, state.goods[seat], strict=True)}
    has |= {f"money={state.money[seat]}", f"servant={state.servant[seat]}"}
    for word in words:
        plain = word.lower().removeprefix("!")
        if (plain in has) == word.startswith("!"):
            return f"P{seat} {_words(_words_of(state, seat))}"
    return None


def _split(clauses: Sequence[str]) -> dict[str, list[str]]:
    zones: dict[str, list[str]] = {}
    for clause in clauses:
        name, _, rest = clause.partition(" ")
        if name in zones:
            raise SituationError(f"{name[:40]!r} is there twice", clause=clause[:80])
        zones[name] = [] if rest == "-" else rest.split()
    return zones


def _seats(words: list[str]) -> int:
    if len(words) != 1 or words[0] not in ("2", "3", "4", "5", "6"):
        raise SituationError("seats is a number from 2 to 6", clause="seats")
    return int(words[0])


def _read_zone(state: Sesame, name: str, words: list[str]) -> None:
    clause = f"{name} {_words(words)}"[:80]
    try:
        if name == "turn":
            state.active = _seat(state, words[0]) if words else -1
        elif name == "first":
            state.first = _seat(state, words[0]) if words else -1
        elif name == "phase" and words[0] in PHASES:
            state.phase = words[0]
        elif name == "turns":
            for seat, number in _pairs(state, words):
                state.turns[seat] = int(number)
        elif name == "rolls":
            state.rolls = [
                [(seat, *_dice(dice)) for seat, dice in _pairs(state, [w for w in row.split() if w != "-"])]
                for row in _words(words).split("/")
            ]
        elif name == "rolling":
            state.rolling = [_seat(state, word) for word in words]
        elif name == "moved" and words in (["yes"], ["no"]):
            state.moved = words == ["yes"]
        elif name == "named":
            for seat, numbers in _pairs(state, words):
                state.named[seat] = sum(1 << int(n) for n in numbers.split(","))
        elif name == "asked":
            state.asked = _seat(state, words[0])
        elif name == "at" and words[0] in KINDS:
            state.kind = words[0]
        elif name == "won" and words[-1] in WAYS:
            state.phase, state.way = "over", words[-1]
            state.winners = [_seat(state, word) for word in words[:-1]]
        elif name[:1] == "P":
            _read_seat(state, _seat(state, name), words)
        else:
            raise SituationError(f"there is no zone {clause!r}", clause=clause)
    except (ValueError, IndexError, KeyError) as error:
        if isinstance(error, SituationError):
            raise
        raise SituationError(f"cannot read {clause!r}: {error}", clause=clause) from error


def _read_seat(state: Sesame, seat: int, words: list[str]) -> None:
    cell = words[0].lower()
    if cell not in CELLS:
        raise SituationError(f"{words[0][:40]!r} is no cell", clause=words[0][:40])
    state.pawn[seat] = cell
    state.place[seat] = _usual_place(cell)
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals and key in ITEMS:
            item = ITEMS.index(key)
            if state.holder[item] != IN_CELLAR:
                raise SituationError(f"two seats hold {key}", clause=word)
            state.holder[item] = seat
        elif not equals and key in PLACES:
            state.place[seat] = key
        elif not equals and key in ("robbed", "slain"):
            getattr(state, key)[seat] = True
        elif key == "money" and value.isdecimal():
            state.money[seat] = int(value)
        elif key == "all" and value.isdecimal():
            state.goods[seat] = [int(value)] * len(GOODS)
        elif key in GOODS and value.isdecimal():
            state.goods[seat][GOODS.index(key)] = int(value)
        elif key == "taken":
            state.taken[seat] = sum(1 << GOODS.index(good) for good in value.split(","))
        elif key == "servant" and value.lower() in SERVANT_CELLS:
            place = value.lower()
            if place != HARBOUR and place in state.servant:
                raise SituationError(f"two servants on {value}", clause=word)
            state.servant[seat] = place
        else:
            raise SituationError(f"{word[:40]!r} is nothing that a seat has", clause=word[:40])


def _ask(state: Sesame) -> None:
    """Ask what the rules ask here."""
    if state.phase == "over":
        state.kind = ""
    elif state.phase == "roll":
        state.active = -1
        state.rolling = state.rolling or list(range(state.seats))
        state.rolls = state.rolls or [[]]
        setup.ask_roll(state)
    elif state.phase == "servant":
        setup.ask_servant(state, state.active)
    else:
        kind = state.kind or "turn_pre"
        at_shop = kind in ("shop", "cellar")
        if at_shop and state.pawn[state.active] not in moves.SHOP_OF:
            raise SituationError(f"no shop on {state.pawn[state.active].upper()}", clause=f"at {kind}")
        if kind == "name" and state.asked < 0:
            raise SituationError("nobody is asked to name a number", clause="at name")
        state.ask(kind)


def _pairs(state: Sesame, words: Iterable[str]) -> list[tuple[int, str]]:
    parts = [word.partition("=") for word in words]
    return [(_seat(state, name), value) for name, _, value in parts]


def _dice(text: str) -> tuple[int, int]:
    a, _, b = text.partition("+")
    return int(a), int(b)


def _seat(state: Sesame, word: str) -> int:
    seat = seat_of(word)
    if seat >= state.seats:
        raise SituationError(f"there is no seat {word} at a table of {state.seats}", clause=word)
    return seat


def _seat_name(seat: int) -> str:
    return f"P{seat}" if seat >= 0 else "-"


def _words(words: Iterable[str]) -> str:
    return " ".join(words)
