"""``board-library replay`` and ``verify``: read records of games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from board_library.cli.tell import Teller
from board_library.cli.terminal import BadInput, CheckFailed, Lang, out, translator
from board_library.engine.core import GameSpec
from board_library.engine.errors import RecordError
from board_library.engine.record import Record, commitment
from board_library.engine.record import replay as play_record
from board_library.engine.record import verify as verify_record
from board_library.games import game

LARGEST = 16 * 1024 * 1024
"""No record is larger than this many bytes; a longer file is something else."""

File = Annotated[Path, Parameter("RECORD", help="A record saved from the end page, by `export` or by `play --save`.")]


def replay(
    file: File,
    /,
    *,
    at: Annotated[int | None, Parameter(help="Stop after this many entries and show the table as it stood.")] = None,
    seat: Annotated[
        int | None, Parameter(help="Show what this seat could see; by default what a spectator could.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Tell a recorded game: the log, and the table at the end or at one ply."""
    record, spec = read(file)
    if at is not None and not 0 <= at <= len(record.entries):
        raise BadInput("cli.error.range", name="--at", low=0, high=len(record.entries), value=str(at))
    if seat is not None and not 0 <= seat < record.seats:
        raise BadInput("cli.error.range", name="--seat", low=0, high=record.seats - 1, value=str(seat))
    timeline = play_record(spec, record)
    if at is not None:
        timeline = timeline.at(at)
    words = translator(lang, spec)
    teller = Teller(spec, words, [f"P{n}" for n in range(record.seats)], seat)
    shown = -1
    for ply, event in timeline.events():
        seen = event.seen_by(seat)
        text = "" if seen is None else teller.event(seen)
        if text:
            teller.line(f"{ply if ply != shown else '':>4}  {text}")
            shown = ply
    teller.line(words.text("cli.replay.table", ply=timeline.ply), "bold")
    teller.view(timeline.state.view(seat))
    for decision in timeline.state.pending():
        hidden = decision.secret and decision.seat != seat
        kind = "" if hidden else teller.kind(decision.kind)
        teller.line("  " + words.text("cli.replay.asked", name=teller.name(decision.seat), kind=kind))
    if timeline.over:
        teller.line(words.text("cli.play.over"), "bold")
        teller.scores(timeline.state)


def verify(file: File, /, *, lang: Lang = None) -> None:
    """Recompute every shuffle and roll of a record from the server's secret and the browsers' numbers.

    It proves that nothing was changed after the deal; not that nobody looked.
    """
    record, spec = read(file)
    words = translator(lang, spec)
    try:
        timeline = verify_record(spec, record)
    except RecordError as error:
        raise CheckFailed("cli.error.record", **_about(file, error)) from None
    console = out()
    if record.secret is not None:
        console.print(words.text("cli.verify.commitment", value=commitment(record.secret)), markup=False)
    console.print(words.text("cli.verify.seed", value=record.seed.hex()), markup=False)
    if all(number is None for number in record.numbers):
        console.print(words.text("cli.verify.word"), markup=False)
    good = "cli.verify.good" if timeline.over else "cli.verify.so_far"
    console.print(words.text(good, plies=timeline.ply), style="green", markup=False)


def read(file: Path) -> tuple[Record, GameSpec]:
    """A record and its game. Raises :class:`BoardLibraryError`; :class:`CheckFailed` if the secret was exchanged."""
    if file.stat().st_size > LARGEST:
        raise BadInput("cli.error.record_large", file=str(file))
    try:
        record = Record.from_json(file.read_bytes())
    except RecordError as error:
        kind = CheckFailed if error.params.get("reason") == "commitment" else BadInput
        raise kind("cli.error.record", **_about(file, error)) from None
    return record, game(record.game)


def _about(file: Path, error: RecordError) -> dict[str, str | int]:
    return {"file": str(file), "details": str(error)}
