"""Counts how often the admiral beats the greedy captain with mixed built-in fleets, and what a turn costs.

Pairs of fleets are drawn from all that are built in; each pair is played with one seed by the admiral in
either seat. A game that nobody wins alone is half a win. The processor time is that of the whole game, the
turns of his opponent with it, by his own turns. Fleets are not equally strong, so that skill shows only in
part; with --mirror both command the first fleet of a pair. With --keep FILE outcomes are written there as
they come, one JSON object to a line, and a game that stands there is not played again.

Usage: python -m bench.admiral [--games N] [--captain NAME] [--against NAME] [--mirror] [--keep FILE]
       [--processes N] [--cluster ...]
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from bench import running
from pirate_code.core.dice import Dice
from pirate_code.core.many import Shared, run_all
from pirate_code.core.rating import wilson
from pirate_code.fleets.fleet_file import builtin_fleets, load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.game import play
from pirate_code.rules.edition import load_edition

_TURNS = 60  # of each player, at most
_PAIRS = 7  # the seed that the pairs are shuffled by


@dataclass(frozen=True)
class Meeting:
    """A game to be played: its fleets, its seed, and where the captain sits who is measured."""

    number: int
    fleets: tuple[str, str]
    seed: int
    seat: int


@dataclass(frozen=True)
class Outcome:
    """What came of it: 1 for a win, 0.5 for a draw; his turns, and the processor's seconds."""

    points: float
    turns: int
    seconds: float
    why: str


def meetings(games: int, *, mirror: bool = False) -> list[Meeting]:
    """Pairs of all built-in fleets in a fixed order, each twice, with the captains exchanged."""
    pairs = list(itertools.combinations(builtin_fleets(), 2))
    Dice(_PAIRS).shuffle(pairs)
    if mirror:
        pairs = [(first, first) for first, _ in pairs]
    return [Meeting(n, pairs[n // 2 % len(pairs)], 1 + n // 2, n % 2) for n in range(games)]


def played(captains: Shared[tuple[str, str]], meeting: Meeting) -> Outcome:
    """Play one game."""
    one, other = captains.value
    seats = (one, other) if meeting.seat == 0 else (other, one)
    fleets = [load_fleet(name, builtin_names()) for name in meeting.fleets]
    begin = time.process_time()
    game = play(fleets, load_edition("code").but(turn_limit=_TURNS), meeting.seed, seats).game
    seconds = time.process_time() - begin
    winners = game.result.winners
    points = 0.0 if meeting.seat not in winners and winners else 1.0 if winners == (meeting.seat,) else 0.5
    return Outcome(points, max(1, game.state.turn.number // game.state.players), seconds, game.result.why)


def main() -> None:
    """Play, and print what came of it."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=200, help="how many games are played")
    options.add_argument("--captain", default="admiral", help="who is measured; admiral-500 has that budget")
    options.add_argument("--against", default="greedy", help="against whom")
    options.add_argument("--mirror", action="store_true", help="both captains command the same fleet")
    options.add_argument("--keep", type=Path, help="a file for the outcomes, which are not played again")
    running.add_options(options)
    given = options.parse_args()
    what = {"captain": given.captain, "against": given.against, "mirror": given.mirror}
    kept = read(given.keep, what) if given.keep is not None and given.keep.exists() else {}
    todo = meetings(given.games, mirror=given.mirror)
    found = [kept[meeting.number] for meeting in todo if meeting.number in kept]
    jobs = {meeting: meeting for meeting in todo if meeting.number not in kept}
    with running.executor(given) as executor:
        work = partial(played, Shared((given.captain, given.against)))
        for meeting, outcome in run_all(work, jobs, executor):
            found.append(outcome)
            if given.keep is not None:
                with given.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({**what, "number": meeting.number, **asdict(outcome)}) + "\n")
            cost = outcome.seconds / outcome.turns
            names = " against ".join(meeting.fleets)
            print(
                f"  game {meeting.number}, seat {meeting.seat + 1} of {names}: {outcome.points:g}"
                f" in {outcome.turns} turns, {cost:.2f} s a turn. {outcome.why}",
                flush=True,
            )
    tell(given.captain, given.against, found)


def read(path: Path, what: dict[str, object]) -> dict[int, Outcome]:
    """The outcomes of these captains that a file keeps, by the numbers of the games."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    fields = Outcome.__dataclass_fields__
    return {
        line["number"]: Outcome(**{name: line[name] for name in fields})
        for line in lines
        if all(line[name] == value for name, value in what.items())
    }


def tell(captain: str, against: str, found: list[Outcome]) -> None:
    """Print the share of wins with its interval, and the processor time of a turn."""
    points, games = sum(outcome.points for outcome in found), max(1, len(found))
    interval = wilson(points, games)
    seconds = sum(outcome.seconds for outcome in found)
    turns = max(1, sum(outcome.turns for outcome in found))
    costs = sorted(outcome.seconds / outcome.turns for outcome in found) or [0.0]
    print(
        f"{captain} won {points:g} of {games:,} games against {against}: {points / games:.1%}"
        f" (95 of 100 such counts lie within {interval.low:.1%} to {interval.high:.1%})."
    )
    print(
        f"A turn takes {seconds / turns:.2f} s of the processor on average,"
        f" {costs[-1]:.2f} s in the game where it takes most."
    )


if __name__ == "__main__":
    main()
