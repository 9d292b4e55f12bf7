"""Sea battles and sieges, up to the choice of what to keep (4.4, 4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.tortuga import plunder
from board_library.games.tortuga.captain import ROOMS, Card, strongest, weakest
from board_library.games.tortuga.captures import choose
from board_library.games.tortuga.data import CLASSES, EFFECT, RED, SIZE
from board_library.games.tortuga.offers import helper_room, helpers_of
from board_library.games.tortuga.state import NOBODY, Shown

if TYPE_CHECKING:
    from board_library.games.tortuga.rules import Tortuga


def forget(game: Tortuga) -> None:
    """The last fight is no longer looked at."""
    game.attacker = game.defender = NOBODY
    game.siege = False
    game.outcome = ""
    game.helpers = ((), ())
    game.guards = ()
    game.shown = None


def attack(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    """A captain attacks a ship (``sea p1``) or a city (``siege p1``)."""
    target, siege = int(move.target[1:]), move.verb == "siege"
    game.attacker, game.defender, game.siege = seat, target, siege
    game.tell(log, "attacked", seat=seat, target=target, kind=move.verb)
    victim = game.captains[target]
    if not siege:
        if victim.cabin:
            game.ask("pilot", target)
        else:
            _helpers(game, rng, log)
        return
    room = victim.where("fort_captain", city=True) if victim.fort >= 3 else ""
    if not room:
        _helpers(game, rng, log)
        return
    game.spend(target, room, "fort_captain")
    game.tell(log, "captain", seat=target, target=seat)
    if game.captains[seat].locker:
        game.ask("sleeping_draught", seat)
    else:
        _repelled(game, seat, log)


def _repelled(game: Tortuga, seat: int, log: Log) -> None:
    game.outcome = "captain"
    game.maroon(seat, log)
    game.end_turn(log)


def _pilot(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "skip":
        _helpers(game, rng, log)
        return
    game.spend(seat, "cabin", "pilot")
    game.tell(log, "evaded", seat=seat)
    if game.captains[game.attacker].locker:
        game.ask("chain_shot", game.attacker)
    else:
        _escaped(game, log)


def _escaped(game: Tortuga, log: Log) -> None:
    game.outcome = "evaded"
    game.end_turn(log)


def _chain_shot(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "skip":
        _escaped(game, log)
        return
    game.spend(seat, "locker", "chain_shot")
    game.tell(log, "chain_shot", seat=seat)
    _helpers(game, rng, log)


def _draught(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "skip":
        _repelled(game, seat, log)
        return
    game.spend(seat, "locker", "sleeping_draught")
    game.tell(log, "draught", seat=seat)
    _helpers(game, rng, log)


# ---- helpers


def _might_help(game: Tortuga, seat: int) -> bool:
    """Whether, by what everybody sees, a side could have a helper (4.8)."""
    captain = game.captains[seat]
    if game.siege and seat == game.defender:
        return bool(captain.ports or captain.portt or captain.has_house or captain.has_store)
    return bool(captain.cabin or captain.locker)


def _helpers(game: Tortuga, rng: Rng, log: Log) -> None:
    sides = (game.attacker, game.defender)
    if game.options.helpers == "all":
        game.helpers = (tuple(helpers_of(game, sides[0])), tuple(helpers_of(game, sides[1])))
        _fight(game, rng, log)
        return
    asked = [side for side in sides if _might_help(game, side)]
    if asked:
        game.ask("helpers", *asked)
    else:
        _fight(game, rng, log)


def _choose(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "use":
        mine = seat == game.defender
        chosen = [*game.helpers]
        chosen[mine] = tuple(sorted((*chosen[mine], move.target)))
        game.helpers = (chosen[0], chosen[1])
        game.ask_again(seat)
        game.final(log, seat)
        return
    game.answered(seat)
    if not game.questions:
        _fight(game, rng, log)


# ---- the fight


def counted(cards: list[Card], helpers: tuple[str, ...], against: tuple[str, ...]) -> tuple[int, int]:
    """Strength and blacks of one side: rum of the enemy takes the strongest away, a boatswain makes blacks fight."""
    cards = cards[:]
    if "rum_barrel" in against and cards:
        cards.pop(strongest(cards))
    strength = sum([RED[card.face] for card in cards])
    blacks = [SIZE[card.face] - RED[card.face] for card in cards]
    turned = max(blacks) if "boatswain" in helpers and cards else 0
    helped = sum([EFFECT.get(face, 0) for face in helpers])
    return strength + turned + helped, sum(blacks) - turned


def _fight(game: Tortuga, rng: Rng, log: Log) -> None:
    a, d = game.attacker, game.defender
    ours, theirs = game.captains[a].crew, game.captains[d].gar if game.siege else game.captains[d].crew
    both = 1 << a | 1 << d
    for cards in (ours, theirs):
        cards[:] = [card.shown(both) for card in cards]
    one, other = counted(ours, *game.helpers), counted(theirs, *game.helpers[::-1])
    crews = (tuple([card.face for card in ours]), tuple([card.face for card in theirs]))
    game.shown = Shown(crews, (game.helpers[0], game.helpers[1]), (one[0], other[0]))
    for seat, faces in zip((a, d), game.helpers, strict=True):
        for face in faces:
            game.spend(seat, helper_room(game, seat, face), face)
    if game.options.tie == "standoff":
        one, other = (one[0], 0), (other[0], 0)
    game.outcome = "attacker" if one > other else "defender" if one < other else "tie"
    _tell(game, log)
    if game.outcome == "tie":
        game.end_turn(log)
    elif game.siege:
        _siege(game, rng, log)
    else:
        winner, loser = (a, d) if game.outcome == "attacker" else (d, a)
        _sea_won(game, winner, loser, rng, log)


def _tell(game: Tortuga, log: Log) -> None:
    if log is None or game.shown is None:
        return
    told = {
        "seat": game.attacker,
        "target": game.defender,
        "kind": "siege" if game.siege else "sea",
        "outcome": game.outcome,
        "helpers": [[*side] for side in game.helpers],
    }
    faces = {
        "crews": [[*crew] for crew in game.shown.crews],
        "strengths": [*game.shown.strengths],
    }
    readers = tuple(sorted((game.attacker, game.defender)))
    log.append(Event("battle", {**told, **faces}, readers, told, reveals=True))


def _sea_won(game: Tortuga, winner: int, loser: int, rng: Rng, log: Log) -> None:
    beaten = game.captains[loser]
    game.maroon(loser, log)
    won = beaten.safe
    game.captains[winner].safe += won
    beaten.safe = 0
    game.spoils = [card.shown(1 << winner) for card in take_aboard(game, loser)]
    told = {"seat": winner, "target": loser, "zone": "ship", "count": len(game.spoils), "piastres": won}
    game.tell_own(log, "looted", told, (winner, loser), cards=game.spoils)
    _cost(game, winner, rng, log)


def take_aboard(game: Tortuga, seat: int) -> list[Card]:
    """All cards of hold, cabin and locker leave a ship."""
    taken: list[Card] = []
    for kind in CLASSES:
        cards = game.captains[seat].room(ROOMS[kind].ship)
        taken += cards
        cards.clear()
    return taken


def _siege(game: Tortuga, rng: Rng, log: Log) -> None:
    a, d = game.attacker, game.defender
    beaten, city = game.captains[a], game.captains[d]
    if city.gar:
        game.lose(d, "gar", weakest(city.gar), "siege", log)
    if game.outcome == "attacker":
        _cost(game, a, rng, log)
        return
    lost = take_aboard(game, a)
    game.throw(lost)
    piastres = beaten.safe if game.options.siege_loser_piastres == "to_defender" else 0
    beaten.safe -= piastres
    city.port += piastres
    game.tell(log, "ship_lost", seat=a, target=d, count=len(lost), piastres=piastres)
    game.maroon(a, log)
    game.end_turn(log)


def _cost(game: Tortuga, winner: int, rng: Rng, log: Log) -> None:
    """The winner's strongest card is lost, unless it is the last or a surgeon saves it."""
    captain = game.captains[winner]
    if len(captain.crew) > 1:
        if captain.cabin:
            game.ask("surgeon", winner)
            return
        game.lose(winner, "crew", strongest(captain.crew), "battle", log)
    _after_cost(game, winner, rng, log)


def _surgeon(game: Tortuga, seat: int, move: Move, rng: Rng, log: Log) -> None:
    if move.verb == "use":
        game.spend(seat, "cabin", "surgeon")
        game.tell(log, "surgeon", seat=seat)
    else:
        game.lose(seat, "crew", strongest(game.captains[seat].crew), "battle", log)
    _after_cost(game, seat, rng, log)


def _after_cost(game: Tortuga, winner: int, rng: Rng, log: Log) -> None:
    if game.siege:
        plunder.begin(game, rng, log)
    else:
        choose(game, winner, game.spoils, log)


ANSWERS = {
    "pilot": _pilot,
    "chain_shot": _chain_shot,
    "sleeping_draught": _draught,
    "helpers": _choose,
    "surgeon": _surgeon,
    **plunder.ANSWERS,
}
