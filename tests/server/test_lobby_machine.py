"""The lobby under random use: whatever people do in whatever order, rooms stay sound and agree with the data file."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from board_library.engine.errors import BoardLibraryError
from board_library.server import facts as table_facts
from board_library.server.house import House
from board_library.server.settings import Settings
from tests.server.conftest import HandTimes

GUESTS = 5
seats = st.integers(-1, 5)
who = st.integers(0, GUESTS - 1)
which = st.integers(0, 2)


class Lobby(RuleBasedStateMachine):
    """Five guests and up to three rooms."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.house: House = self.run(self.open())
        self.guests = [self.run(self.house.guests.create(f"Guest {k}"))[0] for k in range(GUESTS)]
        self.codes: list[str] = []
        self.refusals = 0

    async def open(self) -> House:
        database = str(Path(self.folder.name) / "data")
        return await House.open(Settings(database=database, bot_pause=1000, presence_pause=0), HandTimes())

    def run(self, doing):
        return self.loop.run_until_complete(doing)

    def attempt(self, doing):
        """Do it, or be refused for a reason that has a key."""
        try:
            return self.run(doing)
        except BoardLibraryError as error:
            assert error.key.startswith(("error.", "start.")), error  # noqa: PT017 - refused or not, the key counts
            self.refusals += 1
            return None

    def code(self, room: int) -> str:
        return self.codes[room % len(self.codes)] if self.codes else "AAAAAA"

    @precondition(lambda self: len(self.codes) < 3)
    @rule(guest=who, size=st.integers(2, 4))
    def create(self, guest: int, size: int) -> None:
        self.codes.append(self.run(self.house.lobby.create(self.guests[guest], "coves", seats=size)).facts.code)

    @rule(guest=who, room=which, seat=st.none() | seats)
    def join(self, guest: int, room: int, seat: int | None) -> None:
        self.attempt(self.house.lobby.join(self.guests[guest], self.code(room), seat))

    @rule(guest=who, room=which)
    def leave(self, guest: int, room: int) -> None:
        self.attempt(self.house.lobby.leave(self.guests[guest], self.code(room)))

    @rule(guest=who, room=which, on=st.booleans(), number=st.none() | st.integers(0, 2**64 - 1))
    def ready(self, guest: int, room: int, on: bool, number: int | None) -> None:
        self.attempt(self.house.lobby.ready(self.guests[guest], self.code(room), on, number))

    @rule(guest=who, room=which, seat=st.none() | seats)
    def add_bot(self, guest: int, room: int, seat: int | None) -> None:
        self.attempt(self.house.lobby.add_bot(self.guests[guest], self.code(room), seat))

    @rule(guest=who, room=which, seat=seats)
    def remove_bot(self, guest: int, room: int, seat: int) -> None:
        self.attempt(self.house.lobby.remove_bot(self.guests[guest], self.code(room), seat))

    @rule(guest=who, room=which, size=seats)
    def resize(self, guest: int, room: int, size: int) -> None:
        self.attempt(self.house.lobby.change(self.guests[guest], self.code(room), seats=size))

    @rule(guest=who, room=which)
    def start(self, guest: int, room: int) -> None:
        table = self.attempt(self.house.lobby.start(self.guests[guest], self.code(room)))
        if table is not None:
            assert all(seat.kind != "free" for seat in table.facts.seats)
            assert len(table.facts.seats) in range(2, 5)

    @rule()
    def restart(self) -> None:
        self.run(self.house.close())
        self.house = self.run(self.open())

    @invariant()
    def rooms_are_sound(self) -> None:
        for code in list(self.codes):
            try:
                runner = self.run(self.house.lobby.find(code))
            except BoardLibraryError:
                self.codes.remove(code)  # everybody has left it
                continue
            facts = runner.facts
            guests = [seat.guest for seat in facts.seats if seat.kind == "person"]
            assert len(guests) == len(set(guests)) >= 1
            assert facts.host in guests
            assert all((seat.kind == "free") == (seat.name == "") for seat in facts.seats)
            stored = self.run(self.house.storage.read(lambda c, code=code: table_facts.load(c, code=code)))
            assert stored == facts
            assert (facts.status == "running") == (runner.timeline is not None)

    def teardown(self) -> None:
        self.run(self.house.close())
        self.loop.close()
        self.folder.cleanup()


TestLobby = Lobby.TestCase
TestLobby.settings = settings(
    max_examples=15, stateful_step_count=30, deadline=None, print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
