"""Digests of fixed games and of all scenarios: a change that is only a refactoring leaves them as they are.

Two hundred games over all editions, numbers of players, captains and kinds of terrain are played with the
built-in pieces, and every scenario of every ruling is run. What happened in each, event by event, becomes a
digest; `tests/digests/digests.yaml` holds them. Words for people are no part of a digest.

In place of the random captain, who draws one option and lists none, a captain plays here who lists all of
them and takes one by its number. So the record also holds what is offered, and in which order.

Usage: python bench/digests.py [--games N] [--record WHY]

Without --record the digests are compared, and the exit code is 1 if any differs. With it they are written
down, and WHY (a sentence that names the ruling or rule that made the change) goes into the file's history.
A change of scenarios alone plays no game: --games 0 --record WHY.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from pirate_code.core.dice import Dice
from pirate_code.core.running import Entry
from pirate_code.data import folder, load_yaml
from pirate_code.fleets import card_pool
from pirate_code.fleets.card_pool import Pool
from pirate_code.library.rulings import ruling_file
from pirate_code.play.captains import Look
from pirate_code.play.game import go_on
from pirate_code.play.many import Order, Run, draw
from pirate_code.rules.decision import Answer, Decision
from pirate_code.scenarios.check import editions_of, scenarios_of
from pirate_code.scenarios.run import positions, run
from pirate_code.views.log_json import entry_data

FILE = Path(__file__).parent.parent / "tests" / "digests" / "digests.yaml"
GAMES = 200
_CAPTAINS = (("listing",), ("greedy", "raider"), ("curious", "listing"), ("raider", "greedy", "curious"))
_LENGTH = 16

Digests = dict[str, dict[str, str]]


def digest(logs: Iterable[Sequence[Entry]]) -> str:
    """The digest of what happened in one or several games; sentences for people are left out."""
    found = hashlib.sha256()
    for log in logs:
        for entry in log:
            data = entry_data(entry)
            data.pop("why", None)
            found.update(json.dumps(data, sort_keys=True).encode())
    return found.hexdigest()[:_LENGTH]


class Listing:
    """A captain who takes any of the options that are listed, each as likely."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def answer(self, decision: Decision, look: Look) -> Answer:
        """Any of the options, by its place in the list."""
        return decision.options[self.dice.below(len(decision.options))].answer


@cache
def _pool() -> Pool:
    return card_pool.builtin()


def game_digest(seed: int) -> str:
    """The digest of one of the fixed games."""
    close = seed % 2 == 0  # half of the games are short and on a small sea, where more happens
    captains = _CAPTAINS[seed % len(_CAPTAINS)]
    played = draw(Run(_pool(), watched=False, close=close), Order(seed, captains=captains))
    go_on(played, {"listing": Listing})
    return digest([played.log])


def file_digests(path: Path) -> dict[str, str]:
    """The digests of the scenarios of every ruling of one file."""
    document = load_yaml(path)
    found = {}
    for number, ruling in enumerate(ruling_file(document).rulings):
        if not ruling.shows:
            continue
        logs = []
        scenarios = scenarios_of(ruling, document, number)
        for scenario, given in zip(scenarios, positions(scenarios), strict=True):
            for edition in editions_of(ruling, scenario):
                done = run(scenario.model_copy(update={"edition": edition}), given)
                logs.append(done.game.log if done.game is not None else [])
        found[ruling.id] = digest(logs)
    return found


def digests(games: int, processes: int = 2) -> Digests:
    """All digests: of so many games by seed, and of the scenarios by ruling."""
    with ProcessPoolExecutor(processes) as workers:
        played = workers.map(game_digest, range(1, games + 1), chunksize=2)
        paths = sorted(folder("rulings").glob("*.yaml"))
        shown = workers.map(file_digests, paths, chunksize=4)
        by_seed = {f"{seed:03}": found for seed, found in enumerate(played, 1)}
        by_ruling = {key: value for found in shown for key, value in found.items()}
    return {"games": by_seed, "scenarios": dict(sorted(by_ruling.items()))}


def recorded() -> dict[str, Any]:
    """What the file of digests holds."""
    found: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def differences(now: Digests, before: dict[str, Any]) -> list[str]:
    """What came out otherwise than it was recorded, a line each; what was not made now is not compared."""
    found = []
    for kind, made in now.items():
        known = before[kind]
        found += [f"{kind}: {key} is new" for key in made if key not in known]
        found += [
            f"{kind}: {key} came out otherwise" for key in made if known.get(key, made[key]) != made[key]
        ]
    found += [f"scenarios: {key} is gone" for key in before["scenarios"] if key not in now["scenarios"]]
    return found


def record(now: Digests, why: str) -> None:
    """Write the digests down, with the reason for what changed."""
    before = recorded() if FILE.exists() else {"history": [], "games": {}, "scenarios": {}}
    changed = {
        kind: sum(before[kind].get(key) not in {None, made[key]} for key in made)
        for kind, made in now.items()
    }
    history = [*before["history"], {"why": why, **changed}]
    games = before["games"] | now["games"]  # games that were not played now stay as they were recorded
    data = {"history": history, "games": games, "scenarios": now["scenarios"]}
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)
    FILE.write_text(f"# Written by bench/digests.py --record; never by hand.\n{text}", encoding="utf-8")


def main() -> None:
    """Compare or record."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=GAMES, help="how many of the fixed games are played")
    options.add_argument("--record", metavar="WHY", help="write the digests down, with this reason")
    given = options.parse_args()
    now = digests(given.games)
    if given.record:
        record(now, given.record)
    found = differences(now, recorded())
    print(f"{len(now['games'])} games, {len(now['scenarios'])} rulings with scenarios: {len(found)} differ.")
    print(*found[:60], sep="\n", end="\n" if found else "")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
