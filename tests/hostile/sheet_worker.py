"""Reads spreadsheets that are made to hurt, in a process of its own with little memory.

JSON in: paths. Out: before each its number, and then how many rows it has, or why it is refused.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from pirate_code.library.rows import read_rows
from pirate_code.library.sheet import SheetError

MEMORY = 700_000_000


def read(path: str) -> dict[str, object]:
    """Read one file."""
    try:
        reading = read_rows([Path(path)])
    except SheetError as error:
        return {"refused": str(error)}
    return {"rows": reading.rows, "told": [fault.reason for fault in reading.faults if fault.note]}


def main() -> None:
    """Read all files, each of them within the same memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for number, path in enumerate(json.load(sys.stdin)):
        print(json.dumps({"begun": number}), flush=True)
        print(json.dumps({"got": read(path)}), flush=True)


if __name__ == "__main__":
    main()
