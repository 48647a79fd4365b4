"""Answers by experiment: two things meet on small tables, in four worlds with the same dice."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pirate_code.answers.experiment.finding import Finding
    from pirate_code.answers.experiment.subject import Subject
    from pirate_code.library.lookup import Meaning


def experiment(db: sqlite3.Connection, x: Meaning, y: Meaning, relation: str | None = None) -> Finding | None:
    """What happens when two things of the library meet; None if no table can tell."""
    return None


def experiment_lines(x: Subject, y: Subject, relation: str | None = None) -> Finding | None:
    """What happens when two things meet whose trees are known; None if no table can tell."""
    return None
