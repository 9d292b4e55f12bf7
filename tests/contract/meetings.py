"""An attack from outside: games that seek every meeting, watched by those who take no part in it.

``MEETINGS=200`` in the environment plays as many games; by default they are few.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection

from board_library.engine.core import Decision, GameSpec, Move
from board_library.engine.rng import Rng
from board_library.web.render import Renderer
from board_library.web.table import Tables
from tests.contract.twins import Leak, Watch

GAMES = int(os.environ.get("MEETINGS", "4"))
"""Games to play."""

MANY = 100
"""In so many games there is every kind of meeting."""

ELSEWHERE = 0.1
"""The share of other answers that are watched."""

Bold = Callable[[None, Decision, Rng], Move]
"""Chooses a move that leads into meetings."""


def play_all(watch: Callable[[int], Meetings]) -> Counter[str]:
    """Play and watch all games, which ``watch`` makes by number; what the watched answers led to, by event.

    Raises :class:`Leak`, and AssertionError if some kind of thing that is sent was never compared.
    """
    counts: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for number in range(GAMES):
        game = watch(number)
        counts += game.play()
        events += game.events
    print(f"{GAMES} games: {dict(counts)}, {dict(events)}")  # noqa: T201  the figures of a full run
    assert {"page", "JSON", "zones", "refusal", "replay", "moves in twins"} <= set(counts)
    return events


class Meetings(Watch):
    """Watches every answer to some ``kinds`` of questions, and some others of a game that ``bold`` plays.

    ``events`` counts what the watched answers led to.
    """

    def __init__(
        self, spec: GameSpec, seats: int, options: object, seed: str, *, kinds: Collection[str], bold: Bold,
        renderer: Renderer, tables: Tables,
    ) -> None:  # fmt: skip
        super().__init__(spec, seats, options, seed, renderer=renderer, tables=tables, every=2)
        self.kinds = kinds
        self.choose = lambda decision, rng: bold(None, decision, rng)
        self.events: Counter[str] = Counter()

    def play(self, skip: int = 0, most: int = 10_000) -> Counter[str]:  # noqa: ARG002  as in Watch
        """Play to the end. Raises :class:`Leak`."""
        try:
            while not self.timeline.over:
                asked = {question.kind for question in self.timeline.state.pending()}
                if asked.isdisjoint(self.kinds) and self.dice.random() >= ELSEWHERE:
                    self.twins.clear()
                    self._step()
                    continue
                if not self.twins:
                    self._compare()
                step = self._step()
                if step is not None:
                    self.events.update(event.key for event in step.events)
                self._follow(step)
                self._compare()
        except Leak as leak:
            leak.add_note(f"seed {self.seed!r}, ply {self.timeline.ply}")
            raise
        return self.counts
