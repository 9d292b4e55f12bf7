"""A game full of fights over real sockets: no byte names a card that its reader has not lawfully seen.

Three persons play, and somebody looks on without a name; every byte that each is sent is kept with its time. The
stored record is then played again, and tells what its reader knew when a message came.
"""

from __future__ import annotations

import asyncio
import bisect
import json
import os
import random
import re
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from board_library.engine.core import Event
from board_library.engine.record import Entry, Timeline
from board_library.games.pirates import GAME
from board_library.games.pirates.board import ANCHOR, CITIES, NAMES
from board_library.games.pirates.cards import CARGO, SHIPS
from board_library.games.pirates.rules import Pirates
from board_library.server import facts, schema
from board_library.server.storage import Storage
from board_library.web.i18n import LANGUAGES
from board_library.web.render import Renderer
from tests.browser.serving import serving
from tests.web.wire import Client, client, look_around, quiet

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

LEAST = int(os.environ.get("WIRE_MOVES", "90"))
MOST = 10 * LEAST
MEETINGS = 4
CARGO_SEEN = LEAST // 50
"""So many answers are given, and more until there have been so many answers in fights and every captain has been
shown more cargo than that, at most MOST."""

ANCHORS = {city: f"go {NAMES[cell]}" for city, cell in zip(CITIES, ANCHOR, strict=True)}
SEEK = ("challenge", "assault", "spy", "accept", "siege", "done port", "draw", "done spoils", "rum 1")
"""Moves that lead to meetings, or quickly back to sea."""

ZONES = ("opponents", "status", "centre", "me", "actions", "chooser")
"""Zones without the standing list of all kinds of cargo."""

SHOWN = {"rum", "spy"}
"""Shown Rum, and Spies that a city is known to have, are public; their signs stand on buttons too."""

_CODE = re.compile(r"\b[345]r[0-5]\b")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_CARGO = re.compile(r"#(silver|gold|diamond|rum|spy)\\?\"|pcard--(silver|gold|diamond|rum|spy)")


def _titles() -> dict[str, str]:
    renderer = Renderer({GAME.slug: GAME})
    found = {}
    for lang in LANGUAGES:
        words = renderer.translations(lang, GAME.slug)
        for name in SHIPS:
            size, red = int(name[0]), int(name[2])
            found[words.text("thing.ship", size=size, red=red, black=size - red)] = name
    return found


TITLES = _titles()
_TITLE = re.compile("|".join(sorted(map(re.escape, TITLES), key=len, reverse=True)))


def ships_in(text: str) -> set[str]:
    """The kinds of ships that a text names, in any form in which pages and answers write them."""
    return set(_CODE.findall(text)) | {TITLES[title] for title in _TITLE.findall(_ESCAPED.sub(_unescape, text))}


def cargo_in(where: str, text: str) -> set[str]:
    """The kinds of hidden cargo that a page's zones draw, if the text is a page's."""
    zones = json.loads(text).get("zones") if where == "socket" else None
    return {a or b for zone in ZONES for a, b in _CARGO.findall(zones.get(zone, ""))} - SHOWN if zones else set()


def _unescape(found: re.Match[str]) -> str:
    return chr(int(found[1], 16))


async def meet(address: str, seed: str) -> list[Client]:
    """Three people and an onlooker at one table, until they have fought."""
    dice = random.Random(seed)
    people = [await client(address, name, lang) for name, lang in (("Ann", "ru"), ("Bob", "en"), ("Cat", "ru"))]
    clients = [*people, Client(address, None, "en")]
    try:
        room = await people[0].api("/rooms", game=GAME.slug, seats=3)
        for one in clients:
            one.table = room["table"]
        for person in people[1:]:
            await person.api(f"/rooms/{room['code']}/join")
            await person.api(f"/rooms/{room['code']}/ready", on=True)
        for seat, person in enumerate(people):
            person.seat = seat
        await people[0].api(f"/rooms/{room['code']}/start")
        for one in clients:
            await one.listen()
        made = meetings = 0
        while made < LEAST or (made < MOST and not (meetings >= MEETINGS and all(map(_laden, people)))):
            await quiet(clients)
            await look_around(dice.choice(clients), dice)
            meetings += await _answer(people, clients, dice) in ("answer", "rum_add", "spoils", "cape")
            made += 1
    finally:
        for one in clients:
            await one.close()
    return clients


def _laden(person: Client) -> bool:
    """Whether a captain's pages have drawn enough cargo for a test of them to mean something."""
    return sum(len(cargo_in(where, text)) for _, where, text in person.heard) > CARGO_SEEN


async def _answer(people: list[Client], clients: list[Client], dice: random.Random) -> str:
    """Let whoever is asked answer; the kind of the question."""
    for person in people:
        page = await person.view()
        question: dict[str, Any] | None = page["question"]
        if question is None:
            continue
        code = _choose(page, question, dice)
        if dice.random() < 0.2:
            other = dice.choice([one for one in clients if one is not person])
            await other.say(type="move", codes=[code], opened=question["opened"], id=secrets.token_hex(6))
        await person.say(type="move", codes=[code], opened=question["opened"], id=secrets.token_hex(6))
        return str(question["kind"])
    await asyncio.sleep(0.1)  # an answer is held
    return ""


def _choose(page: dict[str, Any], question: dict[str, Any], dice: random.Random) -> str:
    codes: list[str] = list(question["codes"])
    if amount := question["amount"]:
        codes += [f"{amount['verb']} {n}" for n in range(amount["low"], amount["high"] + 1, amount["step"])]
    ports = {ANCHORS[city["city"]] for city in page["view"]["cities"] if city["owner"] not in (None, page["viewer"])}
    wanted = [code for code in codes if code in ports] or [code for code in codes if code.startswith(SEEK)]
    wanted = wanted or [code for code in codes if code in ANCHORS.values()]
    return dice.choice(wanted if wanted and dice.random() < 0.8 else codes)


class Truth:
    """A game as it was: the times of its moves, the state after each, set-up first, and all its events."""

    def __init__(self, times: list[float], states: list[Pirates], events: list[Event]) -> None:
        self.times, self.states, self.events = times, states, events

    def ply(self, at: float) -> int:
        """The number of moves that were stored by a time. A page that came then may be older, never newer."""
        return bisect.bisect_right(self.times, at)

    def seen(self, seat: int | None, ply: int) -> tuple[set[str], set[str]]:
        """Ships and cargo that lay open to a captain about that time; worked out from the cards, not from a view."""
        ships: set[int] = set()
        cargo: set[int] = set()
        for state in self.states[max(0, ply - 3) : ply + 1] if seat is not None else ():
            assert seat is not None
            own = state.cities(seat)
            ships.update(state.ships[seat], *(state.garrison[city] for city in own))
            cargo.update(state.hold[seat], *(state.store[city] for city in own))
            for place, note in state.notes[seat].items():
                (ships if place.endswith(".ships") else cargo).update(note.cards)
            if seat in (state.attacker, state.defender):
                ships.update(state.won)
                cargo.update(state.loot)
        return {SHIPS[kind] for kind in ships}, {CARGO[kind] for kind in cargo}

    def told(self, seat: int | None) -> set[str]:
        """Ships that the log of a viewer names: those it drew, and those of its own fights."""
        lines = [line for event in self.events if (line := event.seen_by(seat)) is not None]
        return set(_CODE.findall(json.dumps([dict(line.data) for line in lines])))


async def truth(data: Path, table: str) -> Truth:
    """What the data file says of a game."""
    storage = await Storage.open(data)
    try:
        stored = await storage.read(lambda connection: facts.load(connection, table=table))
        query = sa.select(schema.entries).where(schema.entries.c.table_id == table).order_by(schema.entries.c.ply)
        rows = await storage.read(lambda connection: connection.execute(query).all())
    finally:
        await storage.close()
    timeline = Timeline(GAME, stored.record([]))
    states = [timeline.state]
    for row in rows:
        timeline.commit(timeline.try_entry(Entry(row.seat, row.code, row.by)))
        states.append(timeline.state)
    return Truth([row.at for row in rows], states, [event for _, event in timeline.events()])


def leaks(true: Truth, one: Client, count: Counter[str]) -> list[str]:
    """What somebody has heard that he may not know; ``count`` says how much he has heard at all."""
    found: list[str] = []
    log = true.told(one.seat)
    for at, where, text in one.heard:
        ply = true.ply(at)
        ships, cargo = true.seen(one.seat, ply)
        named = ships_in(text)
        found += [f"{where} at ply {ply} names {ship}" for ship in named - ships - log]
        drawn = cargo_in(where, text)
        found += [f"{where} at ply {ply} draws {kind}" for kind in drawn - cargo]
        count.update(texts=1, ships=len(named), cargo=len(drawn))
    return found


async def test_no_byte_over_the_wire_names_a_card_that_its_reader_has_not_seen(tmp_path: Path) -> None:
    seed = secrets.token_hex(4)
    print(f"seed {seed}")  # noqa: T201  what to play again when it fails
    with serving(tmp_path, HOLD="0.05") as server:
        clients = await meet(server.address, seed)
    true = await truth(server.data, clients[0].table)
    counts: dict[int | None, Counter[str]] = {one.seat: Counter() for one in clients}

    assert [leak for one in clients for leak in leaks(true, one, counts[one.seat])] == []

    fights = sum(state.attacker >= 0 for state in true.states)
    print(f"{fights} positions in fights: {counts}")  # noqa: T201
    assert fights >= MEETINGS
    assert counts[None]["texts"] > LEAST // 2
    assert (counts[None]["ships"], counts[None]["cargo"]) == (0, 0)
    for seat in range(3):
        assert counts[seat]["ships"] > LEAST // 5
        assert counts[seat]["cargo"] > CARGO_SEEN


def test_all_forms_of_a_ship_are_found() -> None:
    assert ships_in('{"ships":["5r3","4r0"]}') == {"5r3", "4r0"}
    assert ships_in('title="ship of 5: red 3, black 2"') == {"5r3"}
    assert ships_in("корабль 3: красных 0, чёрных 3") == {"3r0"}
    assert ships_in(json.dumps("корабль 3: красных 1, чёрных 2")) == {"3r1"}
