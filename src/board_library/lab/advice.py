"""What a designer should look at first: findings in order of weight, each with the figures it rests on.

A finding is JSON: ``id`` (its text is ``lab.advice.<id>``), ``weight`` (3 mend it, 2 think about it, 1 good to know),
``section`` of the report, and the figures and names that its text is filled with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from statistics import NormalDist

from board_library.bots.arena import wilson
from board_library.lab.facts import Facts

FAR_FROM_FAIR = 0.25
NEAR_FAIR = 0.10
"""A place in the order of play is badly, or somewhat, unfair if it wins so much more or less than its fair part."""

STRONG = 0.35
NOTABLE = 0.15
"""A thing is far too strong or weak, or notably so: its gain against a fair part, beyond doubt."""

ENOUGH = 200
"""A choice is judged once it was offered so often."""

DEAD, DOMINANT = 0.01, 0.99
"""A choice is dead if it is taken in at most this share of its offers, dominant in at least that."""

SETTLED_EARLY, SETTLED_LATE = 0.5, 0.97
"""The part of a game after which the winner leads for good, at the median: a runaway, or a draw of lots at the end."""

FEW_CHANGES = 1.0
"""Lead changes a game below which nothing seems to happen at the top."""

LONG_TAIL = 2.0
"""A game in ten is so many times longer than the median."""

RARE_END, USUAL_END = 0.02, 0.90
"""A way to end that hardly ever, or nearly always, comes about."""

MANY_SHARED = 0.10
"""Shared wins beyond this share of the games."""

SMALL_GAP = 0.02
"""Parts of a win between the best and the worst answer below which decisions do not matter."""

PROBES = 40
"""Decisions looked into below which nothing is said of them all."""

FORCED = 0.6
"""A kind of question that leaves no choice in more than this share of its askings."""

MOST_OF_A_KIND = 4
"""Findings of one sort that are listed; the tables hold the rest."""


def advice(facts: Facts) -> list[Facts]:
    """All findings, the weightiest first."""
    found: list[Facts] = []
    for rule in (_order, _length, _drama, _shared, _endings, _ladder, _probes, _things, _choices, _kinds):
        told = rule(facts)
        found += limited(list(folded(told) if rule is _things else told))
    return sorted(found, key=lambda finding: -finding["weight"])


def folded(found: Iterable[Facts]) -> Iterator[Facts]:
    """Findings that say the same of one thing as one: the weightiest, with the groups of the others in ``also``."""
    by_thing: dict[tuple[str, str], list[Facts]] = {}
    for finding in sorted(found, key=lambda finding: (-finding["weight"], -abs(finding["size"]))):
        by_thing.setdefault((finding["id"], finding["thing"]), []).append(finding)
    for first, *others in by_thing.values():
        yield first | ({"also": [other["group"] for other in others]} if others else {})


def limited(found: list[Facts]) -> list[Facts]:
    """The weightiest few of each sort; of things one of each group, as the others mostly say the same."""
    kept: list[Facts] = []
    for finding in sorted(found, key=lambda finding: (-finding["weight"], -abs(finding.get("size", 0)))):
        alike = [other for other in kept if other["id"] == finding["id"]]
        told = "group" in finding and any(other["group"] == finding["group"] for other in alike)
        if len(alike) < MOST_OF_A_KIND and not told:
            kept.append(finding)
    return kept


def _tables(facts: Facts) -> Iterator[Facts]:
    return (table for table in facts["tables"].values() if table["games"] > 1)


def _order(facts: Facts) -> Iterator[Facts]:
    # Many places are looked at, and a few would look unfair by chance alone: the bar rises with their number.
    places = sum(table["seats"] for table in _tables(facts))
    z = NormalDist().inv_cdf(1 - 0.025 / max(1, places))
    for table in _tables(facts):
        fair = 1 / table["seats"]
        for place, share in enumerate(table["order"]):
            off = share["share"] / fair - 1
            low, high = wilson(share["share"], share["n"], z)
            if low <= fair <= high or abs(off) < NEAR_FAIR:
                continue
            yield {
                "id": "order_high" if off > 0 else "order_low",
                "weight": 3 if abs(off) >= FAR_FROM_FAIR else 2,
                "section": "fair",
                "seats": table["seats"],
                "place": place + 1,
                "share": share,
                "fair": fair,
                "size": off,
            }


def _length(facts: Facts) -> Iterator[Facts]:
    for table in _tables(facts):
        turns = table["turns"]
        if turns["p50"] and turns["p90"] > LONG_TAIL * turns["p50"]:
            yield {
                "id": "long_tail",
                "weight": 2,
                "section": "length",
                "seats": table["seats"],
                "median": turns["p50"],
                "long": turns["p90"],
                "size": turns["p90"] / turns["p50"],
            }


def _drama(facts: Facts) -> Iterator[Facts]:
    for table in _tables(facts):
        settled, changes = table["settled"], table["lead_changes"]
        base: Facts = {"section": "drama", "seats": table["seats"]}
        if settled is not None and settled["p50"] < SETTLED_EARLY:
            yield base | {"id": "runaway", "weight": 2, "part": settled["p50"], "size": 1 - settled["p50"]}
        if settled is not None and settled["p50"] > SETTLED_LATE:
            yield base | {"id": "last_moment", "weight": 1, "part": settled["p50"], "size": settled["p50"]}
        if changes["high"] < FEW_CHANGES:
            yield base | {"id": "few_changes", "weight": 2, "mean": changes["mean"], "size": 1 - changes["mean"]}


def _shared(facts: Facts) -> Iterator[Facts]:
    for table in _tables(facts):
        if table["shared"]["low"] > MANY_SHARED:
            yield {
                "id": "many_shared",
                "weight": 2,
                "section": "ends",
                "seats": table["seats"],
                "share": table["shared"],
                "size": table["shared"]["share"],
            }


def _endings(facts: Facts) -> Iterator[Facts]:
    for table in _tables(facts):
        ways = table["endings"].get("won") or table["endings"].get("event") or []
        for way in ways:
            if len(ways) < 2:
                continue
            base: Facts = {"section": "ends", "seats": table["seats"], "way": way["what"], "share": way}
            if way["high"] < RARE_END:
                yield base | {"id": "rare_end", "weight": 1, "size": RARE_END - way["share"]}
            elif way["low"] > USUAL_END:
                yield base | {"id": "usual_end", "weight": 2, "size": way["share"]}


def _ladder(facts: Facts) -> Iterator[Facts]:
    rungs = facts["ladder"]
    for higher, lower in pairwise(rungs):
        base: Facts = {"section": "skill", "level": higher["level"], "other": lower["level"]}
        gap = higher["mean"] - lower["mean"]
        if higher["low"] is not None and lower["high"] is not None and higher["low"] <= lower["high"]:
            yield base | {"id": "no_skill", "weight": 3, "size": gap}
        else:
            yield base | {"id": "skill", "weight": 1, "gain": higher["mean"], "less": lower["mean"], "size": gap}


def _probes(facts: Facts) -> Iterator[Facts]:
    for found in facts["probes"][:1]:
        if found["n"] >= PROBES and found["high"] < SMALL_GAP:
            yield {"id": "small_gap", "weight": 3, "section": "choices", "gap": found, "size": 1}


def _things(facts: Facts) -> Iterator[Facts]:
    for group in facts["things"]:
        for thing in group["things"]:
            gain = thing["gain"]
            if not thing["sure"] or abs(gain["mean"]) < NOTABLE or thing["games"] < 0.02:
                continue
            yield {
                "id": "strong_thing" if gain["mean"] > 0 else "weak_thing",
                "weight": (2 if abs(gain["mean"]) >= STRONG else 1) + group["dealt"],
                "section": "things",
                "group": group["group"],
                "thing": thing["thing"],
                "gain": gain,
                "size": gain["mean"] * min(1.0, thing["games"] * 4),
            }


def _choices(facts: Facts) -> Iterator[Facts]:
    per_kind: dict[str, list[Facts]] = {}
    for move in facts["moves"]:
        per_kind.setdefault(move["kind"], []).append(move)
    for kind, answers in per_kind.items():
        for move in answers:
            taken = move["taken"]
            if taken["n"] < ENOUGH:
                continue
            base: Facts = {"section": "choices", "kind": kind, "answer": move["answer"], "share": taken}
            if taken["high"] <= DEAD:
                yield base | {"id": "dead", "weight": 2, "size": taken["n"]}
            elif taken["low"] >= DOMINANT:
                yield base | {"id": "dominant", "weight": 2, "size": taken["n"]}


def _kinds(facts: Facts) -> Iterator[Facts]:
    for kind in facts["kinds"]:
        forced = 1 - kind["real"]["share"]
        # What never leaves a choice is a ritual, such as rolling dice.
        if kind["asked"] >= ENOUGH and FORCED < forced < 1:
            yield {
                "id": "forced",
                "weight": 1,
                "section": "choices",
                "kind": kind["kind"],
                "part": forced,
                "size": kind["asked"],
            }
