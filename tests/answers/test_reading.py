"""Statements of rulings are held against a question, and a verdict and its sureness are read off them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.answer import ask
from pirate_code.answers.claims import rulings_for
from pirate_code.answers.comparison import FEATURES, ComparedStatement, compared_statements
from pirate_code.answers.confidence import sureness_of
from pirate_code.answers.kinds import kinds, with_kinds
from pirate_code.answers.prepared_question import prepare
from pirate_code.answers.question import understand
from pirate_code.answers.reading import read
from pirate_code.answers.ruling_index import Claim, Place, Ruling, RulingIndex, RulingQuestion
from pirate_code.answers.statements import parted, statements
from pirate_code.answers.weights import weights

CLAIM = Claim("r", "Marine", "prevents", "ram", "when", "she is docked", "marine", "ram")


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def compared(db: sqlite3.Connection, text: str) -> list[ComparedStatement]:
    case = prepare(db, understand(db, text))
    return compared_statements(case, rulings_for(case))


def test_a_ruling_states_its_questions_claims_and_main_clauses() -> None:
    asked = RulingQuestion("r", "If she is docked, does a Marine not shoot?", "yes", None)
    says = "A Marine may shoot, but nobody can shoot him."
    ruling = Ruling(says, Place("Marine", basic=False), frozenset(), (CLAIM,), (asked,))
    stated = statements(ruling)
    assert [(each.source, each.truth) for each in stated] == [
        ("asked", "no"),  # what it denies is turned round
        ("claim", "yes"),
        ("claim", "depends"),
        ("clause", "yes"),
        ("clause", "no"),
    ]
    assert "dock" in stated[0].told and "dock" not in stated[0].asked
    assert stated[2].kind == "open" and stated[2].condition == "she is docked"


@pytest.mark.parametrize(
    ("text", "main", "case"),
    [
        ("If she sinks, is he lost?", " is he lost?", "If she sinks"),
        ("Is he lost if she sinks?", "Is he lost ", "if she sinks?"),
        ("Is he lost?", "Is he lost?", ""),
    ],
)
def test_the_case_is_parted_from_what_is_asked(text: str, main: str, case: str) -> None:
    assert parted(text) == (main, case)


def test_a_statement_that_has_all_that_is_asked_fits_best(db: sqlite3.Connection) -> None:
    found = read(compared(db, "Does a Helmsman stack with a trade current?"))
    assert found is not None and found.yes > 0.5
    best = found.counts[0][0]
    assert dict(zip(FEATURES, best.features, strict=True))["asked"] > 0.9
    assert sum(count for _, count in found.counts) == pytest.approx(1)
    assert sum(found.by_ruling().values()) == pytest.approx(1)


def test_a_denial_turns_the_truth_of_every_statement_round(db: sqlite3.Connection) -> None:
    plain = compared(db, "Does a canceller affect a fort?")
    denied = compared(db, "Does a canceller not affect a fort?")
    turned = {"yes": "no", "no": "yes", "depends": "depends"}
    by_statement = {(each.ruling, each.statement): each.truth for each in plain}
    both = [each for each in denied if (each.ruling, each.statement) in by_statement]
    assert len(both) > 50
    assert all(each.truth == turned[by_statement[each.ruling, each.statement]] for each in both)


def test_no_statements_give_no_reading() -> None:
    assert read([]) is None


def test_what_does_not_parse_is_never_sure_and_what_is_worse_than_a_guess_is_open() -> None:
    assert sureness_of(0.99, parsed=True) == "sure"
    assert sureness_of(0.99, parsed=False) == "likely"
    assert sureness_of(weights()["open below"] - 0.01, parsed=True) == "open"


def test_an_answer_carries_its_sureness(db: sqlite3.Connection) -> None:
    answer = ask(db, "Can a native canoe be towed?", trying=False)
    assert (answer.verdict, answer.sureness) == ("no", "sure")
    assert answer.as_json()["sureness"] == "sure"


def test_every_kind_is_a_name_of_the_library(db: sqlite3.Connection) -> None:
    names = {name for thing, listed in kinds().items() for name in (thing, *listed)}
    assert [name for name in names if RulingIndex(db).entry_called(name) is None] == []


def test_a_kind_of_a_kind_counts_less(db: sqlite3.Connection) -> None:
    index = RulingIndex(db)
    thing, kind, above = map(index.entry_called, ("five-segment sea monster", "Sea Monster", "sea creature"))
    assert thing is not None and kind is not None and above is not None
    found = with_kinds(index, {thing: 1.0})
    assert found[thing] > found[kind] > found[above] > 0


def test_an_explanation_is_the_verdict_and_a_sentence_of_a_ruling(
    db: sqlite3.Connection,
) -> None:
    answer = ask(db, "Can a sea monster pin a galley?", trying=False)
    assert answer.explanation.startswith("No: ") and "galley" in answer.explanation
    sentence = answer.explanation.removeprefix("No: ").casefold()
    assert any(sentence in ruling.says.casefold() for ruling in answer.rulings[:3])
