"""The votes of claims: which things of the question they join, and what they leave open."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.claims import claims_for, rulings_for
from pirate_code.answers.prepared_question import PreparedQuestion, prepare
from pirate_code.answers.question import understand
from pirate_code.answers.votes import joins, left_open, votes


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def case(db: sqlite3.Connection, text: str) -> PreparedQuestion:
    return prepare(db, understand(db, text))


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("Does the unique treasure taker beat Secret Hold?", "forth"),
        ("Does Secret Hold beat the unique treasure taker?", "back"),
        ("Does the Doctor beat Secret Hold?", "one"),
        ("Does the Doctor beat Wraith?", "none"),
    ],
)
def test_a_claim_joins_things_in_the_order_of_the_question_or_back(
    db: sqlite3.Connection, text: str, way: str
) -> None:
    index = case(db, "Secret Hold").index
    rulings = map(index.ruling, index.places)
    ends = ("unique treasure taker", "overrides", "Secret Hold")
    claim = next(
        each
        for ruling in rulings
        for each in ruling.claims
        if (each.subject, each.relation, each.object) == ends
    )
    assert joins(case(db, text), claim) == way


def test_a_condition_of_which_nothing_is_asked_leaves_a_question_open(db: sqlite3.Connection) -> None:
    asked = case(db, "Can a unique treasure be taken by Parley?")
    claims = claims_for(asked, rulings_for(asked))
    found = left_open(asked, claims)
    assert found is not None and found.claim.holds == "when" and not found.met
    assert max(votes(asked, claims), key=lambda pair: pair[1])[0] == found


def test_a_sure_claim_leaves_nothing_open(db: sqlite3.Connection) -> None:
    asked = case(db, "Does the unique treasure taker beat Secret Hold?")
    assert left_open(asked, claims_for(asked, rulings_for(asked))) is None
