"""The short commands of the rules' cases as move codes: ``keep gold rats``, ``op termites P1 1``, ``cash safe b1 500``.

They are looked up by form alone: pirates are named by their faces, which stand for the first slot that holds one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from board_library.engine.errors import SituationError
from board_library.games.tortuga.data import CLASS

if TYPE_CHECKING:
    from board_library.games.tortuga.rules import Tortuga

WORDS = {
    "city": "sail city", "tortuga": "sail tortuga", "merchant": "capture merchant", "hire": "hire deck",
    "recruit": "recruit deck", "brig": "buy brig", "work": "work deck", "accept": "accept deal",
    "decline": "decline deal", "restore": "restore city",
}  # fmt: skip
CODE = re.compile("[a-z_]+ [a-z0-9_:]+")


def codes(words: str, state: Tortuga, seat: int | None) -> list[str]:
    """The move codes of one step."""
    if words in WORDS:
        return [WORDS[words]]
    verb, *rest = words.split()
    try:
        return _codes(verb, rest, state, seat)
    except (ValueError, IndexError, StopIteration) as error:
        raise SituationError(f"{words[:60]!r} is no step", clause=words[:60]) from error


def _codes(verb: str, rest: list[str], state: Tortuga, seat: int | None) -> list[str]:
    kind = state.kind
    if verb == "leave" and not rest:
        return [f"leave {'tortuga' if state.stage == 'tortuga' else 'city'}"]
    if verb in ("yes", "no"):
        return [f"use {kind}" if verb == "yes" else f"skip {kind}"]
    if verb == "none":
        return ["done guard" if kind == "guard" else "skip counter"]
    if verb in ("sea", "siege"):
        return [f"{verb} {rest[0].lower()}"]
    if verb == "place":
        who = int(rest[0][1])
        return [f"P{who}: place {_slot('hand', rest[1], state, who)}"]
    if verb == "slot":
        letter = "w" if kind == "warehouse" else "b"
        return [f"loot p{state.defender}:{letter}{rest[0]}"]
    if verb == "build":
        return [f"{'architect' if rest[1:] else 'build'} {rest[0]}"]
    if verb == "op":
        return [_operation(rest)]
    if verb == "offer" and len(rest) > 1:
        return _offer(rest, state, seat or 0)
    if seat is not None and verb in ("move", "drop", "cash", "keep", "crew", "gar", "portkeep", "guard"):
        return _by_face(verb, rest, state, seat)
    code = f"{verb} {' '.join(rest)}"
    if not CODE.fullmatch(code):
        raise ValueError(code)
    return [code]


def _by_face(verb: str, rest: list[str], state: Tortuga, seat: int) -> list[str]:
    if verb == "move":
        face, old, new = rest
        return [f"lift {_thing(old, face, state, seat)}", f"put {new}"]
    if verb == "cash":
        old, new, n = rest
        return [f"lift {old}", f"put {new}", f"sum {n}"]
    if verb == "drop":
        return [f"drop {rest[0] if ':' in rest[0] else _thing(rest[1], rest[0], state, seat)}"]
    if ":" in " ".join(rest):
        return [f"{verb} {rest[0]}"]
    done = f"done {verb}"
    if verb in ("crew", "gar"):
        return [*_slots("pool" if verb == "crew" else "gar", rest, state, seat), done]
    word = "guard" if verb == "guard" else "keep"
    return [*[f"{word} {face}" for face in rest], done]


def _operation(rest: list[str]) -> str:
    face, target, *place = rest
    where = {"city": "gar", "ship": "ship"}
    slot = where.get(place[0], f"{'b' if face == 'bank_robber' else 'w'}{place[0]}") if place else ""
    return f"{face} {target.lower()}{':' * bool(slot)}{slot}"


def _cards(room: str, state: Tortuga, seat: int) -> list[str]:
    if room == "hand":
        return [card.face for card in state.hand[seat]]
    return state.captains[seat].faces("crew" if room == "pool" else room)


def _slot(room: str, face: str, state: Tortuga, seat: int) -> str:
    return f"{room}:{_cards(room, state, seat).index(face) + 1}"


def _slots(room: str, faces: list[str], state: Tortuga, seat: int) -> list[str]:
    """Different slots for equal faces."""
    left: list[str | None] = [*_cards(room, state, seat)]
    found = []
    for face in faces:
        k = left.index(face)
        left[k] = None
        found.append(f"keep {room}:{k + 1}")
    return found


def _thing(room: str, face: str, state: Tortuga, seat: int) -> str:
    return _slot(room, face, state, seat) if CLASS.get(face) == "pirates" else f"{room}:{face}"


def _offer(rest: list[str], state: Tortuga, seat: int) -> list[str]:
    """``P1 give=500,7/4 take=gold``: a sum is of the safe."""
    target = int(rest[0][1])
    found = [f"offer p{target}"]
    for part in rest[1:]:
        side, _, items = part.partition("=")
        owner = seat if side == "give" else target
        for item in items.split(","):
            if item.isdecimal():
                found += [f"{side} safe", f"sum {item}"]
            elif CLASS.get(item) == "pirates":
                found.append(f"{side} {_slot('crew', item, state, owner)}")
            elif item != "-":
                found.append(f"{side if side in ('give', 'take') else 'pledge'} {item}")
    return [*found, "propose deal"]
