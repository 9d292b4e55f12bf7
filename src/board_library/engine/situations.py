"""Situations: a game in progress as one line of text, what FEN is to chess.

A situation is clauses joined by ``; ``. The game writes most of them (:class:`~board_library.engine.core.Situations`
says how); this frame adds the options, the ply and the open questions::

    options kraken=any; P0 key4; raid hook5; deck orb4 key3; turn P0; ply 11; ask P0 hook @11: hook key

The same notation gives cases their Given and their checks (``engine.cases``), where most clauses may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from board_library.engine.core import Amount, Decision, Event, GameSpec, Move, Situations, State
from board_library.engine.errors import BoardLibraryError, SituationError

_SEAT = re.compile(r"[Pp]([0-9])")
_SEAT_BEFORE = re.compile(r"\bp([0-9]) ")
_ASK = re.compile(r"P([0-9]) ([a-z0-9_]+) @([0-9]+)( secret)?: (.+)")
_RANGE = re.compile(r"([a-z][a-z0-9_]*) ([0-9]+)\.\.([0-9]+)/([0-9]+)( ladder((?: [0-9]+)+))?")
_OPTS = re.compile(r"(?:P([0-9]) )?([a-z0-9_]+):(.*)")


def read_situation(spec: GameSpec, text: str) -> State:
    """The state that a situation describes. Raises :class:`SituationError` that names what cannot be read."""
    game = notation(spec)
    own: list[str] = []
    options: Any = None
    ply: int | None = None
    asked: list[Decision] | None = None
    for clause in clauses(text):
        name, _, rest = clause.partition(" ")
        if name == "options":
            options = _options(spec, rest)
        elif name == "ply":
            ply = _number(rest, clause)
        elif name == "ask":
            asked = [*(asked or []), *([] if rest == "-" else [_question(clause)])]
        else:
            own.append(clause)
    state = game.read(own, spec.options() if options is None else options)
    if ply is not None:
        state.ply = ply
    if asked is not None:
        state.questions = tuple(asked)
    return state


def show_situation(spec: GameSpec, state: State) -> str:
    """The situation as one line, from which :func:`read_situation` makes an equal state."""
    shown = notation(spec).show(state)
    chosen = _show_options(state.options)
    if chosen:
        shown.insert(0, f"options {chosen}")
    shown.append(f"ply {state.ply}")
    shown.extend(_show_question(decision) for decision in state.questions)
    if not state.questions:
        shown.append("ask -")
    return "; ".join(shown)


def check_clause(spec: GameSpec, state: State, clause: str, events: Sequence[Event] = ()) -> str | None:
    """None if the state is as one clause of a check says, else what it is instead.

    ``events`` are those since the Given. Raises :class:`SituationError` for a clause that cannot be read.
    """
    name, _, rest = clause.partition(" ")
    if name == "opts":
        return _check_options_offered(state, rest, clause)
    if name == "over":
        return _check_over(state, rest)
    if name == "score":
        return _check_scores(state, rest, clause)
    if name == "ply":
        return None if state.ply == _number(rest, clause) else f"ply {state.ply}"
    return notation(spec).check(state, clause, events)


def notation(spec: GameSpec) -> Situations:
    """The game's own notation. Raises :class:`SituationError` if it has none."""
    if spec.situations is None:
        raise SituationError(f"{spec.slug} has no notation for situations", clause="")
    return spec.situations


def clauses(text: str) -> list[str]:
    """Split at ``;``, but not inside ``[…]``; blanks at the ends and empty clauses are dropped."""
    parts, depth, start = list[str](), 0, 0
    for k, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if char == ";" and depth == 0:
            parts.append(text[start:k])
            start = k + 1
    if depth != 0:
        raise SituationError(f"a bracket is left open in {text[:80]!r}", clause=text[:80])
    parts.append(text[start:])
    return [" ".join(part.split()) for part in parts if part.strip()]


def seat_of(word: str) -> int:
    """The seat that ``P1`` names. Raises :class:`SituationError`."""
    found = _SEAT.fullmatch(word)
    if found is None:
        raise SituationError(f"{word[:40]!r} is no seat: write P0, P1 …", clause=word[:40])
    return int(found[1])


def plain_code(words: str) -> str:
    """A step in small letters, with ``P1 x`` joined to ``p1:x``: ``cannon P1 mermaid`` is ``cannon p1:mermaid``."""
    return _SEAT_BEFORE.sub(r"p\1:", words.lower())


def named(words: str, decision: Decision) -> tuple[Move, ...]:
    """The moves offered that short words can stand for: by whole code, else by target, else by verb."""
    plain = plain_code(words)
    for part in ("code", "target", "verb"):
        found = tuple(move for move in decision.moves if getattr(move, part) == plain)
        if found:
            return found
    return ()


def _check_options_offered(state: State, rest: str, clause: str) -> str | None:
    found = _OPTS.fullmatch(rest)
    if found is None:
        raise SituationError(f"not 'opts kind: a, b': {clause!r}", clause=clause)
    seat, kind, words = found[1], found[2], [w for w in found[3].split(",") if w.strip()]
    asked = [d for d in state.pending() if d.kind == kind and (seat is None or d.seat == int(seat))]
    came = "opts " + " | ".join(_show_offer(d) for d in state.pending()) if state.pending() else "over"
    if len(asked) != 1:
        return came
    decision = asked[0]
    ranges = [w.strip() for w in words if ".." in w]
    moves = [named(w.strip(), decision) for w in words if ".." not in w]
    every = sorted(move for group in moves for move in group)
    amount = [] if decision.amount is None else [_show_amount(decision.amount, ladder=False)]
    fits = all(len(group) == 1 for group in moves) and every == sorted(decision.moves) and ranges == amount
    return None if fits else came


def _check_over(state: State, rest: str) -> str | None:
    if state.pending():
        return "not over: " + " | ".join(_show_offer(d) for d in state.pending())
    winners = [score.seat for score in state.scores() if score.rank == 1]
    if not rest or sorted(seat_of(word) for word in rest.split()) == winners:
        return None
    return " ".join(["over", *(f"P{seat}" for seat in winners)])


def _check_scores(state: State, rest: str, clause: str) -> str | None:
    points = {score.seat: score.points for score in state.scores()}
    wanted = dict[int, int]()
    for word in rest.split():
        name, _, value = word.partition("=")
        if not re.fullmatch(r"-?[0-9]{1,9}", value):
            raise SituationError(f"not 'score P0=12': {clause!r}", clause=clause)
        wanted[seat_of(name)] = int(value)
    if not wanted:
        raise SituationError(f"not 'score P0=12': {clause!r}", clause=clause)
    if all(points.get(seat) == value for seat, value in wanted.items()):
        return None
    return " ".join(["score", *(f"P{seat}={points.get(seat)}" for seat in wanted)])


def _options(spec: GameSpec, rest: str) -> Any:
    raw = dict[str, str]()
    for word in rest.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise SituationError(f"not 'options name=value': {rest!r}", clause=rest)
        raw[name] = value
    try:
        return spec.options.parse(raw)
    except BoardLibraryError as error:
        raise SituationError(str(error), clause=f"options {rest}"[:80]) from error


def _show_options(options: Any) -> str:
    default = type(options)().to_json()
    return " ".join(f"{k}={_text(v)}" for k, v in options.to_json().items() if v != default[k])


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(value) if isinstance(value, list) else str(value)


def _number(text: str, clause: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise SituationError(f"a number is missing in {clause[:80]!r}", clause=clause[:80])
    return int(text)


def _question(clause: str) -> Decision:
    found = _ASK.fullmatch(clause.removeprefix("ask "))
    if found is None:
        raise SituationError(f"not 'ask P0 kind @ply: code, code': {clause[:80]!r}", clause=clause[:80])
    moves, amount = list[Move](), None
    for item in found[5].split(", "):
        wide = _RANGE.fullmatch(item)
        if wide is None:
            moves.append(_move(item, clause))
        else:
            ladder = tuple(int(n) for n in (wide[6] or "").split())
            amount = Amount(wide[1], int(wide[2]), int(wide[3]), int(wide[4]), ladder)
    return Decision(int(found[1]), found[2], tuple(moves), amount, int(found[3]), found[4] is not None)


def _move(code: str, clause: str) -> Move:
    try:
        return Move.parse(code)
    except BoardLibraryError as error:
        raise SituationError(f"{error} in {clause[:80]!r}", clause=clause[:80]) from error


def _show_question(decision: Decision) -> str:
    items = [move.code for move in decision.moves]
    if decision.amount is not None:
        items.append(_show_amount(decision.amount, ladder=True))
    secret = " secret" if decision.secret else ""
    return f"ask P{decision.seat} {decision.kind} @{decision.opened}{secret}: {', '.join(items)}"


def _show_offer(decision: Decision) -> str:
    items = [move.code for move in decision.moves]
    if decision.amount is not None:
        items.append(_show_amount(decision.amount, ladder=False))
    return f"P{decision.seat} {decision.kind}: {', '.join(items)}"


def _show_amount(amount: Amount, *, ladder: bool) -> str:
    text = f"{amount.verb} {amount.low}..{amount.high}/{amount.step}"
    return f"{text} ladder {' '.join(map(str, amount.ladder))}" if ladder and amount.ladder else text
