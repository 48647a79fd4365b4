"""Runs a deed in one world with any dice, and caches the results: equivalent dice are run once."""

from __future__ import annotations

from functools import lru_cache

from pirate_code.answers.experiment.experiment_file import Deed
from pirate_code.answers.experiment.finding import Name
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.worlds import RunResult, Setting, World
from pirate_code.core.tracked_dice import DiceResult

_KEPT = 4096  # deeds whose results are cached, some KB each
_WORLDS = 64  # tables that are cached as they were set up
_NOBODY = Subject("a plain piece", "", ())


class WorldRuns:
    """The runs of one deed in one world, cached by the dice that matter."""

    def __init__(self, setting: Setting, name: Name, x: Subject, y: Subject, deed: Deed) -> None:
        self.setting, self.name, self.x, self.y, self.deed = setting, name, x, y, deed
        self.known: list[RunResult] = []

    def tried(self, result: DiceResult) -> RunResult:
        """The result of the deed with these dice."""
        for tried in self.known:
            if tried.answers.hold(result):
                return tried
        self.known.append(world_of(self.setting, self.name, self.x, self.y).attempt(self.deed, result))
        return self.known[-1]


def runs_of(setting: Setting, name: Name, x: Subject, y: Subject, deed: Deed) -> WorldRuns:
    """A deed in one of the four worlds; with one of the two, or none, it is the same whatever the other."""
    if name == "both":
        return WorldRuns(setting, name, x, y, deed)
    return _alone(setting, name, {"x": x, "y": y}.get(name, _NOBODY), deed)


def world_of(setting: Setting, name: Name, x: Subject, y: Subject) -> World:
    """One of the four worlds."""
    if name == "both":
        return _with_both(setting, x, y)
    return _world(setting, name, {"x": x, "y": y}.get(name, _NOBODY))


@lru_cache(maxsize=_KEPT)
def _alone(setting: Setting, name: Name, subject: Subject, deed: Deed) -> WorldRuns:
    return WorldRuns(setting, name, subject, subject, deed)


@lru_cache(maxsize=_WORLDS)
def _world(setting: Setting, name: Name, subject: Subject) -> World:
    x, y = (subject if name == key else _NOBODY for key in ("x", "y"))
    return World(setting, name, x, y)


@lru_cache(maxsize=1)
def _with_both(setting: Setting, x: Subject, y: Subject) -> World:
    return World(setting, "both", x, y)
