"""What a line of somebody's own meets: keywords that touch what it touches, each tried by experiment.

Footprints only say that two lines speak of one event or number. What comes of it is then tried on small
tables, and what was seen to happen stands first. A pair that was not tried, or that shows nothing, says so.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import process_time
from typing import Any

from pirate_code.answers.experiment import experiment_lines
from pirate_code.answers.experiment.subject import Subject, subject_of, subject_of_line
from pirate_code.library.abilities import Line
from pirate_code.library.lookup import Meaning

Data = dict[str, Any]
_TOLD = 8
_TRIED = 24
_SECONDS = 2.0  # of the processor for all trials; one that has begun is finished

# What one ability does about an event that another one does something about.
_TOUCHING = (
    ("forbids", "causes", "keeps {name} from: {events}"),
    ("forbids", "permits", "forbids what {name} allows: {events}"),
    ("causes", "listens", "sets off {name}: {events}"),
    ("causes", "forbids", "is kept by {name} from: {events}"),
    ("causes", "replaces", "is replaced by {name}: {events}"),
    ("permits", "forbids", "is allowed what {name} forbids: {events}"),
    ("listens", "causes", "is set off by {name}: {events}"),
    ("replaces", "causes", "replaces what {name} does: {events}"),
    ("writes", "reads", "changes what {name} goes by: {events}"),
    ("reads", "writes", "goes by what {name} changes: {events}"),
)


@dataclass(frozen=True)
class _Meeting:
    """A keyword, and in how many ways its footprint and that of the line touch."""

    keyword: Meaning
    says: tuple[str, ...]

    def as_json(self, seen: Data | None) -> Data:
        thing = self.keyword
        return {"type": thing.type, "id": thing.id, "name": thing.name, "says": list(self.says), "seen": seen}


def meetings(db: sqlite3.Connection, line: Line, name: str) -> list[Data]:
    """Keywords that a line meets, with what was `seen` when the two were tried; `name` is that of its card.

    `seen` is null for a pair that was not tried; its `verdict` is null for one that shows nothing.
    """
    touching = _touching(db, line)
    if not touching:
        return []
    subject = replace(subject_of_line(db, line.row.text), name=name or "this card")
    told = list(zip(touching, _seen(db, subject, touching), strict=True))
    told.sort(key=lambda pair: not (pair[1] and pair[1]["met"]))
    return [meeting.as_json(seen) for meeting, seen in told[:_TOLD]]


def _touching(db: sqlite3.Connection, line: Line) -> list[_Meeting]:
    """Keywords that do something about an event or a number that the line does something about."""
    own: Mapping[str, list[str]] = json.loads(line.row.footprint_json or "{}")
    had = {link.keyword_id for link in line.keywords}
    found = []
    for key, name, kind, data in db.execute(
        "SELECT id, name, kind, footprint_json FROM keywords WHERE footprint_json IS NOT NULL ORDER BY name"
    ):
        theirs = json.loads(data)
        says = tuple(
            words.format(name=name, events=", ".join(event.replace("_", " ") for event in events))
            for mine, other, words in _TOUCHING
            if (events := sorted(set(own.get(mine, ())) & set(theirs.get(other, ()))))
        )
        if says and key not in had:
            found.append(_Meeting(Meaning("keyword", key, name, kind), says))
    return sorted(found, key=lambda meeting: -len(meeting.says))[:_TRIED]


def _seen(db: sqlite3.Connection, subject: Subject, touching: list[_Meeting]) -> list[Data | None]:
    """What came of trying the line with each keyword; None from where time ran out."""
    seen: list[Data | None] = []
    start = process_time()
    try:
        while len(seen) < len(touching) and process_time() - start < _SECONDS:
            seen.append(_tried(subject, subject_of(db, touching[len(seen)].keyword)))
    except TimeoutError:  # of the page or command that asks
        pass
    return seen + [None] * (len(touching) - len(seen))


def _tried(subject: Subject, other: Subject | None) -> Data | None:
    """What a trial shows; None if the keyword is nothing for a table, or the engine failed on every one."""
    if other is None:
        return None
    experiment = experiment_lines(subject, other)
    found = experiment.finding
    if found is None and experiment.faults:
        return None
    return {
        "verdict": found.verdict if found else None,
        "relation": found.relation if found else None,
        "explanation": found.explanation if found else None,
        "met": found is not None and found.met,
    }
