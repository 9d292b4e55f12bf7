"""The report finds what is wrong with a game, and finds nothing where nothing is."""

import pytest

from board_library.lab.advice import advice, folded


def found(facts):
    """The ids of all findings."""
    return {finding["id"] for finding in advice(facts)}


def one(facts, name):
    """The only finding with this id."""
    (finding,) = (finding for finding in advice(facts) if finding["id"] == name)
    return finding


UNFAIR = {"order_high", "order_low", "strong_thing", "weak_thing", "dead", "dominant", "small_gap", "no_skill"}


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_a_fair_game_of_chance_is_called_fair(figures, seed):
    assert not found(figures(1500, seed=seed)) & UNFAIR


def test_who_begins_with_points_is_seen(figures):
    facts = figures(1500, starter=5)

    high = one(facts, "order_high")
    assert (high["place"], high["seats"], high["weight"]) == (1, 3, 3)
    assert high["share"]["low"] > high["fair"]
    assert {finding["place"] for finding in advice(facts) if finding["id"] == "order_low"} == {2, 3}


def test_a_card_that_wins_is_seen(figures):
    facts = figures(1500, ace=8)

    finding = one(facts, "strong_thing")
    assert (finding["group"], finding["thing"]) == ("drawn.card", "ace")
    assert finding["gain"]["low"] > 0.15
    assert facts["things"][0]["things"][0]["thing"] == "ace"


def test_what_a_bot_never_and_always_chooses_is_seen(figures):
    facts = figures(300, levels="sailor")

    assert one(facts, "dead")["answer"] == "take right"
    assert one(facts, "dominant")["answer"] == "take left"
    assert not found(figures(300)) & {"dead", "dominant"}


def test_decisions_that_matter_are_told_from_those_that_do_not(figures):
    idle, weighty = figures(400, probes=200, rounds=1), figures(400, probes=200, rounds=1, left=9)

    assert idle["probes"][0]["n"] == weighty["probes"][0]["n"] == 200
    assert (idle["probes"][0]["gap"], idle["probes"][0]["clear"]["share"]) == (0, 0)
    assert weighty["probes"][0]["low"] > 0.3
    assert weighty["probes"][0]["clear"]["share"] > 0.5
    assert "small_gap" in found(idle)
    assert "small_gap" not in found({**idle, "probes": [{**idle["probes"][0], "n": 8}]})
    assert "small_gap" not in found(weighty)


def test_skill_that_pays_is_told_from_skill_that_does_not(figures):
    assert "no_skill" in found(figures(1400, levels="sailor,random"))
    assert "skill" in found(figures(1400, levels="sailor,random", left=5))


def test_gains_at_mixed_tables_add_up_to_nothing(figures):
    ladder = figures(1400, levels="sailor,random", seats=(2,), left=5)["ladder"]

    assert ladder[0]["mean"] > 0.3
    assert sum(rung["mean"] for rung in ladder) == pytest.approx(0)


def test_a_lead_that_never_changes_is_seen(figures):
    facts = figures(300, starter=9, rounds=2)

    assert {"runaway", "few_changes"} <= found(facts)
    assert facts["tables"]["3"]["leads"][0]["share"] > 0.7


def test_games_that_drag_are_seen(figures, play, lots):
    from board_library.lab.facts import facts

    results = play(300)
    results.rows = [row._replace(turns=row.turns * 5) if row.number % 6 == 0 else row for row in results.rows]

    assert "long_tail" in found(facts(lots, results))
    assert "long_tail" not in found(figures(300))


def test_what_is_found_of_one_thing_in_several_groups_is_one_finding():
    def of(group, thing, size, weight=1, name="weak_thing"):
        return {"id": name, "weight": weight, "group": group, "thing": thing, "size": size}

    told = list(
        folded(
            [
                of("draw.card", "gift", -0.2),
                of("action.kind", "gift", -0.3),
                of("dealt.card", "gift", -0.1, weight=2),
                of("gift.card", "shield", -0.1),
                of("used.kind", "gift", 0.4, name="strong_thing"),
            ]
        )
    )

    assert told == [
        of("dealt.card", "gift", -0.1, weight=2) | {"also": ["action.kind", "draw.card"]},
        of("used.kind", "gift", 0.4, name="strong_thing"),
        of("gift.card", "shield", -0.1),
    ]
