"""What all commands share: the language, texts, errors, progress bars and the parameters they have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError, OptionError
from board_library.engine.options import OptionField, Options
from board_library.games import broken_games, game
from board_library.web.i18n import LANGUAGES, LOCALE, Translator, game_catalogue, read_catalogue

Lang = Annotated[
    Literal["ru", "en"] | None,
    Parameter(help="Language of what is printed; by default that of the terminal, English if it is another."),
]
Choice = Annotated[
    tuple[str, ...],
    Parameter(
        "--option",
        alias="-o",
        negative=(),
        show_default=False,
        help="One of the game's options, as NAME=VALUE; may be repeated.",
    ),
]
Seats = Annotated[int | None, Parameter(help="How many play; by default as few as the game allows.")]
Seed = Annotated[
    str | None,
    Parameter(help="Any text: the same seed and the same moves give the same game. By default a new one, printed."),
]

WORKERS = 8
"""Processes a core at most: more would only fill the memory."""

OWN_LOCALE = Path(__file__).parent / "locale"


class CheckFailed(Exception):
    """What was checked is not as it should be: exit code 1. Its message is like that of :class:`BadInput`."""

    def __init__(self, message: str, **params: str | int) -> None:
        super().__init__(message)
        self.params: dict[str, str | int] = params

    def text(self, words: Translator) -> str:
        """The message in words."""
        return _text(str(self), self.params, words)


class BadInput(BoardLibraryError):
    """What was typed cannot be used. The message says why: a key of our catalogue with its params, or plain words."""

    def text(self, words: Translator) -> str:
        """The message in words."""
        return _text(str(self), self.params, words)


def _text(message: str, params: Mapping[str, str | int], words: Translator) -> str:
    return words.text(message, **params) if words.knows(message) else message


def fail(message: str, code: int) -> int:
    """Say on stderr what is wrong, in one line; the exit code."""
    sys.stderr.write(f"board-library: {message}\n")
    return code


def warn_of_broken(lang: str | None) -> None:
    """Say on stderr which games are left out, and why: nobody should look for one in vain."""
    if broken := broken_games():
        words = translator(lang)
        for source, reason in broken.items():
            fail(words.text("cli.broken", source=source, reason=" ".join(reason.split())), 0)


def game_named(name: str, lang: str | None) -> GameSpec:
    """The game that a command is about; what else could not be loaded is told. Raises :class:`UnknownGame`."""
    spec = game(name)
    warn_of_broken(lang)
    return spec


@contextmanager
def broken_off(spec: GameSpec) -> Iterator[None]:
    """Make one line of whatever the rules of a game, or a bot, raise: they may be anybody's."""
    try:
        yield
    except (BoardLibraryError, OSError):
        raise
    except Exception as error:  # noqa: BLE001
        raise CheckFailed("cli.error.broken_off", game=spec.slug, details=f"{type(error).__name__}: {error}") from None


def check_writable(*files: Path | None) -> None:
    """Raise OSError before hours of work if it could not be written down after them."""
    for file in files:
        if file is not None:
            there = file.exists()
            file.open("ab").close()
            if not there:
                file.unlink()


def translator(lang: str | None, spec: GameSpec | None = None) -> Translator:
    """The texts of the command line, of the pages and of one game."""
    lang = lang or terminal_language()
    shared = [
        read_catalogue(OWN_LOCALE / f"{lang}.po", lang),
        read_catalogue(LOCALE / lang / "LC_MESSAGES/messages.po", lang),
    ]
    return Translator(lang, [game_catalogue(spec, lang), *shared] if spec else shared)


def terminal_language() -> str:
    """The language that the environment asks for, if we speak it; English otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            wanted = value.partition("_")[0].lower()
            return wanted if wanted in LANGUAGES else "en"
    return "en"


def options_of(spec: GameSpec, choices: Iterable[str], seats: int) -> Options:
    """The game's options from ``NAME=VALUE`` words. Raises :class:`BoardLibraryError` that names the wrong one."""
    raw: dict[str, Any] = {}
    for choice in choices:
        name, equals, value = choice.partition("=")
        if not equals:
            raise BadInput("cli.error.option_form", option=choice)
        raw[name.strip()] = value.strip()
    try:
        options = spec.options.parse(raw)
    except OptionError as error:
        known = {f.name: f for f in spec.options.fields()}
        name = str(error.params["option"])
        kind, about = may(known[name]) if name in known else ("unknown", {"names": ", ".join(known)})
        details = f"option {name} cannot be {error.params['value']!r}" if name in known else str(error)
        raise BadInput(f"cli.error.option_{kind}", details=details, **(error.params | about)) from None
    options.check(seats)
    return options


def may(field: OptionField) -> tuple[str, dict[str, str | int]]:
    """What an option may be: its kind, and what the sentence about it needs."""
    bounds: dict[str, str | int] = {"low": field.least or field.low, "high": field.high}
    return "gap" if field.least else field.kind, bounds | {"names": ", ".join(map(str, field.values))}


def describe(field: OptionField, words: Translator) -> str:
    """What an option may be, in words for the terminal."""
    kind, about = may(field)
    return words.text(f"cli.games.may_{kind}", **about)


def seats_of(spec: GameSpec, seats: int | None) -> int:
    """The number of seats asked for, checked; the fewest by default."""
    wanted = spec.seats[0] if seats is None else seats
    spec.check_seats(wanted)
    return wanted


def check_between(name: str, value: int, least: int, most: int) -> None:
    """Raise :class:`BadInput` for a number that is too small or too large."""
    if value < least:
        raise BadInput("cli.error.least", name=name, least=least, value=value)
    if value > most:
        raise BadInput("cli.error.most", name=name, most=most, value=value)


def workers_of(workers: int | None, usual: int) -> int:
    """The number of processes asked for, checked; the usual one by default."""
    if workers is None:
        return usual
    check_between("--workers", workers, 1, WORKERS * (os.cpu_count() or 1))
    return workers


def progress_bar() -> Progress:
    """A bar on stderr that is silent where stderr is no terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


class _Out(Console):
    def on_broken_pipe(self) -> None:
        """Let ``run`` end in peace when the reader (head, less) has gone."""
        raise BrokenPipeError


def out() -> Console:
    """The console of stdout: plain text where it is no terminal."""
    return _Out(highlight=False, soft_wrap=True)


def as_text(value: Any) -> str:
    """A JSON value in one line, readable: lists by spaces, maps as ``key value`` pairs."""
    if value is None or value in ([], {}):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{key} {as_text(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        nested = any(isinstance(item, list | tuple | Mapping) for item in value)
        return (" | " if nested else " ").join(as_text(item) for item in value)
    return str(value)
