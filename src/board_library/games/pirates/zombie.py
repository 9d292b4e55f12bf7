"""The move for an absent seat: it stays, keeps what it has and fights where it must (section 11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from board_library.engine.core import Decision, Move, Observer
from board_library.games.pirates import moves
from board_library.games.pirates.board import ANCHOR, CAPE_CELLS, CELL, CITY, DIST, XY
from board_library.games.pirates.cards import RED, SIZE
from board_library.games.pirates.offers import kept
from board_library.games.pirates.table import Table


def zombie(observer: Observer) -> Move:
    """The move of an absent seat."""
    decision, world = observer.decision, observer.world
    assert isinstance(world, Table)
    return CHOICES[decision.kind](world, decision)


def weight(kind: int) -> tuple[int, int]:
    """How strong a ship is: more red, then larger."""
    return RED[kind], SIZE[kind]


def _choose_city(_: Table, decision: Decision) -> Move:
    return min(decision.moves, key=lambda move: CITY[move.target[5:]])


def _port_ops(_world: Table, _decision: Decision) -> Move:
    return moves.DONE_PORT


def _sail(world: Table, decision: Decision) -> Move:
    if moves.STAY in decision.moves and not (world.in_bay(decision.seat) and len(decision.moves) > 1):
        return moves.STAY
    far = DIST[world.cell[decision.seat]]

    def key(move: Move) -> tuple[int, int, int]:
        cell = CELL[move.target]
        return far[cell], XY[cell][1], XY[cell][0]

    return min((move for move in decision.moves if move.verb == "go"), key=key)


def _enemy_port(_: Table, decision: Decision) -> Move:
    return moves.STAND_OFF if moves.STAND_OFF in decision.moves else decision.moves[0]


def _spy_look(_world: Table, _decision: Decision) -> Move:
    return Move("look", "ships")


def _attack(_: Table, decision: Decision) -> Move:
    return moves.HOLD_FIRE if moves.HOLD_FIRE in decision.moves else decision.moves[0]


def _answer(_world: Table, _decision: Decision) -> Move:
    return moves.ACCEPT


def _nearest_city(world: Table, decision: Decision) -> Move:
    far = DIST[world.cell[decision.seat]]
    return min(decision.moves, key=lambda move: (far[ANCHOR[CITY[move.target[5:]]]], CITY[move.target[5:]]))


def _least(_: Table, decision: Decision) -> Move:
    assert decision.amount is not None
    return Move(decision.amount.verb, str(decision.amount.low))


def _most(_: Table, decision: Decision) -> Move:
    assert decision.amount is not None
    return Move(decision.amount.verb, str(decision.amount.high))


def strongest(ships: list[int]) -> int:
    """The place of the strongest; of equals the lowest."""
    return max(range(len(ships)), key=lambda k: (weight(ships[k]), -k))


def weakest(ships: list[int]) -> int:
    """The place of the weakest; of equals the lowest."""
    return min(range(len(ships)), key=lambda k: (weight(ships[k]), k))


def _feast_swap(world: Table, decision: Decision) -> Move:
    seat = decision.seat
    if world.stage == "give":
        return moves.card("give", "ship", weakest(world.ships[seat][:-1]))
    treated = world.defender if seat == world.attacker else world.attacker
    return moves.card("take", "foe", strongest(sorted(world.ships[treated])))


def _feast_draw(world: Table, decision: Decision) -> Move:
    if world.stage == "give_ship":
        return moves.card("give", "ship", weakest(world.ships[decision.seat][:-1]))
    if world.stage == "give_cargo":
        return moves.card("give", "hold", 0)
    return moves.SKIP[world.stage]


def _spoils(world: Table, decision: Decision) -> Move:
    """Own cards first, then the strongest ships won and the first loot; at an own city the rest is stored."""
    seat = decision.seat
    gone = {code.partition(" ")[2] for code in world.picked}

    def next_of(verb: str, place: str, order: Iterable[int]) -> Move | None:
        for k in order:
            move = moves.card(verb, place, k)
            if move.target not in gone and move in decision.moves:
                return move
        return None

    won = sorted(range(len(world.won)), key=lambda k: (*(-n for n in weight(world.won[k])), k))
    for verb, place, order in (
        ("keep", "ship", range(len(world.ships[seat]))),
        ("keep", "won", won),
        ("keep", "hold", range(len(world.hold[seat]))),
        ("keep", "loot", range(len(world.loot))),
        ("store", "won", won),
        ("store", "loot", range(len(world.loot))),
    ):
        move = next_of(verb, place, order)
        if move is not None:
            return move
    assert kept(world.picked, "ship", "won")
    return moves.DONE_SPOILS


def _cape(world: Table, _decision: Decision) -> Move:
    anchors = [ANCHOR[city] for city in world.cities(world.victim)]
    ways = [min((DIST[cape][anchor] for anchor in anchors), default=0) for cape in CAPE_CELLS]
    return moves.MAROON[int(ways[1] > ways[0])]


def _press_siege(_: Table, decision: Decision) -> Move:
    return next(move for move in decision.moves if move.verb == "siege")


def _grotto(_: Table, decision: Decision) -> Move:
    if decision.amount is not None:
        return Move("draw", "0")
    return max(decision.moves, key=lambda move: int(move.target.partition(":")[2]))


def _rescue(world: Table, decision: Decision) -> Move:
    if decision.amount is not None:
        return _most(world, decision)

    def key(move: Move) -> tuple[tuple[int, int], int, int]:
        name, _, number = move.target.partition(":")
        return weight(world.garrison[CITY[name]][int(number) - 1]), -CITY[name], -int(number)

    return max(decision.moves, key=key)


CHOICES: dict[str, Callable[[Table, Decision], Move]] = {
    "choose_city": _choose_city,
    "port_ops": _port_ops,
    "sail": _sail,
    "enemy_port": _enemy_port,
    "spy_look": _spy_look,
    "attack": _attack,
    "answer": _answer,
    "refuge": _nearest_city,
    "rum_add": _least,
    "feast_swap": _feast_swap,
    "feast_draw": _feast_draw,
    "spoils": _spoils,
    "cape": _cape,
    "press_siege": _press_siege,
    "tavern": _least,
    "grotto": _grotto,
    "recruit": _most,
    "rescue": _rescue,
    "voyage": _nearest_city,
}
