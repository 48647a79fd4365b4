"""The rulings of Blackbeard, rulings/blackbeard/*.yaml: read, checked by their scenarios, and counted.

Each says in our words what lines of the source document say. A `decision` is the reason for what the document
leaves open or contradicts itself in; `unshown` is why no position can show a ruling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirate_code.blackbeard.scenarios import check
from pirate_code.blackbeard.scenarios.format import Scenario
from pirate_code.core.asked import Asked
from pirate_code.data import DataError, Document, folder, load_yaml
from pirate_code.glossary import Slug, Text
from pirate_code.validation_messages import in_words

FOLDER = "blackbeard"
Status = Literal["passing", "failing", "unshown", "without"]
Line = Annotated[int, Field(ge=1, strict=True)]


class Ruling(BaseModel):
    """One ruling; `lines` are those of the document that it rests on."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: Slug
    says: Text
    about: tuple[Text, ...] = ()
    lines: tuple[Line, ...] = ()
    decision: Text | None = None
    asked: tuple[Asked, ...] = ()  # questions that it answers
    shows: tuple[dict[str, Any], ...] = ()
    unshown: Text | None = None


class RulingFile(BaseModel):
    """One file: a section of the document and everything ruled in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    game: Literal["blackbeard"]
    section: Text
    about: tuple[Text, ...]
    rulings: Annotated[tuple[Ruling, ...], Field(min_length=1)]


def paths() -> list[Path]:
    """The files of rulings of this game."""
    return sorted((folder("rulings") / FOLDER).glob("*.yaml"))


@cache
def load_rulings() -> tuple[RulingFile, ...]:
    """Every file of rulings, in the order of their names; the first fault is raised."""
    return tuple(_file(load_yaml(path)) for path in paths())


def _file(document: Document) -> RulingFile:
    try:
        file = RulingFile.model_validate(document.data)
    except ValidationError as error:
        fault = error.errors()[0]
        raise document.error(f"{_place(fault['loc'])}: {in_words(fault)}", *fault["loc"]) from None
    for number, ruling in enumerate(file.rulings):
        if ruling.shows and ruling.unshown:
            raise document.error(f"{ruling.id}: it has scenarios and cannot be shown", "rulings", number)
        if not ruling.lines and ruling.decision is None:
            raise document.error(
                f"{ruling.id}: it names no lines of the document, and no reason", "rulings", number
            )
    return file


def _place(where: Sequence[int | str]) -> str:
    return ".".join(str(step) for step in where)


def scenarios_of(ruling: Ruling, document: Document, number: int) -> list[Scenario]:
    """The scenarios of a ruling; one that is not well written is told with file and line."""
    found = []
    for index, data in enumerate(ruling.shows):
        try:
            found.append(Scenario.model_validate(data))
        except ValidationError as error:
            fault = error.errors()[0]
            message = f"{_place(fault['loc'])}: {in_words(fault)}"
            raise document.error(message, "rulings", number, "shows", index, *fault["loc"]) from None
    return found


# --- checking -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """What a check found of one ruling."""

    id: str
    section: str
    status: Status
    decision: bool
    scenarios: int = 0
    faults: tuple[str, ...] = ()


@dataclass
class Count:
    """How many rulings of a section, or of all, came out how."""

    section: str
    passing: int = 0
    failing: int = 0
    unshown: int = 0
    without: int = 0
    decisions: int = 0
    scenarios: int = 0

    @property
    def rulings(self) -> int:
        """All of them."""
        return self.passing + self.failing + self.unshown + self.without

    @property
    def share(self) -> float:
        """Of those that a position can show, how many of a hundred are shown and hold."""
        showable = self.rulings - self.unshown
        return 100 * self.passing / showable if showable else 100.0

    def add(self, ruling: Checked) -> None:
        """Count one more."""
        setattr(self, ruling.status, getattr(self, ruling.status) + 1)
        self.decisions += ruling.decision
        self.scenarios += ruling.scenarios

    def as_json(self) -> dict[str, Any]:
        """The numbers for programs."""
        return {**self.__dict__, "rulings": self.rulings, "shown_percent": round(self.share, 1)}


@dataclass
class Counts:
    """The sections that were checked, and all together."""

    sections: list[Count] = field(default_factory=list)
    total: Count = field(default_factory=lambda: Count("all"))


def check_file(path: Path, *, ablate: bool = True) -> Iterator[Checked]:
    """Check every ruling of one file; a mistake in its form is a failing ruling."""
    try:
        document = load_yaml(path)
        file = _file(document)
        for number, ruling in enumerate(file.rulings):
            faults = tuple(_faults(ruling, document, number, ablate=ablate))
            yield Checked(
                ruling.id,
                file.section,
                _status(ruling, faults),
                ruling.decision is not None,
                len(ruling.shows),
                faults,
            )
    except DataError as error:
        yield Checked(path.stem, path.stem, "failing", decision=False, faults=(str(error),))


def _status(ruling: Ruling, faults: Sequence[str]) -> Status:
    if ruling.shows:
        return "failing" if faults else "passing"
    return "unshown" if ruling.unshown else "without"


def _faults(ruling: Ruling, document: Document, number: int, *, ablate: bool) -> Iterator[str]:
    for index, scenario in enumerate(scenarios_of(ruling, document, number)):
        line = document.line("rulings", number, "shows", index)
        for fault in check.faults(scenario, ablate=ablate):
            yield f"{FOLDER}/{document.path.name}:{line}: {fault}"


def counted(checked: Iterable[Checked]) -> Counts:
    """Count what a check found, by section and in all."""
    counts, sections = Counts(), dict[str, Count]()
    for ruling in checked:
        section = sections.setdefault(ruling.section, Count(ruling.section))
        section.add(ruling)
        counts.total.add(ruling)
    counts.sections = list(sections.values())
    return counts


def uncovered(text: str) -> list[tuple[int, str]]:
    """The lines of the document, given as its text, that state something and that no ruling rests on."""
    cited = {line for file in load_rulings() for ruling in file.rulings for line in ruling.lines}
    return [(number, line) for number, line in statements(text) if number not in cited]


def statements(text: str) -> list[tuple[int, str]]:
    """The lines of the document that state something, with their numbers."""
    return [(number, line) for number, line in enumerate(text.splitlines(), start=1) if _states(number, line)]


_FIRST, _LAST = 27, 1210  # of the rules: before them stands who made the sheets, after them empty displays
_NO_STATEMENTS = ("#", "**On your turn", "|--", "- |", "| -", "VP\t", "Port\t", "Roll\t")


def _states(number: int, line: str) -> bool:
    """Whether a line of the document says something: no heading, no rule of a table, nothing empty."""
    bare = line.strip()
    return _FIRST <= number <= _LAST and bool(bare) and not bare.startswith(_NO_STATEMENTS)
