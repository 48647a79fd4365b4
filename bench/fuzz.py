"""Plays random games between random legal fleets, with everything checked after every event.

The first third are between any fleets; the others have pieces in them whose abilities have not acted yet. A
failed game is told with its seed and a replay file, and the run goes on.

Usage: python bench/fuzz.py [--games N] [--seed N] [--sheet FILE] [--failures FOLDER]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pirate_code.play import cards
from pirate_code.play.exercise import Exercised, exercise

_SHOWN = 40


def main() -> None:
    """Play, and tell what came of it; the exit code is 0 only if no game failed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=2000, help="how many games are played")
    options.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    options.add_argument("--sheet", type=Path, help="a .csv or .xlsx file of pieces")
    options.add_argument("--failures", type=Path, default=Path("build/fuzz"), help="where replays go")
    given = options.parse_args()
    pool = cards.from_sheet(given.sheet) if given.sheet else cards.builtin()
    console = Console(stderr=True)
    start = time.perf_counter()
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=given.games)
        done = exercise(
            pool,
            given.games,
            given.seed,
            lambda count, total: bar.update(task, completed=count),
            failures=given.failures,
        )
    tell(done, pool, time.perf_counter() - start)
    sys.exit(1 if done.failed else 0)


def tell(done: Exercised, pool: cards.Pool, seconds: float) -> None:
    """Print what was played, what failed and what never acted."""
    printed = {card.line for card in pool.cards.values() if card.line.strip()}
    left = sorted(printed - done.used)
    print(
        f"{done.games:,} games, {done.decisions:,} decisions, {done.events:,} events in {seconds:,.0f} s;"
        f" {len(done.failed):,} failed."
    )
    for report in done.failed[:_SHOWN]:
        print(f"  seed {report.seed}: {report.failure} ({report.replay or 'no replay'})")
    print(f"{len(printed) - len(left):,} of {len(printed):,} ability lines acted.")
    for line in left[:_SHOWN]:
        print(f"  never: {' '.join(line.split())[:110]}")
    if len(left) > _SHOWN:
        print(f"  … and {len(left) - _SHOWN:,} more")


if __name__ == "__main__":
    main()
