"""Pirates of Tortuga: a ship, a city and a race for cargo or gold, with cards that stop each other."""

from pathlib import Path

from board_library.engine.core import GameSpec, Log
from board_library.engine.rng import Rng
from board_library.games.tortuga import bot, insight, zombie
from board_library.games.tortuga.data import DATA, OTHER_NUMBERS
from board_library.games.tortuga.offers import KINDS
from board_library.games.tortuga.options import TortugaOptions
from board_library.games.tortuga.rules import Tortuga
from board_library.games.tortuga.situation import TortugaSituations

EVENTS: dict[str, tuple[str, ...]] = {
    "game_started": ("order",),
    "dealt": ("seat", "sizes", "cards"),
    "chest_found": ("seat", "piastres"),
    "placed": ("seat", "size"),
    "turn_started": ("seat", "round"),
    "option": ("seat", "kind", "target"),
    "merchant_captured": ("seat", "ship", "piastres", "left", "cards"),
    "schooners_gone": (),
    "merchants_gone": (),
    "kept": ("seat", "counts", "dropped", "cards"),
    "city_visit": ("seat",),
    "moved": ("seat", "from", "to", "count", "size", "piastres", "cards"),
    "final": ("seat",),
    "dropped": ("seat", "from", "kind", "size", "cards"),
    "restored": ("seat",),
    "sailed": ("seat",),
    "sold": ("seat", "card", "price"),
    "bought": ("seat", "card", "price", "safe", "bank"),
    "hired": ("seat", "price", "safe", "bank", "sizes", "cards"),
    "recruited": ("seat", "sizes", "cards"),
    "worked": ("seat", "sizes", "cards"),
    "dismissed": ("seat", "sizes"),
    "built": ("seat", "what", "price", "safe", "bank", "architect"),
    "brig_bought": ("seat", "price", "safe", "bank"),
    "op_played": ("seat", "card", "target", "slot"),
    "countered": ("seat", "card"),
    "bank_robbed": ("seat", "target", "slot", "piastres"),
    "sabotaged": ("seat", "target", "fort"),
    "kidnapped": ("seat", "target", "count", "kept", "cards"),
    "gnawed": ("seat", "target", "slot", "count"),
    "discarded": ("seat", "count", "cards"),
    "spied": ("seat", "target", "zone", "cards"),
    "attacked": ("seat", "target", "kind"),
    "evaded": ("seat",),
    "chain_shot": ("seat",),
    "captain": ("seat", "target"),
    "draught": ("seat",),
    "battle": ("seat", "target", "kind", "outcome", "helpers", "crews", "strengths"),
    "card_lost": ("seat", "size", "why"),
    "surgeon": ("seat",),
    "guarded": ("seat", "card"),
    "looted": ("seat", "target", "zone", "slot", "count", "piastres", "cards"),
    "ship_lost": ("seat", "target", "count", "piastres"),
    "marooned": ("seat",),
    "offered": ("seat", "target", "give", "take", "give_sum", "take_sum", "pledges"),
    "deal_done": ("seat", "target", "give", "take", "give_sum", "take_sum", "pledges"),
    "deal_declined": ("seat", "target", "give", "take", "give_sum", "take_sum", "pledges"),
    "declared": ("seat", "kind", "n"),
    "game_over": ("winners", "how"),
}  # fmt: skip
"""Every event and its fields (section 10). ``seat`` is who acts (of a fight the attacker, or the winner who loots),
``target`` the other side. ``cards`` are faces, which only some readers get; all others read the rest. Zones: ``ship``,
``port``, ``warehouse``, ``bank``, ``house``, ``store``; ``city`` stands for all places behind walls."""

MOVES_A_TURN = 366
"""The longest turn of section 4.9 with three operations."""

MOST_ROUNDS = 300


def new(options: TortugaOptions, seats: int, rng: Rng, log: Log) -> Tortuga:
    """A new game."""
    state = Tortuga(options, seats)
    state.set_up(rng, log)
    return state


def bound(seats: int) -> int:
    """The most moves of any play (section 4.9)."""
    return (MOVES_A_TURN * MOST_ROUNDS + 1) * seats


VARIANTS = (
    TortugaOptions(
        round_limit=20, start_piastres=1000, duplicate_ban="per_player", market_opens="after_brigs", bank_limit="hard",
        tie="blacks", helpers="chosen", siege_loser_piastres="to_defender", ops_per_turn=3, auto_declare=True,
    ),
    TortugaOptions(round_limit=10, deals=False, ops_per_turn=0, helpers="chosen"),
    TortugaOptions(round_limit=30, offers_per_turn=1, ops_per_turn=2, tie="blacks"),
)  # fmt: skip
"""Option sets for the contract suite: with the defaults they hold every value of every option."""

GAME = GameSpec(
    slug="tortuga",
    folder=Path(__file__).parent,
    seats=range(2, 6),
    minutes=(60, 150),
    options=TortugaOptions,
    new=new,
    rules_version=1 + OTHER_NUMBERS,
    numbers=DATA,
    bound=bound,
    events=EVENTS,
    decisions=KINDS,
    zombie=zombie.zombie,
    greedy=bot.greedy,
    insight=insight.INSIGHT,
    situations=TortugaSituations(),
    variants=VARIANTS,
    titles={"ru": "Пираты острова Тортуга", "en": "Pirates of Tortuga"},
)
