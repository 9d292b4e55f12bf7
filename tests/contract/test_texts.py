"""Every game that is found says all its things in both languages: nothing on any page is put together from a key."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import pytest

from board_library.engine.core import Event, GameSpec
from board_library.engine.record import Record, Timeline, new_record, replay
from board_library.engine.testing import combinations
from board_library.engine.testing.copies import viewers
from board_library.games import all_games
from board_library.server.clock import ClockOptions
from board_library.server.facts import SeatFacts, TableFacts
from board_library.server.look import Around, game_of, see
from board_library.server.seen import LogEntry, Seen, ViewerSettings
from board_library.web import i18n, log
from board_library.web.ending import end_context
from board_library.web.i18n import LANGUAGES, Translator
from board_library.web.render import Renderer
from board_library.web.table import Tables

SPECS = list(all_games().values())
BOTH = pytest.mark.parametrize("lang", LANGUAGES)
EACH = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.slug)

TOOK_BACK = "took_back"
"""The event that the timeline adds to those of every game."""

PLIES = 300
"""Longer random games are left there."""

_NUMBERED = re.compile(r"[:_]?\d+[a-z]?$")
_PLACE = re.compile(r"\{(\w+)\}")

Knows = Callable[[str], bool]


@cache
def renderer() -> Renderer:
    return Renderer(all_games())


@cache
def tables() -> Tables:
    return Tables(renderer())


def words_of(spec: GameSpec, lang: str) -> Translator:
    return renderer().translations(lang, spec.slug)


# ---- what a game names in its spec


def wanted(spec: GameSpec) -> Iterator[str]:
    """The keys that every catalogue of a game has to hold."""
    yield from ("game.title", "game.text")
    yield from (f"event.{key}" for key in (*spec.events, TOOK_BACK))
    yield from (f"decision.{kind}" for kind in spec.decisions)
    for field in spec.options.fields():
        yield f"option.{field.name}"
        yield from (f"option.{field.name}.{value}" for value in field.values)


def missing(spec: GameSpec, knows: Knows) -> list[str]:
    """The keys that a catalogue lacks."""
    return [key for key in wanted(spec) if not knows(key)]


@EACH
@BOTH
def test_events_decisions_and_options_have_texts(spec: GameSpec, lang: str) -> None:
    assert missing(spec, words_of(spec, lang).knows) == []


@EACH
def test_a_missing_text_is_found(spec: GameSpec) -> None:
    knows = words_of(spec, "ru").knows
    for key in set(wanted(spec)):
        assert missing(spec, lambda asked, key=key: asked != key and knows(asked)) == [key]


# ---- the fields of events


def unknown_places(spec: GameSpec, catalogue: Any) -> list[str]:
    """Texts of events that have a place for a field that the event does not have."""
    wrong = []
    for message in catalogue:
        key = message.id if isinstance(message.id, str) else message.id[0]
        event = re.match(r"(?:event|recap)\.(\w+)", key)
        if event is not None:
            fields = ("seat",) if event[1] == TOOK_BACK else spec.events.get(event[1], ())
            texts = message.string if isinstance(message.string, tuple) else (message.string,)
            wrong += [f"{key}: {place}" for text in texts for place in _PLACE.findall(text) if place not in fields]
    return wrong


@EACH
@BOTH
def test_lines_of_the_log_have_places_for_fields_of_their_events_alone(spec: GameSpec, lang: str) -> None:
    catalogue = i18n.game_catalogue(spec, lang)
    assert unknown_places(spec, catalogue) == []


def test_a_place_for_no_field_is_found() -> None:
    spec = SPECS[0]
    catalogue = i18n.game_catalogue(spec, "en")
    key = next(iter(spec.events))
    catalogue.add(f"event.{key}.special", "{seat} does {nothing}")
    assert f"event.{key}.special: nothing" in unknown_places(spec, catalogue)


# ---- things


def nameless(spec: GameSpec, names: set[str]) -> list[str]:
    """The things of a new game, for any number of seats and options, that no key of a catalogue ends with."""
    found: set[str] = set()
    for seats, options in combinations(spec):
        found.update(Timeline(spec, new_record(spec, options, seats, bytes(32))).state.components())
    return sorted(one for one in found if one[0].isalpha() and not {one, _NUMBERED.sub("", one)} & names)


def names_in(spec: GameSpec, lang: str) -> set[str]:
    """The last words of all keys of a game's catalogue."""
    keys = [message.id if isinstance(message.id, str) else message.id[0] for message in i18n.game_catalogue(spec, lang)]
    return {key.rpartition(".")[2] for key in keys}


@EACH
@BOTH
def test_every_thing_has_a_name(spec: GameSpec, lang: str) -> None:
    assert nameless(spec, names_in(spec, lang)) == []


@EACH
def test_a_thing_without_a_name_is_found(spec: GameSpec) -> None:
    thing = nameless(spec, set())[0]
    names = names_in(spec, "ru") - {thing, _NUMBERED.sub("", thing)}
    assert thing in nameless(spec, names)


# ---- whole games, drawn


def games_of(spec: GameSpec) -> Iterator[Timeline]:
    """The kept records of a game and, for each of its combinations, one at random."""
    for path in sorted(spec.folder.glob("transcripts/*.json")):
        yield replay(spec, Record.from_json(path.read_text(encoding="utf-8")))
    for number, (seats, options) in enumerate(combinations(spec)):
        dice = random.Random(f"texts {spec.slug} {number}")
        timeline = Timeline(spec, new_record(spec, options, seats, number.to_bytes(32, "big")))
        for _ in range(PLIES):
            if timeline.over:
                break
            question = dice.choice(timeline.state.pending())
            timeline.commit(timeline.try_move(question.seat, dice.choice(question.choices()).code))
        yield timeline


def seen_by(timeline: Timeline, viewer: int | None, lang: str) -> Seen:
    """The page of a game as it stands."""
    record = timeline.record
    people = [SeatFacts(kind="person", guest=f"p{k}", name=f"P{k}", colour=k) for k in range(record.seats)]
    facts = TableFacts(
        id="t", code="KX724P", name="", game=record.game, rules_version=record.rules_version, clock=ClockOptions(),
        private=False, options=record.options, host="p0", created=0.0, seats=people,
        status="over" if timeline.over else "running",
    )  # fmt: skip
    guest = None if viewer is None else f"p{viewer}"
    return see(facts, game_of(timeline), guest, settings=ViewerSettings(lang=lang), around=Around(recap_from=1))


def draw(timeline: Timeline, viewer: int | None, lang: str) -> None:
    """The table with every line of its log, and the end."""
    seen = seen_by(timeline, viewer, lang)
    tables().page(seen)
    told = {_shape(entry): entry for entry in seen.log}
    shapes = [entry for entry in told.values() if log.parts_of(entry.event, words_of(timeline.spec, lang)) is not None]
    for k in range(0, len(shapes), log.LINES):
        some = msgspec.structs.replace(seen, log=tuple(shapes[k : k + log.LINES]))
        tables().zones(some, ("log",))
    if timeline.over:
        context = end_context(renderer(), seen, timeline, None)
        [context["part_name"](part) for score in seen.scores for part, _ in score.parts]


def _shape(entry: LogEntry) -> str:
    """Lines that differ in seats and numbers alone say the same."""
    data = {field: value for field, value in entry.event.data.items() if not isinstance(value, int)}
    return f"{entry.event.key} {sorted(entry.event.data)} {data}"


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that no catalogue holds is an error, not a word made of its key."""

    def lacking(_self: object, key: str, *_more: object) -> str:
        raise LookupError(f"no text for {key!r}")

    monkeypatch.setattr(i18n._Humanised, "gettext", lacking)
    monkeypatch.setattr(i18n._Humanised, "ngettext", lacking)


@EACH
@pytest.mark.usefixtures("strict")
def test_whole_games_are_drawn_without_a_missing_text(spec: GameSpec) -> None:
    happened: set[str] = set()
    for timeline in games_of(spec):
        happened |= {event.key for _, event in timeline.events()}
        everybody = viewers(timeline.record.seats)
        for lang in LANGUAGES:
            for viewer in (everybody[0], everybody[1 + timeline.ply % (len(everybody) - 1)]):
                draw(timeline, viewer, lang)
    assert set(spec.events) - happened == set(), "each event has been drawn"


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("what", ["event.turn_started", "option."])
def test_a_text_that_is_missing_when_a_page_is_drawn_is_found(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    spec = all_games()["treasure-map"]
    whole = i18n.game_catalogue

    def torn(spec: GameSpec, lang: str) -> Any:
        catalogue = whole(spec, lang)
        for message in list(catalogue):
            if isinstance(message.id, str) and message.id.startswith(what):
                del catalogue[message.id]
        return catalogue

    monkeypatch.setattr(i18n, "game_catalogue", torn)
    bare = Renderer({spec.slug: spec})
    monkeypatch.setitem(globals(), "renderer", lambda: bare)
    monkeypatch.setitem(globals(), "tables", lambda: Tables(bare))
    with pytest.raises(Exception, match="no text for"):
        draw(next(games_of(spec)), 0, "en")


def test_an_event_that_nobody_has_a_text_for_is_found() -> None:
    spec = replace(SPECS[0], events={**SPECS[0].events, "unheard_of": ("seat",)})
    assert missing(spec, words_of(SPECS[0], "en").knows) == ["event.unheard_of"]
    assert log.parts_of(Event("unheard_of", {"seat": 0}), words_of(SPECS[0], "en")) is not None
