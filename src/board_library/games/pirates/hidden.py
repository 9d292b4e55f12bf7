"""What a seat knows of hidden cards, and how the rest is dealt anew.

Certain for a seat are: its own cards; the sizes of all ships but those inside the tavern; how many cargo cards lie
anywhere; the Spies at the bottom of the grotto and those that have shown themselves in a city; places it has seen from
which no card has gone and to which none has come since; discards it knows. What another has chosen so far it does not
know, and answers that are held until the end of their time are not in the state at all. Source: section 6, ruling 47.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.rng import Rng
from board_library.games.pirates import offers
from board_library.games.pirates.board import CITIES
from board_library.games.pirates.cards import RUM, SIZE, SPECTATOR, SPY
from board_library.games.pirates.moves import DONE_SPOILS

if TYPE_CHECKING:
    from board_library.games.pirates.table import Table


def deal_anew(state: Table, seat: int | None, rng: Rng) -> None:
    """Replace all that ``seat`` (None: a spectator) cannot know by chance, in place."""
    mask = 1 << (SPECTATOR if seat is None else seat)
    _deal_ships(state, seat, mask, rng)
    _deal_cargo(state, seat, mask, rng)
    _forget(state, seat)
    if state.picked and seat != state.asked:
        _choose_anew(state, rng)
    state.ask_again()


def knows_spoils(state: Table, seat: int | None) -> bool:
    """Both captains know what the beaten fleet held."""
    return seat is not None and seat in (state.attacker, state.defender)


def _places(state: Table, seat: int | None, what: str) -> tuple[list[str], list[str]]:
    """The places of the notes that a seat knows for certain but that are not its own, and those it does not know."""
    known: list[str] = []
    unknown: list[str] = []
    for other in range(state.seats):
        if other != seat:
            place = f"p{other}.{what}"
            (known if seat is not None and state.knows(seat, place) else unknown).append(place)
    part = "ships" if what == "ships" else "store"
    for city, name in enumerate(CITIES):
        if seat is None or state.owner[city] != seat:
            place = f"{name}.{part}"
            sure = seat is not None and state.knows(seat, place)
            shown = part == "store" and state.over == "rounds"
            (known if sure or shown else unknown).append(place)
    return known, unknown


def _deal_ships(state: Table, seat: int | None, mask: int, rng: Rng) -> None:
    known, unknown = _places(state, seat, "ships")
    for place in known:
        _settle(state.place_cards(place))
    hidden = [state.place_cards(place) for place in unknown]
    if not knows_spoils(state, seat):
        hidden.append(state.won)
    thrown = [k for k, (_, who) in enumerate(state.ship_discard) if not who & mask]
    pool = state.tavern + [kind for cards in hidden for kind in cards] + [state.ship_discard[k][0] for k in thrown]
    by_size: dict[int, list[int]] = {3: [], 4: [], 5: []}
    for kind in sorted(pool):
        by_size[SIZE[kind]].append(kind)
    for kinds in by_size.values():
        rng.shuffle(kinds)
    for cards in hidden:
        cards[:] = [by_size[SIZE[kind]].pop() for kind in cards]
    for k in thrown:
        kind, who = state.ship_discard[k]
        state.ship_discard[k] = (by_size[SIZE[kind]].pop(), who)
    top = [by_size[SIZE[state.tavern[-1]]].pop()] if state.tavern and state.options.show_tavern_top else []
    rest = sorted(kind for kinds in by_size.values() for kind in kinds)
    rng.shuffle(rest)
    state.tavern = rest + top
    if state.won and not knows_spoils(state, seat):
        state.won.sort()


def _settle(cards: list[int]) -> None:
    """Put known ships in canonical order under the backs as they lie."""
    ordered = sorted(cards)
    for k, kind in enumerate(cards):
        cards[k] = next(other for other in ordered if SIZE[other] == SIZE[kind])
        ordered.remove(cards[k])


def _deal_cargo(state: Table, seat: int | None, mask: int, rng: Rng) -> None:
    known, unknown = _places(state, seat, "hold")
    for place in known:
        state.place_cards(place).sort()
    hidden = [state.place_cards(place) for place in unknown]
    if not knows_spoils(state, seat):
        hidden.append(state.loot)
    thrown = [k for k, (_, who) in enumerate(state.cargo_discard) if not who & mask]
    deep = state.grotto[state.under :]
    pool = deep + [kind for cards in hidden for kind in cards] + [state.cargo_discard[k][0] for k in thrown]
    pool.sort()
    sure = {place: _sure(state, place) for place in unknown}
    for kinds in sure.values():
        for kind in kinds:
            pool.remove(kind)
    rng.shuffle(pool)
    for place in sorted(unknown, key=lambda place: place != _claimed(state)):
        cards = state.place_cards(place)
        left = len(cards) - len(sure[place])
        if place == _claimed(state):  # no other treasure lies beside the ones that have won
            fits = [kind for kind in pool if kind in (RUM, SPY)][:left]
            for kind in fits:
                pool.remove(kind)
        else:
            fits = [pool.pop() for _ in range(left)]
        cards[:] = sorted(sure[place] + fits)
    if not knows_spoils(state, seat):
        state.loot[:] = sorted(pool.pop() for _ in state.loot)
    for k in thrown:
        state.cargo_discard[k] = (pool.pop(), state.cargo_discard[k][1])
    state.grotto[state.under :] = pool


def _claimed(state: Table) -> str:
    return f"{CITIES[state.port(state.winner)]}.store" if state.over == "claim" else ""


def _sure(state: Table, place: str) -> list[int]:
    """The cargo that everybody knows to be in a place: Spies that have shown themselves, a claim that has won."""
    where = place.partition(".")[0]
    if where not in CITIES:
        return []
    claim = [kind for kind in state.place_cards(place) if kind == state.claim] if place == _claimed(state) else []
    return claim + [SPY] * state.spies_seen[CITIES.index(where)]


def _forget(state: Table, seat: int | None) -> None:
    """What others have noted: of what still lies there as it did, the dealt cards; of all else nothing."""
    for other, notes in enumerate(state.notes):
        if other == seat:
            continue
        for place, seen in list(notes.items()):
            if seen.stale:
                del notes[place]
            else:
                notes[place] = seen._replace(cards=tuple(sorted(state.place_cards(place))))


def _choose_anew(state: Table, rng: Rng) -> None:
    """What the winner of a battle has named so far is his secret; that it was so many cards is not."""
    named = len(state.picked)
    state.picked = ()
    while len(state.picked) < named:
        codes = [move.code for move in offers.offer(state)[0] if move != DONE_SPOILS]
        state.picked = (*state.picked, rng.choice(codes))
