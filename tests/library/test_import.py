"""A spreadsheet of pieces goes into the library as it is; what cannot go in is told with the reason."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner, Result

from pirate_code import cli
from pirate_code.library import rows, sheet, sheet_cells, sheet_limits
from pirate_code.library.importing import Imported, import_sheets
from pirate_code.library.opening import open_library
from pirate_code.library.rows import Reading, read_rows

TITLES = ["Faction", "#", "Rarity", "Type", "Name", "Point Cost", "Masts", "Cargo", "Base Move", "Cannons"]
TITLES += ["Link", "Ability", "Treasure Values", "SheetName", "Set"]
SHIP = {
    "Faction": "English",
    "#": "1",
    "Rarity": "Common",
    "Type": "Ship",
    "Name": "HMS Sparrow",
    "Point Cost": "10.0",
    "Masts": "3.0",
    "Cargo": "4.0",
    "Base Move": "S+L",
    "Cannons": "3S-2L-3S",
    "Ability": "This ship cannot be pinned.",
    "SheetName": "House Set",
}
CREW = {
    "Faction": "Pirate",
    "#": "2",
    "Type": "Crew",
    "Name": "Jim",
    "Point Cost": "2",
    "SheetName": "House Set",
}


def written(folder: Path, *found: dict[str, str], name: str = "pieces.csv") -> Path:
    path = folder / name
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, TITLES, restval="")
        writer.writeheader()
        writer.writerows(found)
    return path


def read(folder: Path, *found: dict[str, str]) -> Reading:
    return read_rows([written(folder, *found)])


def piece(folder: Path, **values: str) -> Any:
    """Return the one piece of a sheet of one ship with these cells."""
    changed = SHIP | {name.replace("_", " "): value for name, value in values.items()}
    reading = read(folder, changed)
    assert reading.faults == []
    return reading.pieces[0].entry.piece


def reasons(folder: Path, **values: str) -> list[tuple[int, str, str]]:
    """Return row, column and reason of each fault in a sheet of one ship with these cells."""
    changed = SHIP | {name.replace("_", " "): value for name, value in values.items()}
    return [(fault.row, fault.column, fault.reason) for fault in read(folder, changed).faults]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.commands, ["import", *map(str, arguments)])


def query(library: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    db = open_library(library)
    try:
        return [tuple(row) for row in db.execute(statement, values)]
    finally:
        db.close()


# One cell


def test_a_row_becomes_a_piece(tmp_path: Path) -> None:
    found = piece(tmp_path)
    assert (found.set, found.number, found.name, found.kind) == ("HouseSet", "001", "HMS Sparrow", "ship")
    assert (found.nation, found.rarity, found.points, found.masts, found.cargo) == (
        "english",
        "common",
        10,
        3,
        4,
    )
    assert (found.base_move, found.cannons) == (("S", "L"), ("3S", "2L", "3S"))


@pytest.mark.parametrize("cell", ["3S-2L-3S", "3S,2L,3S", "3S, 2L, 3S", "3s–2l—3s", " 3S - 2L - 3S "])
def test_cannons_may_stand_between_any_dashes_or_commas(tmp_path: Path, cell: str) -> None:
    assert piece(tmp_path, Cannons=cell).cannons == ("3S", "2L", "3S")


@pytest.mark.parametrize(
    ("cell", "number"), [("7", "007"), ("7.0", "007"), ("42a", "042a"), ("PP 376", "PP-376")]
)
def test_numbers_are_written_as_on_cards(tmp_path: Path, cell: str, number: str) -> None:
    assert piece(tmp_path, **{"#": cell}).number == number


def test_a_missing_number_is_no_fault(tmp_path: Path) -> None:
    assert piece(tmp_path, **{"#": ""}).number is None


def test_blanks_around_and_in_a_name_are_dropped(tmp_path: Path) -> None:
    assert piece(tmp_path, Name="L' Artesien          ").name == "L' Artesien"
    assert piece(tmp_path, Name=" “Jerky”  Johnson").name == '"Jerky" Johnson'


def test_a_fort_costs_gold(tmp_path: Path) -> None:
    fort = {"Type": "Fort", "Point_Cost": "3 gold", "Masts": "", "Cargo": "", "Base_Move": ""}
    found = piece(tmp_path, **fort)
    assert (found.gold, found.points) == (3, None)


def test_crew_on_a_treasure_are_crew(tmp_path: Path) -> None:
    found = read(tmp_path, CREW | {"Type": "Crew/T"}).pieces[0].entry.piece
    assert (found.kind, found.crew_treasure) == ("crew", True)


def test_a_ship_that_is_a_kraken_is_a_sea_creature(tmp_path: Path) -> None:
    assert piece(tmp_path, Ability="Sea Monster. This sea monster cannot be pinned.").kind == "sea creature"


def test_canoes_and_flotillas_have_no_masts(tmp_path: Path) -> None:
    assert piece(tmp_path, Ability="Native Canoe.", Masts="1.0").masts == 0
    assert piece(tmp_path, Ability="Flotilla, Extended Range.", Masts="1").masts == 0


def test_links_are_names_and_a_name_may_have_a_comma(tmp_path: Path) -> None:
    linked = SHIP | {"Link": "Jacques, Duc de Valois, Aramis and “Jim”*"}
    reading = read(tmp_path, linked, CREW | {"Name": "Jacques, Duc de Valois"})
    assert reading.pieces[0].entry.piece.links == ("Jacques, Duc de Valois", "Aramis", '"Jim"')


@pytest.mark.parametrize(
    ("column", "cell", "reason"),
    [
        ("Point Cost", "3.5", "no whole number from 0 to 999"),
        ("Point Cost", "3 gold", "no whole number from 0 to 999"),
        ("Point Cost", "-1", "no whole number from 0 to 999"),
        ("Point Cost", "", "a ship needs a point cost"),
        ("Masts", "", "a ship needs masts"),
        ("Masts", "three", "no whole number from 0 to 999"),
        ("Cargo", "99999", "no whole number from 0 to 999"),
        ("Base Move", "S+X", "a base move is made of S, L, T and D, such as S+L"),
        ("Cannons", "3S-7L", "'7L' is no cannon; one is a rank and a range, such as 3S"),
        ("Faction", "Englsh", "no nation of the game; did you mean english?"),
        ("Faction", "", "a ship needs a nation"),
        ("Type", "Shp", "no type of piece; did you mean ship?"),
        ("Type", "", "the type is missing"),
        ("Name", "", "the name is missing"),
        ("#", "1/2", "a number of a piece has letters, digits and hyphens only"),
        ("SheetName", "???", "the name of a set has letters"),
        ("Name", "x" * 201, "the cell is longer than 200 characters"),
        ("Ability", "x" * 10_001, "the cell is longer than 10,000 characters"),
    ],
)
def test_a_wrong_cell_is_told_with_row_column_and_reason(
    tmp_path: Path, column: str, cell: str, reason: str
) -> None:
    assert reasons(tmp_path, **{column: cell}) == [(2, column, reason)]


def test_a_fact_that_no_such_card_has_is_told(tmp_path: Path) -> None:
    (fault,) = read(tmp_path, CREW | {"Masts": "2"}).faults
    assert (fault.column, fault.reason) == ("Masts", "crew cards have no masts")


def test_every_fault_of_a_row_is_told(tmp_path: Path) -> None:
    found = reasons(tmp_path, Faction="Englsh", Masts="x", Cannons="9Z")
    assert [column for _, column, _ in found] == ["Faction", "Masts", "Cannons"]


def test_a_remark_between_the_pieces_is_no_fault(tmp_path: Path) -> None:
    (note,) = read(tmp_path, {"Faction": "3/4/05: fixed a typing error"}, SHIP).faults
    assert (note.row, note.note, note.reason) == (2, True, "a remark, not a piece")


def test_a_known_error_of_the_sheet_is_put_right(tmp_path: Path) -> None:
    error = next(iter(sheet_cells.known_errors().values()))
    row = CREW | {"#": error.number, "SheetName": error.set, "Ability": error.sheet}
    reading = read(tmp_path, row)
    assert reading.pieces[0].entry.piece.ability == error.right
    assert reading.faults[0].note
    assert read(tmp_path, row | {"Ability": "Captain."}).pieces[0].entry.piece.ability == "Captain."


def test_rows_are_counted_as_a_spreadsheet_counts_them(tmp_path: Path) -> None:
    text = 'Type,Name,Faction,Point Cost,Ability\n\nCrew,A,Pirate,2,"two\nlines"\n\nCrew,B,Pirat,2,\n'
    path = tmp_path / "pieces.csv"
    path.write_text(text, encoding="utf-8")
    assert [fault.row for fault in read_rows([path]).faults] == [5]


def test_a_set_is_known_by_its_sheet_its_code_or_its_name() -> None:
    assert {sheet_cells.piece_set(name)[0] for name in ("Fire and Steel", "F&S", "FS")} == {"FS"}


def test_without_a_sheet_name_the_worksheet_is_the_set(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    worksheet = book.create_sheet("Crimson Coast")
    worksheet.append(["Faction", "#", "Rarity", "Type", "Name", "Point Cost"])
    worksheet.append(["Pirate", 7, "LE", "Crew", "Jim", 3.0])
    book.create_sheet("Notes").append(["nothing"])
    path = tmp_path / "master.xlsx"
    book.save(path)
    (found,) = read_rows([path]).pieces
    assert (found.entry.piece.id, found.entry.piece.points, found.place.sheet) == (
        "CC-007",
        3,
        "Crimson Coast",
    )


def test_the_column_set_tells_the_set_only_where_no_sheet_does(tmp_path: Path) -> None:
    unreleased = read(tmp_path, SHIP | {"SheetName": "UNRELEASED", "Set": "SM"}).pieces[0].entry
    assert (unreleased.piece.set, unreleased.meant_for) == ("U", "SM")
    alone = read(tmp_path, SHIP | {"SheetName": "", "Set": "SM"}).pieces[0].entry
    assert (alone.piece.set, alone.meant_for) == ("SM", None)


def test_a_sheet_without_names_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pieces.csv"
    path.write_text("Nme,Type\nA,Ship\n", encoding="utf-8")
    with pytest.raises(
        sheet.SheetError, match=r"no column 'Name'; its columns are: Nme, Type\. Did you mean 'Nme'"
    ):
        read_rows([path])


def test_too_many_rows_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_limits, "ROW_LIMIT", 2)
    with pytest.raises(sheet.SheetError, match="more than 2 rows"):
        read_rows([written(tmp_path, SHIP, CREW, CREW)])


# Into the library


def test_good_rows_go_in_and_bad_ones_are_told(library: Path, tmp_path: Path) -> None:
    path = written(tmp_path, SHIP, SHIP | {"#": "3", "Point Cost": "many"}, CREW)
    report = tmp_path / "report.csv"
    result = run(path, "--db", library, "--report", report)
    assert result.exit_code == 1
    assert "3 rows: 2 new, 0 changed, 0 unchanged, 0 repeated, 1 refused" in result.stdout
    assert "Point Cost" in result.stdout
    assert query(library, "SELECT name FROM pieces WHERE set_id = 'HouseSet' ORDER BY name") == [
        ("HMS Sparrow",),
        ("Jim",),
    ]
    with report.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["file"], row["row"], row["column"], row["value"]) == ("pieces.csv", "3", "Point Cost", "many")
    assert row["reason"] == "no whole number from 0 to 999"
    assert row["refused"] == "yes"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a ship within S of " * 26 + "this ship may move S.", "more than 24 levels deep"),
        ("This ship gets +S to her boarding rolls.", "raised by a number such as 1, not S"),
    ],
)
def test_a_line_that_cannot_be_meant_goes_in_unparsed_with_the_reason(
    library: Path, tmp_path: Path, line: str, why: str
) -> None:
    result = run(written(tmp_path, SHIP | {"Ability": line}), "--db", library)
    assert "not understood" in result.stdout
    found = "SELECT status, json_extract(error_json, '$.message') FROM abilities WHERE text = ?"
    ((status, message),) = query(library, found, line)
    assert status == "unparsed"
    assert why in message


def test_an_imported_piece_is_linked_like_any_other(library: Path, tmp_path: Path) -> None:
    assert run(written(tmp_path, SHIP | {"Ability": "Schooner."}), "--db", library).exit_code == 0
    assert query(library, "SELECT keyword FROM keyword_carriers WHERE piece_id = 'HouseSet-001'") == [
        ("Schooner",)
    ]
    assert query(library, "SELECT name, origin FROM sets WHERE id = 'HouseSet'") == [("House Set", "sheet")]
    assert query(library, "PRAGMA foreign_key_check") == []


def test_importing_again_changes_nothing(library: Path, tmp_path: Path) -> None:
    path = written(tmp_path, SHIP, CREW)
    assert import_sheets(library, [path]).new == 2
    before = library.read_bytes(), library.stat().st_mtime_ns
    again = import_sheets(library, [path])
    assert (again.new, again.changed, again.unchanged) == (0, 0, 2)
    assert (library.read_bytes(), library.stat().st_mtime_ns) == before


def test_a_changed_row_is_updated(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path, SHIP, CREW)])
    outcome = import_sheets(library, [written(tmp_path, SHIP | {"Point Cost": "11"}, CREW)])
    assert (outcome.new, outcome.changed, outcome.unchanged) == (0, 1, 1)
    assert query(library, "SELECT points FROM pieces WHERE name = 'HMS Sparrow'") == [(11,)]


def test_a_name_that_was_put_right_is_an_update(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path, SHIP | {"Name": "HMS Sparow"})])
    outcome = import_sheets(library, [written(tmp_path, SHIP)])
    assert (outcome.new, outcome.changed) == (0, 1)
    assert query(library, "SELECT name FROM pieces WHERE set_id = 'HouseSet'") == [("HMS Sparrow",)]


def test_rows_that_a_later_sheet_lacks_stay(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path, SHIP)])
    import_sheets(library, [written(tmp_path, CREW)])
    assert query(library, "SELECT count(*) FROM pieces WHERE set_id = 'HouseSet'") == [(2,)]


def test_the_order_of_imports_does_not_matter(built: Path, tmp_path: Path) -> None:
    sheets = [written(tmp_path, SHIP, name="a.csv"), written(tmp_path, CREW, name="b.csv")]
    libraries = [tmp_path / "one.sqlite", tmp_path / "two.sqlite"]
    for library, order in zip(libraries, (sheets, sheets[::-1]), strict=True):
        library.write_bytes(built.read_bytes())
        for path in order:
            import_sheets(library, [path])
    assert libraries[0].read_bytes() == libraries[1].read_bytes()


def test_a_build_keeps_what_was_imported_and_a_fresh_one_does_not(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path, SHIP)])
    imported = library.read_bytes()
    build = ["build", "--db", str(library)]
    assert CliRunner().invoke(cli.commands, build).exit_code == 0
    assert library.read_bytes() == imported
    assert CliRunner().invoke(cli.commands, [*build, "--fresh"]).exit_code == 0
    assert query(library, "SELECT count(*) FROM pieces WHERE set_id = 'HouseSet'") == [(0,)]


def test_a_row_that_comes_twice_is_taken_once(library: Path, tmp_path: Path) -> None:
    outcome = import_sheets(library, [written(tmp_path, SHIP, SHIP | {"Name": "HMS Sparrow  "})])
    assert (outcome.new, outcome.repeated, outcome.refused) == (1, 1, 0)
    assert [(fault.row, fault.reason) for fault in outcome.faults] == [(3, "the same as row 2")]


def test_a_second_row_of_a_piece_that_says_otherwise_is_refused(library: Path, tmp_path: Path) -> None:
    outcome = import_sheets(library, [written(tmp_path, SHIP, SHIP | {"Cargo": "5"})])
    assert (outcome.new, outcome.repeated, outcome.refused) == (1, 0, 1)
    (fault,) = outcome.faults
    assert (fault.row, fault.column, fault.value) == (3, "Cargo", "5")
    assert fault.reason == "row 2 is the same piece and has '4' here; that row was taken"


def test_two_pieces_of_one_number_are_told_apart(library: Path, tmp_path: Path) -> None:
    le = SHIP | {"Rarity": "LE"}
    import_sheets(library, [written(tmp_path, SHIP, le, CREW, CREW | {"Name": "Ben Gunn"})])
    found = query(library, "SELECT id FROM pieces WHERE set_id = 'HouseSet' ORDER BY id")
    ids = ["HouseSet-001", "HouseSet-001-limited-edition", "HouseSet-002-ben-gunn", "HouseSet-002-jim"]
    assert [key for (key,) in found] == ids


def test_a_line_that_is_not_understood_is_kept_and_told(library: Path, tmp_path: Path) -> None:
    result = run(written(tmp_path, SHIP | {"Ability": "This ship zyzzyvas."}), "--db", library, "--json")
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert (summary["new"], summary["unparsed"], summary["faults"]) == (1, 1, [])
    assert summary["notes"][0]["column"] == "Ability"
    assert query(library, "SELECT text FROM unparsed_abilities WHERE text LIKE '%zyzzyvas%'")


def test_the_sheet_tells_the_facts_of_a_piece_that_we_have_too(library: Path, tmp_path: Path) -> None:
    row = SHIP | {"Faction": "Cursed", "#": "300a", "Name": "Guichuan", "SheetName": "Davy Jones Curse"}
    outcome = import_sheets(library, [written(tmp_path, row)])
    assert query(library, "SELECT points, masts FROM pieces WHERE id = 'DJC-300a'") == [(10, 3)]
    assert {fault.column for fault in outcome.faults if fault.note} >= {"Point Cost", "Masts"}
    assert query(library, "SELECT count(*) FROM pieces WHERE name = 'Guichuan'") == [(1,)]


def test_what_errata_correct_is_not_taken_from_a_sheet(library: Path, tmp_path: Path) -> None:
    before = query(library, "SELECT ability, printed_ability FROM pieces WHERE id = 'MI-210'")
    row = SHIP | {"Faction": "Mercenary", "#": "210", "Name": "Hanno", "SheetName": "Mysterious Islands"}
    import_sheets(library, [written(tmp_path, row | {"Ability": before[0][0]})])
    assert query(library, "SELECT ability, printed_ability FROM pieces WHERE id = 'MI-210'") == before


def test_one_file_that_cannot_be_read_stops_the_import(library: Path, tmp_path: Path) -> None:
    before = library.read_bytes()
    result = run(written(tmp_path, SHIP), tmp_path / "none.csv", "--db", library)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: There is no file ")
    assert library.read_bytes() == before


def test_a_report_that_cannot_be_written_stops_the_import(library: Path, tmp_path: Path) -> None:
    before = library.read_bytes()
    path = written(tmp_path, SHIP)
    for report, sentence in (
        (tmp_path / "none" / "report.csv", "cannot be written (No such file or directory)"),
        (path, "The report would overwrite"),
        (library, "The report would overwrite"),
    ):
        result = run(path, "--db", library, "--report", report)
        assert result.exit_code == 2
        assert sentence in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert library.read_bytes() == before
    assert path.read_text(encoding="utf-8").startswith("Faction,")


def test_an_older_report_stays_if_the_import_is_refused(library: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.csv"
    report.write_text("old", encoding="utf-8")
    assert run(tmp_path / "none.csv", "--db", library, "--report", report).exit_code == 2
    assert report.read_text(encoding="utf-8") == "old"


def test_an_import_makes_the_library_if_there_is_none(tmp_path: Path) -> None:
    library = tmp_path / "new.sqlite"
    assert run(written(tmp_path, SHIP), "--db", library).exit_code == 0
    assert query(library, "SELECT count(*) > 100 FROM rulings") == [(1,)]


@pytest.fixture(scope="module")
def master(
    built: Path, master_sheet: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Imported]:
    """Import the community's sheet into a copy of the library."""
    library = tmp_path_factory.mktemp("master") / "library.sqlite"
    library.write_bytes(built.read_bytes())
    return library, import_sheets(library, [master_sheet])


def test_the_whole_master_sheet_goes_in(master: tuple[Path, Imported], master_sheet: Path) -> None:
    library, outcome = master
    with master_sheet.open(encoding="utf-8-sig", newline="") as file:
        assert outcome.rows == sum(any(row.values()) for row in csv.DictReader(file)) > 2000
    assert (outcome.refused, outcome.changed, outcome.unchanged) == (0, 0, 0)
    assert outcome.new + outcome.repeated + outcome.remarks == outcome.rows
    assert query(library, "SELECT count(*) FROM sheet_rows") == [(outcome.new,)]
    assert query(library, "PRAGMA foreign_key_check") == []
    db = sqlite3.connect(library)
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


def test_the_master_sheet_again_changes_nothing(master: tuple[Path, Imported], master_sheet: Path) -> None:
    library, first = master
    again = import_sheets(library, [master_sheet])
    assert (again.new, again.changed, again.unchanged) == (0, 0, first.new)
    assert again.pieces == first.pieces


def test_what_is_odd_about_the_master_sheet_is_listed_and_no_fault(master: tuple[Path, Imported]) -> None:
    _, outcome = master
    assert all(fault.note for fault in outcome.faults)
    remarks = [fault for fault in outcome.faults if fault.reason == "a remark, not a piece"]
    repeats = [fault for fault in outcome.faults if fault.reason.startswith("the same as row")]
    assert (len(remarks), len(repeats)) == (outcome.remarks, outcome.repeated)
    unparsed = [fault for fault in outcome.faults if fault.reason.startswith("not understood")]
    assert len(unparsed) == outcome.unparsed


def test_the_master_sheet_contradicts_none_of_our_pieces(master: tuple[Path, Imported]) -> None:
    _, outcome = master
    assert [fault for fault in outcome.faults if "own data has" in fault.reason] == []


def test_columns_of_the_reader_are_those_of_the_sheet(master_sheet: Path) -> None:
    (table,) = sheet.read_tables(master_sheet)
    assert set(rows.COLUMNS.values()) <= set(table.titles)
