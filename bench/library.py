"""Times an import of a sheet against the bare parse of its distinct lines.

Processor seconds are counted, so that other work on the machine does not change the ratio.

Usage: python bench/library.py SHEET [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

PARSES, SECONDS = 3.0, 2.0

# Each runs in a process of its own, so that nothing is warm; it prints the seconds of what is measured.
PARSE = """
import sys, time
from pathlib import Path
from pirate_code.language import LanguageError, parse
from pirate_code.library.sheet import ability_lines
lines = dict.fromkeys(ability_lines(Path(sys.argv[1])))
start = time.process_time()
for line in lines:
    try:
        parse(line)
    except LanguageError:
        pass
print(time.process_time() - start)
"""


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("sheet", type=Path, help="a .csv or .xlsx file")
    options.add_argument("--rounds", type=int, default=3, help="how many times each is measured")
    given = options.parse_args()
    rounds = max(1, given.rounds)
    sheet = str(given.sheet.resolve())
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "library.sqlite"
        bring = ["-m", "pirate_code", "import", sheet, "--json", "--db", str(library)]
        parses, firsts, agains = [], [], []
        for _ in range(rounds):
            library.unlink(missing_ok=True)
            parses.append(float(run("-c", PARSE, sheet)))
            firsts.append(timed(*bring))
            agains.append(timed(*bring))
    report(*(statistics.median(times) for times in (parses, firsts, agains)))


def run(*arguments: str) -> str:
    """Run Python and return what it printed."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: rows were refused, which costs what it costs
        sys.exit(done.stderr or f"Python ended with {done.returncode}.")
    return done.stdout


def timed(*arguments: str) -> float:
    """Return how many seconds of the processor a run of Python took, from start to end."""
    before = os.times()
    run(*arguments)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def report(parse: float, first: float, again: float) -> None:
    """Print the times, and the ratio that matters."""
    table = Table(title="Importing a sheet", title_justify="left")
    table.add_column("")
    table.add_column("seconds", justify="right")
    for name, seconds in (
        ("bare parse of the distinct lines, cold", parse),
        ("import into a new library, whole command", first),
        ("the same import again", again),
    ):
        table.add_row(name, f"{seconds:.3f}")
    console = Console()
    console.print(table)
    allowed = PARSES * parse + SECONDS
    console.print(
        f"import / ({PARSES:g} x bare parse + {SECONDS:g} s) = {first / allowed:.2f} (aim: 1 or less)"
    )


if __name__ == "__main__":
    main()
