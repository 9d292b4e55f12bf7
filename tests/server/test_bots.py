"""The processes in which bots think, and those that look at finished games."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog
from structlog.testing import capture_logs

from board_library import games
from board_library.bots.analysis import Analysis
from board_library.bots.fast_rng import FastRng
from board_library.bots.observe import observe
from board_library.engine.core import Observer
from board_library.engine.record import Record, Timeline, new_record
from board_library.server import bots as server_bots
from board_library.server.bots import MOST_WAITING, Analysts, Bots
from board_library.server.errors import AnalysisBusy

SLOW = Path(__file__).parent / "slow"
PATIENT = 60.0
"""Seconds enough for any bot on a busy machine."""


@pytest.fixture(autouse=True)
def squall(monkeypatch: pytest.MonkeyPatch, toys: None) -> None:  # noqa: ARG001  in the place of the toys
    monkeypatch.setenv(games.FOLDERS_VARIABLE, str(SLOW))
    games.all_games.cache_clear()


@pytest.fixture(autouse=True)
def all_is_logged() -> Iterator[None]:
    """Whatever level an earlier test has set for the process."""
    before = structlog.get_config()
    structlog.reset_defaults()
    yield
    structlog.configure(**before)


@pytest.fixture
async def bots() -> AsyncIterator[Bots]:
    pool = Bots(1, PATIENT)
    yield pool
    await pool.close()


def asked(slug: str) -> Observer:
    spec = games.game(slug)
    state = spec.new(spec.options(), 2, FastRng(slug), None)
    return observe(state, state.pending()[0].seat, FastRng(slug))


@pytest.mark.parametrize("level", ["deckhand", "sailor", "captain", "admiral"])
async def test_every_level_answers_out_of_its_process(bots: Bots, level: str) -> None:
    observer = asked("chests")

    assert await bots.choose("chests", level, observer) in {move.code for move in observer.decision.choices()}


async def test_for_a_captain_who_overruns_the_greedy_player_answers() -> None:
    observer, bots = asked("squall"), Bots(1, 3)
    assert games.game("squall").greedy is not None
    with capture_logs() as logs:
        code = await bots.choose("squall", "captain", observer)
    await bots.close()

    assert code == games.game("squall").greedy(observer).code
    assert [(line["event"], line["level"]) for line in logs] == [("bot_overrun", "captain")]


def question(slug: str) -> Observer:
    """The first question of a game that has more than one answer."""
    spec = games.game(slug)
    state = spec.new(spec.options(), 2, FastRng(slug), None)
    while len((decision := state.pending()[0]).choices()) < 2:
        state.apply(decision.seat, decision.choices()[0], FastRng(slug), None)
    return observe(state, decision.seat, FastRng(slug))


async def test_many_tables_of_one_host_delay_nobody_else(bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_bots, "QUEUE", PATIENT)
    observer = question("pirates")
    many = [asyncio.ensure_future(bots.choose("pirates", "admiral", observer, "host of many")) for _ in range(12)]
    await asyncio.sleep(0)
    told = {move.code for move in observer.decision.choices()}

    assert await bots.choose("pirates", "sailor", observer, "another") in told
    assert await bots.choose("pirates", "captain", observer, "another") in told
    assert sum(task.done() for task in many) < 4
    for task in many:
        task.cancel()


async def test_whose_turn_to_think_does_not_come_has_the_greedy_answer(
    bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_bots, "QUEUE", 0.1)
    observer, spec = question("chests"), games.game("chests")
    assert spec.greedy is not None
    with capture_logs() as logs:
        first, second = await asyncio.gather(*(bots.choose("chests", "admiral", observer, "host") for _ in range(2)))

    assert [line["event"] for line in logs] == ["bot_waited"]
    assert {first, second} <= {move.code for move in observer.decision.choices()}
    assert second == spec.greedy(observer).code


async def test_a_level_that_is_gone_has_no_answer(bots: Bots) -> None:
    with capture_logs() as logs:
        assert await bots.choose("chests", "boatswain", asked("chests")) is None

    assert [line["event"] for line in logs] == ["bot_failed"]


def finished() -> Record:
    spec = games.game("chests")
    timeline = Timeline(spec, new_record(spec, spec.options(), 2, b"\1" * 32))
    while not timeline.over:
        decision = timeline.state.pending()[0]
        observer = observe(timeline.state, decision.seat, FastRng(1))
        timeline.commit(timeline.try_move(decision.seat, spec.greedy(observer).code, by="bot"))
    return timeline.record


async def test_a_finished_game_is_looked_at_once() -> None:
    analysts, record = Analysts(), finished()
    first = await analysts.look("a", record)
    again = await analysts.look("a", record)
    await analysts.close()

    assert isinstance(first, Analysis)
    assert len(first.moments) == len(record.entries)
    assert again is first


async def test_few_analyses_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    analysts, record, end = Analysts(), finished(), asyncio.Event()
    found = Analysis((), (1.0,))

    async def slow(*_: object, **__: object) -> Analysis:
        await end.wait()
        return found

    monkeypatch.setattr(analysts, "run", slow)
    under_way = [asyncio.ensure_future(analysts.look(f"t{n}", record)) for n in range(1 + MOST_WAITING)]
    await asyncio.sleep(0)
    refused = asyncio.ensure_future(analysts.look("another", record))
    again = asyncio.ensure_future(analysts.look("t0", record))
    await asyncio.sleep(0)
    end.set()

    with pytest.raises(AnalysisBusy):
        await refused
    assert await asyncio.gather(*under_way, again) == [found] * (2 + MOST_WAITING)
    assert await analysts.look("another", record) is found


async def test_an_analysis_that_fails_is_tried_again() -> None:
    analysts, record = Analysts(), finished()
    broken = Record(**{**vars(record), "entries": record.entries[:-1]})
    with capture_logs() as logs:
        failed = await analysts.look("a", broken)
    found = await analysts.look("a", record)
    await analysts.close()

    assert failed is None
    assert logs[0]["event"] == "bot_failed"
    assert found is not None
