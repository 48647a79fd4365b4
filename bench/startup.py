"""Times how long commands take to start, on a library with all pieces of a sheet, and how long a build takes.

Processor seconds of whole processes are counted, and `import click` is measured in between as the yardstick.
For a game, the game itself is taken off: what is left is the start. Everything runs from byte code, as all
that is installed does: it is written to a folder of its own by a first run, which is not counted.

Usage: python bench/startup.py [SHEET] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

YARDSTICK = ("-c", "import click")
BUILD_LIMIT, GAME_LIMIT = 7.0, 3.0
FLEET = """Build total: 40
HMS Sultan (CC-037) + explorer, helmsman
HMS Half Moon + explorer, helmsman
Edinburgh Trader + explorer
"""
GAME = ("--fleet", "english-traders", "--fleet", "pirate-raiders", "--seed", "1", "--turns", "20")
# The same game as `play` plays, after everything is loaded; it prints the seconds of the game alone.
GAME_ALONE = """
import sys, time
from pathlib import Path
from pirate_code.commands.play import names_of
from pirate_code.fleets.fleet_file import load_reading
from pirate_code.core.bots import bots
from pirate_code.play.game import go_on
from pirate_code.play.order import ordered
names = names_of(Path(sys.argv[1]))
fleets = [load_reading(name, names).fleet for name in ("english-traders", "pirate-raiders")]
own = bots(())
start = time.process_time()
go_on(ordered(fleets, "code", 1, (), 20, bots=own), own, None)
print(time.process_time() - start)
"""


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("sheet", nargs="?", type=Path, help="a .csv or .xlsx file to import first")
    options.add_argument("--rounds", type=int, default=7, help="how many times each is measured")
    given = options.parse_args()
    rounds = max(1, given.rounds)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
        run("-m", "pirate_code", "build", "--db", str(Path(folder) / "first.sqlite"))
        library, fleet = Path(folder) / "library.sqlite", Path(folder) / "fleet.txt"
        fleet.write_text(FLEET, encoding="utf-8")
        build = seconds("-m", "pirate_code", "build", "--db", str(library))
        if given.sheet is not None:
            run("-m", "pirate_code", "import", str(given.sheet.resolve()), "--db", str(library))
        report(*ratios(library, fleet, rounds), build, game_start(library, rounds))


def ratios(library: Path, fleet: Path, rounds: int) -> tuple[float, dict[str, tuple[float, float]]]:
    """Return the yardstick, and of each command its seconds and how many times the yardstick it may take."""
    commands = {
        "fleet check": (("fleet", "check", str(fleet)), 10.0),
        "fleet random": (("fleet", "random", "--seed", "7"), 10.0),
        "show": (("show", "Captain"), 10.0),
        "ask, two names": (("ask", "Cancel", "Eternal"), 12.0),
        "ask, a question": (("ask", "Does a Helmsman stack with a trade current?"), 12.0),
    }
    yardsticks: list[float] = []
    times: dict[str, list[float]] = {name: [] for name in commands}
    for counted in (False, *([True] * rounds)):
        yardstick = seconds(*YARDSTICK)
        measured = {
            name: seconds("-m", "pirate_code", *arguments, "--db", str(library))
            for name, (arguments, _limit) in commands.items()
        }
        if counted:
            yardsticks.append(yardstick)
            for name, taken in measured.items():
                times[name].append(taken)
    medians = {name: (statistics.median(times[name]), limit) for name, (_, limit) in commands.items()}
    return statistics.median(yardsticks), medians


def game_start(library: Path, rounds: int) -> float:
    """Return how many seconds `play` takes beside its game."""
    whole = median(rounds, lambda: seconds("-m", "pirate_code", "play", *GAME, "--db", str(library)))
    return whole - median(rounds, lambda: float(run("-c", GAME_ALONE, str(library))))


def median(rounds: int, measure: Callable[[], float]) -> float:
    """Return the median of some measurements."""
    return statistics.median(measure() for _ in range(rounds))


def seconds(*arguments: str) -> float:
    """Return how many seconds of the processor a run of Python took, from start to end."""
    before = os.times()
    run(*arguments)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def run(*arguments: str) -> str:
    """Run Python and return what it printed."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:  # 1: rows of the sheet were refused
        sys.exit(done.stderr or f"Python ended with {done.returncode}.")
    return done.stdout


def report(yardstick: float, times: dict[str, tuple[float, float]], build: float, game: float) -> None:
    """Print seconds and ratios, each beside what it may be."""
    table = Table(title=f"Starting; import click takes {yardstick * 1e3:.0f} ms", title_justify="left")
    for heading in ("", "seconds", "times import click", "aim"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, (found, limit) in times.items():
        table.add_row(name, f"{found:.2f}", f"{found / yardstick:.1f}", f"{limit:g} or less")
    table.add_row("play, beside the game", f"{game:.2f}", f"{game / yardstick:.1f}", f"{GAME_LIMIT:g} s")
    table.add_row("build", f"{build:.1f}", f"{build / yardstick:.0f}", f"{BUILD_LIMIT:g} s")
    Console().print(table)


if __name__ == "__main__":
    main()
