"""The log, the memo, the context of table templates, and the page of a game that brings no template."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

from board_library.engine.core import Event, GameSpec
from board_library.games.treasure_map import GAME
from board_library.server.seen import ChatLine, ClockSeen, LogEntry, SeatSeen, Seen, ViewerSettings
from board_library.web import log, memo
from board_library.web.play import codes_of
from board_library.web.render import Renderer
from board_library.web.table import ZONES, TableContext, Tables, plain
from tests.web.seen_fixture import seen_of, started, step

TOYS = Path(__file__).parents[1] / "engine" / "toys"


def toy(name: str) -> GameSpec:
    """A game of the engine's tests, which has no template."""
    spec = importlib.util.spec_from_file_location(f"generic_{name}", TOYS / name / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: GameSpec = module.GAME
    return game


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer({GAME.slug: GAME})


@pytest.fixture(scope="module")
def tables(renderer: Renderer) -> Tables:
    return Tables(renderer)


def words_of(line: log.Line) -> list[tuple[str, Any]]:
    return [(part.field or part.kind, part.value) for part in line.parts]


def entries(*events: tuple[str, dict[str, Any]]) -> list[LogEntry]:
    return [LogEntry(number=n, event=Event(key, data)) for n, (key, data) in enumerate(events, 1)]


def test_a_line_is_text_with_chips(renderer: Renderer) -> None:
    words = renderer.translations("ru", GAME.slug)
    (line,) = log.lines(entries(("card_laid", {"seat": 1, "card": "key5", "source": "deck"})), words)
    assert words_of(line) == [("seat", 1), ("text", " берёт "), ("card", "key5")]
    assert line.seat == 1
    assert not line.deep


def test_what_is_told_seat_by_seat_names_each_seat(renderer: Renderer) -> None:
    words = renderer.translations("en", GAME.slug)
    (line,) = log.lines(entries(("characters_revealed", {"map": ["gunny_1", "gunny_3"]})), words)
    told = [part for part in words_of(line) if part[0] != "text"]
    assert told == [("seat", 0), ("map", "gunny_1"), ("seat", 1), ("map", "gunny_3")]
    assert words_of(line)[-4] == ("text", "; "), "one seat is set off from the next"


def test_the_more_special_text_wins_and_some_events_make_no_line(renderer: Renderer) -> None:
    words = renderer.translations("en", GAME.slug)
    hook = {"seat": 0, "card": "key5", "source": "hook"}
    ends = [("turn_ended", {"seat": 0, "reason": reason}) for reason in ("robbed", "bust", "nothing_to_rob")]
    found = log.lines(entries(("card_laid", hook), *ends), words)
    assert [plain(str(line.parts[0].value)) for line in found] == [
        "Hook: from the bank to the raid,",
        "Nothing to rob, the turn ends",
    ]
    assert found[0].deep


def test_a_bust_says_what_was_saved_what_was_lost_and_who_has_changed_it(renderer: Renderer) -> None:
    words = renderer.translations("ru", GAME.slug)
    data = {"seat": 0, "card": "key6", "saved": ["orb4"], "lost": ["key5", "key6"], "lost_to": "p1", "by": ["margo_2"]}
    (line,) = log.lines(entries(("bust", data)), words)
    assert [pair for pair in words_of(line) if pair[0] != "text"] == [
        ("card", "key6"), ("saved", "orb4"), ("lost", "key5"), ("lost", "key6"), ("lost_to", "p1"), ("by", "margo_2"),
    ]  # fmt: skip
    (plain_line,) = log.lines(entries(("bust", data | {"saved": [], "lost_to": "discard", "by": []})), words)
    assert {field for field, _ in words_of(plain_line)} == {"text", "card", "lost"}


def test_turns_are_counted_though_old_lines_are_left_out(renderer: Renderer) -> None:
    words = renderer.translations("en", GAME.slug)
    events = [("turn_started", {"seat": n % 2, "deck": 50 - n}) for n in range(log.LINES + 7)]
    found = log.lines(entries(*events), words)
    assert len(found) == log.LINES
    assert [found[0].turn, found[-1].turn] == [8, log.LINES + 7]


def test_a_returning_player_reads_what_was_missed(renderer: Renderer) -> None:
    words = renderer.translations("ru", GAME.slug)
    robbed = ("robbed", {"seat": 1, "cards": ["key5", "orb4"]})
    missed = entries(("turn_started", {"seat": 1, "deck": 9}), robbed, ("turn_ended", {"seat": 1, "reason": "robbed"}))
    assert log.recap(missed, words, None) == []
    (said,) = log.recap(missed, words, 2)
    assert [part.value for part in said if part.kind != "text"] == [1, "key5", "orb4"]
    assert [line.new for line in log.lines(missed, words, 2)] == [False, True]


def test_what_people_type_is_shown_as_they_typed_it(tables: Tables) -> None:
    seats = (
        SeatSeen(seat=0, kind="person", name="<b>Anna", colour=0, you=True),
        SeatSeen(seat=1, kind="person", name="{seat}</p>", colour=1, connected=False, away_until=130.0),
    )
    chat = (ChatLine(id=1, seat=None, name="<i>Eve", text="<script>alert(1)</script>", at=0.0),)
    timeline = started(2, 1)
    seen = seen_of(timeline, 0, seats=seats, chat=chat)
    html = "".join(tables.zones(seen).values())
    for raw in ("<b>Anna", "<i>Eve", "<script>", "</p></span>"):
        assert raw not in html
    assert "&lt;script&gt;" in html
    assert 'data-until="130.0"' in html


def test_clocks_travel_as_facts_that_do_not_tick(tables: Tables) -> None:
    clock = ClockSeen(decision_left=30.0, bank_left=None, running=True, at=100.0)
    seats = (
        SeatSeen(seat=0, kind="person", name="A", colour=0, clock=clock),
        SeatSeen(seat=1, kind="free", name="B", colour=1),
    )
    early, late = (tables.zones(seen_of(started(2, 1), 0, seats=seats, now=now)) for now in (100.0, 125.0))
    assert early == late
    assert 'data-seat="0" data-at="100.0" data-running data-decision="30.0"' in early["clocks"]


def test_undo_is_there_only_when_it_is_possible(tables: Tables) -> None:
    timeline = started(2, 1)
    for possible in (True, False):
        actions = tables.zones(seen_of(timeline, 0, takeback=possible))["actions"]
        assert ("data-takeback" in actions) is possible


def test_odds_are_a_setting(tables: Tables) -> None:
    choice = random.Random(5)
    timeline = started(2, 5)
    while not timeline.state.view(None)["raid"]:
        step(timeline, choice)
    for wanted in (True, False):
        seen = seen_of(timeline, 0, settings=ViewerSettings(odds=wanted))
        assert ('id="odds"' in tables.zones(seen)["centre"]) is wanted


def test_odds_are_not_told_to_one_who_knows_the_next_card(tables: Tables) -> None:
    choice = random.Random(5)
    timeline = started(2, 5)
    while not timeline.state.view(None)["raid"]:
        step(timeline, choice)
    view = timeline.state.view(0)
    look = {"kind": "orb", "card": "kraken6", "look": 1, "looks": 1}
    for known in ({"peeked": ["kraken6"]}, {"question": view["question"] | look}):
        assert 'id="odds"' not in tables.zones(seen_of(timeline, 1, view=view | known))["centre"]


def context(renderer: Renderer, *events: tuple[str, dict[str, Any]], viewer: int | None = 1) -> TableContext:
    seen: Seen = seen_of(started(4, 1), viewer, log=tuple(entries(*events)))
    return TableContext(renderer, seen)


def test_the_newest_event_counts_until_another_one(renderer: Renderer) -> None:
    bust = ("bust", {"seat": 0, "card": "key6"})
    laid = ("card_laid", {"seat": 1, "card": "orb4"})
    assert context(renderer, bust).last("bust", ["card_laid"]) == bust[1]
    assert context(renderer, bust, laid).last("bust", ["card_laid"]) is None
    assert context(renderer, laid, bust).last("bust", ["card_laid"]) == bust[1]


def test_the_thing_named_last(renderer: Renderer) -> None:
    t = context(renderer, ("bust", {"seat": 0, "lost": ["key5", "key6"]}), ("card_laid", {"seat": 1, "card": "orb4"}))
    assert t.named_last(["anchor2", "key5", "key6"]) == "key6"
    assert t.named_last(["anchor2", "chest2"]) == "chest2"


def test_opponents_sit_clockwise_from_the_viewer(renderer: Renderer) -> None:
    assert [seat.seat for seat in context(renderer).others] == [2, 3, 0]
    assert [seat.seat for seat in context(renderer, viewer=None).others] == [0, 1, 2, 3]


def test_a_memo_is_markdown_with_drawn_parts() -> None:
    found = memo.blocks("## Goal\n\nThe **top** card.\n\n[bust]\n\n<script>\n")
    assert [block.kind for block in found] == ["html", "drawn", "html"]
    assert "<h3>Goal</h3>" in found[0].text
    assert "<strong>top</strong>" in found[0].text
    assert found[1].text == "bust"
    assert "<script>" not in found[2].text


def test_a_memo_takes_numbers_from_the_data_of_its_game() -> None:
    (block,) = memo.blocks("**{cargo.win} loads** or {money.win}", {"cargo": {"win": 9}, "money": {"win": 7000}})
    assert "<strong>9 loads</strong> or 7000" in block.text
    assert "{cargo.win}" in memo.blocks("{cargo.win}")[0].text


@pytest.mark.parametrize("name", ["stake", "visit", "vote", "lanterns", "duel"])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_game_without_a_template_can_be_played(name: str, lang: str) -> None:
    spec = toy(name)
    tables = Tables(Renderer({spec.slug: spec}))
    choice = random.Random(1)
    timeline = started(min(4, spec.seats[-1]), 1, spec=spec)
    plies = 0
    while plies < 30 and (questions := timeline.state.pending()):
        decision = questions[0]
        zones = tables.zones(seen_of(timeline, decision.seat, settings=ViewerSettings(lang=lang)))
        assert list(zones) == list(ZONES)
        for move in decision.choices():
            assert f'value="{move.code}"' in zones["actions"]
        if decision.amount:
            assert f'min="{decision.amount.low}" max="{decision.amount.high}"' in zones["actions"]
            assert f'data-verb="{decision.amount.verb}"' in zones["actions"]
        step(timeline, choice)
        plies += 1
    assert plies > 0
    assert plain(tables.title(seen_of(timeline, 0)))


def test_a_typed_sum_is_a_move_without_a_script_too() -> None:
    assert codes_of({"verb": ["stake"], "amount": ["15"]}) == ["stake 15"]
    assert codes_of({"code": ["pass hand"], "amount": ["5"]}) == ["pass hand"]
    assert codes_of({"code": ["lift safe;put b1", "sum 500"]}) == ["lift safe", "put b1", "sum 500"]
    assert codes_of({"amount": ["5"]}) == []
