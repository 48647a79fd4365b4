"""The base of everything that a program is made of: plain objects that never change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A part of a program. Equal trees are lowered to the same object, so that two parts compare by `is`."""

    def but(self, **changes: object) -> Self:
        """This part with some fields changed."""
        return replace(self, **changes)
