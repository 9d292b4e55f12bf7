"""A server that is killed takes its bots' processes along."""

import signal
import subprocess
import sys

SERVER = """
import asyncio, time
from board_library.bots.fast_rng import FastRng
from board_library.bots.observe import observe
from board_library.games import game
from board_library.server.bots import Bots

async def main():
    spec = game("treasure-map")
    state = spec.new(spec.options(characters="none"), 2, FastRng(1), None)
    decision = state.pending()[0]
    bots = Bots(2, 30)
    print(await bots.choose(spec.slug, "sailor", observe(state, decision.seat, FastRng(2))), flush=True)
    time.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_no_worker_outlives_a_killed_server(tmp_path):
    program = tmp_path / "server.py"
    program.write_text(SERVER)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline().strip() == "roll die"
        server.send_signal(signal.SIGKILL)
        # The workers hold the other end of the pipe: it closes when the last of them has gone.
        rest, _ = server.communicate(timeout=20)
    assert rest == ""
