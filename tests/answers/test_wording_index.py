"""Which wordings of a ruling are worth comparing with a question, by what they share with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pirate_code.answers import comparison, similar_questions, wordings
from pirate_code.answers.claims import rulings_for
from pirate_code.answers.prepared_question import PreparedQuestion, prepare
from pirate_code.answers.question import understand
from pirate_code.answers.reading import read
from pirate_code.answers.ruling_index import Place, Ruling, RulingQuestion
from pirate_code.answers.wording_index import added_up, wordings_with

QUESTIONS = (
    "Can a submerged submarine tow a derelict?",
    "Does a Helmsman stack with a trade current?",
    "My ship has no masts left. May she still ram?",
    "Is a crew lost if the ship that carries him is scuttled?",
    "Can Wraith take a crew that I sacrifice?",
)
ALL = 1_000_000


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def cases(db: sqlite3.Connection) -> Iterator[PreparedQuestion]:
    return (prepare(db, understand(db, text)) for text in QUESTIONS)


def test_what_each_wording_shares_is_added_up() -> None:
    texts = ("Can she ram?", "May he ram a derelict?", "How many can she tow?")
    answers = ("yes", "no", "value")
    asked = tuple(
        RulingQuestion("r", text, answer, None) for text, answer in zip(texts, answers, strict=True)
    )
    ruling = Ruling("She may.", Place("Ram", basic=False), frozenset(), (), asked)
    found = wordings_with(ruling, values=False)
    assert [each.question for each in found.questions] == list(texts[:2])
    assert found.with_stem["ram"] == (0, 1)
    assert found.with_gram["ram a"] == (1,)
    assert added_up(found.with_stem, {"ram": 1.0, "derelict": 2.0, "whale": 4.0}, 2) == [1.0, 3.0]
    assert [each.answer for each in wordings_with(ruling, values=True).questions] == ["value"]


def test_the_most_similar_wordings_are_those_of_all(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def similarities() -> list[float]:
        return [
            similar_questions.best_similarity(case, case.index.ruling(id_))
            for case in cases(db)
            for id_ in list(rulings_for(case))[:10]
        ]

    few = similarities()
    monkeypatch.setattr(similar_questions, "_MEASURED", ALL)
    whole = similarities()
    assert sum(one < other for one, other in zip(few, whole, strict=True)) <= 0.1 * len(whole)
    assert few == pytest.approx(whole, abs=0.15)


def test_the_votes_of_wordings_are_those_of_all(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def votes() -> list[float]:
        return [wordings.wording_votes(case, rulings_for(case)).yes for case in cases(db)]

    few = votes()
    monkeypatch.setattr(wordings, "_MEASURED", ALL)
    assert few == pytest.approx(votes(), abs=0.02)


def test_what_statements_come_to_is_the_same_as_of_all(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odds() -> list[float]:
        found = [read(comparison.compared_statements(case, rulings_for(case))) for case in cases(db)]
        return [reading.yes for reading in found if reading is not None]

    few = odds()
    monkeypatch.setattr(comparison, "_WORDINGS", ALL)
    assert len(few) == len(QUESTIONS)
    assert few == pytest.approx(odds(), abs=0.02)
