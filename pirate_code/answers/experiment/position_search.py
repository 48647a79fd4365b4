"""Which positions of rulings can show what two things do together, the nearest first.

First those of the ruling that is asked about, then those of other rulings that speak of both. Where a
position holds one of the two only, the other is added to it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from pirate_code.answers.experiment.finding import EngineFault
from pirate_code.answers.experiment.presence import Wordings, wordings_of
from pirate_code.answers.experiment.ruling_positions import RulingPosition, positions_of
from pirate_code.answers.experiment.scenario_trial import (
    Named,
    ScenarioTrial,
    added_trials,
    arising_trials,
    instead_trials,
    like_trials,
    scenario_trials,
    substituted_trials,
)
from pirate_code.answers.experiment.scenario_verdict import COMING, LIKE, judge_likeness, judge_positions
from pirate_code.answers.experiment.subject import Subject, subject_of
from pirate_code.answers.experiment.trial_verdict import Judgement
from pirate_code.library.lookup import Meaning

_RULINGS = 4  # other rulings that are looked at
_TRIALS = 6  # positions of one ruling that are played
_COLUMNS = {"keyword": "keyword_id", "term": "term_id", "ability": "ability_id", "piece": "piece_id"}
# Rulings with scenarios that speak of both of two entries; those that claim something of the two come first.
_OF_BOTH = """
SELECT id FROM rulings JOIN (
    SELECT ruling_id, max(weight) AS weight FROM (
        SELECT ruling_id, 2 AS weight FROM claims
        WHERE (subject_id = :x AND object_id = :y) OR (subject_id = :y AND object_id = :x)
        UNION ALL
        SELECT one.ruling_id, 1 FROM ({of_x}) one JOIN ({of_y}) other ON other.ruling_id = one.ruling_id
    ) GROUP BY ruling_id
) ON ruling_id = id WHERE scenarios > 0 ORDER BY weight DESC, id
"""
_SPEAKING = (
    "SELECT ruling_id FROM ruling_about WHERE entry_id = {0} UNION "
    "SELECT ruling_id FROM claims WHERE subject_id = {0} OR object_id = {0}"
)


@dataclass
class PositionsFound:
    """What positions of rulings say of two things, and where the engine failed."""

    judged: Judgement | None = None
    faults: list[EngineFault] = field(default_factory=list)


def search_positions(
    db: sqlite3.Connection,
    x: tuple[Meaning, Subject],
    y: tuple[Meaning, Subject],
    relation: str | None,
    rulings: Sequence[str] = (),
) -> PositionsFound:
    """Play positions of these rulings, then of others that speak of both, until some decide a relation."""
    found = PositionsFound()
    things = [(subject, wordings_of(db, meaning, subject)) for meaning, subject in (x, y)]
    others = [ruling for ruling in _of_both(db, x[0], y[0]) if ruling not in rulings][:_RULINGS]
    for group, about in ((list(rulings), True), *(([ruling], False) for ruling in others)):
        positions = [position for ruling in group for position in positions_of(db, ruling)][:_TRIALS]
        ways: list[TrialsOn] = [scenario_trials, added_trials]
        if about and relation is not None:
            for same in (True, False):
                like_x, like_y = _alike_wordings(db, (x[0], y[0]), relation, rulings, same)
                ways.append(partial(substituted_trials, like_x=like_x, like_y=like_y))
            ways.append(instead_trials)
        for trials_on in ways:
            trials = list(_tried(trials_on, positions, things, found))
            found.judged = judge_positions(trials, relation, group if about else ())
            if found.judged is not None:
                return found
            if about and trials and trials_on is scenario_trials:
                ways.remove(instead_trials)  # the ruling shows the two themselves
        for trials_on, readings in ((like_trials, LIKE), (arising_trials, COMING)):
            if about and relation in readings:
                trials = list(_tried(trials_on, positions, things, found))
                found.judged = judge_likeness(trials, relation, readings[relation])
                if found.judged is not None:
                    return found
    return found


def _alike_wordings(
    db: sqlite3.Connection,
    thing: tuple[Meaning, Meaning],
    relation: str,
    rulings: Sequence[str],
    same: bool,
) -> list[list[Named]]:
    """All that these rulings claim the same or something of as of the one, and as of the other."""
    return [
        [other for ruling in rulings for other in _alike(db, ruling, thing, relation, (side, same))]
        for side in (0, 1)
    ]


def _alike(
    db: sqlite3.Connection,
    ruling: str,
    thing: tuple[Meaning, Meaning],
    relation: str,
    of: tuple[int, bool],
) -> Iterator[Named]:
    """Of what a ruling claims the same as of one of the two, or anything else: which of them, and which."""
    side, same = of
    ends = [_entry(db, each) for each in thing]
    one, other = ("subject_id", "object_id") if side == 0 else ("object_id", "subject_id")
    statement = (
        f"SELECT alike.{one} FROM claims JOIN claims AS alike ON alike.ruling_id = claims.ruling_id "
        f"AND alike.{other} = claims.{other} AND alike.{one} NOT IN (claims.{one}, claims.{other}) "
        f"WHERE claims.ruling_id = ? AND claims.relation = ? AND claims.{one} = ? AND claims.{other} = ? "
        f"GROUP BY alike.{one} HAVING max(alike.relation = claims.relation AND alike.holds = claims.holds) "
        f"{'= 1' if same else '= 0'} ORDER BY min(alike.rowid)"
    )
    for (entry,) in db.execute(statement, (ruling, relation, ends[side], ends[1 - side])).fetchall():
        meaning = _meaning(db, entry)
        subject = subject_of(db, meaning) if meaning is not None else None
        if meaning is not None and subject is not None:
            yield subject, wordings_of(db, meaning, subject)


def _meaning(db: sqlite3.Connection, entry: str) -> Meaning | None:
    """The thing of the library that an entry is about."""
    columns = ", ".join(_COLUMNS.values())
    row = db.execute(f"SELECT name, kind, {columns} FROM entries WHERE id = ?", (entry,)).fetchone()
    if row is None:
        return None
    ids = zip(_COLUMNS, row[2:], strict=True)
    return next((Meaning(type_, id_, row[0], row[1]) for type_, id_ in ids if id_ is not None), None)


TrialsOn = Callable[[RulingPosition, Subject, Subject, Wordings, Wordings], Iterator[ScenarioTrial]]


def _tried(
    trials_on: TrialsOn,
    positions: Sequence[RulingPosition],
    things: Sequence[tuple[Subject, Wordings]],
    found: PositionsFound,
) -> Iterator[ScenarioTrial]:
    """The trials on some positions; an error of the engine is kept as a fault, and the next one is played."""
    (x, of_x), (y, of_y) = things
    for position in positions:
        try:
            yield from trials_on(position, x, y, of_x, of_y)
        except TimeoutError:
            raise
        except Exception as error:
            found.faults.append(EngineFault.of(error, x.name, y.name, f"{position.ruling} is played"))


def _of_both(db: sqlite3.Connection, x: Meaning, y: Meaning) -> list[str]:
    """Rulings that speak of both; those that claim something of the two come first."""
    ends = [_entry(db, thing) for thing in (x, y)]
    if None in ends:
        return []
    statement = _OF_BOTH.format(of_x=_SPEAKING.format(":x"), of_y=_SPEAKING.format(":y"))
    return [row[0] for row in db.execute(statement, {"x": ends[0], "y": ends[1]}).fetchall()]


def _entry(db: sqlite3.Connection, thing: Meaning) -> str | None:
    column = _COLUMNS.get(thing.type)
    if column is None:
        return None
    row = db.execute(f"SELECT id FROM entries WHERE {column} = ?", (thing.id,)).fetchone()
    return row[0] if row is not None else None
