"""Random play until every ability line has acted: first any fleets, then fleets with the lines left over.

The first games are of random captains, every third of settlers, who build forts and use events. The others
are short, between two players on a small sea, and most of their captains are greedy, raiders or curious, for
these bring ships to where abilities act.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path

from pirate_code.board.card import Card
from pirate_code.core.executors import local_executor
from pirate_code.fleets.card_pool import Pool
from pirate_code.play.many import Order, Report, Run, lower, play_many
from pirate_code.play.variety import Trait
from pirate_code.rules.program.lower.clauses import ops_of

_WANTED = 4  # cards of lines that have not acted yet, in one game
_BATCH = 24  # games after which the lines that are left are counted again
_FIRST = (("random",), ("random",), ("settler", "random"))  # random captains hardly ever build a fort
_CREWS = (
    ("curious", "greedy"),
    ("greedy", "greedy"),
    ("raider", "curious"),
    ("greedy", "raider"),
    ("curious", "random"),
)


@dataclass
class ExerciseResult:
    """What came of the games: the lines that acted, what was in play, and the games that failed."""

    printed: dict[str, list[Card]]  # the cards of each line
    used: set[str] = field(default_factory=set)
    games: int = 0
    decisions: int = 0
    events: int = 0
    failed: list[Report] = field(default_factory=list)
    traits: Counter[Trait] = field(default_factory=Counter)  # in how many games each was shown
    in_play: Counter[str] = field(default_factory=Counter)  # in how many games each line was in play

    def left(self) -> list[str]:
        """The lines that never acted, those that were seldom in play first."""
        unused = [line for line in self.printed if line not in self.used]
        return sorted(unused, key=lambda line: (self.in_play[line], line))

    def count(self, report: Report) -> None:
        """Count what came of one game."""
        self.games += 1
        self.decisions += report.decisions
        self.events += report.events
        self.used |= report.used & self.printed.keys()
        self.traits.update(report.traits)
        self.in_play.update(report.lines)
        if report.failure:
            self.failed.append(report)


def exercise(
    pool: Pool,
    games: int,
    more: int,
    seed: int = 1,
    tick: Callable[[int, int], None] | None = None,
    *,
    failures: Path | None = None,
    processes: int | None = None,
    executor: Executor | None = None,
) -> ExerciseResult:
    """Play so many games between any fleets, and at most so many `more` until every line has acted.

    They are played by processes of this machine, or by the executor given.
    """
    if executor is None:
        with local_executor(processes) as local:
            lower(pool)
            return exercise(pool, games, more, seed, tick, failures=failures, executor=local)
    run = Run(pool, failures=failures)
    done = ExerciseResult(_printed(pool))

    def report(result: Report) -> None:
        done.count(result)
        if tick is not None:
            tick(done.games, games + more)

    first = [Order(seed + number, captains=_FIRST[number % len(_FIRST)]) for number in range(games)]
    play_many(run, first, tick=report, executor=executor)
    close = replace(run, close=True, players=2)
    while done.games < games + more and (left := done.left()):
        count = min(_BATCH, games + more - done.games)
        orders = [_order(done, left, seed + done.games, number) for number in range(count)]
        play_many(close, orders, tick=report, executor=executor)
    return done


def _order(done: ExerciseResult, left: list[str], seed: int, number: int) -> Order:
    """The game of a number in its batch: with the next lines that are left, on another card each time."""
    wanted = []
    for step in range(min(_WANTED, len(left))):
        line = left[(number * _WANTED + step) % len(left)]
        cards = done.printed[line]
        wanted.append(cards[(done.in_play[line] + number) % len(cards)].id)
    return Order(seed + number, tuple(wanted), captains=_CREWS[(seed + number) % len(_CREWS)])


def _printed(pool: Pool) -> dict[str, list[Card]]:
    """The cards that can be played, by their lines; one that only marks a piece has nothing to act."""
    by_line: dict[str, list[Card]] = {}
    for card in pool.cards.values():
        if ops_of(card.abilities, card.kind):
            by_line.setdefault(card.line, []).append(card)
    return by_line
