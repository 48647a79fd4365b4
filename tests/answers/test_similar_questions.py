"""Questions like the one asked: by words, by other names, by contraries, and the votes of their answers."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.answer import ask
from pirate_code.answers.claims import claims_for, like_questions, rulings_for
from pirate_code.answers.prepared_question import PreparedQuestion, prepare
from pirate_code.answers.question import understand
from pirate_code.answers.similar_questions import (
    SimilarQuestion,
    depends_on,
    form_asked,
    form_of,
    most_similar,
)


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def asked(db: sqlite3.Connection, text: str) -> tuple[PreparedQuestion, list[SimilarQuestion]]:
    case = prepare(db, understand(db, text))
    return case, like_questions(case, claims_for(case, rulings_for(case)))


def all_asked(db: sqlite3.Connection) -> list[tuple[str, str, str]]:
    return db.execute(
        "SELECT question, answer, ruling_id FROM asked WHERE shown ORDER BY ruling_id, position"
    ).fetchall()


def test_a_question_that_a_ruling_answers_is_most_like_itself(db: sqlite3.Connection) -> None:
    known = all_asked(db)[::510]  # each is held against all 21,000 wordings, which takes seconds
    assert len(known) > 10
    for question, _, _ in known:
        case = prepare(db, understand(db, question))
        likes = most_similar(case, case.index.places)
        assert likes[0].similarity >= 0.9 - 1e-9  # base rules stand back a little
        assert question in [each.asked.question for each in likes]


def test_votes_are_shares(db: sqlite3.Connection) -> None:
    _, likes = asked(db, "Can a doctor save himself from elimination?")
    assert sum(each.vote for each in likes) == pytest.approx(1)
    assert [each.similarity for each in likes] == sorted((each.similarity for each in likes), reverse=True)


def test_a_piece_may_be_called_by_what_its_line_is_called(db: sqlite3.Connection) -> None:
    text = "If Wraith gets the crew that I sacrificed, do I still get the extra action?"
    _, likes = asked(db, text)
    assert likes[0].asked.ruling == "crew-collector-spoils-a-sacrifice-for-an-action"
    assert likes[0].similarity > 0.7


def test_what_only_says_in_which_case_counts_little(db: sqlite3.Connection) -> None:
    form = form_of("If a doctor saves the crew, can the crew collector still roll for him?")
    assert {"doctor", "sav"} <= form.given
    assert not {"crew", "collector"} & form.given
    assert form.manner == "for"
    assert form_of("Can a doctor save a crew, if he is face down?").given == frozenset()
    assert ask(db, "Can a doctor save a crew from a crew collector?").verdict == "yes"


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("Must I ram?", "must"),
        ("Do I have to ram?", "must"),
        ("Is a ram optional?", "optional"),
        ("Does Eternal prevent a ram?", "against"),
        ("Can a ship ram?", "for"),
    ],
)
def test_questions_ask_in_a_manner(text: str, manner: str) -> None:
    assert form_of(text).manner == manner


def test_words_and_their_contraries_speak_of_one_matter() -> None:
    kept, lost = form_of("Do I keep Explosives?"), form_of("Do I lose Explosives?")
    assert kept.stems == lost.stems
    assert kept.sides == {("kept", True)} and lost.sides == {("kept", False)}


def test_a_like_question_for_the_contrary_is_told_apart(db: sqlite3.Connection) -> None:
    _, likes = asked(db, "Do I lose Explosives if the roll fails?")
    turned = [each for each in likes if each.asked.question == "Do I keep Explosives if the roll fails?"]
    assert turned and turned[0].turned and turned[0].asked.answer == "no"


def test_a_number_that_differs_makes_questions_less_alike(db: sqlite3.Connection) -> None:
    case, _ = asked(db, "Can I tow two ships?")
    assert "two" in form_asked(case).stems


def test_an_answer_that_depends_says_on_what(db: sqlite3.Connection) -> None:
    question, ruling = next(
        (question, ruling)
        for question, answer, ruling in all_asked(db)
        if answer == "depends" and "switchblade" in question.casefold()
    )
    condition = db.execute("SELECT condition FROM asked WHERE question = ?", (question,)).fetchone()[0]
    _, likes = asked(db, question)
    assert depends_on(likes) == condition
    answer = ask(db, question, trying=False)
    assert answer.verdict == "depends"
    assert answer.explanation.startswith(f"It depends on {condition}.")
    assert ruling in [each.id for each in answer.rulings]


def test_unlike_questions_leave_nothing_open(db: sqlite3.Connection) -> None:
    _, likes = asked(db, "Can a doctor save himself from elimination?")
    assert depends_on(likes) is None
    assert depends_on([]) is None
