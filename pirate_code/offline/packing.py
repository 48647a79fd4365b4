"""Makes data small: records as a table, numbers of rows as steps from one to the next."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

Data = dict[str, Any]
LARGEST_FILE = 95_000  # bytes of a file of data as a host sends it; a page takes no file above 100 kB


def table(records: Sequence[Data]) -> Data:
    """Return records of the same fields as their names and rows; values missing at the end are left out.

    >>> table([{"id": "a", "points": 3}, {"id": "b", "points": None}])
    {'columns': ['id', 'points'], 'rows': [['a', 3], ['b']]}
    """
    columns = list(records[0]) if records else []
    return {"columns": columns, "rows": [_trimmed([record[name] for name in columns]) for record in records]}


def _trimmed(row: list[Any]) -> list[Any]:
    while row and (row[-1] is None or row[-1] in ("", [])):
        row.pop()
    return row


def steps(numbers: Iterable[int]) -> list[int]:
    """Return numbers in ascending order, each as the step from the one before it.

    >>> steps([7, 3, 4])
    [3, 1, 3]
    """
    ordered = sorted(numbers)
    return [number - before for before, number in zip([0, *ordered], ordered, strict=False)]


def compact(value: Any) -> str:
    """Return JSON without blanks, the same each time."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def compressed_size(content: bytes) -> int:
    """Return how many bytes a host sends for a file, by gzip as most have it set."""
    return len(zlib.compress(content, 6)) + 12  # a gzip file says more of itself than zlib does


def cut(data: Data, largest: int = LARGEST_FILE) -> list[Data]:
    """Return data in parts that are small enough to send; lists of one name are continued from part to part.

    >>> cut({"columns": ["id"], "rows": [["a"], ["b"]]}, largest=40)
    [{'columns': ['id'], 'rows': [['a']]}, {'rows': [['b']]}]
    """
    if compressed_size(compact(data).encode()) <= largest:
        return [data]
    lists = {name: value for name, value in data.items() if isinstance(value, list) and len(value) > 1}
    if not lists:
        return [data]
    longest = max(lists, key=lambda name: len(compact(lists[name])))
    held = lists[longest]
    half = len(held) // 2
    return [*cut(data | {longest: held[:half]}, largest), *cut({longest: held[half:]}, largest)]
