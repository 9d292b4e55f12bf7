"""``board-library simulate`` and ``report``: thousands of games between bots, and what they say about the rules."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from board_library.cli.terminal import (
    BadInput,
    Choice,
    Lang,
    broken_off,
    check_writable,
    game_named,
    options_of,
    out,
    progress_bar,
    translator,
    workers_of,
)
from board_library.engine.core import GameSpec
from board_library.games import broken_games, game
from board_library.web.i18n import LANGUAGES, LOCALE, Translator, game_catalogue, read_catalogue

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from board_library.lab.results import Folder, Results

Name = Annotated[str, Parameter("GAME", help="A game's name as `board-library games` lists it.")]

_PLAYERS = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")


def simulate(
    name: Name,
    /,
    *,
    players: Annotated[
        str | None, Parameter(help="How many play: 3, or 2-4 for each in turn; by default every number.")
    ] = None,
    games: Annotated[int, Parameter(help="How many games in all.")] = 1000,
    bots: Annotated[
        str,
        Parameter(help="Levels, the one that the rules are judged by first; several also meet at mixed tables."),
    ] = "sailor",
    option: Choice = (),
    data: Annotated[
        Path | None,
        Parameter(help="A file of other numbers, in the form of the game's own data.toml.", show_default=False),
    ] = None,
    workers: Annotated[int | None, Parameter(help="Processes; by default one a core.")] = None,
    scheduler: Annotated[
        str | None, Parameter(help="Address of a Dask cluster to play on in place of this machine.")
    ] = None,
    seed: Annotated[str | None, Parameter(help="Any text; by default a new one, printed.")] = None,
    probes: Annotated[
        int | None, Parameter(help="Decisions to look into by playing their answers out; by default up to 40.")
    ] = None,
    output: Annotated[
        str | None, Parameter(help="Folder for the results; a run that was stopped there goes on.", show_default=False)
    ] = None,
    lang: Lang = None,
) -> None:
    """Play many games between bots and keep what a designer wants to know of them.

    Stop it with Ctrl-C whenever you like: finished games are kept, and the same command with --output FOLDER goes on.
    Then make the report: board-library report FOLDER.
    """
    from board_library.lab.plan import make_plan
    from board_library.lab.results import PARQUET, Folder
    from board_library.lab.run import run

    if output == "":  # as a path it would be the folder one is in
        raise BadInput("cli.error.no_name", name="--output")
    processes = workers_of(workers, os.cpu_count() or 1)
    spec = game_named(name, lang) if data is None else by_numbers(name, data)
    seats = seats_from(spec, players)
    fresh = secrets.token_hex(4) if seed is None else seed
    folder = Folder(Path(output or f"out/lab-{spec.slug}-{_safe(fresh)}"))
    if folder.exists:
        # What is not asked for is as in the run that waits there: it goes on.
        before = folder.plan()
        fresh = before.seed if seed is None else seed
        probes = before.probes if probes is None else probes
    plan = make_plan(
        spec,
        options_of(spec, option, seats[0]),
        seats=seats,
        levels=tuple(level.strip() for level in bots.split(",")),
        games=games,
        seed=fresh,
        probes=probes,
    )
    words = translator(lang, spec)
    console = out()
    # Before the run, so that they are known also if the run is cut short.
    console.print(f"{words.text('cli.seed')} {plan.seed}", markup=False)
    console.print(words.text("cli.lab.folder", folder=folder.path), markup=False)
    with alone(folder):
        try:
            with broken_off(spec), _executor(processes, scheduler) as (executor, count), rate_bar() as bar:
                task = bar.add_task(spec.slug, total=games)
                results = run(
                    plan, folder, executor, count, lambda done, total: bar.update(task, completed=done, total=total)
                )
        except KeyboardInterrupt:
            # With the folder: without --seed and --output the bare command would begin another run.
            console.print(words.text("cli.lab.stopped", folder=folder.path), markup=False)
            raise
        written = folder.finish(figures(spec, results), results)
    console.print(words.text("cli.lab.done", games=len(results.rows)), style="green", markup=False)
    for path in written:
        console.print(words.text("cli.data.saved", file=path), markup=False)
    if not any(path.name == PARQUET for path in written):
        console.print(words.text("cli.lab.no_parquet"), markup=False)


def report(
    results: Annotated[Path, Parameter("RESULTS", help="Folder of a run of `board-library simulate`.")],
    other: Annotated[
        Path | None, Parameter("OTHER", help="A second run of the same game, to compare its rules with the first.")
    ] = None,
    /,
    *,
    output: Annotated[
        Path | None,
        Parameter("--output", alias="-o", help="The page; by default report.html in RESULTS.", show_default=False),
    ] = None,
    lang: Lang = None,
) -> None:
    """Make one self-contained page of the results of a run, in every language, and the same figures as JSON."""
    from board_library.lab.page import document
    from board_library.lab.results import Folder

    page = output or results / "report.html"
    folder = Folder(results)
    found = folder.results()
    if not found.rows:
        raise BadInput("cli.error.no_games", folder=str(results))
    figures_file = beside(page)
    spec = game(found.plan.game)
    facts = figures(spec, found)
    apart: dict[str, str] = {}  # the seats of both runs, if they have none in common
    if other is not None:
        from board_library.lab.compare import compare

        second = Folder(other).results()
        if second.plan.game != found.plan.game:
            raise BadInput("cli.error.other_game", folder=str(other), game=second.plan.game, wanted=found.plan.game)
        if not second.rows:
            raise BadInput("cli.error.no_games", folder=str(other))
        facts |= {"comparison": compare(found, second), "other": figures(spec, second)}
        if not facts["comparison"]:
            apart = {side: ", ".join(map(str, run.plan.seats)) for side, run in (("a", found), ("b", second))}
    words = translator(lang, spec)
    languages = sorted(LANGUAGES, key=lambda one: one != words.lang)
    # Whoever names a language means it; else each reader has that of the browser.
    text = document(facts, [lab_words(one, spec) for one in languages], follow=lang is None)
    page.write_text(text, encoding="utf-8")
    figures_file.write_bytes(msgspec.json.encode(facts) + b"\n")
    for path in (page, figures_file):
        out().print(words.text("cli.data.saved", file=path), markup=False)
    if apart:
        out().print(lab_words(words.lang, spec).text("lab.compare.none", **apart), style="yellow", markup=False)


def beside(page: Path) -> Path:
    """The file for the figures of a page. Raises BadInput and OSError unless both may be written."""
    from board_library.lab.results import OWN, Folder

    check_writable(page)  # it may be a folder, even one without a name: "."
    figures_file = page.with_suffix(".json")
    if page.suffix.lower() == ".json":
        raise BadInput("cli.error.page_is_json", file=str(page))
    for path in (page, figures_file):
        real = path.resolve()
        if real.name in OWN and Folder(real.parent).exists:
            raise BadInput("cli.error.of_a_run", file=str(path))
    check_writable(figures_file)
    return figures_file


def by_numbers(name: str, data: Path) -> GameSpec:
    """A game that reads its numbers from another file; worker processes inherit the choice. Raises BadInput."""
    from board_library.lab.numbers import BadNumbers, check_numbers, variable

    try:
        wanted = tomllib.loads(data.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput("cli.error.bad_data", path=str(data), details=str(error)) from None
    os.environ[variable(name)] = str(data.resolve())
    if name in (broken := broken_games()):
        raise BadInput("cli.error.not_by_numbers", game=name, file=str(data), details=broken[name])
    spec = game(name)
    if spec.numbers != wanted:
        raise BadInput("cli.error.no_numbers", game=name)
    try:
        check_numbers(spec)
    except BadNumbers as error:
        raise BadInput("cli.error.bad_numbers", file=str(data), details=str(error), **error.params) from None
    return spec


def figures(spec: GameSpec, results: Results) -> dict[str, Any]:
    """The figures of a run with its findings."""
    from board_library.lab.advice import advice
    from board_library.lab.facts import facts

    found = facts(spec, results)
    shortened: dict[str, Any] = short(found | {"advice": advice(found)})
    return shortened


def short(value: Any) -> Any:
    """JSON values with six digits: more say nothing, and make files large."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: short(one) for key, one in value.items()}
    return [short(one) for one in value] if isinstance(value, list | tuple) else value


def lab_words(lang: str, spec: GameSpec) -> Translator:
    """The texts of the report, of the game and of the pages."""
    from board_library.lab.names import LOCALE as OF_REPORTS

    own = [read_catalogue(OF_REPORTS / f"{lang}.po", lang), game_catalogue(spec, lang)]
    return Translator(lang, [*own, read_catalogue(LOCALE / lang / "LC_MESSAGES/messages.po", lang)])


def seats_from(spec: GameSpec, players: str | None) -> tuple[int, ...]:
    """The numbers of seats that a text like ``2-4`` names; every number by default."""
    if players is None:
        return tuple(spec.seats)
    found = _PLAYERS.fullmatch(players.strip())
    if found is None:
        raise BadInput("cli.error.players", value=players)
    low = int(found[1])
    numbers = tuple(range(low, int(found[2] or low) + 1))
    if not numbers:
        raise BadInput("cli.error.players", value=players)
    for number in numbers:
        spec.check_seats(number)
    return numbers


def _safe(seed: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", seed)[:40]


@contextlib.contextmanager
def alone(folder: Folder) -> Iterator[None]:
    """Let no other program play the run of a folder meanwhile. Raises BadInput if one does already."""
    from board_library.lab.results import LOCK
    from board_library.server.filelock import FileLock

    folder.path.mkdir(parents=True, exist_ok=True)
    try:
        lock = FileLock(folder.path / LOCK)
    except BlockingIOError:
        raise BadInput("cli.error.run_busy", folder=str(folder.path)) from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def _executor(workers: int, scheduler: str | None) -> Iterator[tuple[Executor, int]]:
    from board_library.bots.workers import pool
    from board_library.lab.run import cluster

    if scheduler is not None:
        with cluster(scheduler) as (executor, threads):
            yield executor, threads
    else:
        with pool(workers) as executor:
            yield executor, workers


def rate_bar() -> Progress:
    """A progress bar that also says how many games a second are played."""

    class Rate(TextColumn):
        def render(self, task: Any) -> Any:
            from rich.text import Text

            return Text(f"{task.speed:,.1f}/s" if task.speed else "")

    bar = progress_bar()
    bar.columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(""), TimeRemainingColumn(),
    )  # fmt: skip
    return bar
