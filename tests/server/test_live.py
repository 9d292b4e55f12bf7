"""Live connections: answers, zones, slow readers, floods, and what is no message at all."""

import asyncio
import json

import msgspec
import pytest

from board_library.server import viewers
from board_library.server.errors import BoardLibraryError
from board_library.server.house import House
from board_library.server.live import CLOSE_POLICY, CLOSE_TOO_BIG, MOST_WAITING, Connection, Gone, Page
from board_library.server.seen import Seen
from board_library.server.settings import Settings
from tests.server.conftest import settle
from tests.server.play import codes, people, start


class FakeSocket:
    """A browser in memory. With ``reads`` off it takes nothing, as a sleeping phone does."""

    def __init__(self, *, reads: bool = True) -> None:
        self.incoming: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.sent: list[dict] = []
        self.closed: int | None = None
        self.reads = asyncio.Event()
        if reads:
            self.reads.set()

    async def send(self, text: str) -> None:
        await self.reads.wait()
        if self.closed is not None:
            raise Gone
        self.sent.append(json.loads(text))

    async def receive(self) -> str | bytes:
        text = await self.incoming.get()
        if text is None or self.closed is not None:
            raise Gone
        return text

    async def close(self, code: int) -> None:
        if self.closed is None:
            self.closed = code
        self.incoming.put_nowait(None)

    def say(self, **message: object) -> None:
        self.incoming.put_nowait(json.dumps(message))

    def of(self, kind: str) -> list[dict]:
        return [message for message in self.sent if message["type"] == kind]


def render(seen: Seen) -> Page:
    """Zones as a page would have them: one a part that changes by itself."""
    return Page(
        {
            "centre": json.dumps(seen.view),
            "actions": str(seen.decision),
            "chat": msgspec.json.encode(seen.chat).decode(),
            "presence": f"{[seat.connected for seat in seen.seats]} {seen.spectators}",
        },
        title=seen.name,
    )


def connect(house: House, table, guest, **kwargs) -> tuple[FakeSocket, asyncio.Task]:
    socket = FakeSocket(**kwargs)
    connection = Connection(
        socket, table, guest, lobby=house.lobby, render=render, translate=lambda key, _: key, settings=house.settings
    )
    return socket, asyncio.ensure_future(connection.run())


@pytest.fixture
async def running(house: House):
    ann, bob = await people(house, "Ann", "Bob")
    return await start(house, [ann, bob], rounds=50), ann, bob


async def finish(*tasks: asyncio.Task) -> None:
    async with asyncio.timeout(60):
        await asyncio.gather(*tasks)


async def test_a_move_is_answered_first_and_then_only_changed_zones_come(house: House, running) -> None:
    table, ann, bob = running
    socket, task = connect(house, table, ann)
    other, other_task = connect(house, table, bob)
    socket.say(type="hello", version=0)
    await settle()
    assert set(socket.of("zones")[0]["zones"]) == {"centre", "actions", "chat", "presence"}
    await settle()
    socket.sent.clear()
    other.sent.clear()
    socket.say(type="move", codes=["mark a"], opened=0, id="m1")
    await settle()
    assert [message["type"] for message in socket.sent] == ["answer", "zones"]
    assert socket.sent[0] == {"type": "answer", "id": "m1", "ok": True}
    assert set(socket.sent[1]["zones"]) == {"centre", "actions"}
    assert set(other.of("zones")[0]["zones"]) == {"centre"}
    socket.incoming.put_nowait(None)
    other.incoming.put_nowait(None)
    await finish(task, other_task)
    assert not table.listeners


async def test_the_rest_of_the_protocol(house: House, running) -> None:
    table, ann, _ = running
    socket, task = connect(house, table, ann)
    socket.say(type="hello", version=0)
    socket.say(type="ping")
    socket.say(type="move", codes=["mark a"], opened=0, id="m1")
    socket.say(type="takeback", id="t1")
    socket.say(type="say", text="ahoy", id="s1")
    socket.say(type="say", text=" ", id="s2")
    socket.say(type="number", value="12")
    socket.say(type="move", codes=["pass turn"], opened=1, id="m2")
    await settle()
    assert socket.of("pong") == [{"type": "pong"}]
    assert [(a["id"], a["ok"], a.get("error")) for a in socket.of("answer")] == [
        ("m1", True, None),
        ("t1", True, None),
        ("s1", True, None),
        ("s2", False, "error.bad_chat"),
        ("m2", False, "error.stale_question"),
    ]
    await socket.close(1000)
    await finish(task)


async def test_who_watches_may_chat_but_not_move(house: House, running) -> None:
    table, *_ = running
    (eve,) = await people(house, "Eve")
    socket, task = connect(house, table, eve)
    nameless, nameless_task = connect(house, table, None)
    socket.say(type="move", codes=["pass turn"], opened=0, id="m1")
    socket.say(type="say", text="ahoy", id="s1")
    nameless.say(type="say", text="ahoy", id="s2")
    await settle()
    assert [(a["ok"], a.get("error")) for a in socket.of("answer")] == [(False, "error.not_seated"), (True, None)]
    assert nameless.of("answer")[0]["error"] == "error.not_seated"
    assert table.look(None).spectators == 2
    for one in (socket, nameless):
        await one.close(1000)
    await finish(task, nameless_task)
    assert table.look(None).spectators == 0


async def test_everybody_is_told_how_many_watch_each_once(house: House, running) -> None:
    table, ann, _ = running
    (eve,) = await people(house, "Eve")
    socket, task = connect(house, table, ann)
    socket.say(type="hello", version=0)
    watching = [connect(house, table, guest) for guest in (eve, eve, None, None)]
    await settle()
    await settle()
    assert socket.of("zones")[-1]["zones"]["presence"].endswith(" 3")
    await watching.pop()[0].close(1000)
    await settle()
    await settle()
    assert socket.of("zones")[-1]["zones"]["presence"].endswith(" 2")
    await socket.close(1000)
    for one, _task in watching:
        await one.close(1000)
    await finish(task, *(one for _, one in watching))


async def test_however_many_look_nobody_misses_a_change(house: House, running, monkeypatch) -> None:
    monkeypatch.setattr(viewers, "VIEWERS_KEPT", 1)
    table, ann, bob = running
    socket, task = connect(house, table, bob)
    socket.say(type="hello", version=0)
    await settle()
    for line in ("one", "two", "three"):
        table.look(ann)
        socket.sent.clear()
        await table.say(ann, line)
        await settle()
        assert line in socket.of("zones")[0]["zones"]["chat"]
    await socket.close(1000)
    await finish(task)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "null",
        "{}",
        '{"type":"steal"}',
        '{"type":"move"}',
        '{"type":"move","codes":"pass turn","id":"a"}',
        '{"type":"move","codes":[1],"id":"a"}',
        '{"type":"move","codes":["pass turn"],"opened":1.5,"id":"a"}',
        '{"type":"hello","version":"new"}',
        "[" * 10_000,
        b"\xff\xfe",
        '{"type":"move","codes":[],"id":"a"}',
    ],
)
async def test_what_is_no_message_is_refused_and_the_connection_goes_on(house: House, running, text) -> None:
    table, ann, _ = running
    socket, task = connect(house, table, ann)
    socket.incoming.put_nowait(text)
    socket.say(type="ping")
    await settle()
    (answer,) = socket.of("answer")
    assert answer["error"] == "error.bad_message"
    assert socket.of("pong")
    assert codes(table) == []
    await socket.close(1000)
    await finish(task)


async def test_a_returning_browser_that_holds_the_present_page_is_sent_nothing(house: House, running) -> None:
    table, ann, bob = running
    socket, task = connect(house, table, ann)
    socket.say(type="hello", version=0)
    await settle()
    version = socket.of("zones")[-1]["version"]
    await socket.close(1000)
    await finish(task)
    await settle()
    table.look(ann)
    again, task = connect(house, table, ann)
    again.say(type="hello", version=0)
    await settle()
    assert again.of("zones")
    await again.close(1000)
    await finish(task)
    third, task = connect(house, table, bob)
    await settle()
    third.sent.clear()
    third.say(type="hello", version=table.look(bob).version)
    await settle()
    assert third.of("zones") == []
    assert table.look(ann).version >= version
    await third.close(1000)
    await finish(task)


async def test_one_who_never_reads_is_dropped_and_delays_nobody(settings: Settings) -> None:
    house = await House.open(msgspec.structs.replace(settings, send_timeout=0.3))
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob], rounds=90)
    sleeper, sleeping = connect(house, table, bob, reads=False)
    sleeper.say(type="hello", version=0)
    quick, task = connect(house, table, ann)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for k in range(100):
        assert (await table.submit(k % 2, ["draw deck"], None, f"m{k}")).ok
    assert loop.time() - begun < 5
    await finish(sleeping)
    assert sleeper.closed == CLOSE_POLICY
    assert len(table.listeners) == 1
    await settle()
    centres = [message["zones"]["centre"] for message in quick.of("zones") if "centre" in message["zones"]]
    assert json.loads(centres[-1])["counts"] == [50, 50]
    assert len(quick.of("zones")) <= 102, "bursts coalesce"
    await quick.close(1000)
    await finish(task)
    await house.close()


async def test_a_slow_reader_gets_the_present_page_not_all_that_were(house: House, running) -> None:
    table, _, bob = running
    slow, task = connect(house, table, bob, reads=False)
    slow.say(type="hello", version=0)
    await settle()
    for k in range(40):
        await table.submit(k % 2, ["draw deck"], None, f"m{k}")
    slow.reads.set()
    await settle()
    zones = slow.of("zones")
    assert len(zones) <= 3
    assert json.loads(zones[-1]["zones"]["centre"])["counts"] == [20, 20]
    await slow.close(1000)
    await finish(task)


async def test_one_who_floods_is_refused_and_then_dropped_while_others_play_on(house: House, running) -> None:
    table, _, bob = running
    flooder, flooding = connect(house, table, bob)
    for k in range(500):
        flooder.say(type="move", codes=["mark a"], opened=0, id=f"f{k}")
    answer = await asyncio.wait_for(table.submit(0, ["pass turn"], 0, "m"), 30)
    assert answer.ok
    await finish(flooding)
    assert flooder.closed == CLOSE_POLICY
    errors = [message["error"] for message in flooder.of("answer")]
    assert errors[-1] == "error.flooding"
    assert errors.count("error.flooding") >= 20
    assert flooder.of("answer")[-1]["id"].startswith("f")


async def test_one_who_asks_much_and_reads_nothing_is_dropped(house: House, running) -> None:
    table, _, bob = running
    house.settings = msgspec.structs.replace(house.settings, message_burst=10_000, send_timeout=600)
    socket, task = connect(house, table, bob, reads=False)
    for _ in range(MOST_WAITING):
        socket.say(type="ping")
    await settle()
    assert socket.incoming.empty()
    assert socket.closed is None, "so many may wait"
    for _ in range(MOST_WAITING):
        socket.say(type="ping")
    await finish(task)
    assert socket.closed == CLOSE_POLICY, "at once, not when the time to read is over"


async def test_a_message_that_is_too_long_ends_the_connection_with_a_reason(house: House, running) -> None:
    table, _, bob = running
    socket, task = connect(house, table, bob)
    socket.say(type="say", text="x" * 20_000, id="a")
    await finish(task)
    assert socket.closed == CLOSE_TOO_BIG
    assert socket.of("answer")[0]["error"] == "error.message_too_long"


async def test_presence_of_a_flickering_line_is_told_in_one_go(settings: Settings) -> None:
    house = await House.open(msgspec.structs.replace(settings, presence_pause=0.1))
    ann, bob = await people(house, "Ann", "Bob")
    table = await start(house, [ann, bob])
    watcher, watching = connect(house, table, ann)
    await asyncio.sleep(0.2)
    watcher.sent.clear()
    for _ in range(20):
        socket, task = connect(house, table, None)
        await asyncio.sleep(0)
        await socket.close(1000)
        await finish(task)
    await asyncio.sleep(0.2)
    assert len(watcher.of("zones")) <= 1
    await watcher.close(1000)
    await finish(watching)
    await house.close()


def test_errors_are_input_errors() -> None:
    from board_library.server import errors

    found = [e for e in vars(errors).values() if isinstance(e, type) and issubclass(e, BoardLibraryError)]
    keys = [error.key for error in found]
    assert len(found) > 25
    assert all(key.startswith("error.") for key in keys)
