"""Sesame: trade in a far land, gamble, and win by one of five ways."""

from pathlib import Path

from board_library.engine.core import GameSpec, Log
from board_library.engine.rng import Rng
from board_library.games.sesame import bot, insight, setup
from board_library.games.sesame.options import SAFETY_NET, SesameOptions
from board_library.games.sesame.rules import Sesame
from board_library.games.sesame.situation import SesameSituations

EVENTS: dict[str, tuple[str, ...]] = {
    "game_started": ("players",),
    "start_roll": ("seat", "dice"),
    "reroll": ("seats",),
    "first_player": ("seat",),
    "servant_move": ("seat", "from", "to"),
    "turn_started": ("seat",),
    "roll": ("seat", "dice", "purpose"),
    "move": ("seat", "from", "to"),
    "monster": ("seat", "cell"),
    "corsair": ("seat", "cell", "good", "to"),
    "arrive": ("seat",),
    "sell": ("seat", "good", "qty", "sum", "fee", "fee_to"),
    "buy": ("seat", "good", "qty", "sum", "fee", "fee_to"),
    "gamble": ("seat", "shop", "stake", "kind", "dice", "delta"),
    "cellar_open": ("seat", "shop"),
    "magic_bought": ("seat", "item", "price"),
    "magic_declined": ("seat", "item"),
    "magic_returned": ("seat", "item"),
    "entry_paid": ("seat", "road"),
    "item_lost": ("seat", "item", "cause", "cell", "by"),
    "robbed": ("seat", "amount"),
    "fight": ("seat", "heads", "dice", "won"),
    "home_start": ("seat",),
    "home_back": ("seat", "cell", "cause"),
    "sorcerer_try": ("seat", "dice", "ok"),
    "asked": ("seat", "by"),
    "named": ("seat", "number"),
    "prophecy": ("seat", "number", "dice", "ok"),
    "turn_end": ("seat",),
    "game_end": ("winners", "way", "ranking"),
}
"""Every event and its fields. ``from``, ``to``, ``cell`` and ``shop`` are cells, but ``to`` of a corsair is ``stock``
or a seat such as ``p1``. ``fee`` and ``fee_to`` are there where another seat's servant takes its fifth; ``sum`` of a
sale is what the shop pays, of it the seller gets ``sum`` less ``fee``; ``sum`` of a purchase is what the buyer pays.
``kind`` of a game is gold or rouble, ``delta`` what the purse gains or loses. ``purpose`` of a roll is sea, dragon,
robber or home; ``road`` dragon or robber; ``cause`` servant, robbers, corsair or monster; ``by`` the seat whose
servant it was, or that asks for a number."""

DECISIONS = ("setup_roll", "setup_servant", "turn_pre", "shop", "cellar", "name", "turn_post")

MOVES_A_TURN = 4
"""Goal, trade or game, cellar, and the servant or the end of the turn."""

DICE_ROUNDS = 40
"""Rounds of start rolls allowed for: each is tied in at most a third of all cases."""


def new(options: SesameOptions, seats: int, rng: Rng, log: Log) -> Sesame:  # noqa: ARG001  all chance comes later
    """A new game."""
    state = Sesame(options, seats)
    setup.deal(state, log)
    return state


def bound(seats: int) -> int:
    """The most moves of any play: turns of the safety net, start rolls, servants."""
    return SAFETY_NET * MOVES_A_TURN * seats + DICE_ROUNDS * seats + seats


VARIANTS = (
    SesameOptions(
        round_limit=30, setup_servants=False, prophecy_no_repeat=True, landing="exact", bank_limit="18780",
        cellar_stake="at_least", buyer_commission="surcharge", sell_all_first=True, one_magic_good=False,
    ),
    SesameOptions(round_limit=60, landing="exact", prophecy_no_repeat=True),
    SesameOptions(round_limit=60, cellar_stake="at_least", one_magic_good=False, bank_limit="18780"),
)  # fmt: skip
"""Option sets for the contract suite: with the defaults they hold every value of every option."""

GAME = GameSpec(
    slug="sesame",
    folder=Path(__file__).parent,
    seats=range(2, 7),
    minutes=(60, 90),
    options=SesameOptions,
    new=new,
    rules_version=1,
    bound=bound,
    events=EVENTS,
    decisions=DECISIONS,
    zombie=bot.zombie,
    greedy=bot.greedy,
    insight=insight.INSIGHT,
    situations=SesameSituations(),
    variants=VARIANTS,
    titles={"ru": "Сезам", "en": "Sesame"},
)
