"""SIGKILL at random points: no acknowledged move is missing, none is doubled, clocks and draws are as before."""

import asyncio
import json
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

import pytest
import sqlalchemy as sa

from board_library import games
from board_library.engine.record import Entry, Timeline, verify
from board_library.server import facts as table_facts
from board_library.server import schema
from board_library.server.storage import Storage
from tests.faults.player import digest

HERE = Path(__file__).parent
TOYS = HERE.parent / "server" / "toys"
GAMES = 20
KILLS = 6
MOST_LINES = 250
"""Lines of a life before it is killed; all games print some 1,350, so at least five kills fall among them."""
PULSE = 2.5
"""Seconds by which a clock may have been charged too little: how often a server notes that it is alive."""


class Life:
    """One run of the player, from its start to its death."""

    def __init__(self, data: Path, seed: int) -> None:
        environ = os.environ | {games.FOLDERS_VARIABLE: str(TOYS), "PYTHONPATH": str(HERE.parent.parent)}
        command = [sys.executable, str(HERE / "player.py"), str(data), str(seed), str(GAMES)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ)
        self.lines: queue.Queue[dict | None] = queue.Queue()
        self.read = threading.Thread(target=self._read)
        self.read.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            if line.endswith("\n"):  # a line cut off by death was not acknowledged
                self.lines.put(json.loads(line) | {"at": time.time()})
        self.lines.put(None)

    def first(self, most: int) -> list[dict]:
        """The next lines, fewer if the process ends before; :meth:`rest` must still find that end."""
        found: list[dict] = []
        while len(found) < most:
            line = self.lines.get()
            if line is None:
                self.lines.put(None)
                break
            found.append(line)
        return found

    def kill(self) -> float:
        self.process.send_signal(signal.SIGKILL)
        return time.time()

    def rest(self) -> list[dict]:
        """All lines that are left, once the process has ended."""
        found = list(iter(self.lines.get, None))
        self.read.join()
        errors = self.process.stderr.read()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
        assert "Traceback" not in errors, errors[-4000:]
        return found


def test_games_outlive_a_server_that_is_killed_again_and_again(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    data = tmp_path / "data"
    acknowledged: list[dict] = []
    last: dict[str, dict] = {}
    kills = 0
    while True:
        life = Life(data, chance.randrange(2**32))
        lines: list[dict] = []
        if kills < KILLS:
            lines += life.first(chance.randint(1, MOST_LINES))
            time.sleep(chance.random() * 0.05)
            killed = life.kill()
            kills += 1
        lines += life.rest()
        for line in lines:
            if "found" in line and line["found"] in last:
                _as_before(line, last[line["found"]])
        for line in lines:
            if "answer" in line:
                acknowledged.append(line)
                last[line["table"]] = line
        for line in last.values():
            line.setdefault("killed", killed)
        if lines and lines[-1].get("done"):
            break
        assert kills <= KILLS
    assert kills >= 5, "killed too seldom to prove anything"
    asyncio.run(_check(data, acknowledged))


def _as_before(found: dict, acknowledged: dict) -> None:
    """What a new server finds against what the old one acknowledged last."""
    assert found["ply"] >= acknowledged["ply"]
    if found["ply"] == acknowledged["ply"]:
        assert found["seen"] == acknowledged["seen"]
    ran = acknowledged["killed"] - acknowledged["at"] + PULSE
    for before, after in zip(acknowledged["clocks"], found["clocks"], strict=True):
        assert before - ran <= after <= before + 0.5


async def _check(data: Path, acknowledged: list[dict]) -> None:
    storage = await Storage.open(data)
    entries = await storage.read(
        lambda c: c.execute(sa.select(schema.entries).order_by(schema.entries.c.table_id, schema.entries.c.ply)).all()
    )
    of_table = defaultdict(list)
    for entry in entries:
        of_table[entry.table_id].append(entry)
    requests = Counter((entry.table_id, entry.move_id) for entry in entries)
    seen: dict[tuple[str, int], str] = {}
    over = 0
    for table, rows in of_table.items():
        assert [row.ply for row in rows] == list(range(1, len(rows) + 1))
        facts = await storage.read(lambda c, table=table: table_facts.load(c, table=table))
        over += facts.status == "over"
        spec = games.game(facts.game)
        played = Timeline(spec, facts.record([]))
        for row in rows:
            played.commit(played.try_entry(Entry(row.seat, row.code, row.by)))
            seen[table, row.ply] = digest(played.state, 2)
        verify(spec, facts.record([Entry(row.seat, row.code, row.by) for row in rows]))
    assert over == GAMES
    for line in acknowledged:
        answer, request = line["answer"], (line["table"], f"{line['seat']}:{line['id']}")
        assert requests[request] == answer["applied"], line
        if line["ply"]:
            assert seen[line["table"], line["ply"]] == line["seen"], line
    assert sum(line["answer"]["applied"] for line in acknowledged) > 400
    await storage.close()


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(games.FOLDERS_VARIABLE, str(TOYS))
    games.all_games.cache_clear()
    yield
    games.all_games.cache_clear()
