"""``board-library backup`` and ``export``: take copies out of the data file, also while a server runs on it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from board_library.cli.terminal import Lang, out, translator

Data = Annotated[Path | None, Parameter(help="The data file; by default the one that `serve` would use.")]


def backup(
    file: Annotated[Path, Parameter("FILE", help="Where the copy goes; it must not exist yet.")],
    /,
    *,
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Copy the data file while the server runs. The copy is whole and consistent, and can be served itself."""
    from board_library.server.storage import backup as copy

    copy(data_file(data), file)
    out().print(translator(lang).text("cli.data.saved", file=file), markup=False)


def data_file(given: Path | None) -> Path:
    """The data file that is meant."""
    from board_library.server.settings import Settings

    return Settings.load(database=None if given is None else str(given)).database_path
