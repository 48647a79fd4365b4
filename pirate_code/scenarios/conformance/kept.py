"""Keeps the reports of a long check in a file, line by line, so that it goes on where it was stopped."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from pirate_code.data import DataError
from pirate_code.scenarios.conformance.report import Report, Verdict

_FIELDS = tuple(one.name for one in fields(Verdict) if one.name != "example")


class Kept:
    """Reports by the key of what was checked; without a file nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.reports: dict[str, Report] = {}
        if path is not None and path.exists():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                self._read(line, path, number)

    def _read(self, line: str, path: Path, number: int) -> None:
        try:
            data = json.loads(line)
            verdicts = tuple(Verdict(**verdict) for verdict in data["verdicts"])
            self.reports[data["key"]] = Report(data["kind"], verdicts, data["plays"])
        except (ValueError, KeyError, TypeError):
            raise DataError(
                "this is no kept report; delete the file to check everything", path, number
            ) from None

    def get(self, key: str) -> Report | None:
        """The report that was kept under a key."""
        return self.reports.get(key)

    def add(self, key: str, report: Report) -> None:
        """Keep a report, in the file too."""
        self.reports[key] = report
        if self.path is None:
            return
        verdicts: list[dict[str, Any]] = [
            {name: getattr(verdict, name) for name in _FIELDS} for verdict in report.verdicts
        ]
        data = {"key": key, "kind": report.kind, "plays": report.plays, "verdicts": verdicts}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(data) + "\n")
