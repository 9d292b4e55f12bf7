"""The market: selling, buying, games of dice, cellars (section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Amount, Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.sesame import moves, quests
from board_library.games.sesame.board import (
    BUY_PRICE,
    CELLAR,
    FEE_PART,
    GAMES,
    GOODS,
    ITEM_PRICE,
    ITEMS,
    SELL_PRICE,
)
from board_library.games.sesame.table import IN_CELLAR

if TYPE_CHECKING:
    from board_library.games.sesame.rules import Sesame
    from board_library.games.sesame.table import Table

LAST_GAME = 4
"""The fifth shop, from 0: its cellar holds the mantle."""


def offer(state: Table, seat: int) -> tuple[moves.Moves, Amount | None]:
    """The moves and the sum that the shop under a pawn offers."""
    cell = state.pawn[seat]
    shop, row = moves.SHOP_OF[cell], cell[0]
    if row == "g":
        return _games(state, seat, shop)
    if row == "u":
        high, verb = most_sold(state, seat, shop), "sell"
    else:
        high, verb = most_bought(state, seat, shop), "buy"
    return moves.PASS, moves.amount(verb, high) if high else None


def most_sold(state: Table, seat: int, good: int) -> int:
    """Cards of a good that a seat can sell; an empty bank pays for no more than it can."""
    bank, own = state.bank(), state.goods[seat][good]
    return own if bank is None else min(own, bank // SELL_PRICE[good])


def most_bought(state: Table, seat: int, good: int) -> int:
    """Cards of a good that a seat can buy: what is in stock and can be paid, a surcharge included."""
    high = min(state.stock[good], state.money[seat] // BUY_PRICE[good])
    surcharge = state.options.buyer_commission == "surcharge" and state.foreign(seat, state.pawn[seat]) >= 0
    while surcharge and high and cost(good, high, surcharge=True) > state.money[seat]:
        high -= 1
    return high


def cost(good: int, cards: int, *, surcharge: bool) -> int:
    """What a buyer pays for so many cards."""
    value = cards * BUY_PRICE[good]
    return value + value // FEE_PART if surcharge else value


def most_staked(state: Table, seat: int, shop: int) -> int:
    """The greatest stake: all one's gold, but never more than the bank can pay."""
    bank, own = state.bank(), state.money[seat]
    return own if bank is None else min(own, bank // GAMES[shop].odds)


def _games(state: Table, seat: int, shop: int) -> tuple[moves.Moves, Amount | None]:
    high = most_staked(state, seat, shop)
    offered = [*moves.PASS]
    if shop < LAST_GAME and state.holder[shop] == seat:
        offered.append(moves.RETURN[shop])
    offered.append(moves.ROUBLE)
    if shop == LAST_GAME and not state.money[seat] and not any(state.goods[seat]) and seat not in state.holder:
        offered.append(moves.TRY)
    return tuple(offered), moves.amount("stake", high, moves.CELLAR_SUM[shop]) if high else None


def answer(state: Sesame, move: Move, rng: Rng, log: Log) -> None:
    """Answer ``shop`` or ``cellar``."""
    verb, target = move
    if verb == "sell":
        _sell(state, int(target), log)
    elif verb == "buy":
        _buy(state, int(target), log)
    elif verb == "stake":
        if _play(state, target, rng, log):
            state.ask("cellar")
            return
    elif verb == "return":
        give_back(state, ITEMS.index(target))
        if log is not None:
            log.append(Event("magic_returned", {"seat": state.active, "item": target}))
    elif verb == "take":
        _take(state, ITEMS.index(target), log)
    elif verb == "decline" and log is not None:
        log.append(Event("magic_declined", {"seat": state.active, "item": target}))
    state.end_action(log)


def give_back(state: Table, item: int) -> None:
    """A magic good goes back into its cellar."""
    state.holder[item] = IN_CELLAR


def _sell(state: Sesame, cards: int, log: Log) -> None:
    me = state.active
    good = moves.SHOP_OF[state.pawn[me]]
    value = cards * SELL_PRICE[good]
    owner = state.foreign(me, state.pawn[me])
    fee = value // FEE_PART if owner >= 0 else 0
    state.goods[me][good] -= cards
    state.stock[good] += cards
    if log is not None:
        log.append(Event("sell", _trade(state, cards, value, fee, owner)))
    state.earn(me, value - fee, log)
    _pay_fee(state, owner, fee, log)


def _buy(state: Sesame, cards: int, log: Log) -> None:
    me = state.active
    good = moves.SHOP_OF[state.pawn[me]]
    owner = state.foreign(me, state.pawn[me])
    surcharge = owner >= 0 and state.options.buyer_commission == "surcharge"
    fee = cards * BUY_PRICE[good] // FEE_PART if owner >= 0 else 0
    paid = cost(good, cards, surcharge=surcharge)
    state.goods[me][good] += cards
    state.stock[good] -= cards
    state.money[me] -= paid
    if log is not None:
        log.append(Event("buy", _trade(state, cards, paid, fee, owner)))
    _pay_fee(state, owner, fee, log)


def _trade(state: Table, cards: int, gold: int, fee: int, owner: int) -> dict[str, object]:
    """The fields of a trade's line in the log."""
    me = state.active
    data = {"seat": me, "good": GOODS[moves.SHOP_OF[state.pawn[me]]], "qty": cards, "sum": gold}
    return data | {"fee": fee, "fee_to": owner} if owner >= 0 else data


def _pay_fee(state: Sesame, owner: int, fee: int, log: Log) -> None:
    if owner >= 0 and state.phase != "over":
        state.earn(owner, fee, log)


def _play(state: Sesame, stake: str, rng: Rng, log: Log) -> bool:
    """One game; says whether the cellar opens."""
    me = state.active
    shop = moves.SHOP_OF[state.pawn[me]]
    if stake == "sorcerer":
        quests.try_mantle(state, rng, log)
        return False
    a, b = rng.roll(), rng.roll()
    game = GAMES[shop]
    won = game.wins(a, b)
    if stake == "rouble":
        bank = state.bank()
        delta = (game.odds if bank is None else min(bank, game.odds)) if won else 0
        kind, sum_ = "rouble", 0
    else:
        kind, sum_ = "gold", int(stake)
        delta = sum_ * game.odds if won else -sum_
    if log is not None:
        data = {"seat": me, "shop": state.pawn[me], "stake": sum_, "kind": kind, "dice": [a, b], "delta": delta}
        log.append(Event("gamble", data))
    state.earn(me, delta, log)
    if not won or kind == "rouble" or state.phase == "over" or not _opens(state, shop, sum_):
        return False
    if log is not None:
        log.append(Event("cellar_open", {"seat": me, "shop": state.pawn[me]}))
    return True


def _opens(state: Table, shop: int, stake: int) -> bool:
    """Whether a game won for so much gold opens the cellar."""
    if shop == LAST_GAME or state.holder[shop] != IN_CELLAR:
        return False
    me, wanted = state.active, GAMES[shop].cellar
    enough = stake >= wanted if state.options.cellar_stake == "at_least" else stake == wanted
    free = me not in state.holder or not state.options.one_magic_good
    return enough and free and state.money[me] >= ITEM_PRICE[shop]


def _take(state: Sesame, item: int, log: Log) -> None:
    me = state.active
    state.holder[item] = me
    state.money[me] -= ITEM_PRICE[item]
    if log is not None:
        log.append(Event("magic_bought", {"seat": me, "item": ITEMS[item], "price": ITEM_PRICE[item]}))
    state.move_pawn(me, CELLAR[item], log)
    state.check_carpet(log)
