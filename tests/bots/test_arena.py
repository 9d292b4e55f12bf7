"""The arena: equal bots come out equal, the stronger one does not, and the figures are reckoned right."""

import json
import subprocess
import sys

import pytest

from board_library.bots.arena import Match, bot_named, decided, play_match, wilson
from board_library.bots.levels import deckhand, named
from board_library.cli import run
from board_library.games import game

SEED = "arena 1"

WORDS = ["arena", "chests", "--a", "mybot:first", "--b", "random", "--games", "4", "--workers", "2", "--lang", "en"]


@pytest.mark.parametrize(("slug", "seats"), [("treasure-map", 2), ("chests", 3), ("treasure-map", 4)])
@pytest.mark.parametrize("bot", ["deckhand", "sailor"])
def test_equal_bots_share_the_points_exactly(slug: str, seats: int, bot: str) -> None:
    match = play_match(game(slug), bot, bot, seats=seats, deals=4, seed=SEED)

    assert match.games == 4 * seats
    for deal in match.points:
        assert sum(deal) == pytest.approx(1)
    assert match.share == pytest.approx(1 / seats)


def test_equal_searching_bots_share_them_too() -> None:
    match = play_match(game("chests"), "captain@12", "captain@12", seats=2, deals=2, seed=SEED)

    assert [sum(deal) for deal in match.points] == pytest.approx([1, 1])


def test_the_better_bot_wins_from_every_seat() -> None:
    match = play_match(game("treasure-map"), "sailor", "drunkard", seats=3, deals=10, seed=SEED)

    assert match.interval[0] > 1 / 3
    assert all(share > 0.5 for share in match.by_seat)


def test_two_processes_find_the_same_as_one() -> None:
    one, two = (
        play_match(game("chests"), "sailor", "deckhand", seats=2, deals=6, seed=SEED, workers=n) for n in (1, 2)
    )

    assert one == two


def test_progress_is_told_after_each_deal() -> None:
    told: list[int] = []
    play_match(
        game("chests"), "deckhand", "deckhand", seats=2, deals=3, seed=SEED, progress=lambda m: told.append(m.games)
    )

    assert told == [2, 4, 6]


def test_a_sequential_test_stops_early_where_the_matter_is_clear() -> None:
    match = play_match(game("chests"), "sailor", "drunkard", seats=2, deals=100, seed=SEED, target=0.65)

    assert decided(match, 0.65) == "yes"
    assert match.games < 100


@pytest.mark.parametrize(
    ("share", "deals", "verdict"), [(0.5, 200, "no"), (0.65, 200, "yes"), (0.575, 200, ""), (1.0, 1, "")]
)
def test_what_the_sequential_test_decides(share: float, deals: int, verdict: str) -> None:
    points = tuple((share * 2, 0.0) if k % 2 else (share, share) for k in range(deals))

    assert decided(Match(2, points, ((1, 1),) * deals), 0.65) == verdict


def test_figures_of_a_match() -> None:
    match = Match(2, ((1.0, 0.0), (1.0, 0.5)), ((10, 20), (30, 40)))
    told = match.to_json()

    assert match.share == pytest.approx(0.625)
    assert match.interval == wilson(0.625, 4)
    assert told["by_seat"] == [1.0, 0.25]
    assert told["plies"] == 25
    assert told["equal"] == 0.5


@pytest.mark.parametrize("name", ["god", "sailor@3", "captain@", "captain@0", "captain@0s", "captain@-1", "captain@x"])
def test_a_bot_that_does_not_exist(name: str) -> None:
    with pytest.raises(KeyError):
        named(name)


def test_a_bot_of_ones_own_plays_by_its_module_and_name() -> None:
    own = "board_library.bots.levels:deckhand"
    of_level, of_module = (
        play_match(game("chests"), name, "sailor", seats=2, deals=2, seed=SEED, workers=2) for name in ("deckhand", own)
    )

    assert bot_named(own) is deckhand
    assert of_module == of_level


def arena(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "board_library", "arena", *words], capture_output=True, text=True, check=False
    )


def test_the_command_prints_the_share_and_writes_it(tmp_path) -> None:
    file = tmp_path / "arena.json"
    done = arena(
        "chests", "--a", "captain", "--b", "sailor", "--budget", "6", "--games", "3", "--seed", SEED,
        "--json", str(file), "--lang", "en", "--workers", "1",
    )  # fmt: skip
    told = json.loads(file.read_text())

    assert done.returncode == 0, done.stderr
    assert f"captain@6 among sailor: {told['share']:.1%} of the points in 4 games" in done.stdout
    assert (told["a"], told["b"], told["seed"], told["games"]) == ("captain@6", "sailor", SEED, 4)
    assert done.stderr == ""


def test_a_bot_of_ones_own_plays_from_the_folder_one_is_in(tmp_path) -> None:
    (tmp_path / "mybot.py").write_text("def first(spec, observer, rng):\n    return observer.decision.choices()[0]\n")
    program = f"import sys; sys.path.pop(0); from board_library.cli import run; sys.exit(run({WORDS}))"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert "mybot:first among random: " in done.stdout


def test_stopped_it_tells_and_writes_what_has_been_played(tmp_path, monkeypatch, capsys) -> None:
    def stopped(*args, progress, **about) -> None:
        progress(play_match(*args, **about | {"deals": 2}))
        raise KeyboardInterrupt

    file = tmp_path / "arena.json"
    monkeypatch.setattr("board_library.cli.arena.play_match", stopped)
    words = ["--a", "sailor", "--b", "deckhand", "--workers", "1", "--json", str(file), "--lang", "en"]
    code = run(["arena", "chests", *words])
    printed, wrong = capsys.readouterr()

    assert (code, wrong) == (130, "\n")
    assert "of the points in 4 games" in printed
    assert json.loads(file.read_text())["games"] == 4


def test_a_file_that_cannot_be_written_is_told_before_the_first_game(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.delattr("board_library.cli.arena.play_match")
    words = ["--a", "sailor", "--b", "deckhand", "--json", str(tmp_path / "none" / "arena.json"), "--lang", "en"]

    assert run(["arena", "chests", *words]) == 2
    assert capsys.readouterr() == ("", f"board-library: {tmp_path}/none/arena.json: No such file or directory\n")


def test_a_file_that_is_there_stays_as_it_is(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.delattr("board_library.cli.arena.play_match")
    file = tmp_path / "arena.json"
    file.write_text("mine")

    assert run(["arena", "chests", "--a", "sailor", "--b", "deckhand", "--json", str(file), "--lang", "en"]) == 2
    assert capsys.readouterr() == ("", f"board-library: {file} is there already\n")
    assert file.read_text() == "mine"


def test_russian_figures_are_written_as_in_russian(monkeypatch, capsys) -> None:
    match = Match(2, ((1.0, 0.5),) * 4, ((10, 20),) * 4)
    monkeypatch.setattr("board_library.cli.arena.play_match", lambda *_, progress, **__: progress(match))

    assert run(["arena", "chests", "--a", "sailor", "--b", "deckhand", "--target", "0.6", "--lang", "ru"]) == 0
    printed = capsys.readouterr().out
    assert "sailor среди deckhand: 75,0\xa0% очков (партий: 8; от 40,9\xa0% до 92,9\xa0% с" in printed
    assert "по местам: P0 100,0\xa0%; P1 50,0\xa0%\n" in printed
    assert "набирается ли 60,0\xa0%" in printed


def test_a_game_that_breaks_off_is_one_line(monkeypatch, capsys) -> None:
    def broken(*args, **about) -> None:
        raise KeyError("hold")

    monkeypatch.setattr("board_library.cli.arena.play_match", broken)

    assert run(["arena", "chests", "--a", "sailor", "--b", "deckhand", "--lang", "en"]) == 1
    assert capsys.readouterr().err == "board-library: a game of chests broke off: KeyError: 'hold'\n"


@pytest.mark.parametrize(
    ("words", "tells"),
    [
        (("--a", "god", "--b", "sailor"), "there is no bot 'god'"),
        (("--a", "nobot:first", "--b", "sailor"), "--a: there is no bot 'nobot:first': ModuleNotFoundError: No module"),
        (("--a", "json:first", "--b", "sailor"), "there is no bot 'json:first': AttributeError: module 'json' has no"),
        (("--a", "captain", "--b", "sailor", "--budget", "soon"), "--budget must be iterations such as 300 or seconds"),
        (("--a", "sailor", "--b", "deckhand", "--budget", "0"), "seconds such as 0.5s, not '0'"),
        (("--a", "sailor", "--b", "sailor", "--games", "0"), "--games must be at least 1, not 0"),
        (("--a", "sailor", "--b", "sailor", "--workers", "0"), "--workers must be at least 1, not 0"),
        (("--a", "sailor", "--b", "sailor", "--target", "0.5"), "must be more than 1/2 and at most 1, not 0.5"),
        (("--a", "sailor", "--b", "sailor", "--target", "nan"), "must be more than 1/2 and at most 1, not nan"),
        (("--a", "sailor", "--b", "sailor", "--minutes", "0"), "--minutes must be more than 0, not 0"),
        (("--a", "sailor", "--b", "sailor", "--minutes", "-5"), "--minutes must be more than 0, not −5"),
        (("--a", "sailor", "--b", "sailor", "--minutes", "nan"), "--minutes must be more than 0, not nan"),
    ],
)
def test_wrong_words_are_told_in_one_line(words: tuple[str, ...], tells: str, monkeypatch, capsys) -> None:
    monkeypatch.delattr("board_library.cli.arena.play_match")

    assert run(["arena", "chests", *words, "--lang", "en"]) == 2
    wrong = capsys.readouterr().err
    assert tells in wrong
    assert wrong.count("\n") == 1
