"""Questions are understood, and answered with the rulings that decide them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.answer import ask, ask_about
from pirate_code.answers.question import relation_of, understand
from pirate_code.library import lookup


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    opened = sqlite3.connect(f"file:{built}?mode=ro", uri=True)
    opened.row_factory = sqlite3.Row
    return opened


@pytest.mark.parametrize(
    ("question", "verdict", "section"),
    [
        ("Does a Helmsman stack with a trade current?", "yes", "Trade Current"),
        ("Can a canceller affect a fort?", "no", "Cancel ability"),
        ("Does the doctor save a crew from capture?", "no", "Doctor ability"),
        ("Can a derelict be given a move action?", "no", "Derelict, Sunk, and Wrecked"),
    ],
)
def test_a_question_is_answered_with_the_ruling_that_decides_it(
    db: sqlite3.Connection, question: str, verdict: str, section: str
) -> None:
    answer = ask(db, question)
    assert answer.verdict == verdict
    assert section in {ruling.section for ruling in answer.rulings[:3]}


def test_a_denial_turns_the_answer_round(db: sqlite3.Connection) -> None:
    assert ask(db, "Does a canceller not affect a fort?").verdict == "yes"


def test_things_and_relation_are_found_in_plain_words(db: sqlite3.Connection) -> None:
    asked = understand(db, "Do two Cancellers stack on Born Leaders?")
    assert [thing.name for thing in asked.things] == ["Cancel", "Born Leader"]
    assert asked.relation == "stacks"


@pytest.mark.parametrize(
    ("text", "relation"), [("does it stack with", "stacks"), ("can it be", "allows"), ("hello", None)]
)
def test_the_words_of_a_question_ask_for_a_relation(text: str, relation: str | None) -> None:
    assert relation_of(text) == relation


def test_two_names_are_asked_about_without_a_sentence(db: sqlite3.Connection) -> None:
    x, y = (lookup.find(db, name)[0] for name in ("Cancel", "Eternal"))
    answer = ask_about(db, x, y)
    assert answer.verdict is not None
    assert answer.rulings


def test_no_verdict_comes_without_a_ruling(db: sqlite3.Connection) -> None:
    answer = ask(db, "Is the moon made of cheese?")
    assert answer.verdict is None or answer.rulings


@pytest.mark.parametrize(
    "text", ["", "?" * 500, "\x00", "'; DROP TABLE rulings; --", '"""', "NEAR(a b) AND *"]
)
def test_hostile_questions_are_answered_or_left_open(db: sqlite3.Connection, text: str) -> None:
    assert ask(db, text).verdict in {None, "yes", "no", "depends"}


def test_who_wins_is_answered_by_a_sentence_and_never_by_yes_or_no(db: sqlite3.Connection) -> None:
    answer = ask(db, "How many full actions can a ship take in one turn?", trying=False)
    assert (answer.verdict, answer.sureness) == (None, "likely")
    assert answer.value == "Two"
    told, _, reason = answer.explanation.partition(": ")
    assert told == answer.value and reason.rstrip(".;") in " ".join(ruling.says for ruling in answer.rulings)
    assert answer.as_json()["value"] == answer.value
