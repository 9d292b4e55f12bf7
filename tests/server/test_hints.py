"""Hints: for one person among bots, about the own open question, and not without end."""

import asyncio

import pytest

from board_library.engine.core import Observer
from board_library.engine.errors import NotAsked, StaleQuestion
from board_library.server.errors import Flooding, NoHint, NotPractice, NotSeated
from board_library.server.house import House
from tests.server.conftest import HandTimes, settle
from tests.server.play import people, start


class Thinker:
    """Stands for the processes of bots: answers when it is let, and counts what it is asked."""

    def __init__(self, found: str | None = "pass turn") -> None:
        self.found = found
        self.asked: list[Observer] = []
        self.go = asyncio.Event()
        self.go.set()

    async def hint(self, slug: str, observer: Observer, owner: str) -> str | None:  # noqa: ARG002
        assert slug == "coves"
        self.asked.append(observer)
        await self.go.wait()
        return self.found


@pytest.fixture
def thinker(house: House, monkeypatch: pytest.MonkeyPatch) -> Thinker:
    found = Thinker()
    monkeypatch.setattr(house.bots, "hint", found.hint)
    return found


async def alone(house: House, **options):
    """Ann among bots."""
    (ann,) = await people(house, "Ann")
    return await start(house, [ann], bots=1, rounds=9, **options), ann


async def test_who_plays_with_bots_is_told_what_a_search_would_do(house: House, thinker: Thinker) -> None:
    table, ann = await alone(house)
    before = table.look(ann)
    assert (before.hints, before.hint) == (True, None)

    await table.hints.ask(ann.id)

    after = table.look(ann)
    assert after.hint == "pass turn"
    assert after.version > before.version, "the page is to be sent"
    assert thinker.asked[0].decision == after.decision
    assert table.look(None).hint is None
    await table.hints.ask(ann.id)
    assert len(thinker.asked) == 1, "the same question is thought about once"


async def test_a_hint_goes_with_its_question(house: House, thinker: Thinker, times: HandTimes) -> None:
    table, ann = await alone(house)
    await table.hints.ask(ann.id)
    opened = table.look(ann).decision.opened
    await table.submit(0, ["pass turn"], None, "a")
    assert table.look(ann).hint is None
    for _ in range(200):
        await settle()
        if table.look(ann).decision is not None:
            break
    assert table.look(ann).decision.opened > opened
    assert table.look(ann).hint is None
    await times.turn(2)
    await table.hints.ask(ann.id)
    assert table.look(ann).hint == "pass turn"
    assert len(thinker.asked) == 2


async def test_where_people_play_each_other_there_are_none(house: House, thinker: Thinker) -> None:
    ann, bob, eve = await people(house, "Ann", "Bob", "Eve")
    table = await start(house, [ann, bob], rounds=9)
    assert not table.look(ann).hints
    with pytest.raises(NotPractice):
        await table.hints.ask(ann.id)
    for stranger in (eve.id, None):
        with pytest.raises(NotSeated):
            await table.hints.ask(stranger)
    assert not thinker.asked


async def test_who_is_not_asked_gets_none(house: House, thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann = await alone(house)

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(house.bots, "choose", never)
    await table.submit(0, ["pass turn"], None, "a")
    assert not table.look(ann).hints
    with pytest.raises(NotAsked):
        await table.hints.ask(ann.id)
    assert not thinker.asked


async def test_hints_take_their_time(house: House, thinker: Thinker, times: HandTimes) -> None:
    table, ann = await alone(house)
    thinker.found = None
    with pytest.raises(NoHint):
        await table.hints.ask(ann.id)
    with pytest.raises(Flooding):
        await table.hints.ask(ann.id)
    await times.turn(1)
    thinker.found = "pass turn"
    await table.hints.ask(ann.id)
    assert len(thinker.asked) == 2


async def test_a_question_that_was_answered_meanwhile_gets_none(house: House, thinker: Thinker) -> None:
    table, ann = await alone(house)
    thinker.go.clear()
    first, second = (asyncio.ensure_future(table.hints.ask(ann.id)) for _ in range(2))
    await settle()
    await table.submit(0, ["pass turn"], None, "a")
    thinker.go.set()
    for one in (first, second):
        with pytest.raises(StaleQuestion):
            await one
    assert len(thinker.asked) == 1
    assert table.hints.given is None
