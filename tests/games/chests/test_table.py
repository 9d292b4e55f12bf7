"""Real games of Chests as pages: well-formed at every ply, complete in both languages, every move clickable."""

from __future__ import annotations

import random
import re

import pytest

from board_library.engine.core import Event
from board_library.engine.record import Timeline
from board_library.engine.rng import SeededRng
from board_library.engine.situations import read_situation
from board_library.engine.testing import combinations
from board_library.games.chests import GAME, ChestsOptions
from board_library.games.chests.cards import CARDS, KINDS
from board_library.games.chests.rules import Chests
from board_library.server.seen import LogEntry, Seen, ViewerSettings
from board_library.web import i18n
from board_library.web.ending import end_context
from board_library.web.table import ZONES, Tables
from tests.web.pages import LONG, Page
from tests.web.seen_fixture import NAMES, seen_of, started, step

LANGUAGES = i18n.LANGUAGES

TWICE = ("draw ", "use ")
"""Verbs with a place on the table and a button in the action bar as well (of equal bonuses one has the button)."""

SETS = [(seats, options) for seats, options in combinations(GAME) if options != ChestsOptions()]


def check_page(tables: Tables, seen: Seen, *, whole: bool = True) -> None:
    zones = tables.zones(seen)
    assert list(zones) == list(ZONES)
    for name, html in zones.items():
        assert f'id="zone-{name}"' in html[: html.index(">")], name
    page = Page("".join(html for name, html in zones.items() if name not in LONG or whole))
    legal = {move.code for move in seen.decision.moves} if seen.decision else set()
    assert set(page.codes) == legal
    for code, times in page.codes.items():
        assert times in ((1, 2) if code.startswith(TWICE) else (1,)), code
        assert f"c-{code.split(' ')[1]}" in page.ids
    title = tables.title(seen)
    assert "<" not in title
    assert "{" not in title


def check(tables: Tables, timeline: Timeline, viewer: int | None, lang: str) -> None:
    seen = seen_of(timeline, viewer, settings=ViewerSettings(lang=lang))
    check_page(tables, seen, whole=timeline.ply % 12 == 0)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_ply_is_a_whole_page_with_every_move_on_it(tables: Tables, seats: int) -> None:
    choice = random.Random(seats)
    timeline = started(seats, seats, spec=GAME)
    while step(timeline, choice):
        asked = [decision.seat for decision in timeline.state.pending()]
        for lang in LANGUAGES:
            check(tables, timeline, asked[0] if asked else None, lang)
        check(tables, timeline, choice.choice([*range(seats), None]), choice.choice(LANGUAGES))


@pytest.mark.parametrize("number", range(len(SETS)))
def test_every_variant_is_a_whole_page(tables: Tables, number: int) -> None:
    seats, options = SETS[number]
    choice = random.Random(number)
    timeline = started(seats, number, options, spec=GAME)
    check(tables, timeline, timeline.state.pending()[0].seat, "ru")
    while step(timeline, choice):
        if timeline.ply % 7 == 0 and (questions := timeline.state.pending()):
            check(tables, timeline, questions[0].seat, choice.choice(LANGUAGES))
    check(tables, timeline, None, "en")


def test_no_page_depends_on_what_its_viewer_cannot_know(tables: Tables) -> None:
    choice = random.Random(7)
    timeline = started(3, 7, spec=GAME)
    votes = 0
    while step(timeline, choice):
        votes += any(vote is not None for vote in timeline.state.votes)
        viewer = choice.choice([0, 1, 2, None])
        real = seen_of(timeline, viewer)
        world = timeline.state.determinize(viewer, SeededRng(b"w" * 32, timeline.ply))
        other = seen_of(timeline, viewer, view=world.view(viewer))
        assert tables.zones(real) == tables.zones(other)
    assert votes


QUESTIONS = {
    "turn": "P0 D SH; row T7 T4*; P2 SK M5; sprung M5; deck T1 +",
    "snatch_pick": "P0 T9 D; row T6; played SN; phase snatch_pick; deck T1 +",
    "theft_pick": "P1 T9 SH; P2 T3; played TH; phase theft_pick; deck T1 +",
    "swap_pick": "P0 T9 SH; P2 T3; played SW; phase swap_pick; deck T1 +",
    "swap_take": "P0 T9 SH; P2 T3; played SW; given T9; phase swap_take; deck T1 +",
    "gift_pick": "P0 T9 SH; played G; phase gift_pick; deck T1 +",
    "gift_to": "P0 T9 SH; played G; given SH; phase gift_to; deck T1 +",
    "end_vote": "P0 T9; proposed P0; phase end_vote; votes P2=yes; deck T1 +",
}


BEFELL = {
    "bust": {"lost_sum": 9, "cards": ["t09a"]},
    "shield_spent": {"trap": "skip"},
    **{f"trap {kind}": {"kind": kind, "count": 1} for kind in ("minus5", "skip", "snatch", "bomb")},
    "extra": {"opened": ["t09a"]},
    "jackpot": {},
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("what", BEFELL)
def test_what_befell_somebody_else_names_them_when_it_is_my_turn(tables: Tables, what: str, lang: str) -> None:
    timeline = started(4, 1, spec=GAME)
    timeline.state = read_situation(GAME, "deck T1 T5 M5 SK +")
    told = {
        seat: tables.title(
            seen_of(
                timeline,
                0,
                log=(LogEntry(number=1, event=Event(what.split(maxsplit=1)[0], {"seat": seat, **BEFELL[what]})),),
                settings=ViewerSettings(lang=lang),
            )
        )
        for seat in (0, 1)
    }

    assert NAMES[1] in told[1]
    assert NAMES[1] not in told[0]
    assert "{" not in told[0] + told[1]
    assert "news." not in told[0] + told[1]


BRASS = {
    "draw deck": ["deck T1 +", "P0 M5; sprung M5; drawn 1; deck T1 +", "row T7; drawn 1; deck T1 +"],
    "stop row": ["P0 M5; row T7; sprung M5; drawn 2; deck T1 +"],
    "vote no": [
        "proposed P1; turn P1; phase end_vote; deck T1 +",
        "P0 T9; P2 T9; proposed P1; turn P1; phase end_vote; deck T1 +",
        "P2 T9; proposed P1; turn P1; phase end_vote; deck T1 +",
    ],
    "vote yes": [
        "P0 T9; proposed P1; turn P1; phase end_vote; deck T1 +",
        "options teams=two; P0 T9; proposed P1; turn P1; phase end_vote; deck T1 +",
    ],
}


@pytest.mark.parametrize(("code", "situation"), [(code, text) for code, texts in BRASS.items() for text in texts])
def test_the_brass_button_is_the_sensible_one(tables: Tables, code: str, situation: str) -> None:
    state = read_situation(GAME, situation)
    assert isinstance(state, Chests)
    timeline = started(4, 1, state.options, spec=GAME)
    timeline.state = state
    drawn = tables.zones(seen_of(timeline, 0))["actions"]
    brass = [button for button in re.findall(r"<button[^>]*>", drawn) if re.search(r"btn--go\b", button)]

    assert [value for button in brass for value in re.findall(r'value="([^"]*)"', button)] == [code]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_kind_of_question_is_said_and_can_be_answered(tables: Tables, kind: str, lang: str) -> None:
    state = read_situation(GAME, QUESTIONS[kind])
    assert isinstance(state, Chests)
    timeline = started(4, 1, spec=GAME)
    timeline.state = state
    asked = {decision.seat for decision in state.pending()}
    titles = set()
    for viewer in (0, 1, 2, 3, None):
        seen = seen_of(timeline, viewer, settings=ViewerSettings(lang=lang))
        check_page(tables, seen)
        titles.add((viewer in asked, tables.title(seen)))
    assert {mine for mine, _ in titles} == {True, False}
    assert {title for mine, title in titles if mine}.isdisjoint({title for mine, title in titles if not mine})
    assert kind in GAME.decisions


@pytest.mark.parametrize("lang", LANGUAGES)
def test_with_an_empty_row_nothing_is_said_to_burn(tables: Tables, lang: str) -> None:
    """After a first trap that took or found nothing the second costs no points: no "−0" anywhere."""
    timeline = started(4, 1, spec=GAME)
    timeline.state = read_situation(GAME, "P0 M5; sprung M5; drawn 1; deck T1 +")
    seen = seen_of(timeline, 0, settings=ViewerSettings(lang=lang))
    zones = tables.zones(seen, ("status", "centre", "actions"))

    words = tables.renderer.translations(lang, GAME.slug)
    for zone, key in (("status", "ask.turn.risk.none.mine"), ("centre", "row.warn.second.none")):
        assert words.text(key) in zones[zone]
    assert words.text("do.draw.risk.none") in zones["actions"]
    assert "−0" not in "".join(zones.values())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("options", "told"),
    [
        (ChestsOptions(), ("end",)),
        (ChestsOptions(agreed_end=False), ()),
        (ChestsOptions(teams="two", rounds=3, double_mode="auto"), ("end", "teams", "rounds", "auto")),
    ],
)
def test_the_memo_tells_what_the_options_add(
    tables: Tables, options: ChestsOptions, told: tuple[str, ...], lang: str
) -> None:
    seen = seen_of(started(4, 1, spec=GAME, options=options), 0, settings=ViewerSettings(lang=lang))
    memo = tables.zones(seen, ("memo",))["memo"]
    words = tables.renderer.translations(lang, GAME.slug)

    for line in ("end", "teams", "rounds", "auto"):
        assert (words.text(f"memo.also.{line}", n=options.rounds) in memo) == (line in told)


@pytest.mark.parametrize(("lang", "said"), [("ru", "Победила команда {n}: {names}"), ("en", "Team {n} wins: {names}")])
def test_the_results_name_the_team_that_has_won(tables: Tables, lang: str, said: str) -> None:
    choice = random.Random(5)
    timeline = started(4, 5, ChestsOptions(teams="two"), GAME)
    while step(timeline, choice):
        pass
    seen = seen_of(timeline, 0, settings=ViewerSettings(lang=lang))
    best = [score.seat for score in seen.scores if score.rank == 1]

    headline = end_context(tables.renderer, seen, timeline, None)["headline"]

    assert best in ([0, 2], [1, 3])
    assert headline == said.format(n=1 + best[0], names=", ".join(seen.seats[seat].name for seat in best))


def test_cards_before_another_seat_are_counted_for_phones(tables: Tables) -> None:
    timeline = started(4, 1, spec=GAME)
    timeline.state = read_situation(GAME, "P1 T1 T2 T3 SH M5 M5; deck T4 +")

    drawn = tables.zones(seen_of(timeline, 0), ("opponents",))["opponents"]

    counted = [part.split("</p>", 1)[0] for part in drawn.split('class="counted"')[1:]]
    assert [re.findall(r"<b>(\d+)</b>", part) for part in counted] == [["3", "2"], [], []]
    assert "#shield" in counted[0]


def test_the_stop_button_names_the_sum_at_risk_and_the_frame_what_a_second_trap_costs(tables: Tables) -> None:
    timeline = started(4, 1, spec=GAME)
    timeline.state = read_situation(GAME, QUESTIONS["turn"])
    zones = tables.zones(seen_of(timeline, 0, settings=ViewerSettings(lang="en")), ("actions", "centre"))

    assert "save +15" in zones["actions"]
    assert "btn--stop" in zones["actions"]
    assert "A second trap burns the row: −15" in zones["centre"]
    assert 'class="risk risk--hot' in zones["centre"]


def test_a_bust_stays_in_sight_until_the_next_card(tables: Tables) -> None:
    seen_bust = 0
    for seed in range(8):
        choice = random.Random(seed)
        timeline = started(2, seed, spec=GAME)
        while step(timeline, choice):
            keys = [event.key for event in (timeline.line[-1].events if timeline.line else ())]
            if "bust" in keys and timeline.state.pending():
                centre = tables.zones(seen_of(timeline, None), ("centre",))["centre"]
                assert 'id="burnt"' in centre
                seen_bust += 1
            elif "draw" in keys:
                assert 'id="burnt"' not in tables.zones(seen_of(timeline, None), ("centre",))["centre"]
    assert seen_bust


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_of_the_game_has_a_name(tables: Tables, lang: str) -> None:
    words = tables.renderer.translations(lang, GAME.slug)
    keys = [f"thing.{kind}{part}" for kind in KINDS for part in ("", ".text")]
    keys += [f"card.{name}" for name in CARDS]
    keys += [f"event.{key}" for key in (*GAME.events, "took_back")]
    keys += [f"{part}.{kind}{rest}" for kind in GAME.decisions for part, rest in
             (("decision", ""), ("ask", ".mine"), ("ask", ".other"))]  # fmt: skip
    keys += [f"score.{part}" for part in ("treasure", "jackpot", "minus5", "bomb", "partners")]
    for field in GAME.options.fields():
        keys += [f"option.{field.name}", *(f"option.{field.name}.{value}" for value in field.values)]
    assert [key for key in keys if not words.knows(key)] == []


EVENTS = (
    Event("trap", {"seat": 0, "kind": "skip", "count": 2}),
    Event("end_vote", {"seat": 1, "yes": True}),
    Event("end_vote", {"seat": 1, "yes": False}),
    Event("action", {"seat": 0, "kind": "swap", "saved_sum": 12}),
    Event("swap", {"seat": 0, "target": 1, "card_a": "t01a", "card_b": "double_1"}),
    Event("round_end", {"scores": [3, -5], "reason": "agreed"}),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_of_the_log_name_seats_and_cards_by_chips(tables: Tables, lang: str) -> None:
    entries = tuple(LogEntry(number=n, event=event) for n, event in enumerate(EVENTS, 1))
    seen = seen_of(started(2, 1, spec=GAME), 0, log=entries, settings=ViewerSettings(lang=lang))
    html = tables.zones(seen, ("log",))["log"]
    lines = html.split('id="log-')[2:]

    assert len(lines) == len(EVENTS)
    assert lines[1].split(">", 1)[1] != lines[2].split(">", 1)[1]
    assert "12" in lines[3]
    assert 'data-card="t01a"' in lines[4]
    assert 'data-card="double_1"' in lines[4]
    assert "Марина" in lines[4]
    assert "−5" in lines[5]
    assert "Марина" in lines[5]


def test_both_languages_have_the_same_keys() -> None:
    sides = [
        sorted(str(m.id) for m in i18n.read_catalogue(GAME.folder / "locale" / f"{lang}.po", lang) if m.id)
        for lang in LANGUAGES
    ]
    assert sides[0] == sides[1]


def test_every_card_can_be_read_large(tables: Tables) -> None:
    about = tables.page(seen_of(started(2, 1, spec=GAME), 0))["about"]
    for kind in KINDS:
        assert f'<template data-about="{kind}">' in about


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_memo_shows_the_cards_in_the_game_and_what_is_left(tables: Tables, lang: str) -> None:
    words = tables.renderer.translations(lang, GAME.slug)
    for options in (ChestsOptions(), ChestsOptions(bomb=True, jackpot=True, extra_chests=False)):
        seen = seen_of(started(2, 1, options, spec=GAME), 0, settings=ViewerSettings(lang=lang))
        memo = tables.zones(seen, ("memo",))["memo"]
        for kind, there in (("bomb", options.bomb), ("jackpot", options.jackpot), ("extra", options.extra_chests)):
            assert (str(words(f"thing.{kind}.text")) in memo) == there
        assert "[" not in memo
        assert 'class="left"' in memo
