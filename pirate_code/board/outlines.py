"""The outlines of hulls, islands, forts and tokens, read from db/outlines.yaml, and those of db/terrain/.

An outline lies at the origin with its bow toward +x, half-way between stern and bow. Which outline a ship
has follows from her masts and her type, never from her name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pirate_code.board.geometry import Point, Shape, bearing
from pirate_code.data import DataError, folder, load_yaml
from pirate_code.terrain import read_terrain, terrain_files
from pirate_code.validation_messages import in_words

Length = Annotated[float, Field(gt=0, le=500)]
Part = Annotated[float, Field(ge=-1, le=1)]
Masts = Annotated[int, Field(ge=1, le=20)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Corners = Annotated[tuple[Point, ...], Field(min_length=3)]

_NUMBERS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The form of a piece, seen from above.

    `references` are the points that a move may be measured from. `bow_zone` is the part that docks and rams:
    all of a sea creature, nothing of a flotilla; `front` is what goes first when she sails. `turning_limit`
    is how far the hull lets her turn, in degrees to either side. `sails` is how wide the rig of a mast stands
    across the keel; `numbers` are the places of the printed 1 to 6. Nobody measured an `assumed` outline.
    """

    name: str
    shape: Shape
    bow: Point
    stern: Point
    references: tuple[Point, ...]
    bow_zone: Shape | None
    front: Shape
    turning_limit: float
    masts: tuple[Point, ...] = ()
    sails: float = 0.0
    numbers: tuple[Point, ...] = ()
    assumed: bool = False

    @property
    def points(self) -> tuple[Point, ...]:
        """The corners, counter-clockwise."""
        return self.shape.points

    @property
    def length(self) -> float:
        """How long she is from stern to bow."""
        return self.bow[0] - self.stern[0]


MASTS_LIMIT = 20


class Outlines(dict[str, Outline]):
    """Outlines by name; a hull that the file has only with other masts, "junk-4", is made from another."""

    def __missing__(self, name: str) -> Outline:
        """Rig the nearest hull of that kind with that many masts; KeyError if there is none.

        "fort-1@0.2.4" is the fort with its flags at those of their places.
        """
        if "@" in name:
            fort, _, places = name.partition("@")
            made = self[name] = self._flagged(fort, places, name)
            return made
        kind, _, masts = name.rpartition("-")
        rigged = [len(hull.masts) for other, hull in self.items() if other == f"{kind}-{len(hull.masts)}"]
        if not masts.isdecimal() or not rigged or not self[f"{kind}-{rigged[0]}"].references:
            raise KeyError(name)
        nearest = min(rigged, key=lambda count: (abs(count - int(masts)), count))
        return _rigged(self[f"{kind}-{nearest}"], int(masts))

    def _flagged(self, fort: str, places: str, name: str) -> Outline:
        slots = [int(place) for place in places.split(".") if place.isdecimal()]
        masts = self[fort].masts
        if (
            not slots
            or ".".join(map(str, slots)) != places
            or len(set(slots)) < len(slots)
            or max(slots) >= len(masts)
        ):
            raise KeyError(name)
        return replace(self[fort], name=name, masts=tuple(masts[slot] for slot in slots))

    def knows(self, name: str) -> bool:
        """Whether there is an outline of that name, in the file or made from another."""
        masts = name.rpartition("-")[2]
        if masts.isdecimal() and int(masts) > MASTS_LIMIT:
            return False
        try:
            return bool(self[name])
        except KeyError:
            return False


@cache
def load_outlines() -> Outlines:
    """Return every outline by name: ship-3, galley-2, island-1, fog-bank, fort-1 ..."""
    found = read_outlines(folder("db") / "outlines.yaml")
    for path in terrain_files():
        found |= _of_terrain(path)
    return found


def _of_terrain(path: Path) -> Outlines:
    """The outline of the kind of terrain that a file describes."""
    (kind,) = read_terrain([path]).values()
    drawn = kind.outline
    piece = _Piece(name=kind.outline_name, points=drawn.points, numbers=drawn.numbers, assumed=drawn.assumed)
    try:
        return Outlines({kind.outline_name: piece.draw(kind.outline_name, {})})
    except ValueError as error:
        raise DataError(str(error), path, 1) from None


@cache
def hull(masts: int, keyword_types: frozenset[str] = frozenset()) -> Outline:
    """Return the outline of a ship or sea creature by her masts and the ids of her keywords.

    A keyword that is no type of ship is passed over; of several types the one that comes last in the file
    decides.
    """
    outlines = load_outlines()
    kinds = [
        kind
        for name, outline in outlines.items()
        if outline.references and (kind := name.rpartition("-")[0]) in keyword_types
    ]
    return outlines[f"{kinds[-1] if kinds else 'ship'}-{masts}"]


def islands() -> int:
    """Return how many islands there are to choose from."""
    return sum(name.startswith("island-") for name in load_outlines())


def island(index: int) -> Outline:
    """Return an island; the indexes, from 0, go round and round."""
    return load_outlines()[f"island-{index % islands() + 1}"]


def fort() -> Outline:
    """Return the outline of a fort; its masts are the eight slots for flags."""
    return load_outlines()["fort-1"]


def terrain(name: str) -> Outline:
    """Return the outline of a kind of terrain by its id or its noun: fog-bank, fog_bank ..."""
    return load_outlines()[name.replace("_", "-")]


@cache
def measured_anywhere(outline: Outline) -> Outline:
    """The outline of a piece whose moves are measured from any point of its edge."""
    return replace(outline, references=(outline.bow, *outline.points))


def read_outlines(path: Path) -> Outlines:
    """Read and check one file of outlines; a wrong one is a DataError with file and line."""
    document = load_yaml(path)
    try:
        file = _File.model_validate(document.data)
    except ValidationError as error:
        fault = error.errors()[0]
        message = f"{'.'.join(map(str, fault['loc']))}: {in_words(fault)}"
        raise document.error(message.removeprefix(": "), *fault["loc"]) from None
    profiles: dict[str, _Profile] = {}
    for index, profile in enumerate(file.profiles):
        if profiles.setdefault(profile.name, profile) is not profile:
            raise document.error(f"the profile {profile.name!r} is here twice", "profiles", index)
    found = Outlines()
    sections: tuple[tuple[str, Sequence[_Hull | _Piece]], ...] = (
        ("hulls", file.hulls),
        ("islands", file.islands),
        ("forts", file.forts),
        ("tokens", file.tokens),
    )
    for section, entries in sections:
        for index, entry in enumerate(entries):
            try:
                outline = entry.draw(f"{section.removesuffix('s')}-{index + 1}", profiles)
            except ValueError as error:
                raise document.error(str(error), section, index) from None
            if outline.name in found:
                raise document.error(f"the outline {outline.name!r} is here twice", section, index)
            found[outline.name] = outline
    return found


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class _Profile(_Entry):
    """The form of a family of hulls: one side, in parts of half the length and half the beam."""

    name: Slug
    side: Annotated[tuple[tuple[Part, Annotated[float, Field(ge=0, le=1)]], ...], Field(min_length=2)]
    waterline: Annotated[int, Field(ge=1)] | None = None
    bow: Literal["part", "any", "none"] = "part"
    measured: Literal["bow", "anywhere"] = "bow"
    keel: tuple[Part, Part]
    sails: Annotated[float, Field(ge=0, le=1)]

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.side[0][0] != 1 or self.side[-1][0] != -1:
            raise ValueError("a side goes from the bow at 1 to the stern at -1")
        if self.bow == "part" and self.waterline is None:
            raise ValueError("a hull whose bow is a part of it needs the waterline at which the bow begins")
        if self.waterline is not None and self.waterline >= len(self.side) - 1:
            raise ValueError(
                f"the waterline must be a point before the last of the side, not {self.waterline}"
            )
        return self


class _Hull(_Entry):
    type: Slug = "ship"
    masts: Masts
    length: Length
    beam: Length
    profile: Slug
    assumed: bool = False

    def draw(self, _: str, profiles: dict[str, _Profile]) -> Outline:
        """Return the outline; ValueError if its profile is unknown or makes no convex hull."""
        if (profile := profiles.get(self.profile)) is None:
            raise ValueError(f"there is no profile {self.profile!r}; there are {', '.join(profiles)}")
        x, y = self.length / 2, self.beam / 2
        port = [(x * along, y * across) for along, across in profile.side]
        shape = Shape([*port, *((px, -py) for px, py in reversed(port) if py)])
        if len(shape.pieces) > 1:
            raise ValueError(f"the profile {self.profile!r} makes a hull that is not convex")
        bow, stern = (x, 0.0), (-x, 0.0)
        references: tuple[Point, ...] = (bow,)
        front = _before(shape, x / 2)
        if profile.waterline is not None:
            px, py = port[profile.waterline]
            references = ((px, py), (px, -py))
            front = _before(shape, px)
        elif profile.measured == "anywhere":
            references = (bow, *shape.points)
        limit, bow_zone = 180.0, {"part": front, "any": shape, "none": None}[profile.bow]
        if profile.bow == "part" and profile.waterline is not None:
            limit = _turning_limit(port, profile.waterline)
        return Outline(
            name=f"{self.type}-{self.masts}",
            shape=shape,
            bow=bow,
            stern=stern,
            references=references,
            bow_zone=bow_zone,
            front=front,
            turning_limit=limit,
            masts=_along(x * profile.keel[0], x * profile.keel[1], self.masts),
            sails=self.beam * profile.sails,
            assumed=self.assumed,
        )


class _Piece(_Entry):
    name: Slug | None = None
    points: Corners
    numbers: tuple[Point, ...] = ()
    flags: tuple[Point, ...] = ()
    assumed: bool = False

    def draw(self, name: str, _: dict[str, _Profile]) -> Outline:
        """Return the outline; ValueError if its points make none or its numbers are not six."""
        if len(self.numbers) not in (0, _NUMBERS):
            raise ValueError(f"the numbers 1 to {_NUMBERS} have {_NUMBERS} places, not {len(self.numbers)}")
        shape = Shape(self.points)
        left, _bottom, right, _top = shape.box
        return Outline(
            name=self.name or name,
            shape=shape,
            bow=(right, 0.0),
            stern=(left, 0.0),
            references=(),
            bow_zone=None,
            front=shape,
            turning_limit=180.0,
            masts=self.flags,
            numbers=self.numbers,
            assumed=self.assumed,
        )


class _File(_Entry):
    profiles: tuple[_Profile, ...]
    hulls: tuple[_Hull, ...]
    islands: tuple[_Piece, ...]
    forts: tuple[_Piece, ...]
    tokens: tuple[_Piece, ...] = ()


def _along(fore: float, aft: float, masts: int) -> tuple[Point, ...]:
    """Return the places of that many masts on the keel, evenly from fore to aft."""
    if masts == 1:
        return ((round((fore + aft) / 2, 6), 0.0),)
    return tuple((round(fore + (aft - fore) * mast / (masts - 1), 6), 0.0) for mast in range(masts))


def _rigged(outline: Outline, masts: int) -> Outline:
    """Return the outline with another number of masts between the same ends."""
    fore, aft = outline.masts[0][0], outline.masts[-1][0]
    if fore == aft:
        fore, aft = outline.length / 4, -outline.length / 4
    kind = outline.name.rpartition("-")[0]
    return replace(outline, name=f"{kind}-{masts}", masts=_along(fore, aft, masts))


def _turning_limit(port: Sequence[Point], waterline: int) -> float:
    """Return how far the bar turns before it lies under the hull (Pirate Code, "Moving", step 2).

    The Code gives one limit to either side from either point: the bar is laid at the point on the side that
    she turns to, and the sliver of hull between the two points is disregarded.
    """
    return round(bearing(port[waterline], port[waterline + 1]), 6)


def _before(shape: Shape, line: float) -> Shape:
    """Return the part of a convex shape that lies before a line across the keel, or on it."""
    kept: list[Point] = []
    points = shape.points
    for i, (x, y) in enumerate(points):
        before_x, before_y = points[i - 1]
        if (x < line) != (before_x < line):
            part = (line - before_x) / (x - before_x)
            kept.append((line, before_y + part * (y - before_y)))
        if x >= line:
            kept.append((x, y))
    return Shape(kept)
