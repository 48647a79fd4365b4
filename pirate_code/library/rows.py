"""Rows of the community's Master Spreadsheet as pieces, each checked by itself.

A row that is wrong is told with its number, its column and the reason. What a row means for a library, and
for the rows around it, is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from pirate_code.library import sheet_cells
from pirate_code.library.custom_set import CustomSet
from pirate_code.library.pieces import Piece, PieceKind
from pirate_code.library.sheet import Table, tables_with
from pirate_code.library.terms import fold
from pirate_code.validation_messages import in_words

CELL_LIMIT = 10_000
SHOWN = 80
SHEET, SET = "SheetName", "Set"
NEEDED = ("Type", "Name")

# The column in which a fact of a piece stands.
COLUMNS = {
    "kind": "Type",
    "name": "Name",
    "set": SHEET,
    "number": "#",
    "nation": "Faction",
    "rarity": "Rarity",
    "points": "Point Cost",
    "gold": "Point Cost",
    "masts": "Masts",
    "cargo": "Cargo",
    "base_move": "Base Move",
    "cannons": "Cannons",
    "links": "Link",
    "ability": "Ability",
    "treasure": "Treasure Values",
}
_NEEDS = {"nation": "a nation", "points": "a point cost", "gold": "a cost in gold", "masts": "masts"}
# What a row of a kind must tell to be of use.
MUST: dict[PieceKind, tuple[str, ...]] = {
    "ship": ("nation", "points", "masts"),
    "sea creature": ("nation", "points"),
    "crew": ("nation", "points"),
    "fort": ("nation", "gold"),
}


_T = TypeVar("_T")


class SheetPiece(BaseModel):
    """A piece of a sheet, and what the sheet says beside its facts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    piece: Piece
    set_name: str
    treasure: str | None = None
    meant_for: str | None = None


@dataclass(frozen=True)
class Fault:
    """What is wrong with a row, and where. A note tells something about a row that is no loss."""

    file: str
    sheet: str
    row: int
    column: str
    value: str
    reason: str
    note: bool = False


@dataclass(frozen=True)
class Place:
    """Where a row stands."""

    file: str
    sheet: str
    row: int

    def fault(self, column: str, value: object, reason: str, *, note: bool = False) -> Fault:
        """Return something to tell about the row."""
        return Fault(self.file, self.sheet, self.row, column, str(value)[:SHOWN], reason, note)


@dataclass(frozen=True)
class ReadPiece:
    """A good row and where it stands."""

    place: Place
    entry: SheetPiece


@dataclass
class Reading:
    """What the rows of some files came to."""

    rows: int = 0
    pieces: list[ReadPiece] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def read_rows(
    paths: Sequence[Path],
    names: Iterable[str] = (),
    tick: Callable[[int, int], None] = lambda done, total: None,
    sets: Mapping[Path, CustomSet] | None = None,
) -> Reading:
    """Read and check every row of these files; `names` are pieces known beside theirs, for links.

    `sets` are the custom sets that all rows of some of the files are of.
    """
    reading = Reading()
    tables = [(path, table) for path in paths for table in tables_with(path, *NEEDED)]
    known = {fold(name) for name in names}
    for _, table in tables:
        column = table.column("Name") or 0
        known |= {fold(row[column]) for _, row in table.rows if column < len(row)}
    total = sum(len(table.rows) for _, table in tables)
    for path, table in tables:
        reading.faults += _same_titles(path, table)
        for number, values in table.rows:
            place = Place(path.name, table.name, number)
            _Row(values, table, place, known, (sets or {}).get(path)).read_into(reading)
            reading.rows += 1
            tick(reading.rows, total)
    return reading


def _same_titles(path: Path, table: Table) -> list[Fault]:
    """Tell which columns that are read stand there twice."""
    place = Place(path.name, table.name, table.top)
    reasons = ((title, table.same_titles(path, title)) for title in dict.fromkeys([*COLUMNS.values(), SET]))
    return [place.fault(title, title, reason, note=True) for title, reason in reasons if reason]


class _Row:
    """One row: its cells by the titles of their columns, and what is wrong with them."""

    def __init__(
        self,
        values: Sequence[str],
        table: Table,
        place: Place,
        names: set[str],
        custom: CustomSet | None = None,
    ) -> None:
        self.place, self.names, self.custom = place, names, custom
        self.sheet = table.name
        self.faults: list[Fault] = []
        titles = (title.strip().casefold() for title in table.titles)
        self.cells: dict[str, str] = {}
        for title, value in zip(titles, values, strict=False):
            self.cells.setdefault(title, value.strip())

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column.casefold(), "")

    @property
    def set_name(self) -> str:
        """The set: the sheet it stands on, or the column Set where that is no sheet of the game's."""
        on_a_known_sheet = self.sheet if sheet_cells.is_known_set(self.sheet) else ""
        return self[SHEET] or on_a_known_sheet or self[SET] or self.sheet or Path(self.place.file).stem

    def read_into(self, reading: Reading) -> None:
        """Add the piece of this row, or its faults; a row of neither type nor name is a remark."""
        if not self["Name"] and not self["Type"]:
            remark = next(filter(None, self.cells.values()), "")
            reading.faults.append(self.place.fault("Type", remark, "a remark, not a piece", note=True))
            return
        entry = self._entry()
        reading.faults += self.faults
        if entry is not None:
            reading.pieces.append(ReadPiece(self.place, entry))

    def _entry(self) -> SheetPiece | None:
        for column in dict.fromkeys(COLUMNS.values()):
            limit = sheet_cells.NAME_LIMIT if column in ("Name", "#", "Faction", SHEET) else CELL_LIMIT
            if len(self[column]) > limit:
                self._wrong(column, f"the cell is longer than {limit:,} characters")
        if self.faults:
            return None
        code, set_name = self._set()
        number = self._read("#", sheet_cells.number)
        self._put_right(code, number or "")
        facts = self._facts() | {"set": code, "number": number}
        if any(not fault.note for fault in self.faults):
            return None
        try:
            piece = Piece.model_validate(facts)
        except ValidationError as error:
            fault = error.errors()[0]
            reason = in_words(fault)
            fact = str(fault["loc"][0]) if fault["loc"] else _fact_in(reason)
            self._wrong(COLUMNS.get(fact, ""), reason)
            return None
        meant_for = self[SET] if self[SET] != self.set_name and self.custom is None else ""
        treasure = self["Treasure Values"] or None
        return SheetPiece(piece=piece, set_name=set_name, treasure=treasure, meant_for=meant_for or None)

    def _set(self) -> tuple[str, str]:
        """The code and the name of the set; every row of a custom set is of that set."""
        if self.custom is None:
            return self._read(SHEET, sheet_cells.piece_set, self.set_name) or ("", "")
        for column in (SHEET, SET):
            if sheet_cells.is_known_set(self[column]):
                self._wrong(column, f"a set of the game; this sheet is the custom set {self.custom.name}")
        return self.custom.code, self.custom.name

    def _facts(self) -> dict[str, Any]:
        """Read the cells; what they cannot tell is noted as a fault."""
        ability = sheet_cells.ability(self["Ability"])
        kind = self._read("Type", lambda cell: sheet_cells.kind(cell, ability))
        cost = "gold" if kind == "fort" else "points"
        facts: dict[str, Any] = {
            "kind": kind,
            "name": self._read("Name", sheet_cells.name),
            "nation": self._read("Faction", sheet_cells.nation),
            "rarity": self._read("Rarity", sheet_cells.rarity),
            cost: self._read("Point Cost", sheet_cells.gold if kind == "fort" else sheet_cells.count),
            "masts": self._read("Masts", lambda cell: sheet_cells.masts(cell, ability)),
            "cargo": self._read("Cargo", sheet_cells.count),
            "base_move": self._read("Base Move", sheet_cells.base_move),
            "cannons": self._read("Cannons", sheet_cells.cannons),
            "links": tuple(sheet_cells.links(self["Link"], self.names)),
            "ability": ability,
            "crew_treasure": fold(self["Type"]) == "crew/t",
        }
        faulty = {fault.column for fault in self.faults}
        for fact in MUST.get(kind, ()) if kind else ():
            if facts[fact] is None and COLUMNS[fact] not in faulty:
                self._wrong(COLUMNS[fact], f"a {kind} needs {_NEEDS[fact]}")
        return facts

    def _put_right(self, code: str, number: str) -> None:
        """Replace the known errors of the sheet (db/sheet_errors.yaml)."""
        for column in ("Link", "Ability"):
            error = sheet_cells.known_errors().get((code, number, column))
            if error is not None and self[column] == error.sheet:
                reason = f"a known error of the sheet, put right: {error.why}"
                self.faults.append(self.place.fault(column, self[column], reason, note=True))
                self.cells[column.casefold()] = error.right

    def _read(self, column: str, read: Callable[[str], _T], cell: str | None = None) -> _T | None:
        """Read one cell; if it is wrong, note why."""
        try:
            return read(self[column] if cell is None else cell)
        except sheet_cells.CellError as error:
            self._wrong(column, str(error), cell)
            return None

    def _wrong(self, column: str, reason: str, cell: str | None = None) -> None:
        self.faults.append(self.place.fault(column, self[column] if cell is None else cell, reason))


def _fact_in(reason: str) -> str:
    """Return the fact that a reason speaks of."""
    return next((fact for fact in COLUMNS if fact.replace("_", " ") in reason), "")
