"""Treasure Map: draw trophies into the raid, rob in time, or bust."""

from pathlib import Path

from board_library.engine.core import GameSpec, Log
from board_library.engine.rng import Rng
from board_library.games.treasure_map import bot, insight, setup
from board_library.games.treasure_map.options import TreasureMapOptions
from board_library.games.treasure_map.rules import TreasureMap
from board_library.games.treasure_map.situation import TreasureMapSituations

EVENTS: dict[str, tuple[str, ...]] = {
    "game_started": ("players",),
    "characters_dealt": ("seat", "characters"),
    "character_picked": ("seat", "character"),
    "characters_revealed": ("map",),
    "margo_target": ("seat", "target", "by"),
    "die_rolled": ("seat", "value"),
    "reroll": ("seats",),
    "first_player": ("seat",),
    "turn_started": ("seat", "deck"),
    "card_laid": ("seat", "card", "source", "from_seat", "by"),
    "card_to_bank": ("seat", "card", "reason", "source", "by"),
    "fizzled": ("seat", "suit", "by"),
    "cannon_hit": ("seat", "victim", "cards", "to", "by"),
    "scroll_revealed": ("seat", "cards"),
    "orb_looked": ("seat", "i", "card", "by"),
    "orb_returned": ("seat",),
    "kraken_due": ("seat", "n", "by"),
    "kraken_lapsed": ("seat",),
    "bust": ("seat", "card", "saved", "lost", "lost_to", "reasons", "by"),
    "robbed": ("seat", "cards"),
    "bonus": ("seat", "source", "cards", "by"),
    "corsair_took": ("seat", "victim", "card", "by"),
    "deck_empty": ("seat",),
    "turn_ended": ("seat", "reason"),
    "game_over": ("scores", "counts", "winners"),
}
"""Every event and its fields. Left out where they do not apply: ``by`` (the character that changed the outcome; a
list in ``bust``), ``from_seat`` (of a sabre), and for those who may not know: ``characters`` dealt to others,
``character`` picked in secret, ``card`` of an orb. ``map`` and the lists of ``game_over`` are in seat order;
``lost_to`` is ``discard`` or a seat such as ``p1``; ``to`` is ``discard`` or ``bank``; ``source`` of a card laid is
deck, hook, sabre or scroll; ``reasons`` are ``anchor`` and characters; ``reason`` of a turn's end is robbed, bust or
nothing_to_rob."""

DECISIONS = (
    "pick_character", "pick_target", "roll", "action", "hook", "cannon", "cannon_self", "scroll", "orb", "sabre",
    "corsair",
)  # fmt: skip

LONGEST_TURNS = 950
"""Moves after the dice that no play can exceed (section 4, Length)."""

DICE_ROUNDS = 40
"""Rounds of dice allowed for: each is tied in at most 31 %, so that more are out of the question."""


def new(options: TreasureMapOptions, seats: int, rng: Rng, log: Log) -> TreasureMap:
    """A new game."""
    state = TreasureMap(options, seats)
    setup.deal(state, rng, log)
    return state


def bound(seats: int) -> int:
    """The most moves of any play: draft and target, dice, turns."""
    return LONGEST_TURNS + seats + 1 + DICE_ROUNDS * seats


VARIANTS = (
    TreasureMapOptions(characters="none", first="random", discard_view="count", kraken_counts="any"),
    TreasureMapOptions(characters="pool", first="p0", scoring="all"),
    TreasureMapOptions(characters="random", first="p1", scoring="penalty", kraken_counts="any"),
    TreasureMapOptions(learning=True, suits_off=frozenset({"anchor", "kraken", "sabre", "key"})),
    TreasureMapOptions(learning=True, suits_off=frozenset({"hook", "cannon", "scroll", "orb", "chest"})),
    TreasureMapOptions(
        busting_anchor="saves_not",
        margo_1="discard",
        gunny_2="also",
        gallagher_1="before",
        bonny_1="always",
        zahara_1="until_return",
        corsair_1="any",
        laveworld_1="deck",
        seamus_1="deck",
    ),
    TreasureMapOptions(bonny_1="first", characters="random", first="p2"),
    TreasureMapOptions(characters="pool", first="p3"),
)
"""Option sets for the contract suite: with the defaults they hold every value of every option."""

GAME = GameSpec(
    slug="treasure-map",
    folder=Path(__file__).parent,
    seats=range(2, 5),
    minutes=(30, 45),
    options=TreasureMapOptions,
    new=new,
    rules_version=1,
    bound=bound,
    events=EVENTS,
    decisions=DECISIONS,
    zombie=bot.zombie,
    greedy=bot.greedy,
    insight=insight.INSIGHT,
    situations=TreasureMapSituations(),
    variants=VARIANTS,
    titles={"ru": "Карта сокровищ", "en": "Treasure Map"},
)
