"""The figures of a report are those of its games."""

from collections import Counter
from dataclasses import replace
from statistics import fmean

import pytest

from board_library.bots.fast_rng import FastRng
from board_library.engine.core import Event
from board_library.engine.insight import Insight
from board_library.lab.facts import bars, facts, spread
from board_library.lab.plan import DETAILED, Plan
from board_library.lab.tally import CLUSTER, FEW, mean_of, put
from board_library.lab.watch import LEVEL, MARKS, counted, leaders
from board_library.lab.watch import play as play_one


def test_tables_tell_what_the_rows_hold(play, lots):
    results = play(300, seats=(2, 4))
    found = facts(lots, results)

    for seats in (2, 4):
        rows = [row for row in results.rows if row.seats == seats]
        table = found["tables"][str(seats)]
        assert table["games"] == len(rows) == 150
        assert table["turns"]["mean"] == seats * 3
        assert [share["share"] for share in table["seat"]] == pytest.approx(
            [fmean(row.shares[seat] for row in rows) for seat in range(seats)]
        )
        assert sum(share["share"] for share in table["order"]) == pytest.approx(1)


def test_answers_and_things_are_counted_one_by_one(play, lots):
    found = facts(lots, play(100))

    assert found["kinds"] == [
        {"kind": "take", "asked": 900, "a_game": 9, "real": found["kinds"][0]["real"], "answers": 2}
    ]
    taken = {move["answer"]: round(move["taken"]["share"] * move["taken"]["n"]) for move in found["moves"]}
    assert sum(taken.values()) == 900
    assert sum(thing["uses"] for thing in found["things"][0]["things"]) == 900
    assert [part["part"] for part in found["parts"]] == ["luck"]


def test_only_tables_of_one_level_are_judged(play, lots):
    results = play(700, levels="sailor,random", probes=80)
    found = facts(lots, results)

    pure = [row for row in results.rows if set(row.lineup) == {"sailor"}]
    assert found["tables"]["3"]["games"] == len(pure)
    assert len(pure) > len(results.rows) / 2
    assert found["moves"][0]["taken"]["n"] == 9 * len(pure)
    assert abs(found["probes"][0]["n"] - 80) <= 8
    assert "probes" not in results.tally["random"]


def test_the_interval_of_a_mean_holds_the_truth_nineteen_times_in_twenty():
    rng, held = FastRng("intervals"), 0
    for _ in range(1000):
        leaf = [*CLUSTER]
        for _ in range(200):
            # What the seats of one game have in common must not make the interval too narrow.
            common, n = rng.below(101) - 50, 1 + rng.below(3)
            put(leaf, n, sum(common + rng.below(21) - 10 for _ in range(n)))
        mean = mean_of(leaf)
        held += mean.low <= 0 <= mean.high
    assert 930 <= held <= 970


def test_a_histogram_holds_every_game():
    values = sorted([3, 3, 4, 5, 9, 200] + [4] * 94)
    found = bars(values)

    assert sum(found["heights"]) == len(values)
    assert found["low"] == 3
    assert spread(values)["most"] == 200
    assert len(found["heights"]) <= 8


def test_common_chance_for_all_lineups_and_options():
    made = {"game": "lots", "options": {}, "seats": (2, 3), "levels": ("sailor", "random"), "games": 100, "seed": "x"}
    plan = Plan(**made)
    tables = [plan.table(number) for number in range(200)]
    deals = {}
    for table in tables:
        deals.setdefault((table.seats, table.deal), []).append(table.lineup)

    assert {len(lineups) for lineups in deals.values()} <= {1, 4}
    assert all(lineups[0] == ("sailor",) * seats for (seats, _), lineups in deals.items())
    mixed = next(lineups for (seats, _), lineups in deals.items() if seats == 2 and len(lineups) == 4)
    assert set(mixed) == {
        ("sailor", "sailor"), ("random", "random"), ("sailor", "random"), ("random", "sailor"),
    }  # fmt: skip


def test_beyond_the_detailed_games_rows_alone_are_kept(lots, monkeypatch):
    from board_library.lab import run as lab_run

    monkeypatch.setattr(lab_run, "game", {"lots": lots}.__getitem__)
    plan = Plan(game="lots", options={}, seats=(3,), levels=("random",), games=10**6, seed="x")
    near, counted = play_one(lots, lots.options(), plan, plan.table(DETAILED - 1))
    far, nothing = play_one(lots, lots.options(), plan, plan.table(DETAILED))

    assert counted
    assert near.lead_changes is not None
    assert nothing == {}
    assert far.lead_changes is None
    assert far.turns == 9


def test_who_leads_is_told_by_the_points_of_a_game_without_prospects(lots):
    state = lots.new(lots.options(starter=2), 3, FastRng("leads"), None)

    assert leaders(lots, state) == (0,)
    assert leaders(lots, lots.new(lots.options(), 3, FastRng("leads"), None)) == (0, 1, 2)


@pytest.mark.parametrize(
    ("expected", "ahead"),
    [([-0.4, 0.7, -0.3], (1,)), ([0.3, 0.3 - LEVEL / 2, -0.6], (0, 1)), ([0.3, 0.3 - 2 * LEVEL, -0.6], (0,))],
)
def test_who_leads_is_told_by_the_prospects_whatever_the_points(lots, expected, ahead):
    knowing = replace(lots, insight=Insight(prospects=lambda _: expected))
    state = lots.new(lots.options(starter=9), 3, FastRng("leads"), None)

    assert leaders(knowing, state) == ahead


def test_the_lead_of_a_whole_game_follows_the_prospects(lots):
    knowing = replace(lots, insight=Insight(prospects=lambda _: [0.0, 0.0, 1.0]))
    plan = Plan(game="lots", options={}, seats=(3,), levels=("random",), games=9, seed="leads")
    rows = [play_one(knowing, knowing.options(rounds=4), plan, plan.table(number))[0] for number in range(9)]
    alone = [row for row in rows if max(row.shares) == 1]

    assert {row.shares[2] for row in alone} == {0.0, 1.0}
    for row in alone:
        assert row.leads == (row.shares[2],) * (MARKS - 1)
        assert row.behind == (row.shares[2] == 0)
        assert row.lead_changes == row.behind


def test_nothing_is_said_of_the_spread_of_a_few_games():
    leaf = [*CLUSTER]
    for number in range(FEW - 1):
        put(leaf, 1, number % 2)
    assert mean_of(leaf).reach == float("inf")

    put(leaf, 1, 1)
    assert 0.2 < mean_of(leaf).reach < 0.5


@pytest.mark.parametrize("games", [FEW, 300])
def test_games_that_all_agree_do_not_make_a_mean_certain(games):
    leaf = [*CLUSTER]
    for _ in range(games):
        put(leaf, 1, -1)
    mean = mean_of(leaf)

    # One game in ``games`` that was won after all, a whole game apart from the others, must be possible.
    assert mean.value == -1
    assert mean.high > -1 + 2 / games
    assert mean.high < -1 + 10 / games


def test_what_ends_a_game_and_how_a_fight_ended_are_no_things(lots):
    spec = replace(lots, events={**lots.events, "declared": ("seat", "what"), "fight": ("seat", "arms", "outcome")})
    log = [
        Event("drawn", {"seat": 0, "card": "ace"}),
        Event("fight", {"seat": 1, "arms": "sword", "outcome": "lost"}),
        Event("drawn", {"seat": 0, "card": "king"}),
        Event("declared", {"seat": 0, "what": "gold"}),
    ]
    plan = Plan(game="lots", options={}, seats=(2,), levels=("random",), games=1, seed="x")
    row, _ = play_one(lots, lots.options(), plan, plan.table(0))

    found = counted(spec, row, Counter(), log, [], before_last=2)["things"]
    assert set(found) == {"drawn.card", "fight.arms"}
    assert set(found["drawn.card"]["sorts"]) == {"ace", "king"}
    assert "declared.what" in counted(spec, row, Counter(), log, [], before_last=4)["things"]
