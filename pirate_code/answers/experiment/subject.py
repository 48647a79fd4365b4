"""What is put on the table: the trees of a thing that is asked about, and the kind of piece that has them."""

from __future__ import annotations

from dataclasses import dataclass

from pirate_code.language.tree import Ability


@dataclass(frozen=True)
class Subject:
    """A thing with abilities: its name, the kind of piece that carries it, its line and its trees."""

    name: str
    kind: str
    line: str
    abilities: tuple[Ability, ...]
