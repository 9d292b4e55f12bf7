"""A server of its own process that plays games against itself, until somebody kills it: ``player.py DATA SEED GAMES``.

It opens the data file, goes on with the games that it finds there, opens new ones up to GAMES in all, and plays
random moves for all persons. Each acknowledged request is printed as one line of JSON before the next is sent.
"""

import asyncio
import hashlib
import json
import random
import secrets
import sys
from typing import Any

import msgspec
import sqlalchemy as sa

from board_library.server import schema
from board_library.server.answers import Answer
from board_library.server.house import House
from board_library.server.look import undo_seat
from board_library.server.settings import Settings
from board_library.server.tables import TableRunner

AT_ONCE = 8


def digest(state: Any, seats: int) -> str:
    """What everybody sees of a state, in short: the same state has the same digest in any process."""
    views = [state.view(seat) for seat in (*range(seats), None)]
    return hashlib.sha256(json.dumps(views, sort_keys=True).encode()).hexdigest()[:16]


def tell(**line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


async def open_game(house: House, slug: str, options: dict[str, Any]) -> TableRunner:
    """Two people at a table with a bank of time."""
    guests = [(await house.guests.create(name))[0] for name in ("Ann", "Bob")]
    room = await house.lobby.create(guests[0], slug, options=options, clock={"bank": 5000})
    await house.lobby.join(guests[1], room.facts.id)
    await house.lobby.ready(guests[1], room.facts.id, number=secrets.randbits(64))
    return await house.lobby.start(guests[0], room.facts.id)


def clocks(table: TableRunner) -> list[float]:
    """Seconds left in the banks as of now."""
    left = []
    for seat in table.look(None).seats:
        assert seat.clock is not None
        assert seat.clock.bank_left is not None
        ran = table.services.times.now() - seat.clock.at if seat.clock.running else 0.0
        left.append(seat.clock.bank_left - ran)
    return left


class Silent:
    def poke(self) -> None: ...


async def play(house: House, table: TableRunner, chance: random.Random) -> None:
    """Random moves until the game is over; some in one request, some sent twice, some taken back."""
    for seat in table.facts.people():
        table.presence.come(table.facts.seats[seat].guest or "", house.times.now())
    table.turns.follow()
    while table.facts.status == "running":
        assert table.timeline is not None
        pending = [d for d in table.timeline.state.pending() if d.seat not in table.sealed]
        if not pending:
            await asyncio.sleep(0.005)
            continue
        decision = chance.choice(pending)
        move_id = secrets.token_hex(6)

        def answered(answer: Answer, *, seat: int = decision.seat, move_id: str = move_id) -> None:
            assert table.timeline is not None
            tell(
                table=table.facts.id, seat=seat, id=move_id, answer=msgspec.to_builtins(answer),
                ply=table.timeline.ply, seen=digest(table.timeline.state, 2), clocks=clocks(table),
            )  # fmt: skip

        if chance.random() < 0.1 and undo_seat(table.timeline) == decision.seat:
            answer = await table.takeback(decision.seat, move_id, answered)
            again = await table.takeback(decision.seat, move_id)
        else:
            codes = [chance.choice(decision.choices()).code]
            if chance.random() < 0.2:
                codes.append(chance.choice(decision.choices()).code)
            answer = await table.submit(decision.seat, codes, decision.opened, move_id, answered)
            again = (
                await table.submit(decision.seat, codes, decision.opened, move_id) if chance.random() < 0.2 else answer
            )
        assert again == answer, (again, answer)
        assert table.facts.status != "broken"


async def main(data: str, seed: int, games: int) -> None:
    chance = random.Random(seed)
    settings = Settings(database=data, hold=0.02, presence_pause=0)
    house = await House.open(settings)
    query = sa.select(schema.tables.c.id, schema.tables.c.status)
    known = await house.storage.read(lambda connection: connection.execute(query).all())
    tables = []
    for row in known:
        if row.status == "running":
            table = await house.tables.find(row.id)
            assert table.timeline is not None
            tell(found=row.id, ply=table.timeline.ply, seen=digest(table.timeline.state, 2), clocks=clocks(table))
            tables.append(table)
    rooms = [row.id for row in known if row.status == "room"]  # killed before their start
    missing = games - (len(known) - len(rooms))
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(table: TableRunner | None, number: int) -> None:
        async with gate:
            if table is None and number % 2:
                table = await open_game(house, "treasure-map", {})
            elif table is None:
                table = await open_game(house, "coves", {"rounds": 8, "votes": True})
            await play(house, table, random.Random(chance.random()))

    await asyncio.gather(*(one(table, k) for k, table in enumerate([*tables, *[None] * missing])))
    tell(done=True)
    await house.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
