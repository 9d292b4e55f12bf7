"""Playing at a table: moves, repeats, refusals, takebacks, broken rules, loading again."""

from board_library.server.house import House


async def test_a_whole_game_is_played_between_two_people(house: House) -> None:
    ann, _ = await house.guests.create("Ann")
    bob, _ = await house.guests.create("Bob")
    room = await house.lobby.create(ann, "coves", options={"rounds": 2})
    await house.lobby.join(bob, room.facts.code)
    await house.lobby.ready(bob, room.facts.id, True, "77")
    table = await house.lobby.start(ann, room.facts.id)
    for k in range(4):
        answer = await table.submit(
            k % 2, ["mark a", "draw deck"], table.look([ann, bob][k % 2]).decision.opened, f"m{k}"
        )
        assert answer.ok, answer
        assert answer.applied == 2
    assert table.look(ann).status == "over"
    assert table.record().numbers == [None, 77]
