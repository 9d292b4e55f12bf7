"""Runs and their reports never write over one another."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from board_library.cli import run
from board_library.games import game
from board_library.lab.plan import make_plan
from board_library.lab.results import Folder
from board_library.lab.run import run as play


@pytest.fixture
def one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small run, in the folder ``one`` of the folder where commands are typed."""
    monkeypatch.chdir(tmp_path)
    spec = game("chests")
    plan = make_plan(spec, spec.options(), seats=(2,), levels=("random",), games=4, seed="s")
    with ThreadPoolExecutor(1) as threads:
        play(plan, Folder(tmp_path / "one"), threads, 1)
    return tmp_path / "one"


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder and those in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("page", "english", "russian"),
    [
        (".", ".: Is a directory", ".: это папка, а не файл"),
        ("", ".: Is a directory", ".: это папка, а не файл"),
        ("one", "one: Is a directory", "one: это папка, а не файл"),
        ("one.json", "one.json: the page cannot end in .json", "one.json: имя страницы не может кончаться на .json"),
        ("one/run.html", "one/run.json belongs to a run", "one/run.json принадлежит прогону"),
        ("one/slices.jsonl", "one/slices.jsonl belongs to a run", "one/slices.jsonl принадлежит прогону"),
        ("link", "link belongs to a run", "link принадлежит прогону"),
    ],
)
def test_a_page_that_would_write_over_something_else_is_refused(page, english, russian, one, capsys) -> None:
    (one.parent / "link").symlink_to(one / "run.json")
    before = files(one.parent)
    for lang, told in (("en", english), ("ru", russian)):
        assert run(["report", "one", "-o", page, "--lang", lang]) == 2
        printed, wrong = capsys.readouterr()
        assert (printed, wrong.count("\n")) == ("", 1)
        assert wrong.startswith(f"board-library: {told}")
    assert files(one.parent) == before


def test_a_page_may_stand_beside_a_run(one, capsys) -> None:
    for words, saved in (
        (["one"], ["one/report.html", "one/report.json"]),
        (["one", "-o", "run.html"], ["run.html", "run.json"]),
    ):
        assert run(["report", *words, "--lang", "en"]) == 0
        assert capsys.readouterr().out.splitlines() == [f"Saved {file}" for file in saved]
        assert all((one.parent / file).is_file() for file in saved)
