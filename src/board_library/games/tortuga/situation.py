"""The notation of situations and cases.

Zones; what is not named is empty, 0, a schooner at sea, and the crew of whoever is not active ``6/3,7/3``::

    seats 3                                  as many as are named, at least 2, if missing
    P0 ship=brig crew=7/4,6/3 safe=200       a captain: loc ship crew gar hold cabin locker safe port portc ports portt
       wh=gold*3+- banks=300+0 fort=3        fort house store; slots of wh and banks are joined by +, ``wh=none``: no
       house=pilot                           warehouse; a house or store that is named stands, ``none``: it does not
    pirates=7/3,chest                        decks, next card first: pirates cargo specs tro sch brg
    disc=gold market=pilot gone= pdisc=      piles
    turn=P1 round=3 first=P0 stage=city      whose turn, in which round, who began, where the turn is
    setup n=2                                before the game: hands are dealt out of ``pirates``
    hand=7/3,6/2+5/5 placed=0+-              before the game: hands by seat, places chosen
    mark P1 crew=…                           the visitor of a city as restore makes him; ``dropped=gold``
    spoils=gold@3                            cards to be kept or not
    shown 7/4+8/2 gunner+- 7/6               crews, helpers, strengths that fighters have shown each other
    chosen=gunner+-                          what both sides of a battle have chosen
    now attacker=0 op=rats picks=crew:1      whatever else is going on: fields of ``Table`` by name
    at keep P1                               the open question; that of the stage if missing
    over cargo                               how the game ended
    round_limit=80                           any option of the game

``card@5`` tells who knows a face where that is not the owner alone. Checks: the same words; lists compare as sets with
repetition. Also ``n_deck`` and ``n_sch`` … (cards left), ``bank=33600``, ``pend=P0:keep`` (``-``: only the question of
the stage), ``str=7/6`` (strengths of the last battle), ``over=P0,P1:limit``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from board_library.engine.core import Event, State
from board_library.engine.errors import OptionError, SituationError
from board_library.engine.rng import ScriptedRng
from board_library.engine.situations import seat_of
from board_library.games.tortuga import city, steps
from board_library.games.tortuga.captain import OPEN_ROOMS, Captain, Card
from board_library.games.tortuga.data import CLASS
from board_library.games.tortuga.offers import KINDS
from board_library.games.tortuga.options import TortugaOptions
from board_library.games.tortuga.rules import Tortuga
from board_library.games.tortuga.state import NOBODY, Shown

PILES = {
    "pirates": "pirates", "cargo": "cargo", "specs": "specialist", "tro": "trophy", "disc": "disc", "pdisc": "pdisc",
    "market": "market", "gone": "gone",
}  # fmt: skip
NEXT_FIRST = ("pirates", "cargo", "specs", "tro")
MERCHANTS = {"sch": "schooner", "brg": "brig"}
COUNTS = {"deck": "pirates", "sch": "schooner", "brg": "brig", "cargo": "cargo", "specs": "specialist", "tro": "trophy"}
STAGES = ("setup", "start", "city", "tortuga", "over")
NOW: dict[str, Any] = {
    "offers": 0, "ops": 0, "steps": 0, "lifted": "", "onto": "", "target": NOBODY, "give": (), "take": (),
    "give_sum": 0, "take_sum": 0, "pledges": (), "changes": 0, "side": "", "attacker": NOBODY, "defender": NOBODY,
    "siege": False, "outcome": "", "guards": (), "op": "", "op_target": NOBODY, "op_slot": 0, "picks": (),
    "winner": NOBODY, "claim": "",
}  # fmt: skip
"""Fields that ``now`` may set, with what they are if it does not."""

IDLE_CREW = "6/3,7/3"
ROOM_WORDS = (*OPEN_ROOMS, "house", "store")


class TortugaSituations:
    """Reads, shows and checks the zones of the game."""

    def read(self, clauses: Sequence[str], options: TortugaOptions) -> Tortuga:
        """The state that the clauses describe; see the module for the zones."""
        return _Reader(clauses, options).state

    def show(self, state: State) -> list[str]:
        """All zones."""
        assert isinstance(state, Tortuga)
        shown = [f"seats {state.seats}", f"turn=P{state.active}", f"first=P{state.first}", f"round={state.round}"]
        shown.append(f"stage={state.stage}")
        for seat, captain in enumerate(state.captains):
            shown.append(f"P{seat} {_captain(captain, seat)}")
        for word, name in PILES.items():
            faces: list[str] = getattr(state, name)
            shown.append(f"{word}={_faces(faces[::-1] if word in NEXT_FIRST else faces)}")
        for word, name in MERCHANTS.items():
            shown.append(f"{word}={','.join(map(str, getattr(state, name)[::-1])) or '-'}")
        if state.stage == "setup":
            shown.append(f"hand={'+'.join(_cards(cards, seat) for seat, cards in enumerate(state.hand))}")
            shown.append(f"placed={'+'.join(str(k) if k >= 0 else '-' for k in state.placed)}")
        if state.mark is not None:
            shown.append(f"mark P{state.active} {_captain(state.mark, state.active)}")
        if state.dropped:
            shown.append(f"dropped={_cards(state.dropped, state.active)}")
        if state.spoils:
            shown.append(f"spoils={_cards(state.spoils, NOBODY)}")
        if state.shown is not None:
            one, two, three = state.shown
            shown.append(f"shown {_slots(one)} {_slots(two)} {three[0]}/{three[1]}")
        if any(state.helpers):
            shown.append(f"chosen={_slots(state.helpers)}")
        now = [f"{name}={_plain(value)}" for name in NOW if (value := getattr(state, name)) != NOW[name]]
        if now:
            shown.append(f"now {' '.join(now)}")
        if state.over:
            shown.append(f"over {state.over}")
        else:
            shown.append(f"at {state.kind} {' '.join(f'P{question.seat}' for question in state.questions)}")
        return shown

    def codes(self, words: str, state: State, seat: int | None) -> list[str]:
        """The short commands of the rules' cases, or codes; ``steps`` knows them."""
        assert isinstance(state, Tortuga)
        return steps.codes(words, state, seat)

    def check(self, state: State, clause: str, events: Sequence[Event]) -> str | None:
        """None if the zone is as the clause says, else what it is instead."""
        assert isinstance(state, Tortuga)
        return _check(state, clause, events)


# ---- words


def _faces(faces: Iterable[str]) -> str:
    return ",".join(faces) or "-"


def _cards(cards: Iterable[Card], owner: int) -> str:
    usual = 1 << owner if owner >= 0 else 0
    return _faces(card.face if card.known == usual else f"{card.face}@{card.known}" for card in cards)


def _slots(groups: Iterable[Iterable[str]]) -> str:
    return "+".join(_faces(group) for group in groups)


def _captain(captain: Captain, seat: int) -> str:
    words = [f"loc={captain.loc}", f"ship={captain.ship}", f"safe={captain.safe}", f"port={captain.port}"]
    words.append(f"fort={captain.fort}")
    words += [f"{name}={_cards(captain.room(name), seat)}" for name in OPEN_ROOMS]
    for name in ("house", "store"):
        if getattr(captain, f"has_{name}"):
            words.append(f"{name}={_cards(captain.room(name), seat)}")
    words.append(f"wh={'+'.join(_cards(cards, seat) for cards in captain.wh) or 'none'}")
    words.append(f"banks={'+'.join(map(str, captain.banks)) or 'none'}")
    return " ".join(words)


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "on" if value is True else str(value)


def _wrong(what: str, clause: str) -> SituationError:
    return SituationError(f"{what[:60]!r} cannot be read", clause=clause[:80])


def _list(text: str) -> list[str]:
    """``gold*2,pilot`` as single words."""
    found: list[str] = []
    for word in text.split(","):
        name, _, times = word.partition("*")
        if name != "-":
            found += [name] * int(times or 1)
    return found


def _read_faces(text: str) -> list[str]:
    faces = _list(text)
    for face in faces:
        if face not in CLASS:
            raise _wrong(face, text)
    return faces


def _read_cards(text: str, owner: int) -> list[Card]:
    found: list[Card] = []
    for word in _list(text):
        face, _, known = word.partition("@")
        if face not in CLASS:
            raise _wrong(word, text)
        found.append(Card(face, int(known) if known else 1 << owner if owner >= 0 else 0))
    return found


def _money(text: str) -> int:
    if not re.fullmatch("[0-9]+", text):
        raise _wrong(text, text)
    return int(text)


# ---- checks


def _check(state: Tortuga, clause: str, events: Sequence[Event]) -> str | None:
    name, _, rest = clause.partition(" ")
    if re.fullmatch("P[0-4]", name):
        seat = _seat(state, name)
        wrong = [came for word in rest.split() if (came := _check_word(state.captains[seat], word))]
        return f"{name} {' '.join(wrong)}" if wrong else None
    name, equals, wanted = clause.partition("=")
    if not equals:
        raise _wrong(clause, clause)
    if name in ("pend", "over", "str"):
        came = {"pend": _pend, "over": _over}[name](state) if name != "str" else _strengths(events)
        return None if came == wanted else f"{name}={came}"
    if name in PILES:
        faces: list[str] = getattr(state, PILES[name])
        return None if Counter(faces) == Counter(_read_faces(wanted)) else f"{name}={_faces(faces)}"
    plain: dict[str, object] = {
        "turn": f"P{state.active}",
        "round": state.round,
        "stage": state.stage,
        "bank": state.bank,
        **{f"n_{word}": len(getattr(state, field)) for word, field in COUNTS.items()},
    }
    if name not in plain:
        raise _wrong(clause, clause)
    return None if str(plain[name]) == wanted else f"{name}={plain[name]}"


def _check_word(captain: Captain, word: str) -> str | None:
    name, equals, wanted = word.partition("=")
    if not equals:
        raise _wrong(word, word)
    if name in ("house", "store") and wanted == "none":
        stands = bool(getattr(captain, f"has_{name}"))
        return f"{name}={_faces(captain.faces(name))}" if stands else None
    if name in ROOM_WORDS:
        faces = captain.faces(name)
        return None if Counter(faces) == Counter(_read_faces(wanted)) else f"{name}={_faces(faces)}"
    if name == "wh":
        wh = [Counter(card.face for card in cards) for cards in captain.wh]
        parts = _warehouses(wanted)
        # The table writes a single empty slot of a city without warehouses as "-" too.
        fits = wh == [Counter(_read_faces(part)) for part in parts] or (wanted == "-" and not any(wh))
        return None if fits else f"wh={_slots([card.face for card in cards] for cards in captain.wh)}"
    is_now = {
        "loc": captain.loc,
        "ship": captain.ship,
        "safe": str(captain.safe),
        "port": str(captain.port),
        "fort": str(captain.fort),
        "banks": "+".join(map(str, captain.banks)) or "none",
    }
    if name not in is_now:
        raise _wrong(word, word)
    return None if is_now[name] == wanted else f"{name}={is_now[name]}"


def _warehouses(text: str) -> list[str]:
    return [] if text == "none" else text.split("+")


def _pend(state: Tortuga) -> str:
    if not state.questions or state.kind == state.stage:
        return "-"
    return ",".join(f"P{question.seat}:{question.kind}" for question in state.questions)


def _over(state: Tortuga) -> str:
    return f"{','.join(f'P{seat}' for seat in state.winners())}:{state.over}" if state.over else "-"


def _strengths(events: Sequence[Event]) -> str:
    last = [event.data["strengths"] for event in events if event.key == "battle"][-1:]
    return f"{last[0][0]}/{last[0][1]}" if last else "-"


def _seat(state: Tortuga, word: str) -> int:
    seat = seat_of(word)
    if seat >= state.seats:
        raise SituationError(f"there is no seat {word} at a table of {state.seats}", clause=word)
    return seat


class _Reader:
    """Reads one situation."""

    def __init__(self, clauses: Sequence[str], options: TortugaOptions) -> None:
        self.clauses = [*clauses]
        fields = {field.name for field in options.fields()}
        for clause in clauses:
            name, equals, value = clause.partition("=")
            if equals and name in fields:
                try:
                    options = replace(options, **{name: getattr(type(options).parse({name: value}), name)})
                except OptionError as error:
                    raise SituationError(str(error), clause=clause) from error
                self.clauses.remove(clause)
        text = "; ".join(clauses)
        told = re.search(r"(?:^|; )(?:seats |setup n=)([0-9])", text)
        named = [int(k) + 1 for k in re.findall(r"\bP([0-9])\b", text)]
        seats = int(told[1]) if told else max(2, *named, 2)
        if not 2 <= seats <= 5:
            raise SituationError(f"{seats} seats in place of 2 to 5", clause=f"seats {seats}")
        self.state = Tortuga(options, seats)
        self.named: set[str] = set()
        self.asked: tuple[str, list[int]] | None = None
        self.setup = False
        self.stage = ""
        for clause in self.clauses:
            try:
                self._clause(clause)
            except (ValueError, IndexError, KeyError) as error:
                if isinstance(error, SituationError):
                    raise
                raise SituationError(f"cannot read {clause[:80]!r}: {error}", clause=clause[:80]) from error
        self._finish()

    def _clause(self, clause: str) -> None:
        state = self.state
        first, _, rest = clause.partition(" ")
        zone = first if " " in clause and "=" not in first else clause.partition("=")[0]
        if zone in self.named:
            raise SituationError(f"{zone[:40]!r} is there twice", clause=clause[:80])
        self.named.add(zone)
        if re.fullmatch("P[0-9]", zone):
            seat = _seat(state, zone)
            self._captain(state.captains[seat], seat, rest)
        elif zone in _ZONES:
            _ZONES[zone](self, rest)
        else:
            name, equals, value = clause.partition("=")
            if not equals or " " in value:
                raise _wrong(clause, clause)
            self._pile(name, value, clause)

    def _pile(self, name: str, value: str, clause: str) -> None:
        state = self.state
        if name in PILES:
            faces = _read_faces(value)
            setattr(state, PILES[name], faces[::-1] if name in NEXT_FIRST else faces)
        elif name in MERCHANTS:
            setattr(state, MERCHANTS[name], [_money(word) for word in _list(value)][::-1])
        elif name in ("turn", "first"):
            setattr(state, "active" if name == "turn" else name, _seat(state, value))
        elif name == "round":
            state.round = _money(value)
        elif name == "stage" and value in STAGES:
            self.stage = value
        elif name == "hand":
            state.hand = [_read_cards(part, seat) for seat, part in enumerate(value.split("+"))]
        elif name == "placed":
            state.placed = [NOBODY if part == "-" else int(part) for part in value.split("+")]
        elif name == "dropped":
            state.dropped = _read_cards(value, state.active)
        elif name == "spoils":
            state.spoils = _read_cards(value, NOBODY)
        elif name == "chosen":
            one, two = ([word for word in _list(part)] for part in value.split("+"))  # noqa: C416
            state.helpers = (tuple(one), tuple(two))
        else:
            raise _wrong(clause, clause)

    def _captain(self, captain: Captain, seat: int, text: str) -> None:
        for word in text.split():
            name, equals, value = word.partition("=")
            if not equals:
                raise _wrong(word, text)
            if name in ("safe", "port", "fort"):
                setattr(captain, name, _money(value))
            elif name == "ship" and value in ("schooner", "brig"):
                captain.ship = value
            elif name == "loc" and value in ("sea", "city", "tortuga"):
                captain.loc = value
            elif name == "wh":
                captain.wh = [_room(part, seat) for part in _warehouses(value)]
            elif name == "banks":
                captain.banks = [] if value == "none" else [_money(part) for part in value.split("+")]
            elif name in ("house", "store"):
                if value != "none":
                    setattr(captain, f"has_{name}", True)
                    setattr(captain, name, _room(value, seat))
            elif name in ("crew", "gar"):
                setattr(captain, name, _read_cards(value, seat))
                self.named.add(f"{name} {seat}")
            elif name in ROOM_WORDS:
                setattr(captain, name, _room(value, seat))
            else:
                raise _wrong(word, text)

    def _finish(self) -> None:
        state = self.state
        if self.setup:
            state.deal(ScriptedRng(), None)
            return
        for seat, captain in enumerate(state.captains):
            if seat != state.active and f"crew {seat}" not in self.named and captain.loc == "sea":
                captain.crew = _read_cards(IDLE_CREW, seat)
        loc = state.captains[state.active].loc
        state.stage = self.stage or ("start" if loc == "sea" else loc)
        if state.over:
            state.stage = "over"
            return
        kind, seats = self.asked or (state.stage, [state.active])
        if state.stage == "city" and state.mark is None:
            city.settle(state, state.active)
        try:
            state.ask(kind, *seats)
        except (IndexError, KeyError, ValueError, TypeError) as error:
            raise SituationError(f"{kind} cannot be asked here: {error}", clause=f"at {kind}") from error

    # ---- zones of several words

    def set_up(self, rest: str) -> None:
        """``setup n=2``."""
        self.setup = bool(rest)

    def read_seats(self, rest: str) -> None:
        """Seats have been counted already."""

    def read_mark(self, rest: str) -> None:
        """``mark P0 crew=…``."""
        word, _, words = rest.partition(" ")
        seat = _seat(self.state, word)
        self.state.mark = Captain()
        self._captain(self.state.mark, seat, words)

    def read_shown(self, rest: str) -> None:
        """``shown crews helpers strengths``."""
        crews, helpers, strengths = rest.split()
        one, two = crews.split("+")
        ours, theirs = helpers.split("+")
        a, d = strengths.split("/")
        self.state.shown = Shown(
            (tuple(_read_faces(one)), tuple(_read_faces(two))), (tuple(_list(ours)), tuple(_list(theirs))),
            (int(a), int(d)),
        )  # fmt: skip

    def read_now(self, rest: str) -> None:
        """``now attacker=0 op=rats``."""
        for word in rest.split():
            name, equals, value = word.partition("=")
            if name not in NOW or not equals:
                raise _wrong(word, rest)
            usual = NOW[name]
            if isinstance(usual, bool):
                if value != "on":
                    raise _wrong(word, rest)
                setattr(self.state, name, True)
            elif isinstance(usual, tuple):
                setattr(self.state, name, tuple(value.split(",")))
            else:
                setattr(self.state, name, int(value) if isinstance(usual, int) else value)

    def read_at(self, rest: str) -> None:
        """``at keep P1``."""
        kind, *seats = rest.split()
        if kind not in KINDS:
            raise _wrong(kind, rest)
        self.asked = (kind, [_seat(self.state, seat) for seat in seats])

    def read_over(self, rest: str) -> None:
        """``over cargo``."""
        if rest not in ("cargo", "money", "limit"):
            raise _wrong(rest, rest)
        self.state.over = rest


def _room(text: str, seat: int) -> list[Card]:
    return sorted(_read_cards(text, seat))


_ZONES: dict[str, Callable[[_Reader, str], None]] = {
    "setup": _Reader.set_up,
    "seats": _Reader.read_seats,
    "mark": _Reader.read_mark,
    "shown": _Reader.read_shown,
    "now": _Reader.read_now,
    "at": _Reader.read_at,
    "over": _Reader.read_over,
}
