"""Many games at once: one that fails is told with its seed and replay, and the run goes on."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet
from pirate_code.core.dice import Dice
from pirate_code.core.executors import SerialExecutor, local_executor
from pirate_code.core.many import Shared, run_all
from pirate_code.fleets.card_pool import Pool
from pirate_code.fleets.random_fleet import random_fleet
from pirate_code.play.game import Played, go_on, prepare
from pirate_code.play.invariants import CheckedGame
from pirate_code.play.replay import write_replay
from pirate_code.play.variety import Trait, traits
from pirate_code.rules.edition import Edition, editions, load_edition
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.time_limit import TimeLimit

_PLAYERS = (2, 2, 2, 3, 4)
_EDGES = ("wall", "flat", "round")
_TURNS = 25  # of each player, at most
_FEW_TURNS = 15
_CLOSE = {"least": 1, "most": 2}
_UNLIMITED = 10  # but one game of so many has no limit of turns
_QUIET_ROUNDS = 3  # such a game is over when for so many rounds nothing changes
_SECONDS = 300  # a game that takes more of the processor's time is told as a failure


@dataclass(frozen=True)
class Order:
    """A game to be played: its seed, and cards that shall be in it; or its fleets and captains."""

    seed: int
    wanted: tuple[str, ...] = ()
    fleets: tuple[Fleet, ...] = ()
    captains: tuple[str, ...] = ()


@dataclass
class Report:
    """What came of a game."""

    seed: int
    wanted: tuple[str, ...] = ()
    decisions: int = 0
    events: int = 0
    turns: int = 0
    seconds: float = 0.0
    ended: str = ""
    winners: tuple[int, ...] = ()
    used: frozenset[str] = frozenset()  # lines of abilities that acted
    lines: frozenset[str] = frozenset()  # lines of pieces that were in play
    traits: frozenset[Trait] = frozenset()
    failure: str = ""
    trace: str = ""
    replay: str = ""


@dataclass
class Run:
    """How games of a run are played."""

    pool: Pool
    captains: tuple[str, ...] = ("random",)
    edition: str | None = None  # None: any of them
    players: int | None = None  # None: two to four
    watched: bool = True
    failures: Path | None = None  # where replays of failed games go
    turn_limit: int | None = None  # None: most games have one, some have none
    close: bool = False  # islands lie near each other and the game is short: much happens in little time


def draw(run: Run, order: Order) -> Played:
    """The game of an order: edition, players and fleets follow from its seed."""
    dice = Dice(order.seed)
    names = editions()
    name = run.edition or names[dice.below(len(names))]
    edition = _house_rules(load_edition(name), run, dice)
    fleets, captains = order.fleets, order.captains or run.captains
    if not fleets:
        players = run.players or _PLAYERS[dice.below(len(_PLAYERS))]
        wanted: list[list[Card]] = [[] for _ in range(players)]
        for number, key in enumerate(order.wanted):
            wanted[number % players].append(run.pool.cards[key])
        fleets = tuple(
            random_fleet(run.pool, edition.build_total, dice, edition, wanted=cards, official=False)
            for cards in wanted
        )
    return (
        prepare(fleets, edition, order.seed, captains, CheckedGame)
        if run.watched
        else prepare(fleets, edition, order.seed, captains)
    )


def _house_rules(edition: Edition, run: Run, dice: Dice) -> Edition:
    """The edition with an edge of the table, and with a limit of turns or a stalemate that comes soon."""
    if run.close:
        edition = edition.but(islands_apart=_CLOSE)
    edge = _EDGES[dice.below(len(_EDGES))]
    if dice.below(_UNLIMITED) > 0 or run.turn_limit is not None:
        usual = _FEW_TURNS if run.close else _TURNS
        limit = usual if run.turn_limit is None else run.turn_limit
        return edition.but(table_edge=edge, turn_limit=limit)
    ends = edition.ends.model_dump() | {"stalemate_rounds": _QUIET_ROUNDS}
    return edition.but(table_edge=edge, turn_limit=0, ends=ends)


def play_one(run: Run, order: Order) -> Report:
    """Play one game; whatever goes wrong is in its report."""
    report = Report(order.seed, order.wanted)
    start = time.perf_counter()
    played: Played | None = None
    try:
        with TimeLimit(_SECONDS, "the game"):
            played = draw(run, order)
            go_on(played)
            report.ended, report.winners = played.result.why, played.result.winners
    except Exception as error:
        report.failure = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        report.trace = traceback.format_exc()
        if run.failures is not None and played is not None:
            report.replay = _keep(played, run.failures, order.seed)
    report.seconds = time.perf_counter() - start
    if played is not None:
        report.decisions, report.events = len(played.decisions), len(played.log)
        report.turns = played.game.state.turn.number
        if isinstance(played.game, CheckedGame):
            seen = played.game.seen
            report.used = frozenset(played.game.used)
            report.lines = frozenset(played.game.state.pieces[number].card.line for number in seen)
            report.traits = traits(played, seen)
    return report


def play_many(
    run: Run,
    orders: Sequence[Order],
    processes: int | None = None,
    tick: Callable[[Report], None] | None = None,
    executor: Executor | None = None,
) -> list[Report]:
    """Play all these games; `tick` is told each report as it comes. The reports are in the given order.

    They are played by processes of this machine, or by the executor given.
    """
    if executor is None:
        with local_executor(processes if len(orders) > 1 else 1) as local:
            if not isinstance(local, SerialExecutor):
                lower(run.pool)
            return play_many(run, orders, tick=tick, executor=local)
    reports: dict[Order, Report] = {}
    jobs = {order: order for order in orders}
    for order, report in run_all(partial(_play_shared, Shared(run)), jobs, executor):
        reports[order] = report
        if tick is not None:
            tick(report)
    return [reports[order] for order in orders]


def lower(pool: Pool) -> None:
    """Make the programs of all cards now: processes that are forked then need not make them."""
    for card in pool.cards.values():
        ops_of(card.abilities, card.kind)


def _play_shared(run: Shared[Run], order: Order) -> Report:
    return play_one(run.value, order)


def _keep(played: Played, folder: Path, seed: int) -> str:
    """Write the replay of a game that failed, as far as it went."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"failed-{seed}.json"
    write_replay(played, path)
    return str(path)
