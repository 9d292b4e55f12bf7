"""The quests: dragon road, robbers' road, voyage home, the sorcerer (section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.sesame import moves
from board_library.games.sesame.board import (
    BLACK,
    CAVE,
    CELLAR,
    CORSAIR,
    DIAMOND,
    DRAGON,
    ENTRY,
    GAMBLE,
    GAMES,
    GOODS,
    HARBOUR,
    HEADS,
    ITEMS,
    MAP,
    MONSTERS,
    NUMBER,
    PINK,
    PORT,
    REST,
    RIVER,
    ROBBER,
    SEA,
    SLAIN_AT,
    SWORD,
    TRY_GAIN,
)  # fmt: skip
from board_library.games.sesame.table import IN_CELLAR

if TYPE_CHECKING:
    from board_library.games.sesame.rules import Sesame
    from board_library.games.sesame.table import Table

ALL_NAMED = sum(1 << n for n in range(2, 13))
"""Bit mask of the numbers 2 to 12."""

MANTLE = 4
"""The shop, from 0, whose cellar holds the mantle."""


def corsair_took(seat: int, k: int, to: int) -> Event:
    """A corsair's line in the log; ``to`` is a seat such as ``p1``, or the stock."""
    good = GOODS[CORSAIR[k]]
    return Event("corsair", {"seat": seat, "cell": SEA[k], "good": good, "to": f"p{to}" if to >= 0 else "stock"})


def enter(state: Sesame, cell: str, log: Log) -> None:
    """Through a gate, out of the port again, or to the princess."""
    me = state.active
    if cell == DRAGON[-1]:
        state.move_pawn(me, cell, log)
        state.finish([me], "way_1", log)
        return
    if cell == PORT:
        state.place[me] = "home"
        state.taken[me] = 0
        if log is not None:
            log.append(Event("home_start", {"seat": me}))
    else:
        state.place[me] = road = "dragon" if cell == DRAGON[0] else "robber"
        state.money[me] -= ENTRY
        if log is not None:
            log.append(Event("entry_paid", {"seat": me, "road": road}))
    state.move_pawn(me, cell, log)
    state.end_action(log)


def advance(state: Sesame, seat: int, rng: Rng, log: Log) -> None:
    """One die on a road or on the voyage home."""
    die, place = rng.roll(), state.place[seat]
    if log is not None:
        log.append(Event("roll", {"seat": seat, "dice": [die], "purpose": place}))
    if place == "dragon":
        _ride(state, seat, die, log)
    elif place == "robber":
        _climb(state, seat, die, log)
    else:
        _return(state, seat, die, log)
    state.end_action(log)


def answer(state: Sesame, move: Move, rng: Rng, log: Log) -> None:
    """Answer by ``fight``, ``ask`` or ``name``."""
    if move.verb == "fight":
        _fight(state, rng, log)
        state.end_action(log)
    elif move.verb == "ask":
        state.asked = int(move.target[1:])
        if log is not None:
            log.append(Event("asked", {"seat": state.asked, "by": state.active}))
        state.ask("name")
    else:
        _prophesy(state, int(move.target), rng, log)


# ---- way 1


def _ride(state: Sesame, seat: int, die: int, log: Log) -> None:
    k = NUMBER[state.pawn[seat]] + die
    if k > REST and state.options.landing == "exact":
        return
    cell = DRAGON[min(k, REST)]
    state.move_pawn(seat, cell, log)
    owner = state.foreign(seat, cell) if k in RIVER else -1
    if owner >= 0:
        _lose(state, SWORD, "servant", owner, log)


def _fight(state: Sesame, rng: Rng, log: Log) -> None:
    me = state.active
    k = NUMBER[state.pawn[me]]
    if k == REST:
        k += 1
        state.move_pawn(me, DRAGON[k], log)
    a, b = rng.roll(), rng.roll()
    won = a + b > HEADS[k]
    if log is not None:
        log.append(Event("fight", {"seat": me, "heads": HEADS[k], "dice": [a, b], "won": won}))
    if won and k == SLAIN_AT:
        state.slain[me] = True
    elif won:
        state.move_pawn(me, DRAGON[k + 1], log)


# ---- way 2


def _climb(state: Sesame, seat: int, die: int, log: Log) -> None:
    k = NUMBER[state.pawn[seat]] + die
    if k > CAVE and state.options.landing == "exact":
        return
    cell = ROBBER[min(k, CAVE)]
    state.move_pawn(seat, cell, log)
    if k >= CAVE:
        state.finish([seat], "way_2", log)
    elif k in BLACK:
        gold = state.money[seat]
        if gold and not state.robbed[seat]:
            state.money[seat] = 0
            state.robbed[seat] = True
            if log is not None:
                log.append(Event("robbed", {"seat": seat, "amount": gold}))
        else:
            _lose(state, MAP, "robbers", -1, log)
    elif k in PINK:
        owner = state.foreign(seat, cell)
        if owner >= 0:
            _lose(state, MAP, "servant", owner, log)


# ---- way 3


def _return(state: Sesame, seat: int, die: int, log: Log) -> None:
    k = NUMBER[state.pawn[seat]] - die
    if k < 0 and state.options.landing == "exact":
        return
    if k <= 0:
        state.move_pawn(seat, HARBOUR, log)
        state.finish([seat], "way_3", log)
        return
    cell = SEA[k]
    state.move_pawn(seat, cell, log)
    if k in MONSTERS:
        _turn_back(state, seat, cell, "monster", log)
    elif k in CORSAIR:
        _meet_corsair_home(state, seat, k, log)


def _meet_corsair_home(state: Sesame, seat: int, k: int, log: Log) -> None:
    good, cell = CORSAIR[k], SEA[k]
    owner = state.servant_on(cell)
    if owner == seat:
        return
    if owner >= 0 or state.taken[seat] >> good & 1:
        _lose(state, DIAMOND, "servant" if owner >= 0 else "corsair", owner, log)
        return
    if state.goods[seat][good]:
        state.take_good(seat, good, IN_CELLAR)
        if log is not None:
            log.append(corsair_took(seat, k, IN_CELLAR))
    state.taken[seat] |= 1 << good
    _turn_back(state, seat, cell, "corsair", log)


def _turn_back(state: Sesame, seat: int, cell: str, cause: str, log: Log) -> None:
    if log is not None:
        log.append(Event("home_back", {"seat": seat, "cell": cell, "cause": cause}))
    state.move_pawn(seat, PORT, log)


def _lose(state: Sesame, item: int, cause: str, owner: int, log: Log) -> None:
    """The magic good goes back to its cellar and the pawn to the gambling shop above (decision 9)."""
    seat = state.active
    state.holder[item] = IN_CELLAR
    state.robbed[seat] = False
    state.taken[seat] = 0
    state.place[seat] = "market"
    if log is not None:
        data: dict[str, object] = {"seat": seat, "item": ITEMS[item], "cause": cause, "cell": state.pawn[seat]}
        log.append(Event("item_lost", data | {"by": owner} if owner >= 0 else data))
    state.move_pawn(seat, GAMBLE[item], log)


# ---- way 5


def try_mantle(state: Sesame, rng: Rng, log: Log) -> None:
    """The rouble staked for the mantle: 11 or 12 loses it, which is what a sorcerer needs."""
    me = state.active
    a, b = rng.roll(), rng.roll()
    ok = GAMES[MANTLE].wins(a, b)
    if log is not None:
        log.append(Event("sorcerer_try", {"seat": me, "dice": [a, b], "ok": ok}))
    if ok:
        state.place[me] = "sorcerer"
        state.move_pawn(me, CELLAR[MANTLE], log)
    else:
        bank = state.bank()
        state.money[me] += TRY_GAIN if bank is None else min(bank, TRY_GAIN)


def names(state: Table) -> moves.Moves:
    """Numbers that the asked seat may name."""
    if not state.options.prophecy_no_repeat:
        return moves.NAMES
    named = state.named[state.active]
    return tuple(move for move in moves.NAMES if not named >> int(move.target) & 1)


def _prophesy(state: Sesame, number: int, rng: Rng, log: Log) -> None:
    me, by = state.active, state.asked
    a, b = rng.roll(), rng.roll()
    ok = a + b == number
    state.asked = -1
    if state.options.prophecy_no_repeat:
        named = state.named[me] | 1 << number
        state.named[me] = 0 if named == ALL_NAMED else named
    if log is not None:
        log.append(Event("named", {"seat": by, "number": number}))
        log.append(Event("prophecy", {"seat": me, "number": number, "dice": [a, b], "ok": ok}))
    if ok:
        state.finish([me], "way_5", log)
    else:
        state.end_action(log)
