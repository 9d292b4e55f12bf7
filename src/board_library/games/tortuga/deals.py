"""Private deals: a draft built item by item, an offer that everybody hears, an answer (4.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Log, Move
from board_library.engine.rng import Rng
from board_library.games.tortuga import city
from board_library.games.tortuga.captain import EVERYBODY, ROOMS, Captain, Card
from board_library.games.tortuga.data import CLASS
from board_library.games.tortuga.state import NOBODY
from board_library.games.tortuga.trade import is_slot, terms

if TYPE_CHECKING:
    from board_library.games.tortuga.rules import Tortuga


def begin(game: Tortuga, seat: int, target: int) -> None:
    """Open a draft; it uses up an offer of this turn."""
    game.offers += 1
    if game.stage != "start":
        game.steps += 1
    game.target = target
    game.ask("draft", seat)


def sum_named(game: Tortuga, seat: int, move: Move, log: Log) -> None:  # noqa: ARG001
    """So many piastres are given or asked for."""
    if game.side == "give":
        game.give_sum = int(move.target)
    else:
        game.take_sum = int(move.target)
    game.side = ""
    game.ask("draft", seat)


def _draft(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    verb, target = move
    if verb == "cancel":
        _forget(game)
        game.go_on()
        return
    if verb == "propose":
        _show(game.captains[seat], game.give)
        told = {"seat": seat, "target": game.target, **terms(game)}
        game.tell(log, "offered", **told)
        game.ask("deal", game.target)
        return
    game.changes += 1
    if target == "safe":
        game.side = verb
        game.final(log, seat)
        game.ask("sum", seat)
        return
    if verb in ("give", "take"):
        setattr(game, verb, tuple(sorted((*getattr(game, verb), target))))
    elif verb in ("ungive", "untake"):
        name = verb[2:]
        items = [*getattr(game, name)]
        items.remove(target)
        setattr(game, name, tuple(items))
    elif verb == "pledge":
        game.pledges = tuple(sorted((*game.pledges, target)))
    else:
        game.pledges = tuple(pledge for pledge in game.pledges if pledge != target)
    game.ask("draft", seat)


def _show(captain: Captain, items: tuple[str, ...]) -> None:
    """Whoever offers cargo, specialists or trophies has them: everybody knows those cards now."""
    faces = [item for item in items if not is_slot(item)]
    shown = [captain.take(ROOMS[CLASS[face]].ship, face) for face in faces]
    for card in shown:
        captain.put(ROOMS[CLASS[card.face]].ship, Card(card.face, EVERYBODY))


def _forget(game: Tortuga) -> None:
    game.target = NOBODY
    game.give = game.take = game.pledges = ()
    game.give_sum = game.take_sum = game.changes = 0


def _deal(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    told = {"seat": game.active, "target": seat, **terms(game)}
    if move.verb == "decline":
        game.tell(log, "deal_declined", **told)
    else:
        _swap(game, game.active, seat)
        game.tell(log, "deal_done", **told)
        if game.stage == "city":
            dropped, game.dropped = game.dropped, []
            game.throw(dropped)
            city.settle(game, game.active)
    _forget(game)
    game.go_on()


def _swap(game: Tortuga, seat: int, other: int) -> None:
    one, two = game.captains[seat], game.captains[other]
    given, taken = _hand_over(one, game.give), _hand_over(two, game.take)
    for captain, who, come in ((one, seat, taken), (two, other, given)):
        for card in come:
            pirates = CLASS[card.face] == "pirates"
            known = card.known | 1 << who if pirates else EVERYBODY
            captain.put(ROOMS[CLASS[card.face]].ship, Card(card.face, known))
    one.safe += game.take_sum - game.give_sum
    two.safe += game.give_sum - game.take_sum


def _hand_over(captain: Captain, items: tuple[str, ...]) -> list[Card]:
    slots = sorted((int(item[5:]) - 1 for item in items if is_slot(item)), reverse=True)
    out = [captain.crew.pop(k) for k in slots][::-1]
    return out + [captain.take(ROOMS[CLASS[item]].ship, item) for item in items if not is_slot(item)]


ANSWERS = {"draft": _draft, "deal": _deal}
