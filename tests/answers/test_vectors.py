"""The reader of vectors: it knows which words turn an answer round, and says nothing of what it never saw."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.prepared_question import prepare
from pirate_code.answers.question import understand
from pirate_code.answers.vectors import odds_by_vectors


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def odds(db: sqlite3.Connection, text: str, ruling: str) -> float:
    return odds_by_vectors(prepare(db, understand(db, text)), {ruling: 1.0})


@pytest.mark.parametrize(
    ("ruling", "kept", "lost"),
    [
        ("celestines-charts-take-up-your-markers", "Does my fort stay?", "Is my fort destroyed?"),
        ("turtles-and-moving-terrain", "Does the turtle survive the iceberg?", "Does the iceberg kill it?"),
    ],
)
def test_a_word_that_turns_the_question_round_turns_the_answer_round(
    db: sqlite3.Connection, ruling: str, kept: str, lost: str
) -> None:
    assert odds(db, kept, ruling) > odds(db, lost, ruling)


def test_words_and_rulings_that_nothing_is_known_of_say_nothing(db: sqlite3.Connection) -> None:
    assert odds(db, "Qwerty zxcvb?", "doctor-stops-elimination-only") == 0.0
    assert odds(db, "Does a doctor save her?", "no-such-ruling") == 0.0
