"""Times games of random captains beside catanatron's random players, in the same run.

Processor seconds are counted, so that other work on the machine does not change the ratio. Catanatron plays
Settlers of Catan, on a board of fixed places; here ships move freely, and at every event every ability in
play is asked.

The compiled build (`make fast`) is measured as well, if it is there and was made from the sources as they
are. It and plain Python each play in a process of their own.

Usage: python bench/games.py [--seconds N]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pirate_code import compiled
from pirate_code.blackbeard.play import go_on, prepare
from pirate_code.blackbeard.values import standard_values
from pirate_code.core import collecting
from pirate_code.fleets.fleet_file import builtin_fleets, load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.game import play
from pirate_code.rules.edition import load_edition

_PLAIN, _COMPILED = "pirate-code, plain Python", "pirate-code, compiled"
_TOP = Path(__file__).resolve().parent.parent
# One game: from a number to the decisions that were taken in it.
Player = Callable[[int], int]


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--seconds", type=float, default=20.0, help="how long each plays")
    options.add_argument("--rates", action="store_true", help="print our games/s and decisions/s only")
    given = options.parse_args()
    seconds = max(1.0, given.seconds)
    if given.rates:
        with collecting.seldom():  # the command line collects as seldom
            print(*measure(pirates(), seconds))
        return
    table = Table("engine", "games/s", "decisions/s", "decisions a game")
    rates = {_PLAIN: measure_build(seconds, plain=True)}
    if compiled.is_up_to_date():
        rates[_COMPILED] = measure_build(seconds, plain=False)
    rates["blackbeard"] = measure(blackbeard(), seconds)
    if find_spec("catanatron") is not None:
        rates["catanatron"] = measure(catan(), seconds)
    for name, (games, decisions) in rates.items():
        table.add_row(name, f"{games:.2f}", f"{decisions:,.0f}", f"{decisions / games:,.0f}")
    console = Console()
    console.print(table)
    if "catanatron" in rates:
        yardstick = rates["catanatron"][1]
        console.print(f"ratio of decisions/s: {rates[_PLAIN][1] / yardstick:.4f}")
        console.print(f"of Blackbeard: {rates['blackbeard'][1] / yardstick:.2f}")
        if _COMPILED in rates:
            console.print(f"ratio of decisions/s, compiled: {rates[_COMPILED][1] / yardstick:.4f}")
        else:
            console.print("For the compiled build: make fast")
    else:
        console.print("For the yardstick: pip install -e .\\[bench]")


def measure(player: Player, seconds: float) -> tuple[float, float]:
    """Games and decisions in a second; the first game warms up and does not count."""
    player(0)
    start, games, decisions = time.process_time(), 0, 0
    while (spent := time.process_time() - start) < seconds:
        games += 1
        decisions += player(games)
    return games / spent, decisions / spent


def measure_build(seconds: float, *, plain: bool) -> tuple[float, float]:
    """The games of Pirates in a process of its own, in plain Python or by the compiled build."""
    command = [sys.executable, str(_TOP / "bench" / "games.py"), "--rates", "--seconds", str(seconds)]
    told = {**os.environ, compiled.PLAIN: "1" if plain else ""}
    done = subprocess.run(command, env=told, capture_output=True, text=True, check=True)
    games, decisions = map(float, done.stdout.split())
    return games, decisions


def pirates() -> Player:
    """Games of two built-in fleets with random captains, twenty turns each."""
    fleets = [load_fleet(name, builtin_names()) for name in builtin_fleets()]
    edition = load_edition().but(turn_limit=20)

    def one(seed: int) -> int:
        chosen = [fleets[(7 * seed + 3 * player) % len(fleets)] for player in range(2)]
        return len(play(chosen, edition, seed).decisions)

    return one


def blackbeard() -> Player:
    """Games of Blackbeard of two random captains."""
    values = standard_values()

    def one(seed: int) -> int:
        played = prepare(values, 2, seed)
        go_on(played)
        return len(played.decisions)

    return one


def catan() -> Player:
    """Games of two random players of catanatron."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found,import-untyped,unused-ignore]

    def one(seed: int) -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
        game.play()
        return len(game.state.actions)

    return one


if __name__ == "__main__":
    main()
