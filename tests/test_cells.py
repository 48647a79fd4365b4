"""No table that we write holds a formula, and every text comes back as it was."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.cells import csv_line, from_cell, to_cell
from pirate_code.cli import commands
from pirate_code.library.sheet import read_tables

TEXTS = st.text(alphabet=st.sampled_from("=+-@\t\r\n'\"a1;, é"), min_size=1, max_size=8)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@given(TEXTS | st.text())
def test_no_cell_begins_like_a_formula_and_every_text_comes_back(text: str) -> None:
    cell = to_cell(text)
    assert not cell.startswith(FORMULA)
    assert from_cell(cell) == text


@pytest.mark.parametrize("number", [-1, 0, 2, -1.5, None, True])
def test_what_is_no_text_stays_as_it_is(number: object) -> None:
    assert to_cell(number) is number


@settings(max_examples=100, deadline=None)
@given(rows=st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_table_that_we_write_is_imported_as_it_was(
    rows: list[list[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = csv_line(("Name", "Ability", "Link")) + "".join(map(csv_line, rows))
    path = tmp_path_factory.mktemp("cells") / "sheet.csv"
    path.write_text(text, encoding="utf-8", newline="")
    (table,) = read_tables(path)
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    assert [list(row) for _, row in table.rows] == kept


SHEET = """Faction,#,Rarity,Type,Name,Point Cost,Masts,Cargo,Base Move,Cannons,Ability,SheetName,Set
English,901,Common,Crew,=1+1,3,,,,,+1 to nothing,Sheet,Pirates of the Crimson Coast
English,902,Common,Crew,@SUM(A1),-many,,,,,-1 to nothing,Sheet,Pirates of the Crimson Coast
"""


@pytest.mark.parametrize(
    "command",
    [
        ["export", "pieces", "--format", "csv"],
        ["export", "abilities", "--format", "csv"],
        ["search", "kind:crew", "--csv"],
    ],
    ids=" ".join,
)
def test_no_command_writes_a_formula(command: list[str], tmp_path: Path) -> None:
    sheet, library, report = tmp_path / "sheet.csv", tmp_path / "library.sqlite", tmp_path / "report.csv"
    sheet.write_text(SHEET, encoding="utf-8")
    done = CliRunner().invoke(
        commands, ["import", str(sheet), "--db", str(library), "--report", str(report), "--json"]
    )
    assert '"refused": 1' in done.stdout
    result = CliRunner().invoke(commands, [*command, "--db", str(library)])
    assert result.exit_code == 0
    written = result.stdout
    reported = report.read_bytes().decode()
    for text in (written, reported):
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert not [cell for cell in cells if cell.startswith(FORMULA) and not cell.lstrip("-").isdigit()]
    assert "'-many" in reported
    assert "'=1+1" in written or "'+1 to nothing" in written
