"""What can be wrong with what a person, a program or a file asks for.

Every error carries a translation key and the values its sentence needs, so that the page can say it in the
reader's language; ``str(error)`` is the same in plain English for logs and the command line.
"""

from __future__ import annotations


class BoardLibraryError(ValueError):
    """The root of all errors that are somebody's input, never our own mistake.

    ``key`` is the translation key, ``params`` the values of its placeholders (plain strings and numbers).
    """

    key = "error.bad_input"

    def __init__(self, message: str, **params: str | int) -> None:
        super().__init__(message)
        self.params: dict[str, str | int] = params


class MoveError(BoardLibraryError):
    """A move cannot be taken; nothing has changed."""


class MalformedMove(MoveError):
    """The text is no move code at all."""

    key = "error.malformed_move"


class NotOffered(MoveError):
    """A well-formed move that the open question does not offer."""

    key = "error.not_offered"


class NotAsked(MoveError):
    """The seat has no open question now."""

    key = "error.not_asked"


class StaleQuestion(MoveError):
    """The question that the move answers is gone; look at the table again."""

    key = "error.stale_question"


class GameOver(MoveError):
    """The game has ended."""

    key = "error.game_over"


class TakebackRefused(MoveError):
    """There is nothing of one's own to take back, or it has shown somebody something."""

    key = "error.takeback_refused"


class OptionError(BoardLibraryError):
    """An option has an impossible value, or options contradict each other. ``params['option']`` names it."""

    key = "error.bad_option"


class SeatsError(BoardLibraryError):
    """The game cannot be played by that number of seats."""

    key = "error.bad_seats"


class UnknownGame(BoardLibraryError):
    """No game has that slug."""

    key = "error.unknown_game"


class RecordError(BoardLibraryError):
    """A record is malformed, of another rules version, or does not replay."""

    key = "error.bad_record"


class SituationError(BoardLibraryError):
    """A situation or a case is not written in its game's notation."""

    key = "error.bad_situation"
