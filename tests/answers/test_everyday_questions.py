"""Everyday questions about the plain rules get the verdict of those rules, for a reason that agrees."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.answer import Answer
from pirate_code.answers.asking import Unanswerable, answered
from pirate_code.answers.batch import read_questions, try_all
from pirate_code.answers.voice import is_turned

QUESTIONS = Path(__file__).parent / "questions" / "everyday.jsonl"
RIGHT = 50  # of the questions in the file


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def asked(db: sqlite3.Connection, text: str) -> Answer:
    return answered(db, [text], trying=False)


def test_a_ship_docks_at_home_whatever_a_keyword_bars(db: sqlite3.Connection) -> None:
    answer = asked(db, "Can a ship dock at her home island?")
    assert answer.verdict == "yes"
    assert "Mercenary" not in answer.explanation


def test_a_verdict_agrees_with_the_clause_that_permits_the_deed(db: sqlite3.Connection) -> None:
    answer = asked(db, "Does a captain let you move and shoot?")
    assert answer.verdict == "yes"
    assert "may shoot after moving" in answer.explanation


def test_to_be_rammed_is_not_to_ram(db: sqlite3.Connection) -> None:
    answer = asked(db, "Can a submarine be rammed while submerged?")
    assert answer.verdict == "no"
    assert "may ram" not in answer.explanation


def test_an_enemy_derelict_is_towed_whatever_an_oarsman_prevents(db: sqlite3.Connection) -> None:
    answer = asked(db, "Can I tow an enemy derelict?")
    assert answer.verdict == "yes"
    assert "Oarsman" not in answer.explanation


@pytest.mark.parametrize(
    "text", ["Can a ship with no masts board?", "Can you board a fort?", "Can I ram my own ship?"]
)
def test_no_ruling_about_what_is_not_named_comes_first(db: sqlite3.Connection, text: str) -> None:
    first = asked(db, text).rulings[0]
    assert not any(name in first.says for name in ("Oarsman", "Catamaran", "Turtle", "Conch"))


def test_who_begins_is_found_without_a_name(db: sqlite3.Connection) -> None:
    answer = asked(db, "Who goes first?")
    assert answer.verdict is None
    assert answer.value is not None and "highest is the first player" in answer.value


def test_a_question_for_yes_or_no_that_names_nothing_is_refused(db: sqlite3.Connection) -> None:
    with pytest.raises(Unanswerable):
        asked(db, "Is it 4?")


def test_only_the_same_thing_in_the_other_voice_is_turned_round() -> None:
    question = ("can", "a", "submarine", "be", "rammed")
    assert is_turned(question, "A submerged Submarine may ram.")
    assert not is_turned(question, "A ship may ram a Submarine.")
    assert not is_turned(question, "A submerged Submarine cannot be rammed.")


def test_everyday_questions_are_answered_as_often_as_before(db: sqlite3.Connection) -> None:
    tried = try_all(db, read_questions(QUESTIONS), lambda *_: None)
    assert sum(each.right for each in tried) >= RIGHT
