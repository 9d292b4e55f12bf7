"""A visit of the own city: rearranging, dropping, restoring, declaring, leaving (4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from board_library.engine.core import Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.tortuga import deals
from board_library.games.tortuga.captain import CLASS_OF_ROOM, Captain, Card
from board_library.games.tortuga.data import CLASS, SIZE

if TYPE_CHECKING:
    from board_library.games.tortuga.rules import Tortuga


def arrive(game: Tortuga, seat: int, log: Log) -> None:
    """Enter the port of the own city."""
    game.captains[seat].loc = game.stage = "city"
    game.tell(log, "city_visit", seat=seat)
    settle(game, seat)
    game.go_on()


def settle(game: Tortuga, seat: int) -> None:
    """What lies now is what ``restore`` restores; what has gone behind walls is known to the owner alone."""
    captain = game.captains[seat]
    for cards in (*captain.wh, captain.house, captain.store):
        cards[:] = [Card(card.face, 1 << seat) for card in cards]
    game.mark = captain.clone()
    game.dropped = []


def closed(name: str) -> bool:
    """Whether others do not see what lies in a place: it is just the city to them."""
    return name[0] in "wb" or name in ("house", "store")


def _city(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    verb, target = move
    captain = game.captains[seat]
    if verb == "leave":
        _leave(game, seat, log)
    elif verb == "declare":
        game.declare(seat, target, log)
    elif verb == "offer":
        deals.begin(game, seat, int(target[1:]))
    elif verb == "restore":
        assert game.mark is not None
        game.steps += 1
        game.captains[seat] = game.mark.clone()
        game.dropped = []
        game.tell(log, "restored", seat=seat)
        game.go_on()
    elif verb == "drop":
        game.steps += 1
        card = _pick_up(captain, target)
        game.dropped.append(card)
        game.dropped.sort()
        told = {"seat": seat, "from": _place(target), "kind": CLASS[card.face]}
        if told["kind"] == "pirates":
            told["size"] = SIZE[card.face]
        game.tell_own(log, "dropped", told, (seat,), cards=(card,))
        game.go_on()
    else:
        game.steps += 1
        game.lifted = target
        game.ask("put", seat)


def _place(target: str) -> str:
    name = target.partition(":")[0]
    return "city" if closed(name) else name


def _pick_up(captain: Captain, target: str) -> Card:
    """The card that ``hold:gold`` or ``crew:2`` names leaves its room."""
    name, _, what = target.partition(":")
    if name in ("crew", "gar"):
        return captain.room(name).pop(int(what) - 1)
    return captain.take(name, what)


def _put(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    old, new = game.lifted.partition(":")[0], move.target
    game.final(log, seat)
    if new == old:
        game.lifted = ""
        game.go_on()
    elif old in CLASS_OF_ROOM or old[0] == "w":
        captain = game.captains[seat]
        card = _pick_up(captain, game.lifted)
        game.lifted = ""
        captain.put(new, card.shown(1 << seat))
        told: dict[str, Any] = {"seat": seat, "count": 1, "cards": [card.face]}
        if new in ("crew", "gar"):
            told["size"] = SIZE[card.face]
        _moved((old, new), told, log)
        game.go_on()
    else:
        game.onto = new
        game.ask("sum", seat)


def sum_named(game: Tortuga, seat: int, move: Move, log: Log) -> None:
    """So many piastres go where they were lifted to."""
    old, new, n = game.lifted, game.onto, int(move.target)
    game.final(log, seat)
    game.lifted = game.onto = ""
    if n:
        captain = game.captains[seat]
        captain.add_money(old, -n)
        captain.add_money(new, n)
        _moved((old, new), {"seat": seat, "piastres": n}, log)
    game.go_on()


def _moved(way: tuple[str, str], own: dict[str, Any], log: Log) -> None:
    """Others are told of a move only if a place that they see has changed, and never a face."""
    if log is None:
        return
    old, new = way
    own |= {"from": old, "to": new}
    if closed(old) and closed(new):
        log.append(Event("moved", own, (own["seat"],), None))
        return
    public = {name: value for name, value in own.items() if name != "cards"}
    public |= {"from": _place(old), "to": _place(new)}
    log.append(Event("moved", own, (own["seat"],), public, reveals=True))


def _leave(game: Tortuga, seat: int, log: Log) -> None:
    captain = game.captains[seat]
    if game.declare_by_itself(seat, log):
        return
    dropped, game.dropped = game.dropped, []
    game.throw(dropped)
    settle(game, seat)
    game.mark = None
    captain.loc = "sea"
    game.tell(log, "sailed", seat=seat)
    game.end_turn(log)


ANSWERS = {"city": _city, "put": _put}
