"""The commands that make the library: build and import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from pirate_code.commands.output import Refused, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from pirate_code.library.importing import Imported
    from pirate_code.library.rows import Fault

_ROWS_SHOWN = 20
_COUNTED = ("pieces", "abilities", "keywords", "rulings", "claims", "errata")


def _with_its_data(ctx: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
    """Use what a library holds ready before the command imports what reads data files.

    A library that cannot be read is left to the command, which says why.
    """
    import sqlite3

    from pirate_code.library.prepared import lend_files
    from pirate_code.library.storage import LibraryError, connect, default_path, state

    with suppress(LibraryError, sqlite3.Error):
        place = path or default_path()
        if state(place) == "current":
            with closing(connect(place)) as db:
                lend_files(db)
    return path


db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    callback=_with_its_data,
    help="The library's file; else $PIRATE_CODE_DB, else one in your data folder.",
)


@click.command(
    short_help="Build the library, one SQLite file.",
    epilog="""Examples:

\b
  pirate-code build
  pirate-code build --db library.sqlite
  pirate-code build --fresh
""",
)
@db_option
@click.option("--fresh", is_flag=True, help="Leave out what was imported; also replaces a damaged library.")
@click.option("--json", "as_json", is_flag=True, help="Print what the library holds as one JSON object.")
def build(db: Path | None, fresh: bool, as_json: bool) -> None:
    """Build the library: pieces, abilities, keywords, errata and rulings in one SQLite file.

    It is made from what comes with Pirate Code and from sheets that were imported before. Until it is whole,
    the old library stays in its place.
    """
    from pirate_code import show
    from pirate_code.library import storage
    from pirate_code.library.build import build as build_library
    from pirate_code.library.completeness import completeness
    from pirate_code.library.progress import progress_bar

    with _refusing():
        place = db or storage.default_path()
        with progress_bar() as bar:
            built = build_library(place, bar, fresh=fresh)
    if as_json:
        print_json({"path": str(place), "unparsed": len(built.unparsed), **built.counts})
        return
    counts = ", ".join(f"{built.counts.get(name, 0):,} {name}" for name in _COUNTED)
    show.paper().print(f"{show.printable(str(place))}: {counts}.")
    with closing(storage.connect(place)) as opened:
        held = completeness(opened)
    if held.advice:
        show.paper().print(f"That is {held.says}; {held.advice}")
    if built.unparsed:
        show.paper().print(
            f"{_lines(len(built.unparsed))} not understood; the view unparsed_abilities says why."
        )


@click.command(
    "import",
    short_help="Add pieces from spreadsheets (.csv or .xlsx).",
    epilog="""Examples:

\b
  pirate-code import pieces.csv
  pirate-code import master.xlsx --report faults.csv
  pirate-code import first.csv second.csv --db library.sqlite --json
  pirate-code import https://example.org/master.csv
  pirate-code import examples/custom/amber-tide.csv
  pirate-code import mine.xlsx --set myset.yaml
""",
)
@click.argument("sheets", nargs=-1, required=True, metavar="FILE|ADDRESS...")
@db_option
@click.option(
    "--report", type=click.Path(path_type=Path), help="Write every fault and note to this CSV file."
)
@click.option(
    "--set",
    "set_file",
    type=click.Path(path_type=Path),
    help="The file (YAML) that names the custom set of these sheets; else NAME.yaml beside NAME.csv.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what became of the rows as one JSON object.")
@click.pass_context
def import_(
    ctx: click.Context,
    *,
    sheets: tuple[str, ...],
    db: Path | None,
    report: Path | None,
    set_file: Path | None,
    as_json: bool,
) -> None:
    """Import spreadsheets of pieces (.csv or .xlsx), such as the community's Master Spreadsheet.

    A sheet is a file, or a web address (https) that answers with one.

    Good rows go into the library together; a bad row is told with its number, its column and the reason. An
    import can be repeated: rows that have changed are updated, and none comes twice. The exit code is 0 only
    if no row was refused.

    Cards of your own are a custom set: a sheet with a small file beside it that names the set and its nations
    (docs/custom.md). Its pieces replace those of an earlier import of the set.
    """
    from pirate_code.library import storage
    from pirate_code.library.download import fetched
    from pirate_code.library.importing import import_sheets
    from pirate_code.library.progress import progress_bar

    with _refusing():
        place = db or storage.default_path()
        with (
            fetched(sheets) as files,
            _report(report, (place, *files)) as write,
            progress_bar() as bar,
        ):
            outcome = import_sheets(place, files, bar, set_file)
            write(outcome.faults)
    if as_json:
        print_json(outcome.summary)
    else:
        _tell(outcome, place, report)
    if outcome.refused:
        ctx.exit(1)


@contextmanager
def _refusing() -> Iterator[None]:
    """Tell what is wrong with the library, the data or a sheet in one sentence."""
    from pirate_code.data import DataError
    from pirate_code.library.sheet import SheetError

    try:
        yield
    except (DataError, SheetError) as error:
        raise Refused(str(error)) from None


@contextmanager
def _report(path: Path | None, others: Sequence[Path]) -> Iterator[Any]:
    """Open the report before the work begins, so that a wrong path is told before and not after it.

    An older report stays if the import is refused.
    """
    from pirate_code.library.export import writing

    if path is None:
        yield lambda faults: None
        return
    if any(path.resolve() == other.resolve() for other in others):
        raise Refused(f"The report would overwrite {path}; give it another name.")
    with writing(path) as file:
        yield partial(_write, file)


def _write(file: TextIO, faults: Sequence[Fault]) -> None:
    """Write faults and notes as comma-separated values."""
    from pirate_code.cells import csv_line

    file.write(csv_line(("file", "sheet", "row", "column", "value", "reason", "refused")))
    for fault in faults:
        refused = "no" if fault.note else "yes"
        cells = (fault.file, fault.sheet, fault.row, fault.column, fault.value, fault.reason, refused)
        file.write(csv_line(cells))


def _tell(outcome: Imported, place: Path, report: Path | None) -> None:
    """Say what became of the rows, and show the first that were refused or are worth a look."""
    from pirate_code import show

    paper = show.paper()
    if outcome.faults:
        paper.print(_table(outcome.faults[:_ROWS_SHOWN]))
        more = len(outcome.faults) - _ROWS_SHOWN
        if more > 0:
            where = "the report has them" if report else "--report FILE writes them down"
            paper.print(f"… and {more:,} more ({where})")
    numbers = [
        "new",
        "changed",
        "unchanged",
        "repeated",
        "refused",
        *(["removed"] if outcome.removed else []),
    ]
    told = ", ".join(f"{getattr(outcome, name):,} {name}" for name in numbers)
    paper.print(f"{outcome.rows:,} rows: {told}; {outcome.remarks:,} only remarks.")
    if outcome.unparsed:
        paper.print(f"{_lines(outcome.unparsed)} not understood; the pieces are in the library.")
    paper.print(f"{show.printable(str(place))} has {outcome.pieces:,} pieces.")


def _lines(count: int) -> str:
    return f"{count:,} ability line is" if count == 1 else f"{count:,} ability lines are"


def _table(faults: Sequence[Fault]) -> Table:
    from rich.table import Table

    from pirate_code.show import printable

    table = Table("file", "row", "column", "value", "reason", title="Rows to look at", title_justify="left")
    for fault in faults:
        place = f"{fault.file} ({fault.sheet})" if fault.sheet else fault.file
        cells = (place, str(fault.row), fault.column, fault.value, fault.reason)
        table.add_row(*(printable(cell) for cell in cells), style=None if fault.note else "red")
    return table
