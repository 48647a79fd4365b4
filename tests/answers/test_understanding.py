"""Names in questions: nicknames, plurals, titles, slips of the pen; what is asked, and what is denied."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pirate_code.answers.asking import Unanswerable, answered, things
from pirate_code.answers.name_finder import meant_by
from pirate_code.answers.question import is_denied, understand
from pirate_code.answers.ruling_clauses import clauses
from pirate_code.library.stemming import spelt_right


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("SAT", "Born Leader"),
        ("canceller", "Cancel"),
        ("cancelers", "Cancel"),
        ("doc", "Doctor"),
        ("rev captain", "Reverse Captain"),
        ("cabin boy", "crew from outside the game"),
        ("UT", "unique treasure"),
        ("galleys", "Galley"),
        ("Jack Sparrow", "Captain Jack Sparrow"),
        ("Hargreaves", "Sir Rupert Hargreaves"),
    ],
)
def test_nicknames_plurals_and_names_without_title_mean_the_thing(
    db: sqlite3.Connection, called: str, name: str
) -> None:
    assert things(db, called)[0].name == name
    assert name in {thing.name for thing in understand(db, f"Does {called} work?").things}


def test_a_slip_of_the_pen_is_put_right_and_told(db: sqlite3.Connection) -> None:
    asked = understand(db, "Does a helmsmann stack with a trade curent?")
    assert [thing.name for thing in asked.things] == ["Helmsman", "trade current"]
    assert asked.slips == (("helmsmann", "helmsman"), ("curent", "current"))


def test_a_word_that_is_known_or_short_is_left_alone() -> None:
    assert spelt_right("masts", {"mast"}) is None
    assert spelt_right("abc", {"abd"}) is None
    assert spelt_right("elimnated", {"eliminated"}) == "eliminated"


def test_what_else_a_name_could_mean_is_told(db: sqlite3.Connection) -> None:
    answer = answered(db, ["HMS Apollo", "Cancel"], trying=False)
    assert answer.x is not None
    assert [other.name for other in answer.alternatives] == ["HMS Apollo"]
    assert answer.alternatives[0] != answer.x


def test_a_phrase_means_the_name_in_it(db: sqlite3.Connection) -> None:
    assert meant_by(db, "a ship with the Galley keyword")[0].name == "Galley"
    assert meant_by(db, "some Helmsmann")[0].name == "Helmsman"


@pytest.mark.parametrize(
    ("what", "hint"), [(["Heelmsman", "fort"], "Helmsman"), (["xyzzyq?"], "try two names")]
)
def test_what_is_not_understood_is_refused_with_a_hint(
    db: sqlite3.Connection, what: list[str], hint: str
) -> None:
    with pytest.raises(Unanswerable, match=hint):
        answered(db, what, trying=False)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Does a canceller not affect a fort?", True),
        ("So a canceller can't touch a fort, right?", True),
        ("Is it true that a galley cannot be pinned?", True),
        ("Can't a canceller be cancelled?", False),
        ("Can a ship that cannot be pinned be rammed?", False),
        ("May I choose not to use my doctor?", False),
        ("If she isn't docked, can she explore?", False),
    ],
)
def test_a_denial_is_one_only_in_the_main_clause(text: str, denied: bool) -> None:
    assert is_denied(text) == denied


def test_clauses_deny_permit_command_and_limit_each_for_itself() -> None:
    said = clauses("A turtle ship may board others, but nobody can board her. She must stop only once.")
    assert [(each.denies, each.permits, each.commands, each.limits) for each in said] == [
        (False, True, False, False),
        (True, True, False, False),
        (False, False, True, True),
    ]


def test_what_a_relative_clause_denies_is_not_denied() -> None:
    assert not any(each.denies for each in clauses("A ship that cannot be pinned sails on."))


@pytest.mark.parametrize("word", ["shoves", "seize", "mates", "steer", "rammer", "stated", "blows"])
def test_a_word_of_plain_english_is_no_slip(db: sqlite3.Connection, word: str) -> None:
    assert understand(db, f"Does a Helmsman {word} a ship?").slips == ()
