"""Games between fleets by the hundred: who plays whom, with which seed, in which seat, and what came of it.

Every pair plays each seed twice, with the seats exchanged. A game is known by a key of version, edition,
fleets, captains and seed, so that what was played is not played again.
"""

from __future__ import annotations

import hashlib
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from pirate_code.board.fleet import Fleet
from pirate_code.core.bots import bots
from pirate_code.core.many import Shared, batch_size, run_kept
from pirate_code.core.rating import Interval, Score, wilson
from pirate_code.core.results import Results
from pirate_code.core.saving import dumps
from pirate_code.core.version import engine_version
from pirate_code.play.decision_json import WIRE
from pirate_code.play.game import Played, go_on, prepare
from pirate_code.play.replay import fleet_data
from pirate_code.rules import ending
from pirate_code.rules.decision import Answer, Decision
from pirate_code.rules.edition import Edition
from pirate_code.rules.saving import card_data
from pirate_code.time_limit import TimeLimit

_SECONDS = 300  # a game that takes more of the processor's time has failed
_FEWEST = 30  # games after which an interval can be narrow enough
_DIGITS = 16
Pair = tuple[int, int]


@dataclass(frozen=True)
class Entrant:
    """A fleet that takes part, and who commands it."""

    fleet: Fleet
    captain: str

    @property
    def digest(self) -> str:
        """What tells the entrant from all others: the fleet with its cards, the captain with his files."""
        cards = {card.id: card_data(card) for card in (*self.fleet.cards(), *self.fleet.collection)}
        return _digest([fleet_data(self.fleet), list(cards.values()), self.captain, _files(self.captain)])


@dataclass(frozen=True)
class Contest:
    """Who takes part, by which edition."""

    entrants: tuple[Entrant, ...]
    edition: Edition

    def pairs(self) -> list[Pair]:
        """Everybody with everybody else, each pair once."""
        return list(combinations(range(len(self.entrants)), 2))

    def names(self) -> list[str]:
        """A name for each entrant: that of the fleet, with the captain where two would have the same."""
        names = [entrant.fleet.name for entrant in self.entrants]
        for place, name in enumerate(names):
            if names.count(name) > 1:
                names[place] = f"{name}, {self.entrants[place].captain}"
        return [
            name if names.index(name) == place else f"{name} ({place + 1})"
            for place, name in enumerate(names)
        ]


class Game(NamedTuple):
    """A game of a contest: its pair, its number among the games of the pair, and its seed."""

    pair: Pair
    number: int
    seed: int

    @property
    def seats(self) -> Pair:
        """Who sits where: they change with every game."""
        return self.pair if self.number % 2 == 0 else (self.pair[1], self.pair[0])


@dataclass(frozen=True)
class GameResult:
    """What came of a game, by seat."""

    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    by: str = ""  # the condition that ended it
    turns: int = 0  # of each player
    decisions: int = 0
    answers: str = ""  # a digest of all answers: the same game has the same
    gold: tuple[tuple[int, ...], ...] = ()  # of each seat, when each round begins, and at the end
    failure: str = ""


def write_result(result: GameResult) -> list[Any]:
    """A result as plain data."""
    return [
        list(result.winners),
        list(result.scores),
        list(result.units),
        result.by,
        result.turns,
        result.decisions,
        result.answers,
        [list(gold) for gold in result.gold],
    ]


def read_result(data: Any) -> GameResult:
    """A result of plain data; ValueError if it is none."""
    winners, scores, units, by, turns, decisions, answers, gold = data
    winners, scores, units = (tuple(map(int, each)) for each in (winners, scores, units))
    series = tuple(tuple(map(int, each)) for each in gold)
    return GameResult(winners, scores, units, str(by), int(turns), int(decisions), str(answers), series)


def open_results(path: Path | None) -> Results[GameResult]:
    """A file of results of games, or none that lasts."""
    return Results(path, write_result, read_result)


@dataclass
class GoldSums:
    """Sums of the gold of many games, round by round; who has finished a game keeps what he had."""

    sums: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)  # what is kept from this round on

    def add(self, gold: Sequence[int]) -> None:
        """Add what a player had in each round of a game."""
        for place, value in enumerate(gold):
            if place == len(self.sums):
                self.sums.append(0)
                self.kept.append(0)
            self.sums[place] += value
        self.kept[len(gold) - 1] += gold[-1]

    def means(self, games: int) -> list[float]:
        """The average in each round."""
        kept, found = 0, []
        for value, ends in zip(self.sums, self.kept, strict=True):
            found.append((value + kept) / max(1, games))
            kept += ends
        return found


@dataclass
class PairRecord:
    """What came of the games of a pair, as far as they count; lists are of the first and the second."""

    pair: Pair
    until: float | None = None
    games: int = 0
    ended: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    seat_wins: list[int] = field(default_factory=lambda: [0, 0])  # by seat, whoever sat there
    gold: list[int] = field(default_factory=lambda: [0, 0])
    units: list[int] = field(default_factory=lambda: [0, 0])
    turns: int = 0
    decided_by: Counter[str] = field(default_factory=Counter)
    gold_by_round: tuple[GoldSums, GoldSums] = field(default_factory=lambda: (GoldSums(), GoldSums()))
    failures: list[str] = field(default_factory=list)
    is_decided: bool = False  # whether the interval is narrow enough, and no more games count
    _early: dict[int, tuple[Game, GameResult]] = field(default_factory=dict)

    @property
    def draws(self) -> int:
        """Games that nobody won alone."""
        return self.ended - sum(self.wins)

    @property
    def points(self) -> Score:
        """A game won is a point, a draw half of one for each."""
        return Score(self.wins[0] + self.draws / 2, self.wins[1] + self.draws / 2)

    def interval(self) -> Interval:
        """The share of points of the first of the two."""
        return wilson(self.points.first, self.ended)

    def add(self, game: Game, result: GameResult) -> Iterator[tuple[Game, GameResult]]:
        """Take a result. Games count in their order, whichever is done first; yields those that count now."""
        self._early[game.number] = (game, result)
        while not self.is_decided and self.games in self._early:
            counted = self._early.pop(self.games)
            self._count(*counted)
            yield counted

    def _count(self, game: Game, result: GameResult) -> None:
        self.games += 1
        if result.failure:
            self.failures.append(result.failure)
        else:
            self.ended += 1
            self._count_ended(game, result)
        balanced = self.games % 2 == 0 and self.ended >= _FEWEST
        self.is_decided = balanced and self.until is not None and self.interval().margin <= self.until

    def _count_ended(self, game: Game, result: GameResult) -> None:
        if len(result.winners) == 1:
            seat = result.winners[0]
            self.seat_wins[seat] += 1
            self.wins[self.pair.index(game.seats[seat])] += 1
        for place, entrant in enumerate(self.pair):
            seat = game.seats.index(entrant)
            self.gold[place] += result.scores[seat]
            self.units[place] += result.units[seat]
            self.gold_by_round[place].add(result.gold[seat])
        self.turns += result.turns
        self.decided_by[result.by] += 1


Watch = Callable[[Game, GameResult], None]


def hold(
    contest: Contest,
    games: int,
    seed: int = 1,
    *,
    executor: Executor | None = None,
    results: Results[GameResult] | None = None,
    until: float | None = None,
    tick: Callable[[int, int], None] = lambda done, total: None,
    watch: Watch = lambda game, result: None,
) -> list[PairRecord]:
    """Let every pair play so many games, or until its share is known to within `until` either way.

    What counts does not depend on the executor, on the order in which games end, or on what was known;
    `watch` sees it, the games of each pair in their order.
    """
    records = {pair: PairRecord(pair, until) for pair in contest.pairs()}
    total, keyed = games * len(records), dict[str, Game]()
    with nullcontext(results) if results is not None else open_results(None) as kept:
        running = run_kept(
            partial(_play_shared, Shared(contest)),
            _jobs(contest, _schedule(records, games, seed), kept, keyed),
            kept,
            executor,
            batch_size(total, executor),
            keeps=lambda result: not result.failure,
        )
        with closing(running):
            for done, (key, result) in enumerate(running, start=1):
                game = keyed.pop(key)
                for counted in records[game.pair].add(game, result):
                    watch(*counted)
                tick(done, total)
                if all(record.is_decided or record.games == games for record in records.values()):
                    break
    return list(records.values())


def _schedule(records: dict[Pair, PairRecord], games: int, seed: int) -> Iterator[Game]:
    """Game after game of all pairs in turn; a pair that is decided plays no more."""
    for number in range(games):
        for pair, record in records.items():
            if not record.is_decided:
                yield Game(pair, number, seed + number // 2)


def _jobs(
    contest: Contest, games: Iterable[Game], results: Results[GameResult], keyed: dict[str, Game]
) -> Iterator[tuple[str, Game]]:
    """Games with their keys; what the first part of a key stands for is written down once."""
    digests = [entrant.digest for entrant in contest.entrants]
    edition = contest.edition.model_dump(mode="json")
    told: dict[Pair, str] = {}
    for game in games:
        if game.seats not in told:
            setting = _setting(contest, game.seats)
            name = _digest([engine_version(), edition, [digests[place] for place in game.seats]])
            results.describe(name, setting)
            told[game.seats] = name
        key = f"{told[game.seats]}:{game.seed}"
        keyed[key] = game
        yield key, game


def _setting(contest: Contest, seats: Pair) -> dict[str, Any]:
    entrants = [contest.entrants[place] for place in seats]
    return {
        "version": engine_version(),
        "edition": contest.edition.id,
        "turn_limit": contest.edition.turn_limit,
        "fleets": [entrant.fleet.name for entrant in entrants],
        "captains": [entrant.captain for entrant in entrants],
    }


def _play_shared(contest: Shared[Contest], game: Game) -> GameResult:
    return play_game(contest.value, game)


def play_game(contest: Contest, game: Game) -> GameResult:
    """Play a game; what goes wrong is told in its result."""
    entrants = [contest.entrants[place] for place in game.seats]
    captains = [entrant.captain for entrant in entrants]
    try:
        with TimeLimit(_SECONDS, "the game"):
            played = prepare([entrant.fleet for entrant in entrants], contest.edition, game.seed, captains)
            gold = _GoldByRound(played)
            go_on(played, bots(captains, WIRE), gold)
    except Exception as error:
        words = " ".join(str(error).split())[:300]
        return GameResult(failure=f"{words or type(error).__name__} (seed {game.seed})")
    result = played.result
    return GameResult(
        result.winners,
        result.scores,
        result.units,
        result.by,
        gold.round(),
        len(played.decisions),
        _digest([taken.answer for taken in played.decisions]),
        gold.series(),
    )


class _GoldByRound:
    """Writes down what every player has when a round begins."""

    def __init__(self, played: Played) -> None:
        self._game = played.game
        self._seen: list[tuple[int, ...]] = []

    def round(self) -> int:
        """The round that goes on, from 1; setup is part of the first, and none begins after the last."""
        state = self._game.state
        number = max(0, state.turn.number - 1) // state.players + 1
        return min(number, self._game.edition.turn_limit or number)

    def __call__(self, decision: Decision, answer: Answer) -> None:
        """Look at the game before an answer is given."""
        while len(self._seen) < self.round():
            self._seen.append(self._scores())

    def series(self) -> tuple[tuple[int, ...], ...]:
        """The gold of each player, round by round, and at the end."""
        return tuple(zip(*self._seen, self._scores(), strict=True))

    def _scores(self) -> tuple[int, ...]:
        return tuple(ending.score(self._game, player) for player in range(self._game.state.players))


def contest_of(
    fleets: Sequence[Fleet], captains: Sequence[str], edition: Edition, turns: int | None
) -> Contest:
    """A contest; the last captain named commands all the remaining fleets."""
    entrants = (Entrant(fleet, captains[min(place, len(captains) - 1)]) for place, fleet in enumerate(fleets))
    return Contest(tuple(entrants), edition.but(turn_limit=turns) if turns else edition)


def _digest(data: Any) -> str:
    return hashlib.sha256(dumps(data).encode()).hexdigest()[:_DIGITS]


def _files(captain: str) -> list[str]:
    """Digests of the files that a captain of a user is made of, as far as his name tells them."""
    if ":" not in captain:
        return []
    kind, _, rest = captain.partition(":")
    words = shlex.split(rest) if kind == "cmd" else [captain.rpartition(":")[0]]
    return [
        hashlib.sha256(path.read_bytes()).hexdigest()[:_DIGITS] for path in map(Path, words) if path.is_file()
    ]
