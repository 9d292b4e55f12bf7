"""Secret questions: early answers are sealed and take effect together at the end of the hold."""

from board_library.server.house import House
from tests.server.conftest import HandTimes
from tests.server.play import codes, people, start


async def vote(house: House, bots: int = 0):
    """A game of two people at its vote."""
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob], bots=bots, votes=True, rounds=2)
    table.come(ann, Listener())
    table.come(bob, Listener())
    await table.submit(0, ["pass turn"], None, "p0")
    await table.submit(1, ["pass turn"], None, "p1")
    return table, ann, bob


class Listener:
    def poke(self) -> None: ...


async def test_answers_wait_for_the_end_of_the_hold_and_nobody_sees_that_they_are_there(
    house: House, times: HandTimes
) -> None:
    table, ann, bob = await vote(house)
    before, before_spectator = table.look(bob), table.look(None)
    answer = await table.submit(0, ["vote yes"], table.look(ann).decision.opened, "v0")
    assert (answer.ok, answer.sealed) == (True, True)
    assert table.look(ann).sealed == "vote yes"
    assert table.look(ann).decision is None
    assert table.look(bob) == before
    assert table.look(None) == before_spectator
    assert [asked.kind for asked in table.look(bob).asked] == [None, "vote"]
    assert (await table.submit(0, ["vote no"], None, "v1")).error == "error.already_answered"
    assert (await table.submit(0, ["vote yes"], None, "v0")) == answer
    await table.submit(1, ["vote no"], None, "v0")
    assert len(codes(table)) == 2
    await times.turn(house.settings.hold - 0.1)
    assert len(codes(table)) == 2
    await times.turn(0.2)
    assert codes(table)[2:] == [(0, "vote yes", "person"), (1, "vote no", "person")]
    assert table.sealed == {}


async def test_after_the_hold_answers_take_effect_as_they_come(house: House, times: HandTimes) -> None:
    table, *_ = await vote(house)
    await table.submit(1, ["vote no"], None, "v1")
    await times.turn(house.settings.hold + 0.1)
    assert codes(table)[2:] == [(1, "vote no", "person")]
    answer = await table.submit(0, ["vote yes"], None, "v0")
    assert (answer.ok, answer.sealed) == (True, False)
    assert codes(table)[3:] == [(0, "vote yes", "person")]


async def test_nothing_is_taken_back_under_a_secret_question(house: House) -> None:
    table, _, bob = await vote(house)
    assert not table.look(bob).takeback
    assert (await table.takeback(1, "t")).error == "error.takeback_refused"


async def test_a_sealed_answer_outlives_a_restart(house: House, times: HandTimes) -> None:
    table, ann, _ = await vote(house)
    first = await table.submit(0, ["vote yes"], None, "v0")
    await house.tables.close()
    table = await house.tables.find(table.facts.id)
    assert table.look(ann).sealed == "vote yes"
    assert await table.submit(0, ["vote yes"], None, "v0") == first
    await table.submit(1, ["vote yes"], None, "v1")
    await times.turn(house.settings.hold + 0.1)
    assert codes(table)[2:] == [(0, "vote yes", "person"), (1, "vote yes", "person")]


async def test_of_several_codes_only_the_first_answers_a_secret_question(house: House) -> None:
    table, *_ = await vote(house)
    answer = await table.submit(0, ["vote yes", "vote no"], None, "v0")
    assert (answer.ok, answer.applied, answer.error) == (False, 1, "error.not_asked")
    assert (await table.submit(1, ["vote maybe"], None, "v0")).error == "error.not_offered"


async def test_no_countdown_of_an_absent_seat_is_shown_while_a_secret_question_is_open(
    house: House, times: HandTimes
) -> None:
    table, ann, bob = await vote(house)
    listener = next(iter(table.listeners))
    del listener
    table.presence.go(bob.id, times.now())
    table.turns.follow()
    table.show()
    assert table.turns.away_until() == {1: times.now() + 30}
    assert table.look(ann).seats[1].away_until is None
    await times.turn(31)
    assert codes(table)[2:] == [(1, "vote no", "zombie")]
