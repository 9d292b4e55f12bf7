"""The report as HTML: one article a language, alone for a page of the site or together in one self-contained file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup
from minijinja import Environment

from board_library.lab import charts
from board_library.lab.advice import advice
from board_library.lab.facts import Facts
from board_library.lab.names import Names, Words, capital
from board_library.lab.numbers import side_by_side
from board_library.lab.watch import MARKS, TURN

HERE = Path(__file__).parent
STYLE = HERE / "report.css"

SHOWN = 6
"""Groups of things that are open; the rest are folded."""

MOST_ANSWERS = 14
"""Answers to a question of one kind that are listed."""

LEAST_OFFERS = 30
"""Answers that were offered less often are left out."""


@cache
def environment() -> Environment:
    """The templates of this folder."""
    return Environment(
        loader=lambda name: (HERE / name).read_text(encoding="utf-8"),
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )


def article(facts: Facts, words: Words) -> Markup:
    """The report in one language; ``facts`` may hold a ``comparison``, with the second run's facts in ``other``."""
    names = Names(words, facts["examples"])
    html = environment().render_template(
        "article.html",
        lang=words.lang,
        _=words.text,
        names=names,
        knows=words.knows,
        about=facts["about"],
        seed=shlex.quote(facts["about"]["seed"]),
        findings=[
            told(finding, names) for finding in advice(facts) if "thing" not in finding or names.known(finding["thing"])
        ],
        tables=[drawn(table, names) for table in facts["tables"].values() if table["games"]],
        few=min((table["games"] for table in facts["tables"].values()), default=0) < 200,
        skill=[row for row in facts["skill"] if row["games"]],
        ladder=rungs(facts["ladder"], names),
        kinds=facts["kinds"],
        answers=answers(facts["moves"]),
        bar=lambda share: charts.share(share, names.percent(share)),
        groups=[
            group_drawn(group, names) for group in sorted(facts["things"], key=lambda group: nameless(group, names))
        ],
        shown=SHOWN,
        parts=facts["parts"],
        events=[event for event in facts["events"] if event["event"] != TURN],
        probes=facts["probes"],
        comparison=compared(facts.get("comparison"), names),
        other=facts.get("other"),
        numbers=differing(facts),
    )
    return Markup(html)  # noqa: S704  templates escape what they are given


def document(facts: Facts, every: Sequence[Words], *, follow: bool = False) -> str:
    """One self-contained page with the report in every language; the first is shown until another is chosen.

    With ``follow`` it opens in the language of the reader's browser, where it has it.
    """
    titles = [f"{words.text('game.title')} — {words.text('lab.title')}" for words in every]
    return environment().render_template(
        "page.html",
        languages=[
            {"lang": words.lang, "name": words.text("lab.language"), "title": title, "article": article(facts, words)}
            for words, title in zip(every, titles, strict=True)
        ],
        title=titles[0],
        follow=follow,
        style=Markup(STYLE.read_text(encoding="utf-8")),  # noqa: S704  our own file
    )


def told(finding: Facts, names: Names) -> Facts:
    """A finding in words."""
    params: dict[str, Any] = {"seats": finding.get("seats", "")}
    for key, name in (
        ("kind", names.kind),
        ("answer", names.answer),
        ("thing", names.thing),
        ("group", names.group),
        ("way", names.way),
        ("level", names.level),
        ("other", names.level),
    ):
        if key in finding:
            params[key] = capital(name(finding[key])) if key == "thing" else name(finding[key])
    for key in ("fair", "part"):
        if key in finding:
            params[key] = names.percent(finding[key])
    for key in ("median", "long", "place"):
        if key in finding:
            params[key] = names.number(finding[key], 0)
    if "mean" in finding:
        params["mean"] = names.number(finding["mean"], 2)
    if "share" in finding:
        share = finding["share"]
        params |= {"share": names.percent(share["share"]), "n": names.number(share["n"], 0)}
        params |= {"low": names.percent(share["low"]), "high": names.percent(share["high"])}
    if isinstance(finding.get("gain"), dict):
        gain = finding["gain"]
        params |= {"gain": names.percent(abs(gain["mean"])), "low": names.signed(gain["low"])}
        params |= {"high": names.signed(gain["high"]), "n": names.number(gain["n"], 0)}
    elif "gain" in finding:
        params |= {"gain": names.number(1 + finding["gain"], 2), "less": names.number(1 + finding["less"], 2)}
    if "gap" in finding:
        params |= {"gap": names.percent(finding["gap"]["gap"]), "n": names.number(finding["gap"]["n"], 0)}
    also = {"also": "; ".join(map(names.group, finding["also"]))} if "also" in finding else {}
    return finding | also | {"params": params}


def drawn(table: Facts, names: Names) -> Facts:
    """The figures of one number of seats with their charts."""
    fair = 1 / table["seats"]
    shares = [*table["order"], *table["seat"]]
    span = charts.span_of([bound for share in shares for bound in (share["low"], share["high"])], fair, 0.05)

    def rows(name: str) -> list[Facts]:
        return [share | {"chart": _share_chart(share, span, fair, names)} for share in table[name]]

    return table | {
        "fair": fair,
        "span": span,
        "order": rows("order"),
        "seat": rows("seat"),
        "curve": _curve(table["leads"], fair, names),
        "histograms": {
            name: _histogram(table[name], names) for name in ("turns", "margin", "lead_changes") if table[name]["most"]
        },
    }


def _curve(leads: Sequence[Facts | None], fair: float, names: Names) -> Facts | None:
    """The leader's wins over the longest row of marks at which enough games have a leader; None if that is one mark."""
    rows = [list(row) for led, row in groupby(enumerate(leads, 1), lambda mark: mark[1] is not None) if led]
    longest = max(rows, key=len, default=[])
    if len(longest) < 2:
        return None
    known = [lead for _, lead in longest if lead is not None]
    points = [(lead["low"], lead["share"], lead["high"]) for lead in known]
    chart = charts.curve(points, fair, " ".join(names.percent(lead["share"]) for lead in known))
    return {"chart": chart, "from": longest[0][0] / MARKS, "to": longest[-1][0] / MARKS}


def _share_chart(share: Facts, span: tuple[float, float], fair: float, names: Names) -> Markup:
    label = f"{names.percent(share['low'])} – {names.percent(share['high'])}"
    return charts.interval((share["low"], share["share"], share["high"]), span, fair, label)


def _histogram(spread: Facts, names: Names) -> Facts:
    bars = spread["bars"]
    last = bars["low"] + bars["width"] * len(bars["heights"])
    label = f"{names.number(spread['p10'], 0)} – {names.number(spread['p50'], 0)} – {names.number(spread['p90'], 0)}"
    return {"chart": charts.histogram(bars["heights"], label), "from": bars["low"], "to": last - 1}


def rungs(ladder: Sequence[Facts], names: Names) -> list[Facts]:
    """The levels at mixed tables, with charts of their gain."""
    known = [rung for rung in ladder if rung["low"] is not None]
    span = charts.span_of([bound for rung in known for bound in (rung["low"], rung["high"])], 0.0, 0.25)
    return [rung | {"chart": _gain_chart(rung, span, names), "span": span} for rung in known]


def _gain_chart(gain: Facts, span: tuple[float, float], names: Names) -> Markup:
    label = f"{names.signed(gain['low'])} … {names.signed(gain['high'])}"
    return charts.interval((gain["low"], gain["mean"], gain["high"]), span, 0.0, label)


def group_drawn(group: Facts, names: Names) -> Facts:
    """A group of things with a chart of each gain; those seen in a handful of games are left out."""
    things = [thing for thing in group["things"] if thing["gain"]["low"] is not None]
    sane = [t["gain"][end] for t in things for end in ("low", "high") if t["games"] > 0.01]
    low, high = charts.span_of(sane, 0.0, 0.25)
    # One thing of a few games must not squeeze all others into a corner.
    span = max(low, -1.0), min(high, 2.0)
    rows = [thing | {"chart": _gain_chart(thing["gain"], span, names)} for thing in things]
    return group | {"things": rows, "span": span}


def nameless(group: Facts, names: Names) -> bool:
    """Whether most things of a group have no name that people would know, such as cells: such groups come last."""
    return 2 * sum(names.known(thing["thing"]) for thing in group["things"]) < len(group["things"])


def answers(moves: Sequence[Facts]) -> list[Facts]:
    """The answers by kind of question, the most offered kinds first."""
    kinds: dict[str, list[Facts]] = {}
    for move in moves:
        if move["taken"]["n"] >= LEAST_OFFERS:
            kinds.setdefault(move["kind"], []).append(move)
    ordered = sorted(kinds.items(), key=lambda item: -max(move["taken"]["n"] for move in item[1]))
    return [{"kind": kind, "rows": rows[:MOST_ANSWERS], "more": len(rows) - MOST_ANSWERS} for kind, rows in ordered]


def differing(facts: Facts) -> list[Facts]:
    """The numbers of the game's file in which two runs differ, or one from the game's own, which stand first then."""
    mine = facts["about"].get("numbers", {})
    if "other" in facts:
        rows = side_by_side(mine, facts["other"]["about"].get("numbers", {}))
    else:
        rows = [(path, *values) for path, values in mine.items()]
    return [{"path": path, "a": _value(a), "b": _value(b)} for path, a, b in rows]


def _value(value: Any) -> str:
    return "—" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def compared(comparison: Sequence[Facts] | None, names: Names) -> list[Facts]:
    """The comparison with figures in words."""
    found = []
    for row in comparison or ():
        tell = names.percent if row["measure"] in ("starter", "settled", "behind", "shared") else names.number
        digits = {"digits": 1}
        found.append(
            row
            | {name: tell(row[name], **digits) for name in ("a", "b", "low", "high")}
            | {"apart": ("+" if row["difference"] > 0 else "") + tell(row["difference"], **digits)}
        )
    return found
