"""Cases: Given, When, Then in a game's notation, read from the tables of a Markdown file and run.

A table has the columns Id, Given, When and Then; everything else in the file is left alone::

    | Id    | Given                   | When                            | Then                  |
    |-------|-------------------------|---------------------------------|-----------------------|
    | TM-14 | P0 key4; deck hook5 key | draw; [opts hook: key]; !draw   | raid hook5; due 0     |

* **Given** is a situation (``engine.situations``). ``rnd=3,key5`` in it dictates the results of chance in order: a
  number is the face of a die or the place counted from 0, a name the thing that is drawn.
* **When** is steps in order: short words for moves, ``P1: yes`` where the mover must be named, ``!rob`` for a move that
  must be refused and change nothing, ``[raid -; due 0]`` for a check on the way.
* **Then** is the last check. What is not named is not checked.

A secret question that has one answer only is answered by itself, as it is at a table, and never seen here.

Chance that the Given does not dictate must not matter: such a case is run with several seeds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from board_library.engine.core import Event, GameSpec, Move, State
from board_library.engine.errors import BoardLibraryError, MalformedMove, MoveError, SituationError
from board_library.engine.play import by_itself, check, mover
from board_library.engine.rng import Rng, ScriptedRng, SeededRng
from board_library.engine.situations import check_clause, clauses, notation, read_situation, show_situation

CASES_FILE = "cases.md"
"""The file of a game's folder that holds its cases."""

SEEDS = (b"case 1", b"case 2", b"case 3")
"""A case that does not dictate chance is run once with each."""

Visit = Callable[[State], None]

_MOVER = re.compile(r"(P[0-9]): *(.+)")


@dataclass(frozen=True)
class Case:
    """One row of a table, as it is written."""

    id: str
    given: str
    when: str
    then: str


@dataclass(frozen=True)
class CaseResult:
    """What became of one case. If it failed: after which steps, what was expected there, and what came."""

    id: str
    passed: bool
    after: str = ""
    expected: str = ""
    came: str = ""


class CaseFailed(Exception):
    """A case does not come out as it is written."""

    def __init__(self, expected: str, came: str) -> None:
        super().__init__(f"expected {expected}, came {came}")
        self.expected = expected
        self.came = came


def default_cases(spec: GameSpec) -> str:
    """The text of the game's own cases. Raises :class:`SituationError` if it has none."""
    path = spec.folder / CASES_FILE
    if not path.is_file():
        raise SituationError(f"{spec.slug} has no {CASES_FILE}", clause="")
    return path.read_text(encoding="utf-8")


def read_cases(text: str) -> list[Case]:
    """All cases of a Markdown text, in order. Raises :class:`SituationError` for a doubled id, or if there are none."""
    found = dict[str, Case]()
    for case in _rows(text):
        if case.id in found:
            raise SituationError(f"case {case.id} is there twice", clause=case.id)
        found[case.id] = case
    if not found:
        raise SituationError("no table with the columns Id, Given, When, Then", clause="")
    return list(found.values())


def run_cases(spec: GameSpec, text: str, *, visit: Visit | None = None) -> list[CaseResult]:
    """Run every case of a Markdown text; ``visit`` is called with each state on the way.

    Raises :class:`SituationError` only if the text has no readable table; what is wrong with one case is in its result.
    """
    return [run_case(spec, case, visit=visit) for case in read_cases(text)]


def run_case(spec: GameSpec, case: Case, *, visit: Visit | None = None) -> CaseResult:
    """Run one case."""
    scripted = any(_script(clause) is not None for clause in case.given.split(";"))
    for seed in SEEDS[: 1 if scripted else None]:
        run = _Run(spec, case, seed, visit)
        try:
            run.play()
        except CaseFailed as failed:
            return CaseResult(case.id, False, "; ".join(run.played), failed.expected, failed.came)
        except Exception as error:  # noqa: BLE001  broken rules are a result like any other
            came = str(error) if isinstance(error, BoardLibraryError) else f"{type(error).__name__}: {error}"
            return CaseResult(case.id, False, "; ".join(run.played), run.now, came)
    return CaseResult(case.id, True)


class _Run:
    """One run of one case: ``played`` are the steps behind it, ``now`` is the one it is at."""

    def __init__(self, spec: GameSpec, case: Case, seed: bytes, visit: Visit | None) -> None:
        self.spec = spec
        self.case = case
        self.seed = seed
        self.visit = visit
        self.played: list[str] = []
        self.now = case.given
        self.events: list[Event] = []

    def play(self) -> None:
        """Play the case to its end. Raises :class:`CaseFailed`."""
        given = clauses(self.case.given)
        results = [result for clause in given for result in _script(clause) or ()]
        self.script = ScriptedRng(results) if results else None
        self.state = read_situation(self.spec, "; ".join(c for c in given if _script(c) is None))
        self._look()
        for step in clauses(self.case.when):
            self.now = step
            if step.startswith("["):
                self._check(step.strip("[]"))
            elif step.startswith("!"):
                self._refuse(step[1:].strip())
            else:
                self._move(step)
            self.played.append(step)
        self.now = self.case.then
        self._check(self.case.then)
        if self.script is not None and self.script.left:
            raise CaseFailed("all of rnd drawn", f"left: {self.script.left}")

    def _look(self) -> None:
        if self.visit is not None:
            self.visit(self.state)

    def _check(self, text: str) -> None:
        for clause in clauses(text):
            came = check_clause(self.spec, self.state, clause, self.events)
            if came is not None:
                raise CaseFailed(clause, came)

    def _move(self, step: str) -> None:
        for seat, code in self._codes(step):
            try:
                self._apply(self.state, seat, code)
            except MoveError as error:
                raise CaseFailed(step, f"refused: {error}") from error
            self._look()

    def _refuse(self, step: str) -> None:
        before = show_situation(self.spec, self.state)
        left = [] if self.script is None else list(self.script.left)
        draft = self.state.clone()
        try:
            for seat, code in self._codes(step):
                self._apply(draft, seat, code)
        except MalformedMove as error:
            raise SituationError(f"!{step} is refused only because it is no code: {error}", clause=step) from error
        except MoveError:
            after = show_situation(self.spec, self.state)
            if after != before:
                raise CaseFailed(f"!{step} changes nothing", after) from None
            if self.script is not None:
                self.script.left = left
        else:
            raise CaseFailed(f"!{step} is refused", "it was accepted")

    def _codes(self, step: str) -> Iterator[tuple[int, str]]:
        """Seat and code of each move that a step stands for."""
        found = _MOVER.fullmatch(step)
        asked = {decision.seat for decision in self.state.pending()}
        seat = int(found[1][1]) if found else asked.pop() if len(asked) == 1 else None
        words = found[2] if found else step
        for code in notation(self.spec).codes(words, self.state, seat):
            yield (seat, code) if seat is not None and ":" not in code.partition(" ")[0] else mover(self.state, code)

    def _apply(self, state: State, seat: int, code: str) -> None:
        """Make a move; a secret question with a single answer is then answered as the table does it, by itself."""
        move: Move | None = check(state, seat, code)
        while move is not None:
            state.ply += 1
            rng: Rng = self.script if self.script is not None else SeededRng(self.seed, state.ply)
            state.apply(seat, move, rng, self.events if state is self.state else [])
            silent = [(asked.seat, by_itself(asked)) for asked in state.pending()]
            seat, move = next((pair for pair in silent if pair[1] is not None), (seat, None))


def _script(clause: str) -> list[int | str] | None:
    """The results that ``rnd=3,key5`` dictates; None for any other clause."""
    name, equals, rest = clause.strip().partition("=")
    if name != "rnd" or not equals:
        return None
    return [int(word) if word.isascii() and word.isdecimal() else word for word in rest.split(",") if word]


def _rows(text: str) -> Iterator[Case]:
    inside = False
    for line in text.splitlines():
        if not line.lstrip().startswith("|"):
            inside = False
            continue
        cells = [
            cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip()[1:].removesuffix("|"))
        ]
        if [cell.lower() for cell in cells] == ["id", "given", "when", "then"]:
            inside = True
        elif inside and not set("".join(cells)) <= set(":- "):
            if len(cells) != 4:
                raise SituationError(f"a row has {len(cells)} cells in place of four: {line[:60]!r}", clause=line[:60])
            yield Case(*cells)
