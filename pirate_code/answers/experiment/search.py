"""Searches the tables for one that decides: the most telling settings first, within a bound of work."""

from __future__ import annotations

from pirate_code.answers.experiment.meetings import meetings
from pirate_code.answers.experiment.subject import Subject
from pirate_code.answers.experiment.trial import Bench, Trial
from pirate_code.answers.experiment.verdict import settles

WORK = 7_000  # after which no other table is tried


def search(x: Subject, y: Subject, relation: str | None, bound: int = WORK) -> list[Trial]:
    """Trials in which the two meet, with all dice; the search ends with a table that settles the relation."""
    found: list[Trial] = []
    work = 0
    for setting, deed in meetings(x, y):
        bench = Bench(setting, deed, x, y)
        try:
            trials = list(bench.trials())
        except (ValueError, LookupError, AssertionError):  # such a table cannot be set, or not be played on
            continue
        found += trials
        work += bench.work
        if work >= bound or any(settles(trial, relation) for trial in trials):
            break
    return found
