"""Pirates: fleets of hidden strength, cities with secret stores, and a race for one kind of treasure."""

from pathlib import Path

from board_library.engine.core import GameSpec, Log
from board_library.engine.rng import Rng
from board_library.games.pirates import bot, insight, zombie
from board_library.games.pirates.options import HARD_SAFETY_NET, PiratesOptions
from board_library.games.pirates.rules import Pirates
from board_library.games.pirates.situation import KINDS, PiratesSituations

EVENTS: dict[str, tuple[str, ...]] = {
    "city_chosen": ("seat", "city"),
    "dealt": ("seat", "ships"),
    "first": ("seat", "lot"),
    "moved": ("seat", "from", "to"),
    "stayed": ("seat",),
    "skipped": ("seat", "why"),
    "arranged": ("seat", "city", "fleet_ships", "fleet_cargo_n", "city_ships", "city_cargo_n"),
    "neutral_taken": ("seat", "city"),
    "walked_in": ("seat", "from", "city"),
    "island": ("seat", "ships_out", "ships_in", "cargo_out_n", "cargo_in_n"),
    "drawn_faces": ("seat", "ships", "sizes", "cargo", "cargo_n"),
    "reshuffled": ("deck", "n"),
    "challenge": ("seat", "target", "cell"),
    "fled": ("seat", "ship", "cargo_n", "city"),
    "accepted": ("seat",),
    "rum": ("seat", "n", "total"),
    "feast": (
        "seat", "target", "kind", "host", "treated", "city", "cargo_lost_n", "ships_swapped", "cargo_swapped_n",
    ),
    "feast_faces": ("seat", "target", "ships"),
    "blind_faces": ("seat", "cards"),
    "battle": ("seat", "target", "kind", "city", "outcome"),
    "battle_faces": ("seat", "target", "ships", "foes"),
    "spoils": (
        "seat", "kept_ships", "dropped_ships", "cargo_kept_n", "cargo_dropped_n", "stored_ships", "cargo_stored_n",
    ),
    "spoils_faces": ("seat", "cargo"),
    "besieged": ("seat", "target", "city"),
    "captured": ("seat", "from", "city"),
    "marooned": ("seat", "cape", "by", "cause"),
    "works": ("seat", "tavern_n", "grotto_n"),
    "recruited": ("seat", "ships", "cargo_n"),
    "rescued": ("seat", "ships", "cargo_n"),
    "voyage": ("seat", "city"),
    "spy": ("seat", "city", "k", "blocked", "kind"),
    "looked": ("seat", "city", "kind"),
    "spy_faces": ("seat", "city", "ships", "cargo"),
    "stood_off": ("seat", "city"),
    "victory": ("seat", "city", "kind", "n"),
    "round_limit": ("ranking", "winners"),
}  # fmt: skip
"""Every event and its fields (section 10). ``seat`` is who acts, of a battle the attacker, of ``marooned`` the captain
put ashore; ``target`` the other side; ``ships`` of a public event are sizes. Faces go to those who see them alone."""

ANSWERS_A_TURN = 80


def new(options: PiratesOptions, seats: int, rng: Rng, log: Log) -> Pirates:
    """A new game."""
    state = Pirates(options, seats)
    state.set_up(rng, log)
    return state


def bound(seats: int) -> int:
    """The most moves of any play: the longest safety net, and answers to others' questions (section 5)."""
    return HARD_SAFETY_NET * ANSWERS_A_TURN * seats


VARIANTS = (
    PiratesOptions(
        round_limit=24, difficulty="easy", city_choice="random", adjacent_stop="must_attack", coast_truce="both",
        bay_wait=True, lock_without_city=True, spy_then_assault=False, rescue_ship=False, show_tavern_top=False,
        victory_mode="auto", memo=False,
    ),
    PiratesOptions(round_limit=40, difficulty="hard", adjacent_stop="must_attack", victory_mode="auto"),
    PiratesOptions(round_limit=60, difficulty="very_hard", memo=False, bay_wait=True),
)  # fmt: skip
"""Option sets for the contract suite: with the defaults they hold every value of every option."""

GAME = GameSpec(
    slug="pirates",
    folder=Path(__file__).parent,
    seats=range(2, 6),
    minutes=(60, 120),
    options=PiratesOptions,
    new=new,
    rules_version=1,
    bound=bound,
    events=EVENTS,
    decisions=KINDS,
    zombie=zombie.zombie,
    greedy=bot.greedy,
    insight=insight.INSIGHT,
    situations=PiratesSituations(),
    variants=VARIANTS,
    titles={"ru": "Пираты", "en": "Pirates"},
)
