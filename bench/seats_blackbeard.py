"""How often each seat wins at Blackbeard, and how often greed beats chance.

Usage: python bench/seats_blackbeard.py [--games N] [--players N ...]
"""

from __future__ import annotations

import argparse
import math
from collections import Counter

from pirate_code.blackbeard.many import Order, Report, play_many
from pirate_code.core.executors import local_executor

CHANCE = 2.5  # standard errors by which the luckiest of several seats is ahead by chance


def main() -> None:
    """Play, and print the shares of the seats and of the captains."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=500, help="how many games for each number of players")
    options.add_argument(
        "--players",
        type=int,
        nargs="*",
        default=[2, 3, 4, 5],
        help="which numbers of players; none: duels alone",
    )
    given = options.parse_args()
    with local_executor() as executor:
        for players in given.players:
            orders = [
                Order(seed, players, ("greedy",), "standard", checked=False) for seed in range(given.games)
            ]
            tell_seats(players, list(play_many(orders, executor)))
        duels = [
            Order(seed, 2, ("greedy", "random") if seed % 2 else ("random", "greedy"), checked=False)
            for seed in range(given.games)
        ]
        tell_captains(list(play_many(duels, executor)))


def tell_seats(players: int, reports: list[Report]) -> None:
    """Print the share of games that each seat wins; a draw counts in parts."""
    won: Counter[int] = Counter()
    for report in reports:
        for seat in report.winners:
            won[seat] += 1000 // len(report.winners)
    shares = ", ".join(f"{won[seat] / 10 / len(reports):.0f}%" for seat in range(players))
    turns = sum(report.turns for report in reports) / len(reports)
    points = sum(sum(report.points) for report in reports) / len(reports) / players
    error = 100 * math.sqrt((1 / players) * (1 - 1 / players) / len(reports))
    most = max(won.values()) / 10 / len(reports) - 100 / players
    told = "within chance" if most <= CHANCE * error else "MORE THAN CHANCE"
    print(f"{players} players, {len(reports):,} games: seats win {shares}")
    print(f"  the luckiest has {most:.1f} more than its share; the standard error is {error:.1f}: {told}")
    print(f"  {turns:.0f} turns, {points:.0f} points for each player", flush=True)


def tell_captains(reports: list[Report]) -> None:
    """Print how often greedy wins against random."""
    won = sum(
        len(report.winners) == 1 and report.captains[report.winners[0]] == "greedy" for report in reports
    )
    print(f"greedy against random, {len(reports):,} games: greedy wins {100 * won / len(reports):.0f}%")


if __name__ == "__main__":
    main()
