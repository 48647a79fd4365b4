"""Times answers: cold beside `python -c "import click"`, warm beside one full-text query.

Time of the processor is measured, so that other work on the machine matters little. A pair can be asked
about for the first time only once in a process, so those are measured in several, and the least is told.

Usage: python bench/answers.py [--db PATH] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pirate_code.answers.answer import ask, ask_about
from pirate_code.answers.asking import thing
from pirate_code.library.opening import open_library
from pirate_code.library.storage import default_path

PAIRS = (
    ("Doctor", "crew collector"),
    ("Cancel", "Eternal"),
    ("Captain", "Helmsman"),
    ("derelict", "move action"),
    ("Marine", "Parley"),
)
NEW = 100
NAMES = "SELECT name FROM keywords WHERE kind = 'keyword' UNION ALL SELECT id FROM pieces ORDER BY 1"
QUESTION = "Does a Helmsman stack with a trade current?"
FULL_TEXT = (
    "SELECT rowid FROM rulings_fts WHERE rulings_fts MATCH 'captain OR helmsman' ORDER BY rank LIMIT 5"
)


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--db", type=Path, help="a library; the default one if absent")
    options.add_argument("--rounds", type=int, default=7, help="how many times each is measured")
    given = options.parse_args()
    rounds = max(1, given.rounds)
    table = Table("what", "milliseconds", "ratio", title="Answers")
    cold(table, given.db or default_path(), rounds)
    warm(table, given.db, rounds)
    Console().print(table)


def cold(table: Table, library: Path, rounds: int) -> None:
    """A whole process, from start to end."""
    plain = [sys.executable, "-c", "import click"]
    yardstick = median(lambda: run(plain, library), rounds)
    table.add_row("python -c 'import click'", f"{1000 * yardstick:.0f}", "1")
    for x, y in PAIRS[:2]:
        command = [sys.executable, "-m", "pirate_code", "ask", x, y]
        taken = median(lambda command=command: run(command, library), rounds)  # type: ignore[misc]
        table.add_row(f"cold: ask {x} {y}", f"{1000 * taken:.0f}", f"{taken / yardstick:.1f}")


def warm(table: Table, library: Path | None, rounds: int) -> None:
    """The same questions again in one process."""
    db = open_library(library)
    yardstick = median(lambda: db.execute(FULL_TEXT).fetchall(), rounds)
    table.add_row("one full-text query", f"{1000 * yardstick:.2f}", "1")
    for x, y in PAIRS:
        taken = median(lambda x=x, y=y: ask_about(db, thing(db, x), thing(db, y)), rounds)  # type: ignore[misc]
        table.add_row(f"warm: ask {x} {y}", f"{1000 * taken:.0f}", f"{taken / yardstick:.0f}")
    taken = median(lambda: ask(db, QUESTION), rounds)
    table.add_row(f"warm: {QUESTION}", f"{1000 * taken:.0f}", f"{taken / yardstick:.0f}")
    in_processes = zip(*(in_another_process(library) for _ in range(rounds)), strict=True)
    taken_first = sorted(min(times) for times in in_processes)
    for what, share in (("half", 0.5), ("nine in ten", 0.9), ("all", 1.0)):
        taken = taken_first[round(share * len(taken_first)) - 1]
        told = f"warm: {what} of {NEW} pairs never asked before, under"
        table.add_row(told, f"{1000 * taken:.0f}", f"{taken / yardstick:.0f}")


def in_another_process(library: Path | None) -> list[float]:
    """How long first answers take in a process of their own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(first_answers, library).result()


def first_answers(library: Path | None) -> list[float]:
    """How long answers take on keywords and pieces not asked about together; as many come before."""
    db = open_library(library)
    names = [name for (name,) in db.execute(NAMES)]
    draw = random.Random(5)
    taken = []
    for number in range(2 * NEW):
        pair = draw.sample(names, 2)
        began = _spent()
        things = [thing(db, name) for name in pair]
        ask_about(db, things[0], things[1])
        if number >= NEW:
            taken.append(_spent() - began)
    return taken


def median(work: Callable[[], object], rounds: int) -> float:
    """The median time of some work; the first round is not counted."""
    times = []
    for _ in range(rounds + 1):
        began = _spent()
        work()
        times.append(_spent() - began)
    return statistics.median(times[1:])


def _spent() -> float:
    """Processor time of this process and of those that it has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def run(command: list[str], library: Path) -> None:
    """Run a command to its end."""
    environment = os.environ | {"PIRATE_CODE_DB": str(library)}
    subprocess.run(command, env=environment, capture_output=True, check=False)


if __name__ == "__main__":
    main()
