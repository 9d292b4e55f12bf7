"""Two sets of rules: a difference is seen, no difference is not, and shared deals narrow the intervals."""

import pytest

from board_library.lab.compare import compare, judged


def sure(rows):
    return {row["measure"] for row in rows if row["sure"]}


def test_the_same_rules_differ_in_nothing(play):
    rows = compare(play(300), play(300))

    assert {row["paired"] for row in rows if row["measure"] in ("starter", "turns", "margin")} == {300}
    assert min(row["paired"] for row in rows) > 200
    assert {row["difference"] for row in rows} == {0}
    assert not sure(rows)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_other_deals_of_the_same_rules_do_not_differ(play, seed):
    rows = compare(play(400), play(400, seed=seed))

    assert {row["paired"] for row in rows} == {0}
    assert not sure(rows)


def test_a_change_of_the_rules_is_seen(play):
    rows = compare(play(400), play(400, starter=6))

    assert {"starter", "points", "settled"} <= sure(rows)
    starter = next(row for row in rows if row["measure"] == "starter")
    assert starter["low"] > 0.3
    assert "turns" not in sure(rows)


def test_shared_deals_narrow_the_interval(play):
    paired = compare(play(400), play(400, starter=1))
    apart = compare(play(400), play(400, starter=1, seed="t"))
    width = [next(row["high"] - row["low"] for row in rows if row["measure"] == "starter") for rows in (paired, apart)]

    assert width[0] < 0.7 * width[1]


def test_only_the_numbers_of_seats_of_both_are_compared(play):
    rows = compare(play(60, seats=(2, 3)), play(60, seats=(3, 4)))

    assert {row["seats"] for row in rows} == {3}
    assert len(judged(play(60, seats=(2, 3)), 2)) == 30
