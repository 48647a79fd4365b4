"""The book of building rules: db/building.yaml, with the rulings that each edition gives for each rule."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirate_code.data import folder, load_yaml
from pirate_code.glossary import Slug, Text
from pirate_code.rules.edition import Edition

_Value = TypeVar("_Value")


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Rule(_Entry):
    """A rule of building fleets. A warning leaves a fleet legal; some rules hold only in official play."""

    id: Slug
    name: Text
    says: Text
    warning: bool = False
    official: bool = False
    keyword: Slug | None = None
    rulings: Annotated[dict[Slug, tuple[Slug, ...]], Field(min_length=1)]
    absent: dict[Slug, tuple[Slug, ...]] = {}  # by edition: the rulings by which it has no such rule

    def rulings_in(self, edition: Edition) -> tuple[str, ...]:
        """The ids of the rulings by which an edition has this rule; none if it has it not."""
        return nearest(self.rulings, edition) or ()


class Known(_Entry):
    """The kinds of pieces, the nations and the terrain that a rulebook knows."""

    kinds: tuple[Text, ...]
    nations: tuple[Slug, ...]
    terrain: tuple[Text, ...]


class Book(_Entry):
    """All building rules, and the names that they turn on."""

    rules: tuple[Rule, ...]
    known: dict[Slug, Known]
    generic_crew: tuple[Text, ...]
    titles: tuple[Text, ...]
    ship_titles: tuple[Text, ...]
    crew_treasure: Text
    without_forts: tuple[Slug, ...]

    def rule(self, name: str) -> Rule:
        """A rule by its id."""
        return next(rule for rule in self.rules if rule.id == name)


def nearest(by_edition: Mapping[str, _Value], edition: Edition) -> _Value | None:
    """What is told of an edition, or of the nearest edition that it is based on."""
    return next((by_edition[name] for name in edition.lineage if name in by_edition), None)


@cache
def book() -> Book:
    """The book of db/building.yaml."""
    return read_book(folder("db") / "building.yaml")


def read_book(path: Path) -> Book:
    """Read one file of building rules; what is wrong is told with its file and line."""
    document = load_yaml(path)
    try:
        return Book.model_validate(document.data)
    except ValidationError as error:
        fault = error.errors()[0]
        where = tuple(part for part in fault["loc"] if isinstance(part, str | int))
        message = f"{'.'.join(map(str, where))}: {fault['msg'].removeprefix('Value error, ')}"
        raise document.error(message, *where) from None
