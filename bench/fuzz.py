"""Plays random games between random legal fleets, with everything checked after every event.

First so many games between any fleets, then more games with pieces in them whose abilities have not acted
yet, until all have. A failed game is told with its seed and a replay file, and the run goes on.

Usage: python -m bench.fuzz [--games N] [--more N] [--seed N] [--sheet FILE] [--failures FOLDER] [--all]
       [--processes N] [--cluster ADDRESS]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path

from bench.running import add_options, executor
from pirate_code.fleets import card_pool
from pirate_code.library.progress import progress_bar
from pirate_code.play.exercise import ExerciseResult, exercise

_SHOWN = 40


def main() -> None:
    """Play, and tell what came of it; the exit code is 0 only if no game failed."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=2000, help="how many games are between any fleets")
    options.add_argument("--more", type=int, help="how many games follow at most (half as many)")
    options.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    options.add_argument("--sheet", type=Path, help="a .csv or .xlsx file of pieces")
    options.add_argument("--failures", type=Path, default=Path("build/fuzz"), help="where replays go")
    options.add_argument("--all", action="store_true", help="list all that never acted")
    add_options(options)
    given = options.parse_args()
    more = given.games // 2 if given.more is None else given.more
    pool = card_pool.from_sheet(given.sheet) if given.sheet else card_pool.builtin()
    start = time.perf_counter()
    with executor(given) as workers, progress_bar() as bar:
        done = exercise(
            pool,
            given.games,
            more,
            given.seed,
            lambda count, total: bar("games", count, total),
            failures=given.failures,
            executor=workers,
        )
    print(
        f"{done.games:,} games, {done.decisions:,} decisions, {done.events:,} events"
        f" in {time.perf_counter() - start:,.0f} s; {len(done.failed):,} failed."
    )
    for report in done.failed[:_SHOWN]:
        print(f"  seed {report.seed}: {report.failure} ({report.replay or 'no replay'})")
    tell_traits(done)
    tell_lines(done, None if given.all else _SHOWN)
    sys.exit(1 if done.failed else 0)


def tell_traits(done: ExerciseResult) -> None:
    """Print what was in play, and in how many games."""
    sorts = defaultdict(list)
    for trait, games in sorted(done.traits.items(), key=lambda item: (item[0].sort, -item[1], item[0].what)):
        sorts[trait.sort].append(f"{trait.what} {games:,}")
    print("In how many games there was:")
    for sort, counted in sorts.items():
        print(f"  {sort}: {', '.join(counted)}")


def tell_lines(done: ExerciseResult, limit: int | None) -> None:
    """Print how many lines acted, and those that never did with the number of games that they were in."""
    left = done.left()
    print(f"{len(done.used):,} of {len(done.printed):,} ability lines acted.")
    for line in left[:limit]:
        print(f"  never, in {done.in_play[line]:,} games: {' '.join(line.split())[:110]}")
    if limit is not None and len(left) > limit:
        print(f"  … and {len(left) - limit:,} more")


if __name__ == "__main__":
    main()
