"""Rooms: made, found, filled, changed, left, started, played again."""

import pytest

from board_library.engine.errors import BoardLibraryError
from board_library.engine.record import commitment, mix
from board_library.server.facts import ALPHABET
from board_library.server.house import House
from tests.server.conftest import HandTimes, settle
from tests.server.play import people, start


class Listener:
    def poke(self) -> None: ...


async def refused(key: str, doing) -> dict:
    """That ``doing`` is refused with this key; the error's values."""
    with pytest.raises(BoardLibraryError) as caught:
        await doing
    assert caught.value.key == key
    return caught.value.params


async def test_a_room_has_a_code_a_commitment_and_its_maker_as_host(house: House) -> None:
    (ann,) = await people(house, "Ann")
    room = await house.lobby.create(ann, "coves", name=" Old  port ", options={"rounds": "5"}, seats=3)
    assert set(room.facts.code) <= set(ALPHABET)
    seen = room.look(ann)
    assert (seen.code[3], len(seen.code)) == ("-", 7)
    assert (seen.name, seen.options["rounds"], len(seen.seats)) == ("Old port", 5, 3)
    assert seen.host
    assert seen.seats[0].you
    assert seen.commitment == commitment(room.facts.secret)
    assert (seen.secret, seen.view, seen.decision) == (None, None, None)
    assert await house.lobby.find(seen.code.lower().replace("-", " ")) is room
    assert await house.lobby.find(room.facts.id) is room
    await house.tables.close()
    assert (await house.lobby.find(seen.code)).look(ann).options == seen.options


async def test_what_cannot_be_made_is_refused(house: House) -> None:
    (ann,) = await people(house, "Ann")
    lobby = house.lobby
    await refused("error.unknown_game", lobby.create(ann, "chess"))
    assert (await refused("error.bad_option", lobby.create(ann, "coves", options={"rounds": 0})))["option"] == "rounds"
    await refused("error.bad_option", lobby.create(ann, "coves", options={"seed": 1}))
    await refused("error.bad_option", lobby.create(ann, "coves", clock={"decision": 1}))
    await refused("error.bad_seats", lobby.create(ann, "coves", seats=9))
    await refused("error.bad_seats", lobby.create(ann, "coves", seats="3"))
    await refused("error.bad_name", lobby.create(ann, "coves", name="x" * 41))
    await refused("error.no_such_table", lobby.join(ann, "AAA-AAA"))
    await refused("error.no_such_table", lobby.join(ann, "x" * 10_000))
    await refused("error.no_such_table", lobby.find(""))
    assert await lobby.mine(ann) == []


async def test_no_two_seats_have_one_colour(house: House) -> None:
    ann, bob, eve = [(await house.guests.create(name, 0))[0] for name in ("Ann", "Bob", "Eve")]
    code = (await house.lobby.create(ann, "coves", seats=4)).facts.code
    await house.lobby.add_bot(ann, code)
    await house.lobby.join(bob, code)
    room = await house.lobby.join(eve, code)
    before = [seat.colour for seat in room.facts.seats]
    assert before[0] == 0
    assert len(set(before)) == 4
    await house.lobby.rename(await house.guests.change(bob, name="Bobby"))
    assert [seat.colour for seat in room.facts.seats] == before
    await house.lobby.rename(await house.guests.change(bob, colour=5))
    assert [seat.colour for seat in room.facts.seats] == [*before[:2], 5, before[3]]


async def test_one_guest_cannot_fill_the_server_with_rooms(house: House) -> None:
    (ann,) = await people(house, "Ann")
    most = house.settings.tables_per_guest
    for _ in range(most):
        await house.lobby.create(ann, "coves")
    assert (await refused("error.too_many_tables", house.lobby.create(ann, "coves")))["most"] == most
    assert len(await house.lobby.mine(ann)) == most


async def test_joining_full_started_and_taken(house: House) -> None:
    ann, bob, cid, dan = await people(house, "Ann", "Bob", "Cid", "Dan")
    room = await house.lobby.create(ann, "coves", seats=3)
    await house.lobby.join(bob, room.facts.code, seat=2)
    assert [seat.name for seat in room.facts.seats] == ["Ann", "", "Bob"]
    await refused("error.seat_taken", house.lobby.join(cid, room.facts.code, seat=2))
    await refused("error.seat_taken", house.lobby.join(cid, room.facts.code, seat=3))
    await refused("error.seat_taken", house.lobby.join(cid, room.facts.code, seat=-1))
    await house.lobby.join(bob, room.facts.code)  # again: stays
    await house.lobby.join(bob, room.facts.code, seat=1)  # changes over
    assert [seat.name for seat in room.facts.seats] == ["Ann", "Bob", ""]
    await house.lobby.join(cid, room.facts.code)
    await refused("error.room_full", house.lobby.join(dan, room.facts.code))
    table = await start(house, [ann, bob])
    await refused("error.room_started", house.lobby.join(dan, table.facts.code))
    assert (await house.lobby.join(bob, table.facts.code)) is table
    await refused("error.room_started", house.lobby.change(ann, table.facts.id, options={}))
    await refused("error.room_started", house.lobby.ready(bob, table.facts.id))


async def test_start_says_why_not(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    room = await house.lobby.create(ann, "coves")
    code = room.facts.code
    assert room.look(ann).start_blocked == "start.too_few"
    await refused("start.too_few", house.lobby.start(ann, code))
    await house.lobby.join(bob, code)
    assert room.look(ann).start_blocked == "start.not_ready"
    assert room.look(bob).start_blocked == room.look(None).start_blocked == "start.not_host"
    await refused("start.not_ready", house.lobby.start(ann, code))
    await refused("start.not_host", house.lobby.start(bob, code))
    await house.lobby.ready(bob, code)
    assert room.look(ann).start_blocked is None
    await house.lobby.change(ann, code, options={"rounds": 9})
    assert room.look(ann).start_blocked == "start.not_ready", "who was ready for other options is asked again"
    await house.lobby.ready(bob, code)
    await house.lobby.start(ann, code)
    await refused("start.started", house.lobby.start(ann, code))
    assert [seat.name for seat in room.facts.seats] == ["Ann", "Bob"]


async def test_only_the_host_changes_a_room(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    room = await house.lobby.create(ann, "coves", seats=4)
    code = room.facts.code
    await house.lobby.join(bob, code)
    for doing in (
        house.lobby.change(bob, code, private=True),
        house.lobby.add_bot(bob, code),
        house.lobby.remove_bot(bob, code, 1),
    ):
        await refused("error.not_host", doing)
    await refused("error.bad_level", house.lobby.add_bot(ann, code, level="boatswain"))
    await house.lobby.add_bot(ann, code, 3, "deckhand")
    await refused("error.seat_taken", house.lobby.add_bot(ann, code, 3))
    await refused("error.seat_changed", house.lobby.remove_bot(ann, code, 1))
    await refused("error.seat_changed", house.lobby.remove_bot(ann, code, 99))
    await refused("error.bad_seats", house.lobby.change(ann, code, seats=2))
    await house.lobby.change(ann, code, seats=3, private=True, name="New", clock={"decision": 30})
    assert [seat.kind for seat in room.facts.seats] == ["person", "person", "bot"]
    await refused("error.room_full", house.lobby.add_bot(ann, code))
    await house.lobby.remove_bot(ann, code, 2)
    assert room.look(bob).clock_options == {"decision": 30, "bank": 0, "absent": 30}
    before = room.facts
    await refused("error.bad_option", house.lobby.change(ann, code, name="Other", options={"rounds": "many"}))
    assert room.facts == before


async def test_the_hosts_role_passes_on_and_an_empty_room_closes(house: House) -> None:
    ann, bob, eve = await people(house, "Ann", "Bob", "Eve")
    room = await house.lobby.create(ann, "coves")
    code = room.facts.code
    await house.lobby.join(bob, code)
    await house.lobby.add_bot(ann, code)
    await refused("error.not_seated", house.lobby.leave(eve, code))
    await house.lobby.leave(ann, code)
    assert room.facts.host == bob.id
    assert room.look(bob).host
    await house.lobby.leave(bob, code)
    await refused("error.no_such_table", house.lobby.join(ann, code))


async def test_the_seed_is_made_of_the_secret_and_everybodys_numbers(house: House) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    room = await house.lobby.create(ann, "coves", seats=3)
    code, before = room.facts.code, room.facts.commitment
    await house.lobby.join(bob, code, seat=2)
    await house.lobby.number(ann, code, "18446744073709551615")
    for bad in ("18446744073709551616", "-1", "1.5", "", "x", True, "٣", "9" * 5000):
        await refused("error.bad_number", house.lobby.ready(bob, code, True, bad))
    await house.lobby.ready(bob, code, True, 3)
    table = await house.lobby.start(ann, code)
    assert table.timeline.record.seed == mix(room.facts.secret, [2**64 - 1, 3])
    assert table.facts.commitment == before
    assert table.look(bob).numbers == ()


async def test_lists_show_public_rooms_with_a_free_seat_and_games_to_watch(house: House, times: HandTimes) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    room = await house.lobby.create(ann, "coves", seats=2)
    await house.lobby.create(ann, "coves", private=True)
    assert [(line.code, line.taken, line.seats, line.host) for line in house.lobby.open_rooms()] == [
        (room.look(ann).code, 1, 2, "Ann")
    ]
    assert house.lobby.open_rooms("coves")
    assert house.lobby.open_rooms("other") == []
    await house.lobby.join(bob, room.facts.code)
    assert house.lobby.open_rooms() == []
    await house.lobby.ready(bob, room.facts.code)
    await house.lobby.start(ann, room.facts.code)
    assert [line.table for line in house.lobby.running()] == [room.facts.id]
    assert [line.table for line in await house.lobby.mine(bob)] == [room.facts.id]
    assert len(await house.lobby.mine(ann)) == 2
    await times.turn(120)
    assert house.lobby.running() == []


async def test_a_new_name_is_shown_wherever_its_guest_sits(house: House) -> None:
    ann, bob = [(await house.guests.create(name, colour))[0] for colour, name in enumerate(("Ann", "Bob"))]
    table = await start(house, [ann, bob])
    await house.lobby.rename(await house.guests.change(ann, name="Anne", colour=5))
    seat = table.look(bob).seats[0]
    assert (seat.name, seat.colour) == ("Anne", 5)


async def test_a_rematch_turns_the_seats_and_everybody_may_follow(house: House) -> None:
    ann, bob, eve = await people(house, "Ann", "Bob", "Eve")
    table = await start(house, [ann, bob], bots=1, rounds=1)
    await refused("error.not_over", house.lobby.rematch(ann, table.facts.id))
    await table.submit(0, ["pass turn"], None, "a")
    await table.submit(1, ["pass turn"], None, "b")
    async with table.lock:
        await table.answer_for(table.timeline.state.decision(2), "pass turn", "zombie")
    await refused("error.not_seated", house.lobby.rematch(eve, table.facts.id))
    room = await house.lobby.rematch(bob, table.facts.id)
    assert table.look(ann).rematch == room.look(ann).code
    assert [seat.name or seat.kind for seat in room.facts.seats] == ["Bob", room.facts.seats[1].name, "free"]
    assert await house.lobby.rematch(ann, table.facts.id) is room
    assert await house.lobby.rematch(ann, table.facts.id) is room
    assert [seat.guest for seat in room.facts.seats] == [bob.id, None, ann.id]
    assert room.facts.options == table.facts.options
    assert room.facts.secret != table.facts.secret
    await house.lobby.leave(bob, room.facts.id)
    await house.lobby.leave(ann, room.facts.id)
    again = await house.lobby.rematch(ann, table.facts.id)
    assert again.facts.seats[2].guest == ann.id


async def test_a_rematch_against_bots_alone_starts_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(*_: object) -> str:
        return "pass turn"

    monkeypatch.setattr(house.bots, "choose", answer)
    (ann,) = await people(house, "Ann")
    table = await house.lobby.quick_play(ann, "coves", number=9)
    for k in range(3):
        await table.submit(0, ["pass turn"], None, f"m{k}")
        await settle()
    assert table.facts.status == "over"
    again = await house.lobby.rematch(ann, table.facts.id)
    assert again.facts.status == "running"
    assert again.facts.seats[2].guest == ann.id


async def test_rooms_and_tables_nobody_looks_at_are_put_away(house: House, times: HandTimes) -> None:
    ann, bob = await people(house, "Ann", "Bob")
    room = await house.lobby.create(ann, "coves")
    watched = await house.lobby.create(ann, "coves")
    listener = Listener()
    watched.come(ann, listener)
    table = await start(house, [ann, bob])
    await times.turn(house.settings.room_idle + 1)
    await house.lobby.sweep()
    assert house.tables.loaded() == [watched]
    await refused("error.no_such_table", house.lobby.find(room.facts.code))
    again = await house.lobby.find(table.facts.code)
    assert again is not table
    assert again.look(ann).decision.seat == 0
