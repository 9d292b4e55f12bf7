"""The move for an absent seat (section 11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from board_library.engine.core import Decision, Move, Observer
from board_library.games.tortuga import moves
from board_library.games.tortuga.captain import Card
from board_library.games.tortuga.data import RED, SELL, SIZE
from board_library.games.tortuga.state import Table

COUNTERS = ("bank_lock", "mongoose", "watch_chief")


def zombie(observer: Observer) -> Move:
    """The move of an absent seat."""
    decision, world = observer.decision, observer.world
    assert isinstance(world, Table)
    return CHOICES[decision.kind](world, decision)


def offered(decision: Decision, *wanted: Move) -> Move:
    """The first of the wanted moves that is offered."""
    return next(move for move in wanted if move in decision.moves)


def dearest(faces: Iterable[str]) -> list[str]:
    """Faces by what Tortuga pays, dearest first, then by id."""
    return sorted(faces, key=lambda face: (-SELL[face], face))


def by_size(card: Card) -> tuple[int, int]:
    """Larger first, then more red."""
    return SIZE[card.face], RED[card.face]


def by_red(card: Card) -> tuple[int, int]:
    """More red first, then larger."""
    return RED[card.face], SIZE[card.face]


def _place(world: Table, decision: Decision) -> Move:
    hand = world.hand[decision.seat]
    k = min(range(len(hand)), key=lambda k: (*by_size(hand[k]), k))
    return moves.move("place", f"hand:{k + 1}")


def _start(_world: Table, _decision: Decision) -> Move:
    return moves.SAIL_CITY


def _city(_: Table, decision: Decision) -> Move:
    return offered(decision, moves.LEAVE_CITY, moves.RESTORE)


def _put(world: Table, _: Decision) -> Move:
    return moves.move("put", world.lifted.partition(":")[0])


def _sum(_world: Table, _decision: Decision) -> Move:
    return moves.move("sum", "0")


def _tortuga(_: Table, decision: Decision) -> Move:
    return offered(decision, moves.LEAVE_TORTUGA, moves.HIRE, moves.WORK)


def keep(decision: Decision, kind: str, order: Callable[[list[str]], list[str]]) -> Move:
    """The first card still offered in this order, then the end."""
    left = order([move.target for move in decision.moves if move.verb == "keep"])
    return moves.move("keep", left[0]) if left else moves.DONE[kind]


def _keep(_: Table, decision: Decision) -> Move:
    return keep(decision, "keep", dearest)


def slots(cards: list[Card], key: Callable[[Card], tuple[int, int]]) -> Callable[[list[str]], list[str]]:
    """Slots such as ``pool:3`` in the order of their cards, best first, then the lowest slot."""

    def order(targets: list[str]) -> list[str]:
        def rank(target: str) -> tuple[int, int, int]:
            k = int(target.partition(":")[2])
            one, two = key(cards[k - 1])
            return -one, -two, k

        return sorted(targets, key=rank)

    return order


def _crew(world: Table, decision: Decision) -> Move:
    return keep(decision, "crew", slots(world.captains[decision.seat].crew, by_size))


def _gar(world: Table, decision: Decision) -> Move:
    return keep(decision, "gar", slots(world.captains[decision.seat].gar, by_red))


def _portkeep(world: Table, decision: Decision) -> Move:
    faces = world.captains[decision.seat].faces("portc")
    return keep(decision, "portkeep", lambda left: sorted(left, key=lambda face: (-faces.count(face), face)))


def _use(_: Table, decision: Decision) -> Move:
    kind = decision.kind
    return offered(decision, moves.move("use", kind), moves.move("skip", kind))


def _all(_: Table, decision: Decision) -> Move:
    """All that is offered, by id; then the end."""
    return next((move for move in decision.moves if move.verb != "done"), moves.DONE[decision.kind])


def _counter(_: Table, decision: Decision) -> Move:
    return offered(decision, *[moves.move("counter", face) for face in COUNTERS], moves.SKIP_COUNTER)


def _first(_: Table, decision: Decision) -> Move:
    return decision.moves[0]


def _draft(_world: Table, _decision: Decision) -> Move:
    return moves.CANCEL


def _deal(_world: Table, _decision: Decision) -> Move:
    return moves.DECLINE


CHOICES: dict[str, Callable[[Table, Decision], Move]] = {
    "place": _place,
    "start": _start,
    "city": _city,
    "put": _put,
    "sum": _sum,
    "tortuga": _tortuga,
    "keep": _keep,
    "crew": _crew,
    "gar": _gar,
    "portkeep": _portkeep,
    "pilot": _use,
    "chain_shot": _use,
    "sleeping_draught": _use,
    "surgeon": _use,
    "guard": _all,
    "counter": _counter,
    "helpers": _all,
    "warehouse": _first,
    "bank": _first,
    "draft": _draft,
    "deal": _deal,
}
