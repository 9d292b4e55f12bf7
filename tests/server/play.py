"""Short ways to a running toy game."""

from board_library.server.guests import Guest
from board_library.server.house import House
from board_library.server.tables import TableRunner


async def people(house: House, *names: str) -> list[Guest]:
    """A new guest for each name."""
    return [(await house.guests.create(name))[0] for name in names]


async def start(house: House, guests: list[Guest], *, bots: int = 0, clock=None, **options) -> TableRunner:
    """A running game of coves: the guests in the first seats, bots in the rest."""
    room = await house.lobby.create(guests[0], "coves", options=options, clock=clock)
    for guest in guests[1:]:
        await house.lobby.join(guest, room.facts.id)
        await house.lobby.ready(guest, room.facts.id, number="7")
    for _ in range(bots):
        await house.lobby.add_bot(guests[0], room.facts.id)
    return await house.lobby.start(guests[0], room.facts.id)


def codes(table: TableRunner) -> list[tuple[int, str, str]]:
    """The record so far: seat, code, by."""
    assert table.timeline is not None
    return [tuple(entry) for entry in table.timeline.record.entries]
