"""Times the answers of a game that a person plays, early and late in it, as the page asks for them.

Usage: python bench/playing.py [--db PATH] [--answers N] [--captain NAME]

A worker keeps positions by what their answers begin with. Three numbers tell what that is worth: an early
answer, one after so many answers, and the same late one where nothing is kept. Times are of the processor and
include the turns of the captain.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pirate_code.core.dice import Dice
from pirate_code.web.work import game as work
from pirate_code.web.work.library import WorkerLibrary

EARLY = 20  # answers of the person that are counted as early
ORDER: dict[str, Any] = {"fleet": ["english-raiders", "pirate-traders"], "edition": "", "turns": "60"}
GOAL = 300  # milliseconds


def main() -> None:
    """Play, measure and print."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--db", type=Path, help="a library; a new one is built if absent")
    options.add_argument("--answers", type=int, default=300, help="how far the game is played")
    options.add_argument("--captain", default="random", help="who plays against the person")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = given.db or Path(folder) / "library.sqlite"
        if given.db is None:
            subprocess.run([sys.executable, "-m", "pirate_code", "build", "--db", str(place)], check=True)
        measure(WorkerLibrary(place), given.answers, given.captain)


def measure(library: WorkerLibrary, answers: int, captain: str) -> None:
    """Play with any choices until the person has answered so often; print the medians."""
    for seed in range(1, 100):
        order = ORDER | {"captain": ["me", captain], "seed": str(seed)}
        taken, late = played(library, order, answers)
        if len(taken) >= answers:
            break
    work.forget()
    begun = time.process_time()
    work.game(library, late)
    cold = 1000 * (time.process_time() - begun)
    early, last = statistics.median(taken[:EARLY]), statistics.median(taken[-EARLY:])
    print(f"seed {seed}, against {captain}: {len(taken)} answers, {len(late['answers'])} with the captain's")
    print(f"an answer among the first {EARLY}: {early:.1f} ms")
    print(f"an answer about number {len(taken)}: {last:.1f} ms, {last / early:.2f} times an early one")
    print(f"the slowest of all: {max(taken):.0f} ms (wanted: under {GOAL}, if captains do not plan)")
    print(f"number {len(taken)} with nothing kept: {cold:.0f} ms, {cold / last:.0f} times a kept one")


def played(library: WorkerLibrary, order: dict[str, Any], answers: int) -> tuple[list[float], dict[str, Any]]:
    """The milliseconds of each answer of a person that chooses anything, and the last query."""
    dice, taken = Dice(7), list[float]()
    query = order | {"answers": "", "pick": work.SETUP}
    position = work.game(library, query)
    while position["state"] != "over" and len(taken) < answers:
        pick = str(dice.below(len(position["asks"]["options"])) + 1) if position["asks"] else ""
        query = order | {"answers": position["answers"], "pick": pick}
        begun = time.process_time()
        position = work.game(library, query)
        taken.append(1000 * (time.process_time() - begun))
    return taken, query


if __name__ == "__main__":
    main()
