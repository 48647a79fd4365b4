"""How large a spreadsheet may be, counted while it is read, so that none takes more memory or time than this.

The community's sheet has about 5,000 rows of 20 columns in half a megabyte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SIZE_LIMIT = 20_000_000
UNPACKED_LIMIT = 50_000_000
PART_LIMIT = 2_000
SHEET_LIMIT = 100
ROW_LIMIT = 100_000
# Rows that hold nothing count as well; no spreadsheet program has more.
LINE_LIMIT = 1_048_576
COLUMN_LIMIT = 500
CELL_LIMIT = 2_000_000
CELL_LENGTH_LIMIT = 100_000
ROW_LENGTH_LIMIT = 1_000_000
TEXT_LIMIT = 20_000_000


class SheetError(ValueError):
    """A spreadsheet cannot be read; the message is a sentence for the user."""


@dataclass
class Totals:
    """What was read of one file so far; more than its limits is an error."""

    file: str
    rows: int = 0
    cells: int = 0
    characters: int = 0

    def add(self, row: Sequence[str], place: str) -> None:
        """Count a row that holds something."""
        self.rows += 1
        self.cells += len(row)
        self.characters += sum(map(len, row))
        if len(row) > COLUMN_LIMIT:
            raise SheetError(f"{place} has {len(row):,} columns; at most {COLUMN_LIMIT} are read.")
        for what, count, limit in (
            ("rows", self.rows, ROW_LIMIT),
            ("cells", self.cells, CELL_LIMIT),
            ("characters", self.characters, TEXT_LIMIT),
        ):
            if count > limit:
                raise SheetError(f"{place}: the file {self.file} has more than {limit:,} {what}.")


def column_letters(index: int) -> str:
    """Return how a spreadsheet program names a column, counted from 0.

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
