"""Playing at a table: moves, repeats, refusals, takebacks, sealed answers, broken rules, loading again."""

import asyncio

import pytest
import sqlalchemy as sa

from board_library import games
from board_library.engine.record import Record, verify
from board_library.server import schema
from board_library.server.errors import BadChat, NotOver, StorageError
from board_library.server.house import House
from tests.server.play import codes, people, start


async def test_a_whole_game_is_played_and_its_record_verifies(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob], rounds=2)
    with pytest.raises(NotOver):
        table.record()
    for k in range(4):
        seen = table.look([ann, bob][k % 2])
        assert seen.decision is not None
        assert seen.secret is None
        answer = await table.submit(k % 2, ["mark a", "draw deck"], seen.decision.opened, f"m{k}")
        assert (answer.ok, answer.applied) == (True, 2)
    seen = table.look(None)
    assert seen.status == "over"
    assert seen.numbers == (None, 7)
    text = table.record().to_json()
    assert seen.secret in text
    timeline = verify(games.game("coves"), Record.from_json(text))
    assert timeline.record.entries == table.timeline.record.entries


async def test_the_same_request_again_gets_the_same_answer_and_happens_once(house: House) -> None:
    table = await start(house, await people(house, "Ann", "Bob"))
    first = await table.submit(0, ["mark a", "mark x"], 0, "one")
    assert (first.ok, first.applied, first.error) == (False, 1, "error.not_offered")
    again = await asyncio.gather(*(table.submit(0, ["mark a", "mark x"], 0, "one") for _ in range(5)))
    assert again == [first] * 5
    refused = await table.submit(1, ["draw deck"], None, "two")
    assert (await table.submit(1, ["draw deck"], None, "two")) == refused
    assert codes(table) == [(0, "mark a", "person")]


async def test_a_request_repeated_after_a_restart_gets_its_first_answer(house: House) -> None:
    table = await start(house, await people(house, "Ann", "Bob"))
    first = await table.submit(0, ["mark a", "draw deck"], 0, "one")
    await house.tables.close()
    table = await house.tables.find(table.facts.code)
    assert await table.submit(0, ["mark a", "draw deck"], 0, "one") == first
    assert len(codes(table)) == 2


async def test_an_id_that_another_seat_has_used_is_a_new_request(house: House) -> None:
    table = await start(house, await people(house, "Ann", "Bob"))
    assert (await table.submit(0, ["pass turn"], None, "same")).ok
    assert (await table.submit(1, ["pass turn"], None, "same")).ok
    assert len(codes(table)) == 2


async def test_a_late_answer_meets_a_gone_question(house: House) -> None:
    table = await start(house, await people(house, "Ann", "Bob"))
    await table.submit(0, ["mark a"], 0, "one")
    late = await table.submit(0, ["mark b"], 0, "two")
    assert late.error == "error.stale_question"
    assert (await table.submit(1, ["pass turn"], None, "three")).error == "error.not_asked"
    assert codes(table) == [(0, "mark a", "person")]


@pytest.mark.parametrize(
    ("sent", "opened", "move_id", "error"),
    [
        ([], None, "a", "error.bad_message"),
        (["pass turn"] * 65, None, "a", "error.bad_message"),
        ([7], None, "a", "error.bad_message"),
        ("pass turn", None, "a", "error.bad_message"),
        (["pass turn"], "0", "a", "error.bad_message"),
        (["pass turn"], True, "a", "error.bad_message"),
        (["pass turn"], None, "", "error.bad_message"),
        (["pass turn"], None, "x" * 65, "error.bad_message"),
        (["pass turn"], None, "a b", "error.bad_message"),
        (["pass turn"], None, None, "error.bad_message"),
        (["PASS turn"], None, "a", "error.malformed_move"),
        (["pass " + "x" * 10_000], None, "a", "error.malformed_move"),
        (["pass turn\n"], None, "a", "error.malformed_move"),
        (["takeback 0"], None, "a", "error.not_offered"),
        (["draw table"], None, "a", "error.not_offered"),
        (["pass turn"], 99, "a", "error.stale_question"),
        (["pass turn"], -1, "a", "error.stale_question"),
    ],
)
async def test_bad_requests_are_refused_with_a_reason_and_change_nothing(
    house: House, sent: object, opened: object, move_id: object, error: str
) -> None:
    table = await start(house, await people(house, "Ann", "Bob"))
    before = table.look(None)
    answer = await table.submit(0, sent, opened, move_id)
    assert (answer.ok, answer.applied, answer.error) == (False, 0, error)
    assert table.look(None) == before


async def test_moves_in_a_room_or_after_the_end_are_refused(house: House) -> None:
    (ann,) = await people(house, "Ann")
    room = await house.lobby.create(ann, "coves")
    assert (await room.submit(0, ["pass turn"], None, "a")).error == "error.not_started"
    table = await start(house, await people(house, "Ann", "Bob"), rounds=1)
    await table.submit(0, ["pass turn"], None, "a")
    await table.submit(1, ["pass turn"], None, "a")
    assert (await table.submit(0, ["pass turn"], None, "b")).error == "error.game_over"


async def test_a_mark_can_be_taken_back_but_not_a_draw_nor_anothers_move(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob])
    assert (await table.takeback(0, "t0")).error == "error.takeback_refused"
    await table.submit(0, ["mark a", "mark b"], 0, "m0")
    assert table.look(ann).takeback
    assert not table.look(bob).takeback
    assert (await table.takeback(1, "t1")).error == "error.takeback_refused"
    taken = await table.takeback(0, "t2")
    assert taken.ok
    assert await table.takeback(0, "t2") == taken
    assert table.look(None).view["marks"] == ["a"]
    assert codes(table)[-1] == (0, "takeback 1", "person")
    stale = await table.submit(0, ["mark a"], 2, "m1")
    assert stale.error == "error.stale_question"
    await table.submit(0, ["draw deck"], None, "m2")
    assert not table.look(ann).takeback
    assert (await table.takeback(0, "t3")).error == "error.takeback_refused"


async def test_a_loaded_table_is_the_same_as_before(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob], rounds=5)
    await table.submit(0, ["mark a", "mark b"], None, "a")
    await table.takeback(0, "b")
    await table.submit(0, ["draw deck"], None, "c")
    await table.say(bob, "ahoy", "d")
    before = [table.look(who) for who in (ann, bob, None)]
    await house.tables.close()
    table = await house.tables.find(table.facts.id)
    after = [table.look(who) for who in (ann, bob, None)]
    for old, new in zip(before, after, strict=True):
        assert new.version >= old.version
        assert (new.view, new.log, new.decision, new.chat, new.numbers) == (
            old.view, old.log, old.decision, old.chat, old.numbers
        )  # fmt: skip


async def test_rules_that_raise_leave_the_game_whole_and_stop_the_table(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob], faulty=True)
    await table.submit(0, ["mark a"], None, "a")
    answer = await table.submit(0, ["mark b", "burst rules"], None, "b")
    assert answer.error == "error.table_broken"
    assert answer.applied == 0
    seen = table.look(ann)
    assert (seen.status, seen.broken, seen.host) == ("broken", "error.table_broken", True)
    assert seen.view["marks"] == ["a"]
    assert (await table.submit(0, ["pass turn"], None, "c")).error == "error.table_broken"
    assert (await table.takeback(0, "d")).error == "error.table_broken"
    await house.tables.close()
    table = await house.tables.find(table.facts.id)
    assert table.look(bob).status == "broken"
    assert table.look(bob).view["marks"] == ["a"]


async def test_a_view_that_raises_stops_the_table_and_still_gives_a_page(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob], blind=True)
    seen = table.look(ann)
    assert (seen.status, seen.view) == ("broken", None)
    await asyncio.sleep(0.05)
    assert table.facts.status == "broken"
    assert table.look(bob).view is None


async def test_a_table_of_other_rules_is_stopped_at_the_start_and_can_be_read(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob])
    await house.tables.close()
    update = sa.update(schema.tables).values(rules_version=0)
    await house.storage.write(lambda connection: connection.execute(update))
    assert await house.tables.outdated() == [table.facts.id]
    table = await house.tables.find(table.facts.id)
    seen = table.look(ann)
    assert (seen.status, seen.broken, seen.view) == ("broken", "error.rules_version", None)
    assert (await table.submit(0, ["pass turn"], None, "a")).error == "error.table_broken"
    await house.tables.close()
    update = sa.update(schema.tables).values(rules_version=1)
    await house.storage.write(lambda connection: connection.execute(update))
    table = await house.tables.find(table.facts.id)
    assert (await table.submit(0, ["pass turn"], None, "a")).ok, "with the old rules back the game goes on"


async def test_a_move_that_cannot_be_stored_is_not_made_and_can_be_sent_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob])
    before = table.look(ann)

    async def full(_job: object) -> None:
        raise StorageError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(house.storage, "write", full)
        assert (await table.submit(0, ["mark a"], 0, "a")).error == "error.storage_failed"
    assert table.look(ann) == before
    assert (await table.submit(0, ["mark a"], 0, "a")).ok


async def test_a_caller_that_is_cancelled_leaves_memory_and_data_file_agreed(house: House) -> None:
    table = await start(house, await people(house, "Ann", "Bob"), rounds=9)
    for k in range(6):
        task = asyncio.ensure_future(table.submit(k % 2, ["draw deck"], None, f"m{k}"))
        for _ in range(k):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with table.lock:
            pass
    count = sa.select(sa.func.count()).select_from(schema.entries)
    stored = await house.storage.read(lambda connection: connection.execute(count).scalar_one())
    assert stored == len(codes(table)) > 0


async def test_an_entry_that_another_process_was_first_to_store_is_caught_up_with(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob])
    row = {"table_id": table.facts.id, "ply": 1, "seat": 0, "code": "mark b", "by": "person", "at": 0.0}
    await house.storage.write(lambda connection: connection.execute(sa.insert(schema.entries), row))
    answer = await table.submit(0, ["mark a"], 0, "a")
    assert answer.error == "error.stale_question"
    assert table.look(ann).view["marks"] == ["b"]
    assert (await table.submit(0, ["mark a"], 1, "b")).ok


async def test_many_tables_share_transactions(house: House) -> None:
    pairs = [await people(house, "Ann", "Bob") for _ in range(30)]
    tables = [await start(house, pair, rounds=2) for pair in pairs]
    before = house.storage.groups

    async def play(table) -> None:
        for k in range(4):
            assert (await table.submit(k % 2, ["draw deck"], None, f"m{k}")).ok

    await asyncio.gather(*(play(table) for table in tables))
    assert all(table.facts.status == "over" for table in tables)
    assert house.storage.groups - before < 60  # of 120 moves


async def test_the_answer_is_told_before_the_change_is_shown(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob])
    told: list[str] = []

    class Listener:
        def poke(self) -> None:
            told.append("poke")

    table.come(ann, Listener())
    await asyncio.sleep(0.01)
    told.clear()
    await table.submit(0, ["mark a"], 0, "a", lambda answer: told.append(f"answer {answer.ok}"))
    assert told[0] == "answer True"
    assert "poke" in told


async def test_a_version_rises_only_when_the_own_page_changes(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob])
    first = table.look(ann).version
    table.show()
    assert table.look(ann).version == first
    await table.submit(0, ["mark a"], 0, "a")
    assert table.look(ann).version == first + 1


async def test_chat_is_text_and_a_repeated_line_is_one(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob])
    line = await table.say(bob, "  <i>ahoy</i>  there ", "a")
    assert (line.text, line.seat, line.name) == ("<i>ahoy</i> there", 1, "Bob")
    assert await table.say(bob, "<i>ahoy</i> there", "a") == line
    assert table.look(ann).chat == (line,)
    for bad in ("", " ", "x" * 301, "a\u202e", None):
        with pytest.raises(BadChat):
            await table.say(ann, bad)
