"""Kinds of terrain, as the files of db/terrain/ describe them: one file says all there is to say of a kind.

Reads and checks the files. What an effect does to a ship is for pirate_code.rules to know; a new kind that is
put together of these effects needs its file and no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from pirate_code.data import DataError, folder, load_yaml
from pirate_code.validation_messages import in_words

Text = Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
Segment = Literal["S", "L"]
Point = tuple[float, float]
_NUMBERS = 6


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Hide(_Entry):
    """A ship is lost inside, and comes out where a die says."""

    does: Literal["hide"]


class FellMasts(_Entry):
    """A ship loses so many masts, or as many as the rating lies below those she was built with.

    `wrecks`: one that should lose more than she has becomes a wreck. `can_be_rammed`: an ability may let her
    ram it instead.
    """

    does: Literal["fell masts"]
    count: Annotated[int, Field(ge=1, le=20)] | Literal["rating"]
    wrecks: bool = False
    can_be_rammed: bool = False


class Tangle(_Entry):
    """A ship is tangled if the rating is more than the masts she was built with; actions get her free."""

    does: Literal["tangle"]


class SpeedUp(_Entry):
    """A ship of the player who controls it sails a segment farther, once in a turn."""

    does: Literal["speed up"]
    segment: Segment


class LeadToAnother(_Entry):
    """A ship may come out at another of the kind; a roll of so much or more then costs her something."""

    does: Literal["lead to another"]
    costs_from: Annotated[int, Field(ge=1, le=7)]


Effect = Annotated[Hide | FellMasts | Tangle | SpeedUp | LeadToAnother, Field(discriminator="does")]


class _Outline(_Entry):
    points: Annotated[tuple[Point, ...], Field(min_length=3)]
    numbers: tuple[Point, ...] = ()  # the places of the printed numbers 1 to 6
    assumed: bool = False  # nobody measured it


class _Colours(_Entry):
    fill: Colour
    edge: Colour


class Terrain(_Entry):
    """A kind of terrain."""

    name: Text
    plural: Text
    spellings: tuple[Text, ...] = ()  # other names on cards, each as "one / many"
    stops_ships: bool = False  # nobody goes over it: a ship stops where she touches it
    blocks_fire: bool = False  # no line of fire crosses it
    can_be_ignored: bool = True  # by a ship that is said to ignore terrain
    in_setup: bool = True  # players may bring it and lay it out in setup, unless an edition says otherwise
    drifts: Segment | None = None  # so far, in turns that begin with a roll of the number it was given
    effects: tuple[Effect, ...] = ()  # on a ship that comes upon it, one after the other
    outline: _Outline
    colours: _Colours

    @property
    def noun(self) -> str:
        """The noun by which the language knows it: `fog_bank`."""
        return self.name.lower().replace(" ", "_")

    @property
    def outline_name(self) -> str:
        """The name of its outline: `fog-bank`."""
        return self.noun.replace("_", "-")


def read_terrain(paths: Iterable[Path]) -> dict[str, Terrain]:
    """Kinds of terrain by noun; a wrong file is a DataError with file and line."""
    found: dict[str, Terrain] = {}
    for path in paths:
        kind = _read(path)
        if kind.noun in found:
            raise DataError(f"there is another terrain {kind.name!r}", path, 1)
        if path.stem != kind.outline_name:
            raise DataError(f"the file of {kind.name!r} must be called {kind.outline_name}.yaml", path, 1)
        found[kind.noun] = kind
    return found


def _read(path: Path) -> Terrain:
    document = load_yaml(path)
    try:
        kind = Terrain.model_validate(document.data)
    except ValidationError as error:
        fault = error.errors()[0]
        place = _place(document.data, fault["loc"])
        if fault["type"] in {"missing", "extra_forbidden"}:
            place = (*place, fault["loc"][-1]) if place[-1:] != fault["loc"][-1:] else place
        where = ".".join(str(step) for step in place)
        raise document.error(f"{where}: {in_words(fault)}".removeprefix(": "), *place) from None
    numbers = len(kind.outline.numbers)
    if numbers not in (0, _NUMBERS):
        message = f"the numbers 1 to {_NUMBERS} have {_NUMBERS} places, not {numbers}"
        raise document.error(message, "outline", "numbers")
    if kind.drifts is not None and not numbers:
        raise document.error("what drifts needs the places of the numbers 1 to 6", "drifts")
    return kind


def _place(data: object, steps: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The steps to a fault that the file has; others are names of the types that it was held against."""
    found: list[int | str] = []
    for step in steps:
        inner = data if isinstance(data, dict) else dict(enumerate(data)) if isinstance(data, list) else {}
        if step in inner:
            data = inner[step]
            found.append(step)
    return tuple(found)


def terrain_files() -> list[Path]:
    """The files of db/terrain/, in the order of their names."""
    return sorted((folder("db") / "terrain").glob("*.yaml"))


def terrain_of_setup() -> tuple[str, ...]:
    """The kinds of terrain that players may lay out in setup, by their nouns."""
    return tuple(noun for noun, kind in load_terrain().items() if kind.in_setup)


@cache
def load_terrain() -> Mapping[str, Terrain]:
    """Every kind of terrain by its noun, read once."""
    return read_terrain(terrain_files())
