"""A timeline under any moves, refusals, takebacks and reloads (hypothesis tells how to repeat a failure)."""

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from board_library.engine.errors import MoveError, TakebackRefused
from board_library.engine.record import Record, Timeline, new_record
from board_library.games import load_game

TOYS = Path(__file__).parent / "toys"
SPECS = {name: load_game(TOYS / name) for name in ("lanterns", "visit", "stake")}


class TimelineMachine(RuleBasedStateMachine):
    """``stack`` is the model: what the table looked like before each move that counts, the present last."""

    @initialize(
        name=st.sampled_from(sorted(SPECS)), seats=st.sampled_from([2, 3]), seed=st.binary(min_size=32, max_size=32)
    )
    def set_up(self, name, seats, seed):
        self.spec = SPECS[name]
        self.line = Timeline(self.spec, new_record(self.spec, self.spec.options(), seats, seed))
        self.seats = seats
        self.stack = [self.looks()]
        self.entries = 0

    def looks(self, line=None):
        state = (line or self.line).state
        questions = [decision._replace(opened=0) for decision in state.pending()]
        return [state.view(viewer) for viewer in (None, *range(self.seats))], questions

    @precondition(lambda self: not self.line.over)
    @rule(data=st.data(), by=st.sampled_from(["person", "person", "bot", "zombie"]))
    def move(self, data, by):
        decision = self.line.state.pending()[0]
        code = data.draw(st.sampled_from([move.code for move in decision.choices()]))
        self.line.commit(self.line.try_move(decision.seat, code, opened=decision.opened, by=by))
        self.stack.append(self.looks())
        self.entries += 1

    @rule(seat=st.integers(-1, 4), code=st.sampled_from(["draw moon", "", "lift", "stake 999", "done visit", "X y"]))
    def refused(self, seat, code):
        asked = self.line.state.decision(seat)
        if asked is None or code not in [move.code for move in asked.moves]:
            with pytest.raises(MoveError):
                self.line.try_move(seat, code)

    @precondition(lambda self: self.line.line)
    @rule()
    def take_back(self):
        last = self.line.line[-1]
        ply = self.line.takeback_ply(last.seat)
        if ply is None:
            assert not last.may_be_undone
            for target in range(self.line.ply + 1):
                with pytest.raises(TakebackRefused):
                    self.line.try_takeback(last.seat, target)
            return
        self.line.commit(self.line.try_takeback(last.seat, ply))
        self.stack.pop()
        self.entries += 1

    @rule()
    def reload(self):
        """A crash and a restart: the record is all that is left."""
        text = self.line.record.to_json()
        self.line = Timeline(self.spec, Record.from_json(text))
        assert self.line.record.to_json() == text

    @invariant()
    def is_as_the_model_says(self):
        if hasattr(self, "line"):
            assert self.looks() == self.stack[-1]
            assert len(self.line.line) == len(self.stack) - 1
            assert self.line.ply == self.entries
            assert all(decision.opened <= self.entries for decision in self.line.state.pending())


TestTimeline = TimelineMachine.TestCase
TestTimeline.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
