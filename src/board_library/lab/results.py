"""What a run leaves behind: a folder that can be read at any moment, also while the run goes on or after it was killed.

* ``run.json``: the plan, and who made it;
* ``slices.jsonl``: one line for each slice of games that came back from a worker: first and last number, rows, sums;
* ``games.parquet`` and ``report.json``: written at the end; a row a game, and the figures of the report;
* ``run.lock``: empty; locked by the program that plays the run.

A line that was cut off by a crash is dropped when the run goes on; its games are played again and come out the same.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from board_library import __version__
from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError
from board_library.lab.plan import Plan
from board_library.lab.tally import Tally, add
from board_library.lab.watch import Row

RUN, SLICES, PARQUET, REPORT, LOCK = "run.json", "slices.jsonl", "games.parquet", "report.json", "run.lock"
OWN = (RUN, SLICES, PARQUET, LOCK)
"""What nothing else may write over in the folder of a run."""


class BadResults(BoardLibraryError):
    """A folder that is not that of a run, or not of this one."""


class Slice(msgspec.Struct):
    """Games ``first`` to ``last`` of a run, played in one go by one worker."""

    first: int
    last: int
    rows: list[Row]
    tally: dict[str, Any]


@dataclass
class Results:
    """The games of a run that are there: rows by number, and sums by the level that played all seats."""

    plan: Plan
    rows: list[Row] = field(default_factory=list)
    tally: Tally = field(default_factory=dict)

    def take(self, part: Slice) -> None:
        """Add the games of a slice."""
        self.rows += part.rows
        add(self.tally, part.tally)


class Folder:
    """The folder of a run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def exists(self) -> bool:
        """Whether a run has begun here."""
        return (self.path / RUN).is_file()

    def begin(self, plan: Plan) -> None:
        """Make the folder, or go on with the run in it. Raises :class:`BadResults` if that run is another one."""
        if self.exists:
            other = difference(self.plan(), plan)
            if other is not None:
                name, before, after = other
                raise BadResults(
                    f"{self.path} holds another run: {name} {before}, not {after}; choose another folder by --output",
                    why="other_run", folder=str(self.path), name=name, before=before, after=after,
                )  # fmt: skip
        self.path.mkdir(parents=True, exist_ok=True)
        about = {"made_by": f"board-library {__version__}", "plan": plan.to_json()}
        _write(self.path / RUN, msgspec.json.format(msgspec.json.encode(about)) + b"\n")

    def plan(self) -> Plan:
        """The plan of the run. Raises :class:`BadResults`."""
        try:
            return Plan.from_json(msgspec.json.decode((self.path / RUN).read_bytes())["plan"])
        except FileNotFoundError:
            raise BadResults(
                f"{self.path} is not the folder of a run: it has no {RUN}", why="no_run", folder=str(self.path)
            ) from None
        except (msgspec.DecodeError, KeyError, TypeError) as error:
            raise BadResults(f"{self.path / RUN} cannot be read: {error}") from None

    def slices(self) -> Iterator[Slice]:
        """Every whole slice; a last line that was cut off is passed over."""
        path = self.path / SLICES
        if not path.is_file():
            return
        decoder = msgspec.json.Decoder(Slice)
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield decoder.decode(line)
                except msgspec.DecodeError as error:
                    raise BadResults(f"{path}, line {number}: {error}") from None

    def results(self) -> Results:
        """All games that are there, in order."""
        found = Results(self.plan())
        for part in sorted(self.slices(), key=lambda part: part.first):
            found.take(part)
        return found

    def append(self) -> BinaryIO:
        """The file of slices, open at the end of its last whole line."""
        path = self.path / SLICES
        file = path.open("r+b" if path.exists() else "w+b", buffering=0)
        file.seek(whole_length(path))
        file.truncate()
        return file

    def finish(self, report: dict[str, Any], results: Results) -> list[Path]:
        """Write the figures and, where pyarrow is installed, the table of games; what was written."""
        _write(self.path / REPORT, msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
        written = [self.path / REPORT]
        if importlib.util.find_spec("pyarrow") is not None:
            write_parquet(self.path / PARQUET, results.rows)
            written.append(self.path / PARQUET)
        return written


def whole_length(path: Path) -> int:
    """The bytes of a file up to the end of its last whole line."""
    data = path.read_bytes()
    return data.rfind(b"\n") + 1


FLAGS = {"game": "GAME", "options": "--option", "seats": "--players", "levels": "--bots", "seed": "--seed"}
"""What a person typed for the parts of a plan."""


def difference(old: Plan, new: Plan) -> tuple[str, str, str] | None:
    """What makes two plans different runs, as typed, with the value of each; None if one may go on with the other.

    More games may be asked for, if no decisions are looked into: which ones those are depends on how many games there
    are.
    """
    for name in (*FLAGS, "rules_version"):
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            return FLAGS.get(name, name), _typed(before, after), _typed(after, before)
    if old.probes != new.probes:
        return "--probes", str(old.probes), str(new.probes)
    if old.probes and old.games != new.games:
        return "--games", str(old.games), str(new.games)
    return None


def _typed(value: Any, other: Any) -> str:
    """A part of a plan as it is typed; of options those that are others there."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items() if other.get(name) != one)
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def missing(done: Iterable[tuple[int, int]], games: int) -> list[tuple[int, int]]:
    """The runs of numbers below ``games`` that are not in ``done`` (pairs of first and last).

    >>> missing([(0, 3), (6, 6)], 10)
    [(4, 5), (7, 9)]
    """
    left, place = [], 0
    for first, last in sorted(done):
        if first > place:
            left.append((place, min(first, games) - 1))
        place = max(place, last + 1)
    if place < games:
        left.append((place, games - 1))
    return [(first, last) for first, last in left if first <= last]


def write_parquet(path: Path, rows: Iterable[Row]) -> None:
    """The rows as a Parquet table with the names of :class:`Row` as columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {
        int: pa.int64(),
        str: pa.string(),
        float: pa.float64(),
        "reals": pa.list_(pa.float64()),
        "texts": pa.list_(pa.string()),
        "whole": pa.list_(pa.int64()),
    }
    special: dict[str, Any] = {
        "lineup": "texts",
        "endings": "texts",
        "shares": "reals",
        "leads": "reals",
        "points": "whole",
        "won": str,
        "settled": float,
    }
    schema = pa.schema(
        [(name, pa.bool_() if name == "behind" else kinds[special.get(name, int)]) for name in Row._fields]
    )
    columns = list(zip(*rows, strict=True)) or [() for _ in Row._fields]
    arrays = [pa.array(map(_plain, column), type=kind.type) for column, kind in zip(columns, schema, strict=True)]
    fresh = path.with_suffix(".new")
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), fresh, compression="zstd")
    fresh.replace(path)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def check_version(spec: GameSpec, plan: Plan) -> None:
    """Raise :class:`BadResults` if the run was played by other rules than those of today."""
    if plan.rules_version != spec.rules_version:
        raise BadResults(
            f"the run was played by rules {plan.rules_version} of {spec.slug}, not {spec.rules_version}",
            why="other_rules", game=spec.slug, before=plan.rules_version, after=spec.rules_version,
        )  # fmt: skip


def _write(path: Path, data: bytes) -> None:
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(data)
    fresh.replace(path)
