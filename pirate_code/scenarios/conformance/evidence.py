"""What was found out about one clause: how often it was seen to act, and every fault in a sentence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.playing import Play

Status = Literal["conforming", "differs", "not seen", "not judged"]


@dataclass
class Evidence:
    """What plays have shown of a clause."""

    clause: Clause
    seen: int = 0  # it acted, or held, as told
    held_back: int = 0  # it did nothing where it should do nothing
    faults: Counter[str] = field(default_factory=Counter)
    unjudged: Counter[str] = field(default_factory=Counter)
    example: Play | None = field(default=None, repr=False)  # in which it was first seen, or first differed

    def fault(self, sentence: str) -> None:
        """Something is otherwise than told."""
        self.faults[sentence] += 1

    def unknown(self, sentence: str) -> None:
        """Something could not be judged."""
        self.unjudged[sentence] += 1

    @property
    def status(self) -> Status:
        """What is to be said of the clause."""
        if self.faults:
            return "differs"
        if self.seen:
            return "conforming"
        return "not judged" if self.unjudged else "not seen"

    @property
    def why(self) -> str:
        """The commonest fault, or why nothing was seen."""
        if self.faults:
            return self.faults.most_common(1)[0][0]
        if self.seen:
            return ""
        if self.unjudged:
            return f"could not be judged: {self.unjudged.most_common(1)[0][0]}"
        return "could not be brought about"
