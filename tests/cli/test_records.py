"""A record that was cut short is sound, but it is no whole game."""

import io
import json
import sys
from pathlib import Path

import pytest

from board_library.cli import run


def test_verify_tells_that_a_game_is_not_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 2000))
    assert run(["play", "treasure-map", "--seed", "tale", "--save", str(whole), "--lang", "en"]) == 0
    record = json.loads(whole.read_text())
    cut.write_text(json.dumps(record | {"entries": record["entries"][:-3]}))
    capsys.readouterr()

    plies = len(record["entries"])
    for file, lang, good, told in (
        (whole, "en", "Good: ", f"all {plies} entries replay."),
        (whole, "ru", "Верно: ", f"все записи ({plies}) повторяются."),
        (cut, "en", "Good so far: ", f"all {plies - 3} entries replay; but the game is not over."),
        (cut, "ru", "Пока верно: ", f"все записи ({plies - 3}) повторяются; но партия не доиграна."),
    ):
        assert run(["verify", str(file), "--lang", lang]) == 0
        line = capsys.readouterr().out.splitlines()[-1]
        assert line.startswith(good)
        assert line.endswith(told)
