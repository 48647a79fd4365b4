"""Answers by experiment: two things meet on tables, in four worlds with the same dice.

The worlds have neither of the two, one of them, or both. What both do together is held against what each
does alone. Tables are the positions of rulings that hold them, and then small ones in which the rules ask for
what the two do. There is no table of pairs, and nothing here knows a card by name.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pirate_code.answers.experiment.finding import Experiment
    from pirate_code.answers.experiment.subject import Subject
    from pirate_code.library.lookup import Meaning


def experiment(
    db: sqlite3.Connection, x: Meaning, y: Meaning, relation: str | None = None, rulings: Sequence[str] = ()
) -> Experiment:
    """What happens when two things of the library meet; in positions of these rulings first."""
    from pirate_code.answers.experiment.finding import Experiment
    from pirate_code.answers.experiment.subject import subjects_of

    subjects = subjects_of(db, x, y)
    if subjects is None:
        return Experiment(None)
    of_x, of_y = subjects
    from pirate_code.answers.experiment.gc_pause import garbage_collection_paused
    from pirate_code.answers.experiment.position_search import search_positions
    from pirate_code.answers.experiment.witness import finding

    with garbage_collection_paused():
        searched = search_positions(db, (x, of_x), (y, of_y), relation, rulings)
        if searched.judged is not None:
            return Experiment(finding(searched.judged, of_x, of_y), tuple(searched.faults))
    made = experiment_lines(of_x, of_y, relation)
    return Experiment(made.finding, (*searched.faults, *made.faults))


def experiment_lines(x: Subject, y: Subject, relation: str | None = None) -> Experiment:
    """What happens when two things meet on made tables."""
    from pirate_code.answers.experiment.finding import Experiment
    from pirate_code.answers.experiment.gc_pause import garbage_collection_paused
    from pirate_code.answers.experiment.trial_search import search
    from pirate_code.answers.experiment.trial_verdict import judge
    from pirate_code.answers.experiment.witness import finding

    with garbage_collection_paused():
        searched = search(x, y, relation)
        judged = judge(searched.trials, relation)
        decided = finding(judged, x, y) if judged is not None else None
        return Experiment(decided, tuple(searched.faults))
