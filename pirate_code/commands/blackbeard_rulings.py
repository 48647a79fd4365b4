"""What `rulings check` and `rulings coverage` tell of Blackbeard's rulings, apart from those of Pirates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pirate_code.commands.output import say

if TYPE_CHECKING:
    from pirate_code.blackbeard.rulings import Checked, Count, Counts

_WIDTH = 44
_COLUMNS = ("passing", "failing", "unshowable", "without", "decisions", "scenarios")
_MARK = "## PP Action 1: Move"  # a heading that only this game's document has


@dataclass(frozen=True)
class Report:
    """What a check of Blackbeard's rulings found."""

    checked: list[Checked]
    counts: Counts

    @property
    def failing(self) -> list[Checked]:
        """The rulings whose scenarios do not come out."""
        return [ruling for ruling in self.checked if ruling.status == "failing"]

    def as_json(self) -> dict[str, Any]:
        """The numbers for programs."""
        return {
            "total": self.counts.total.as_json(),
            "sections": [section.as_json() for section in self.counts.sections],
            "failing": [{"id": ruling.id, "faults": ruling.faults} for ruling in self.failing],
            "without": [ruling.id for ruling in self.checked if ruling.status == "without"],
        }

    def tell(self) -> None:
        """Print the table of the sections and the numbers of all."""
        for ruling in self.failing:
            say(ruling.id, bold=True)
            for fault in ruling.faults:
                say(fault, 2, hang=2)
        click.echo()
        click.echo(" ".join(["BLACKBEARD".ljust(_WIDTH), *_COLUMNS]))
        for section in (*self.counts.sections, self.counts.total):
            click.echo(_row(section))
        total = self.counts.total
        click.echo()
        say(
            f"Blackbeard: {total.passing} of {total.rulings} rulings are shown and passing,"
            f" {total.failing} fail, {total.unshown} cannot be shown;"
            f" {total.share:.0f}% of those that can be are."
            f" {total.decisions} decide what its document leaves open."
        )


def _row(section: Count) -> str:
    numbers = (
        section.passing,
        section.failing,
        section.unshown,
        section.without,
        section.decisions,
        section.scenarios,
    )
    cells = (str(value or "").rjust(len(name)) for value, name in zip(numbers, _COLUMNS, strict=True))
    return " ".join([section.section[:_WIDTH].ljust(_WIDTH), *cells]).rstrip()


def is_blackbeards(path: Path) -> bool:
    """Whether a file of rulings is one of Blackbeard's."""
    return path.resolve().parent.name == "blackbeard"


def check(paths: Sequence[Path], *, ablate: bool) -> Report:
    """Check these files of Blackbeard's rulings."""
    from pirate_code.blackbeard.rulings import check_file, counted

    checked = [ruling for path in paths for ruling in check_file(path, ablate=ablate)]
    return Report(checked, counted(checked))


def uncovered(file: Path) -> tuple[int, list[dict[str, Any]]] | None:
    """How many lines of Blackbeard's document state something, and those not covered; none of another."""
    from pirate_code.blackbeard import rulings
    from pirate_code.data import read_text

    text = read_text(file)
    if _MARK not in text:
        return None
    found = [{"line": number, "text": line} for number, line in rulings.uncovered(text)]
    return len(rulings.statements(text)), found
