"""Compares the claims of rulings with experiments: where they agree, differ, and what stays undecided."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Literal, NamedTuple

from pirate_code.answers.experiment.finding import EngineFault, Finding
from pirate_code.core.many import run_all
from pirate_code.data import folder, load_yaml
from pirate_code.library import storage
from pirate_code.library.lookup import Meaning

Outcome = Literal["agree", "conflict", "undecided"]
Key = tuple[str, str, str]
_AT_ONCE = 8  # claims that a worker takes at a time


Source = Literal["own", "other", "made"]


class ClaimToTry(NamedTuple):
    """A claim of a ruling, or of several, with the two things that it speaks of."""

    rulings: tuple[str, ...]
    x: Meaning
    relation: str
    y: Meaning
    holds: str


@dataclass(frozen=True)
class ComparedClaim:
    """A claim, what an experiment finds of it, and where the engine failed."""

    subject: str
    relation: str
    object: str
    holds: str
    rulings: tuple[str, ...]
    finding: Finding | None
    faults: tuple[EngineFault, ...] = ()

    @property
    def ruling(self) -> str:
        """The first ruling that claims it."""
        return self.rulings[0]

    @property
    def source(self) -> Source:
        """Where it was tried: in a position of a ruling that claims it, of another, or on a made table."""
        position = self.finding.ruling if self.finding is not None else None
        return "made" if position is None else "own" if position in self.rulings else "other"

    @property
    def key(self) -> Key:
        """What the claim speaks of."""
        return self.subject, self.relation, self.object

    @property
    def outcome(self) -> Outcome:
        """Whether ruling and experiment agree; what holds under a condition contradicts nothing."""
        if self.finding is None:
            return "undecided"
        verdict = self.finding.verdict
        if self.finding.contradicts(self.holds) or (self.holds, verdict) == ("no", "depends"):
            return "conflict"
        agree = self.holds == verdict or (self.holds in ("when", "yes") and verdict != "no")
        return "agree" if agree else "undecided"

    def __str__(self) -> str:
        verdict = self.finding.verdict if self.finding is not None else "nothing"
        why = f" {self.finding.explanation}" if self.finding is not None else ""
        return (
            f"{self.subject} {self.relation} {self.object}: {self.ruling} says {self.holds}, "
            f"the experiment {verdict}.{why}"
        )


def claims_to_try(db: sqlite3.Connection) -> list[ClaimToTry]:
    """The claims between two things that can be put on a table, each once."""
    from pirate_code.answers.experiment.subject import subject_of

    rows = db.execute(
        "SELECT group_concat(DISTINCT ruling_id), subject_id, relation, object_id, holds FROM claims "
        "GROUP BY subject_id, relation, object_id, holds ORDER BY subject_id, relation, object_id, holds"
    ).fetchall()
    things = {key: meaning for key, meaning in _entries(db) if subject_of(db, meaning) is not None}
    return [
        ClaimToTry(tuple(sorted(rulings.split(","))), things[subject], relation, things[object_], holds)
        for rulings, subject, relation, object_, holds in rows
        if subject in things and object_ in things
    ]


def _entries(db: sqlite3.Connection) -> Iterator[tuple[str, Meaning]]:
    columns = {"keyword": "keyword_id", "term": "term_id", "ability": "ability_id", "piece": "piece_id"}
    for kind, column in columns.items():
        for entry, id_, name, of_kind in db.execute(
            f"SELECT id, {column}, name, kind FROM entries WHERE {column} IS NOT NULL ORDER BY id"
        ).fetchall():
            yield entry, Meaning(kind, id_, name, of_kind)


def compare(
    db: sqlite3.Connection,
    claims: Sequence[ClaimToTry],
    tell: Callable[[str, int, int], None] = lambda what, done, total: None,
    executor: Executor | None = None,
) -> list[ComparedClaim]:
    """Try claims by experiment, here or by the workers of an executor, who read the same library."""
    compared: dict[int, ComparedClaim] = {}
    work = partial(_tried, storage.place_of(db))
    for number, found in run_all(work, enumerate(claims), executor, _AT_ONCE):
        compared[number] = found
        tell("trying", len(compared), len(claims))
    return [compared[number] for number in range(len(claims))]


def _tried(library: Path, claim: ClaimToTry) -> ComparedClaim:
    from pirate_code.answers.experiment import experiment

    tried = experiment(storage.reader(library), claim.x, claim.y, claim.relation, claim.rulings)
    names = claim.x.name, claim.relation, claim.y.name
    return ComparedClaim(*names, claim.holds, claim.rulings, tried.finding, tried.faults)


def counted(compared: Sequence[ComparedClaim]) -> Counter[Outcome]:
    """How many claims agree, conflict and stay open."""
    return Counter(each.outcome for each in compared)


def faults_of(compared: Sequence[ComparedClaim]) -> list[EngineFault]:
    """Every error of the engine while claims were tried."""
    return [fault for each in compared for fault in each.faults]


@cache
def known_conflicts() -> dict[Key, str]:
    """Claims of db/disagreements.yaml on which ruling and experiment differ, with the reason."""
    document = load_yaml(folder("db") / "disagreements.yaml")
    conflicts: dict[Key, str] = {}
    for number, entry in enumerate(document.data or ()):
        if not isinstance(entry, dict) or set(entry) != {"claim", "why"} or len(entry["claim"]) != 3:
            raise document.error("each entry has a claim of subject, relation and object, and why", number)
        conflicts[tuple(entry["claim"])] = str(entry["why"])
    return conflicts
