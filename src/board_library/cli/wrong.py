"""What is wrong, in one line of the reader's language: input, files, usage."""

from __future__ import annotations

import errno
from collections.abc import Sequence

from cyclopts import CycloptsError
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from board_library.cli.terminal import BadInput, CheckFailed, terminal_language, translator
from board_library.engine.errors import BoardLibraryError, OptionError, UnknownGame
from board_library.games import why_broken
from board_library.web.i18n import LANGUAGES, Translator

FILES = {
    errno.ENOENT: "no_file",
    errno.EACCES: "no_access",
    errno.EPERM: "no_access",
    errno.EISDIR: "is_folder",
    errno.ENOTDIR: "no_folder",
    errno.ENOSPC: "no_space",
    errno.EROFS: "read_only",
}
"""What the system says of a file, where we say it in the reader's language."""


def language(arguments: Sequence[str]) -> str:
    """The language asked for by ``--lang``, whatever else is wrong with the command; else that of the terminal."""
    for place, word in enumerate(arguments):
        name, equals, value = word.partition("=")
        if name == "--lang":
            wanted = value if equals else "".join(arguments[place + 1 : place + 2])
            if wanted in LANGUAGES:
                return wanted
    return terminal_language()


def line_of(error: BoardLibraryError | CheckFailed | CycloptsError | OSError, lang: str) -> str:
    """The line for an error."""
    words = translator(lang)
    if isinstance(error, CycloptsError):
        said = f"{_usage(error, words)} {words.text('cli.error.help')}"
    elif isinstance(error, OSError):
        said = _file(error, words)
    elif isinstance(error, BadInput | CheckFailed):
        said = error.text(words)
    elif isinstance(error, UnknownGame) and (why := why_broken(str(error.params["game"]))):
        said = words.text("cli.error.broken_game", reason=why, **error.params)
    elif "why" in error.params and words.knows(f"cli.error.{error.params['why']}"):
        said = words.text(f"cli.error.{error.params['why']}", details=str(error), **error.params)
    elif isinstance(error, OptionError):
        said = words.text("cli.error.option_unfit", details=str(error), **error.params)
    else:
        said = str(error) if lang == "en" else _with_details(error, words)
    return " ".join(said.split())


def _with_details(error: BoardLibraryError, words: Translator) -> str:
    """The page's words, and the exact ones behind them where those of the page name nothing."""
    said = words.error(error)
    return said if any(str(value) in said for value in error.params.values()) else f"{said} ({error})"


def _file(error: OSError, words: Translator) -> str:
    kind = FILES.get(error.errno or 0)
    reason = words.text(f"cli.error.{kind}") if kind else error.strerror or str(error)
    return f"{error.filename or words.text('cli.error.input_or_output')}: {reason}"


def _usage(error: CycloptsError, words: Translator) -> str:
    """Exact English words of the parser; in another language what kind of mistake it is, and the word at fault."""
    if words.lang == "en":
        return str(error)
    match error:
        case UnknownOptionError():
            return words.text("cli.error.unknown_option", name=error.token.keyword or error.token.value)
        case UnknownCommandError():
            return words.text("cli.error.unknown_command", name=(error.unused_tokens or ["?"])[0])
        case UnusedCliTokensError():
            return words.text("cli.error.too_many", names=" ".join(error.unused_tokens or []))
        case MissingArgumentError():
            name = error.argument.name if error.argument is not None else "?"
            return words.text("cli.error.missing", name=name)
        case CoercionError():
            name = error.argument.name if error.argument is not None else "?"
            return words.text("cli.error.bad_value", name=name, value=error.token.value if error.token else "?")
        case _:
            return words.text("cli.error.usage", details=str(error))
