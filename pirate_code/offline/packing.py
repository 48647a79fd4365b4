"""Makes data small: records as a table, numbers of rows as steps from one to the next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

Data = dict[str, Any]


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
