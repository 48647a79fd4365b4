"""What an experiment finds: a verdict, a relation, and the four worlds that show it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pirate_code.board.state import State

Verdict = Literal["yes", "no", "depends"]
Name = Literal["neither", "x", "y", "both"]
NAMES: tuple[Name, ...] = ("neither", "x", "y", "both")


@dataclass(frozen=True)
class World:
    """One of the four worlds: what happened in it, what came of it, and the table before and after."""

    name: Name
    happened: tuple[str, ...]
    outcome: tuple[str, ...]
    before: State = field(compare=False, repr=False)
    after: State = field(compare=False, repr=False)

    def as_json(self) -> dict[str, Any]:
        """The world in words."""
        return {"name": self.name, "happened": list(self.happened), "outcome": list(self.outcome)}


@dataclass(frozen=True)
class Witness:
    """The smallest position found that shows a finding, what is done in it, with which dice."""

    position: tuple[str, ...]
    deed: str
    dice: tuple[int, ...]
    worlds: tuple[World, ...]

    def world(self, name: Name) -> World:
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
            "witness": self.witness.as_json(),
        }
