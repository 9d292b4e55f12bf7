"""What the game's texts call things."""

import re
from pathlib import Path

import board_library.games.treasure_map as game

FOLDER = Path(game.__file__).parent


def test_english_texts_call_the_suits_by_their_names() -> None:
    texts = [
        line for line in (FOLDER / "locale" / "en.po").read_text().splitlines() if line.startswith(("msgstr", '"'))
    ]
    assert any("Sword" in line for line in texts)
    assert [line for line in texts if re.search(r"\b(sabre|scroll|orb)s?\b", line, re.IGNORECASE)] == []
