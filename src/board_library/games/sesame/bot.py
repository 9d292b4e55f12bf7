"""Programs that play Sesame: the zombie for an absent seat, and a greedy player with a plan.

The greedy player aims at the way that it can finish soonest (``plan``), chosen anew at each question, so that luck,
losses and rivals turn it from one way to another. Its servant goes where it takes most from the chances of those who
are near to winning, guards its own road, or earns fees.
"""

from __future__ import annotations

from board_library.engine.core import Move, Observer
from board_library.games.sesame import plan
from board_library.games.sesame.board import (
    BUY,
    BUY_PRICE,
    CAVE,
    CORSAIR,
    DIAMOND,
    DRAGON,
    ENTRY,
    GAMBLE,
    HARBOUR,
    ITEMS,
    NUMBER,
    PORT,
    REST,
    ROBBER,
    SELL,
    SELL_PRICE,
)
from board_library.games.sesame.moves import END, PASS, ROUBLE, TRY
from board_library.games.sesame.rules import Sesame

WAYS_TO_ROLL = {n: 6 - abs(n - 7) for n in range(2, 13)}

BETS = {1: (5 / 12, 2), 2: (5 / 18, 3)}
"""Shops, from 0, where dice favour the player: chance to win and odds."""

WORTH_BUYING = 30
"""A lap with a good that brings less gold is not worth the turn of buying it."""

GOLD = 0.0006
"""What one gold is worth against a chance of winning."""

GUARD = 1.6
"""What saving one's own quest is worth against stopping another's."""


def zombie(observer: Observer) -> Move:
    """The move of an absent seat (section 12): it stays where it is, trades nothing, leaves its servant alone."""
    decision, view = observer.decision, observer.view
    kind, answers = decision.kind, decision.moves
    if kind == "setup_servant":
        return _coded("servant s0", answers)
    if kind == "turn_pre":
        own = view["seats"][decision.seat]
        cell = own["pawn"]
        if own["place"] == "market":
            return _coded("go " + (SELL[0] if cell == PORT else "g" + cell[1:] if cell[0] == "c" else cell), answers)
        if own["place"] == "sorcerer":
            return _coded(f"ask p{(decision.seat + 1) % len(view['seats'])}", answers)
        return next(move for move in answers if move.verb != "servant")
    if kind == "shop":
        return PASS[0]
    if kind == "name":
        return rarest(answers)
    if kind == "turn_post":
        return END
    return answers[0]


def rarest(answers: tuple[Move, ...]) -> Move:
    """The number that two dice make least often, the lower of two."""
    return min(answers, key=lambda move: (WAYS_TO_ROLL[int(move.target)], int(move.target)))


def _coded(code: str, answers: tuple[Move, ...]) -> Move:
    return next(move for move in answers if move.code == code)


def greedy(observer: Observer) -> Move:
    """The answer that its plan asks for; its leaning to some ways makes players differ."""
    return _answer(observer, seasoned=False)


def seasoned(observer: Observer) -> Move:
    """The same without a leaning: it knows which ways keep what they promise."""
    return _answer(observer, seasoned=True)


def _answer(observer: Observer, *, seasoned: bool) -> Move:
    decision, world = observer.decision, observer.world
    assert isinstance(world, Sesame)
    if len(decision.moves) == 1 and decision.amount is None:
        return decision.moves[0]
    if decision.kind == "name":
        return rarest(decision.moves)
    return _Thought(observer, world, plan.choose(world, decision.seat, seasoned=seasoned)).answer()


class _Thought:
    """One decision thought through."""

    def __init__(self, observer: Observer, world: Sesame, aim: plan.Plan) -> None:
        self.world = world
        self.me = observer.decision.seat
        self.decision = observer.decision
        self.offered = set(observer.decision.moves)
        self.money = world.money[self.me]
        self.goods = world.goods[self.me]
        self.cell = world.pawn[self.me]
        self.plan = aim

    def answer(self) -> Move:
        """The move."""
        kind = self.decision.kind
        if kind == "setup_servant":
            return self._servant() or Move("servant", HARBOUR)
        if kind == "cellar":
            return self._cellar()
        if kind == "shop":
            return self._shop()
        if kind == "turn_post":
            return self._servant() or END
        moving = self.world.place[self.me] in ("dragon", "robber", "home")
        guard = self._servant() if moving and not self.world.moved else None
        return guard or self._main()

    # ---- the pawn

    def _main(self) -> Move:
        if self.world.place[self.me] != "market":
            return next(move for move in self.decision.moves if move.verb != "servant")
        # From the port the way leads to the sell row alone while there are goods: then to the best sale.
        for cell in [*self._wishes(), *self._sales(keep=0)]:
            move = Move("go", cell)
            if move in self.offered:
                return move
        return next(move for move in self.decision.moves if move.verb == "go")

    def _wishes(self) -> list[str]:
        """Cells in the order of liking; the first that can be reached is taken."""
        way = self.plan.way
        item = way - 1
        if way == 5:
            return [*self._sales(keep=0), GAMBLE[4]]
        if way in (1, 2, 3) and self.world.holder[item] == self.me:
            return self._to_the_gate(item)
        if way and self.world.holder[item] != self.me and self.money >= plan.NEEDS[item]:
            return [GAMBLE[item]]
        if way == 3 and self.money >= plan.STAKES[DIAMOND]:
            return [GAMBLE[DIAMOND]]
        return self._trade(keep=1 if way == 3 and self.money >= ENTRY else 0)

    def _to_the_gate(self, item: int) -> list[str]:
        if item == DIAMOND:
            missing = [BUY[good] for good, n in enumerate(self.goods) if not n and self.world.stock[good]]
            cost = sum(BUY_PRICE[good] for good, n in enumerate(self.goods) if not n)
            if self.money < cost:
                return self._trade(keep=1)
            return [PORT, *missing, GAMBLE[2]]
        if self.money >= ENTRY + (item == 1):
            return [(DRAGON if item == 0 else ROBBER)[0], GAMBLE[item]]
        return self._trade(keep=0)

    def _sales(self, keep: int) -> list[str]:
        """Shops of the sell row where there is something to sell, the best sale first."""
        values = []
        for good, n in enumerate(self.goods):
            if n > keep:
                fee = 0.8 if self.world.foreign(self.me, SELL[good]) >= 0 else 1.0
                values.append(((n - keep) * SELL_PRICE[good] * fee, SELL[good]))
        return [cell for _, cell in sorted(values, reverse=True)]

    def _trade(self, keep: int) -> list[str]:
        """The lap of the market."""
        sales = self._sales(keep)
        row = self.cell[0]
        laps = sorted(((plan.profit(self.world, self.me, good, self.money), good) for good in range(5)), reverse=True)
        buys = [BUY[good] for gain, good in laps if gain >= WORTH_BUYING or (gain > 0 and not sales)]
        if row == "l":
            return [*buys[:1], GAMBLE[1]]
        if row in "us":
            return [*sales, GAMBLE[1]]
        return [*sales, *buys, GAMBLE[1]]

    # ---- shops

    def _shop(self) -> Move:
        row, shop = self.cell[0], NUMBER[self.cell] - 1
        amount = self.decision.amount
        if row == "g":
            return self._game(shop)
        if amount is None:
            return PASS[0]
        if row == "u":
            keep = 1 if self.plan.way == 3 and self.world.holder[DIAMOND] == self.me else 0
            cards = min(self.goods[shop] - keep, amount.high)
        else:
            cards = self._purchase(shop, amount.high)
        return Move(amount.verb, str(cards)) if cards > 0 else PASS[0]

    def _purchase(self, good: int, most: int) -> int:
        """How many cards of a good to buy."""
        if self.plan.way == 3 and self.world.holder[DIAMOND] == self.me:
            return min(most, 1 - self.goods[good])
        reserve = ENTRY if self.plan.way in (1, 2) and self.plan.way - 1 in self.world.items(self.me) else 0
        return min(most, (self.money - reserve) // BUY_PRICE[good])

    def _game(self, shop: int) -> Move:
        way, item = self.plan.way, self.plan.way - 1
        if TRY in self.offered:
            return TRY
        amount = self.decision.amount
        if amount is None:
            return ROUBLE if way != 5 else PASS[0]
        if way == 5:
            return Move("stake", str(amount.high))
        stake = plan.STAKES[shop] if shop < len(ITEMS) else 0
        if shop == item and self.world.holder[shop] != self.me and self._can_stake(shop, stake, amount.high):
            return Move("stake", str(stake))
        if shop in BETS and self.world.place[self.me] == "market":
            chance, odds = BETS[shop]
            part = int(self.money * (odds * chance - (1 - chance)) / odds)  # the stake of J. L. Kelly (1956)
            if 1 <= part <= amount.high:
                return Move("stake", str(part))
        return ROUBLE

    def _can_stake(self, shop: int, stake: int, high: int) -> bool:
        return stake <= high and self.money >= (plan.NEEDS[shop] if shop != DIAMOND else stake)

    def _cellar(self) -> Move:
        item = NUMBER[self.cell] - 1
        wanted = self.plan.way == item + 1 or item == 3
        return Move("take" if wanted else "decline", ITEMS[item])

    # ---- the servant

    def _servant(self) -> Move | None:
        """The best cell for the servant, if it is better than where it stands."""
        moves = [move for move in self.decision.moves if move.verb == "servant"]
        if not moves:
            return None
        here = self.world.servant[self.me]
        best = max(moves, key=lambda move: self._stands(move.target))
        return best if self._stands(best.target) > self._stands(here) + 0.002 else None

    def _stands(self, cell: str) -> float:
        """What a servant on this cell is worth."""
        world, me = self.world, self.me
        stand = world.servant[:]
        stand[me] = cell
        value = self._guards(cell, stand)
        for seat in range(world.seats):
            if seat == me:
                continue
            weight = plan.threat(world, seat)
            if weight:
                way = {"dragon": 1, "robber": 2, "home": 3}[world.place[seat]]
                value -= 4 * weight * plan.succeeds(world, seat, way, stand)
            value += GOLD * self._fees(seat, cell)
        return value

    def _guards(self, cell: str, stand: list[str]) -> float:
        """What the servant saves on one's own quest: its cell is closed to rivals."""
        place, k = self.world.place[self.me], NUMBER[self.cell]
        if place == "dragon" and k < REST and cell[0] == "d":
            return GUARD * _hit(NUMBER[cell] - k)
        if place == "robber" and k < CAVE and cell[0] == "r":
            return GUARD * _hit(NUMBER[cell] - k)
        if place == "home" and cell[0] == "s" and cell != HARBOUR:
            return GUARD * plan.succeeds(self.world, self.me, 3, stand)
        return GUARD * plan.succeeds(self.world, self.me, 3, stand) if place == "home" else 0.0

    def _fees(self, seat: int, cell: str) -> float:
        """Gold that a servant on a cell is likely to get out of one rival in its next turn."""
        world = self.world
        place, row, shop = world.place[seat], cell[0], NUMBER[cell] - 1
        goods = world.goods[seat]
        if place == "market" and row == "u":
            total = sum(goods) or 1
            return goods[shop] * SELL_PRICE[shop] / 5 * (goods[shop] / total)
        if place == "market" and row == "l" and world.pawn[seat][0] in "lg":
            return min(world.money[seat], world.stock[shop] * BUY_PRICE[shop]) / 25
        k = NUMBER[world.pawn[seat]]
        if place == "sea" and row == "s" and NUMBER[cell] > k:
            good = CORSAIR[NUMBER[cell]]
            return SELL_PRICE[good] * goods[good] * _hit((NUMBER[cell] - k) // 2)
        return 0.0


def _hit(distance: int) -> float:
    """Chance that a pawn moved by one die ever lands so many cells ahead."""
    return _HITS[distance] if 0 < distance < len(_HITS) else 0.0


def _hits(cells: int) -> list[float]:
    found = [1.0]
    for k in range(1, cells + 1):
        found.append(sum(found[max(0, k - 6) : k]) / 6)
    return found


_HITS = _hits(26)
