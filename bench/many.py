"""How well games use two processes and two Dask workers, and what a batch of 50 games costs beside the games.

The same games are played in this process, by processes that are forked and spawned, and by the workers of a
local cluster, all with a file of results; in this process before and after the others, and the mean of both
counts.

    by the clock       the serial time over the time of all workers together; it means something only where
                       nothing else runs, and the load is printed so that one can tell
    by processor time  what the games take by the processor in this process, over all that the same games take
                       with workers, in them and here: other work on the machine disturbs it little
    balance            how evenly the workers were busy: the mean of what they took over the most
    computed           the product of the last two: the efficiency that is left where nothing else runs
    overhead           what is spent outside of games, in parts of what is spent inside

From the same figures it computes what a million games take and cost, and how many workers one process can
keep busy.

Usage: python -m bench.many [--games N] [--workers N] [--captain NAME] [--price DOLLARS]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from pirate_code.core.executors import JobExecutor, SerialExecutor, local_executor
from pirate_code.core.many import LARGEST_BATCH, Shared, run_all, run_kept
from pirate_code.core.results import Results
from pirate_code.core.workers import open_executor
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.contest import (
    Contest,
    Game,
    GameResult,
    PairRecord,
    contest_of,
    play_game,
    read_result,
    write_result,
)
from pirate_code.rules.edition import load_edition

_FLEETS = ("english-traders", "pirate-raiders")
_TURNS = 20
_PAIR = (0, 1)
_MILLION = 1_000_000
_HOUR = 3600


class Timed(NamedTuple):
    """A game: its result, who played it, what it took, and what its process had taken when it was over."""

    result: GameResult
    process: int
    seconds: float
    total: float


def timed(contest: Shared[Contest], number: int) -> Timed:
    """Play a game and look at the clock of the processor."""
    start = time.process_time()
    result = play_game(contest.value, Game(_PAIR, number, number // 2))
    end = time.process_time()
    return Timed(result, os.getpid(), end - start, end)


@dataclass
class Measured:
    """What the games took: by the clock, and by the processor inside of games and in all."""

    games: int
    clock: float
    inside: float
    own: float  # by the processor, in this process
    workers: list[float]  # by the processor, in each of the workers
    size: int  # bytes of the file of results

    @property
    def processor(self) -> float:
        """What everything took by the processor."""
        return self.own + sum(self.workers)

    @property
    def overhead(self) -> float:
        """What was spent outside of games, in parts of what was spent inside."""
        return self.processor / self.inside - 1

    @property
    def balance(self) -> float:
        """How evenly the workers were busy: 1 if all took the same."""
        return sum(self.workers) / len(self.workers) / max(self.workers) if self.workers else 1.0


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=400, help="how many games each plays")
    options.add_argument("--workers", type=int, default=2, help="how many processes or workers")
    options.add_argument("--captain", default="random", help="who commands both fleets")
    options.add_argument("--price", type=float, default=0.04, help="dollars that a processor costs an hour")
    given = options.parse_args()
    fleets = [load_fleet(name, builtin_names()) for name in _FLEETS]
    contest = contest_of(fleets, (given.captain,), load_edition(), _TURNS)
    workers = given.workers
    makers: dict[str, Callable[[], JobExecutor]] = {
        "this process": SerialExecutor,
        f"{workers} processes, forked": lambda: local_executor(workers, "fork"),
        f"{workers} processes, spawned": lambda: local_executor(workers, "spawn"),
        f"{workers} Dask workers": lambda: open_executor(workers, "local"),
    }
    table = Table(
        "executor", "games/s", "by the clock", "by processor time", "balance", "computed", "overhead"
    )
    measured = {name: measure(contest, given.games, make) for name, make in makers.items()}
    serial, *_, cluster = measured.values()
    again = measure(contest, given.games, SerialExecutor)
    clock, processor = (serial.clock + again.clock) / 2, (serial.processor + again.processor) / 2
    for name, found in measured.items():
        many = 1 if found is serial else workers
        by_processor = processor / found.processor
        table.add_row(
            name,
            f"{given.games / found.clock:.1f}",
            f"{clock / (many * found.clock):.3f}",
            f"{by_processor:.3f}",
            f"{found.balance:.3f}",
            f"{by_processor * found.balance:.3f}",
            f"{found.overhead:.2%}",
        )
    console = Console()
    console.print(table)
    console.print(
        f"{given.games} games of {given.captain} captains, {_TURNS} turns at most, in batches of"
        f" {LARGEST_BATCH}; {serial.inside / given.games:.3f} s of the processor each;"
        f" {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}."
    )
    tell_million(console, cluster, given.price)


def tell_million(console: Console, cluster: Measured, price: float) -> None:
    """Print what a million games take on a cluster."""
    hours = cluster.processor / cluster.games * _MILLION / _HOUR
    own = cluster.own / cluster.games
    console.print(
        f"A million such games on Dask workers: {hours:,.0f} hours of a processor, ${hours * price:,.2f} at"
        f" ${price} an hour, and a file of {cluster.size / cluster.games * _MILLION / 1e9:.2f} GB."
    )
    console.print(
        f"Client and scheduler together take {own * 1000:.2f} ms of a processor for each game: one process"
        f" can keep {cluster.inside / cluster.games / own:,.0f} workers busy."
    )


def measure(contest: Contest, games: int, make: Callable[[], JobExecutor]) -> Measured:
    """Play the games; workers have played some before, so that their start does not count."""
    work = partial(timed, Shared(contest))
    with tempfile.TemporaryDirectory() as folder, make() as executor:
        before: dict[int, float] = {}
        warm = range(10_000_000, 10_000_000 + 8 * executor.workers)
        for _, each in run_all(work, ((number, number) for number in warm), executor):
            before[each.process] = max(each.total, before.get(each.process, 0.0))
        after, inside, record = dict(before), 0.0, PairRecord(_PAIR)
        clock, own = time.perf_counter(), time.process_time()
        with Results[Timed](Path(folder) / "results.sqlite", _write, _read) as results:
            jobs = ((str(number), number) for number in range(games))
            for key, each in run_kept(work, jobs, results, executor, LARGEST_BATCH):
                list(record.add(Game(_PAIR, int(key), int(key) // 2), each.result))
                inside += each.seconds
                after[each.process] = max(each.total, after.get(each.process, 0.0))
        clock, own = time.perf_counter() - clock, time.process_time() - own
        others = [after[process] - before.get(process, 0.0) for process in after if process != os.getpid()]
        size = (Path(folder) / "results.sqlite").stat().st_size
        return Measured(games, clock, inside, own, others, size)


def _write(each: Timed) -> object:
    return write_result(each.result)


def _read(data: object) -> Timed:
    return Timed(read_result(data), 0, 0.0, 0.0)


if __name__ == "__main__":
    main()
