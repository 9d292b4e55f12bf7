"""Runs: the same games whoever plays them, however often they were stopped."""

import json
import signal
import subprocess
import sys
import time
from concurrent.futures import Future

import msgspec
import pytest

from board_library.bots.levels import LEVELS
from board_library.bots.workers import pool
from board_library.engine.errors import BoardLibraryError
from board_library.games import game
from board_library.lab.facts import facts
from board_library.lab.plan import BadPlan, make_plan
from board_library.lab.results import PARQUET, SLICES, BadResults, Folder, difference
from board_library.lab.run import cluster, play_slice, run


def rounded(value):
    """JSON values with floats cut short: sums depend on their order in the last places."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value


def plan_of(slug="treasure-map", games=60, levels=("random",), seed="run", probes=0):
    spec = game(slug)
    return make_plan(spec, spec.options(), seats=(2, 3), levels=levels, games=games, seed=seed, probes=probes)


def same(a, b):
    """Whether two runs have the same rows and the same figures."""
    spec = game(a.plan.game)
    return sorted(a.rows) == sorted(b.rows) and rounded(facts(spec, a)) == rounded(facts(spec, b))


def test_processes_and_threads_play_the_same_games(tmp_path, threads):
    plan = plan_of()
    here = run(plan, Folder(tmp_path / "here"), threads, 2)
    with pool(2) as workers:
        there = run(plan, Folder(tmp_path / "there"), workers, 2)

    assert [row.number for row in here.rows] == list(range(60))
    assert same(here, there)
    other = run(plan_of(seed="another"), Folder(tmp_path / "other"), threads, 2)
    assert not same(here, other)


class Stopping:
    """An executor that plays at once, a few games a slice, and is stopped by Ctrl-C after some slices."""

    def __init__(self, slices: int) -> None:
        self.left = slices
        self.played = 0

    def submit(self, work, plan, first, last):
        assert work is play_slice
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        done: Future[bytes] = Future()
        done.set_result(work(plan, first, min(last, first + 2)))
        self.played += min(last, first + 2) - first + 1
        return done


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path, threads):
    plan = plan_of()
    whole = run(plan, Folder(tmp_path / "whole"), threads, 2)
    folder = Folder(tmp_path / "stopped")
    kept = 0
    for slices in (1, 5, 0, 3):
        executor = Stopping(slices)
        with pytest.raises(KeyboardInterrupt):
            run(plan, folder, executor, 2)
        kept += executor.played
        assert len(folder.results().rows) == kept
    seen = []
    resumed = run(plan, folder, threads, 2, lambda done, total: seen.append((done, total)))

    assert 15 <= kept < 60
    assert seen[0] == (kept, 60)
    assert seen[-1] == (60, 60)
    assert same(whole, resumed)


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_line_cut_off_by_a_crash_is_played_again(tmp_path, threads, cut):
    plan = plan_of()
    folder = Folder(tmp_path)
    whole = run(plan, folder, threads, 2)
    path = tmp_path / SLICES
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 3
    path.write_bytes(b"".join(lines[:2]) + lines[2][:cut])

    assert len(folder.results().rows) < 60
    assert same(whole, run(plan, folder, threads, 2))


def test_another_run_does_not_mix_with_the_first(tmp_path, threads):
    run(plan_of(games=4), Folder(tmp_path), threads, 1)
    before = (tmp_path / SLICES).read_bytes()
    for other in (plan_of(seed="b"), plan_of(levels=("sailor",)), plan_of("chests"), plan_of(probes=2)):
        with pytest.raises(BadResults, match="holds another run"):
            run(other, Folder(tmp_path), threads, 1)

    assert (tmp_path / SLICES).read_bytes() == before
    assert len(run(plan_of(games=6), Folder(tmp_path), threads, 1).rows) == 6
    assert difference(plan_of(games=4), plan_of(games=6)) is None


def test_a_broken_line_is_named(tmp_path, threads):
    folder = Folder(tmp_path)
    run(plan_of(games=4), folder, threads, 1)
    with (tmp_path / SLICES).open("ab") as file:
        file.write(b"{}\n")

    with pytest.raises(BadResults, match="line"):
        folder.results()
    with pytest.raises(BadResults, match=r"no run\.json"):
        Folder(tmp_path / "nowhere").results()


def test_every_level_plays_and_a_budget_of_iterations_gives_the_same_games_again():
    plan = plan_of("chests", games=1, levels=("captain@3",))

    assert play_slice(plan, 0, 0) == play_slice(plan, 0, 0)
    for level in LEVELS:
        assert plan_of("chests", levels=(level, "random")).levels == (level, "random")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"levels": ("sailr",)}, "no level 'sailr'"),
        ({"levels": ("sailor", "sailor")}, "each but once"),
        ({"games": 0}, "at least 1 game"),
        ({"games": 10_000_001}, "at most 10000000 games"),
        ({"probes": -1}, "at least 0 probes"),
        ({"probes": 6_001}, "at most 6000 probes"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(change, reason):
    with pytest.raises(BadPlan, match=reason):
        plan_of(**change)


def test_the_parquet_table_holds_every_game(tmp_path, threads):
    pq = pytest.importorskip("pyarrow.parquet")
    plan = plan_of(games=12, levels=("sailor", "deckhand"), probes=0)
    folder = Folder(tmp_path)
    results = run(plan, folder, threads, 1)
    folder.finish({"a": 1}, results)
    table = pq.read_table(tmp_path / PARQUET).to_pylist()

    assert [row["number"] for row in table] == list(range(12))
    for row, kept in zip(table, sorted(results.rows), strict=True):
        assert tuple(row["points"]) == kept.points
        assert tuple(row["lineup"]) == kept.lineup
        assert (row["lead_changes"], row["settled"], row["behind"]) == (kept.lead_changes, kept.settled, kept.behind)
    assert json.loads((tmp_path / "report.json").read_text()) == {"a": 1}


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # what the cluster's own libraries warn of is not ours to mend
def test_a_cluster_plays_the_same_games(tmp_path, threads):
    distributed = pytest.importorskip("distributed")
    plan = plan_of(games=24)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as here,
        cluster(here.scheduler_address) as (executor, workers),
    ):
        assert workers == 2
        far = run(plan, Folder(tmp_path / "far"), executor, workers)

    assert same(far, run(plan, Folder(tmp_path / "near"), threads, 2))


@pytest.mark.filterwarnings("default")
def test_a_cluster_that_is_not_there_is_one_clear_line():
    pytest.importorskip("distributed")
    with (
        pytest.raises(BoardLibraryError, match="no cluster answers at tcp"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass


def test_ctrl_c_keeps_finished_games(tmp_path):
    words = ["simulate", "treasure-map", "--games", "500000", "--bots", "random", "--seed", "c", "--workers", "1"]
    words += ["--players", "2", "--output", str(tmp_path), "--lang", "en"]
    command = [sys.executable, "-m", "board_library", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 120
    path = tmp_path / SLICES
    while not (path.exists() and path.stat().st_size) and time.monotonic() < end:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    printed, told = process.communicate(timeout=60)

    assert process.returncode == 130, told
    assert f"The same command with --output {tmp_path} goes on" in printed
    done = [(part.first, part.last) for part in Folder(tmp_path).slices()]
    assert done
    assert done[0][0] == 0
    rows = Folder(tmp_path).results().rows
    again = msgspec.json.decode(play_slice(Folder(tmp_path).plan(), 0, 4, 1e9))
    assert msgspec.json.decode(msgspec.json.encode(rows[:5])) == again["rows"]
