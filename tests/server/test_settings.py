"""Settings from the environment and the command line."""

import pytest

from board_library.server.errors import SettingError
from board_library.server.settings import Settings


def test_the_command_line_overrules_the_environment_which_overrules_defaults() -> None:
    environ = {
        "BOARD_LIBRARY_PORT": "8001",
        "BOARD_LIBRARY_HOST": "0.0.0.0",
        "BOARD_LIBRARY_SECURE_COOKIES": "true",
        "BOARD_LIBRARY_ALLOWED_ORIGINS": "https://a.example, https://b.example",
        "BOARD_LIBRARY_GAMES": "/elsewhere",
    }
    settings = Settings.load(environ, port=8002, host=None)
    assert settings.port == 8002
    assert settings.host == "0.0.0.0"
    assert settings.secure_cookies
    assert settings.allowed_origins == ("https://a.example", "https://b.example")
    assert settings.hold == Settings().hold


@pytest.mark.parametrize(
    ("name", "value"),
    [("port", "70000"), ("port", "http"), ("bot_pause", "-1"), ("secure_cookies", "maybe"), ("bot_workers", "0")],
)
def test_an_impossible_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings.load({f"BOARD_LIBRARY_{name.upper()}": value})
    assert caught.value.params["setting"] == name
    assert value in str(caught.value)
    assert "`" not in str(caught.value)


def test_only_sqlite_is_a_data_file() -> None:
    assert str(Settings(database="sqlite:///a/b.sqlite3").database_path) == "a/b.sqlite3"
    with pytest.raises(SettingError):
        _ = Settings(database="postgresql://host/base").database_path
