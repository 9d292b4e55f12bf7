"""The rules of Sesame: what each answer does to a state. ``market`` and ``quests`` hold the two halves of the board.

A turn is one main action by the pawn, a trade or a game if it stands in a shop, and one move of the servant before or
after all that. ``ask`` builds every question from the state alone.
"""

from __future__ import annotations

from board_library.engine.core import Amount, Decision, Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.sesame import market, moves, quests, scoring, setup
from board_library.games.sesame.board import (
    CARPET,
    CORSAIR,
    DIAMOND,
    ENTRY,
    FORTUNE,
    HARBOUR,
    LAST_SEA,
    MAP,
    MONSTERS,
    NUMBER,
    PORT,
    REST,
    SEA,
    SWORD,
)  # fmt: skip
from board_library.games.sesame.table import IN_CELLAR, Table


class Sesame(Table):
    """One game in progress and what each answer does to it."""

    __slots__ = ()

    def apply(self, seat: int, move: Move, rng: Rng, log: Log) -> None:
        """Answer the open question of ``seat``."""
        verb, target = move
        if verb == "servant":
            self._servant(seat, target, log)
        elif verb == "go":
            self._go(target, log)
        elif verb == "roll":
            self._roll(seat, rng, log)
        elif verb == "end":
            self.end_turn(log)
        elif verb in ("fight", "ask", "name"):
            quests.answer(self, move, rng, log)
        else:
            market.answer(self, move, rng, log)

    # ---- turns

    def start_turn(self, seat: int, log: Log) -> None:
        """It is this seat's turn."""
        self.active = seat
        self.moved = False
        if log is not None:
            log.append(Event("turn_started", {"seat": seat}))
        self.ask("turn_pre")

    def end_action(self, log: Log) -> None:
        """The main action is over: the servant may still move, once a turn."""
        if self.phase == "over":
            return
        if self.moved:
            self.end_turn(log)
        else:
            self.ask("turn_post")

    def end_turn(self, log: Log) -> None:
        """The next seat's turn, or the end of a game that has lasted its number of turns."""
        self.turns[self.active] += 1
        if log is not None:
            log.append(Event("turn_end", {"seat": self.active}))
        following = (self.active + 1) % self.seats
        if following == self.first and self.turns[self.active] >= self.options.turns:
            self.finish(scoring.richest(self), "wealth", log)
        else:
            self.start_turn(following, log)

    def finish(self, winners: list[int], way: str, log: Log) -> None:
        """The game is over, in the middle of whatever is going on."""
        self.phase = "over"
        self.kind = ""
        self.questions = ()
        self.asked = -1
        self.winners = winners
        self.way = way
        if log is not None:
            log.append(scoring.game_end(self))

    # ---- questions

    def ask(self, kind: str) -> None:
        """Ask the question of this kind that the rules ask in this state."""
        self.kind = kind
        seat = self.active
        amount: Amount | None = None
        if kind == "turn_pre":
            offered = self.main_moves() if self.moved else self.main_moves() + self.servant_moves()
        elif kind == "turn_post":
            offered = (moves.END, *self.servant_moves())
        elif kind == "shop":
            offered, amount = market.offer(self, seat)
        elif kind == "cellar":
            offered = moves.OFFER[moves.SHOP_OF[self.pawn[seat]]]
        else:
            seat = self.asked
            offered = quests.names(self)
        self.questions = (Decision(seat, kind, offered, amount, self.ply),)

    def servant_moves(self) -> moves.Moves:
        """Where the active seat's servant may go (section 4)."""
        me = self.active
        pawns = [cell for seat, cell in enumerate(self.pawn) if seat != me]
        shut = {*self.servant, *pawns}
        if self.servant[me] != HARBOUR:
            shut.discard(HARBOUR)
        free = [move for move in moves.SERVANT if move[1] not in shut]
        return (*free,)

    def main_moves(self) -> moves.Moves:
        """The main action of the active seat, by where it is."""
        me = self.active
        place, cell = self.place[me], self.pawn[me]
        if place == "market":
            row = cell[0]
            if row == "u":
                return moves.FROM_SELL
            if row == "l":
                return moves.FROM_BUY
            if row == "s":
                return moves.FROM_PORT[any(self.goods[me])]
            can_enter = self.money[me] >= ENTRY
            return moves.from_gamble(
                buying=not (self.options.sell_all_first and any(self.goods[me])),
                dragon=can_enter and self.holder[SWORD] == me,
                robber=can_enter and self.holder[MAP] == me,
                home=self.holder[DIAMOND] == me and all(self.goods[me]),
            )
        if place == "sorcerer":
            return moves.ask(me, self.seats)
        if place == "dragon" and NUMBER[cell] >= REST:
            return moves.FREE if self.slain[me] else moves.FIGHT
        return moves.ROLL

    # ---- pieces and gold

    def _servant(self, seat: int, cell: str, log: Log) -> None:
        if self.phase == "servant":
            setup.place(self, seat, cell, log)
            return
        if log is not None:
            log.append(Event("servant_move", {"seat": seat, "from": self.servant[seat], "to": cell}))
        self.servant[seat] = cell
        self.moved = True
        if self.kind == "turn_post":
            self.end_turn(log)
        else:
            self.ask("turn_pre")

    def move_pawn(self, seat: int, cell: str, log: Log) -> None:
        """Put a pawn on a cell."""
        if log is not None:
            log.append(Event("move", {"seat": seat, "from": self.pawn[seat], "to": cell}))
        self.pawn[seat] = cell

    def earn(self, seat: int, gold: int, log: Log) -> None:
        """Gold for a seat, which may be the last that a flying carpet waits for (way 4)."""
        self.money[seat] += gold
        self.check_carpet(log)

    def check_carpet(self, log: Log) -> None:
        """Way 4: who holds the flying carpet and 5000 gold wins at once, in anyone's turn."""
        owner = self.holder[CARPET]
        if owner != IN_CELLAR and self.money[owner] >= FORTUNE and self.phase != "over":
            self.finish([owner], "way_4", log)

    def take_good(self, seat: int, good: int, to: int) -> None:
        """One card of a good goes from a seat to another one, or to the stock (-1)."""
        self.goods[seat][good] -= 1
        if to >= 0:
            self.goods[to][good] += 1
        else:
            self.stock[good] += 1

    # ---- main actions that are shared

    def _go(self, cell: str, log: Log) -> None:
        me = self.active
        row = cell[0]
        if row in "ulg":
            self.move_pawn(me, cell, log)
            self.ask("shop")
        else:
            quests.enter(self, cell, log)

    def _roll(self, seat: int, rng: Rng, log: Log) -> None:
        if self.phase == "roll":
            setup.roll(self, seat, rng, log)
        elif self.place[seat] == "sea":
            self._sail(seat, rng, log)
        else:
            quests.advance(self, seat, rng, log)

    def _sail(self, seat: int, rng: Rng, log: Log) -> None:
        """The outward voyage (section 5)."""
        a, b = rng.roll(), rng.roll()
        if log is not None:
            log.append(Event("roll", {"seat": seat, "dice": [a, b], "purpose": "sea"}))
        k = NUMBER[self.pawn[seat]] + a + b
        if k > LAST_SEA and self.options.landing == "exact":
            self.end_action(log)
            return
        if k >= LAST_SEA:
            self.move_pawn(seat, PORT, log)
            self.place[seat] = "market"
            if log is not None:
                log.append(Event("arrive", {"seat": seat}))
        else:
            self.move_pawn(seat, SEA[k], log)
            if k in MONSTERS:
                if log is not None:
                    log.append(Event("monster", {"seat": seat, "cell": SEA[k]}))
                self.move_pawn(seat, HARBOUR, log)
            elif k in CORSAIR:
                self._meet_corsair(seat, k, log)
        self.end_action(log)

    def _meet_corsair(self, seat: int, k: int, log: Log) -> None:
        good, owner = CORSAIR[k], self.servant_on(SEA[k])
        if owner == seat or not self.goods[seat][good]:
            return
        self.take_good(seat, good, owner)
        if log is not None:
            log.append(quests.corsair_took(seat, k, owner))
