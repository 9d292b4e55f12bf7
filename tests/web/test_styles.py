"""Style sheets: no brace too many (browsers then drop the whole next rule, silently)."""

import re
from pathlib import Path

import pytest

from board_library.games import all_games
from board_library.web.render import STATIC

SHEETS = sorted([*STATIC.rglob("*.css"), *(p for spec in all_games().values() for p in spec.folder.rglob("*.css"))])


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_braces_are_balanced(sheet: Path):
    depth = 0
    for number, line in enumerate(re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL).splitlines(), 1):
        for sign in line:
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0, f"a brace too many in line {number}"
    assert depth == 0
