"""Every distinct ability with every other: what rulings, footprints and experiments say of the two.

A pair of which rulings speak is settled by them; one that nothing can bring together is settled by the
footprints; the rest is tried. The results stand in the table `interactions` of a library, a run that was
interrupted goes on where it was.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

from pirate_code.answers.experiment.finding import EngineFault
from pirate_code.answers.prepared_question import near
from pirate_code.core.many import run_all
from pirate_code.library import storage
from pirate_code.library.file_cache import cached_by_file
from pirate_code.library.lookup import Meaning

LINES = "printed-lines"  # the family of lines that have no keyword
_AT_ONCE = 8  # pairs that a worker takes at a time
Progress = Callable[[str, int, int], None]


class DistinctAbility(NamedTuple):
    """A keyword or a line that is no other ability in other words, and the family that it belongs to."""

    type: str
    id: str
    name: str
    family: str

    @property
    def meaning(self) -> Meaning:
        """The ability as a thing of the library."""
        return Meaning(self.type, self.id, self.name, self.type)


class PairResult(NamedTuple):
    """What is known of two abilities: a verdict if there is one, the relation, and what settled it."""

    verdict: str | None
    relation: str | None
    by: str  # rulings, footprints or experiment
    says: str
    ruling: str | None = None
    faults: tuple[EngineFault, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether nothing is known because of errors of the engine."""
        return self.verdict is None and bool(self.faults)


@cached_by_file
def distinct(db: sqlite3.Connection) -> tuple[DistinctAbility, ...]:
    """The distinct abilities of a library: keywords, then lines, one for each form."""
    keywords = db.execute(
        "SELECT id, name, family FROM keywords WHERE tree_json IS NOT NULL AND same_as_id IS NULL ORDER BY id"
    ).fetchall()
    lines = db.execute(
        "SELECT abilities.id, text, (SELECT family FROM keywords JOIN ability_keyword "
        "ON keyword_id = keywords.id WHERE ability_id = abilities.id AND how IN ('has', 'text') "
        "ORDER BY keyword_id LIMIT 1) FROM abilities WHERE tree_json IS NOT NULL "
        "GROUP BY form ORDER BY abilities.id"
    ).fetchall()
    return (
        *(DistinctAbility("keyword", *row) for row in keywords),
        *(DistinctAbility("ability", key, text, family or LINES) for key, text, family in lines),
    )


def pairs(
    db: sqlite3.Connection, only: str | None = None, *, keywords: bool = False
) -> Iterator[tuple[DistinctAbility, DistinctAbility]]:
    """Every pair of distinct abilities, each with itself too; of one family, or of keywords alone."""
    every = [each for each in distinct(db) if each.type == "keyword" or not keywords]
    for x, y in combinations_with_replacement(every, 2):
        if only is None or only in (x.family, y.family):
            yield x, y


def settle(db: sqlite3.Connection, x: DistinctAbility, y: DistinctAbility) -> PairResult:
    """What is known of two abilities."""
    return _by_rulings(db, x, y) or _by_experiment(db, x, y)


def _by_rulings(db: sqlite3.Connection, x: DistinctAbility, y: DistinctAbility) -> PairResult | None:
    """What rulings that speak of both say."""
    from pirate_code.answers.answer import about
    from pirate_code.answers.merge import order
    from pirate_code.answers.ruling_verdict import ruling_verdict

    of_both = _claimed(db)
    near_x, near_y = _near(db)[x], _near(db)[y]
    if not any((one, other) in of_both for one in near_x for other in near_y):
        return None
    found = ruling_verdict(db, about(x.meaning, y.meaning))
    if found.claim is None or found.verdict is None or order(db, x.meaning, y.meaning, found) is None:
        return None
    claim = found.claim.claim
    says = next(iter(db.execute("SELECT says FROM rulings WHERE id = ?", (claim.ruling,))))[0]
    return PairResult(found.verdict, claim.relation, "rulings", says, claim.ruling)


@cached_by_file
def _claimed(db: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    rows = db.execute("SELECT subject_id, object_id FROM claims").fetchall()
    return frozenset([(one, other) for one, other in rows] + [(other, one) for one, other in rows])


@cached_by_file
def _near(db: sqlite3.Connection) -> dict[DistinctAbility, dict[str, float]]:
    return {each: near(db, each.meaning) for each in distinct(db)}


def _by_experiment(db: sqlite3.Connection, x: DistinctAbility, y: DistinctAbility) -> PairResult:
    from pirate_code.answers.experiment import experiment
    from pirate_code.answers.experiment.meetings import could_meet
    from pirate_code.answers.experiment.subject import subject_of

    of_x, of_y = subject_of(db, x.meaning), subject_of(db, y.meaning)
    if of_x is None or of_y is None:
        return PairResult(None, None, "footprints", "One of the two does nothing on a table.")
    if not could_meet(of_x, of_y):
        return PairResult("no", "affects", "footprints", "Nothing that happens in a game concerns both.")
    tried = experiment(db, x.meaning, y.meaning)
    finding, faults = tried.finding, tried.faults
    if finding is None:
        return PairResult(None, None, "experiment", "No table that was tried decides it.", faults=faults)
    explanation = finding.explanation
    return PairResult(finding.verdict, finding.relation, "experiment", explanation, faults=faults)


@dataclass(frozen=True)
class MatrixRun:
    """A run of the matrix: pairs in all, those that were settled before, and errors of the engine."""

    total: int
    before: int
    faults: tuple[EngineFault, ...] = ()


def compute(
    library: Path, out: Path, *, executor: Executor, only: str | None, keywords: bool, tell: Progress
) -> MatrixRun:
    """Settle all pairs into a copy of a library; pairs that the copy has already are left as they are.

    A pair on which the engine fails is not written, so that the next run tries it again. Workers of the
    executor read the library where it is.
    """
    if out.exists() and out.samefile(library):
        raise storage.LibraryError(f"{out} is the library itself; choose another file.")
    if storage.state(out) != "current":
        if out.exists():
            raise storage.LibraryError(f"{out} is no library of this version; choose a new file.")
        shutil.copyfile(library, out)
    with closing(sqlite3.connect(out)) as db, closing(storage.connect(library)) as read:
        if distinct(db) != distinct(read):
            raise storage.LibraryError(f"{out} was made from another library; choose a new file.")
        known = {row[0] for row in db.execute("SELECT id FROM interactions")}
        every = list(pairs(read, only, keywords=keywords))
        wanted = [(pair, pair) for pair in every if _key(*pair) not in known]
        before = len(every) - len(wanted)
        total, faults = len(every), list[EngineFault]()
        tell("settling pairs", before, total)
        # Workers read the library and not the copy: what they keep of it stays good while the copy grows.
        work = partial(_settled, library.resolve())
        for done, ((x, y), settled) in enumerate(run_all(work, wanted, executor, _AT_ONCE), before + 1):
            faults += settled.faults
            if not settled.failed:
                _write(db, x, y, settled)
            tell("settling pairs", done, total)
    return MatrixRun(total, before, tuple(faults))


def _key(x: DistinctAbility, y: DistinctAbility) -> str:
    return f"{x.type}:{x.id} {y.type}:{y.id}"


def _write(db: sqlite3.Connection, x: DistinctAbility, y: DistinctAbility, settled: PairResult) -> None:
    ends = [each.id if each.type == kind else None for each in (x, y) for kind in ("keyword", "ability")]
    with db:
        db.execute(
            "INSERT OR REPLACE INTO interactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (_key(x, y), *ends, settled.verdict, settled.relation, settled.by, settled.says, settled.ruling),
        )


def _settled(library: Path, pair: tuple[DistinctAbility, DistinctAbility]) -> PairResult:
    """What a worker does with a pair."""
    x, y = pair
    try:
        return settle(storage.reader(library), x, y)
    except Exception as error:  # one bad pair must not stop the others
        fault = EngineFault.of(error, x.name, y.name, "the two are settled")
        return PairResult(None, None, "experiment", "It could not be tried.", faults=(fault,))


def families(db: sqlite3.Connection) -> dict[str, Any]:
    """The matrix as a grid: for each two families how many pairs interact, do not, depend or are open."""
    of = {(each.type, each.id): each for each in distinct(db)}
    names = sorted({each.family for each in of.values()})
    cells: dict[tuple[str, str], Counter[str]] = {}
    for x, y, verdict in _rows(db, of):
        for pair in {(x.family, y.family), (y.family, x.family)}:
            cells.setdefault(pair, Counter())[verdict or "open"] += 1
    return {
        "families": names,
        "cells": [[dict(cells.get((x, y), {})) for y in names] for x in names],
        "keywords": [
            {"x": x.id, "y": y.id, "verdict": verdict}
            for x, y, verdict in _rows(db, of)
            if x.type == y.type == "keyword"
        ],
    }


def _rows(
    db: sqlite3.Connection, of: dict[tuple[str, str], DistinctAbility]
) -> Iterator[tuple[DistinctAbility, DistinctAbility, str | None]]:
    columns = "x_keyword_id, x_ability_id, y_keyword_id, y_ability_id, verdict"
    for row in db.execute(f"SELECT {columns} FROM interactions ORDER BY id"):
        x, y = (_end(of, *row[place : place + 2]) for place in (0, 2))
        if x is not None and y is not None:
            yield x, y, row[4]


def _end(
    of: dict[tuple[str, str], DistinctAbility], keyword: str | None, line: str | None
) -> DistinctAbility | None:
    return of.get(("keyword", keyword) if keyword is not None else ("ability", str(line)))


def interactions_of(db: sqlite3.Connection, thing: Meaning) -> Sequence[sqlite3.Row]:
    """What experiments found of a keyword or line and others: pairs that interact or depend."""
    column = {"keyword": "keyword_id", "ability": "ability_id"}.get(thing.type)
    if column is None:
        return []
    cursor = db.cursor()
    cursor.row_factory = sqlite3.Row
    return [
        row
        for here, there in (("x", "y"), ("y", "x"))
        for row in cursor.execute(
            f"SELECT interactions.*, coalesce(keywords.name, text) AS other, "
            f"coalesce(keywords.kind, 'ability') AS kind FROM interactions "
            f"LEFT JOIN keywords ON keywords.id = {there}_keyword_id "
            f"LEFT JOIN abilities ON abilities.id = {there}_ability_id "
            f"WHERE {here}_{column} = ? AND verdict <> 'no' AND by = 'experiment' ORDER BY interactions.id",
            (thing.id,),
        ).fetchall()
    ]
