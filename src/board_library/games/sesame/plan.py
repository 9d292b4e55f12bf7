"""What a greedy player aims at: the way that it can finish soonest, by rough but honest reckoning.

All times are in turns. The chances of a quest not yet begun are those against watchful rivals (rules, decisions 13,
29 and 30); under way they are exact for the servants that stand there now (``odds``).
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from board_library.games.sesame import odds
from board_library.games.sesame.board import (
    BUY_PRICE,
    CARPET,
    CORSAIR,
    DIAMOND,
    ENTRY,
    FORTUNE,
    HEADS,
    MAP,
    NUMBER,
    PINK,
    REST,
    RIVER,
    SELL_PRICE,
    SWORD,
)
from board_library.games.sesame.rules import Sesame

TRADE = 0
"""The plan of getting rich: where no way can be finished in the turns that are left."""

PASSES = {
    1: (0.42, 0.335, 0.32, 0.41, 0.424),
    2: (0.2225, 0.218, 0.21, 0.24, 0.2435),
    3: (0.237, 0.25, 0.24, 0.27, 0.267),
}
"""Chance that a quest succeeds, by way and number of players from two: with four those of the rules (decisions 13, 29
and 30); with others set by play, since rivals have quests of their own and do not all watch the same road."""

NEEDS = (400, 210, 60, 1000)
"""Gold with which a player goes for each magic good: the stake, and what must be left after a win."""

STAKES = (200, 100, 50, 1000)
TRIES = (6.2, 4.0, 6.0, 43.5)
"""Turns from there to holding it: games that are lost, and gold made anew after them."""

QUEST = (13.0, 7.0, 9.0, 4.0)
"""Turns from there to the goal if all goes well."""

AGAIN = (16.2, 11.0, 12.0, 0.0)
"""Turns that a failed quest throws back."""

TO_MANTLE = 19.0
TO_PROPHECY = 36.0
PATIENCE = (-3.0, -0.7, 0.0, -0.6, 0.4)
"""Turns added to way 5, by number of players from two; set by play like :data:`PASSES`, for nobody can hinder it."""

GROWTH = 1.8
"""What a lap of four turns makes of each gold, while there is stock."""

LAP = 4
HELD_BY_OTHER = 25.0
"""Turns added where somebody else holds the magic good."""

SPREAD = 0.35
"""Players differ: each way seems this much nearer or farther, by the start rolls."""


EXPERIENCE = (1.0, 0.75, 1.0, 1.5, 0.8)
"""By what a seasoned player multiplies the turns of each way: some keep less than they promise. Found by play against
players with leanings (see the bench)."""


class Plan(NamedTuple):
    """A way (0: trade) and the turns that it is likely to take."""

    way: int
    turns: float


def choose(world: Sesame, me: int, *, seasoned: bool = False) -> Plan:
    """The way that this seat can finish soonest: as experience says, or as a player with a leaning sees it."""
    place = world.place[me]
    fixed = {"dragon": 1, "robber": 2, "home": 3, "sorcerer": 5}.get(place)
    if fixed:
        return Plan(fixed, turns(world, me, fixed))
    ways = range(1, 6)
    held = [item + 1 for item in world.items(me)]
    if held and world.options.one_magic_good:
        ways = range(held[0], held[0] + 1)
    weights = EXPERIENCE if seasoned else [_taste(world, me, way) for way in range(1, 6)]
    best = min((Plan(way, turns(world, me, way) * weights[way - 1]) for way in ways), key=lambda p: p.turns)
    left = world.options.turns - world.turns[me]
    return Plan(TRADE, left) if best.turns > left and not held else best


def _taste(world: Sesame, me: int, way: int) -> float:
    """A player's own leaning to a way, from 1 - SPREAD to 1 + SPREAD, the same all game long."""
    mixed = 7 * me + 31 * way
    for rolled in world.rolls:
        for seat, a, b in rolled:
            mixed = mixed * 37 + 11 * a + 5 * b + (seat - me) % world.seats
    return 1 + SPREAD * ((mixed * 2654435761 >> 7) % 201 - 100) / 100


def turns(world: Sesame, me: int, way: int) -> float:
    """Turns that one way is likely to take from here."""
    if way == 5:
        return _to_prophecy(world, me)
    if way == 4:
        return _to_fortune(world, me)
    item = way - 1
    chance = max(succeeds(world, me, way), 0.02)
    throwback = (1 / max(PASSES[way][world.seats - 2], 0.05) - 1) * AGAIN[item]
    failing = (1 - chance) * (AGAIN[item] + throwback)
    if world.place[me] in ("dragon", "robber", "home"):
        return left(world, me, way) + failing
    before = _sailing(world, me)
    if world.holder[item] == me:
        wanted = ENTRY if item != DIAMOND else 0
        return before + to_raise(world, me, wanted) + _to_collect(world, me, item) + QUEST[item] + failing
    if world.holder[item] >= 0:
        before += HELD_BY_OTHER
    return (
        before + to_raise(world, me, NEEDS[item]) + TRIES[item] + _to_collect(world, me, item) + QUEST[item] + failing
    )


def succeeds(world: Sesame, me: int, way: int, servants: list[str] | None = None) -> float:
    """Chance that the quest of a way (1 to 3) succeeds; ``servants`` stand elsewhere than they do now."""
    place = world.place[me]
    if place not in ("dragon", "robber", "home"):
        return PASSES[way][world.seats - 2]
    stand = world.servant if servants is None else servants
    k, exact = NUMBER[world.pawn[me]], world.options.landing == "exact"
    row = {"dragon": "d", "robber": "r", "home": "s"}[place]
    foreign = frozenset(
        NUMBER[cell] for seat, cell in enumerate(stand) if seat != me and cell[0] == row and cell != "s0"
    )
    if place == "dragon":
        return odds.to_rest(k, foreign & RIVER, exact)
    if place == "robber":
        return odds.to_cave(k, foreign & PINK, not world.robbed[me] and world.money[me] > 0, exact)
    own = NUMBER[stand[me]] if stand[me][0] == "s" else 0
    return odds.to_pier(k, foreign, own, world.taken[me], exact)


def to_raise(world: Sesame, me: int, wanted: int) -> float:
    """Turns until a seat has so much gold."""
    missing = wanted - world.money[me]
    if missing <= 0:
        return 0.0
    values = sorted((n * price for n, price in zip(world.goods[me], SELL_PRICE, strict=True) if n), reverse=True)
    sales = 0
    for value in values:
        missing -= value
        sales += 1
        if missing <= 0:
            return float(sales)
    capital = max(wanted - missing, 10)
    return sales + LAP * log(wanted / capital) / log(GROWTH)


def _sailing(world: Sesame, me: int) -> float:
    return (26 - NUMBER[world.pawn[me]]) / 4.3 if world.place[me] == "sea" else 0.0


def _to_collect(world: Sesame, me: int, item: int) -> float:
    """Turns to buy the goods that are missing for the voyage home."""
    return float(world.goods[me].count(0)) if item == DIAMOND else 0.0


def left(world: Sesame, me: int, way: int) -> float:
    """Turns left of a quest under way."""
    k = NUMBER[world.pawn[me]]
    if way == 1:
        if world.slain[me]:
            return 1.0
        fights = [36 / beats(heads) for cell, heads in HEADS.items() if cell >= max(k, REST + 1)]
        return max(0, REST - k) / 3.5 + sum(fights) + 1
    return (20 - k) / 3.5 if way == 2 else k / 3.5


def beats(heads: int) -> int:
    """Of 36 results of two dice, how many beat a dragon."""
    return sum(a + b > heads for a in range(1, 7) for b in range(1, 7))


def _to_fortune(world: Sesame, me: int) -> float:
    before = _sailing(world, me)
    if world.holder[CARPET] == me:
        return before + to_raise(world, me, FORTUNE) * 1.5
    if world.holder[CARPET] >= 0:
        before += HELD_BY_OTHER
    saved = min(world.money[me], 3000) / 100  # a deep purse survives some lost games
    return before + to_raise(world, me, NEEDS[CARPET]) * 1.3 + max(TRIES[CARPET] - saved, 6) + QUEST[CARPET]


def _to_prophecy(world: Sesame, me: int) -> float:
    if world.place[me] == "sorcerer":
        return TO_PROPHECY
    sales = sum(n > 0 for n in world.goods[me])
    wait = TO_MANTLE + TO_PROPHECY + PATIENCE[world.seats - 2]
    return _sailing(world, me) + sales + (world.money[me] > 0) * 1.2 + wait


def threat(world: Sesame, seat: int) -> float:
    """How near a seat is to winning by the quest it is on: chance of success, sooner is worse."""
    place = world.place[seat]
    if place == "sorcerer":
        return 0.0  # no servant can stop it
    way = {"dragon": 1, "robber": 2, "home": 3}.get(place, 0)
    if not way or (way == 1 and NUMBER[world.pawn[seat]] >= REST):
        return 0.0
    return 1 / (3 + left(world, seat, way))


def profit(world: Sesame, me: int, good: int, gold: int) -> int:
    """What a lap with one good brings for so much gold."""
    cards = min(world.stock[good], gold // BUY_PRICE[good])
    fee = 0.8 if world.foreign(me, f"u{good + 1}") >= 0 else 1.0
    return int(cards * (SELL_PRICE[good] * fee - BUY_PRICE[good]))


def corsair_of(good: int) -> int:
    """The sea cell of the corsair that wants a good."""
    return next(k for k, wanted in CORSAIR.items() if wanted == good)


__all__ = ["MAP", "STAKES", "SWORD", "Plan", "choose", "corsair_of", "left", "profit", "succeeds", "threat", "turns"]
