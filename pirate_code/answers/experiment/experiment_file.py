"""Tables and deeds of db/experiments.yaml: where things can meet, and what is done there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirate_code.data import folder, load_yaml
from pirate_code.scenarios.format import Given, Step
from pirate_code.validation_messages import in_words


class _File(BaseModel):
    """The file as it is written."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    pieces: dict[str, Given]
    friend: dict[str, Given]
    tables: dict[str, dict[str, Given | None]]
    deeds: tuple[_DeedWritten, ...] = Field(min_length=1)
    features: dict[str, _FeatureWritten]


class _DeedWritten(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    name: str
    table: str
    when: tuple[Step, ...] = ()


class _FeatureWritten(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    ship: dict[str, Any] = Field(default_factory=dict)
    add: dict[str, Given] = Field(default_factory=dict)
    deeds: tuple[str, ...] = ()
    events: tuple[str, ...] = ()


@dataclass(frozen=True)
class Feature:
    """What a term of the rules is on a table: a state of a ship, pieces that are there, or a deed."""

    id: str
    deeds: tuple[str, ...] = ()
    events: tuple[str, ...] = ()  # what it is in the log of a game

    @property
    def ship(self) -> dict[str, Any]:
        """What is told of the ship that has it."""
        return experiment_tables().changes[self.id].ship

    @property
    def add(self) -> dict[str, Given]:
        """The pieces that are there."""
        return experiment_tables().changes[self.id].add


@dataclass(frozen=True)
class Deed:
    """Something that is done on a table."""

    name: str
    table: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class ExperimentTables:
    """All tables by name, the optional friendly ship, and all deeds, the simplest first."""

    tables: dict[str, dict[str, Given]]
    friend: dict[str, Given]
    deeds: tuple[Deed, ...]
    features: dict[str, Feature]
    changes: dict[str, _FeatureWritten]


@cache
def experiment_tables() -> ExperimentTables:
    """The tables and deeds, read once."""
    document = load_yaml(folder("db") / "experiments.yaml")
    try:
        written = _File.model_validate(document.data)
    except ValidationError as error:
        fault = error.errors()[0]
        raise document.error(in_words(fault), *_place(fault["loc"])) from None
    tables = {
        name: {key: piece for key, piece in (written.pieces | changes).items() if piece is not None}
        for name, changes in written.tables.items()
    }
    for number, deed in enumerate(written.deeds):
        if deed.table not in tables:
            known = ", ".join(tables)
            raise document.error(f"there is no table {deed.table!r}; there are {known}", "deeds", number)
    deeds = tuple(Deed(deed.name, deed.table, deed.when) for deed in written.deeds)
    names = {deed.name for deed in deeds}
    for key, feature in written.features.items():
        for name in feature.deeds:
            if name not in names:
                raise document.error(f"no deed is called {name!r}", "features", key)
    features = {key: Feature(key, changes.deeds, changes.events) for key, changes in written.features.items()}
    return ExperimentTables(tables, written.friend, deeds, features, written.features)


def _place(where: tuple[Any, ...]) -> tuple[str | int, ...]:
    return tuple(step for step in where if isinstance(step, str | int))
