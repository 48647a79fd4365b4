"""What comes of a deed in one world, with whatever dice: results that come to the same are tried once."""

from __future__ import annotations

from functools import lru_cache

from pirate_code.answers.experiment.faces import Result
from pirate_code.answers.experiment.finding import Name
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.tables import Deed
from pirate_code.answers.experiment.worlds import Setting, Tried, World

_KEPT = 4096  # deeds whose outcomes are kept for the next question, some KB each
_WORLDS = 64  # tables that are kept as they were set
_NOBODY = Subject("a plain piece", "", ())


class Runs:
    """One deed in one world."""

    def __init__(self, setting: Setting, name: Name, x: Subject, y: Subject, deed: Deed) -> None:
        self.setting, self.name, self.x, self.y, self.deed = setting, name, x, y, deed
        self.known: list[Tried] = []

    def tried(self, result: Result) -> Tried:
        """What comes of the deed with this result of the dice."""
        for tried in self.known:
            if tried.answers.hold(result):
                return tried
        self.known.append(world_of(self.setting, self.name, self.x, self.y).attempt(self.deed, result))
        return self.known[-1]


def runs_of(setting: Setting, name: Name, x: Subject, y: Subject, deed: Deed) -> Runs:
    """A deed in one of the four worlds; with one of the two, or none, it is the same whatever the other."""
    if name == "both":
        return Runs(setting, name, x, y, deed)
    return _alone(setting, name, {"x": x, "y": y}.get(name, _NOBODY), deed)


def world_of(setting: Setting, name: Name, x: Subject, y: Subject) -> World:
    """One of the four worlds."""
    if name == "both":
        return _with_both(setting, x, y)
    return _world(setting, name, {"x": x, "y": y}.get(name, _NOBODY))


@lru_cache(maxsize=_KEPT)
def _alone(setting: Setting, name: Name, subject: Subject, deed: Deed) -> Runs:
    return Runs(setting, name, subject, subject, deed)


@lru_cache(maxsize=_WORLDS)
def _world(setting: Setting, name: Name, subject: Subject) -> World:
    x, y = (subject if name == key else _NOBODY for key in ("x", "y"))
    return World(setting, name, x, y)


@lru_cache(maxsize=1)
def _with_both(setting: Setting, x: Subject, y: Subject) -> World:
    return World(setting, "both", x, y)
