"""What a term of the rules is on a table: the features of db/experiments.yaml, without the pieces they add.

Most questions need only know whether a term is one. The rest of the file is read and checked by
`experiment_file` when a table is set up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pirate_code.data import Document, folder, load_yaml


@dataclass(frozen=True)
class Feature:
    """A state of a ship, pieces that are there, or a deed."""

    id: str
    deeds: tuple[str, ...] = ()
    events: tuple[str, ...] = ()  # what it is in the log of a game
    ship: dict[str, Any] = field(default_factory=dict, compare=False)  # what is told of who has it


@cache
def features() -> dict[str, Feature]:
    """The features by the terms that they are."""
    found = document()
    written = found.data.get("features") if isinstance(found.data, dict) else None
    if not isinstance(written, dict):
        raise found.error("the file tells features: by the id of a term what it is on a table")
    for key, each in written.items():
        if not isinstance(each, dict):
            raise found.error("a feature tells ship, add, deeds or events", "features", key)
    return {
        str(key): Feature(
            str(key), tuple(each.get("deeds") or ()), tuple(each.get("events") or ()), each.get("ship") or {}
        )
        for key, each in written.items()
    }


@cache
def document() -> Document:
    """The file as it is written."""
    return load_yaml(folder("db") / "experiments.yaml")
