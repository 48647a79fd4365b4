"""What a check of the rulings found, counted by section and in all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from pirate_code.library.card_lines import lines_on_no_card
from pirate_code.library.rulings import BASE_RULES, PIRATE_CODE
from pirate_code.scenarios.check import CheckedRuling


@dataclass
class Section:
    """One section: its rulings by what became of them, and the items of the Pirate Code that they cover.

    `items` are shown and passing; `items_without` are covered only by rulings that have no scenario and could
    have one, or whose scenarios fail. `in_part` rulings pass, and their scenarios leave something unshown.
    `injected` rulings have scenarios in which no player does anything.
    """

    part: str
    section: str
    passing: int = 0
    failing: int = 0
    unshown: int = 0
    without: int = 0
    exceptions: int = 0
    in_part: int = 0
    injected: int = 0
    items: int = 0
    items_unshown: int = 0
    items_without: int = 0

    @property
    def shown(self) -> int:
        """How many rulings have scenarios."""
        return self.passing + self.failing

    @property
    def rulings(self) -> int:
        """How many rulings there are."""
        return self.shown + self.unshown + self.without


@dataclass
class Summary:
    """The sections that were checked, and all of them together."""

    sections: list[Section] = field(default_factory=list)
    total: Section = field(default_factory=lambda: Section("", "all"))
    lines_on_no_card: list[str] = field(default_factory=list)

    @property
    def unshowable(self) -> list[Section]:
        """Sections in which no ruling is shown because none can be."""
        return [
            section
            for section in self.sections
            if section.passing == 0 and section.unshown == section.rulings
        ]

    @property
    def lacking(self) -> list[Section]:
        """Sections in which no ruling is shown although one could be."""
        return [
            section for section in self.sections if section.passing == 0 and section.unshown < section.rulings
        ]

    def as_json(self) -> dict[str, Any]:
        """The numbers for programs."""
        return {
            "total": _numbers(self.total),
            "sections": [_numbers(section) for section in self.sections],
            "sections_without_a_shown_ruling": [section.section for section in self.lacking],
            "sections_that_cannot_be_shown": [section.section for section in self.unshowable],
            "lines_on_no_card": self.lines_on_no_card,
        }


def _numbers(section: Section) -> dict[str, Any]:
    return asdict(section) | {"shown": section.shown, "rulings": section.rulings}


def summary(checked: Iterable[CheckedRuling]) -> Summary:
    """Count what a check found."""
    checked = list(checked)
    files: dict[str, list[CheckedRuling]] = {}
    for ruling in checked:
        files.setdefault(ruling.file, []).append(ruling)
    result = Summary(lines_on_no_card=lines_on_no_card(line for ruling in checked for line in ruling.lines))
    for rulings in files.values():
        section = _section(rulings)
        result.sections.append(section)
        for name, value in asdict(section).items():
            if isinstance(value, int):
                setattr(result.total, name, getattr(result.total, name) + value)
    return result


def _section(rulings: list[CheckedRuling]) -> Section:
    first = rulings[0]
    part = first.part if first.document == PIRATE_CODE else f"{BASE_RULES}, {first.document}"
    section = Section(part, first.section)
    shown: set[tuple[str, int]] = set()
    unshown: set[tuple[str, int]] = set()
    without: set[tuple[str, int]] = set()
    for ruling in rulings:
        setattr(section, ruling.status, getattr(section, ruling.status) + 1)
        section.exceptions += ruling.exception
        section.in_part += ruling.in_part is not None and ruling.status == "passing"
        section.injected += ruling.injected
        kept = shown if ruling.status == "passing" else unshown if ruling.status == "unshown" else without
        kept.update(ruling.items)
    section.items = len(shown)
    section.items_without = len(without - shown)
    section.items_unshown = len(unshown - shown - without)
    return section
