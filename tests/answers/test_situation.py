"""Questions that are played: what is understood of them, what is left alone, and what comes of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pirate_code.answers.frame_reading import frame_of
from pirate_code.answers.situation import played_deed
from pirate_code.answers.situation.deed_reading import deed_of


@pytest.fixture
def library(built: Path) -> Iterator[sqlite3.Connection]:
    """A library, opened to be read."""
    with closing(sqlite3.connect(f"{built.as_uri()}?mode=ro", uri=True)) as db:
        yield db


def played(db: sqlite3.Connection, question: str) -> str | None:
    """The verdict of the table."""
    found = played_deed(db, frame_of(question))
    return None if found is None else found.verdict


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Can a galley be pinned by another ship?", "no"),
        ("Can I ram my own ship?", "no"),
        ("Can I tow an enemy derelict?", "yes"),
        ("Can a ship with no masts board?", "no"),
        ("Can a submerged submarine tow a derelict?", "no"),
        ("Can a derelict with an Oarsman move?", "yes"),
        ("Can a derelict be given a repair action?", "yes"),
        ("May she explore while submerged?", "no"),
        ("My ship has no masts. Can she shoot?", "no"),
    ],
)
def test_a_deed_is_played_and_its_verdict_read_off(
    library: sqlite3.Connection, question: str, verdict: str
) -> None:
    assert played(library, question) == verdict


@pytest.mark.parametrize(
    "question",
    [
        "Can a galley be pinned by a frightened whale?",  # a word that says nothing here
        "Can a galley be pinned on Tuesdays?",
        "Who can pin a galley?",
        "Can a ship ram a ship?",  # nothing special about either
        "Can a ship dock at an enemy fort?",  # no fort stands on that table
    ],
)
def test_a_question_with_a_word_that_is_not_understood_is_not_played(
    library: sqlite3.Connection, question: str
) -> None:
    assert played(library, question) is None


def test_who_does_it_and_to_whom_are_told_apart() -> None:
    active, passive = (
        deed_of(frame_of(text)) for text in ("Can a galley ram a ship?", "Can a galley be rammed?")
    )
    assert active is not None
    assert passive is not None
    assert active.agent.keywords == passive.object.keywords == ("Galley",)


def test_the_sentence_tells_what_was_played(library: sqlite3.Connection) -> None:
    found = played_deed(library, frame_of("Can I ram my own ship?"))
    assert found is not None
    assert found.sentence.startswith("No: played on a table (ram by own ship, to own ship)")
