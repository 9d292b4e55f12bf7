"""What the benches share: interleaved rounds, medians, a table and a JSON file."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

OUT = Path(__file__).resolve().parent.parent / "out"

Side = Callable[[float], float]
"""Works for so many seconds and says how many things it did a second."""


def interleaved(sides: Mapping[str, Side], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Rates of all sides, taking turns, so that whatever else the machine does hits all alike.

    The first round warms up and does not count.
    """
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for turn in range(rounds + 1):
        for name, side in sides.items():
            rate = side(seconds)
            if turn > 0:
                rates[name].append(rate)
    return rates


def ratio(rates: Mapping[str, Sequence[float]], ours: str, peer: str) -> float:
    """The median over rounds of our rate to the peer's in the same round."""
    return statistics.median(a / b for a, b in zip(rates[ours], rates[peer], strict=True))


def machine() -> dict[str, Any]:
    """Where and when the figures were taken."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def show(
    name: str, title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], facts: Mapping[str, Any]
) -> None:
    """Print a table with facts under it, and write both to ``out/bench-<name>.json``."""
    console = Console(highlight=False, soft_wrap=True)
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right")
    for row in rows:
        table.add_row(*(number(value) for value in row))
    console.print(table)
    for fact, value in facts.items():
        console.print(f"{fact}: {number(value)}", markup=False)
    console.print()
    OUT.mkdir(exist_ok=True)
    data = {
        "bench": name,
        "machine": machine(),
        "rows": [dict(zip(columns, row, strict=True)) for row in rows],
        "facts": dict(facts),
    }
    (OUT / f"bench-{name}.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def number(value: Any) -> str:
    """A value for people: three significant digits, thousands apart."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)
