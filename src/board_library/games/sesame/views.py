"""What a seat or a spectator may see. Nothing is hidden in this game (section 7), so all see the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from board_library.engine.core import View
from board_library.games.sesame import market, moves
from board_library.games.sesame.board import (
    BLACK,
    BUY_PRICE,
    CAVE,
    CORSAIR,
    DRAGON,
    GAMES,
    GOODS,
    HEADS,
    ITEM_PRICE,
    ITEMS,
    LAST_SEA,
    MONSTERS,
    NUMBER,
    PINK,
    REST,
    RIVER,
    ROBBER,
    SEA,
    SELL_PRICE,
)  # fmt: skip
from board_library.games.sesame.progress import progress

if TYPE_CHECKING:
    from board_library.games.sesame.table import Table

DIE = range(1, 7)
DICE_WAYS = {n: 6 - abs(n - 7) for n in range(2, 13)}
"""Of the 36 results of two dice, how many make each sum."""


def view(state: Table, seat: int | None) -> View:  # noqa: ARG001  all see the same
    """The white list, as JSON values.

    * ``phase``: roll, servant, turn, over. ``active``: whose turn, None before the first. ``first``: the banker.
    * ``seats``: by seat ``pawn`` and ``servant`` (cells), ``place`` (sea, market, dragon, robber, home, sorcerer),
      ``money``, ``goods`` ({good: cards}), ``items`` (magic goods held), ``robbed``, ``slain``, ``taken`` (goods that
      corsairs took on this voyage home), ``named`` (numbers it was given as a sorcerer, where they may not
      repeat), ``turns`` finished, ``wealth``, ``ways`` (the steps done of each of the five ways,
      out of ``progress.STEPS``).
    * ``stock``: {good: cards left}. ``cellars``: {magic good: the seat that holds it, None while it is for sale}.
    * ``bank``: gold left in the bank, None if it has no end. ``turns``: turns of each before wealth decides;
      ``limited``: whether that was chosen.
    * ``rolls``: start rolls, rounds of [seat, die, die]. ``rolling``: who rolls in the last round.
    * ``moved``: whether the active seat's servant has moved this turn.
    * ``reach``: where the open roll may take the pawn; see :func:`reach`. Empty where nobody rolls for a move.
    * ``question``: None, or ``kind``, ``seat`` and the facts of the question; see :func:`question`.
    * ``winners``: seats, when over. ``way``: way_1 … way_5 or wealth, when over.
    """
    playing = state.phase == "turn"
    return {
        "phase": state.phase,
        "active": state.active if state.active >= 0 else None,
        "first": state.first if state.first >= 0 else None,
        "seats": [_seat(state, other) for other in range(state.seats)],
        "stock": dict(zip(GOODS, state.stock, strict=True)),
        "cellars": {item: holder if holder >= 0 else None for item, holder in zip(ITEMS, state.holder, strict=True)},
        "bank": state.bank(),
        "turns": state.options.turns,
        "limited": state.options.round_limit > 0,
        "rolls": [[list(roll) for roll in rolled] for rolled in state.rolls],
        "rolling": state.rolling[:],
        "moved": state.moved,
        "reach": reach(state, state.active) if playing and state.kind == "turn_pre" else [],
        "question": question(state),
        "winners": state.winners[:],
        "way": state.way or None,
    }


def _seat(state: Table, seat: int) -> dict[str, Any]:
    taken = state.taken[seat]
    return {
        "seat": seat,
        "pawn": state.pawn[seat],
        "servant": state.servant[seat],
        "place": state.place[seat],
        "money": state.money[seat],
        "goods": dict(zip(GOODS, state.goods[seat], strict=True)),
        "items": [ITEMS[item] for item in state.items(seat)],
        "robbed": state.robbed[seat],
        "slain": state.slain[seat],
        "taken": [name for good, name in enumerate(GOODS) if taken >> good & 1],
        "named": [n for n in range(2, 13) if state.named[seat] >> n & 1],
        "turns": state.turns[seat],
        "wealth": state.wealth(seat),
        "ways": progress(state, seat),
    }


def question(state: Table) -> dict[str, Any] | None:
    """The public facts of the open question, beside ``kind`` and ``seat``.

    * ``shop``: its cell; ``trade``: sell, buy or game. Of a trade ``good``, ``price``, ``most`` that can be traded,
      ``fee_to`` (the seat whose servant takes a fifth, or None), ``surcharge`` (whether it comes on top). Of a game
      ``game`` 1 to 5, ``odds`` to 1, ``chance`` of 36, ``cellar`` (the sum that opens it, or None), ``item``,
      ``price``, ``most`` that can be staked.
    * ``cellar``: ``item`` and ``price``.
    * ``name``: ``by``, the sorcerer.
    * ``turn_pre`` before a dragon: its ``heads``, and the ``chance`` of 36 to beat it.
    """
    if not state.questions:
        return None
    seat, kind = state.questions[0].seat, state.kind
    asked: dict[str, Any] = {"kind": kind, "seat": seat}
    if kind == "shop":
        asked |= _shop(state, seat)
    elif kind == "cellar":
        item = moves.SHOP_OF[state.pawn[seat]]
        asked |= {"item": ITEMS[item], "price": ITEM_PRICE[item]}
    elif kind == "name":
        asked["by"] = state.active
    elif kind == "turn_pre" and (heads := heads_ahead(state, seat)):
        asked |= {"heads": heads, "chance": sum(ways for n, ways in DICE_WAYS.items() if n > heads)}
    return asked


def _shop(state: Table, seat: int) -> dict[str, Any]:
    cell = state.pawn[seat]
    shop, row = moves.SHOP_OF[cell], cell[0]
    if row == "g":
        game = GAMES[shop]
        return {
            "shop": cell,
            "trade": "game",
            "game": shop + 1,
            "odds": game.odds,
            "chance": sum(game.wins(a, b) for a in range(1, 7) for b in range(1, 7)),
            "cellar": game.cellar or None,
            "item": ITEMS[shop] if shop < len(ITEMS) else "mantle",
            "price": ITEM_PRICE[shop] if shop < len(ITEMS) else 0,
            "most": market.most_staked(state, seat, shop),
        }
    selling = row == "u"
    owner = state.foreign(seat, cell)
    return {
        "shop": cell,
        "trade": "sell" if selling else "buy",
        "good": GOODS[shop],
        "price": (SELL_PRICE if selling else BUY_PRICE)[shop],
        "most": market.most_sold(state, seat, shop) if selling else market.most_bought(state, seat, shop),
        "fee_to": owner if owner >= 0 else None,
        "surcharge": not selling and owner >= 0 and state.options.buyer_commission == "surcharge",
    }


def reach(state: Table, seat: int) -> list[dict[str, Any]]:
    """Where the next roll may take a pawn: one entry a landing, if the pawn moves by dice.

    ``rolls`` that lead there, ``ways`` of ``of`` results that make them, the ``cell``, and ``effect``: "" (nothing),
    stay, arrive, win, rest, own (a servant of one's own makes it safe), corsair (one card of ``good`` goes), monster
    (back to the start), robbers (all gold goes), lost (the magic good goes). ``by``: the seat whose servant is to
    blame.
    """
    place, k = state.place[seat], NUMBER[state.pawn[seat]]
    if place == "sea":
        return _merged([(n, ways, _outward(state, seat, k + n)) for n, ways in DICE_WAYS.items()], 36)
    if place == "robber":
        return _merged([(n, 1, _on_robbers_road(state, seat, k + n)) for n in DIE], 6)
    if place == "home":
        return _merged([(n, 1, _homeward(state, seat, k - n)) for n in DIE], 6)
    if place == "dragon" and k < REST:
        return _merged([(n, 1, _on_dragon_road(state, seat, k + n)) for n in DIE], 6)
    return []


Landing = tuple[str, str, int, int]
"""A cell, what happens there, whose servant does it (or -1), which good goes (or -1)."""


def _merged(rolls: list[tuple[int, int, Landing]], of: int) -> list[dict[str, Any]]:
    """One entry a landing, in the order of rolls."""
    found: list[dict[str, Any]] = []
    for roll, ways, (cell, effect, by, good) in rolls:
        if found and found[-1]["cell"] == cell:
            found[-1]["rolls"].append(roll)
            found[-1]["ways"] += ways
            continue
        entry: dict[str, Any] = {"rolls": [roll], "ways": ways, "of": of, "cell": cell, "effect": effect}
        if by >= 0:
            entry["by"] = by
        if good >= 0:
            entry["good"] = GOODS[good]
        found.append(entry)
    return found


def _beyond(state: Table, seat: int, cell: str, effect: str) -> Landing:
    if state.options.landing == "exact":
        return state.pawn[seat], "stay", -1, -1
    return cell, effect, -1, -1


def _outward(state: Table, seat: int, k: int) -> Landing:
    if k > LAST_SEA:
        return _beyond(state, seat, SEA[-1], "arrive")
    cell = SEA[k]
    if k == LAST_SEA:
        return cell, "arrive", -1, -1
    if k in MONSTERS:
        return cell, "monster", -1, -1
    if k in CORSAIR:
        owner = state.servant_on(cell)
        if owner == seat:
            return cell, "own", -1, -1
        if state.goods[seat][CORSAIR[k]]:
            return cell, "corsair", owner, CORSAIR[k]
    return cell, "", -1, -1


def _homeward(state: Table, seat: int, k: int) -> Landing:
    if k < 0:
        return _beyond(state, seat, SEA[0], "win")
    cell = SEA[k]
    if k == 0:
        return cell, "win", -1, -1
    if k in MONSTERS:
        return cell, "monster", -1, -1
    if k in CORSAIR:
        owner, good = state.servant_on(cell), CORSAIR[k]
        if owner == seat:
            return cell, "own", -1, -1
        if owner >= 0 or state.taken[seat] >> good & 1:
            return cell, "lost", owner, -1
        return cell, "corsair", -1, good
    return cell, "", -1, -1


def _on_dragon_road(state: Table, seat: int, k: int) -> Landing:
    if k > REST:
        return _beyond(state, seat, DRAGON[REST], "rest")
    return _watched(state, seat, DRAGON[k], k in RIVER, "rest" if k == REST else "")


def _on_robbers_road(state: Table, seat: int, k: int) -> Landing:
    if k > CAVE:
        return _beyond(state, seat, ROBBER[CAVE], "win")
    cell = ROBBER[k]
    if k in BLACK:
        pays = state.money[seat] and not state.robbed[seat]
        return cell, "robbers" if pays else "lost", -1, -1
    return _watched(state, seat, cell, k in PINK, "win" if k == CAVE else "")


def _watched(state: Table, seat: int, cell: str, open_to_servants: bool, otherwise: str) -> Landing:
    owner = state.servant_on(cell) if open_to_servants else -1
    if owner < 0:
        return cell, otherwise, -1, -1
    return (cell, "own", -1, -1) if owner == seat else (cell, "lost", owner, -1)


def heads_ahead(state: Table, seat: int) -> int:
    """Heads of the dragon that a seat fights next; 0 if it is on no dragon's doorstep."""
    k = NUMBER[state.pawn[seat]]
    if state.place[seat] != "dragon" or k < REST or state.slain[seat]:
        return 0
    return HEADS[max(k, REST + 1)]
