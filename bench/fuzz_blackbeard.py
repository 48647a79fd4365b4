"""Plays games of Blackbeard, of any number of players and both lengths, checked after every event.

A failed game is told with its seed and a replay file, and the run goes on. What never happened is listed.

Usage: python -m bench.fuzz_blackbeard [--games N] [--seed N] [--failures FOLDER] [--processes N]
       [--cluster ADDRESS]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from bench.running import add_options, executor
from pirate_code.blackbeard.many import Order, Report, play_many
from pirate_code.blackbeard.story import SENTENCES
from pirate_code.blackbeard.values import standard_values
from pirate_code.library.progress import progress_bar

_SHOWN = 20


def main() -> None:
    """Play, and tell what came of it; the exit code is 0 only if no game failed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=2000, help="how many games are played")
    options.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    options.add_argument("--failures", type=Path, default=Path("build/fuzz"), help="where replays go")
    add_options(options)
    given = options.parse_args()
    orders = [Order(given.seed + number) for number in range(given.games)]
    start = time.perf_counter()
    reports: list[Report] = []
    with executor(given) as workers, progress_bar() as bar:
        for report in play_many(orders, workers, given.failures):
            reports.append(report)
            bar("games", len(reports), len(orders))
    tell(reports, time.perf_counter() - start)
    sys.exit(1 if any(report.failure for report in reports) else 0)


def tell(reports: list[Report], seconds: float) -> None:
    """Print how many games failed, what they were, and what happened in none of them."""
    failed = [report for report in reports if report.failure]
    events, cards = Counter[str](), Counter[str]()
    for report in reports:
        events.update(report.events)
        cards.update(report.cards)
    print(
        f"{len(reports):,} games of Blackbeard, {sum(report.decisions for report in reports):,} decisions,"
        f" {sum(events.values()):,} events in {seconds:,.0f} s; {len(failed):,} failed."
    )
    for report in failed[:_SHOWN]:
        print(f"  seed {report.seed}: {report.failure} ({report.replay or 'no replay'})")
    kinds = Counter(f"{report.players} players, {report.length}" for report in reports)
    print("  " + "; ".join(f"{kind}: {count:,}" for kind, count in sorted(kinds.items())))
    print("  never happened: " + (", ".join(sorted(set(SENTENCES) - set(events))) or "nothing"))
    never = sorted(set(standard_values().events) - set(cards))
    print("  cards never played: " + (", ".join(never) or "none"))


if __name__ == "__main__":
    main()
