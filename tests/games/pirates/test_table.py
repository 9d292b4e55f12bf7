"""Real games of Pirates as pages: well-formed, complete in both languages, every move clickable; drawings as data."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter

import pytest

from board_library.engine.record import Timeline
from board_library.engine.situations import read_situation
from board_library.games.pirates import GAME, drawing
from board_library.games.pirates.board import BAYS, CELL, CITIES, DIST, NAMES, XY
from board_library.games.pirates.cards import CARGO
from board_library.server.seen import ViewerSettings
from board_library.web import i18n
from board_library.web.course import said
from board_library.web.table import ZONES, Tables, plain
from tests.web.pages import Page
from tests.web.seen_fixture import seen_of, started, step

LANGUAGES = i18n.LANGUAGES


def check_page(tables: Tables, timeline: Timeline, viewer: int | None, lang: str) -> None:
    """The page of a viewer holds each of the moves offered exactly once, and nothing else."""
    seen = seen_of(timeline, viewer, settings=ViewerSettings(lang=lang))
    zones = tables.zones(seen)
    assert list(zones) == list(ZONES)
    page = Page("".join(zones.values()))
    offered = {move.code for move in seen.decision.choices()} if seen.decision else set()
    assert page.codes == dict.fromkeys(offered, 1)
    assert "<" not in tables.title(seen)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_question_is_a_whole_page_with_every_move_on_it(tables: Tables, seats: int) -> None:
    choice = random.Random(seats)
    timeline = started(seats, seats, spec=GAME)
    kinds: Counter[str] = Counter()
    while timeline.ply < 500 and (decision := step(timeline, choice)):
        asked = timeline.state.pending()
        kinds[decision.kind] += 1
        if asked and (kinds[asked[0].kind] < 3 or timeline.ply % 29 == 0):
            check_page(tables, timeline, asked[0].seat, choice.choice(LANGUAGES))
            check_page(tables, timeline, choice.choice([*range(seats), None]), choice.choice(LANGUAGES))
    assert {"choose_city", "sail", "port_ops"} <= set(kinds)


CITIES_OF_TWO = "havana P0 5r4 | s s; nassau P1 5r2 4r1 | g"
FIGHT = "now attacker=0 defender=1"
WON = "won 3r0 4r4; loot s rum"
NOTES = "note P0 nassau.ships 1 spy 0 4r1 5r2; note P0 nassau.store 1 spy 2 g; note P0 p1.ships 1 battle 0 3r1"
REFUGES = "havana P0; nassau P1; campeche P1"

SCENES = {
    "sail": f"P0 x18y3 5r5 5r4 5r3 | s g; P1 x20y3 3r0; {CITIES_OF_TWO}",
    "locked": f"P0 bay_w 5r5 5r4 5r3 | | lock; P1 bay_w 3r0; {CITIES_OF_TWO}",
    "port": f"P0 havana 5r5 5r3 | s g; {CITIES_OF_TWO}",
    "claim": "P0 havana 5r5; havana P0 4r1 | 7s rum",
    "enemy port": f"P0 nassau 5r5 3r0 | spy spy; P1 x0y9 3r1; {CITIES_OF_TWO}; at enemy_port",
    "after a spy": f"P0 nassau 5r5 | ; P1 x0y9 3r1; {CITIES_OF_TWO}; at enemy_port; now spied=1; {NOTES}",
    "spy look": f"P0 nassau 5r5; P1 x0y9 3r1; {CITIES_OF_TWO}; at spy_look",
    "attack": f"P0 x18y3 5r5; P1 x19y3 3r0 | g; {CITIES_OF_TWO}; at attack",
    "answer": f"P0 x18y3 5r5; P1 x19y3 3r0 4r1 | g; {CITIES_OF_TWO}; at answer; asked P1; {FIGHT}",
    "cape answer": f"P0 x18y3 5r5; P1 x19y3 3r0; {CITIES_OF_TWO}; at answer; asked P1; {FIGHT}",
    "refuge": f"P0 x18y3 5r5; P1 x19y3 3r0; {REFUGES}; at refuge; asked P1; {FIGHT} swapped=4",
    "rum": f"P0 x18y3 5r5 4r4 | rum rum; P1 x19y3 3r0 | g; {CITIES_OF_TWO}; at rum_add; {FIGHT}",
    "feast": f"P0 x18y3 5r5; P1 x19y3 3r0 4r1; {CITIES_OF_TWO}; at feast_swap; {FIGHT} rum_a=1 stage=take",
    "feast give": f"P0 x18y3 5r5 4r1; P1 x19y3 3r0; {CITIES_OF_TWO}; at feast_swap; {FIGHT} rum_a=1 stage=give",
    "city feast": f"P0 nassau 5r5 | s; P1 x0y9 3r0; {CITIES_OF_TWO}; at feast_draw; {FIGHT} city=1 rum_a=1 stage=ship",
    "city feast give": f"P0 nassau 5r5 4r1 | s g; {CITIES_OF_TWO}; at feast_draw; {FIGHT} city=1 stage=give_cargo",
    "spoils": f"P0 x18y3 5r5 | s; {CITIES_OF_TWO}; at spoils; {FIGHT} victim=1; {WON}; picked keep_won:2",
    "spoils at home": f"P0 havana 5r5 | s; havana P0; nassau P1; at spoils; now attacker=1 defender=0 victim=1; {WON}",
    "cape": f"P0 x18y3 5r5; {CITIES_OF_TWO}; at cape; {FIGHT} victim=1 cause=battle",
    "press siege": f"P0 nassau 5r5; {CITIES_OF_TWO}; at press_siege; {FIGHT} city=1 assault=1",
    "tavern": f"P0 bay_w 5r5 3r0 | s; {CITIES_OF_TWO}; at tavern",
    "grotto": f"P0 bay_w 5r5 3r0 | s g; {CITIES_OF_TWO}; at grotto",
    "recruit": f"P0 cape_n | | recruiting; {CITIES_OF_TWO}",
    "recruit draw": f"P0 cape_n 5r5 4r4 | | recruiting; {CITIES_OF_TWO}; at recruit; now stage=draw",
    "rescue": f"P0 cape_n | | recruiting; {CITIES_OF_TWO}; at rescue; now stage=ship; tavern -",
    "rescue draw": f"P0 cape_n 3r3 | | recruiting; {CITIES_OF_TWO}; at rescue; now stage=draw; tavern -",
    "voyage": f"P0 nassau 3r3 | | singing; {CITIES_OF_TWO}",
    "hangover": f"turn P1; P0 nassau 3r3 | | hangover; P1 x0y9 3r0; {CITIES_OF_TWO}",
    "over": "P0 havana 5r5; havana P0 | 7s; nassau P1; over claim; now winner=0 claim=0",
    "rounds": "P0 havana 5r5; havana P0 | 4s; nassau P1 | g; over rounds",
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_is_drawn(tables: Tables, scene: str, lang: str) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, SCENES[scene])
    for viewer in (0, 1, None):
        check_page(tables, timeline, viewer, lang)


def test_every_kind_of_question_has_its_scene() -> None:
    asked = {read_situation(GAME, text).pending()[0].kind for text in SCENES.values() if "over" not in text}
    assert asked | {"choose_city"} == set(GAME.decisions)


def test_lit_squares_are_named_by_bearing_and_distance(tables: Tables) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, SCENES["sail"])
    labels: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        centre = tables.zones(seen_of(timeline, 0, settings=ViewerSettings(lang=lang)))["centre"]
        labels[lang] = re.findall(
            r'value="go x\d+y\d+" id="\S+" data-x="\d+" data-y="\d+" aria-label="([^"]*)"', centre
        )
        assert 'value="go x18y2" id="c-x18y2" data-x="18" data-y="2"' in centre
        assert 'value="go x20y3"' not in centre

    assert {"1 north, steps: 1", "3 west, 1 north, steps: 3", "Nassau, north-west, steps: 1"} <= set(labels["en"])
    assert {"1 на север, шагов: 1", "3 на запад, 1 на север, шагов: 3"} <= set(labels["ru"])
    assert all(len(set(one)) == len(one) > 100 for one in labels.values()), "no two squares sound alike"


SAID = {
    "x17y2": ("Nassau", "Нассау"),
    "x13y12": ("west bay", "западная бухта"),
    "x18y7": ("the North Gate", "Северные ворота"),
    "x18y3": ("1 square south-east of Nassau", "1 клетка на юго-восток от Нассау"),
    "x12y12": ("1 square west of the west bay", "1 клетка на запад от западной бухты"),
    "x4y1": ("2 squares east of Havana", "2 клетки на восток от Гаваны"),
    "x2y9": ("3 squares north of Campeche", "3 клетки на север от Кампече"),
    "x9y0": ("7 squares east of Havana", "7 клеток на восток от Гаваны"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_open_sea_is_named_by_the_nearest_landmark(tables: Tables, lang: str) -> None:
    number = ("en", "ru").index(lang)
    timeline = started(2, 1, spec=GAME)
    for cell, names in SAID.items():
        timeline.state = read_situation(GAME, f"P0 {cell} 5r5 5r4 5r3; P1 x33y20 3r0; havana P0; nassau P1; at sail")
        zones = tables.zones(seen_of(timeline, 1, settings=ViewerSettings(lang=lang)))
        assert f" {names[number]}, " in zones["centre"].split('id="fleet-0"')[1].split(">")[0], cell
    move = next(move for move in timeline.state.pending()[0].moves if move.code == "go x9y3")
    timeline.commit(timeline.try_move(0, move.code))
    line = plain(tables.zones(seen_of(timeline, 1, settings=ViewerSettings(lang=lang)))["log"])
    there = ("7 squares east of Havana", "7 клеток на восток от Гаваны")[number]
    assert f"{SAID['x9y0'][number]} → {there}" in line


def test_every_cell_is_named_by_its_nearest_landmark() -> None:
    near = tomllib.loads((GAME.folder / "data.toml").read_text(encoding="utf-8"))["near"]
    named = {cell: XY[CELL[cell]] for cell, (_, _, n) in near.items() if n == 0}
    assert len(named) == 14
    assert set(near) == set(NAMES)
    at = {near[cell][0]: place for cell, place in named.items()}
    for cell, (landmark, wind, n) in near.items():
        x, y = XY[CELL[cell]]
        dx, dy = x - at[landmark][0], y - at[landmark][1]
        assert n == max(abs(dx), abs(dy)) == min(max(abs(x - a), abs(y - b)) for a, b in at.values())
        if n:
            assert ("s" in wind) == (dy > 0 and 2.415 * dy > abs(dx)), cell
            assert ("w" in wind) == (dx < 0 and -2.415 * dx > abs(dy)), cell
            assert ("n" in wind) == (dy < 0 and -2.415 * dy > abs(dx)), cell
            assert ("e" in wind) == (dx > 0 and 2.415 * dx > abs(dy)), cell


def test_notes_are_there_for_their_own_seat_alone(tables: Tables) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, SCENES["after a spy"])
    mine, other = (
        "".join(tables.zones(seen_of(timeline, seat, settings=ViewerSettings(lang="en"))).values()) for seat in (0, 1)
    )
    assert "may be stale since round 2" in mine
    assert "may be stale" not in other


def test_cards_of_a_fight_turn_face_up_for_its_two_captains_alone(tables: Tables) -> None:
    timeline = started(3, 1, spec=GAME)
    timeline.state = read_situation(
        GAME,
        "seats 3; P0 x18y3 5r4; P1 x19y3 3r1; P2 x0y9 4r2; havana P0; nassau P1; san_juan P2; "
        "at answer; asked P1; now attacker=0 defender=1",
    )

    def stage(viewer: int | None) -> tuple[int, int]:
        """Faces and backs that a viewer sees of the fight."""
        centre = tables.zones(seen_of(timeline, viewer, settings=ViewerSettings(lang="en")))["centre"]
        duel = centre[centre.index('id="duel"') : centre.index("</section>")]
        return duel.count("is-turned"), duel.count("duel__card--back")

    assert [stage(viewer) for viewer in (0, 1, 2, None)] == [(1, 1), (1, 1), (0, 2), (0, 2)]
    timeline.commit(timeline.try_move(1, "accept battle"))
    assert [stage(viewer) for viewer in (0, 1, 2, None)] == [(2, 0), (2, 0), (0, 0), (0, 0)]


def test_what_a_spy_has_seen_lies_before_the_one_who_sent_it(tables: Tables) -> None:
    timeline = started(3, 1, spec=GAME)
    timeline.state = read_situation(
        GAME,
        "seats 3; P0 x18y3 5r5 4r0 | spy spy; P1 x0y9 3r0; P2 x0y8 4r2; havana P0; nassau P1 4r3 | g; san_juan P2",
    )

    def chooser(viewer: int | None) -> str:
        return tables.zones(seen_of(timeline, viewer, settings=ViewerSettings(lang="en")))["chooser"]

    for code in ("go x17y2", "spy 2"):
        assert "card-seen" not in chooser(0)
        timeline.commit(timeline.try_move(0, code))
    shown = chooser(0)
    assert "ship of 4: red 3, black 1" in shown
    assert "pcard--gold" in shown
    assert all("card-seen" not in chooser(viewer) for viewer in (1, 2, None))


def test_water_in_reach_of_two_turns_is_shaded(tables: Tables) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, "P0 x5y2 3r0; P1 x33y23 3r0; havana P0; maracaibo P1")
    later = timeline.state.view(0)["later"]
    steps = {DIST[CELL["x5y2"]][CELL[f"x{x + k}y{y}"]] for y, x, n in later for k in range(n)}

    assert steps == {4, 5, 6}
    assert "sea__later" in tables.zones(seen_of(timeline, 0, settings=ViewerSettings(lang="en")))["centre"]
    assert timeline.state.view(1)["later"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_of_the_game_has_a_name(tables: Tables, lang: str) -> None:
    words = tables.renderer.translations(lang, GAME.slug)
    keys = [f"thing.{name}" for name in CARGO] + [f"city.{name}" for name in CITIES]
    keys += [f"event.{key}" for key in GAME.events]
    keys += [f"decision.{kind}" for kind in GAME.decisions]
    keys += [f"ask.{kind}.{whose}" for kind in GAME.decisions for whose in ("mine", "other")]
    for field in GAME.options.fields():
        keys += [f"option.{field.name}", *(f"option.{field.name}.{value}" for value in field.values)]
    assert [key for key in keys if not words.knows(key)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_can_be_told_without_its_code(tables: Tables, lang: str) -> None:
    """As the end page does with the moves that turned a game."""
    words = tables.renderer.translations(lang, GAME.slug)
    timeline = started(2, 1, spec=GAME)
    told: dict[str, str] = {}
    for scene in SCENES.values():
        timeline.state = read_situation(GAME, scene)
        for decision in timeline.state.pending():
            seen = seen_of(timeline, decision.seat, settings=ViewerSettings(lang=lang))
            told |= {move.code: said(move.code, seen, words) for move in decision.choices()}
    assert {code for code, text in told.items() if text == code or "{" in text} == set()
    assert len({code.partition(" ")[0] for code in told}) > 25


def test_both_languages_have_the_same_keys_and_places() -> None:
    ru, en = (
        {str(m.id): m.string for m in i18n.read_catalogue(GAME.folder / "locale" / f"{lang}.po", lang) if m.id}
        for lang in LANGUAGES
    )
    assert set(ru) == set(en)
    places = {key: [sorted(set(i18n._PLACE.findall(str(text)))) for text in (ru[key], en[key])] for key in ru}
    assert {key: both for key, both in places.items() if both[0] != both[1]} == {}


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return drawing.files()


def test_the_drawings_are_those_of_the_board(drawn: dict[str, str]) -> None:
    """Run ``python -m board_library.games.pirates.drawing`` after a change of the board."""
    for path, content in drawn.items():
        assert (GAME.folder / path).read_text(encoding="utf-8") == content, path
        assert "style=" not in content


def test_every_cell_and_plate_has_its_place(drawn: dict[str, str]) -> None:
    placed = {line.split(" ")[0] for line in drawn["chart.css"].splitlines()}
    assert {f".cx{x}" for x, _ in XY} | {f".cy{y}" for _, y in XY} <= placed
    assert {f".plate-{letter}" for letter in "abcdefgh"} <= placed
    assert len(NAMES) == 660
    assert [XY[bay] for bay in BAYS] == [(13, 12), (22, 12)]
