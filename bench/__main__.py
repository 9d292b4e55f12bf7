"""``python -m bench [NAME …] [--seconds N]``: run benches by name, or all of them.

Each prints a table and writes ``out/bench-<name>.json``.
"""

from __future__ import annotations

import argparse
import importlib

NAMES = (
    "random_play",
    "rollouts",
    "peers_catanatron",
    "search_peers",
    "compiled",
    "click_to_page",
    "open_sea",
    "page_weight",
    "lab",
)


def main() -> None:
    """Run the benches asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of: {', '.join(NAMES)}; all by default")
    parser.add_argument("--rounds", type=int, default=7, help="how often each side takes its turn (default 7)")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long each turn lasts (default 1.5)")
    given = parser.parse_args()
    unknown = set(given.names) - set(NAMES)
    if unknown:
        parser.error(f"no bench {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    for name in given.names or NAMES:
        importlib.import_module(f"bench.{name}").main(rounds=given.rounds, seconds=given.seconds)


if __name__ == "__main__":
    main()
