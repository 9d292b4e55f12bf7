"""What is wrong is said in the language of the terminal."""

import os
import re
import socket
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from board_library.cli import run
from board_library.cli.terminal import OWN_LOCALE
from board_library.games import game
from board_library.lab.plan import make_plan
from board_library.lab.results import Folder
from board_library.web.i18n import read_catalogue

BOTH = "--a sailor --b deckhand"

LETTERS = re.compile("[а-яё]{2,}", re.IGNORECASE)

WRONG: list[tuple[int, str, str, str]] = [
    (2, "nope", "Нет такой команды: nope.", "nope"),
    (2, "play", "Не хватает: GAME.", "GAME"),
    (2, "games treasure-map extra", "Лишнее в команде: extra.", "extra"),
    (2, "games --nope", "Нет такого ключа: --nope.", "--nope"),
    (2, "serve --port x", "У --port не может быть значения x.", "--port"),
    (2, "games nope", "Такой игры здесь нет.", "no game 'nope'"),
    (2, "play treasure-map --seats 9", "от 2 до 4", "2 to 4"),
    (2, "play treasure-map --seat 7", "--seat от 0 до 1, а не 7", "--seat must be from 0 to 1, not 7"),
    (2, "play treasure-map --bots x", "--bots: одно из deckhand, sailor", "--bots must be one of deckhand, sailor"),
    (2, "check treasure-map --games 0", "--games не меньше 1, а не 0", "--games must be at least 1, not 0"),
    (2, "check treasure-map --option a", "ИМЯ=ЗНАЧЕНИЕ", "NAME=VALUE"),
    (2, "check treasure-map --option a=1", "нет правила 'a'; есть: characters", "'a'; options are: characters"),
    (2, "check treasure-map -o scoring=x", "'x'; одно из tops", "'x'; it is one of tops"),
    (2, "check treasure-map -o learning=x", "'x'; on или off", "'x'; it is on or off"),
    (2, "play pirates -o round_limit=19", "'19'; 0 или число от 20 до 400", "'19'; it is 0 or a number from 20 to 400"),
    (2, "play chests -o first_player=p5", "first_player=p5 не подходит к числу", "first_player=p5 does not do: there"),
    (2, "simulate chests --games 0", "--games не меньше 1, а не 0\n", "--games must be at least 1, not 0"),
    (2, f"simulate chests --games {10**20}", f"--games не больше 10000000, а не {10**20}\n", "at most 10000000"),
    (2, "simulate chests --probes 6001", "--probes не больше 6000, а не 6001\n", "--probes must be at most 6000, not"),
    (2, "simulate chests --workers 0", "--workers не меньше 1, а не 0\n", "--workers must be at least 1, not 0"),
    (2, "simulate chests --workers 99999", "--workers не больше {most}, а не 99999\n", "at most {most}, not 99999"),
    (2, f"arena chests {BOTH} --workers 99999", "--workers не больше {most}, а не 99999\n", "at most {most}, not"),
    (2, f"arena chests {BOTH} --games {10**20}", f"--games не больше 10000000, а не {10**20}\n", "at most 10000000"),
    (2, "simulate chests --output=", "--output: папка не названа\n", "--output names no folder"),
    (2, f"arena chests {BOTH} --minutes 0", "--minutes больше 0, а не 0\n", "--minutes must be more than 0, not 0"),
    (2, f"arena chests {BOTH} --budget 0", "например 0.5s, а не '0'\n", "seconds such as 0.5s, not '0'"),
    (2, f"arena chests {BOTH} --target .5", "больше 1/2 и не больше 1, а не 0.5\n", "more than 1/2 and at most 1, not"),
    (2, "simulate chests --probes -1", "--probes не меньше 0, а не −1\n", "--probes must be at least 0, not −1"),
    (
        2,
        "simulate chests --bots god",
        "нет уровня 'god'; есть: deckhand",
        "there is no level 'god'; there are: deckhand",
    ),
    (2, "simulate chests --players x", "--players — число", "--players must be a number such as 3"),
    (2, "report {folder}", "в папке {folder} прогона нет\n", "{folder} is not the folder of a run"),
    (2, "replay {folder}/nope.json", "nope.json: нет такого файла или папки", "No such file or directory"),
    (2, "replay {folder}", "это папка, а не файл", "Is a directory"),
    (2, "replay {folder}/letter.txt", "запись не сходится или испорчена", "letter.txt"),
    (2, "export --data {folder}/nope", "файла данных {folder}/nope нет", "there is no data file {folder}/nope"),
    (2, "serve --port 0 --data {folder}/letter.txt", "не база данных", "is no SQLite database"),
    (2, "serve --port 0 --data {folder}/none/x", "нельзя создать или записать", "no file in an existing folder"),
    (2, "serve --port {port}", "порт {port} на 127.0.0.1 занят", "port {port} of 127.0.0.1 is in use"),
]


def never(*_: object, **__: object) -> None:
    raise AssertionError


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run a command in a language; what it says on stderr. ``{folder}`` and ``{port}`` stand for what is there."""
    (tmp_path / "letter.txt").write_text("Dear captain, this is neither a database nor a record.")
    monkeypatch.chdir(tmp_path)
    # Whatever is wrong is found before the first game, which might be one of very many.
    monkeypatch.setattr("board_library.lab.run.run", never)
    monkeypatch.setattr("board_library.cli.arena.play_match", never)

    def command(words: str, lang: str, code: int) -> str:
        monkeypatch.delenv("LC_ALL", raising=False)
        monkeypatch.delenv("LC_MESSAGES", raising=False)
        monkeypatch.setenv("LANG", lang)
        assert run(words.split()) == code
        printed, wrong = capsys.readouterr()
        assert printed.count("\n") <= 2, "nothing but a seed and a folder"
        assert (wrong.count("\n"), wrong[:15]) == (1, "board-library: "), wrong
        return wrong

    return command


@pytest.mark.parametrize("case", WRONG, ids=[case[1] for case in WRONG])
def test_it_is_said_in_russian_and_in_english(case, line, tmp_path) -> None:
    code, words, russian, english = case
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        places = {"folder": tmp_path, "port": taken.getsockname()[1], "most": 8 * (os.cpu_count() or 1)}
        said = line(words.format(**places), "ru_RU.UTF-8", code)
        assert russian.format(**places) in said
        said = line(words.format(**places), "en_GB.UTF-8", code)
        assert english.format(**places) in said
        assert not LETTERS.search(said)
        assert LETTERS.search(line(f"{words.format(**places)} --lang ru", "en_GB.UTF-8", code)), "--lang comes first"


def test_another_run_in_the_folder_is_told_as_it_is_typed(line, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("board_library.lab.run.run", lambda plan, folder, *_: folder.begin(plan))
    spec = game("chests")
    plan = make_plan(spec, spec.options(), seats=(2, 3), levels=("sailor",), games=2, seed="s", probes=0)
    Folder(tmp_path / "run").begin(plan)
    command = f"simulate chests --games 2 --output {tmp_path}/run"
    for words, told in (
        ("--probes 0 --players 2", "--players 2, 3, {} 2;"),
        ("--probes 0 --players 2-3 -o bomb=on", "--option bomb=False, {} bomb=True;"),
        ("--probes 0 --players 2-3 --bots deckhand", "--bots sailor, {} deckhand;"),
        ("--players 2-3 --probes 1", "--probes 0, {} 1;"),
    ):
        assert told.format("not") in line(f"{command} {words}", "en", 2)
        assert told.format("а не") in line(f"{command} {words}", "ru", 2)


def test_both_catalogues_hold_the_same_keys_and_places() -> None:
    russian, english = (
        {str(m.id): set(re.findall("{[a-z]+}", str(m.string))) for m in read_catalogue(OWN_LOCALE / f"{lang}.po", lang)}
        for lang in ("ru", "en")
    )
    assert set(russian) == set(english)
    reworded = {key for key, places in russian.items() if places != english[key]}
    assert {key for key in reworded if not key.startswith("cli.error.")} == set()
