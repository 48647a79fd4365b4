"""A question as somebody asks it: one in plain English, or two names; what cannot be asked is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from pirate_code.answers import answer
from pirate_code.answers.answer import Answer
from pirate_code.answers.name_finder import meanings_of_name
from pirate_code.answers.question import LENGTH_LIMIT, is_askable, understand
from pirate_code.library import lookup
from pirate_code.library.lookup import Meaning
from pirate_code.library.question_words import question_words
from pirate_code.library.stemming import words_of

_TRIED = 12  # words of a question in which names are looked for


class Unanswerable(ValueError):
    """What was asked names nothing; the message is one sentence that says what would be right."""


def answered(
    db: sqlite3.Connection, what: Sequence[str], relation: str | None = None, *, trying: bool = True
) -> Answer:
    """The answer to one question, or about two names; by rulings alone if nothing is to be tried."""
    if any(len(text) > LENGTH_LIMIT for text in what):
        raise Unanswerable(f"A question has at most {LENGTH_LIMIT:,} characters.")
    if len(what) == 1:
        question = understand(db, what[0])
        if not is_askable(db, question):
            raise Unanswerable(f"No name of the library stands in this question{_nearest(db, what[0])}")
        return answer.answer_to(db, question, trying=trying)
    (x, *others), (y, *more) = (things(db, name) for name in what)
    return answer.answer_to(db, answer.about(x, y, relation, (*others, *more)), trying=trying)


def answered_line(db: sqlite3.Connection, line: str, name: str, relation: str | None = None) -> Answer:
    """The answer about a line that need not be on any card, and something of the library."""
    from pirate_code.answers.experiment import experiment_lines
    from pirate_code.answers.experiment.finding import Experiment
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
    tried = experiment_lines(x, y, relation) if y is not None else Experiment(None)
    return answer.by_experiment(Meaning("line", line, line, "line"), other, relation, tried)


def thing(db: sqlite3.Connection, name: str) -> Meaning:
    """What a name means; of several things of one name, the one that rulings speak of."""
    return things(db, name)[0]


def things(db: sqlite3.Connection, name: str) -> list[Meaning]:
    """What a name or nickname may mean, the likeliest first."""
    found = meanings_of_name(db, name)
    if not found:
        near = lookup.suggestions(db, name)
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
        raise Unanswerable(f"There is nothing called {name[:80]!r}{hint}")
    return found


def _nearest(db: sqlite3.Connection, text: str) -> str:
    """The end of a sentence: names that are spelt nearly like words of a text, or what to try."""
    words = [word for word in words_of(text)[:_TRIED] if word not in question_words().known]
    near = dict.fromkeys(found for word in words for found in lookup.suggestions(db, word)[:1])
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return "; try two names, such as Cancel Eternal."
