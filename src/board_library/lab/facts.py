"""From the games of a run to the figures of its report: JSON values, every estimate with its 95 % interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from board_library import __version__
from board_library.bots.arena import wilson
from board_library.engine.core import GameSpec
from board_library.lab.numbers import changed
from board_library.lab.results import Results
from board_library.lab.tally import CLUSTER, FEW, Mean, Tally, mean_of, put, reach_of
from board_library.lab.watch import MARKS, Row

Facts = dict[str, Any]

BINS = 24
"""Bars of a histogram at most."""

MOST_SORTS = 40
"""A field of events with more different things than this (cells of a board) is not a list of things to balance."""

DEALT = 0.95
"""Things of which so many turn up before the first turn are dealt: who wins with them wins because of them."""

FEW_GAMES = 40
"""Games below which nothing is said of a thing: intervals of fewer are too narrow where all of them went one way."""

RARE = 0.02
"""A group of things that turns up in fewer games than this is passed over."""


def facts(spec: GameSpec, results: Results) -> Facts:
    """All figures of a run. Judged are the games in which all seats were played by the first level of the plan."""
    plan = results.plan
    judged = plan.levels[0]
    tally = results.tally.get(judged, {})
    options = spec.options.parse(plan.options)
    defaults = spec.options().to_json()
    return {
        "about": {
            "game": plan.game,
            "options": {k: v for k, v in options.to_json().items() if defaults.get(k) != v},
            "seats": list(plan.seats),
            "levels": list(plan.levels),
            "judged": judged,
            "games": len(results.rows),
            "asked_for": plan.games,
            "seed": plan.seed,
            "rules_version": plan.rules_version,
            "numbers": changed(spec, plan.numbers),
            "version": __version__,
        },
        "tables": {
            str(seats): table_facts([row for row in results.rows if _pure(row, judged) and row.seats == seats])
            for seats in plan.seats
        },
        "skill": [_skill(results.rows, level) for level in plan.levels],
        "ladder": ladder(results.rows, plan.levels),
        "kinds": kinds(tally),
        "moves": moves(tally),
        "things": things(tally),
        "parts": parts(tally),
        "events": events(tally),
        "probes": probes(tally),
        "examples": tally.get("examples", {}),
    }


def table_facts(rows: Sequence[Row]) -> Facts:
    """The figures of games by so many, all played by one level."""
    if not rows:
        return {"games": 0}
    seats, games = rows[0].seats, len(rows)
    known = [row for row in rows if row.starter >= 0]
    watched = [row for row in rows if row.lead_changes is not None]
    order = [fmean(row.shares[(row.starter + place) % seats] for row in known) for place in range(seats) if known]
    settled = [row.settled for row in rows if row.settled is not None]
    behind = [row.behind for row in rows if row.behind is not None]
    return {
        "games": games,
        "seats": seats,
        "turns": spread([row.turns for row in rows]),
        "plies": spread([row.plies for row in rows]),
        "choices": spread([row.choices for row in rows]),
        "order": [part(share, len(known)) for share in order],
        "seat": [part(fmean(row.shares[seat] for row in rows), games) for seat in range(seats)],
        "shared": part(fmean(max(row.shares) < 1 for row in rows), games),
        "points": spread([points for row in rows for points in row.points]),
        "margin": spread([row.margin for row in rows]),
        "lead_changes": spread([row.lead_changes or 0 for row in watched]),
        "settled": spread(settled) if settled else None,
        "behind": part(fmean(behind), len(behind)) if behind else None,
        "leads": [_lead(watched, mark) for mark in range(MARKS - 1)],
        "endings": endings(rows),
    }


def _lead(rows: Sequence[Row], mark: int) -> Facts | None:
    found = [lead for row in rows if (lead := row.leads[mark]) is not None]
    return part(fmean(found), len(found)) if len(found) > len(rows) / 2 else None


def spread(values: Sequence[float]) -> Facts:
    """How a figure is spread: mean with interval, deviation, percentiles, histogram."""
    ranked = sorted(values)
    n = len(ranked)
    mean, deviation = fmean(ranked), stdev(ranked) if n > 1 else 0.0
    reach = 1.96 * deviation / sqrt(n)
    found: Facts = {"n": n, "mean": mean, "low": mean - reach, "high": mean + reach, "deviation": deviation}
    for percent in (10, 50, 90, 99):
        found[f"p{percent}"] = ranked[min(n - 1, n * percent // 100)]
    return found | {"least": ranked[0], "most": ranked[-1], "bars": bars(ranked)}


def bars(ranked: Sequence[float]) -> Facts:
    """A histogram of sorted values: where it begins, how wide a bar is, the bars. The last percent share a bar."""
    low, high = ranked[0], ranked[(len(ranked) - 1) * 99 // 100]
    whole = all(value == int(value) for value in (low, high))
    width: float = max(1, -(-(int(high) - int(low) + 1) // BINS)) if whole else (high - low) / BINS or 1.0
    count = int((high - low) / width) + 1
    heights = [0] * count
    for value in ranked:
        heights[min(count - 1, int((value - low) / width))] += 1
    return {"low": low, "width": width, "heights": heights}


def part(share: float, n: int) -> Facts:
    """A share with its Wilson interval."""
    low, high = wilson(share, n) if n else (0.0, 1.0)
    return {"n": n, "share": share, "low": low, "high": high}


def endings(rows: Sequence[Row]) -> dict[str, list[Facts]]:
    """How games end: by how they were won, by their last event, and by what that says (field)."""
    groups: dict[str, Counter[str]] = {}
    for row in rows:
        groups.setdefault("won", Counter())[row.won] += 1
        groups.setdefault("event", Counter())[row.endings[0]] += 1
        for said in row.endings[1:]:
            name, _, value = said.partition("=")
            groups.setdefault(name, Counter())[value] += 1
    found: dict[str, list[Facts]] = {}
    told: list[list[int]] = []
    for name, counts in groups.items():
        times = sorted(counts.values())
        # What an event says of the way it was won is often the same thing once more.
        if (
            set(counts) != {""}
            and not (name == "event" and len(counts) == 1)
            and (times not in told or len(times) == 1)
        ):
            told.append(times)
            found[name] = [{"what": what, **part(n / len(rows), len(rows))} for what, n in counts.most_common(12)]
    return found


def _pure(row: Row, level: str) -> bool:
    return all(sitting == level for sitting in row.lineup)


def _skill(rows: Iterable[Row], level: str) -> Facts:
    """What games look like when all seats think at one level."""
    own = [row for row in rows if _pure(row, level)]
    if not own:
        return {"level": level, "games": 0}
    names: dict[str, Callable[[Row], float | None]] = {
        "turns": lambda row: row.turns / row.seats,
        "choices": lambda row: row.choices / row.seats,
        "margin": lambda row: row.margin,
        "lead_changes": lambda row: row.lead_changes,
    }
    return {"level": level, "games": len(own)} | {
        name: brief([value for row in own if (value := measure(row)) is not None]) for name, measure in names.items()
    }


def brief(values: Sequence[float]) -> Facts:
    """A mean with its interval."""
    mean = fmean(values)
    if len(values) < 2:
        return {"n": len(values), "mean": mean, "low": None, "high": None}
    reach = 1.96 * stdev(values) / sqrt(len(values))
    return {"n": len(values), "mean": mean, "low": mean - reach, "high": mean + reach}


def ladder(rows: Iterable[Row], levels: Sequence[str]) -> list[Facts]:
    """At mixed tables: the gain of each level against a fair part of the win (1 is twice the fair part)."""
    sums: dict[str, list[tuple[int, float]]] = {level: [] for level in levels}
    for row in rows:
        if len(set(row.lineup)) > 1:
            for level in dict.fromkeys(row.lineup):
                own = [seat for seat, sitting in enumerate(row.lineup) if sitting == level]
                sums[level].append((len(own), sum(row.shares[seat] * row.seats - 1 for seat in own)))
    found = []
    for level, games in sums.items():
        if games:
            leaf = [*CLUSTER]
            for n, total in games:
                put(leaf, n, total)
            found.append({"level": level, "games": len(games), **estimate(mean_of(leaf))})
    return found


def estimate(mean: Mean) -> Facts:
    """A mean as JSON; a reach that says nothing becomes None."""
    known = mean.reach != float("inf")
    low, high = (mean.low, mean.high) if known else (None, None)
    return {"n": mean.n, "mean": mean.value, "low": low, "high": high}


def kinds(tally: Tally) -> list[Facts]:
    """The kinds of question: how often asked in a game in which they are, how often with a choice, of how many."""
    found = []
    for kind, (asked, real, offered, games) in tally.get("kinds", {}).items():
        found.append(
            {
                "kind": kind,
                "asked": asked,
                "a_game": asked / games,
                "real": part(real / asked, asked),
                "answers": offered / real if real else 1.0,
            }
        )
    return sorted(found, key=lambda kind: -kind["asked"])


def moves(tally: Tally) -> list[Facts]:
    """For each kind of question and sort of answer: how often taken when another was offered, and who won."""
    found = []
    for kind, answers in tally.get("moves", {}).items():
        for answer, leaf in answers.items():
            offered, taken = leaf["n"]
            found.append(
                {
                    "kind": kind,
                    "answer": answer,
                    "taken": part(taken / offered, offered),
                    "took": estimate(mean_of(leaf["took"])),
                    "passed": estimate(mean_of(leaf["passed"])),
                }
            )
    return sorted(found, key=lambda move: (move["kind"], -move["taken"]["n"]))


def things(tally: Tally) -> list[Facts]:
    """Groups of things (field of an event), and the gain of the seats that had each."""
    games = max((games for *_, games in tally.get("kinds", {}).values()), default=0)
    found = []
    for group, leaves in tally.get("things", {}).items():
        sorts, (before, after) = leaves["sorts"], leaves["when"]
        most = max(leaf["had"][0] for leaf in sorts.values())
        if not 1 < len(sorts) <= MOST_SORTS or most < RARE * games:
            continue
        z = NormalDist().inv_cdf(1 - 0.025 / len(sorts))
        rows = []
        for sort, leaf in sorts.items():
            mean = mean_of(leaf["had"])
            rows.append(
                {
                    "thing": sort,
                    "uses": leaf["n"][0],
                    "games": leaf["had"][0] / games,
                    "gain": estimate(mean),
                    "sure": leaf["had"][0] >= FEW_GAMES and mean._replace(reach=mean.reach * z / 1.96).beyond(0.0),
                }
            )
        rows.sort(key=lambda row: -row["gain"]["mean"])
        found.append({"group": group, "dealt": before > DEALT * (before + after), "things": rows})
    return sorted(found, key=lambda group: (not group["dealt"], -_weight(group["things"])))


def _weight(rows: Iterable[Facts]) -> Any:
    """How far the most telling thing of a group lies from a fair part, by its games; unsure ones count little."""
    return max(abs(row["gain"]["mean"]) * min(1.0, row["games"] * 4) * (1 if row["sure"] else 0.1) for row in rows)


def parts(tally: Tally) -> list[Facts]:
    """Where points come from: a seat's mean, and how much of it winners have more than the others."""
    found = []
    for name, (seats, points, winners, won) in tally.get("parts", {}).items():
        others = seats - winners
        found.append(
            {
                "part": name,
                "points": points / seats,
                "winners": won / winners if winners else None,
                "others": (points - won) / others if others else None,
                "sum": points,
            }
        )
    return sorted(found, key=lambda part: -part["sum"])


def events(tally: Tally) -> list[Facts]:
    """How often each event comes about in a turn, the most frequent first."""
    turns = tally["total"]["turns"][0] if tally else 0
    found = [{"event": key, "a_turn": times / turns, "sum": times} for key, (times,) in tally.get("events", {}).items()]
    return sorted(found, key=lambda event: -event["sum"])


def probes(tally: Tally) -> list[Facts]:
    """By kind of question and (first, as ``*``) over all: the gap between answers in parts of a win."""
    found = []
    every = tally.get("probes", {})
    if not every:
        return []
    total = [sum(column) for column in zip(*every.values(), strict=True)]
    for kind, (n, clear, gap, squares) in [("*", total), *sorted(every.items(), key=lambda item: -item[1][0])]:
        mean = gap / n
        spread = max(0.0, squares / n - mean * mean)
        reach = reach_of(1.96 * sqrt(spread / (n - 1)), n, mean) if n >= FEW else None
        found.append(
            {
                "kind": kind,
                "n": n,
                "clear": part(clear / n, n),
                "gap": mean,
                "low": None if reach is None else mean - reach,
                "high": None if reach is None else mean + reach,
            }
        )
    return found
