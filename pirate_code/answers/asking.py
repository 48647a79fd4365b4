"""A question as somebody asks it: one in plain English, or two names; what cannot be asked is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from pirate_code.answers import answer
from pirate_code.answers.answer import Answer
from pirate_code.answers.question import LENGTH_LIMIT
from pirate_code.library import lookup
from pirate_code.library.lookup import Meaning


class Unanswerable(ValueError):
    """What was asked names nothing; the message is one sentence that says what would be right."""


def answered(
    db: sqlite3.Connection, what: Sequence[str], relation: str | None = None, *, trying: bool = True
) -> Answer:
    """The answer to one question, or about two names; by rulings alone if nothing is to be tried."""
    if any(len(text) > LENGTH_LIMIT for text in what):
        raise Unanswerable(f"A question has at most {LENGTH_LIMIT:,} characters.")
    if len(what) == 1:
        asked = answer.ask(db, what[0], trying=trying)
        if asked.x is None and not asked.rulings:
            raise Unanswerable(
                "No name of the library stands in this question; try two names, such as Cancel Eternal."
            )
        return asked
    x, y = (thing(db, name) for name in what)
    return answer.ask_about(db, x, y, relation, trying=trying)


def answered_line(db: sqlite3.Connection, line: str, name: str, relation: str | None = None) -> Answer:
    """The answer about a line that need not be on any card, and something of the library."""
    from pirate_code.answers.experiment import experiment_lines
    from pirate_code.answers.experiment.subject import subject_of, subject_of_line
    from pirate_code.language import LanguageError

    if len(line) > LENGTH_LIMIT:
        raise Unanswerable(f"A line has at most {LENGTH_LIMIT:,} characters.")
    other = thing(db, name)
    known = [found for found in lookup.find(db, line) if found.type == "ability"]
    if known:
        return answer.ask_about(db, known[0], other, relation)
    try:
        x = subject_of_line(db, line)
    except LanguageError as error:
        raise Unanswerable(f"The line is not understood: {error}") from None
    y = subject_of(db, other)
    found = experiment_lines(x, y, relation) if y is not None else None
    return answer.by_experiment(Meaning("line", line, line, "line"), other, relation, found)


def thing(db: sqlite3.Connection, name: str) -> Meaning:
    """What a name means; of several things of one name, the one that rulings speak of."""
    found = lookup.find(db, name)
    if not found:
        near = lookup.suggestions(db, name)
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
        raise Unanswerable(f"There is nothing called {name[:80]!r}{hint}")
    return lookup.meant(found) or found[0]
