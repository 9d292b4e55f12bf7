"""``board-library play``: a game in the terminal against bots."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from board_library.bots.fast_rng import FastRng
from board_library.bots.levels import LEVELS, choose
from board_library.bots.observe import observe
from board_library.cli.tell import Teller
from board_library.cli.terminal import (
    BadInput,
    Choice,
    Lang,
    Seats,
    Seed,
    check_writable,
    game_named,
    options_of,
    seats_of,
    translator,
)
from board_library.engine.core import Decision, GameSpec
from board_library.engine.errors import MoveError
from board_library.engine.options import Options
from board_library.engine.record import Record, Timeline, mix, new_record

USUAL = "sailor"
"""Answers at once: who wants a harder game waits for it."""


def play(
    name: Annotated[str, Parameter("GAME", help="A game's name as `board-library games` lists it.")],
    /,
    *,
    seats: Seats = None,
    seat: Annotated[int, Parameter(help="Where you sit, from 0.")] = 0,
    bots: Annotated[str, Parameter(help=f"How the other seats play: {', '.join(LEVELS)}.")] = USUAL,
    option: Choice = (),
    seed: Seed = None,
    save: Annotated[Path | None, Parameter(help="Write the game's record here when it ends or you leave.")] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal against bots.

    Answer each question by the number or the code of a move. `?` shows the table, `u` takes your last move back,
    `q` leaves.
    """
    spec = game_named(name, lang)
    count = seats_of(spec, seats)
    if not 0 <= seat < count:
        raise BadInput("cli.error.range", name="--seat", low=0, high=count - 1, value=str(seat))
    if bots not in LEVELS:
        raise BadInput("cli.error.one_of", name="--bots", names=", ".join(LEVELS), value=bots)
    options = options_of(spec, option, count)
    check_writable(save)
    text = seed or secrets.token_hex(8)
    timeline = Timeline(spec, seeded_record(spec, options, count, text))
    words = translator(lang, spec)
    names = [f"P{s} ({words.text('cli.play.you' if s == seat else f'level.{bots}')})" for s in range(count)]
    teller = Teller(spec, words, names, seat)
    teller.line(f"{words.text('game.title')} · {words.text('cli.seed')} {text}", "bold")
    try:
        _Game(timeline, seat, bots, teller, text).run()
    except (EOFError, KeyboardInterrupt):
        teller.line("")
    finally:
        if save is not None:
            save.write_text(timeline.record.to_json(), encoding="utf-8")


def seeded_record(spec: GameSpec, options: Options, seats: int, text: str) -> Record:
    """An empty record whose chance follows from a seed typed by a person."""
    secret = hashlib.sha256(text.encode()).digest()
    numbers: list[int | None] = [None] * seats
    record = new_record(spec, options, seats, mix(secret, numbers))
    record.secret, record.numbers = secret, numbers
    return record


class _Game:
    """One game at the terminal: asks the person, lets bots answer, tells what happens."""

    def __init__(self, timeline: Timeline, seat: int, bots: str, teller: Teller, seed: str) -> None:
        self.timeline = timeline
        self.seat = seat
        self.bots = bots
        self.teller = teller
        self._seed = seed

    def run(self) -> None:
        """Play until the end or until the person leaves."""
        self.teller.events(self.timeline.opening)
        while not self.timeline.over:
            mine = self.timeline.state.decision(self.seat)
            if mine is None:
                self._bot(self.timeline.state.pending()[0])
            elif not self._person(mine):
                return
        self.teller.line(self.teller.words.text("cli.play.over"), "bold")
        self.teller.scores(self.timeline.state)

    def _bot(self, decision: Decision) -> None:
        rng = FastRng(f"{self._seed} {self.timeline.ply}")
        seen = observe(self.timeline.state, decision.seat, rng)
        move = choose(self.bots, seen, rng, spec=self.timeline.spec)
        draft = self.timeline.try_move(decision.seat, move.code, by="bot")
        self.timeline.commit(draft)
        self.teller.events(draft.events)

    def _person(self, decision: Decision) -> bool:
        """Ask until something was played; False to leave."""
        say, words = self.teller.line, self.teller.words
        self.teller.view(self.timeline.state.view(self.seat))
        self.teller.question(decision)
        while True:
            typed = input("> ").strip()
            if typed in ("q", "quit"):
                return False
            if typed == "?":
                self.teller.view(self.timeline.state.view(self.seat))
                self.teller.question(decision)
                continue
            try:
                if typed == "u":
                    draft = self.timeline.try_takeback(self.seat, self._last_own())
                else:
                    draft = self.timeline.try_move(self.seat, code_of(decision, typed), opened=decision.opened)
            except MoveError as error:
                say(words.error(error), "red")
                continue
            self.timeline.commit(draft)
            self.teller.events(draft.events)
            return True

    def _last_own(self) -> int:
        ply = self.timeline.takeback_ply(self.seat)
        return -1 if ply is None else ply


def code_of(decision: Decision, typed: str) -> str:
    """The move code for a number of the list, or what was typed."""
    if typed.isdecimal() and 1 <= int(typed) <= len(decision.moves):
        return decision.moves[int(typed) - 1].code
    return typed
