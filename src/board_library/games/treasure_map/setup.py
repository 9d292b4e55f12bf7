"""Everything before the first turn: dealing, draft, Margo's target, dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_library.engine.core import Decision, Event, Log, Move
from board_library.engine.rng import Rng
from board_library.games.treasure_map import moves
from board_library.games.treasure_map.cards import CARDS, LOWEST
from board_library.games.treasure_map.characters import CHARACTERS

if TYPE_CHECKING:
    from board_library.games.treasure_map.rules import TreasureMap
    from board_library.games.treasure_map.table import Table

DEALT = 2
"""Characters dealt to each seat, one of which it keeps."""


def deal(state: TreasureMap, rng: Rng, log: Log) -> None:
    """Set a new game up and ask the first question (section 3)."""
    state.discard = list(LOWEST)
    state.deck = [card for card in range(len(CARDS)) if card not in LOWEST]
    rng.shuffle(state.deck)
    state.undealt = sorted(CHARACTERS)
    if log is not None:
        log.append(Event("game_started", {"players": state.seats}))
    how = "none" if state.options.learning else state.options.characters
    if how == "two":
        rng.shuffle(state.undealt)
        for seat in range(state.seats):
            state.dealt[seat] = (state.undealt.pop(), state.undealt.pop())
            if log is not None:
                data = {"seat": seat, "characters": list(state.dealt[seat])}
                log.append(Event("characters_dealt", data, (seat,), {"seat": seat}, reveals=True))
        state.undealt.sort()
        ask_draft(state)
    elif how == "pool":
        ask_pool(state)
    elif how == "random":
        for seat, name in enumerate(rng.sample(state.undealt, state.seats)):
            state.undealt.remove(name)
            state.dealt[seat] = (name,)
            state.picks[seat] = name
        _reveal(state, rng, log)
    else:
        _after_target(state, rng, log)


def answer(state: TreasureMap, seat: int, move: Move, rng: Rng, log: Log) -> None:
    """Answer a question of the phases before the first turn."""
    if move.verb == "keep":
        _keep(state, seat, move.target, rng, log)
    elif move.verb == "target":
        _aim(state, int(move.target[1]), rng, log)
    else:
        _roll(state, seat, rng, log)


def ask_draft(state: Table) -> None:
    """Everybody who has not picked is asked at once. Not ``secret``: who has picked is public at once."""
    state.kind = "pick_character"
    asked = [seat for seat in range(state.seats) if state.picks[seat] is None]
    opened = {decision.seat: decision.opened for decision in state.questions}
    state.questions = tuple(
        Decision(seat, "pick_character", moves.keep(list(state.dealt[seat])), None, opened.get(seat, state.ply))
        for seat in asked
    )


def ask_pool(state: TreasureMap) -> None:
    """The last seat without a character picks from the open pool."""
    state.kind = "pick_character"
    seat = max(seat for seat in range(state.seats) if state.picks[seat] is None)
    state.questions = (Decision(seat, "pick_character", moves.keep(state.undealt), None, state.ply),)


def ask_target(state: TreasureMap) -> None:
    """The owner of ``margo_2`` names an opponent."""
    state.phase, state.kind = "target", "pick_target"
    offered = moves.targets(state.margo_2, state.seats)
    state.questions = (Decision(state.margo_2, "pick_target", offered, None, state.ply),)


def ask_roll(state: TreasureMap) -> None:
    """The next seat of this round rolls."""
    state.phase, state.kind = "dice", "roll"
    seat = state.rolling[len(state.rolls[-1])]
    state.questions = (Decision(seat, "roll", moves.ROLL, None, state.ply),)


def _keep(state: TreasureMap, seat: int, name: str, rng: Rng, log: Log) -> None:
    state.picks[seat] = name
    pool = state.options.characters == "pool"
    if pool:
        state.undealt.remove(name)
        state.dealt[seat] = (name,)
    if log is not None:
        # A pick is final (section 3): "reveals" keeps it from being taken back.
        data = {"seat": seat, "character": name}
        if pool:
            log.append(Event("character_picked", data, reveals=True))
        else:
            log.append(Event("character_picked", data, (seat,), {"seat": seat}, reveals=True))
    if all(state.picks):
        _reveal(state, rng, log)
    elif pool:
        ask_pool(state)
    else:
        ask_draft(state)


def _reveal(state: TreasureMap, rng: Rng, log: Log) -> None:
    state.set_characters(list(state.picks))
    if log is not None:
        log.append(Event("characters_revealed", {"map": list(state.picks)}, reveals=True))
    if state.margo_2 < 0:
        _after_target(state, rng, log)
    elif state.seats == 2:
        _aim(state, 1 - state.margo_2, rng, log)
    else:
        ask_target(state)


def _aim(state: TreasureMap, target: int, rng: Rng, log: Log) -> None:
    state.margo_target = target
    if log is not None:
        data = {"seat": state.margo_2, "target": target, "by": "margo_2"}
        log.append(Event("margo_target", data))
    _after_target(state, rng, log)


def _after_target(state: TreasureMap, rng: Rng, log: Log) -> None:
    first = state.options.first
    if first == "dice":
        state.rolling = list(range(state.seats))
        state.rolls = [[]]
        ask_roll(state)
    elif first == "random":
        _begin(state, rng.below(state.seats), log)
    else:
        _begin(state, int(first[1]), log)


def _roll(state: TreasureMap, seat: int, rng: Rng, log: Log) -> None:
    value = rng.roll()
    rolled = state.rolls[-1]
    rolled.append((seat, value))
    if log is not None:
        log.append(Event("die_rolled", {"seat": seat, "value": value}))
    if len(rolled) == len(state.rolling):
        best = max(value for _, value in rolled)
        leaders = [seat for seat, value in rolled if value == best]
        if len(leaders) == 1:
            state.rolling = []
            _begin(state, leaders[0], log)
            return
        state.rolling = leaders
        state.rolls.append([])
        if log is not None:
            log.append(Event("reroll", {"seats": leaders}))
    ask_roll(state)


def _begin(state: TreasureMap, seat: int, log: Log) -> None:
    state.phase = "turn"
    state.first = seat
    if log is not None:
        log.append(Event("first_player", {"seat": seat}))
    state.start_turn(seat, log)
