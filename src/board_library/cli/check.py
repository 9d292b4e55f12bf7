"""``board-library check`` and ``cases``: hold a game to its promises and to its rule cases."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from board_library.cli.terminal import (
    BadInput,
    CheckFailed,
    Choice,
    Lang,
    game_named,
    options_of,
    out,
    progress_bar,
    translator,
)
from board_library.engine.cases import default_cases, read_cases, run_case

Name = Annotated[str, Parameter("GAME", help="A game's name as `board-library games` lists it.")]


def check(
    name: Name,
    /,
    *,
    games: Annotated[int, Parameter(help="How many random games in all, spread over seats and options.")] = 100,
    seats: Annotated[int | None, Parameter(help="Only games of so many; by default every number.")] = None,
    option: Choice = (),
    quick: Annotated[
        bool, Parameter(negative=(), help="Only play to the end: no fault, no dead end, nothing lost; much faster.")
    ] = False,
    seed: Annotated[str | None, Parameter(help="Any text; by default a new one, printed.")] = None,
    lang: Lang = None,
) -> None:
    """Play random games of a game and check every promise that games make: the contract suite.

    Legal moves, hidden information, replay, conservation of cards, an end within bounds, and the rest. By default
    with every number of seats and every set of options that the game names.
    """
    from board_library.engine.testing import ContractError, check_game, combinations, play_games

    spec = game_named(name, lang)
    if games < 1:
        raise BadInput("cli.error.least", name="--games", least=1, value=str(games))
    if seats is not None:
        spec.check_seats(seats)
    tables = [(n, options) for n, options in combinations(spec) if seats in (None, n)]
    if option:
        counts = spec.seats if seats is None else (seats,)
        tables = [(n, options_of(spec, option, n)) for n in counts]
    text = seed or secrets.token_hex(8)
    words = translator(lang, spec)
    # Before the run, so that it is known also if the run is cut short.
    out().print(f"{words.text('cli.seed')} {text}", markup=False)
    longest = 0
    with progress_bar() as bar:
        task = bar.add_task(spec.slug, total=games)
        for index, (count, options) in enumerate(tables):
            share = games // len(tables) + (index < games % len(tables))
            if not share:
                continue
            done = 0

            def step(finished: int, _all: int) -> None:
                nonlocal done
                bar.advance(task, finished - done)
                done = finished

            try:
                if quick:
                    moves = play_games(spec, count, options, games=share, seed=f"{text}-{index}", progress=step)
                    longest = max(longest, moves)
                else:
                    check_game(spec, count, options, games=share, seed=f"{text}-{index}", progress=step)
            except ContractError as error:
                raise CheckFailed(f"{error}; seats {count}, options {options.to_json()}") from None
    good = "cli.check.played" if quick else "cli.check.good"
    out().print(words.text(good, games=games, game=spec.slug, moves=longest), style="green", markup=False)


def cases(
    name: Name,
    file: Annotated[
        Path | None,
        Parameter("FILE", help="Markdown with tables of Id, Given, When, Then; by default the game's own cases."),
    ] = None,
    /,
    *,
    lang: Lang = None,
) -> None:
    """Run rule cases: each says what is given, what is played and what must come of it.

    Prints the id of each with its result; for one that fails, what was expected, what came, and after which moves.
    """
    spec = game_named(name, lang)
    try:
        text = default_cases(spec) if file is None else file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput("cli.error.no_text", file=str(file)) from None
    words = translator(lang, spec)
    console = out()
    failed = []
    found = read_cases(text)
    with progress_bar() as bar:
        for case in bar.track(found, description=spec.slug):
            result = run_case(spec, case)
            say = bar.console.print if sys.stdout.isatty() else console.print
            if result.passed:
                say(f"{result.id}  {words.text('cli.cases.holds')}", markup=False)
                continue
            failed.append(result.id)
            say(f"{result.id}  {words.text('cli.cases.fails')}", style="red", markup=False)
            for key, value in (("after", result.after), ("expected", result.expected), ("came", result.came)):
                say(f"    {words.text(f'cli.cases.{key}')}: {value or '–'}", markup=False)
    if failed:
        raise CheckFailed("cli.error.cases", n=len(failed), count=len(found), names=", ".join(failed))
    console.print(words.text("cli.cases.good", count=len(found)), style="green", markup=False)
