"""Tables and deeds of db/experiments.yaml: where things can meet, and what is done there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirate_code.answers.experiment.feature import Feature, document
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
    added: dict[str, dict[str, Given]]  # the pieces that features add


@cache
def experiment_tables() -> ExperimentTables:
    """The tables and deeds, read once."""
    found = document()
    try:
        written = _File.model_validate(found.data)
    except ValidationError as error:
        fault = error.errors()[0]
        raise found.error(in_words(fault), *_place(fault["loc"])) from None
    tables = {
        name: {key: piece for key, piece in (written.pieces | changes).items() if piece is not None}
        for name, changes in written.tables.items()
    }
    for number, deed in enumerate(written.deeds):
        if deed.table not in tables:
            known = ", ".join(tables)
            raise found.error(f"there is no table {deed.table!r}; there are {known}", "deeds", number)
    deeds = tuple(Deed(deed.name, deed.table, deed.when) for deed in written.deeds)
    names = {deed.name for deed in deeds}
    for key, feature in written.features.items():
        for name in feature.deeds:
            if name not in names:
                raise found.error(f"no deed is called {name!r}", "features", key)
    added = {key: feature.add for key, feature in written.features.items()}
    return ExperimentTables(tables, written.friend, deeds, added)


def added_by(feature: Feature) -> dict[str, Given]:
    """The pieces that are there by a feature."""
    return experiment_tables().added[feature.id]


def _place(where: tuple[Any, ...]) -> tuple[str | int, ...]:
    return tuple(step for step in where if isinstance(step, str | int))
