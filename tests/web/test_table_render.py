"""Real games of Treasure Map as pages: well-formed at every ply, complete in both languages, every move clickable."""

from __future__ import annotations

import random

import pytest

from board_library.engine.record import Timeline
from board_library.engine.rng import SeededRng
from board_library.games.treasure_map import GAME
from board_library.games.treasure_map.cards import CARDS, SUITS
from board_library.games.treasure_map.characters import CHARACTERS
from board_library.server.seen import ViewerSettings
from board_library.web import i18n
from board_library.web.table import ZONES, Tables
from tests.web.pages import LONG, Page
from tests.web.seen_fixture import NAMES, seen_of, started, step

LANGUAGES = i18n.LANGUAGES
TWICE = {"draw deck", "roll die", "orb lay"}
"""Codes that have a place on the table and a button in the action bar as well."""


def check_page(tables: Tables, timeline: Timeline, viewer: int | None, lang: str) -> None:
    seen = seen_of(timeline, viewer, settings=ViewerSettings(lang=lang))
    zones = tables.zones(seen)
    assert list(zones) == list(ZONES)
    for name, html in zones.items():
        assert f'id="zone-{name}"' in html[: html.index(">")], name
    page = Page("".join(html for name, html in zones.items() if name not in LONG or timeline.ply % 16 == 0))
    legal = {move.code for move in seen.decision.moves} if seen.decision else set()
    assert set(page.codes) == legal
    for code, times in page.codes.items():
        assert times == (2 if code in TWICE else 1), code
        assert f"c-{code.split(' ')[1]}" in page.ids
    assert "<" not in tables.title(seen)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_ply_is_a_whole_page_with_every_move_on_it(tables: Tables, seats: int) -> None:
    choice = random.Random(seats)
    timeline = started(seats, seats)
    while step(timeline, choice):
        asked = [decision.seat for decision in timeline.state.pending()]
        for lang in LANGUAGES:
            check_page(tables, timeline, asked[0] if asked else None, lang)
        check_page(tables, timeline, choice.choice([*range(seats), None]), choice.choice(LANGUAGES))


@pytest.mark.parametrize("number", range(len(GAME.variants)))
def test_every_variant_is_a_whole_page(tables: Tables, number: int) -> None:
    choice = random.Random(number)
    timeline = started(4, number, GAME.variants[number])
    check_page(tables, timeline, timeline.state.pending()[0].seat, "ru")
    while step(timeline, choice):
        if timeline.ply % 3 == 0 and (questions := timeline.state.pending()):
            check_page(tables, timeline, questions[0].seat, choice.choice(LANGUAGES))
    check_page(tables, timeline, None, "en")


def test_no_page_depends_on_what_its_viewer_cannot_know(tables: Tables) -> None:
    choice = random.Random(7)
    timeline = started(3, 7)
    while step(timeline, choice):
        if timeline.ply % 2:
            continue
        viewer = choice.choice([0, 1, 2, None])
        real = seen_of(timeline, viewer)
        world = timeline.state.determinize(viewer, SeededRng(b"w" * 32, timeline.ply))
        other = seen_of(timeline, viewer, view=world.view(viewer))
        assert tables.zones(real) == tables.zones(other)


def test_a_page_with_a_returned_card_shows_it_to_nobody_else(tables: Tables) -> None:
    """TM-83: only who returned a card with the orb still sees it."""
    for seed in range(400):
        choice = random.Random(seed)
        timeline = started(2, seed)
        while step(timeline, choice):
            for viewer in (0, 1):
                peeked = timeline.state.view(viewer)["peeked"]
                if peeked and timeline.state.pending():
                    own = tables.zones(seen_of(timeline, viewer))["centre"]
                    theirs = tables.zones(seen_of(timeline, 1 - viewer))["centre"]
                    assert "pile__seen" in own
                    assert "pile__seen" not in theirs
                    return
    pytest.fail("no orb returned a card in 400 games")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_of_the_game_has_a_name(tables: Tables, lang: str) -> None:
    words = tables.renderer.translations(lang, GAME.slug)
    keys = [f"suit.{suit}{part}" for suit in SUITS for part in ("", ".text", ".short")]
    keys += [f"character.{name}{part}" for name in CHARACTERS for part in ("", ".text", ".short")]
    keys += [f"event.{key}" for key in GAME.events]
    keys += [f"{part}.{kind}{rest}" for kind in GAME.decisions for part, rest in
             (("decision", ""), ("ask", ".mine"), ("ask", ".other"))]  # fmt: skip
    keys += [f"score.{part}" for part in (*SUITS, "laveworld_2", "penalty")]
    for field in GAME.options.fields():
        keys += [f"option.{field.name}", *(f"option.{field.name}.{value}" for value in field.values)]
    assert [key for key in keys if not words.knows(key)] == []
    assert {words.text(f"character.{name}.text") for name in CHARACTERS} != {words.text("game.title")}


def test_both_languages_have_the_same_keys() -> None:
    folders = [GAME.folder / "locale", i18n.LOCALE]
    names = [("ru.po", "en.po"), ("ru/LC_MESSAGES/table.po", "en/LC_MESSAGES/table.po")]
    for folder, (ru, en) in zip(folders, names, strict=True):
        keys = [sorted(str(m.id) for m in i18n.read_catalogue(folder / name, name[:2]) if m.id) for name in (ru, en)]
        plural = [[key.split("'")[1] if key.startswith("(") else key for key in side] for side in keys]
        assert plural[0] == plural[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_memo_holds_all_characters_and_those_in_play_first(tables: Tables, lang: str) -> None:
    choice = random.Random(3)
    timeline = started(2, 3)
    while timeline.state.view(None)["phase"] != "turn":
        step(timeline, choice)
    seen = seen_of(timeline, 0, settings=ViewerSettings(lang=lang))
    memo = tables.zones(seen)["memo"]
    words = tables.renderer.translations(lang, GAME.slug)
    for name in CHARACTERS:
        assert str(words(f"character.{name}.text")) in memo
    in_play = seen.view["seats"][0]["character"]
    assert memo.count(str(words(f"character.{in_play}.text"))) == 2
    assert "[here]" not in memo


def test_every_card_can_be_read_large(tables: Tables) -> None:
    about = tables.page(seen_of(started(2, 1), 0))["about"]
    for name in (*SUITS, *CHARACTERS):
        assert f'<template data-about="{name}">' in about
    assert len(CARDS) == 60


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bust_says_whose_it_was_when_it_is_anothers_turn(tables: Tables, lang: str) -> None:
    timeline, choice = started(3, 3), random.Random(3)
    while timeline.events()[-1][1].key != "turn_started" or "bust" not in [e.key for _, e in timeline.events()[-4:]]:
        assert step(timeline, choice)
    fallen = next(event.data for _, event in reversed(timeline.events()) if event.key == "bust")
    (asked,) = [decision.seat for decision in timeline.state.pending()]

    assert asked != fallen["seat"]
    for viewer in (asked, fallen["seat"], None):
        said = tables.title(seen_of(timeline, viewer, settings=ViewerSettings(lang=lang)))
        assert NAMES[fallen["seat"]] in said


def test_a_bust_stays_in_sight_until_the_next_card(tables: Tables) -> None:
    choice = random.Random(11)
    timeline = started(2, 11)
    seen_bust = False
    while decision := step(timeline, choice):
        last = [event.key for _, event in timeline.events()]
        zones = tables.zones(seen_of(timeline, 1 - decision.seat), ("centre", "status"))
        fallen = "bust" in last[-4:] and timeline.state.pending()
        assert ('id="raid-bust"' in zones["centre"]) == bool(fallen and last[-1] == "turn_started")
        seen_bust = seen_bust or bool(fallen)
    assert seen_bust
