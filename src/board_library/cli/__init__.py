"""The command line: ``board-library COMMAND``. Errors are one line on stderr and an exit code.

0 all is well, 1 a check failed, 2 wrong usage or input, 130 stopped by Ctrl-C. Commands are loaded when they are run,
so that none pays for another (the server alone costs seconds).
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError
from rich.console import Console

from board_library import __version__
from board_library.cli.terminal import CheckFailed, fail, warn_of_broken
from board_library.cli.wrong import language, line_of
from board_library.engine.errors import BoardLibraryError, UnknownGame
from board_library.games import why_broken

app = App(
    name="board-library",
    version=__version__,
    help="An online table for treasure and pirate games: serve it, play in the terminal, check and replay games.",
    help_epilogue="Try `board-library COMMAND --help`. Exit codes: 0 fine, 1 check failed, 2 bad usage or input.",
    help_format="markdown",
    suppress_keyboard_interrupt=False,
)
COMMANDS = {
    "serve": ("serve", "Serve the tables on the web, from one data file."),
    "games": ("games", "List the games, or one game's options."),
    "play": ("play", "Play in the terminal against bots."),
    "check": ("check", "Play random games of a game and check every promise that games make."),
    "cases": ("check", "Run the rule cases of a game, or those in the tables of a Markdown file."),
    "simulate": ("lab", "Play thousands of games between bots, for a designer's report."),
    "report": ("lab", "Make a page of the results of a run: what to change in the rules."),
    "arena": ("arena", "Let one bot play against another and tell how much stronger it is."),
    "replay": ("records", "Tell a recorded game: the log, and the table at the end or at one ply."),
    "verify": ("records", "Recompute every shuffle and roll of a record."),
    "export": ("data", "Write the record of a table of the data file."),
    "backup": ("data", "Copy the data file while the server runs."),
}
"""Each command's module and the line that ``--help`` lists it with."""

for _name, (_module, _line) in COMMANDS.items():
    app.command(f"board_library.cli.{_module}:{_name}", name=_name, help=_line)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. Whatever is wrong becomes one line on stderr."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        app(
            words,
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
            error_console=Console(stderr=True),
        )
        sys.stdout.flush()
    except CheckFailed as error:
        return fail(line_of(error, language(words)), 1)
    except BrokenPipeError:
        # The reader (head, less) has gone; nobody is left to tell.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except UnknownGame as error:
        if not why_broken(str(error.params["game"])):
            warn_of_broken(language(words))  # it may be one of these
        return fail(line_of(error, language(words)), 2)
    except (BoardLibraryError, CycloptsError, OSError) as error:
        return fail(line_of(error, language(words)), 2)
    except (KeyboardInterrupt, EOFError):
        sys.stderr.write("\n")
        return 130
    return 0
