"""Whole games over real sockets: no byte holds what its reader may not know yet.

Two people, a bot and an onlooker play; every byte that each of them is sent is kept with its time. Afterwards the
stored record is played again, and tells what was hidden from whom when a message came.
"""

from __future__ import annotations

import asyncio
import bisect
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from board_library.engine.core import State
from board_library.engine.record import Entry, Timeline
from board_library.games import load_game
from board_library.games.treasure_map import GAME
from board_library.games.treasure_map.cards import CARDS
from board_library.server import facts as table_facts
from board_library.server import schema
from board_library.server.facts import TableFacts
from board_library.server.storage import Storage
from tests.browser.serving import serving
from tests.web.unspoken import Forms, hidden_things, number_forms, secret_forms
from tests.web.wire import Client, play

TOYS = Path(__file__).parent / "toys"
GAMES = 2
SETTINGS = {"HOLD": "0.3", "BOT_PAUSE": "0.05"}

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@dataclass
class Truth:
    """A game as it was: its facts, the times of its entries, and the state after each, set-up first."""

    facts: TableFacts
    seed: bytes
    times: list[float]
    states: list[State]

    def ply(self, at: float) -> int:
        """The number of entries that were stored by a time. A page that came then may be older, never newer."""
        return bisect.bisect_right(self.times, at)


async def truth(data: Path, table: str, spec: Any) -> Truth:
    """What the data file says of a game."""
    storage = await Storage.open(data)
    try:
        facts = await storage.read(lambda connection: table_facts.load(connection, table=table))
        query = sa.select(schema.entries).where(schema.entries.c.table_id == table).order_by(schema.entries.c.ply)
        rows = await storage.read(lambda connection: connection.execute(query).all())
    finally:
        await storage.close()
    record = facts.record([])
    timeline = Timeline(spec, record)
    states = [timeline.state]
    for row in rows:
        timeline.commit(timeline.try_entry(Entry(row.seat, row.code, row.by)))
        states.append(timeline.state)
    return Truth(facts, record.seed, [row.at for row in rows], states)


def leaks(true: Truth, client: Client, forms: Forms, seen: Counter[str]) -> list[str]:
    """What a client has heard too early; ``seen`` counts what it has heard at all, by form."""
    found: list[str] = []
    secrets = [form for secret in (true.facts.secret, true.seed) for form in secret_forms(secret)]
    others = [n for n in true.facts.numbers if n is not None and n not in client.numbers]
    secrets += [form for number in others for form in number_forms(number)]
    started, over = true.facts.started or 0.0, true.facts.ended or float("inf")
    for at, where, text in client.heard:
        if at >= over:
            seen["the secret"] += true.facts.secret.hex() in text
            continue
        found += [f"{where} at {at}: {form}" for form in secrets if form in text]
        if at < started:
            continue
        state = true.states[true.ply(at)]
        hidden = hidden_things(state, client.seat)
        known = set().union(*(forms.titles[name] for name in forms.titles.keys() - hidden if _in_play(state, name)))
        for form, things in forms.found(where, text).items():
            seen[form] += len(things)
            for thing in things & hidden:
                if form != "title" or not known & set(forms.titles[thing]):
                    found.append(f"{where} at ply {true.ply(at)} tells {client.seat} of {thing} ({form})")
    return found


def _in_play(state: State, name: str) -> bool:
    return name in state.characters or any(name in pair for pair in state.dealt)


async def heard(folder: Path, *games: str, most: int = 10_000) -> tuple[Path, list[list[Client]]]:
    """Play these games at once on one server."""
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - what to play again when it fails
    with serving(folder, GAMES=str(TOYS), **SETTINGS) as server:
        played = [play(server.address, slug, f"{seed} {k}", most) for k, slug in enumerate(games)]
        return server.data, list(await asyncio.gather(*played))


async def test_no_byte_tells_what_is_hidden(tmp_path: Path) -> None:
    forms = Forms()
    seen: Counter[str] = Counter()
    data, games = await heard(tmp_path, *[GAME.slug] * GAMES)
    for clients in games:
        true = await truth(data, clients[0].table, GAME)
        assert true.facts.status == "over"
        assert len(true.states) > 40
        for client in clients:
            assert {where for _, where, _ in client.heard} >= {"socket", f"/tables/{client.table}"}
            assert leaks(true, client, forms, seen) == []
        # All that came to light in the game was found in each of the forms: they are those in which pages write.
        last = true.states[-1]
        told: dict[str, set[str]] = {}
        for _, where, text in clients[0].heard:
            for form, things in forms.found(where, text).items():
                told.setdefault(form, set()).update(things)
        laid = {CARDS[card] for bank in last.banks for stack in bank for card in stack}
        for form in ("id", "class", "words", "listed"):
            assert laid <= told[form], form
        for form in ("id", "title", "words"):
            assert set(last.characters) <= told[form], form
    assert seen["the secret"] >= GAMES, "it is told at the end, and found"


@pytest.mark.parametrize(
    ("toy", "wanted"),
    [("leaky_view", "(class)"), ("leaky_log", "(id)"), ("leaky_question", "(id)")],
)
async def test_a_leak_is_heard(tmp_path: Path, toy: str, wanted: str) -> None:
    spec = load_game(TOYS / toy)
    data, (clients,) = await heard(tmp_path, spec.slug, most=12)
    true = await truth(data, clients[0].table, spec)
    found = [line for client in clients for line in leaks(true, client, Forms(), Counter())]
    assert any(line.endswith(wanted) for line in found), found[:5]
