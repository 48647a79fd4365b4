"""Times `search` and `show` on a built library as ratios to the time of `python -c "import click"`.

Usage: python bench/library_queries.py [--db PATH] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

AIM = 5.0
QUERIES = (
    ("search", "docking"),
    ("search", "nation:english kind:ship points:..12 keyword:schooner has:ruling"),
    ("search", "kind:ship", "--csv"),
    ("show", "Captain (keyword)"),
    ("show", "Black Pearl (PotC-025)"),
    ("show", "MI-006", "--json"),
    ("show", "action-limit-of-two"),
)


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--db", type=Path, help="a library; a new one is built if absent")
    options.add_argument("--rounds", type=int, default=11, help="how many times each is measured")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = given.db or Path(folder) / "library.sqlite"
        if given.db is None:
            from pirate_code.library.build import build

            build(place)
        report(measure(place, max(1, given.rounds)))


def measure(library: Path, rounds: int) -> dict[str, float]:
    """Return the median seconds of each command, measured turn by turn; the first turn is not counted."""
    commands = {"import click": [sys.executable, "-c", "import click"]}
    for query in QUERIES:
        commands[" ".join(query)] = [sys.executable, "-m", "pirate_code", *query]
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            taken = timed(command, library)
            if turn:
                times[name].append(taken)
    return {name: statistics.median(taken) for name, taken in times.items()}


def timed(command: list[str], library: Path) -> float:
    """Return how many seconds a command took; one that fails ends the benchmark."""
    start = time.perf_counter()
    environment = os.environ | {"PIRATE_CODE_DB": str(library)}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def report(times: dict[str, float]) -> None:
    """Print the times and their ratios to the import of click."""
    bare = times["import click"]
    table = Table(title="Reading the library", title_justify="left")
    for heading in ("", "ms", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, seconds in times.items():
        table.add_row(name, f"{seconds * 1e3:.0f}", f"{seconds / bare:.2f}")
    console = Console()
    console.print(table)
    worst = max(seconds for name, seconds in times.items() if name != "import click")
    console.print(f"slowest query / import of click = {worst / bare:.2f} (aim: under {AIM:g})")


if __name__ == "__main__":
    main()
