"""Cards that are played before the option of a turn, and what stops them (section 2, D37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Log, Move
from board_library.engine.rng import Rng
from board_library.games.tortuga.captain import Captain, Card, strongest
from board_library.games.tortuga.data import CLASS, OPERATIONS, SIZE
from board_library.games.tortuga.island import keep_slots
from board_library.games.tortuga.limits import owned
from board_library.games.tortuga.state import NOBODY

if TYPE_CHECKING:
    from board_library.games.tortuga.rules import Tortuga


def play(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    """Play an operation; whoever could stop it is asked."""
    face, where = move
    name, _, place = where.partition(":")
    target = int(name[1:])
    game.ops += 1
    game.spend(seat, "cabin" if CLASS[face] == "specialist" else "locker", face)
    slot = int(place[1:]) if place and place not in ("ship", "gar") else 0
    game.tell(log, "op_played", seat=seat, card=face, target=target, slot=slot)
    if face == "spyglass":
        _spy(game, seat, target, "gar" if place == "gar" else "crew", log)
        game.go_on()
        return
    game.op, game.op_target, game.op_slot = face, target, slot
    if _might_counter(game.captains[target], face):
        game.ask("counter", target)
    else:
        _effect(game, rng, log)


def _might_counter(captain: Captain, face: str) -> bool:
    """Whether, by what everybody sees, a captain could have a counter (4.8)."""
    if face == "rats":
        return bool(captain.locker)
    house = bool(captain.ports) or captain.has_house
    store = bool(captain.portt) or captain.has_store
    if face == "bank_robber":
        return house or store
    return store if face == "termites" else house


def _spy(game: Tortuga, seat: int, target: int, room: str, log: Log) -> None:
    cards = game.captains[target].room(room)
    cards[:] = [card.shown(1 << seat) for card in cards]
    game.tell_own(log, "spied", {"seat": seat, "target": target, "zone": room}, (seat,), cards=cards)


def _counter(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "skip":
        _effect(game, rng, log)
        return
    room = game.captains[seat].where(move.target, city=game.op != "rats")
    game.spend(seat, room, move.target)
    game.tell(log, "countered", seat=seat, card=move.target)
    _over(game)


def _over(game: Tortuga) -> None:
    """The operation has done what it could; the turn begins anew."""
    game.op, game.op_target, game.op_slot = "", NOBODY, 0
    game.go_on()


def _effect(game: Tortuga, rng: Rng, log: Log) -> None:
    seat, target = game.active, game.op_target
    victim = game.captains[target]
    assert game.op in OPERATIONS
    if game.op == "bank_robber":
        k = game.op_slot - 1
        piastres, victim.banks[k] = victim.banks[k], 0
        game.captains[seat].safe += piastres
        game.tell(log, "bank_robbed", seat=seat, target=target, slot=game.op_slot, piastres=piastres)
    elif game.op == "saboteur":
        victim.fort -= 1
        game.tell(log, "sabotaged", seat=seat, target=target, fort=victim.fort)
        if victim.free("gar") < 0:
            game.ask("gar", target)
            return
    elif game.op == "kidnapper":
        _kidnap(game, seat, target, rng, log)
    elif game.op == "rats":
        game.lose(target, "crew", strongest(victim.crew), "rats", log)
    else:
        fallen = victim.wh.pop(game.op_slot - 1)
        for card in fallen:
            victim.put("portc", card)
        game.tell(log, "gnawed", seat=seat, target=target, slot=game.op_slot, count=len(fallen))
        if victim.free("portc") < 0:
            game.ask("portkeep", target)
            return
    _over(game)


def _kidnap(game: Tortuga, seat: int, target: int, rng: Rng, log: Log) -> None:
    """A random specialist of the house, or else of the port, comes into the cabin; a second copy is discarded."""
    victim, thief = game.captains[target], game.captains[seat]
    room = "house" if victim.house else "ports"
    faces = victim.faces(room)
    taken: list[Card] = []
    stays = True
    if faces:
        card = victim.take(room, rng.choice(faces)).shown(1 << seat)
        taken.append(card)
        if owned(thief, card.face, per_player=game.per_player):
            stays = False
            game.throw(taken)
        else:
            thief.put("cabin", card)
    told = {"seat": seat, "target": target, "count": len(taken), "kept": stays and bool(taken)}
    game.tell_own(log, "kidnapped", told, (seat, target), cards=taken)


def _gar(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    if move.verb == "keep":
        game.picks = (*game.picks, move.target)
        game.ask("gar", seat)
        return
    others = keep_slots(game.captains[seat].gar, game.picks)
    game.picks = ()
    game.throw(others)
    game.tell(log, "dismissed", seat=seat, sizes=[SIZE[card.face] for card in others])
    _over(game)


def _portkeep(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:  # noqa: ARG001
    if move.verb == "keep":
        game.picks = (*game.picks, move.target)
        game.ask("portkeep", seat)
        return
    captain = game.captains[seat]
    kept = [captain.take("portc", face) for face in game.picks]
    lost, captain.portc = captain.portc, sorted(kept)
    game.picks = ()
    game.throw(lost)
    game.tell_own(log, "discarded", {"seat": seat, "count": len(lost)}, (seat,), cards=lost)
    _over(game)


ANSWERS = {"counter": _counter, "gar": _gar, "portkeep": _portkeep}
