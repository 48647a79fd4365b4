"""The index of rulings that a library holds: what a question reads of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.ruling_index import RulingIndex
from pirate_code.library.stemming import stem


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def test_a_ruling_is_near_to_words_that_it_says(db: sqlite3.Connection) -> None:
    near = RulingIndex(db).nearness({stem("whirlpool"): 1.0})
    best = max(near, key=near.__getitem__)
    ruling = RulingIndex(db).ruling(best)
    assert "whirlpool" in (ruling.says + ruling.place.section).lower()


def test_a_rare_word_counts_more_than_a_common_one(db: sqlite3.Connection) -> None:
    rarity = RulingIndex(db).rarity
    assert rarity[stem("whirlpool")] > rarity[stem("ship")]


def test_a_word_that_no_ruling_uses_is_near_to_none(db: sqlite3.Connection) -> None:
    assert RulingIndex(db).nearness({"zeppelin": 1.0}) == {}


def test_rulings_about_an_entry_are_told_from_those_that_only_claim_something_of_it(
    db: sqlite3.Connection,
) -> None:
    index = RulingIndex(db)
    for entry in ("keyword:captain", "keyword:helmsman", "keyword:cannoneer"):
        about = {
            id_
            for (id_,) in db.execute(
                "SELECT ruling_id FROM ruling_about JOIN rulings ON id = ruling_id"
                " WHERE says IS NOT NULL AND entry_id = ?",
                (entry,),
            )
        }
        claimed = {
            id_
            for (id_,) in db.execute(
                "SELECT ruling_id FROM claims WHERE ? IN (subject_id, object_id)", (entry,)
            )
        }
        found = dict(index.with_entry(entry))
        assert about, entry
        assert {id_ for id_, is_about in found.items() if is_about} == about
        assert found.keys() == about | claimed


def test_a_ruling_comes_with_its_claims_and_questions_in_their_order(db: sqlite3.Connection) -> None:
    index = RulingIndex(db)
    (id_,) = db.execute("SELECT ruling_id FROM asked GROUP BY ruling_id ORDER BY count(*) DESC").fetchone()
    ruling = index.ruling(id_)
    rows = db.execute("SELECT question FROM asked WHERE ruling_id = ? ORDER BY position", (id_,)).fetchall()
    assert [asked.question for asked in ruling.asked] == [question for (question,) in rows]
    rows = db.execute("SELECT subject FROM claims WHERE ruling_id = ? ORDER BY position", (id_,)).fetchall()
    assert [claim.subject for claim in ruling.claims] == [subject for (subject,) in rows]


def test_every_statement_is_spelt_with_known_words(db: sqlite3.Connection) -> None:
    assert {"whirlpool", "eliminated"} <= RulingIndex(db).vocabulary()
