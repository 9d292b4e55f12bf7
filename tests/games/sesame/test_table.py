"""Real games of Sesame as pages: well-formed, complete in both languages, every move clickable; drawings as data."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from board_library.engine.record import Timeline
from board_library.engine.situations import read_situation
from board_library.games.sesame import GAME, drawing
from board_library.games.sesame.board import AT, CELLS, GOODS, ITEMS
from board_library.games.sesame.progress import STEPS
from board_library.games.sesame.views import view
from board_library.server.seen import ViewerSettings
from board_library.web import i18n
from board_library.web.table import ZONES, Tables
from tests.web.pages import Page
from tests.web.seen_fixture import seen_of, started, step

LANGUAGES = i18n.LANGUAGES


def check_page(tables: Tables, timeline: Timeline, viewer: int | None, lang: str) -> None:
    seen = seen_of(timeline, viewer, settings=ViewerSettings(lang=lang))
    zones = tables.zones(seen)
    assert list(zones) == list(ZONES)
    page = Page("".join(zones.values()))
    moves = seen.decision.moves if seen.decision else ()
    legal = {move.code for move in moves}
    assert legal <= set(page.codes)
    for code, times in page.codes.items():
        if code in legal:
            twice = code == "go d13" or (code == "servant s0" and seen.decision.kind == "setup_servant")
            assert times == 1 + twice, code
        else:
            verb, _, sum_ = code.partition(" ")
            amount = seen.decision.amount
            assert (verb, amount.low <= int(sum_) <= amount.high) == (amount.verb, True), code
    on_board = {move.target for move in moves if move.verb in ("go", "servant")}
    assert on_board <= page.cells
    if seen.decision and seen.decision.amount:
        assert {"amount-n", "amount-r"} <= set(page.ids)
    assert "<" not in tables.title(seen)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_question_is_a_whole_page_with_every_move_on_it(tables: Tables, seats: int) -> None:
    choice = random.Random(seats)
    timeline = started(seats, seats, spec=GAME)
    kinds: Counter[str] = Counter()
    while timeline.ply < 900 and (decision := step(timeline, choice)):
        asked = timeline.state.pending()
        kinds[decision.kind] += 1
        if asked and (kinds[asked[0].kind] < 4 or timeline.ply % 19 == 0):
            check_page(tables, timeline, asked[0].seat, choice.choice(LANGUAGES))
            check_page(tables, timeline, choice.choice([*range(seats), None]), choice.choice(LANGUAGES))
    assert {"setup_roll", "setup_servant", "turn_pre", "shop", "turn_post"} <= set(kinds)


SCENES = {
    "sail": "P0 S5 all=1; P1 S0 servant=S10",
    "robber": "P0 R4 map money=40; P1 G1 servant=R9",
    "robbed": "P0 R10 map robbed",
    "river": "P0 D0 sword servant=D2; P1 G1 servant=D4",
    "fight": "P0 D11 sword",
    "princess": "P0 D12 sword slain",
    "home": "P0 S17 home diamond all=1 taken=furs; P1 G1 servant=S11",
    "sell": "P0 U5 horses=4; P1 G1 servant=U5; at shop",
    "sell nothing": "P0 U5; at shop",
    "buy": "options buyer_commission=surcharge; P0 L4 money=200; P1 G1 servant=L4; at shop",
    "game": "P0 G2 money=400 map; at shop",
    "poor": "P0 G5; at shop",
    "cellar": "P0 G1 money=700; at cellar",
    "sorcerer": "P0 C5 sorcerer; P1 C5 sorcerer",
    "name": "options prophecy_no_repeat=on; P1 C5 sorcerer; turn P1; named P1=2,7; asked P0; at name",
    "post": "P0 U1; at turn_post",
    "over": "P0 S0 home diamond; won P0 way_3",
    "wealth": "options round_limit=30; P0 G1; won P0 P1 wealth",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_is_drawn(tables: Tables, scene: str, lang: str) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, SCENES[scene])
    for viewer in (0, 1, None):
        check_page(tables, timeline, viewer, lang)


def test_a_danger_is_marked_before_the_roll(tables: Tables) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, SCENES["river"])
    effects = {entry["cell"]: entry["effect"] for entry in view(timeline.state, 0)["reach"]}

    assert effects == {"d1": "", "d2": "own", "d3": "", "d4": "lost", "d5": "", "d6": ""}
    centre = tables.zones(seen_of(timeline, 0))["centre"]
    assert "reach--lost at-d4" in centre
    assert "reach--own at-d2" in centre


def test_selling_all_is_two_clicks_from_the_market_and_buying_all_one_can_carry_three(tables: Tables) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, "P0 U1 horses=3; moved yes; at turn_pre")
    assert 'value="go u5"' in tables.zones(seen_of(timeline, 0))["centre"]
    timeline.state = read_situation(GAME, SCENES["sell"])
    assert 'value="sell 4"' in tables.zones(seen_of(timeline, 0))["actions"]
    timeline.state = read_situation(GAME, "P0 L4 money=200; at shop")
    assert 'value="buy 6"' in tables.zones(seen_of(timeline, 0))["actions"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_of_the_game_has_a_name(tables: Tables, lang: str) -> None:
    words = tables.renderer.translations(lang, GAME.slug)
    keys = [f"{stem}.{name}" for name in (*GOODS, *ITEMS) for stem in ("thing", "score")]
    keys += [f"event.{key}" for key in GAME.events]
    keys += [f"decision.{kind}" for kind in GAME.decisions]
    keys += [f"step.{name}" for steps in STEPS for name in steps]
    keys += [f"won.way_{way}" for way in range(1, 6)]
    for field in GAME.options.fields():
        keys += [f"option.{field.name}", *(f"option.{field.name}.{value}" for value in field.values)]
    assert [key for key in keys if not words.knows(key)] == []


def test_both_languages_have_the_same_keys_and_places() -> None:
    ru, en = (
        {str(m.id): m.string for m in i18n.read_catalogue(GAME.folder / "locale" / f"{lang}.po", lang) if m.id}
        for lang in LANGUAGES
    )
    assert set(ru) == set(en)
    places = {key: [sorted(set(i18n._PLACE.findall(str(text)))) for text in (ru[key], en[key])] for key in ru}
    assert {key: both for key, both in places.items() if both[0] != both[1]} == {}


@pytest.mark.parametrize("path", drawing.files())
def test_the_drawings_are_those_of_the_board(path: str) -> None:
    """Run ``python -m board_library.games.sesame.drawing`` after a change of the board."""
    drawn = drawing.files()[path]

    assert (GAME.folder / path).read_text(encoding="utf-8") == drawn
    assert "style=" not in drawn


def test_every_cell_lies_on_the_board_and_none_on_another() -> None:
    assert set(AT) == set(CELLS)
    assert len(set(AT.values())) == len(CELLS)
    assert all(0 < x < 1000 and 0 < y < 1000 for x, y in AT.values())
