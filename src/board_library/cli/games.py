"""``board-library games``: what can be played."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

from board_library.cli.terminal import Lang, describe, game_named, out, translator, warn_of_broken
from board_library.engine.core import GameSpec
from board_library.games import all_games


def games(
    name: Annotated[str | None, Parameter("GAME", help="A game's name as listed: shows its options.")] = None,
    /,
    *,
    lang: Lang = None,
) -> None:
    """List the games, or one game's options."""
    if name is None:
        _list(lang)
    else:
        _options(game_named(name, lang), lang)


def _list(lang: str | None) -> None:
    words = translator(lang)
    table = Table(box=None, pad_edge=False)
    for column in ("name", "title", "seats", "minutes"):
        table.add_column(words.text(f"cli.games.{column}"))
    for spec in all_games().values():
        table.add_row(
            spec.slug,
            translator(lang, spec).text("game.title"),
            f"{spec.seats[0]}–{spec.seats[-1]}",
            f"{spec.minutes[0]}–{spec.minutes[1]}",
        )
    out().print(table)
    warn_of_broken(lang)


def _options(spec: GameSpec, lang: str | None) -> None:
    words = translator(lang, spec)
    console = out()
    console.print(words.text("game.title"), style="bold")
    defaults = spec.options().to_json()
    for field in spec.options.fields():
        label = words.text(f"option.{field.name}")
        console.print(f"  {field.name}={_typed(defaults[field.name])}", style="bold", markup=False, end="  ")
        # A number may have a meaning of its own, such as 0 for none.
        named = f"option.{field.name}.{defaults[field.name]}"
        if field.kind == "number" and words.knows(named):
            console.print(f"({words.text(named)})", markup=False, end="  ")
        console.print(f"{label}: {describe(field, words)}", markup=False)


def _typed(value: Any) -> str:
    """A value as it would be typed."""
    if isinstance(value, bool):  # before numbers: True is 1 to Python
        return "on" if value else "off"
    return ",".join(value) if isinstance(value, list) else str(value)
