"""What can be wrong with what people ask of the server, and with the data file it stands on.

Like all errors under :class:`BoardLibraryError` they carry a translation key and the values of its placeholders.
"""

from __future__ import annotations

from board_library.engine.errors import BoardLibraryError


class SettingError(BoardLibraryError):
    """A setting has an impossible value. ``params['setting']`` names it."""

    key = "error.bad_setting"


class BadName(BoardLibraryError):
    """A name is empty, longer than ``params['longest']``, or has characters that cannot be shown."""

    key = "error.bad_name"


class BadColour(BoardLibraryError):
    """A colour is a number from 0 to 5."""

    key = "error.bad_colour"


class BadViewerSetting(BoardLibraryError):
    """A person's own setting has an impossible value. ``params['setting']`` names it."""

    key = "error.bad_viewer_setting"


class BadChat(BoardLibraryError):
    """A line of chat is empty, longer than ``params['longest']``, or has characters that cannot be shown."""

    key = "error.bad_chat"


class BadNumber(BoardLibraryError):
    """A browser's number for the seed is not a whole number from 0 to 2**64 - 1."""

    key = "error.bad_number"


class BadLevel(BoardLibraryError):
    """No bot has that level."""

    key = "error.bad_level"


class BadMessage(BoardLibraryError):
    """A message or form is not of the agreed shape."""

    key = "error.bad_message"


class AnalysisBusy(BoardLibraryError):
    """Too many games wait to be analysed already."""

    key = "error.analysis_busy"


class NoSuchTable(BoardLibraryError):
    """No room or table has that code."""

    key = "error.no_such_table"


class RoomFull(BoardLibraryError):
    """Every seat of the room is taken."""

    key = "error.room_full"


class RoomStarted(BoardLibraryError):
    """The game has begun: its seats and options are settled. ``params['table']`` is where it is played."""

    key = "error.room_started"


class RoomClosed(BoardLibraryError):
    """Everybody has left the room."""

    key = "error.room_closed"


class SeatTaken(BoardLibraryError):
    """The chosen seat is taken, or is no seat of this room."""

    key = "error.seat_taken"


class SeatChanged(BoardLibraryError):
    """Whoever was to be taken out of a seat does not sit there."""

    key = "error.seat_changed"


class NotHost(BoardLibraryError):
    """Only the host may do that."""

    key = "error.not_host"


class NotSeated(BoardLibraryError):
    """One who only watches cannot do that."""

    key = "error.not_seated"


class NotPractice(BoardLibraryError):
    """Hints are given only where one person plays with bots."""

    key = "error.not_practice"


class NoHint(BoardLibraryError):
    """No hint was found in time."""

    key = "error.no_hint"


class NoGuest(BoardLibraryError):
    """A program sent no guest token, or one that nobody has."""

    key = "error.no_guest"


class StartRefused(BoardLibraryError):
    """The game cannot start; the key says why. ``params['table']`` is the room, or the table if the game has begun."""

    def __init__(self, reason: str, **params: str | int) -> None:
        super().__init__(f"the game cannot start: {reason}", **params)
        self.key = reason


class NotStarted(BoardLibraryError):
    """The game has not begun."""

    key = "error.not_started"


class NotOver(BoardLibraryError):
    """The game goes on: what was asked for is told at its end."""

    key = "error.not_over"


class NoSuchStep(BoardLibraryError):
    """The replay has no such step."""

    key = "error.no_such_step"


class TableBroken(BoardLibraryError):
    """The rules failed at this table, or are of another version: it is stopped, what was played is kept."""

    key = "error.table_broken"


class AlreadyAnswered(BoardLibraryError):
    """A sealed answer cannot be changed."""

    key = "error.already_answered"


class Flooding(BoardLibraryError):
    """More messages a second than the server takes."""

    key = "error.flooding"


class MessageTooLong(BoardLibraryError):
    """A message is longer than ``params['longest']`` bytes."""

    key = "error.message_too_long"


class TooManyTables(BoardLibraryError):
    """One guest sits at too many tables at once."""

    key = "error.too_many_tables"


class ServerClosing(BoardLibraryError):
    """The server is being stopped."""

    key = "error.server_closing"


class StorageError(BoardLibraryError):
    """The data file cannot be read or written now. ``params['path']`` names it."""

    key = "error.storage_failed"


class StorageLocked(StorageError):
    """Another server or program holds the data file."""

    key = "error.storage_locked"


class StorageNewer(StorageError):
    """The data file was written by a newer version."""

    key = "error.storage_newer"


class NotADatabase(StorageError):
    """The data file is no SQLite database."""

    key = "error.storage_not_database"


class ForeignDatabase(StorageError):
    """The data file is a database of some other program."""

    key = "error.storage_foreign"


class StorageUnwritable(StorageError):
    """The data file or its folder is missing or cannot be written."""

    key = "error.storage_unwritable"


class BackupExists(StorageError):
    """The file to back up into is there already."""

    key = "error.backup_exists"


class Conflict(Exception):
    """A row that must be unique is there already: somebody else was first. Never shown to people."""
