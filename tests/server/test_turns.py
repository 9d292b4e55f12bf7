"""Who moves when nobody clicks: bots, clocks, absence, and the return."""

import asyncio

import msgspec
import pytest

from board_library.engine.errors import OptionError
from board_library.server import clock
from board_library.server.clock import ClockOptions
from board_library.server.house import House
from board_library.server.settings import Settings
from tests.server.conftest import HandTimes, settle
from tests.server.play import codes, people, start


class Listener:
    def poke(self) -> None: ...


async def seated(house: House, clock=None, **options):
    """Ann and Bob at a running table, both connected."""
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob], clock=clock, **options)
    here = {guest.name: Listener() for guest in (ann, bob)}
    table.come(ann, here["Ann"])
    table.come(bob, here["Bob"])
    await settle()
    return table, ann, bob, here


# ---- absence


async def test_an_absent_seat_is_waited_for_and_then_played_by_the_zombie(house: House, times: HandTimes) -> None:
    table, ann, bob, here = await seated(house, rounds=9)
    table.go(bob, here["Bob"])
    await times.turn(100)
    await table.submit(0, ["pass turn"], None, "a")
    await settle()
    seat = table.look(ann).seats[1]
    assert (seat.connected, seat.zombie, seat.away_until) == (False, False, times.now() + 30)
    await times.turn(29)
    assert len(codes(table)) == 1
    await times.turn(2)
    assert codes(table)[-1] == (1, "pass turn", "zombie")
    assert table.look(ann).seats[1].zombie
    assert table.look(ann).log[-1].by_zombie
    await table.submit(0, ["pass turn"], None, "b")
    await times.turn(0.1)
    assert codes(table)[-1] == (1, "pass turn", "zombie"), "once taken over, nobody waits for it again"
    assert len(codes(table)) == 4


async def test_who_comes_back_has_the_seat_at_once(house: House, times: HandTimes) -> None:
    table, ann, bob, here = await seated(house, rounds=9)
    table.go(bob, here["Bob"])
    await table.submit(0, ["pass turn"], None, "a")
    await times.turn(31)
    assert table.look(ann).seats[1].zombie
    table.come(bob, here["Bob"])
    await settle()
    assert not table.look(ann).seats[1].zombie
    assert table.look(bob).recap_from == 2
    await table.submit(0, ["pass turn"], None, "b")
    await times.turn(1000)
    assert len(codes(table)) == 3, "a person who is here is not hurried without a clock"
    assert (await table.submit(1, ["draw deck"], None, "c")).ok
    assert table.look(bob).recap_from is None


async def test_who_goes_from_the_room_to_the_table_was_not_away(house: House, times: HandTimes) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    room = await house.lobby.create(ann, "coves", options={"rounds": 9})
    await house.lobby.join(bob, room.facts.id)
    in_the_room, at_the_table = Listener(), Listener()
    room.come(bob, in_the_room)
    await house.lobby.ready(bob, room.facts.id, number="7")
    table = await house.lobby.start(ann, room.facts.id)
    table.go(bob, in_the_room)
    await table.submit(0, ["pass turn"], None, "a")
    await times.turn(2)
    table.come(bob, at_the_table)

    assert table.look(bob).recap_from is None


async def test_who_comes_back_before_anything_happens_has_missed_nothing_later_either(
    house: House, times: HandTimes
) -> None:
    table, _, bob, here = await seated(house, rounds=9)
    table.go(bob, here["Bob"])
    await times.turn(20)
    table.come(bob, here["Bob"])
    await table.submit(0, ["pass turn"], None, "a")

    assert table.look(bob).recap_from is None


async def test_a_recap_stays_when_its_reader_turns_the_page(house: House, times: HandTimes) -> None:
    table, _, bob, here = await seated(house, rounds=9)
    table.go(bob, here["Bob"])
    await table.submit(0, ["pass turn"], None, "a")
    await times.turn(20)
    for _ in range(2):
        table.come(bob, here["Bob"])
        assert table.look(bob).recap_from == 2
        table.go(bob, here["Bob"])
        await times.turn(1)


async def test_after_a_restart_the_recap_begins_after_the_own_last_move(settings: Settings, times: HandTimes) -> None:
    first = await House.open(settings, times)
    table, ann, bob, here = await seated(first, rounds=9)
    await table.submit(0, ["pass turn"], None, "a")
    await table.submit(1, ["pass turn"], None, "b")
    read = len(table.look(bob).log)
    table.go(bob, here["Bob"])
    await table.submit(0, ["pass turn"], None, "c")
    await times.turn(31)
    assert codes(table)[-1] == (1, "pass turn", "zombie")
    assert len(table.look(bob).log) > read + 1
    await first.close()

    second = await House.open(settings, times)
    table = await second.tables.find(table.facts.id)
    assert table.look(bob).recap_from == read + 1, "what the zombie played is news"
    assert table.look(ann).recap_from == len(table.look(ann).log), "and Ann has acted before that"
    assert table.look(None).recap_from is None
    assert (await table.submit(0, ["pass turn"], None, "d")).ok
    assert table.look(ann).recap_from is None
    await second.close()


async def test_a_move_without_a_connection_brings_its_seat_back(house: House, times: HandTimes) -> None:
    table, ann, bob, here = await seated(house, rounds=9)
    table.go(bob, here["Bob"])
    await table.submit(0, ["pass turn"], None, "a")
    await times.turn(31)
    await table.submit(0, ["mark a"], None, "b")
    answer = await table.submit(1, ["pass turn"], None, "c")
    assert answer.error == "error.not_asked"
    assert not table.look(ann).seats[1].zombie
    await table.submit(0, ["pass turn"], None, "d")
    await times.turn(29)
    assert codes(table)[-1][0] == 0
    await times.turn(2)
    assert codes(table)[-1] == (1, "pass turn", "zombie")


async def test_a_table_where_nobody_waits_sleeps(house: House, times: HandTimes) -> None:
    table, ann, bob, here = await seated(house, rounds=9)
    table.go(bob, here["Bob"])
    table.go(ann, here["Ann"])
    await times.turn(10_000)
    assert codes(table) == []


async def test_who_leaves_a_running_game_is_played_for_at_once_and_may_return(house: House, times: HandTimes) -> None:
    table, _, bob, here = await seated(house, rounds=9)
    await house.lobby.leave(bob, table.facts.id)
    table.go(bob, here["Bob"])
    await table.submit(0, ["pass turn"], None, "a")
    await times.turn(0.1)
    assert codes(table)[-1] == (1, "pass turn", "zombie")
    table.come(bob, here["Bob"])
    await table.submit(0, ["pass turn"], None, "b")
    await times.turn(0.1)
    assert codes(table)[-1][0] == 0


# ---- clocks


async def test_a_decision_has_its_time_and_then_the_zombie_moves(house: House, times: HandTimes) -> None:
    table, ann, _, _ = await seated(house, {"decision": 20})
    own = table.look(ann).seats[0].clock
    assert (own.decision_left, own.bank_left, own.running, own.at) == (20, None, True, times.now())
    await times.turn(12)
    await table.submit(0, ["mark a"], None, "a")
    await times.turn(19)
    assert codes(table) == [(0, "mark a", "person")]
    await times.turn(2)
    assert codes(table)[-1] == (0, "pass turn", "zombie")
    assert not table.look(ann).seats[0].zombie, "who is here is late, not away"


async def test_the_bank_is_used_when_the_decision_is_over_and_is_not_given_back(house: House, times: HandTimes) -> None:
    table, ann, _, _ = await seated(house, {"decision": 10, "bank": 30})
    await times.turn(25)
    await table.submit(0, ["mark a"], None, "a")
    own = table.look(ann).seats[0].clock
    assert (own.decision_left, own.bank_left) == (10, 15)
    await times.turn(24.9)
    assert len(codes(table)) == 1
    await times.turn(0.2)
    assert codes(table)[-1] == (0, "pass turn", "zombie")
    assert table.look(ann).seats[0].clock.bank_left == 0
    assert table.look(ann).seats[1].clock.running


async def test_clocks_stand_while_nobody_is_here_and_while_the_server_is_down(house: House, times: HandTimes) -> None:
    table, ann, bob, here = await seated(house, {"bank": 100})
    await times.turn(40)
    table.go(ann, here["Ann"])
    table.go(bob, here["Bob"])
    await times.turn(31)  # so long they count as here
    await times.turn(5000)
    table.come(ann, here["Ann"])
    await settle()
    left = table.look(ann).seats[0].clock.bank_left
    assert 28 <= left <= 31
    await house.tables.close()
    await times.turn(5000)
    table = await house.tables.find(table.facts.id)
    table.come(ann, here["Ann"])
    await settle()
    assert table.look(ann).seats[0].clock.running


async def test_after_a_crash_clocks_go_on_with_what_was_left(settings: Settings, times: HandTimes) -> None:
    first = await House.open(settings, times)
    table, *_ = await seated(first, {"bank": 100})
    await times.turn(40)
    await first.storage.write(lambda connection: clock.beat(connection, times.now()))
    for task in first._work:
        task.cancel()
    await table.turns.close()
    first.storage._lock.release()  # as if the process had died: nothing more is stored
    await times.turn(5000)
    second = await House.open(settings, times)
    again = await second.tables.find(table.facts.id)
    left = again.look(None).seats[0].clock
    assert (left.bank_left, left.running) == (60, False)
    await second.close()
    first.storage._lock._descriptor = None
    await first.storage.close()


def test_clock_options_have_limits() -> None:
    assert ClockOptions.parse({"decision": "20", "bank": 0}) == ClockOptions(decision=20, bank=0, absent=30)
    for bad in ({"decision": 4}, {"bank": "x"}, {"absent": 0}, {"decision": -5}, {"decision": True}, {"other": 1}):
        with pytest.raises(OptionError):
            ClockOptions.parse(bad)


# ---- bots


async def until(condition, seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


async def test_bots_play_their_seats_in_processes_of_their_own(house: House) -> None:
    (ann,) = await people(house, "Ann")
    table = await start(house, [ann], bots=2, rounds=2)
    assert not house.bots.started
    await table.submit(0, ["pass turn"], None, "a")
    await until(lambda: len(codes(table)) == 3)
    assert house.bots.started
    assert codes(table)[1:] == [(1, "draw deck", "bot"), (2, "draw deck", "bot")]
    await table.submit(0, ["pass turn"], None, "b")
    await until(lambda: table.facts.status == "over")


async def test_a_bot_that_overruns_is_killed_and_the_zombie_moves(house: House) -> None:
    (ann,) = await people(house, "Ann")
    house.bots._deadline = 0.3
    table = await start(house, [ann], bots=1, rounds=2, stuck=True)
    loop = asyncio.get_running_loop()
    await table.submit(0, ["pass turn"], None, "a")
    begun = loop.time()
    await until(lambda: len(codes(table)) == 2)
    assert loop.time() - begun < 10
    assert codes(table)[1] == (1, "pass turn", "zombie")


async def test_quick_play_waits_with_the_bots_so_that_people_can_follow(settings: Settings, times: HandTimes) -> None:
    house = await House.open(msgspec.structs.replace(settings, bot_pause=0.9), times)
    (ann,) = await people(house, "Ann")
    table = await house.lobby.quick_play(ann, "coves", number=5)
    assert [seat.kind for seat in table.facts.seats] == ["person", "bot", "bot"]
    assert table.facts.status == "running"
    await table.submit(0, ["pass turn"], None, "a")
    await asyncio.sleep(0.1)
    assert not house.bots.started
    await times.turn(1)
    await until(lambda: len(codes(table)) == 2)
    await house.close()


async def test_a_bot_told_of_a_question_that_is_gone_does_not_answer_it(house: House, monkeypatch) -> None:
    (ann,) = await people(house, "Ann")
    table = await start(house, [ann], bots=1, rounds=2)
    answered = asyncio.Event()
    released = asyncio.Event()

    async def slow(*_: object) -> str:
        answered.set()
        await released.wait()
        return "draw deck"

    monkeypatch.setattr(house.bots, "choose", slow)
    await table.submit(0, ["pass turn"], None, "a")
    await answered.wait()
    decision = table.timeline.state.decision(1)
    async with table.lock:
        await table.answer_for(decision, "pass turn", "zombie")
    released.set()
    await settle()
    assert codes(table) == [(0, "pass turn", "person"), (1, "pass turn", "zombie")]
