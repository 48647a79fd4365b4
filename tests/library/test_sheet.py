"""Ability lines come out of real spreadsheets, and a wrong one is told in one sentence."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date, datetime, time
from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from pirate_code.library import sheet
from pirate_code.library import workbook as workbook_reader
from pirate_code.library.sheet import SheetError, ability_lines


def written(tmp_path: Path, content: str | bytes, name: str = "pieces.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def workbook(tmp_path: Path, *sheets: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for rows in sheets:
        worksheet = book.create_sheet()
        for row in rows:
            worksheet.append(row)
    path = tmp_path / "pieces.xlsx"
    book.save(path)
    return path


def test_every_ability_of_the_master_sheet_is_read_in_its_order(master_sheet: Path) -> None:
    with master_sheet.open(encoding="utf-8-sig", newline="") as file:
        abilities = [row["Ability"].strip() for row in csv.DictReader(file)]
    assert ability_lines(master_sheet) == [ability for ability in abilities if ability]


def test_abilities_are_stripped_and_blanks_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, 'Name,Ability\nA," Captain. "\nB,\nC,"  "\nshort\nD,Helmsman.\n')
    assert ability_lines(path) == ["Captain.", "Helmsman."]


def test_a_repeated_ability_is_kept_each_time(tmp_path: Path) -> None:
    assert ability_lines(written(tmp_path, "Ability\nCaptain.\nCaptain.\n")) == ["Captain."] * 2


def test_commas_quotes_and_line_breaks_inside_a_cell_are_kept(tmp_path: Path) -> None:
    path = written(tmp_path, 'Ability,Name\r\n"If ""derelict"", she\r\nmoves.",A\r\n')
    assert ability_lines(path) == ['If "derelict", she\r\nmoves.']


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_any_usual_separator_and_a_byte_order_mark_are_fine(tmp_path: Path, separator: str) -> None:
    rows = [["Name", "ability ", "Set"], ["A", "Captain.", "PS"]]
    content = "\n".join(separator.join(row) for row in rows)
    assert ability_lines(written(tmp_path, b"\xef\xbb\xbf" + content.encode())) == ["Captain."]


def test_every_worksheet_with_an_ability_column_is_read(tmp_path: Path) -> None:
    path = workbook(
        tmp_path,
        [["Name", "Ability"], ["A", " Captain. "], ["B", None], ["C", 5]],
        [["Notes"], ["none"]],
        [[None, None], ["Ability", "Name"], ["Helmsman.", "D"]],
    )
    assert ability_lines(path) == ["Captain.", "5", "Helmsman."]


def test_a_workbook_is_read_as_the_library_that_wrote_it_reads_it(tmp_path: Path) -> None:
    bold = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"))
    path = workbook(
        tmp_path,
        [
            ["Name", "#", "Points", None, "y"],
            ["Épée “q”", 1, 2.5, True, False],
            [None],
            ["=1+1", "_x005F_ a"],
        ],
        [
            [datetime(2005, 3, 4), date(2005, 3, 4), time(3, 4), 1e20, -3, 1e-7],
            ["two\nlines", bold, "007", " x "],
        ],
    )
    book = openpyxl.load_workbook(path, data_only=True)
    for table, worksheet in zip(sheet.read_tables(path), book.worksheets, strict=True):
        written_rows = [["" if cell is None else str(cell) for cell in row] for row in worksheet.values]
        numbered = [(n, row) for n, row in enumerate(written_rows, 1) if any(row)]
        read_rows = [(table.top, table.titles), *table.rows]
        assert table.name == worksheet.title
        for (number, cells), (expected_number, expected) in zip(read_rows, numbered, strict=True):
            padded = [*cells, *[""] * (len(expected) - len(cells))]
            assert (number, padded) == (expected_number, expected)


def test_days_are_counted_from_the_year_a_workbook_says(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    book.worksheets[0].append(["Ability"])
    book.worksheets[0].append([datetime(2005, 3, 4)])
    book.save(tmp_path / "old.xlsx")
    assert ability_lines(tmp_path / "old.xlsx") == ["2005-03-04 00:00:00"]


def test_of_two_equal_ability_columns_that_differ_none_is_chosen(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match="columns A and C are both titled 'Ability' and differ in row 3"):
        ability_lines(written(tmp_path, "Ability,Name,ability\nCaptain.,A,Captain.\nCaptain.,B,Helmsman.\n"))


def test_of_equal_ability_columns_that_hold_the_same_the_first_is_read(tmp_path: Path) -> None:
    content = "Ability,Name,Ability,Ability\nCaptain.,A,Captain.,\n"
    assert ability_lines(written(tmp_path, content)) == ["Captain."]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match=r"^There is no file .*none\.csv\.$"):
        ability_lines(tmp_path / "none.csv")


def test_a_folder_is_no_spreadsheet(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match="is a folder"):
        ability_lines(tmp_path)


def test_a_missing_column_is_told_with_the_columns_that_are_there(tmp_path: Path) -> None:
    with pytest.raises(
        SheetError, match=r"no column 'Ability'; its columns are: Name, Abilities\. Did you mean 'Abil"
    ):
        ability_lines(written(tmp_path, "Name,Abilities\nA,Captain.\n"))


def test_no_column_is_suggested_when_none_is_close(tmp_path: Path) -> None:
    with pytest.raises(SheetError) as told:
        ability_lines(written(tmp_path, "Name,Cost\nA,5\n"))
    assert "Did you mean" not in str(told.value)


def test_a_workbook_without_the_column_is_told_too(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match=r"its columns are: Name, Rules\."):
        ability_lines(workbook(tmp_path, [["Name"], ["A"]], [["Name", "Rules"]]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\n  \n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "is not a spreadsheet"),
        (b"PK\x03\x04 not really", "is not a spreadsheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old Excel file"),
        (b"Ability\nCa\xf1on\n", r"not UTF-8 text \(line 2\)"),
        (b'Ability\n"' + b"x" * 200_000, "a row is longer|too long, or a quote that is never closed"),
    ],
)
def test_what_is_no_spreadsheet_is_told(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(SheetError, match=message):
        ability_lines(written(tmp_path, content))


def test_a_zip_of_something_else_is_no_spreadsheet(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", "<w/>")
    with pytest.raises(SheetError, match="is not a spreadsheet"):
        ability_lines(written(tmp_path, packed.getvalue(), "letter.docx"))


def test_a_sheet_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "SIZE_LIMIT", 1_000_000)
    with pytest.raises(SheetError, match="larger than 1 MB"):
        ability_lines(written(tmp_path, b"x" * 1_000_001))


def test_a_workbook_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook_reader, "UNPACKED_LIMIT", 1000)
    with pytest.raises(SheetError, match="unpacks to more than"):
        ability_lines(workbook(tmp_path, [["Ability"], ["x" * 5000]]))


def test_a_web_page_that_was_saved_in_place_of_a_sheet_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, "<!-- saved --> <!DOCTYPE html><html><body>Sheet</body></html>")
    with pytest.raises(SheetError) as caught:
        ability_lines(path)
    assert str(caught.value) == f"{path} is a web page, not a sheet; save the sheet itself as .csv or .xlsx."
