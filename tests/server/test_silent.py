"""A secret refusal that is the only answer is given by the table, so that neither time nor log tells who has a card."""

from board_library.server.house import House
from board_library.server.tables import TableRunner
from tests.server.conftest import HandTimes, settle
from tests.server.play import codes, people, start


class Listener:
    def poke(self) -> None: ...


async def table_of_two(house: House) -> TableRunner:
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob], charms=True)
    table.come(ann, Listener())
    table.come(bob, Listener())
    return table


def guest(table: TableRunner, seat: int) -> str:
    found = table.facts.seats[seat].guest
    assert found is not None
    return found


async def told(table: TableRunner, after: int, *expected: tuple[int, str, str]) -> None:
    """The codes after the first ones become the expected ones; storing them may take a busy machine a while."""
    for _ in range(100):
        if len(codes(table)) >= after + len(expected):
            break
        await settle()
    assert codes(table)[after:] == list(expected)


async def asked_holder(table: TableRunner, times: HandTimes, hold: float) -> None:
    """Bob holds a number; Ann draws, so that Bob is asked and may use a charm."""
    await table.submit(0, ["pass turn"], None, "a0")
    await table.submit(1, ["draw deck"], None, "b0")
    await times.turn(hold + 0.1)
    await table.submit(0, ["draw deck"], None, "a1")


async def test_a_lone_refusal_is_given_at_the_end_of_the_hold(house: House, times: HandTimes) -> None:
    table = await table_of_two(house)
    hold = house.settings.hold
    await table.submit(0, ["draw deck"], None, "a0")
    await times.turn(hold - 0.1)
    assert codes(table)[1:] == []
    await times.turn(0.2)
    await told(table, 1, (1, "skip charm", "person"))


async def test_a_refusal_by_hand_looks_the_same_at_the_same_time(house: House, times: HandTimes) -> None:
    table = await table_of_two(house)
    hold = house.settings.hold
    await asked_holder(table, times, hold)
    await table.submit(1, ["skip charm"], None, "b1")
    await times.turn(hold - 0.1)
    assert len(codes(table)) == 4
    await times.turn(0.2)
    await told(table, 4, (1, "skip charm", "person"))


async def test_whoever_has_a_choice_is_waited_for(house: House, times: HandTimes) -> None:
    table = await table_of_two(house)
    hold = house.settings.hold
    await asked_holder(table, times, hold)
    await times.turn(hold + 10)
    assert len(codes(table)) == 4


async def test_an_absent_seat_that_has_a_choice_answers_no_later(house: House, times: HandTimes) -> None:
    table = await table_of_two(house)
    hold = house.settings.hold
    await table.submit(0, ["pass turn"], None, "a0")
    await table.submit(1, ["draw deck"], None, "b0")
    await times.turn(hold + 0.1)
    table.presence.go(guest(table, 1), times.now())
    await table.submit(0, ["draw deck"], None, "a1")
    await times.turn(hold - 0.1)
    assert len(codes(table)) == 4
    await times.turn(0.2)
    await told(table, 4, (1, "use charm", "zombie"))


async def test_the_lone_refusal_of_an_absent_seat_is_the_zombies_too(house: House, times: HandTimes) -> None:
    table = await table_of_two(house)
    table.presence.go(guest(table, 1), times.now())
    await table.submit(0, ["draw deck"], None, "a0")
    table.turns.follow()
    await times.turn(house.settings.hold + 0.1)
    await told(table, 1, (1, "skip charm", "zombie"))


async def test_a_bot_that_still_thinks_answers_no_later(house: House, times: HandTimes) -> None:
    (ann,) = await people(house, "Ann")
    table = await start(house, [ann], bots=1, charms=True, stuck=True)
    table.come(ann, Listener())
    await table.submit(0, ["draw deck"], None, "a0")
    await times.turn(house.settings.hold - 0.1)
    assert codes(table)[1:] == []
    await times.turn(0.2)
    await told(table, 1, (1, "skip charm", "bot"))
