"""The pieces of the game, the sets they came in and the corrections of their cards, as db/ writes them down.

A piece holds what its card prints. A correction of the Pirate Code is an erratum beside it: both are kept,
and `apply_errata` gives the piece as it is played. What an ability line means is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from pirate_code.data import DataError, Document, Key, folder, load_yaml
from pirate_code.glossary import Slug, Text, load_nations
from pirate_code.library.terms import fold
from pirate_code.library.text import slug
from pirate_code.validation_messages import in_words

PieceKind = Literal[
    "ship",
    "crew",
    "sea creature",
    "fort",
    "equipment",
    "event",
    "treasure",
    "island",
    "terrain",
    "other",
]
Rarity = Literal[
    "common",
    "uncommon",
    "rare",
    "super rare",
    "special",
    "limited edition",
    "promotional",
    "generic",
    "one of one",
    "test",
]
Segment = Literal["S", "L", "T", "D"]
Cannon = Annotated[str, StringConstraints(pattern=r"^[1-6][SL]$")]
Code = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z&]*$")]
Number = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$")]
Count = Annotated[int, Field(ge=0, strict=True)]
CorrectedField = Literal["nation", "points", "masts", "ability"]

# The facts that a card of a kind shows, beside set, number, name and rarity. A fact that is not here cannot
# be given for the kind; one that is here and has no value is not told by our sources.
FACTS: dict[PieceKind, tuple[str, ...]] = {
    "ship": ("nation", "points", "masts", "cargo", "base_move", "cannons", "links", "ability"),
    "sea creature": ("nation", "points", "masts", "cargo", "base_move", "cannons", "links", "ability"),
    "crew": ("nation", "points", "links", "ability"),
    "fort": ("nation", "gold", "cannons", "ability"),
    "equipment": ("points", "ability"),
    "event": ("points", "ability"),
    "treasure": ("ability",),
    "island": ("ability",),
    "terrain": ("ability",),
    "other": ("nation", "points", "ability"),
}
_STATISTICS = ("nation", "points", "gold", "masts", "cargo", "base_move", "cannons", "links")
_NUMBER = re.compile(r"(\d+)([A-Za-z]?)")


def _parts(separator: str) -> BeforeValidator:
    """Read a text of the card ("S+L", "3S-3L") as its parts; a list is taken as it is."""

    def split(value: Any) -> Any:
        return tuple(value.split(separator)) if isinstance(value, str) else value

    return BeforeValidator(split)


class _Entry(BaseModel):
    """What all entries share: no field changes, and an unknown one is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class PieceSet(_Entry):
    """A set of pieces: the sheets of the Master Spreadsheet that hold it, and whether it came out."""

    id: Code
    name: Text
    codes: tuple[Code, ...] = ()
    printings: dict[Code, Code] = Field(default_factory=dict)  # letters that numbers of a printing begin with
    sheets: tuple[Text, ...] = ()
    size: Count = 0  # how many pieces it has; 0 if nobody knows
    released: bool
    islands_hide_their_text: bool = False  # placed with the symbol up, which is on the other side


class Piece(_Entry):
    """One piece as its card prints it.

    A fact that the kind of piece has and that is None is one that no source tells; an empty ability means
    that the card prints none. `gold` is what a fort costs, and `points` what everything else does.
    """

    set: Code
    number: Number | None = None
    name: Text
    other_names: tuple[Text, ...] = ()
    kind: PieceKind
    nation: Slug | None = None
    rarity: Rarity | None = None
    points: Count | None = None
    gold: Count | None = None
    masts: Count | None = None
    cargo: Count | None = None
    base_move: Annotated[tuple[Segment, ...], _parts("+")] | None = None
    cannons: Annotated[tuple[Cannon, ...], _parts("-")] | None = None
    links: tuple[Text, ...] = ()
    ability: str | None = ""
    crew_treasure: bool = False
    retired: bool = False

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        """Refuse a fact that no card of the kind shows."""
        for fact in _STATISTICS:
            if fact not in FACTS[self.kind] and getattr(self, fact) not in (None, ()):
                raise ValueError(f"{self.kind} cards have no {fact.replace('_', ' ')}")
        if self.crew_treasure and self.kind != "crew":
            raise ValueError("only crew come on a treasure card")
        return self

    @property
    def id(self) -> str:
        """The piece in the library: "MI-029", or without a number "SS-tribal-chieftain-spanish"."""
        if self.number is not None:
            return f"{self.set}-{self.number}"
        return "-".join(filter(None, (self.set, slug(self.name) or "piece", self.nation)))

    @property
    def unknown(self) -> tuple[str, ...]:
        """The facts that a card of this kind shows and that our sources do not tell."""
        facts = ("number", "rarity", *FACTS[self.kind])
        return tuple(fact for fact in facts if getattr(self, fact) is None)


class Erratum(_Entry):
    """One correction of a card by the Pirate Code.

    It is for the piece of that set and number, or without them for every piece of that name. `corrected` is
    the value of the field; with `instead_of` it stands for the part of the line that begins with those words.
    `adds` is a keyword that the card should print before its line.
    """

    name: Text
    set: Code | None = None
    number: Number | None = None
    field: CorrectedField
    corrected: Count | Text | None = None
    instead_of: Text | None = None
    adds: Text | None = None
    why: Text
    source: Text
    ruling: Slug

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.set is None) != (self.number is None):
            raise ValueError("set and number come together, or neither for every piece of the name")
        if (self.corrected is None) == (self.adds is None):
            raise ValueError("give either the corrected value or the keyword that it adds")
        if self.field != "ability" and (self.adds or self.instead_of):
            raise ValueError("only an ability line can be corrected in part")
        if isinstance(self.corrected, int) != (self.field in ("points", "masts")) and self.adds is None:
            raise ValueError("points and masts are numbers, nation and ability are text")
        return self

    def is_for(self, piece: Piece) -> bool:
        """Whether the erratum corrects this piece."""
        if self.set is not None:
            return (self.set, self.number) == (piece.set, piece.number)
        return fold(self.name) == fold(piece.name)

    def value_for(self, piece: Piece) -> int | str | None:
        """Return the corrected value of the field; a card that prints it right keeps its own."""
        printed = getattr(piece, self.field)
        if self.adds is not None:
            if printed and re.search(rf"\b{re.escape(self.adds)}\b", printed):
                return str(printed)
            return f"{self.adds}. {printed or ''}".rstrip()
        if self.instead_of is not None:
            kept, replaced, _ = (printed or "").partition(self.instead_of)
            return f"{kept}{self.corrected}" if replaced else printed
        return self.corrected


def printed_number(cell: str) -> str:
    """Return a number of the Master Spreadsheet as cards print it.

    >>> printed_number("42a")
    '042a'
    """
    bare = cell.strip().replace(" ", "-")
    if (plain := _NUMBER.fullmatch(bare)) is None:
        return bare
    return f"{int(plain[1]):03}{plain[2].lower()}"


@cache
def load_sets() -> tuple[PieceSet, ...]:
    """Return the sets of db/sets.yaml in the order of the file."""
    return read_sets(folder("db") / "sets.yaml")


@cache
def _with_hidden_text() -> frozenset[str]:
    return frozenset(each.id for each in load_sets() if each.islands_hide_their_text)


def hides_text(key: str, kind: str) -> bool:
    """Whether an island lies with its text down at first, by the set that its id names."""
    return kind == "island" and key.partition("-")[0] in _with_hidden_text()


@cache
def load_pieces() -> tuple[Piece, ...]:
    """Return every piece of db/pieces as its card prints it, in the order of the sets and of the files."""
    nations = [nation.id for nation in load_nations()]
    return read_pieces(folder("db") / "pieces", [each.id for each in load_sets()], nations)


@cache
def load_errata() -> tuple[Erratum, ...]:
    """Return the corrections of db/errata.yaml in the order of the file."""
    return read_errata(folder("db") / "errata.yaml")


def apply_errata(piece: Piece, errata: Iterable[Erratum] | None = None) -> Piece:
    """Return the piece as it is played: with every correction that is for it. The printed one is kept."""
    values = piece.model_dump()
    for erratum in load_errata() if errata is None else errata:
        if erratum.is_for(piece):
            values[erratum.field] = erratum.value_for(Piece.model_validate(values))
    return Piece.model_validate(values)


def read_sets(path: Path) -> tuple[PieceSet, ...]:
    """Read and check one file of sets; a wrong one is a DataError with file and line."""
    document = load_yaml(path)
    sets: list[PieceSet] = []
    taken: dict[str, str] = {}
    for index, entry in enumerate(_entries(document, "sets")):
        each = _check(PieceSet, entry, document, ("sets", index))
        for name in (each.id, *each.codes, *each.printings, *each.sheets):
            if (other := taken.setdefault(name, each.id)) != each.id or name in [known.id for known in sets]:
                raise document.error(f"{name!r} is taken by the set {other}", "sets", index)
        sets.append(each)
    return tuple(sets)


def read_errata(path: Path) -> tuple[Erratum, ...]:
    """Read and check one file of corrections; a wrong one is a DataError with file and line."""
    document = load_yaml(path)
    return tuple(
        _check(Erratum, entry, document, ("errata", index))
        for index, entry in enumerate(_entries(document, "errata"))
    )


def read_pieces(place: Path, sets: Iterable[str], nations: Iterable[str]) -> tuple[Piece, ...]:
    """Read and check every file (*.yaml) of a folder of pieces; each holds pieces of one set."""
    order, known_nations = list(sets), set(nations)
    pieces: dict[str, Piece] = {}
    places: dict[str, str] = {}
    for path in sorted(place.glob("*.yaml")):
        document = load_yaml(path)
        for index, entry in enumerate(_entries(document, "pieces", ("set",))):
            if document.data["set"] not in order:
                raise document.error(f"{document.data['set']!r} is no set of sets.yaml", "set")
            where = ("pieces", index)
            piece = _check(Piece, entry, document, where, {"set": document.data["set"]})
            if piece.nation is not None and piece.nation not in known_nations:
                raise document.error(f"{piece.name}: {piece.nation!r} is no nation", *where, "nation")
            if piece.id in pieces:
                message = f"{piece.name}: {piece.id} is taken by {pieces[piece.id].name} ({places[piece.id]})"
                raise document.error(message, *where, "number")
            pieces[piece.id] = piece
            places[piece.id] = f"{path.name}:{document.line(*where)}"
    if not pieces:
        raise DataError("the folder holds no files of pieces (*.yaml)", place)
    return tuple(sorted(pieces.values(), key=lambda piece: order.index(piece.set)))


_E = TypeVar("_E", bound=_Entry)


def _entries(document: Document, key: str, beside: tuple[str, ...] = ()) -> list[object]:
    """Return the list under `key` of a file that holds it, the keys named `beside`, and nothing else."""
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get(key), list) or not data[key]:
        raise document.error(f"the file must hold a list of entries under `{key}:`")
    for other in data:
        if other not in (key, *beside):
            raise document.error(
                f"{other!r} is unknown here; this file holds {', '.join((*beside, key))}", other
            )
    for other in beside:
        if other not in data:
            raise document.error(f"the file lacks `{other}:`")
    return list(data[key])


def _check(
    model: type[_E],
    entry: object,
    document: Document,
    where: tuple[Key, ...],
    more: dict[str, str] | None = None,
) -> _E:
    """Return the entry as a model, or say in one sentence what is wrong with it and where."""
    if not isinstance(entry, dict):
        raise document.error("an entry must be a table", *where)
    for name in more or {}:
        if name in entry:
            raise document.error(
                f"{name!r} is not written here; the file gives it once for all", *where, name
            )
    try:
        return model.model_validate({**entry, **(more or {})})
    except ValidationError as error:
        _refuse(error, document, where, str(entry.get("name", "an entry without a name")))


def _refuse(error: ValidationError, document: Document, where: tuple[Key, ...], entry: str) -> NoReturn:
    """Raise the first fault that was found as a DataError at its line."""
    fault = error.errors()[0]
    message = in_words(fault)
    part = ".".join(str(step) for step in fault["loc"])
    shown = f"{entry}: {part}: {message}" if part else f"{entry}: {message}"
    raise document.error(shown, *where, *fault["loc"]) from None
