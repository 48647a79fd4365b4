"""Rows of the community's Master Spreadsheet as pieces, each checked by itself.

A row is taken as the sheet has it: `3.0` points, `3 gold` forts, blanks around names, cannons between commas
or dashes, notes between the pieces. What a row means for a library is not known here.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pirate_code.library.keywords import load_keywords, load_nations
from pirate_code.library.pieces import (
    Piece,
    PieceKind,
    PieceSet,
    Rarity,
    load_sets,
    printed_number,
)
from pirate_code.library.sheet import Table, tables_with
from pirate_code.library.terms import fold

CELL_LIMIT = 10_000
NAME_LIMIT = 200
SHEET, SET = "SheetName", "Set"
NEEDED = ("Type", "Name")

# The column in which a fact of a piece stands.
COLUMNS = {
    "nation": "Faction",
    "number": "#",
    "rarity": "Rarity",
    "kind": "Type",
    "name": "Name",
    "points": "Point Cost",
    "gold": "Point Cost",
    "masts": "Masts",
    "cargo": "Cargo",
    "base_move": "Base Move",
    "cannons": "Cannons",
    "links": "Link",
    "ability": "Ability",
    "treasure": "Treasure Values",
    "set": SHEET,
}
KINDS: dict[str, PieceKind] = {
    "ship": "ship",
    "sea creature": "sea creature",
    "crew": "crew",
    "crew/t": "crew",
    "fort": "fort",
    "treasure": "treasure",
    "equipment": "equipment",
    "event": "event",
    "island": "island",
    "terrain": "terrain",
    "story": "other",
    "bust": "other",
    "other": "other",
}
RARITIES: dict[str, Rarity] = {
    "common": "common",
    "uncommon": "uncommon",
    "rare": "rare",
    "super rare": "super rare",
    "sr": "super rare",
    "special": "special",
    "se": "special",
    "limited edition": "limited edition",
    "le": "limited edition",
    "promotional": "promotional",
    "promo": "promotional",
    "pr": "promotional",
    "generic": "generic",
    "one of one": "one of one",
    "1 of 1": "one of one",
    "test": "test",
}
_QUOTES = str.maketrans("“”‘’", "\"\"''")
_NO_NATION = ("", "ut", "none", "any")
_COUNT = re.compile(r"(\d{1,3})(?:\.0*)?")
_GOLD = re.compile(r"(\d{1,3})(?:\.0*)?\s*gold", re.IGNORECASE)
_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


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
class Found:
    """A good row and where it stands."""

    file: str
    sheet: str
    row: int
    entry: SheetPiece

    def note(self, column: str, value: str, reason: str) -> Fault:
        """Return something to tell about the row."""
        return Fault(self.file, self.sheet, self.row, column, value, reason, note=True)


@dataclass
class Reading:
    """What the rows of some files came to."""

    rows: int = 0
    found: list[Found] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


class _Wrong(ValueError):
    """One cell is wrong."""

    def __init__(self, column: str, value: str, reason: str) -> None:
        self.column, self.value, self.reason = column, value, reason
        super().__init__(reason)


def read_rows(
    paths: Iterable[Path],
    names: Iterable[str] = (),
    tick: Callable[[int, int], None] = lambda done, total: None,
) -> Reading:
    """Read and check every row of these files; `names` are pieces known beside theirs, for links."""
    reading = Reading()
    tables = [(path, table) for path in paths for table in tables_with(path, *NEEDED)]
    known = {fold(name) for name in names}
    for _, table in tables:
        place = table.column("Name")
        known |= {fold(cells[place]) for _, cells in table.rows if place is not None and place < len(cells)}
    total = sum(len(table.rows) for _, table in tables)
    for path, table in tables:
        for number, cells in table.rows:
            _read_row(reading, path, table, number, _Row(cells, table, path, known))
            reading.rows += 1
            tick(reading.rows, total)
    return reading


def _read_row(reading: Reading, path: Path, table: Table, number: int, row: _Row) -> None:
    if not row["Name"] and not row["Type"]:
        value = next(iter(filter(None, row.cells.values())), "")
        fault = Fault(path.name, table.name, number, "Type", value[:80], "a remark, not a piece", note=True)
        reading.faults.append(fault)
        return
    try:
        reading.found.append(Found(path.name, table.name, number, row.entry()))
    except _Wrong as wrong:
        fault = Fault(path.name, table.name, number, wrong.column, wrong.value[:80], wrong.reason)
        reading.faults.append(fault)
    except ValidationError as error:
        for part in error.errors()[:1]:
            fact = str(part["loc"][0]) if part["loc"] else _named_fact(part["msg"])
            column = COLUMNS.get(fact, "")
            reason = part["msg"].removeprefix("Value error, ")
            fault = Fault(path.name, table.name, number, column, row[column][:80], reason)
            reading.faults.append(fault)


def _named_fact(message: str) -> str:
    """Return the fact that a message speaks of."""
    return next((fact for fact in COLUMNS if fact.replace("_", " ") in message), "")


class _Row:
    """One row: its cells by the titles of their columns, and what is known beside it."""

    def __init__(self, cells: tuple[str, ...], table: Table, path: Path, names: set[str]) -> None:
        self.cells = {
            title.strip().casefold(): cell.strip() for title, cell in zip(table.titles, cells, strict=False)
        }
        self.place = table.name or path.stem
        self.names = names

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column.casefold(), "")

    def entry(self) -> SheetPiece:
        """Return the row as a piece, or raise what is wrong with it."""
        for column in dict.fromkeys(COLUMNS.values()):
            limit = NAME_LIMIT if column in ("Name", "#", SHEET) else CELL_LIMIT
            if len(self[column]) > limit:
                raise _Wrong(column, self[column], f"the cell is longer than {limit:,} characters")
        kind = self._kind()
        code, set_name = self._set()
        piece = Piece(
            set=code,
            number=self._number(),
            name=" ".join(plain_quotes(self["Name"]).split()),
            kind=kind,
            nation=self._nation(),
            rarity=self._rarity(),
            points=None if kind == "fort" else self._count("Point Cost"),
            gold=self._gold() if kind == "fort" else None,
            masts=0 if _mastless(self["Ability"]) else self._count("Masts"),
            cargo=self._count("Cargo"),
            base_move=self._base_move(),
            cannons=self._cannons(),
            links=tuple(split_links(plain_quotes(self["Link"]), self.names)),
            ability="\n".join(line.rstrip() for line in self["Ability"].splitlines()),
            crew_treasure=fold(self["Type"]) == "crew/t",
        )
        if missing := next((fact for fact in _MUST.get(kind, ()) if getattr(piece, fact) is None), None):
            raise _Wrong(COLUMNS[missing], "", f"a {kind} needs a {missing.replace('_', ' ')}")
        return SheetPiece(
            piece=piece,
            set_name=set_name,
            treasure=self["Treasure Values"] or None,
            meant_for=(self[SET] or None) if self[SHEET] else None,
        )

    def _kind(self) -> PieceKind:
        name = fold(self["Type"])
        if name not in KINDS:
            near = difflib.get_close_matches(name, KINDS, 1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(sorted(KINDS))}"
            raise _Wrong("Type", self["Type"], f"no type of piece; {hint}" if name else "the type is missing")
        kind = KINDS[name]
        if kind == "ship" and _sea_creature(self["Ability"]):
            return "sea creature"
        return kind

    def _set(self) -> tuple[str, str]:
        name = self[SHEET] or self[SET] or self.place
        if (known := _sets().get(fold(name))) is not None:
            return known.id, known.name
        spelt = re.sub(r"[0-9]", lambda digit: f" {_DIGITS[int(digit[0])]} ", name)
        words = re.findall(r"[A-Za-z]+", spelt)
        if not words:
            raise _Wrong(SHEET, name, "the name of a set has letters")
        return "".join(word[:1].upper() + word[1:] for word in words)[:NAME_LIMIT], name

    def _number(self) -> str | None:
        cell = re.sub(r"\.0+$", "", self["#"])
        return printed_number(cell) if cell else None

    def _nation(self) -> str | None:
        cell = self["Faction"]
        if fold(cell) in _NO_NATION:
            return None
        if (found := _nations().get(fold(cell))) is None:
            near = difflib.get_close_matches(fold(cell), _nations(), 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise _Wrong("Faction", cell, f"no nation of the game{hint}")
        return found

    def _rarity(self) -> Rarity | None:
        cell = self["Rarity"]
        if cell and fold(cell) not in RARITIES:
            raise _Wrong("Rarity", cell, f"no rarity; known are {', '.join(RARITIES)}")
        return RARITIES.get(fold(cell))

    def _count(self, column: str) -> int | None:
        cell = self[column]
        if not cell:
            return None
        if (number := _COUNT.fullmatch(cell)) is None:
            raise _Wrong(column, cell, "no whole number from 0 to 999")
        return int(number[1])

    def _gold(self) -> int | None:
        if gold := _GOLD.fullmatch(self["Point Cost"]):
            return int(gold[1])
        return self._count("Point Cost")

    def _base_move(self) -> tuple[str, ...] | None:
        parts = [part for part in re.split(r"[+,\s]+", self["Base Move"].upper()) if part]
        if any(part not in ("S", "L", "T", "D") for part in parts):
            raise _Wrong(
                "Base Move", self["Base Move"], "a base move is S, L, T or D, joined by +, such as S+L"
            )
        return tuple(parts) or None

    def _cannons(self) -> tuple[str, ...] | None:
        parts = [part for part in re.split(r"[-‐‑–—,;/+\s]+", self["Cannons"].upper()) if part]
        for part in parts:
            if not re.fullmatch(r"[1-6][SL]", part):
                raise _Wrong(
                    "Cannons", self["Cannons"], f"{part!r} is no cannon; one is a rank and a range: 3S"
                )
        return tuple(parts) or None


# What a row of a kind must tell to be of use.
_MUST: Mapping[PieceKind, tuple[Literal["points", "gold", "masts", "nation"], ...]] = {
    "ship": ("nation", "points", "masts"),
    "sea creature": ("nation", "points"),
    "crew": ("nation", "points"),
    "fort": ("nation", "gold"),
}


def split_links(cell: str, names: set[str]) -> Iterator[str]:
    """Yield the names that a cell joins by commas and "and"; a name that itself has a comma stays whole."""
    bare = " ".join(cell.replace("*", "").split())
    parts = [part for part in re.split(r" ?, ?(?:and )?| and ", bare) if part]
    while parts:
        size = next((n for n in range(len(parts), 1, -1) if fold(", ".join(parts[:n])) in names), 1)
        yield ", ".join(parts[:size])
        del parts[:size]


@cache
def _sets() -> dict[str, PieceSet]:
    return {
        fold(name): each for each in load_sets() for name in (each.id, *each.codes, each.name, *each.sheets)
    }


@cache
def _nations() -> dict[str, str]:
    return {
        fold(name): nation.id
        for nation in load_nations()
        for name in (nation.id, nation.adjective, nation.noun, *nation.spellings)
    }


@cache
def _creatures() -> frozenset[str]:
    """The keywords that make a ship of the sheet a sea creature."""
    return frozenset(fold(each.name) for each in load_keywords() if each.carried_by == ("sea creature",))


def _sea_creature(ability: str) -> bool:
    return any(fold(part) in _creatures() for part in re.split(r"[.,]", ability))


def _mastless(ability: str) -> bool:
    """Whether the sheet counts one mast for canoes, or for the flag of a flotilla, which have none."""
    return fold(re.split(r"[.,]", ability)[0]) in ("native canoe", "flotilla")


def plain_quotes(text: str) -> str:
    """Return a name with straight quotes.

    >>> plain_quotes("“Jerky” Johnson")
    '"Jerky" Johnson'
    """
    return text.translate(_QUOTES)
