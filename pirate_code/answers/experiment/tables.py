"""Tables and deeds of db/experiments.yaml: where things can meet, and what is done there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirate_code.data import folder, load_yaml
from pirate_code.scenarios.format import Given, Step


class _File(BaseModel):
    """The file as it is written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pieces: dict[str, Given]
    friend: dict[str, Given]
    tables: dict[str, dict[str, Given | None]]
    deeds: tuple[_DeedWritten, ...] = Field(min_length=1)


class _DeedWritten(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    table: str
    when: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Deed:
    """Something that is done on a table."""

    name: str
    table: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Book:
    """All tables by name, the friend who may come along, and all deeds, the simplest first."""

    tables: dict[str, dict[str, Given]]
    friend: dict[str, Given]
    deeds: tuple[Deed, ...]


@cache
def book() -> Book:
    """The tables and deeds, read once."""
    document = load_yaml(folder("db") / "experiments.yaml")
    try:
        written = _File.model_validate(document.data)
    except ValidationError as error:
        fault = error.errors()[0]
        raise document.error(fault["msg"].removeprefix("Value error, "), *_place(fault["loc"])) from None
    tables = {
        name: {key: piece for key, piece in (written.pieces | told).items() if piece is not None}
        for name, told in written.tables.items()
    }
    for number, deed in enumerate(written.deeds):
        if deed.table not in tables:
            known = ", ".join(tables)
            raise document.error(f"there is no table {deed.table!r}; there are {known}", "deeds", number)
    deeds = tuple(Deed(deed.name, deed.table, deed.when) for deed in written.deeds)
    return Book(tables, written.friend, deeds)


def _place(where: tuple[Any, ...]) -> tuple[str | int, ...]:
    return tuple(step for step in where if isinstance(step, str | int))
