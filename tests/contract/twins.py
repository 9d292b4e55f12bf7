"""Random games watched by everybody beside twins: other games that a viewer cannot tell from the real one.

A twin is a world determinized for its viewer. It goes on beside the real game by the same moves and the same chance,
with a log and a right to undo of its own, as long as the viewer sees the same in both; where chance shows a difference
(another card comes off the deck) it is dealt anew, and has the real game's log until then. So at every ply every
viewer has a twin, and all that would be sent to it must be the same to the byte for both games: the log too.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from typing import NamedTuple

import msgspec

from board_library.engine.core import Decision, Event, GameSpec, Move, State
from board_library.engine.record import Step, Timeline
from board_library.engine.rng import SeededRng
from board_library.engine.testing import random_choice
from board_library.engine.testing.copies import look, snapshot, viewers
from board_library.server.look import Game, Line, game_of
from board_library.web.render import Renderer
from board_library.web.table import Tables
from tests.contract.sending import CHANGING, Sender, dealt_anew, facts_of

WHOLE = 16
"""In every so many rounds of viewers all zones, whole pages, refusals by form and a running replay are made too."""

MOST_OTHERS = 8
"""So many other moves are tried in a twin in which the seat cannot make the real one."""

CODES = 2
"""So many codes of the game are sent at the wrong time, at each ply, by each seat."""


class Leak(AssertionError):
    """A viewer was sent something that depends on what it cannot know. ``what`` is the kind of thing sent."""

    def __init__(self, what: str, viewer: int | None, detail: str) -> None:
        who = "a spectator" if viewer is None else f"seat {viewer}"
        super().__init__(f"{what} of {who}: {detail}")
        self.what = what


class Made(NamedTuple):
    """A move of the real game: the state after it, its step, and the seed of its chance."""

    after: State
    step: Step
    seed: bytes


class Twin:
    """One viewer's other game."""

    def __init__(self, viewer: int | None, real: Game, chance: SeededRng) -> None:
        self.viewer = viewer
        self.game = Game(real.state.determinize(viewer, chance), list(real.lines), real.undo)

    def follow(self, made: Made) -> bool:
        """Go on by the same move; False if the viewer now sees that this was not the real game."""
        seat, move = made.step.seat, made.step.move
        question = self.game.state.decision(seat)
        if question is None:
            raise Leak("question", self.viewer, f"seat {seat} is asked in one game only")
        others = (move,) if Decision.offers(question, move) else question.choices()[:MOST_OTHERS]
        wanted = look(made.after, self.viewer)
        for other in others:
            game = self._after(made, seat, other)
            if look(game.state, self.viewer) == wanted:
                return self._go_on(made, game)
        return False

    def _after(self, made: Made, seat: int, move: Move) -> Game:
        state, log, rng = self.game.state.clone(), list[Event](), SeededRng(made.seed, made.step.ply)
        state.ply = made.step.ply
        state.apply(seat, move, rng, log)
        undoable = rng.used == 0 and not any(event.reveals for event in log)
        undoable = undoable and not any(decision.secret for decision in state.pending())
        lines = [*self.game.lines, *(Line(event, made.step.by) for event in log)]
        return Game(state, lines, seat if undoable else None)

    def _go_on(self, made: Made, game: Game) -> bool:
        new = [line.event for line in game.lines[len(self.game.lines) :]]
        if _read(new, self.viewer) != _read(made.step.events, self.viewer):
            # The log may tell more than the table goes on to show (who voted what, which card fell into a closed
            # pile), but then the viewer knows more by the rules too, or what it tells is hidden no longer.
            if self._knows_the_same(made.after, game.state) and self._still_hidden(made, game.state, new):
                detail = f"{_read(made.step.events, self.viewer)} after {made.step.move.code}, in the other game"
                raise Leak("log", self.viewer, f"{detail} {_read(new, self.viewer)}")
            return False
        self.game = game
        return True

    def _knows_the_same(self, one: State, other: State) -> bool:
        worlds = [state.determinize(self.viewer, SeededRng(b"what is known" * 3, 0)) for state in (one, other)]
        return bool(snapshot(worlds[0]) == snapshot(worlds[1]))

    def _still_hidden(self, made: Made, other: State, log: list[Event]) -> bool:
        if any(look(made.after, seat) != look(other, seat) for seat in range(len(other.scores()))):
            return True
        plain = [[event for event in events if not event.reveals] for events in (made.step.events, log)]
        told = _read(plain[0], self.viewer) != _read(plain[1], self.viewer)
        return told and bool(snapshot(made.after) != snapshot(other))


def _read(events: list[Event] | tuple[Event, ...], viewer: int | None) -> list[object]:
    """Events as a viewer may read them."""
    return [event.seen_by(viewer) for event in events if event.seen_by(viewer) is not None]


class Watch:
    """One random game and everybody's twins. ``counts`` says how often what was compared.

    What pages are made of is compared for everybody at each ply; it is rendered in one of ``every`` plies, for one
    viewer after the other.
    """

    def __init__(
        self, spec: GameSpec, seats: int, options: object, seed: str, *, renderer: Renderer, tables: Tables, every: int
    ) -> None:
        self.seed = seed
        self.every = every
        facts = facts_of(spec, seats, options, seed)
        self.timeline = Timeline(spec, facts.record([]))
        self.everybody = viewers(seats)
        self.choose = random_choice
        self.sender = Sender(renderer, tables, facts)
        self.dice = random.Random(seed)
        self.choices = SeededRng(hashlib.sha256(f"choices of {seed}".encode()).digest(), 0)
        self.codes: dict[str, None] = {}  # an ordered set: every code offered so far
        self.twins: dict[int | None, Twin] = {}
        self.counts: Counter[str] = Counter()

    def play(self, skip: int = 0, most: int = 10_000) -> Counter[str]:
        """Play to the end, looking at ``most`` plies after the first ``skip``. Raises :class:`Leak`."""
        try:
            for _ in range(skip):
                if not self.timeline.over:
                    self._step()
            self._compare()
            for _ in range(most):
                if self.timeline.over:
                    break
                self._follow(self._step())
                self._compare()
        except Leak as leak:
            leak.add_note(f"seed {self.seed!r}, ply {self.timeline.ply}")
            raise
        return self.counts

    def _step(self) -> Step | None:
        """One random move, or now and then a takeback: None."""
        timeline = self.timeline
        seat = timeline.line[-1].seat if timeline.line else 0
        back = timeline.takeback_ply(seat)
        if back is not None and self.dice.random() < 0.2:
            timeline.commit(timeline.try_takeback(seat, back))
            return None
        question = self.dice.choice(timeline.state.pending())
        self.codes |= dict.fromkeys(move.code for move in question.choices()[:CODES])
        code = self.choose(question, self.choices).code
        timeline.commit(timeline.try_move(question.seat, code, opened=question.opened))
        return timeline.line[-1]

    def _follow(self, step: Step | None) -> None:
        if step is None:
            self.twins.clear()  # the game stands where it stood: all twins are dealt anew
            return
        made = Made(self.timeline.state, step, self.timeline.record.seed)
        for viewer, twin in list(self.twins.items()):
            if twin.follow(made):
                self.counts["moves in twins"] += 1
            else:
                del self.twins[viewer]

    def _compare(self) -> None:
        real, ply = game_of(self.timeline), self.timeline.ply
        if not self.timeline.over:
            self.sender.lang = ("ru", "en")[ply // len(self.everybody) // self.every % 2]
            for viewer in self.everybody:
                if viewer not in self.twins:
                    self.twins[viewer] = Twin(viewer, real, self._chance(ply, viewer))
                self._compare_one(real, self.twins[viewer].game, viewer)

    def _compare_one(self, real: Game, twin: Game, viewer: int | None) -> None:
        sender, ply = self.sender, self.timeline.ply
        pages = [sender.seen(game, viewer) for game in (real, twin)]
        self._same("page", viewer, *(msgspec.json.encode(page) for page in pages))
        refused: list[str] = []
        if viewer is not None:
            asked = [move.code for decision in real.state.pending() for move in decision.choices()[:CODES]]
            codes = ["draw nothing", *self.dice.sample(asked, min(2, len(asked)))]
            codes += self.dice.sample(list(self.codes), min(CODES, len(self.codes)))
            told = [sender.refusals(game.state, viewer, codes) for game in (real, twin)]
            self._same("refusal", viewer, *(repr(answers).encode() for answers in told))
            refused = [sentence for _, sentence in told[0] if sentence]
        turn, rest = divmod(ply, self.every)
        round_, place = divmod(turn, len(self.everybody))
        if rest or place != self.everybody.index(viewer):
            return
        self._same("JSON", viewer, *map(sender.api, pages))
        self._same("zones", viewer, *(sender.message(page, CHANGING) for page in pages))
        if round_ * self.every % WHOLE < self.every:
            self._same("message", viewer, *map(sender.message, pages))
            self._same("whole page", viewer, *map(sender.page, pages))
            if refused:
                self._same("refused form", viewer, *(sender.page(page, refused[-1]) for page in pages))
            other = dealt_anew(self.timeline, viewer, lambda k: self._chance(k, viewer))
            part = self.dice.random()
            self._same("replay", viewer, *(sender.replay(line, viewer, part) for line in (self.timeline, other)))

    def _same(self, what: str, viewer: int | None, one: bytes, other: bytes) -> None:
        self.counts[what] += 1
        if one != other:
            at = next(
                (k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
            )
            around = slice(max(0, at - 60), at + 40)
            raise Leak(what, viewer, f"{one[around]!r} in place of {other[around]!r}")

    def _chance(self, ply: int, viewer: int | None) -> SeededRng:
        return SeededRng(hashlib.sha256(f"{self.seed} twin of {viewer}".encode()).digest(), ply)
