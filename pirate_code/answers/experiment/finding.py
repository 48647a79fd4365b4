"""What an experiment finds: a verdict, a relation, the four worlds that show it, and faults of the engine."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pirate_code.board.state import State
    from pirate_code.scenarios.format import Step

Verdict = Literal["yes", "no", "depends"]
Name = Literal["neither", "x", "y", "both"]
NAMES: tuple[Name, ...] = ("neither", "x", "y", "both")


@dataclass(frozen=True)
class WitnessWorld:
    """One of the four worlds: what happened in it, what came of it, and the table before and after."""

    name: Name
    happened: tuple[str, ...]
    outcome: tuple[str, ...]
    before: State = field(compare=False, repr=False)
    after: State = field(compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """What is sent to another process: the words, not the tables, which hold what cannot be sent."""
        return {key: value for key, value in vars(self).items() if key not in {"before", "after"}}

    def as_json(self) -> dict[str, Any]:
        """The world in words."""
        return {"name": self.name, "happened": list(self.happened), "outcome": list(self.outcome)}


@dataclass(frozen=True)
class Witness:
    """The smallest position found that shows a finding, what is done in it, with which dice."""

    position: tuple[str, ...]
    deed: str
    dice: tuple[int, ...]
    worlds: tuple[WitnessWorld, ...]
    steps: tuple[Step, ...] = field(default=(), compare=False, repr=False)  # what is done, on its table

    def world(self, name: Name) -> WitnessWorld:
        """One of the four worlds by its name."""
        return next(world for world in self.worlds if world.name == name)

    def as_json(self) -> dict[str, Any]:
        """The witness as plain data."""
        return {
            "position": list(self.position),
            "deed": self.deed,
            "dice": list(self.dice),
            "worlds": [world.as_json() for world in self.worlds],
        }


@dataclass(frozen=True)
class Finding:
    """What an experiment says to a question, in a sentence, and what shows it.

    The two have `met` if one was seen to change what the other does.
    """

    verdict: Verdict
    relation: str
    explanation: str
    witness: Witness
    met: bool = True
    ruling: str | None = None  # whose position it is; None for a table that was made

    def contradicts(self, holds: str) -> bool:
        """Whether it is the opposite of what a ruling says; that nothing was seen contradicts nothing."""
        return self.met and {holds, self.verdict} == {"yes", "no"}

    def turned_round(self) -> Finding:
        """The same finding, told of y and x."""
        names: dict[Name, Name] = {"neither": "neither", "x": "y", "y": "x", "both": "both"}
        turned = {names[world.name]: replace(world, name=names[world.name]) for world in self.witness.worlds}
        worlds = tuple(turned[name] for name in NAMES)
        return replace(self, witness=replace(self.witness, worlds=worlds))

    def as_json(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "verdict": self.verdict,
            "relation": self.relation,
            "explanation": self.explanation,
            "position_of": self.ruling,
            "witness": self.witness.as_json(),
        }


@dataclass(frozen=True)
class EngineFault:
    """An error of the engine while two things were tried: it says nothing about the two."""

    x: str
    y: str
    deed: str
    error: str

    @classmethod
    def of(cls, error: Exception, x: str, y: str, deed: str) -> EngineFault:
        """The fault of an error, with the line of code that raised it."""
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}, line {frame.lineno}"
        return cls(x, y, deed, f"{type(error).__name__} in {place}: {' '.join(str(error).split())[:200]}")

    def __str__(self) -> str:
        return f"{self.x} and {self.y}, when {self.deed}: {self.error}"

    def as_json(self) -> dict[str, str]:
        """The fault as plain data."""
        return {"x": self.x, "y": self.y, "deed": self.deed, "error": self.error}


@dataclass(frozen=True)
class Experiment:
    """What an experiment finds, if a table decides, and the tables on which the engine failed."""

    finding: Finding | None
    faults: tuple[EngineFault, ...] = ()
