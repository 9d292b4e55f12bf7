"""The documents say what is there: commands, settings, files, links; and their programs run."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from board_library.cli import COMMANDS
from board_library.engine.record import mix, new_record, replay
from board_library.engine.rng import SeededRng
from board_library.games import all_games, game
from board_library.server.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parent.parent
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#]+)(?:#[^)]*)?\)")
MAKE = re.compile(r"(?:`|^)make ([a-z]+)\b", re.MULTILINE)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def block(name: str) -> str:
    """The program that follows the note that tests run it."""
    found = re.search(r"<!-- the tests run this block[^>]*-->\n```python\n(.*?)```", text_of(name), re.DOTALL)
    assert found is not None, f"{name} has no block that tests run"
    return found[1]


def without_code(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_lead_somewhere(path: Path) -> None:
    links = LINK.findall(without_code(path.read_text(encoding="utf-8")))
    local = [link for link in links if "://" not in link and not link.startswith("mailto:")]
    assert [link for link in local if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("name", ["README.md", "README.ru.md"])
def test_the_readme_leads_with_serve_and_test(name: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    named = MAKE.findall(text_of(name))
    assert named[:2] == ["serve", "test"]
    assert set(named) <= targets


@pytest.mark.parametrize("name", ["README.md", "README.ru.md"])
def test_the_readme_shows_a_table_and_names_every_command(name: str) -> None:
    text = text_of(name)
    assert "docs/img/table.png" in text
    assert [command for command in COMMANDS if f"`{command}" not in text] == []


@pytest.mark.parametrize("name", ["README.md", "README.ru.md"])
def test_the_readme_tells_players_and_minutes_of_every_game(name: str) -> None:
    told = re.findall(r"^\| \*\*[^*]+\*\* \| (\d+)–(\d+) \| (\d+)–(\d+) \|", text_of(name), re.MULTILINE)
    known = [(spec.seats[0], spec.seats[-1], *spec.minutes) for spec in all_games().values()]
    assert sorted(tuple(map(int, row)) for row in told) == sorted(known)


def test_hosting_explains_every_setting_with_its_default() -> None:
    row = re.compile(rf"^\| `{PREFIX}([A-Z_]+)` \|([^|]*)\|", re.MULTILINE)
    rows = {found[1]: found[2].strip(" `") for found in row.finditer(text_of("docs/hosting.md"))}
    settings = Settings()
    wanted = {name.upper(): getattr(settings, name) for name in Settings.__struct_fields__}
    told = {name: shown(value) for name, value in wanted.items()}
    assert rows == told


def shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value == () else str(value)


def test_every_event_of_a_game_with_catalogues_has_words_in_both_languages() -> None:
    from board_library.web.i18n import LANGUAGES, game_catalogue

    missing = [
        (spec.slug, lang, key)
        for spec in all_games().values()
        if (spec.folder / "locale").is_dir()
        for lang in LANGUAGES
        for key in spec.events
        if not (found := game_catalogue(spec, lang).get(f"event.{key}")) or not found.string
    ]
    assert missing == []


def test_the_glossary_explains_its_words_once() -> None:
    words = re.findall(r"^\| \*\*([^*]+)\*\* \|", text_of("docs/glossary.md"), re.MULTILINE)
    assert len(words) > 25
    assert sorted(set(words)) == sorted(words)


def test_the_game_of_the_guide_passes_the_contract_suite(tmp_path: Path) -> None:
    folder = tmp_path / "pearl_dive"
    folder.mkdir()
    code = block("docs/adding-a-game.md")
    assert len([line for line in code.splitlines() if line.strip()]) <= 60
    (folder / "__init__.py").write_text(code, encoding="utf-8")
    env = os.environ | {"BOARD_LIBRARY_GAMES": str(tmp_path)}
    command = [sys.executable, "-m", "board_library", "check", "pearl-dive", "--games", "6", "--seed", "guide"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    listed = subprocess.run(
        [sys.executable, "-m", "board_library", "games"], env=env, capture_output=True, text=True, check=True
    )
    assert "Pearl Dive" in listed.stdout


def test_the_bot_of_the_guide_beats_chance() -> None:
    from board_library.bots.fast_rng import FastRng
    from board_library.bots.observe import observe
    from board_library.engine.core import State

    guide: dict[str, object] = {"__name__": "guide"}
    exec(block("docs/bot-api.md"), guide)
    spec, rng = game("treasure-map"), FastRng("guide")

    def won() -> float:
        state: State = spec.new(spec.options(), 2, rng, None)
        while state.pending():
            decision = state.pending()[0]
            state.ply += 1
            seen = observe(state, decision.seat, rng)
            move = guide["one_ahead"](spec, seen, rng) if decision.seat == 0 else rng.choice(decision.choices())
            state.apply(decision.seat, move, rng, None)
        return state.returns()[0]

    assert sum(won() for _ in range(40)) > 0


def test_the_script_of_a_stranger_draws_as_we_do() -> None:
    stranger: dict[str, object] = {"__name__": "stranger"}
    exec(block("docs/chance.md"), stranger)
    draws, below, shuffle = stranger["draws"], stranger["below"], stranger["shuffle"]
    sizes = [6, 2, 1, 50, 17, 2**63 + 1, 3, 10**9, 1, 60]
    for ply in (0, 1, 17, 950):
        seed = mix(bytes(range(32)), [ply, None])
        ours, theirs = SeededRng(seed, ply), draws(seed, ply)
        assert [ours.below(n) for n in sizes] == [below(theirs, n) for n in sizes]
        mine, other = list(range(50)), list(range(50))
        ours.shuffle(mine)
        shuffle(theirs, other)
        assert mine == other


def test_the_script_of_a_stranger_deals_the_deck_of_a_record(tmp_path: Path) -> None:
    spec = game("treasure-map")
    secret, numbers = bytes(range(7, 39)), [12345, None]
    record = new_record(spec, spec.options(), 2, mix(secret, numbers))
    record.secret, record.numbers = secret, list(numbers)
    file = tmp_path / "record.json"
    file.write_text(record.to_json(), encoding="utf-8")
    stranger: dict[str, object] = {"__name__": "stranger"}
    exec(block("docs/chance.md"), stranger)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        stranger["main"](file)
    lines = printed.getvalue().splitlines()
    assert lines[:2] == ["commitment True", "seed True"]
    deck = lines[2].split()[1:]
    timeline = replay(spec, record)
    drawn = []
    while timeline.state.pending() and len(drawn) < 20:
        decision = timeline.state.pending()[0]
        draw = next((m.code for m in decision.moves if m.code == "draw deck"), decision.moves[0].code)
        draft = timeline.try_move(decision.seat, draw)
        timeline.commit(draft)
        laid = [e.data for e in draft.events if e.key in ("card_laid", "card_to_bank")]
        drawn += [data["card"] for data in laid if data.get("source") in ("deck", "orb")]
        drawn += [e.data["card"] for e in draft.events if e.key == "bust" and draw == "draw deck" and not laid]
    assert drawn == deck[: len(drawn)]
    assert len(drawn) >= 20


def test_the_guide_for_bots_lists_every_request_of_the_json_interface(tmp_path: Path) -> None:
    from board_library.app import create_app

    told = set(re.findall(r"^\| `(GET|POST) (/api/v1/[^`]+)`", text_of("docs/bot-api.md"), re.MULTILINE))
    app = create_app(Settings(database=str(tmp_path / "none.sqlite3")))
    served = {
        (method, re.sub(r":[a-z]+\}", "}", route.path))
        for route in app.routes
        if route.path.startswith("/api/v1/") and "/schema" not in route.path
        for method in getattr(route, "methods", ())
        if method in ("GET", "POST")
    }
    assert told == served
