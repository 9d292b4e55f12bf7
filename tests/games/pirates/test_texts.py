"""What the page of Pirates says where the bare kind of a question would mislead."""

from __future__ import annotations

import pytest

from board_library.engine.situations import read_situation
from board_library.games.pirates import GAME
from board_library.server.seen import ViewerSettings
from board_library.web import i18n
from board_library.web.table import Tables, plain
from tests.web.seen_fixture import seen_of, started

CITIES = "havana P0 5r4 | s s; nassau P1 5r2 4r1 | g"
PORT = "P0 nassau 5r5 3r0 | {hold}; P1 x0y9 3r1; " + CITIES + "; at enemy_port; now spied={spied}"
FEAST = f"P0 x18y3 5r5 4r1; P1 x19y3 3r0; {CITIES}; at feast_swap; now attacker=0 defender=1 rum_a=1 stage=give"
FLIGHT = f"P0 x18y3 5r5; {CITIES}; at cape; now attacker=0 defender=1 victim=1 cause=flight"


def zones_of(tables: Tables, scene: str, viewer: int | None, lang: str = "en") -> dict[str, str]:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, scene)
    return tables.zones(seen_of(timeline, viewer, settings=ViewerSettings(lang=lang)))


@pytest.mark.parametrize(
    ("scene", "text"),
    [
        (PORT.format(hold="spy", spied=0), "storm it, or spy first"),
        (PORT.format(hold="s", spied=0), "you must storm it"),
        (PORT.format(hold="s", spied=1), "storm the city or stand off"),
        ("options spy_then_assault=false; " + PORT.format(hold="s", spied=1), "all that is left is to stand off"),
    ],
)
def test_before_a_foreign_city_only_what_is_left_is_named(tables: Tables, scene: str, text: str) -> None:
    assert text in plain(zones_of(tables, scene, 0)["status"])


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_stage_tells_of_a_flight_instead_of_an_empty_fleet(tables: Tables, viewer: int | None) -> None:
    stage = zones_of(tables, FLIGHT, viewer)["centre"].split('id="duel"')[1].split("</section>")[0]
    assert "flees, all is lost" in stage
    assert "red 0, black 0" not in stage


def test_the_host_of_a_feast_has_his_cards_before_him_and_no_stage(tables: Tables) -> None:
    shown = ['id="duel"' in zones_of(tables, FEAST, viewer)["centre"] for viewer in (0, 1, None)]
    assert shown == [False, True, True]


@pytest.mark.parametrize(("lang", "text"), [("en", "none"), ("ru", "без предела")])
def test_a_game_without_a_limit_of_rounds_says_so(tables: Tables, lang: str, text: str) -> None:
    timeline = started(2, 1, spec=GAME)
    memo = plain("".join(tables.zones(seen_of(timeline, 0, settings=ViewerSettings(lang=lang))).values()))
    assert text in memo


def test_a_line_of_the_log_ends_before_the_next_sentence_is_added() -> None:
    """More sentences are added to an event whose text says so with a plus sign."""
    for lang in i18n.LANGUAGES:
        messages = {str(m.id): str(m.string) for m in i18n.read_catalogue(GAME.folder / "locale" / f"{lang}.po", lang)}
        added = {key.split("+")[0] for key in messages if key.startswith("event.") and "+" in key}
        assert added
        texts = {key: text for key, text in messages.items() if any(f"{key}.".startswith(f"{one}.") for one in added)}
        assert [key for key, text in texts.items() if not text.endswith(".")] == []
