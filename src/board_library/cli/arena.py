"""``board-library arena``: which of two bots plays better, and how sure that is."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from board_library.bots.arena import Match, bot_named, decided, play_match, processes
from board_library.bots.levels import BUDGETS, LEVELS, RANDOM, named
from board_library.cli.terminal import (
    BadInput,
    Choice,
    Lang,
    Seats,
    Seed,
    broken_off,
    check_between,
    check_writable,
    game_named,
    options_of,
    out,
    progress_bar,
    seats_of,
    translator,
    workers_of,
)
from board_library.lab.plan import MOST
from board_library.web.i18n import Translator

Level = Annotated[
    str,
    Parameter(
        help=f"A level: {', '.join(LEVELS)}. {' and '.join(BUDGETS)} may be given a budget: captain@300 (iterations) "
        f"or captain@0.5s. Also {RANDOM}, and a function of your own as module:function."
    ),
]


def arena(
    name: Annotated[str, Parameter("GAME", help="A game's name as `board-library games` lists it.")],
    /,
    *,
    a: Level,
    b: Level,
    games: Annotated[int, Parameter(help="How many games; rounded up until a has sat at every seat.")] = 100,
    seats: Seats = None,
    budget: Annotated[
        str | None, Parameter(help="What bots that search may think, where theirs is not given: 300 or 0.5s.")
    ] = None,
    target: Annotated[
        float | None, Parameter(help="Stop as soon as it is decided whether a wins this share (0.65, say) or its part.")
    ] = None,
    minutes: Annotated[float, Parameter(help="Stop after so many minutes, with what has been played.")] = 60.0,
    workers: Annotated[int | None, Parameter(help="Processes; by default two, if there are as many cores.")] = None,
    option: Choice = (),
    seed: Seed = None,
    file: Annotated[Path | None, Parameter("--json", help="Write all figures to this new file.")] = None,
    lang: Lang = None,
) -> None:
    """Let one bot a play against rivals b, every deal from each seat.

    Prints which share of the points a won, with the interval that holds the true share with 95 % confidence.
    """
    spec = game_named(name, lang)
    count = seats_of(spec, seats)
    check_between("--games", games, 1, MOST)
    at_once = workers_of(workers, processes())
    if not minutes > 0:  # "not", for nan is no less than anything
        raise BadInput("cli.error.more", name="--minutes", low=0, value=f"{minutes:g}".replace("-", "−"))
    if target is not None and not 1 / count < target <= 1:
        raise BadInput("cli.error.between", name="--target", low=f"1/{count}", high=1, value=str(target))
    if budget is not None:
        _check_budget(budget)
    if file is not None and file.is_file():
        raise BadInput("cli.error.exists", file=str(file))
    options = options_of(spec, option, count)
    lead, rival = _player("--a", a, budget), _player("--b", b, budget)
    check_writable(file)
    text = seed or secrets.token_hex(8)
    words = translator(lang, spec)
    out().print(f"{words.text('cli.seed')} {text}", markup=False)
    deals = -(-games // count)
    match = Match(count, (), ())
    try:
        with progress_bar() as bar, broken_off(spec):
            task = bar.add_task(f"{lead} – {rival}", total=deals * count)

            def step(so_far: Match) -> None:
                nonlocal match
                match = so_far
                bar.update(task, completed=match.games, description=f"{lead} – {rival}  {_percent(match.share, words)}")

            play_match(
                spec, lead, rival, seats=count, deals=deals, seed=text, options=options, target=target, minutes=minutes,
                workers=at_once, progress=step,
            )  # fmt: skip
    finally:
        # Also what has been played when somebody stops it.
        if match.games:
            verdict = _tell(match, lead, rival, target, words)
            about: dict[str, object] = {"game": spec.slug, "a": lead, "b": rival, "seats": count, "seed": text}
            about |= {"options": options.to_json(), "target": target, "verdict": verdict}
            if file is not None:
                file.write_text(json.dumps(about | match.to_json()), encoding="utf-8")


def _tell(match: Match, lead: str, rival: str, target: float | None, words: Translator) -> str:
    """Print the figures; the verdict on the target, empty without one."""
    told = match.to_json()
    percent = {key: _percent(told[key], words) for key in ("share", "low", "high", "equal")}
    out().print(words.text("cli.arena.share", a=lead, b=rival, games=match.games, **percent), markup=False)
    by_seat = "; ".join(f"P{seat} {_percent(share, words)}" for seat, share in enumerate(match.by_seat))
    out().print(words.text("cli.arena.by_seat", shares=by_seat), markup=False)
    if target is None:
        return ""
    verdict = decided(match, target) or "open"
    out().print(words.text(f"cli.arena.{verdict}", target=_percent(target, words)), markup=False)
    return verdict


def _percent(share: float, words: Translator) -> str:
    """A share as the language writes it."""
    text = f"{share:.1%}"
    return text.replace(".", ",").replace("%", "\xa0%") if words.lang == "ru" else text


def _check_budget(budget: str) -> None:
    """Also where no bot searches: whoever gives a budget should not learn of a slip from another match."""
    try:
        named(f"{next(iter(BUDGETS))}@{budget}")
    except KeyError:
        raise BadInput("cli.error.budget", value=budget) from None


def _player(flag: str, name: str, budget: str | None) -> str:
    """The bot asked for, with the shared budget if it has none of its own."""
    full = f"{name}@{budget}" if budget is not None and name in BUDGETS else name
    if ":" in name and (folder := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, folder)  # worker processes inherit it
    try:
        bot_named(full)
    except Exception as error:  # noqa: BLE001  whatever a stranger's module raises
        if ":" not in name:
            names = ", ".join((*LEVELS, RANDOM))
            raise BadInput("cli.error.no_bot", name=flag, value=full, names=names) from None
        details = f"{type(error).__name__}: {error}"
        raise BadInput("cli.error.no_function", name=flag, value=full, details=details) from None
    return full
