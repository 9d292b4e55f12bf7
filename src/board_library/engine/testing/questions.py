"""Checks of questions, of the checked door and of events: what is offered is what is accepted, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from board_library.engine.core import LONGEST_CODE, Amount, Decision, Event, GameSpec, Move, State
from board_library.engine.errors import GameOver, MalformedMove, MoveError, NotAsked, NotOffered, StaleQuestion
from board_library.engine.play import check
from board_library.engine.testing.copies import show_decision, snapshot, text_of
from board_library.engine.testing.errors import ContractError, hold

MALFORMED = (
    "", " ", "draw", "draw ", " draw deck", "draw  deck", "DRAW deck", "draw deck\n", "draw deck draw deck", "карта",
    "stake ٣", "stake -1", "stake +1", "stake 1.5", "<b> x", "a" * 100_000, "draw " + "d" * LONGEST_CODE, "\x00 \x00",
)  # fmt: skip
"""Texts that are no move code."""


def check_questions(spec: GameSpec, state: State, seats: int) -> None:
    """One question a seat at most, in seat order, of a known kind; its moves well-formed, unique, sorted, not empty."""
    pending = state.pending()
    asked = [decision.seat for decision in pending]
    hold("questions", asked == sorted(set(asked)), f"seats asked: {asked}: each once, in order")
    for decision in pending:
        where = f"{decision.kind} to seat {decision.seat}"
        hold("questions", 0 <= decision.seat < seats, f"{where}: there is no such seat")
        hold("questions", decision.kind in spec.decisions, f"{where}: the spec does not list that kind")
        codes = [move.code for move in decision.moves]
        hold("questions", bool(decision.choices()), f"{where}: nothing to choose from")
        hold("questions", codes == sorted(set(codes)), f"{where}: not unique and sorted: {codes}")
        hold("questions", all(map(_well_formed, decision.moves)), f"{where}: malformed among {codes}")
        if decision.amount is not None:
            _check_amount(decision.amount, decision, where)
    for seat in range(seats):
        own = [decision for decision in pending if decision.seat == seat]
        hold("door", state.decision(seat) == (own[0] if own else None), f"seat {seat}: decision() is not in pending()")


def check_opened(before: Sequence[Decision], state: State, mover: int) -> None:
    """A question bears the ply at which it was asked; one that stays open keeps it."""
    old = {decision.seat: decision for decision in before if decision.seat != mover}
    for decision in state.pending():
        if old.get(decision.seat) != decision and decision.opened != state.ply:
            detail = f"{decision.kind} to seat {decision.seat} was asked at ply {state.ply}, but says {decision.opened}"
            raise ContractError("opened", detail)


def check_door(spec: GameSpec, state: State, seats: int, known: Iterable[str]) -> None:
    """What is offered is accepted, all else refused by a typed error, and neither changes anything.

    ``known`` are codes seen anywhere in the game: those not offered now must be refused.
    """
    before = snapshot(state)
    pending = {decision.seat: decision for decision in state.pending()}
    for seat in range(seats):
        decision = pending.get(seat)
        offered = set[str]() if decision is None else {move.code for move in decision.moves}
        for code in [*known, *offered, *(_sums(decision) if decision else ())]:
            wanted = decision is not None and _stands_for(decision, code)
            _expect(state, seat, code, wanted=wanted)
        for code in MALFORMED:
            _refused(state, seat, code, MalformedMove)
    some = sorted(known)[:1]
    for seat in (-1, seats, 99):
        for code in some:
            _refused(state, seat, code, NotAsked if pending else GameOver)
    for decision in pending.values():
        code = decision.choices()[0].code
        for opened in (decision.opened - 1, decision.opened + 1, state.ply + 1, -1):
            if opened != decision.opened:
                _refused(state, decision.seat, code, StaleQuestion, opened=opened)
    hold("door", snapshot(state) == before, f"{spec.slug}: a refused move changed the state")


def check_repeated(state: State, seat: int, code: str, opened: int) -> None:
    """A move sent twice is refused the second time."""
    _refused(state, seat, code, (StaleQuestion, GameOver), opened=opened)


def check_events(spec: GameSpec, events: Sequence[Event], seats: int) -> None:
    """Every event has a known key, known fields, JSON values, existing readers and seats."""
    for event in events:
        hold("events", event.key in spec.events, f"{event.key}: the spec does not list that key")
        for data in (event.data, event.public):
            if data is not None:
                extra = set(data) - set(spec.events[event.key])
                hold("events", not extra, f"{event.key}: the spec does not list {sorted(extra)}")
                hold("events", _is_json(data), f"{event.key}: not JSON values: {data!r}")
                seat = data.get("seat", 0)
                hold("events", seat in range(seats), f"{event.key}: there is no seat {seat!r}")
        readers = event.readers or ()
        hold("events", all(r in range(seats) for r in readers), f"{event.key}: readers {readers} are no seats")


def sums(amount: Amount) -> Iterator[int]:
    """Sums at and around the edges of a range, in it and out of it."""
    yield from (amount.low - 1, amount.low, amount.low + 1, amount.low + amount.step, amount.high - amount.step)
    yield from (amount.high - 1, amount.high, amount.high + 1, amount.high + amount.step, 10**17)


def _sums(decision: Decision) -> list[str]:
    amount = decision.amount
    return [] if amount is None else [f"{amount.verb} {n}" for n in sums(amount) if n >= 0] + [f"{amount.verb} 007"]


def _stands_for(decision: Decision, code: str) -> bool:
    """Whether a code is offered, worked out anew from what the decision says and not by its own methods."""
    if any(code == f"{verb} {target}" for verb, target in decision.moves):
        return True
    if decision.amount is None:
        return False
    verb, low, high, step, _ = decision.amount
    return code in {f"{verb} {n}" for n in sums(decision.amount) if low <= n <= high and (n - low) % step == 0} or (
        code.startswith(f"{verb} ") and (n := code.removeprefix(f"{verb} ")).isdecimal() and str(int(n)) == n
        and low <= int(n) <= high and (int(n) - low) % step == 0
    )  # fmt: skip


def _check_amount(amount: Amount, decision: Decision, where: str) -> None:
    fits = 0 <= amount.low <= amount.high and amount.step >= 1 and (amount.high - amount.low) % amount.step == 0
    hold("questions", fits, f"{where}: the range of {amount} is none")
    ladder = amount.ladder
    hold("questions", bool(ladder) and list(ladder) == sorted(set(ladder)), f"{where}: ladder {ladder}")
    hold("questions", all(map(amount.holds, amount.moves())), f"{where}: the ladder leaves the range: {amount}")
    hold("questions", not any(map(amount.holds, decision.moves)), f"{where}: a sum is listed as a move too")


def _well_formed(move: Move) -> bool:
    try:
        return Move.parse(move.code) == move
    except MalformedMove:
        return False


def _is_json(data: object) -> bool:
    try:
        text_of(data)
    except (TypeError, ValueError):
        return False
    return True


def _expect(state: State, seat: int, code: str, *, wanted: bool) -> None:
    try:
        check(state, seat, code)
    except MoveError as error:
        hold("door", not wanted, f"seat {seat}: {code!r} is offered but refused: {error}")
        hold("door", type(error) in (NotOffered, NotAsked, GameOver), f"{code!r} is refused by {type(error).__name__}")
    else:
        hold(
            "door", wanted, f"seat {seat}: {code!r} is accepted but not offered: {show_decision(state.decision(seat))}"
        )


def _refused(
    state: State, seat: int, code: str, kind: type[MoveError] | tuple[type[MoveError], ...], opened: int | None = None
) -> None:
    try:
        check(state, seat, code, opened)
    except kind:
        return
    except Exception as error:
        raise ContractError("door", f"seat {seat}: {code[:80]!r}: {type(error).__name__} {error}") from error
    raise ContractError("door", f"seat {seat}: {code[:80]!r} (question of ply {opened}) is accepted")
