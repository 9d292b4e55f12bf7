"""The notation of situations and cases.

Ships are their kinds (``5r3``), cargo ``s g d rum spy`` (or ``silver gold diamond``). Zones::

    seats 3                                   2 if missing
    P0 x17y2 5r3 4r1 | s rum | lock           a fleet: cell, ships | cargo | status and lock; a city, bay_w, bay_e,
                                              cape_n, cape_s will do for a cell; not named: at (0,9), no cards
    nassau P1 5r5 | d d spies=1               a city: owner (- for none), garrison | store; spies known to be there
    tavern 5r0 3r1 +                          a deck, top card first; + stands for all cards named nowhere, below;
    grotto s g +                              not named: all of those. under 2: Spies known at the grotto's bottom
    ship_discard 4r1@3 5r0                    a discard, with the bit mask of who knows the card
    turn P0   first P0   round 3              P0, P0 and 1 if missing
    at sail                                   the kind of the open question; what opens the turn if missing
    asked P1                                  to whom, if not to him whose turn it is
    now steps=2 then=end attacker=0 …         whatever else is going on: fields of ``Table`` by name
    won 3r1 5r2   loot s rum   picked keep_ship:1     the spoils of a battle
    note P0 nassau.ships 3 spy 0 5r3 4r1      what a seat has seen: place, round, source, stale, cards
    over claim                                how the game ended

Checks: a seat or a city as a whole or without its cargo (``P0 x17y2 5r3 4r1 | s``; ``P0 | s`` cargo alone; ships and
cargo are compared as sets; ``lock``, ``unlocked`` and a status after a second bar), ``tavern n=20``, ``grotto n=3``,
``ship_discard n=2``, ``cargo_discard n=1``, ``turn``, ``round``, ``asked``, ``at``, ``owner nassau P0``, ``can go
x3y1`` and ``cannot go x3y1`` (the open question offers it or not), ``sees P0 nassau.ships 5r3`` (a fresh note),
``knows P2 -`` (the places of all notes of a seat: none), ``log key`` or ``log n key``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from board_library.engine.core import Event, State
from board_library.engine.errors import SituationError
from board_library.engine.situations import seat_of
from board_library.games.pirates.board import ANCHOR, BAYS, CAPE_CELLS, CAPES, CELL, CITIES, CITY, NAMES
from board_library.games.pirates.cards import (
    CARGO,
    CARGO_KIND,
    EVERYBODY,
    SHIP,
    SHIPS,
    all_cargo,
    all_ships,
)  # fmt: skip
from board_library.games.pirates.options import PiratesOptions
from board_library.games.pirates.rules import Pirates
from board_library.games.pirates.table import Note

KINDS = (
    "choose_city", "port_ops", "sail", "enemy_port", "spy_look", "attack", "answer", "refuge", "rum_add", "feast_swap",
    "feast_draw", "spoils", "cape", "press_siege", "tavern", "grotto", "recruit", "rescue", "voyage",
)  # fmt: skip
STATUSES = ("free", "marooned", "recruiting", "hangover", "singing")

NOW = {
    "then": "", "moved": False, "steps": 0, "spied": 0, "out": (), "came": (), "cargo_out": 0, "cargo_in": 0,
    "attacker": -1, "defender": -1, "city": -1, "assault": -1, "rum_a": 0, "rum_d": 0, "adds": 0, "stage": "",
    "swapped": (), "sunk": 0, "victim": -1, "cause": "", "winner": -1, "claim": -1,
}  # fmt: skip
"""Fields that ``now`` may set, with what they are if it does not."""

SHORT_CARGO = {"s": "silver", "g": "gold", "d": "diamond"}
_SHORT = {name: short for short, name in SHORT_CARGO.items()}

PLACES = dict(zip(("bay_w", "bay_e", *CAPES), (*BAYS, *CAPE_CELLS), strict=True)) | {
    name: ANCHOR[city] for name, city in CITY.items()
}
"""Cells by name."""

WHOLE = {
    "stay": "stay here", "done": "done port", "accept": "accept battle", "hold": "hold fire", "off": "stand off",
    "fill": "done spoils",
}  # fmt: skip

TO_CITY = ("settle", "declare", "assault", "hide", "siege", "voyage")
VERBS = (
    *TO_CITY, "load", "unload", "done", "go", "stay", "spy", "stand", "look", "challenge", "hold", "accept", "flee",
    "rum", "take", "give", "draw", "skip", "keep", "store", "maroon", "drop", "hire", "rescue",
)  # fmt: skip


class PiratesSituations:
    """Reads, shows and checks the zones of Pirates."""

    def read(self, clauses: Sequence[str], options: PiratesOptions) -> Pirates:
        """The state that the clauses describe; see the module for the zones."""
        return _Reader(clauses, options).state

    def show(self, state: State) -> list[str]:
        """All zones."""
        assert isinstance(state, Pirates)
        shown = [f"seats {state.seats}", f"turn P{state.active}", f"round {state.round}"]
        shown.append(f"first {_seat_name(state.first)}")
        for seat in range(state.seats):
            words = [NAMES[state.cell[seat]] if state.cell[seat] >= 0 else "-", *_ships(state.ships[seat]), "|"]
            words += [*_cargo(state.hold[seat]), "|", state.status[seat], *["lock"] * state.lock[seat]]
            shown.append(f"P{seat} {_words(words)}")
        for city, name in enumerate(CITIES):
            spies = [f"spies={state.spies_seen[city]}"] if state.spies_seen[city] else []
            words = [_seat_name(state.owner[city]), *_ships(state.garrison[city]), "|", *_cargo(state.store[city])]
            shown.append(f"{name} {_words([*words, *spies])}")
        shown.append(f"tavern {_words(_ships(state.tavern[::-1])) or '-'}")
        shown.append(f"grotto {_words(_cargo(state.grotto[::-1])) or '-'}")
        if state.under:
            shown.append(f"under {state.under}")
        for zone, pile, word in (
            ("ship_discard", state.ship_discard, _ships),
            ("cargo_discard", state.cargo_discard, _cargo),
        ):
            if pile:
                shown.append(f"{zone} {_words(f'{word([kind])[0]}@{mask}' for kind, mask in pile)}")
        if state.over:
            shown.append(f"over {state.over}")
        else:
            shown += [f"at {state.kind}", f"asked P{state.asked}"]
        now = [f"{name}={_plain(value)}" for name in NOW if (value := getattr(state, name)) != NOW[name]]
        if now:
            shown.append(f"now {_words(now)}")
        if state.won:
            shown.append(f"won {_words(_ships(state.won))}")
        if state.loot:
            shown.append(f"loot {_words(_cargo(state.loot))}")
        if state.picked:
            shown.append(f"picked {_words(code.replace(' ', '_') for code in state.picked)}")
        for seat, notes in enumerate(state.notes):
            for place, seen in sorted(notes.items()):
                words = (_ships if place.endswith(".ships") else _cargo)(seen.cards)
                told = [place, str(seen.round), seen.source, str(seen.stale), *words]
                shown.append(f"note P{seat} {_words(told)}")
        return shown

    def codes(self, words: str, state: State, seat: int | None) -> list[str]:  # noqa: ARG002
        """``go nassau`` is ``go x17y2``, ``hide nassau`` is ``hide city:nassau``, several steps go with commas."""
        return [_code(part.strip(), words) for part in words.lower().split(",")]

    def check(self, state: State, clause: str, events: Sequence[Event]) -> str | None:
        """None if the zone is as the clause says, else what it is instead."""
        assert isinstance(state, Pirates)
        return _check(state, clause, events)


# ---- moves


def _code(part: str, words: str) -> str:
    code = WHOLE.get(part, part)
    verb, _, target = code.partition(" ")
    if verb in TO_CITY and target in CITY:
        code = f"{verb} city:{target}"
    elif verb == "go" and target in PLACES:
        code = f"go {NAMES[PLACES[target]]}"
    if verb not in VERBS or not target or " " in target:
        raise SituationError(f"{words[:40]!r} is no move", clause=words[:40])
    return code


# ---- checks


def _check(state: Pirates, clause: str, events: Sequence[Event]) -> str | None:
    name, _, rest = clause.partition(" ")
    words = [] if rest == "-" else rest.split()
    if name == "log":
        keys = [event.key for event in events]
        wanted = [int(words[0]), words[1]] if len(words) == 2 else [None, rest]
        fits = wanted[1] in keys if wanted[0] is None else keys.count(str(wanted[1])) == wanted[0]
        return None if fits else f"log {_words(keys)}"
    if name in ("can", "cannot"):
        asked = state.questions[0].choices() if state.questions else ()
        code = _code(rest.lower(), clause)
        offered = code in {move.code for move in asked}
        return None if offered == (name == "can") else f"{'can' if offered else 'cannot'} {code}"
    if name in ("tavern", "grotto", "ship_discard", "cargo_discard"):
        return _check_pile(state, name, words)
    if name == "sees":
        seen = state.notes[_seat(state, words[0])].get(words[1])
        if seen is None or seen.stale:
            return f"sees {words[0]} {words[1]}: {seen}"
        kinds = (_ships if words[1].endswith(".ships") else _cargo)(seen.cards)
        return None if sorted(kinds) == sorted(words[2:]) else f"sees {words[0]} {words[1]} {_words(kinds)}"
    if name == "knows":
        places = sorted(state.notes[_seat(state, words[0])])
        return None if places == sorted(word for word in words[1:] if word != "-") else f"knows {_words(places)}"
    if name == "owner":
        owner = _seat_name(state.owner[CITY[words[0]]])
        return None if words[1:] == [owner] else f"owner {words[0]} {owner}"
    if name in CITY:
        city = CITY[name]
        parts = [[_seat_name(state.owner[city]), *_ships(state.garrison[city])], _cargo(state.store[city])]
        return _check_parts(name, rest, parts)
    if name[:1] == "P":
        seat = _seat(state, name)
        cell = NAMES[state.cell[seat]] if state.cell[seat] >= 0 else "-"
        lock = "lock" if state.lock[seat] else "unlocked"
        return _check_parts(
            name, rest, [[cell, *_ships(state.ships[seat])], _cargo(state.hold[seat]), [state.status[seat], lock]]
        )
    is_now = {
        "turn": f"P{state.active}",
        "round": str(state.round),
        "asked": _seat_name(state.asked),
        "at": state.kind or "-",
        "under": str(state.under),
        "first": _seat_name(state.first),
    }
    if name not in is_now:
        raise SituationError(f"there is no zone {name[:40]!r}", clause=clause[:80])
    return None if rest == is_now[name] else f"{name} {is_now[name]}"


def _check_pile(state: Pirates, name: str, words: list[str]) -> str | None:
    pile = getattr(state, name)
    if words and words[0].startswith("n="):
        return None if words == [f"n={len(pile)}"] else f"{name} n={len(pile)}"
    kinds = [kind for kind, _ in pile] if name.endswith("discard") else pile[::-1]
    is_now = (_ships if name in ("tavern", "ship_discard") else _cargo)(kinds)
    if name.endswith("discard"):
        return None if Counter(is_now) == Counter(words) else f"{name} {_words(is_now)}"
    return None if is_now[: len(words)] == words else f"{name} {_words(is_now)}"


def _check_parts(name: str, rest: str, parts: list[list[str]]) -> str | None:
    """Compare what is named of a fleet or a city: cell or owner, ships, cargo, state."""
    came = f"{name} {' | '.join(map(_words, parts))}"
    for wanted, is_now in zip(rest.split("|"), parts, strict=False):
        words = wanted.split()
        if is_now is parts[0]:
            place = [word for word in words if word not in SHIP and word != "none"]
            ships = [word for word in words if word in SHIP]
            named = [NAMES[PLACES[word]] if word in PLACES else word for word in place]
            if named and named != is_now[:1]:
                return came
            if (ships or ("|" in rest and words and not place)) and Counter(ships) != Counter(is_now[1:]):
                return came
            if "none" in words and is_now[1:]:
                return came
        elif len(parts) > 2 and is_now is parts[2]:
            if not set(words) <= set(is_now):
                return came
        elif Counter(words) != Counter(is_now):
            return came
    return None


# ---- words


def _ships(kinds: Iterable[int]) -> list[str]:
    return [SHIPS[kind] for kind in kinds]


def _cargo(kinds: Iterable[int]) -> list[str]:
    return [_SHORT.get(CARGO[kind], CARGO[kind]) for kind in kinds]


def _seat_name(seat: int) -> str:
    return f"P{seat}" if seat >= 0 else "-"


def _words(words: Iterable[str]) -> str:
    return " ".join(words)


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "on" if value is True else str(value)


def _seat(state: Pirates, word: str) -> int:
    seat = seat_of(word)
    if seat >= state.seats:
        raise SituationError(f"there is no seat {word} at a table of {state.seats}", clause=word)
    return seat


def _kind(word: str, table: dict[str, int]) -> int:
    name = SHORT_CARGO.get(word, word)
    if name not in table:
        raise SituationError(f"{word[:40]!r} is no {'ship' if table is SHIP else 'cargo'}", clause=word[:40])
    return table[name]


NOWHERE = "x0y9"
"""Where a fleet lies that a situation does not name."""


class _Reader:
    """Reads one situation."""

    def __init__(self, clauses: Sequence[str], options: PiratesOptions) -> None:
        named = [clause.partition(" ") for clause in clauses]
        seats = next((rest for name, _, rest in named if name == "seats"), "2")
        if not re.fullmatch("[2-5]", seats):
            raise SituationError(f"{seats[:9]} seats in place of 2 to 5", clause=f"seats {seats}"[:40])
        self.state = state = Pirates(options, int(seats))
        self.left_ships, self.left_cargo = Counter(all_ships()), Counter(all_cargo())
        state.first = 0
        state.cell = [CELL[NOWHERE]] * state.seats
        self.done: set[str] = set()
        decks = []
        for name, _, rest in named:
            clause = f"{name} {rest}"[:80]
            if name in self.done and name != "note":
                raise SituationError(f"{name[:40]!r} is there twice", clause=clause)
            self.done.add(name)
            if name in ("tavern", "grotto"):
                decks.append((name, rest))
                continue
            try:
                self._zone(name, [] if rest == "-" else rest.split(), clause)
            except (ValueError, IndexError, KeyError) as error:
                if isinstance(error, SituationError):
                    raise
                raise SituationError(f"cannot read {clause!r}: {error}", clause=clause) from error
        for name, rest in decks:
            words = [] if rest == "-" else rest.split()
            setattr(state, name, self._cards([word for word in words if word != "+"], name == "tavern")[::-1])
        for name in ("tavern", "grotto"):
            rest = dict(decks).get(name, "+")
            if rest.endswith("+"):
                more = sorted((self.left_ships if name == "tavern" else self.left_cargo).elements())
                getattr(state, name)[:0] = more
        self._ask()

    def _cards(self, words: list[str], are_ships: bool) -> list[int]:
        kinds = [_kind(word, SHIP if are_ships else CARGO_KIND) for word in words]
        left = self.left_ships if are_ships else self.left_cargo
        for kind, word in zip(kinds, words, strict=True):
            left[kind] -= 1
            if left[kind] < 0:
                raise SituationError(f"{word} is there too often", clause=word)
        return kinds

    def _zone(self, name: str, words: list[str], clause: str) -> None:
        state = self.state
        if name in _ZONES:
            _ZONES[name](state, words)
        elif name in CITY:
            self._city(CITY[name], words)
        elif name in ("ship_discard", "cargo_discard"):
            parts = [word.partition("@") for word in words]
            kinds = self._cards([word for word, _, _ in parts], name == "ship_discard")
            masks = [int(mask or EVERYBODY) for _, _, mask in parts]
            setattr(state, name, list(zip(kinds, masks, strict=True)))
        elif name in ("won", "loot"):
            setattr(state, name, self._cards(words, name == "won"))
        elif name == "note":
            is_ships = words[1].endswith(".ships")
            kinds = [_kind(word, SHIP if is_ships else CARGO_KIND) for word in words[5:]]
            seen = Note(int(words[2]), words[3], int(words[4]), tuple(kinds))
            state.notes[_seat(state, words[0])][words[1]] = seen
        elif re.fullmatch("P[0-4]", name):
            self._fleet(_seat(state, name), words)
        else:
            raise SituationError(f"there is no zone {clause!r}", clause=clause)

    def _city(self, city: int, words: list[str]) -> None:
        state = self.state
        spies = [word for word in words if word.startswith("spies=")]
        ships, _, cargo = _words(word for word in words if word not in spies).partition("|")
        owner, *garrison = ships.split() or ["-"]
        state.owner[city] = -1 if owner == "-" else _seat(state, owner)
        state.garrison[city] = self._cards(garrison, are_ships=True)
        state.store[city] = self._cards(_times(cargo.split()), are_ships=False)
        state.spies_seen[city] = int(spies[0][6:]) if spies else 0

    def _fleet(self, seat: int, words: list[str]) -> None:
        state = self.state
        parts = [part.split() for part in _words(words).split("|")]
        cell, *ships = parts[0]
        state.cell[seat] = -1 if cell == "-" else PLACES[cell] if cell in PLACES else CELL[cell]
        state.ships[seat] = self._cards(ships, are_ships=True)
        state.hold[seat] = self._cards(_times(parts[1]), are_ships=False) if len(parts) > 1 else []
        for word in parts[2] if len(parts) > 2 else []:
            if word == "lock":
                state.lock[seat] = True
            elif word in STATUSES:
                state.status[seat] = word
            else:
                raise SituationError(f"{word[:40]!r} is no status", clause=word[:40])

    def _ask(self) -> None:
        state = self.state
        if state.over:
            return
        kind = state.kind
        seat = state.asked if state.asked >= 0 else state.active
        if not kind:
            status = state.status[seat]
            if status == "recruiting":
                state.stage = "hire"
                kind = "recruit"
            elif status == "singing":
                kind = "voyage"
            else:
                kind = "port_ops" if state.home(seat) >= 0 else "sail"
                state.then = state.then or ("sail" if kind == "port_ops" else "")
        try:
            state.ask(kind, seat)
        except (IndexError, KeyError) as error:
            raise SituationError(f"{kind} cannot be asked here: {error}", clause=f"at {kind}") from error


def _times(words: list[str]) -> list[str]:
    """``7s`` is seven times ``s``."""
    found: list[str] = []
    for word in words:
        n = re.fullmatch("([0-9]+)([a-z]+)", word)
        found += [n[2]] * int(n[1]) if n else [word]
    return found


def _set_active(state: Pirates, words: list[str]) -> None:
    state.active = _seat(state, words[0])


def _set_first(state: Pirates, words: list[str]) -> None:
    state.first = _seat(state, words[0]) if words else -1


def _set_kind(state: Pirates, words: list[str]) -> None:
    if words[0] not in KINDS:
        raise SituationError(f"{words[0][:40]!r} is no question", clause=words[0][:40])
    state.kind = words[0]


def _set_over(state: Pirates, words: list[str]) -> None:
    if words[0] not in ("claim", "rounds"):
        raise SituationError(f"{words[0][:40]!r} is no end", clause=words[0][:40])
    state.over = words[0]


def _set_now(state: Pirates, words: list[str]) -> None:
    for word in words:
        name, equals, value = word.partition("=")
        if name not in NOW or not equals:
            raise SituationError(f"{word[:40]!r} is not of what is going on", clause=word[:40])
        usual: object = NOW[name]
        if isinstance(usual, bool):
            setattr(state, name, value == "on")
        elif isinstance(usual, tuple):
            setattr(state, name, tuple(int(part) for part in value.split(",")))
        else:
            setattr(state, name, int(value) if isinstance(usual, int) else value)


def _set_asked(state: Pirates, words: list[str]) -> None:
    state.asked = _seat(state, words[0])


_ZONES: dict[str, Callable[[Pirates, list[str]], None]] = {
    "seats": lambda _state, _words: None,
    "turn": _set_active,
    "first": _set_first,
    "round": lambda state, words: setattr(state, "round", int(words[0])),
    "under": lambda state, words: setattr(state, "under", int(words[0])),
    "at": _set_kind,
    "asked": _set_asked,
    "over": _set_over,
    "now": _set_now,
    "picked": lambda state, words: setattr(state, "picked", tuple(word.replace("_", " ", 1) for word in words)),
}
