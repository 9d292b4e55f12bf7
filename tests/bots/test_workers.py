"""Worker processes: Ctrl-C in a terminal is none of theirs, and none of them outlives whom it works for."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc to find children")

ARENA = ["arena", "chests", "--a", "captain", "--b", "captain", "--games", "1000", "--workers", "2"]
SIMULATE = ["simulate", "chests", "--bots", "captain", "--games", "1000", "--workers", "2", "--seed", "s"]
BOTS = """
import asyncio
from board_library.server.bots import Workers
asyncio.run(Workers(2, 60).run(__import__("time").sleep, 60))
"""
SMALL_RUN = """
import asyncio
from board_library.games import game
from board_library.web.workshop import Workshop
async def main():
    spec, shop = game("tortuga"), Workshop()
    run = shop.begin(spec, spec.options(), 5, "a guest")
    while True:
        await asyncio.sleep(1)
asyncio.run(main())
"""


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    found = set()
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        found |= set(map(int, file.read_text().split()))
    return found


def until(condition) -> bool:
    """Wait, twenty seconds at most, until it holds."""
    end = time.monotonic() + 20
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@pytest.fixture
def started(tmp_path):
    """Start a program in a terminal of its own, so to speak; it is ended after the test."""
    running = []

    def start(*words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
            start_new_session=True,
        )  # fmt: skip
        running.append(process)
        # The first child is the resource tracker of the standard library.
        assert until(lambda: len(children(process.pid)) > 1)
        return process

    yield start
    for process in running:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize("command", [ARENA, SIMULATE], ids=["arena", "simulate"])
def test_ctrl_c_while_workers_start_ends_quietly(command, started) -> None:
    process = started("-m", "board_library", *command)
    time.sleep(0.7)  # they import by now
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)

    assert (process.returncode, told) == (130, "\n")


@pytest.mark.parametrize(
    "words",
    [("-m", "board_library", *ARENA), ("-m", "board_library", *SIMULATE), ("-c", BOTS), ("-c", SMALL_RUN)],
    ids=["arena", "simulate", "bots", "small run"],
)
def test_workers_end_when_whom_they_work_for_is_killed(words, started) -> None:
    process = started(*words)
    time.sleep(4)  # they are at work by now
    workers = children(process.pid)
    process.kill()
    process.wait()

    assert workers
    assert until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
