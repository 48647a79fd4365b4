"""Imports spreadsheets of pieces into the library: good rows go in together, bad ones are told with a reason.

An import can be repeated: a row that is there already stays, one that has changed is updated, and none comes
twice. Rows of earlier imports that a sheet does not have are kept, but for those of a custom set, which is
just what its sheets say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pirate_code.data import DataError
from pirate_code.glossary import lend_nations
from pirate_code.library import storage
from pirate_code.library.build import Before, Built, as_it_is, meta, taken_over, write
from pirate_code.library.catalog import Group, alike, differences, group_of
from pirate_code.library.custom_set import CustomSet, file_beside, nations_of, read_custom_set
from pirate_code.library.history import remember
from pirate_code.library.pieces import Piece, load_errata, load_pieces
from pirate_code.library.rows import COLUMNS, SHOWN, Fault, Reading, ReadPiece, SheetPiece, read_rows
from pirate_code.library.storage import Progress, silent
from pirate_code.library.terms import fold


@dataclass
class Imported:
    """What an import came to: how many rows, what became of them, and what is to be told about them."""

    rows: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    repeated: int = 0
    removed: int = 0
    remarks: int = 0
    refused: int = 0
    unparsed: int = 0
    pieces: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def summary(self) -> dict[str, Any]:
        """The numbers, and every fault and note, as plain data."""
        numbers = {name: value for name, value in vars(self).items() if name != "faults"}
        remarks: dict[str, list[dict[str, Any]]] = {"faults": [], "notes": []}
        for fault in self.faults:
            data = {name: value for name, value in vars(fault).items() if name != "note"}
            remarks["notes" if fault.note else "faults"].append(data)
        return numbers | remarks


def import_sheets(
    path: Path, files: Sequence[Path], progress: Progress = silent, set_file: Path | None = None
) -> Imported:
    """Import these files into the library at this path, which is made if there is none.

    `set_file` names the custom set that all of them are of; a sheet may also have a set file beside it.
    Nothing is written unless every file can be read and something has changed.
    """
    with storage.replacing(path) as new:
        before = taken_over(path)
        of_files = _sets_of_files(files, set_file, before)
        imported = {custom.code: custom for custom in of_files.values()}
        sets = before.sets | imported
        lend_nations(nations_of(sets.values()))
        reading = read_rows(
            files,
            (piece.name for piece in load_pieces()),
            lambda done, total: progress("rows", done, total),
            of_files,
        )
        outcome = Imported(rows=reading.rows, faults=list(reading.faults))
        rows = _merge(before.rows, reading, outcome, imported)
        same = (rows, sets, meta()) == (before.rows, before.sets, before.meta)
        built = as_it_is(path) if same else None
        if built is None:
            built = write(new.path, rows, sets, before, progress)
            remember(path, new.path)
            new.finish()
    _count(outcome, reading)
    outcome.pieces = built.counts["pieces"]
    outcome.faults += _unparsed(reading, built)
    outcome.unparsed = sum(row.entry.piece.ability in built.unparsed for row in reading.pieces)
    outcome.faults += _differences(reading)
    outcome.faults.sort(key=lambda fault: (fault.note, fault.file, fault.sheet, fault.row))
    return outcome


def _sets_of_files(files: Sequence[Path], set_file: Path | None, before: Before) -> dict[Path, CustomSet]:
    """Return the custom set of each sheet that has one: the one that was named, or the file beside it."""
    taken = {row.piece.set: row.set_name for row in before.rows.values() if row.piece.set not in before.sets}
    places = {sheet: set_file or file_beside(sheet) for sheet in files}
    read: dict[Path, CustomSet] = {}
    for place in dict.fromkeys(place for place in places.values() if place is not None):
        known = before.sets | {custom.code: custom for custom in read.values()}
        custom = read_custom_set(place, known.values(), taken)
        twin = next((other for other, one in read.items() if one.code == custom.code), None)
        if twin is not None:
            raise DataError(f"the code {custom.code!r} is the one of {twin.name}; choose another", place)
        read[place] = custom
    return {sheet: read[place] for sheet, place in places.items() if place is not None}


def identity(piece: Piece) -> str:
    """Return what tells a row from all others: set, number, name, rarity; without a number, the nation."""
    nation = "" if piece.number else piece.nation or ""
    return "|".join((piece.set, piece.number or "", fold(piece.name), nation, piece.rarity or ""))


def _merge(
    before: Mapping[str, SheetPiece], reading: Reading, outcome: Imported, replaced: Collection[str] = ()
) -> dict[str, SheetPiece]:
    """Return the rows of the library with those of the reading, which has all rows of the replaced sets."""
    of_sheets = _without_repeats(reading, outcome)
    rows = dict(before)
    renamed = _renamed(before, of_sheets)
    for key, row in of_sheets.items():
        old = before.get(key)
        if old is None and key in renamed:
            old = rows.pop(renamed[key])
        if old is None:
            outcome.new += 1
        elif old == row.entry:
            outcome.unchanged += 1
        else:
            outcome.changed += 1
        rows[key] = row.entry
    gone = [key for key, entry in rows.items() if entry.piece.set in replaced and key not in of_sheets]
    outcome.removed = len(gone)
    for key in gone:
        del rows[key]
    return rows


def _without_repeats(reading: Reading, outcome: Imported) -> dict[str, ReadPiece]:
    """Return each piece of the reading once; a second row of it is told, and refused if it says otherwise."""
    rows: dict[str, ReadPiece] = {}
    for row in reading.pieces:
        first = rows.setdefault(identity(row.entry.piece), row)
        if first is row:
            continue
        where = f"row {first.place.row}" + (
            f" of {first.place.file}" if first.place.file != row.place.file else ""
        )
        differing = _differing(first.entry, row.entry)
        if not differing:
            outcome.repeated += 1
            name = row.entry.piece.name
            outcome.faults.append(row.place.fault("Name", name, f"the same as {where}", note=True))
            continue
        for column, value, other in differing:
            reason = f"{where} is the same piece and has {_quoted(other)} here; that row was taken"
            outcome.faults.append(row.place.fault(column, _shown(value), reason))
    return rows


def _differing(first: SheetPiece, second: SheetPiece) -> list[tuple[str, object, object]]:
    """Return the columns in which two rows of one piece differ, with the second and the first value."""
    pairs = [(fact, getattr(second.piece, fact, None), getattr(first.piece, fact, None)) for fact in COLUMNS]
    pairs.append(("treasure", second.treasure, first.treasure))
    differing = [(COLUMNS[fact], value, other) for fact, value, other in pairs if value != other]
    return differing or ([("Set", second.meant_for, first.meant_for)] if second != first else [])


def _renamed(before: Mapping[str, SheetPiece], rows: Mapping[str, ReadPiece]) -> dict[str, str]:
    """Find rows whose name or rarity was put right: alone of their number on both sides, and alike."""
    gone: dict[Group, list[str]] = defaultdict(list)
    come: dict[Group, list[str]] = defaultdict(list)
    for key, entry in before.items():
        if key not in rows and entry.piece.number:
            gone[group_of(entry.piece)].append(key)
    for key, row in rows.items():
        if key not in before and row.entry.piece.number:
            come[group_of(row.entry.piece)].append(key)
    return {
        keys[0]: gone[group][0]
        for group, keys in come.items()
        if len(keys) == 1
        and len(gone.get(group, ())) == 1
        and alike(rows[keys[0]].entry.piece, before[gone[group][0]].piece)
    }


def _count(outcome: Imported, reading: Reading) -> None:
    refused = {(fault.file, fault.sheet, fault.row) for fault in outcome.faults if not fault.note}
    outcome.refused = len(refused)
    outcome.remarks = reading.rows - outcome.refused - outcome.repeated
    outcome.remarks -= outcome.new + outcome.changed + outcome.unchanged


def _unparsed(reading: Reading, built: Built) -> list[Fault]:
    """Tell the lines that the language does not understand; their pieces are in the library all the same."""
    return [
        row.place.fault("Ability", text, f"not understood: {built.unparsed[text]}", note=True)
        for row in reading.pieces
        if (text := row.entry.piece.ability) and text in built.unparsed
    ]


def _differences(reading: Reading) -> list[Fault]:
    """Tell where a sheet has another value than db/pieces; the sheet's is taken."""
    ours = {group_of(piece): piece for piece in load_pieces()}
    errata = load_errata()
    notes: list[Fault] = []
    for row in reading.pieces:
        piece = ours.get(group_of(row.entry.piece))
        if piece is None or not alike(piece, row.entry.piece):
            continue
        for fact, own, value in differences(piece, row.entry.piece, errata):
            reason = f"taken, though Pirate Code's own data has {_quoted(own)}"
            notes.append(row.place.fault(COLUMNS[fact], _shown(value), reason, note=True))
    return notes


def _shown(value: object) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _quoted(value: object) -> str:
    return repr(_shown(value)[:SHOWN]) if value not in (None, (), "") else "nothing"
