"""The vectors of questions and rulings that a library stores: read, checked, one for nearly every ruling."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pirate_code.data import DataError
from pirate_code.library import question_vectors
from pirate_code.library.question_grams import question_grams
from pirate_code.library.question_vectors import gram_vector_rows, ruling_vector_rows

GOOD = '{"scale": 0.5, "grams": {"ram": [2.5, "AQL/"]}, "rulings": {"a": [0.1, "AQID"], "b": [0, "AQID"]}}'


@pytest.fixture
def read_anew() -> Iterator[None]:
    question_vectors._read.cache_clear()
    yield
    question_vectors._read.cache_clear()


def rulings(*ids: str) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE rulings (id)")
    db.executemany("INSERT INTO rulings VALUES (?)", [(id_,) for id_ in ids])
    return db


def test_only_the_sentence_that_asks_has_marks() -> None:
    grams = question_grams("I tow a hulk. Is she safe?")
    assert {"?is", "?she", "?safe", "^is she", "$she safe"} <= grams
    assert not {"?tow", "?hulk"} & grams


def test_words_of_one_meaning_make_one_gram() -> None:
    assert question_grams("Is he killed?") & question_grams("Is he eliminated?") >= {"elimin"}


@pytest.mark.usefixtures("read_anew")
def test_a_ruling_that_is_gone_has_no_vector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_vectors, "FILE", tmp_path / "vectors.json")
    question_vectors.FILE.write_text(GOOD, encoding="utf-8")
    db = rulings("b", "c")
    assert [row.values for row in ruling_vector_rows(db)] == [("b", 0.0, 0.5, b"\x01\x02\x03")]
    assert [row.values for row in gram_vector_rows(db)] == [("ram", 2.5, b"\x01\x02\xff")]


@pytest.mark.usefixtures("read_anew")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("0.5", '"half"', '"scale" is a number'),
        ('"rulings"', '"ruling"', 'the file has "scale", "grams" and "rulings"'),
        ('[2.5, "AQL/"]', '[2.5, "AQL"]', "'ram' of 'grams' has a number and a vector in base64"),
        ('[2.5, "AQL/"]', "7", "'ram' of 'grams' has a number and a vector in base64"),
        ('[0, "AQID"]', '[0, "AQI="]', "the vector of 'b' has 2 numbers, not 3"),
        ("{", "", "this is not JSON"),
    ],
)
def test_a_file_with_a_fault_is_refused_with_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str
) -> None:
    monkeypatch.setattr(question_vectors, "FILE", tmp_path / "vectors.json")
    question_vectors.FILE.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    db = rulings("a", "b")
    with pytest.raises(DataError) as refused:
        [*gram_vector_rows(db), *ruling_vector_rows(db)]
    assert says in str(refused.value)
    assert "vectors.json" in str(refused.value)


def test_nearly_every_ruling_that_answers_questions_has_a_vector(built: Path) -> None:
    db = sqlite3.connect(f"file:{built}?mode=ro", uri=True)
    without = (
        "SELECT DISTINCT ruling_id FROM asked WHERE answer <> 'value'"
        " AND ruling_id NOT IN (SELECT ruling_id FROM ruling_vectors)"
    )
    assert len(db.execute(without).fetchall()) <= 40  # after that: bench/fit_vectors.py
