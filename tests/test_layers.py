"""Dependencies point down only, games do not know each other, and nobody but a game's own folder names a game."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from board_library.games import all_games

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "board_library"
BUILT_IN = [spec for spec in all_games().values() if spec.folder.is_relative_to(SOURCE)]


def imported(text):
    """The names of the modules that a module's text imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def foreign(text, folder):
    """What a game's module imports of the house beside the engine and its own folder."""
    allowed = ("board_library.engine", f"board_library.games.{folder}")
    return [name for name in imported(text) if name.startswith("board_library") and not name.startswith(allowed)]


def test_layers_are_kept():
    """The contracts stand in pyproject.toml."""
    tool = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 kept, 0 broken" in done.stdout


@pytest.mark.parametrize("spec", BUILT_IN, ids=lambda spec: spec.slug)
def test_game_imports_only_the_engine_and_itself(spec):
    for file in spec.folder.rglob("*.py"):
        assert foreign(file.read_text(encoding="utf-8"), spec.folder.name) == [], file


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from board_library.games.chests import rules", ["board_library.games.chests.rules"]),
        ("import board_library.server.tables", ["board_library.server.tables"]),
        ("from board_library import bots", ["board_library.bots"]),
        ("from board_library.games.treasure_map import rules", []),
        ("from board_library.engine import Move\nimport json", []),
    ],
)
def test_foreign_imports_are_seen(text, found):
    assert foreign(text, "treasure_map") == found


def naming(text, spec):
    """The imports and texts by which a module of the house names a game."""
    folder = f"board_library.games.{spec.folder.name}"
    texts = [n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    named = [text for text in texts if text in (spec.slug, spec.folder.name)]
    return named + [name for name in imported(text) if name.startswith(folder)]


@pytest.mark.parametrize("spec", BUILT_IN, ids=lambda spec: spec.slug)
def test_nothing_else_names_a_game(spec):
    """A new game touches only its own folder, so the house knows none by name."""
    for file in SOURCE.rglob("*.py"):
        if not file.is_relative_to(SOURCE / "games"):
            assert naming(file.read_text(encoding="utf-8"), spec) == [], file


def test_naming_a_game_is_seen():
    spec = next(spec for spec in BUILT_IN if spec.slug == "treasure-map")
    text = "from board_library.games.treasure_map import rules\nif slug == 'treasure-map':\n    'a treasure-map'\n"

    assert naming(text, spec) == ["treasure-map", "board_library.games.treasure_map.rules"]
