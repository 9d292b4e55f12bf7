"""The contract suite: what every game promises, checked by playing it at random.

    from board_library.engine.testing import check_game, combinations

    for seats, options in combinations(spec):
        check_game(spec, seats, options, games=5, seed=1)

Cheap promises are checked at every ply, costly ones at a sample. The first broken one raises :class:`ContractError`,
which names the promise, the game, the seed and the ply; the same seed finds it again. The names are:

========================  =========================================================================================
``questions`` ``opened``  one question a seat, of a known kind, its moves unique, sorted, well-formed, not empty;
                          stamped with the ply at which it was asked
``door``                  offered = accepted; all else is refused by a typed error and changes nothing
``looking``               views, scores and questions are JSON values, the same twice, and looking changes nothing
``clone`` ``copies``      a copy is equal and independent; older copies stay as they were
``silent``                playing without a log makes the same state
``components``            every thing is there once, and none is lost
``events``                known keys, known fields, existing readers
``hidden …``              view, moves, question, score, errors, log: nothing depends on what the viewer may not know
``worlds``                determinize keeps to what is known, depends on nothing else, and really re-deals
``undo``                  what may be taken back has shown nobody anything; taking back restores all
``simultaneous``          the order of answers that are open at once does not matter
``situation``             shown as text and read back, a state is the same and goes on the same
``replay`` ``elsewhere``  a record plays back to the same, in another process with another hash seed too
``chance``                no state keeps a source of chance
``bound`` ``zombies``     random moves end the game in its stated number, and so do zombie moves alone
``bots``                  the zombie and the heuristic bot play moves that are offered, and change nothing
``returns``               final utilities fit the ranks, ranks fit the points, points are the sum of their parts
``rules``                 the rules raise nothing
========================  =========================================================================================
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from board_library.engine.core import Decision, Event, GameSpec, Move, Observer, State
from board_library.engine.errors import BoardLibraryError
from board_library.engine.record import Entry, Record, Timeline, new_record, replay
from board_library.engine.rng import Rng, SeededRng
from board_library.engine.situations import read_situation, show_situation
from board_library.engine.testing.copies import LONG, digest, fingerprint, lines, look, snapshot, spoil, viewers
from board_library.engine.testing.elsewhere import digests_elsewhere, digests_of
from board_library.engine.testing.errors import ContractError, hold, same
from board_library.engine.testing.hidden import Differences, Made, check_differ, check_made, check_world
from board_library.engine.testing.questions import (
    check_door,
    check_events,
    check_opened,
    check_questions,
    check_repeated,
)

Progress = Callable[[int, int], None]
"""Called with the number of games done and of all games."""


def combinations(spec: GameSpec) -> Iterator[tuple[int, Any]]:
    """Every number of seats with the default options and with each variant that allows it."""
    for seats in spec.seats:
        for options in (spec.options(), *spec.variants):
            try:
                options.check(seats)
            except BoardLibraryError:
                continue
            yield seats, options


def check_game(
    spec: GameSpec,
    seats: int,
    options: Any = None,
    *,
    games: int = 5,
    seed: int | str = 0,
    sample: int = 4,
    progress: Progress | None = None,
) -> None:
    """Check every promise over so many random games.

    Costly ones are looked at about once in ``sample`` plies at first, and less often as a game grows long.
    Raises :class:`ContractError` for the first promise that is broken.
    """
    options = spec.options() if options is None else options
    suite = _Suite(spec, seats, options, sample)
    suite.run(f"{seed}", games, progress)


def play_games(
    spec: GameSpec,
    seats: int,
    options: Any = None,
    *,
    games: int,
    seed: int | str = 0,
    progress: Progress | None = None,
) -> int:
    """Only play so many random games to the end, for tens of thousands of them. Returns the moves of the longest.

    What is checked is what shows by itself: ``rules``, ``questions`` (there is something to choose from), ``bound``,
    ``components`` and ``returns`` at the end. Raises :class:`ContractError` for the first promise that is broken.
    """
    suite = _Suite(spec, seats, spec.options() if options is None else options, sample=1)
    return suite.play(f"{seed}", games, progress)


def random_choice(decision: Decision, rng: Rng) -> Move:
    """A move for one question, each listed move equally likely; a sum from anywhere in its range."""
    choices = decision.choices()
    amount = decision.amount
    if amount is None or rng.below(len(decision.moves) + 2) < len(decision.moves):
        return rng.choice(choices)
    steps = (amount.high - amount.low) // amount.step
    return Move(amount.verb, str(amount.low + amount.step * rng.below(steps + 1)))


class _Suite:
    """One run over one game, number of seats and options. ``seed`` and ``ply`` say where it is."""

    def __init__(self, spec: GameSpec, seats: int, options: Any, sample: int) -> None:
        self.spec = spec
        self.seats = seats
        self.options = options
        self.sample = sample
        self.seed = ""
        self.ply = 0
        self.codes: dict[str, None] = {}  # every code seen so far, as an ordered set
        self.differences = Differences()

    def run(self, seed: str, games: int, progress: Progress | None) -> None:
        records: list[tuple[Record, list[str]]] = []
        self.seed = seed
        for k in range(games):
            self.seed = f"{seed}:{k}"
            records = [*records, self._placed(self._random_game)][:2]
            if progress is not None:
                progress(k + 1, games)
        self._placed(self._zombie_game)
        self._placed(self._takebacks)
        self._placed(lambda: check_differ(self.spec, self.options, self.seats, self._bytes("differ")))
        self._placed(self.differences.check)
        self._placed(lambda: self._elsewhere(records))

    def play(self, seed: str, games: int, progress: Progress | None) -> int:
        """Games played and no more; the moves of the longest."""
        longest = 0
        for k in range(games):
            self.seed = f"{seed}:{k}"
            self._placed(self._plain_game)
            longest = max(longest, self.ply)
            if progress is not None:
                progress(k + 1, games)
        return longest

    def _placed(self, check: Callable[[], Any]) -> Any:
        """Run a check; what it raises is told with its place."""
        try:
            return check()
        except ContractError as error:
            found = error
        except Exception as error:  # noqa: BLE001  rules that raise break the contract too
            found = ContractError("rules", f"{type(error).__name__}: {error}")
            found.__cause__ = error
        found.game = f"{self.spec.slug} {self.seats} seats {self.options}"
        found.seed, found.ply = self.seed, self.ply
        raise found

    def _bytes(self, purpose: str) -> bytes:
        return hashlib.sha256(f"{self.seed}/{purpose}".encode()).digest()

    # One random game, with the checks of every ply.

    def _random_game(self) -> tuple[Record, list[str]]:
        spec, seats, self.ply = self.spec, self.seats, 0
        record = new_record(spec, self.options, seats, self._bytes("game"))
        dice = SeededRng(self._bytes("choices"), 0)
        log: list[Event] = []
        state = spec.new(self.options, seats, SeededRng(record.seed, 0), log)
        components = sorted(state.components())
        hold("components", len(set(components)) == len(components), "a thing is there twice at set-up")
        check_opened((), state, -1)
        check_events(spec, log, seats)
        digests: list[str] = []
        kept: list[tuple[State, Any]] = []
        while True:
            check_questions(spec, state, seats)
            same("components", "what is there", components, sorted(state.components()))
            digests.append(digest(state, seats))
            if dice.below(self._every) == 0 or self.ply == 0 or not state.pending():
                self._look_closely(state, dice, kept)
            if not state.pending():
                break
            hold("bound", self.ply < spec.bound(seats), f"not over after {self.ply} moves, the stated bound")
            state = self._move(state, dice, record)
        self._end(state)
        for old, inner in kept:
            hold("copies", snapshot(old) == inner, "an older copy changed while the game went on")
        self._replay(record, digests)
        return record, digests

    @property
    def _every(self) -> int:
        """A position in how many is looked at closely: fewer as a game grows long, so that long games end in time."""
        return self.sample * (1 + self.ply // LONG)

    def _look_closely(self, state: State, dice: Rng, kept: list[tuple[State, Any]]) -> None:
        self._looking(state)
        self._clone(state, dice)
        if dice.below(4) == 0:
            known = list(self.codes)
            check_door(self.spec, state, self.seats, [dice.choice(known) for _ in range(12)] if known else ["pass x"])
        self._simultaneous(state, dice)
        if dice.below(4) == 0 and len(kept) < 8:
            copy = state.clone()
            kept.append((copy, snapshot(copy)))
        if self.spec.situations is not None:
            self._situation(state, dice)
        self._worlds(state, dice)
        self._bots(state, dice)

    def _move(self, state: State, dice: Rng, record: Record) -> State:
        before = state.pending()
        decision = dice.choice(before)
        move = random_choice(decision, dice)
        for choice in decision.choices():
            self.codes[choice.code] = None
        self.ply += 1
        whole = snapshot(state) if self.ply < LONG or self.ply % 8 == 0 else None
        draft, log = state.clone(), list[Event]()
        rng = SeededRng(record.seed, self.ply)
        draft.ply = self.ply
        draft.apply(decision.seat, move, rng, log)
        record.entries.append(Entry(decision.seat, move.code))
        if whole is not None:
            same("clone", f"a state whose clone has played {move.code}", whole, snapshot(state))
        check_events(self.spec, log, self.seats)
        check_opened(before, draft, decision.seat)
        check_repeated(draft, decision.seat, move.code, decision.opened)
        undoable = rng.used == 0 and not any(event.reveals for event in log)
        made = Made(state, draft, decision.seat, move, lambda: SeededRng(record.seed, draft.ply), log, undoable)
        everybody = viewers(self.seats)
        for viewer in everybody if self.ply < LONG else (dice.choice(everybody),):
            check_made(made, viewer, self._bytes(f"made{self.ply}"))
        return draft

    # The checks of one position.

    def _looking(self, state: State) -> None:
        before = snapshot(state)
        first = fingerprint(state, self.seats)
        for viewer in viewers(self.seats):
            spoil(state.view(viewer))
        hold("looking", fingerprint(state, self.seats) == first, "looking twice shows two things")
        hold("looking", snapshot(state) == before, "looking changes the state")
        over = not state.pending()
        try:
            state.returns()
        except ValueError as error:
            if over:
                raise ContractError("returns", f"over, but returns() raises {error}") from error
        else:
            hold("returns", over, "returns() answers before the end")
        scores = state.scores()
        hold("returns", [s.seat for s in scores] == list(range(self.seats)), f"not a score a seat: {scores}")

    def _clone(self, state: State, dice: Rng) -> None:
        before = snapshot(state)
        copy = state.clone()
        hold("clone", type(copy) is type(state) and snapshot(copy) == before, "a clone differs from its original")
        again, silent = state.clone(), state.clone()
        for step in range(1, 7):
            pending = copy.pending()
            if not pending:
                break
            decision = dice.choice(pending)
            move = random_choice(decision, dice)
            for twin, log in ((copy, list[Event]()), (again, list[Event]()), (silent, None)):
                twin.ply = self.ply + step
                twin.apply(decision.seat, move, SeededRng(self._bytes("clone"), step), log)
            same("replay", f"{move.code} played twice with the same chance", snapshot(copy), snapshot(again))
            same("silent", f"{move.code} with a log and without", snapshot(copy), snapshot(silent))
        hold("clone", snapshot(state) == before, "playing on a clone changes its original")

    def _simultaneous(self, state: State, dice: Rng) -> None:
        pending = state.pending()
        if len(pending) < 2:
            return
        answers = [(decision, random_choice(decision, dice)) for decision in pending]
        ends = [self._answer(state, order) for order in (answers, answers[::-1], [*answers[1:], answers[0]])]
        for end in ends[1:]:
            for what, one, other in zip(("the table", *viewers(self.seats)), ends[0], end, strict=True):
                same("simultaneous", f"in another order of answers {what} sees", one, other)

    def _answer(self, state: State, answers: Sequence[tuple[Decision, Move]]) -> list[str]:
        twin, log = state.clone(), list[Event]()
        for k, (decision, move) in enumerate(answers, 1):
            still = twin.decision(decision.seat)
            hold("simultaneous", still == decision, f"an answer of another seat changes {decision.kind}: {still}")
            twin.ply = self.ply + k
            twin.apply(decision.seat, move, SeededRng(self._bytes("together"), k), log)
        read = [sorted(lines([event], viewer) for event in log) for viewer in viewers(self.seats)]
        return [fingerprint(twin, self.seats, opened=False), *map(str, read)]

    def _situation(self, state: State, dice: Rng) -> None:
        text = show_situation(self.spec, state)
        twin = read_situation(self.spec, text)
        hold("situation", "\n" not in text, "a situation is one line")
        again = show_situation(self.spec, twin)
        hold("situation", again == text, f"{text} reads back as {again}")
        self._alike(state, twin, text)
        chance = self._bytes("situation")
        viewer = dice.choice(viewers(self.seats))
        one, other = (s.determinize(viewer, SeededRng(chance, 0)) for s in (state, twin))
        self._alike(one, other, f"a world for {viewer} of {text}")
        real = state.clone()
        for step in range(1, 9):
            pending = real.pending()
            if not pending:
                break
            decision = dice.choice(pending)
            move = random_choice(decision, dice)
            for each in (real, twin):
                each.ply = self.ply + step
                each.apply(decision.seat, move, SeededRng(chance, step), None)
            same("situation", f"questions {step} moves after {text}", real.pending(), twin.pending())
        self._alike(real, twin, f"some moves after {text}")

    def _alike(self, a: State, b: State, what: str) -> None:
        same("situation", what, fingerprint(a, self.seats), fingerprint(b, self.seats))

    def _worlds(self, state: State, dice: Rng) -> None:
        known = list(self.codes)
        codes = ["no code", *(dice.choice(known) for _ in range(5 if known else 0))]
        for viewer in viewers(self.seats):
            purpose = self._bytes(f"world{self.ply}")
            world = check_world(self.spec, state, viewer, seed=purpose, codes=codes)
            self.differences.note(state, world, viewer)
            if dice.below(4) == 0:
                self._play_world(world, dice)

    def _play_world(self, world: State, dice: Rng) -> None:
        components = sorted(world.components())
        for step in range(1, 13):
            pending = world.pending()
            if not pending:
                break
            decision = dice.choice(pending)
            world.ply += 1
            world.apply(decision.seat, random_choice(decision, dice), SeededRng(self._bytes("world"), step), None)
            check_questions(self.spec, world, self.seats)
            same("components", "what is there in a world", components, sorted(world.components()))

    def _bots(self, state: State, dice: Rng) -> None:
        for decision in state.pending():
            for bot in (self.spec.zombie, self.spec.greedy):
                if bot is not None:
                    before = snapshot(state)
                    move = bot(self._observer(state, decision, dice.below(1 << 30)))
                    hold("bots", decision.offers(move), f"a bot answers {decision.kind} by {move}")
                    hold("bots", snapshot(state) == before, "a bot changes the real state")

    def _observer(self, state: State, decision: Decision, number: int) -> Observer:
        world = state.determinize(decision.seat, SeededRng(self._bytes("observer"), number))
        return Observer(decision, state.view(decision.seat), world)

    # Whole games.

    def _end(self, state: State) -> None:
        returns, scores = state.returns(), state.scores()
        hold("returns", len(returns) == self.seats, f"not a return a seat: {returns}")
        hold("returns", all(-1 <= value <= 1 for value in returns), f"out of -1..1: {returns}")
        for a in scores:
            better = sum((b.won != "", b.points, b.tiebreak) > (a.won != "", a.points, a.tiebreak) for b in scores)
            hold("returns", a.rank == 1 + better, f"rank {a.rank} of seat {a.seat} does not fit the points: {scores}")
            total = sum(points for _, points in a.parts)
            hold("returns", not a.parts or total == a.points, f"the parts of seat {a.seat} make {total}: {a}")
            for b in scores:
                gap = returns[a.seat] - returns[b.seat]
                fits = gap == 0 if a.rank == b.rank else a.rank > b.rank or gap > 0 or (gap == 0 and a.rank > 1)
                hold("returns", fits, f"returns {returns} do not fit the ranks: {scores}")

    def _replay(self, record: Record, digests: list[str]) -> None:
        text = record.to_json()
        read = Record.from_json(text)
        hold("replay", read == record and read.to_json() == text, "a record read back differs")
        found = digests_of(replay(self.spec, read), self.seats)
        hold("replay", found == digests, f"replay differs from ply {_first(found, digests)} on")

    def _elsewhere(self, records: list[tuple[Record, list[str]]]) -> None:
        found = digests_elsewhere(self.spec, [record for record, _ in records])
        for (_, digests), other in zip(records, found, strict=True):
            hold("elsewhere", other == digests, f"another process differs from ply {_first(other, digests)} on")

    def _plain_game(self) -> None:
        self.ply = 0
        dice, game = SeededRng(self._bytes("choices"), 0), self._bytes("game")
        state = self.spec.new(self.options, self.seats, SeededRng(game, 0), None)
        components = sorted(state.components())
        while pending := state.pending():
            hold("bound", self.ply < self.spec.bound(self.seats), f"not over after {self.ply} moves, the stated bound")
            decision = dice.choice(pending)
            hold("questions", bool(decision.choices()), f"{decision.kind}: nothing to choose from")
            move = random_choice(decision, dice)
            self.ply += 1
            state.ply = self.ply
            state.apply(decision.seat, move, SeededRng(game, self.ply), None)
        same("components", "what is there", components, sorted(state.components()))
        self._end(state)

    def _zombie_game(self) -> None:
        self.ply = 0
        dice = SeededRng(self._bytes("zombies"), 0)
        state = self.spec.new(self.options, self.seats, SeededRng(self._bytes("zombie"), 0), None)
        while pending := state.pending():
            hold("zombies", self.ply < self.spec.bound(self.seats), f"not over after {self.ply} zombie moves")
            decision = dice.choice(pending)
            move = self.spec.zombie(self._observer(state, decision, self.ply))
            hold("bots", decision.offers(move), f"the zombie answers {decision.kind} by {move}")
            self.ply += 1
            state.ply = self.ply
            state.apply(decision.seat, move, SeededRng(self._bytes("zombie"), self.ply), None)
        self._end(state)

    def _takebacks(self) -> None:
        """A game through the timeline, in which what may be taken back often is."""
        dice = SeededRng(self._bytes("takebacks"), 0)
        line = Timeline(self.spec, new_record(self.spec, self.options, self.seats, self._bytes("timeline")))
        before: list[State] = []
        left = 20
        while not line.over:
            self.ply = line.ply
            seat = line.line[-1].seat if line.line else 0
            back = line.takeback_ply(seat)
            if back is not None and left and dice.below(3) == 0:
                left -= 1
                line.commit(line.try_takeback(seat, back))
                was, now = (fingerprint(s, self.seats, opened=False) for s in (before.pop(), line.state))
                same("undo", "what a takeback restores", was, now)
                continue
            before.append(line.state)
            decision = dice.choice(line.state.pending())
            line.commit(line.try_move(decision.seat, random_choice(decision, dice).code, opened=decision.opened))
        again = replay(self.spec, line.record)
        hold("replay", snapshot(again.state) == snapshot(line.state), "a game with takebacks replays to another end")
        hold("replay", look(again.state, None) == look(line.state, None), "its spectators see another end")


def _first(a: Sequence[Any], b: Sequence[Any]) -> int:
    return next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
