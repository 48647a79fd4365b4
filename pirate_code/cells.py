"""Comma-separated values in which no spreadsheet finds a formula, and the way back.

A text that begins like a formula gets an apostrophe before it, as spreadsheets write it themselves. A text
that begins with apostrophes and then like a formula gets one more, so that every text comes back as it was.
Numbers stay numbers. Which rows are written is for others to know.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")

_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")


def csv_line(values: Iterable[object]) -> str:
    """A row of a table, with its line end."""
    line = io.StringIO(newline="")
    # Only with this line end does the module quote both characters of a line break.
    csv.writer(line, lineterminator="\r\n").writerow(map(to_cell, values))
    return line.getvalue().removesuffix("\r\n") + "\n"


def to_cell(value: Value) -> Value | str:
    """A value as it is written into a cell."""
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def from_cell(cell: str) -> str:
    """The text that was written into a cell."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
