"""Random play until every ability line has acted: first any fleets, then fleets with the lines left over.

The first games are of random captains only. In the others one of them is greedy, for it brings ships to where
abilities act.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from pirate_code.play.cards import Pool
from pirate_code.play.many import Order, Report, Run, play_many

_WANTED = 6  # cards of lines that have not acted yet, in one game
_SHARE = 3  # one game of three is between any fleets
_MIXED = ("greedy", "random")


@dataclass
class Exercised:
    """What came of the games: the lines that acted, and the games that failed."""

    used: set[str] = field(default_factory=set)
    games: int = 0
    decisions: int = 0
    events: int = 0
    failed: list[Report] = field(default_factory=list)


def exercise(
    pool: Pool,
    games: int,
    seed: int = 1,
    tick: Callable[[int, int], None] | None = None,
    *,
    failures: Path | None = None,
    processes: int | None = None,
) -> Exercised:
    """Play so many games; those after the first third have pieces in them whose lines have not acted."""
    run = Run(pool, failures=failures)
    done = Exercised()
    printed = {card.line: card.id for card in pool.cards.values() if card.line.strip()}
    batch = max(8, games // 12)

    def report(found: Report) -> None:
        done.games += 1
        done.decisions += found.decisions
        done.events += found.events
        done.used |= found.used
        if found.failure:
            done.failed.append(found)
        if tick is not None:
            tick(done.games, games)

    while done.games < games:
        first = done.games < games // _SHARE
        count = min(batch, games - done.games, games // _SHARE - done.games if first else batch)
        left = [] if first else [key for line, key in printed.items() if line not in done.used]
        orders = []
        for number in range(done.games, done.games + count):
            start = (number * _WANTED) % len(left) if left else 0
            wanted = (left + left)[start : start + min(_WANTED, len(left))]
            orders.append(Order(seed + number, tuple(wanted)))
        play_many(run if first else replace(run, captains=_MIXED), orders, processes, report)
    return done
