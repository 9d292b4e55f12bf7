"""How a server is set: defaults, then environment variables ``BOARD_LIBRARY_<NAME>``, then the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from board_library.server.errors import SettingError

PREFIX = "BOARD_LIBRARY_"

Port = Annotated[int, Meta(ge=0, le=65535)]
Seconds = Annotated[float, Meta(ge=0, le=86400)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of one server. Times are in seconds, sizes in bytes.

    ``database`` is a path or ``sqlite:///path``. ``allowed_origins`` are web origins accepted beside the server's own
    (a comma-separated list in the environment). ``hold`` is how long answers to secret questions stay sealed,
    ``absent`` how long an absent person is waited for, ``bot_pause`` the pause in which people follow a bot's move,
    ``bot_deadline`` the longest a bot may think. A table nobody looks at is put away after ``table_idle``, a room
    nobody is in is closed after ``room_idle``.
    """

    host: str = "127.0.0.1"
    port: Port = 8000
    database: str = "board-library.sqlite3"
    secure_cookies: bool = False
    allowed_origins: tuple[str, ...] = ()
    bot_pause: Seconds = 0.9
    bot_deadline: Annotated[float, Meta(gt=0, le=600)] = 5.0
    bot_workers: Annotated[int, Meta(ge=1, le=256)] = 1
    hold: Seconds = 4.0
    absent: Seconds = 30.0
    send_timeout: Annotated[float, Meta(gt=0, le=600)] = 10.0
    presence_pause: Seconds = 0.5
    messages_per_second: Count = 20
    message_burst: Count = 40
    message_bytes: Count = 16_384
    connections_per_guest: Count = 12
    tables_per_guest: Count = 20
    chat_kept: Count = 200
    table_idle: Seconds = 600.0
    room_idle: Seconds = 1800.0
    log_json: bool = False
    log_level: str = "info"

    @property
    def database_path(self) -> Path:
        """The data file. Raises :class:`SettingError` for a database that is not SQLite."""
        text = self.database.removeprefix("sqlite:///")
        if "://" in text or not text:
            raise SettingError(f"not a path to a data file: {text!r}", setting="database", value=text[:80])
        return Path(text)

    @classmethod
    def load(cls, environ: Mapping[str, str] | None = None, **given: Any) -> Settings:
        """Settings from the environment, overruled by those ``given`` that are not None.

        Raises :class:`SettingError` that names the setting.
        """
        environ = os.environ if environ is None else environ
        raw: dict[str, Any] = {}
        for name in cls.__struct_fields__:
            text = environ.get(PREFIX + name.upper())
            if text is not None:
                raw[name] = _split(text) if name == "allowed_origins" else text
        raw |= {name: value for name, value in given.items() if value is not None}
        values: dict[str, Any] = {}
        for name, value in raw.items():
            values |= _checked(cls, name, value)
        return cls(**values)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _checked(cls: type[Settings], name: str, value: Any) -> dict[str, Any]:
    try:
        settings = msgspec.convert({name: value}, cls, strict=False)
    except msgspec.ValidationError as error:
        wanted = str(error).partition(" - at ")[0].partition(", got ")[0].replace("`int`", "a whole number")
        wanted = wanted.replace("`", "").removeprefix("Expected ")
        shown = str(value)[:80]
        raise SettingError(f"{name} cannot be {shown!r}: expected {wanted}", setting=name, value=shown) from None
    return {name: getattr(settings, name)}
