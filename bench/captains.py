"""Counts how often the greedy captain beats the random one: built-in fleets, either captain in either seat.

A game that nobody wins alone counts for neither.

Usage: python bench/captains.py [--games N] [--seed N]
"""

from __future__ import annotations

import argparse
import itertools

from pirate_code.fleets.card_pool import builtin
from pirate_code.fleets.fleet_file import builtin_fleets, load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.many import Order, Run, play_many

_TURNS = 60  # of each player, at most


def main() -> None:
    """Play, and print how often each won."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=200, help="how many games are played")
    options.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    given = options.parse_args()
    reports = play_many(
        Run(builtin(), edition="code", watched=False, turn_limit=_TURNS), orders(given.games, given.seed)
    )
    won = {"greedy": 0, "random": 0, "nobody": 0}
    for number, report in enumerate(reports):
        seats = captains(number)
        winner = seats[report.winners[0]] if len(report.winners) == 1 else "nobody"
        won[winner] += 1
        if winner != "greedy":
            what = report.failure or f"{winner} won. {report.ended}"
            print(f"  seed {report.seed}, {' against '.join(seats)}: {what}")
    share = won["greedy"] / max(1, len(reports))
    print(f"greedy won {won['greedy']:,} of {len(reports):,} games against random ({share:.1%}).")


def captains(number: int) -> tuple[str, str]:
    """Who sits where in a game."""
    return ("greedy", "random") if number % 2 == 0 else ("random", "greedy")


def orders(games: int, seed: int) -> list[Order]:
    """All pairs of built-in fleets in turn, each with the captains in both seats."""
    loaded = [load_fleet(name, builtin_names()) for name in builtin_fleets()]
    pairs = itertools.cycle(itertools.combinations(loaded, 2))
    found: list[Order] = []
    for number in range(games):
        fleets = next(pairs) if number % 2 == 0 else found[-1].fleets
        found.append(Order(seed + number, fleets=fleets, captains=captains(number)))
    return found


if __name__ == "__main__":
    main()
