"""What a seat or a spectator may see."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from board_library.engine.core import View
from board_library.games.pirates import cards
from board_library.games.pirates.board import CELL, CITIES, DIST, NAMES, XY
from board_library.games.pirates.cards import CARGO, RUM, TREASURES
from board_library.games.pirates.moves import LOCKED, NEVER
from board_library.games.pirates.offers import MOST_STEPS, rum_store

if TYPE_CHECKING:
    from board_library.games.pirates.table import Note, Table


def view(state: Table, seat: int | None) -> View:
    """The white list, as JSON values (section 6). A ship is its kind (``5r3``), a cargo card too (``silver``).

    * ``phase``: setup, play, over. ``active``: whose turn, None when over. ``first``: who began, None before.
      ``round``, ``rounds``: which of how many. ``limited``: whether that number was chosen. ``level``; ``limit``: cargo
      cards a visit may draw; ``sets``: {treasure: cards that win}.
    * ``seats``: by seat ``cell``, ``port`` (city at whose anchor the fleet lies), ``guest``, ``status``, ``lock``,
      ``sizes`` (of its ships, sorted), ``speed``, ``cargo`` (how many), ``cities``; of the viewer's own fleet also
      ``ships`` and ``hold``, in order of arrival, and ``force`` [red, black].
    * ``cities``: by letter ``city``, ``owner``, ``sizes``, ``cargo``, ``spies`` (publicly known to be there); of the
      viewer's own also ``ships`` and ``store``; of all ``store`` after the last round.
    * ``tavern``: ``n``, ``discard``, ``top`` (size or None). ``grotto``: ``n``, ``discard``, ``spies`` (at the bottom).
    * ``question``: None, or ``kind``, ``seat`` and ``stage`` (of a question in several steps).
    * ``fight``: None, or ``seat`` (attacker), ``target``, ``city`` (besieged, or None), ``assault`` (the city behind a
      fight at sea, or None), ``rum`` [attacker's, defender's]; ``victim`` and ``cause`` while a cape is to be named.
    * ``spoils``: None, or ``sizes`` and ``cargo`` of the beaten fleet; for its two captains ``won`` and ``loot``, for
      the winner ``picked``.
    * ``foe``: the treated fleet's ships, for the host who may take one; else empty.
    * ``rum``: Rum that the viewer may show now. ``steps``: steps left in the port. ``claim``: the viewer's city that
      may be declared, or None. ``spied``: Spies shown at this landing.
    * ``reach``: where the viewer's fleet may sail now: {cell: [x, y, steps, bearing]}; empty where it is not asked.
    * ``later``: where it could be one turn after that, as runs of cells [y, x, length]; empty where it is not asked.
    * ``notes``: what the viewer has lawfully seen: ``where`` (seat or city), ``what`` (ships or cargo), ``round``,
      ``source``, ``stale`` (the round since when a card may have moved, None while none has), ``cards``.
    * ``winner``: {seat, city, kind, n} of a claim, else None. ``how``: claim or rounds, when over. ``winners``: seats.
    """
    over = bool(state.over)
    options = state.options
    return {
        "phase": "over" if over else "setup" if state.first < 0 else "play",
        "active": None if over else state.active,
        "first": state.first if state.first >= 0 else None,
        "round": state.round,
        "rounds": options.rounds,
        "limited": options.round_limit > 0,
        "level": options.difficulty,
        "limit": options.limit,
        "sets": {CARGO[kind]: options.sets[kind] for kind in TREASURES},
        "seats": [_seat(state, other, mine=other == seat) for other in range(state.seats)],
        "cities": [_city(state, city, seat) for city in range(len(CITIES))],
        "tavern": {
            "n": len(state.tavern),
            "discard": len(state.ship_discard),
            "top": cards.SIZE[state.tavern[-1]] if state.tavern and options.show_tavern_top else None,
        },
        "grotto": {"n": len(state.grotto), "discard": len(state.cargo_discard), "spies": state.under},
        "question": None if over else {"kind": state.kind, "seat": state.asked, "stage": state.stage or None},
        "fight": _fight(state),
        "spoils": _spoils(state, seat),
        "foe": _foe(state, seat),
        "rum": rum_store(state, seat).count(RUM) if seat is not None and _asked(state, seat, "rum_add") else 0,
        "steps": MOST_STEPS - state.steps if state.kind == "port_ops" else None,
        "claim": _claim(state, seat),
        "spied": state.spied,
        "reach": _reach(state, seat),
        "later": _later(state, seat),
        "notes": _notes(state, seat),
        "winner": _winner(state),
        "how": state.over or None,
        "winners": [score.seat for score in state.scores() if score.rank == 1] if over else [],
    }


def _asked(state: Table, seat: int, kind: str) -> bool:
    return state.kind == kind and state.asked == seat


def _seat(state: Table, seat: int, *, mine: bool) -> dict[str, Any]:
    cell, port = state.cell[seat], state.port(seat)
    shown: dict[str, Any] = {
        "seat": seat,
        "cell": NAMES[cell] if cell >= 0 else None,
        "port": CITIES[port] if port >= 0 else None,
        "guest": cell >= 0 and state.is_guest(seat),
        "status": state.status[seat],
        "lock": state.lock[seat],
        "sizes": sorted(cards.sizes(state.ships[seat])),
        "speed": state.speed(seat),
        "cargo": len(state.hold[seat]),
        "cities": [CITIES[city] for city in state.cities(seat)],
    }
    if mine:
        shown["ships"] = cards.ship_names(state.ships[seat])
        shown["hold"] = cards.cargo_names(state.hold[seat])
        shown["force"] = list(cards.strength(state.ships[seat]))
    return shown


def _city(state: Table, city: int, viewer: int | None) -> dict[str, Any]:
    owner = state.owner[city]
    shown: dict[str, Any] = {
        "city": CITIES[city],
        "owner": owner if owner >= 0 else None,
        "sizes": sorted(cards.sizes(state.garrison[city])),
        "cargo": len(state.store[city]),
        "spies": state.spies_seen[city],
    }
    if viewer is not None and owner == viewer:
        shown["ships"] = cards.ship_names(state.garrison[city])
        shown["store"] = cards.cargo_names(state.store[city])
    elif state.over == "rounds":
        shown["store"] = cards.cargo_names(sorted(state.store[city]))
    return shown


def _fight(state: Table) -> dict[str, Any] | None:
    if state.attacker < 0:
        return None
    return {
        "seat": state.attacker,
        "target": state.defender,
        "city": CITIES[state.city] if state.city >= 0 else None,
        "assault": CITIES[state.assault] if state.assault >= 0 else None,
        "rum": [state.rum_a, state.rum_d],
        "victim": state.victim if state.victim >= 0 else None,
        "cause": state.cause or None,
    }


def _spoils(state: Table, seat: int | None) -> dict[str, Any] | None:
    if state.kind != "spoils":
        return None
    shown: dict[str, Any] = {"sizes": cards.sizes(state.won), "cargo": len(state.loot)}
    if seat is not None and seat in (state.attacker, state.defender):
        shown["won"] = cards.ship_names(state.won)
        shown["loot"] = cards.cargo_names(state.loot)
    if seat == state.asked:
        shown["picked"] = list(state.picked)
    return shown


def _foe(state: Table, seat: int | None) -> list[str]:
    if seat is None or not _asked(state, seat, "feast_swap") or state.stage != "take":
        return []
    treated = state.defender if seat == state.attacker else state.attacker
    return cards.ship_names(sorted(state.ships[treated]))


def _claim(state: Table, seat: int | None) -> str | None:
    if seat is None or not _asked(state, seat, "port_ops"):
        return None
    city = state.claimable(seat)
    return CITIES[city] if city >= 0 else None


BEARINGS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")


def bearing(start: int, end: int) -> str:
    """The nearest of eight winds from one cell to another; y grows to the south."""
    (ax, ay), (bx, by) = XY[start], XY[end]
    return BEARINGS[round(math.atan2(by - ay, bx - ax) / (math.pi / 4)) % 8]


def _reach(state: Table, seat: int | None) -> dict[str, list[Any]]:
    if seat is None or not _asked(state, seat, "sail"):
        return {}
    here = state.cell[seat]
    steps = DIST[here]
    cells = [CELL[move.target] for move in state.questions[0].moves if move.verb == "go"]
    return {NAMES[cell]: [*XY[cell], steps[cell], bearing(here, cell)] for cell in cells}


def _later(state: Table, seat: int | None) -> list[list[int]]:
    if seat is None or not _asked(state, seat, "sail"):
        return []
    speed, steps = state.speed(seat), DIST[state.cell[seat]]
    shut = LOCKED if state.lock[seat] else NEVER
    runs: list[list[int]] = []
    for cell, (x, y) in enumerate(XY):
        if speed < steps[cell] <= 2 * speed and cell not in shut:
            if runs and runs[-1][0] == y and runs[-1][1] + runs[-1][2] == x:
                runs[-1][2] += 1
            else:
                runs.append([y, x, 1])
    return runs


def _notes(state: Table, seat: int | None) -> list[dict[str, Any]]:
    if seat is None or not state.options.memo:
        return []
    return [_note(place, seen) for place, seen in sorted(state.notes[seat].items())]


def _note(place: str, seen: Note) -> dict[str, Any]:
    where, _, what = place.partition(".")
    is_ships = what == "ships"
    return {
        "where": where,
        "what": "ships" if is_ships else "cargo",
        "round": seen.round,
        "source": seen.source,
        "stale": seen.stale or None,
        "cards": cards.ship_names(seen.cards) if is_ships else cards.cargo_names(seen.cards),
    }


def _winner(state: Table) -> dict[str, Any] | None:
    if state.over != "claim":
        return None
    city = state.home(state.winner)
    n = state.store[city].count(state.claim)
    return {"seat": state.winner, "city": CITIES[city], "kind": CARGO[state.claim], "n": n}
