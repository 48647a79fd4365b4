"""Many games of Blackbeard, checked after every event; one that fails is told with its replay."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pirate_code.blackbeard.invariants import Watch
from pirate_code.blackbeard.play import Played, answers, prepare
from pirate_code.blackbeard.replay import write_replay
from pirate_code.blackbeard.setup import LENGTHS
from pirate_code.blackbeard.values import standard_values
from pirate_code.core.dice import Dice
from pirate_code.core.many import run_all
from pirate_code.time_limit import TimeLimit

_SECONDS = 300  # a game that takes more of the processor's time is told as a failure
_CAPTAINS = ("random", "random", "greedy")


@dataclass(frozen=True)
class Order:
    """A game to be played; what is not given follows from the seed."""

    seed: int
    players: int | None = None
    captains: tuple[str, ...] = ()
    length: str | None = None
    checked: bool = True  # whether the invariants are looked at


@dataclass
class Report:
    """What came of a game."""

    seed: int
    players: int = 0
    length: str = ""
    captains: tuple[str, ...] = ()
    decisions: int = 0
    turns: int = 0
    winners: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    events: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)  # event cards that were played
    failure: str = ""
    trace: str = ""
    replay: str = ""


def play_many(
    orders: Sequence[Order], executor: Executor | None = None, failures: Path | None = None
) -> Iterator[Report]:
    """Play all these games; the reports come as the games end."""
    standard_values()  # read before any process is made, so that none has to read them again
    jobs = dict(enumerate(orders))
    for _, report in run_all(partial(play_one, failures=failures), jobs, executor, batch=10):
        yield report


def play_one(order: Order, failures: Path | None = None) -> Report:
    """Play one game; whatever goes wrong is in its report."""
    played = _drawn(order)
    report = Report(order.seed, played.players, played.length, played.captains)
    try:
        with TimeLimit(_SECONDS, "the game"):
            _play(played, Watch(played.game.values) if order.checked else None)
    except Exception as error:
        report.failure = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        report.trace = traceback.format_exc()
        if failures is not None:
            report.replay = _keep(played, failures)
    if played.result is not None:
        report.winners, report.points = played.result.winners, played.result.points
    report.decisions, report.turns = len(played.decisions), played.game.state.turn.number
    report.events.update(event for event, _ in played.game.log)
    report.cards.update(facts["card"] for event, facts in played.game.log if event == "card")
    return report


def _drawn(order: Order) -> Played:
    dice, values = Dice(order.seed), standard_values()
    counts = sorted(values.rules.limits)
    players = order.players or counts[dice.below(len(counts))]
    length = order.length or LENGTHS[dice.below(len(LENGTHS))]
    captains = order.captains or [_CAPTAINS[dice.below(len(_CAPTAINS))] for _ in range(players)]
    return prepare(values, players, order.seed, length, captains=captains)


def _play(played: Played, watch: Watch | None) -> None:
    played.game.watch = watch
    for taken in answers(played):
        if watch is not None:
            watch.check_decision(played.game)
        played.decisions.append(taken)


def _keep(played: Played, folder: Path) -> str:
    """Write the replay of a game that failed, as far as it went."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"failed-blackbeard-{played.seed}.json"
    write_replay(played, path)
    return str(path)
