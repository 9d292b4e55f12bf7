"""Chests: open one more, or save what lies in the row before the second trap burns it."""

from pathlib import Path

from board_library.engine.core import GameSpec, Log
from board_library.engine.rng import Rng
from board_library.games.chests import bot, insight
from board_library.games.chests.options import MOST_ROUNDS, ChestsOptions
from board_library.games.chests.rules import Chests
from board_library.games.chests.situation import ChestsSituations

EVENTS: dict[str, tuple[str, ...]] = {
    "round_start": ("seat", "round"),
    "turn_started": ("seat",),
    "turn_skipped": ("seat",),
    "draw": ("seat", "card"),
    "bonus_held": ("seat", "kind"),
    "bonus_used": ("seat", "kind"),
    "shield_spent": ("seat", "trap"),
    "double_spent": ("seat", "card", "value"),
    "bonus_expired": ("seat", "kind"),
    "trap": ("seat", "kind", "count"),
    "penalty": ("seat", "amount"),
    "skip_set": ("seat",),
    "snatch": ("seat", "from_seat", "card"),
    "bust": ("seat", "lost_sum", "cards"),
    "extra": ("seat", "opened"),
    "jackpot": ("seat",),
    "bomb": ("seat", "loss"),
    "action": ("seat", "kind", "saved_sum"),
    "theft": ("seat", "from_seat", "card"),
    "swap": ("seat", "target", "card_a", "card_b"),
    "swap_declined": ("seat",),
    "gift": ("seat", "target", "card"),
    "no_effect": ("seat", "kind"),
    "stop": ("seat", "saved_sum"),
    "end_proposed": ("seat",),
    "end_vote": ("seat", "yes"),
    "round_end": ("scores", "reason"),
    "game_end": ("totals", "winners", "tiebreak"),
}
"""Every event and its fields. ``seat`` is who acts: whose turn it is, who snatches, who votes; of ``round_start`` who
begins. ``card_a`` of a swap goes to ``target``, ``card_b`` comes from it. ``saved_sum`` of an action is left out where
the row was empty. ``scores`` and ``totals`` are in seat order; ``reason`` is deck or agreed; ``tiebreak`` says what
decided: points, minus5, cards or shared."""

DECISIONS = (
    "turn", "snatch_pick", "theft_pick", "swap_pick", "swap_take", "gift_pick", "gift_to", "end_vote",
)  # fmt: skip

ROUND_MOVES = 59 + 59 + 14 + 6
"""Draws, stops, picks and uses of bonuses in one round that no play can exceed (section 4, Length)."""


def new(options: ChestsOptions, seats: int, rng: Rng, log: Log) -> Chests:
    """A new game."""
    state = Chests(options, seats)
    first = rng.below(seats) if options.first_player == "random" else int(options.first_player[1])
    state.deal(first, rng, log)
    return state


def round_bound(seats: int) -> int:
    """The most moves of one round: each seat may propose once, and all others vote."""
    return ROUND_MOVES + seats * seats


def bound(seats: int) -> int:
    """The most moves of any play, in the longest game."""
    return MOST_ROUNDS * round_bound(seats)


VARIANTS = (
    ChestsOptions(rounds=2, jackpot=True, bomb=True, double_mode="auto", first_player="p1"),
    ChestsOptions(bomb=True, bomb_count=4, extra_chests=False, agreed_end=False, first_player="p0"),
    ChestsOptions(teams="two", jackpot=True, first_player="p3"),
    ChestsOptions(teams="three", bomb=True, bomb_count=1, rounds=2, first_player="p5"),
    ChestsOptions(extra_chests=False, double_mode="auto", jackpot=True, first_player="p2"),
    ChestsOptions(rounds=3, extra_chests=False, first_player="p4"),
)
"""Option sets for the contract suite: with the defaults they hold every value of every option but number of rounds."""

GAME = GameSpec(
    slug="chests",
    folder=Path(__file__).parent,
    seats=range(2, 7),
    minutes=(10, 20),
    options=ChestsOptions,
    new=new,
    rules_version=1,
    bound=bound,
    events=EVENTS,
    decisions=DECISIONS,
    zombie=bot.zombie,
    greedy=bot.greedy,
    insight=insight.INSIGHT,
    situations=ChestsSituations(),
    variants=VARIANTS,
    titles={"ru": "Сундучки", "en": "Chests"},
)
