"""Questions like the one asked: by stems, by other names, and by their bare words, whose answers vote."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.answer import ask
from pirate_code.answers.claims import rulings_for
from pirate_code.answers.prepared_question import PreparedQuestion, prepare
from pirate_code.answers.question import understand
from pirate_code.answers.similar_questions import best_similarity, form_asked, form_of
from pirate_code.answers.wordings import grams_of, wording_votes


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def asked(db: sqlite3.Connection, text: str) -> PreparedQuestion:
    return prepare(db, understand(db, text))


def all_asked(db: sqlite3.Connection) -> list[tuple[str, str, str]]:
    return db.execute(
        "SELECT question, answer, ruling_id FROM asked WHERE shown ORDER BY ruling_id, position"
    ).fetchall()


def test_a_question_that_a_ruling_answers_is_most_like_itself(db: sqlite3.Connection) -> None:
    known = all_asked(db)[::97]
    assert len(known) > 50
    for question, _, ruling in known:
        case = asked(db, question)
        assert best_similarity(case, case.index.ruling(ruling)) == pytest.approx(1)


def test_a_piece_may_be_called_by_what_its_line_is_called(db: sqlite3.Connection) -> None:
    case = asked(db, "If Wraith gets the crew that I sacrificed, do I still get the extra action?")
    ruling = case.index.ruling("crew-collector-spoils-a-sacrifice-for-an-action")
    assert best_similarity(case, ruling) > 0.7


def test_what_only_says_in_which_case_counts_little(db: sqlite3.Connection) -> None:
    form = form_of("If a doctor saves the crew, can the crew collector still roll for him?")
    assert {"doctor", "sav"} <= form.given
    assert not {"crew", "collector"} & form.given
    assert form_of("Can a doctor save a crew, if he is face down?").given == frozenset()
    assert ask(db, "Can a doctor save a crew from a crew collector?").verdict == "yes"


def test_words_and_their_contraries_speak_of_one_matter() -> None:
    assert form_of("Do I keep Explosives?").stems == form_of("Do I lose Explosives?").stems


def test_a_number_that_differs_makes_questions_less_alike(db: sqlite3.Connection) -> None:
    case = asked(db, "Can I tow two ships?")
    assert "two" in form_asked(case).stems


def test_an_answer_that_depends_says_on_what(db: sqlite3.Connection) -> None:
    question, ruling = next(
        (question, ruling)
        for question, answer, ruling in all_asked(db)
        if answer == "depends" and "switchblade" in question.casefold()
    )
    condition = db.execute("SELECT condition FROM asked WHERE question = ?", (question,)).fetchone()[0]
    answer = ask(db, question, trying=False)
    assert answer.verdict == "depends"
    assert answer.explanation.startswith(f"It depends on {condition}.")
    assert ruling in [each.id for each in answer.rulings]


def test_votes_of_wordings_are_shares_and_the_same_wording_decides(db: sqlite3.Connection) -> None:
    for question, answer, _ in all_asked(db)[::211]:
        case = asked(db, question)
        votes = wording_votes(case, rulings_for(case))
        shares = {"yes": votes.yes, "no": votes.no, "depends": votes.depends}
        assert sum(shares.values()) == pytest.approx(1)
        assert shares[answer] == max(shares.values())
        assert (votes.odds > 0) == (votes.yes > votes.no)


def test_words_and_pairs_of_words_tell_who_does_it_to_whom() -> None:
    one, other = grams_of("Can a canoe tow a derelict?"), grams_of("Can a derelict tow a canoe?")
    assert {gram for gram in one if " " not in gram} == {gram for gram in other if " " not in gram}
    assert "derelict tow" in other - one


def test_wordings_of_no_ruling_vote_for_nothing(db: sqlite3.Connection) -> None:
    votes = wording_votes(asked(db, "Can I tow two ships?"), {})
    assert (votes.yes, votes.no, votes.depends, votes.odds) == (0, 0, 0, 0)
