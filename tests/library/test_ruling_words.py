"""The words of rulings that a library stores: stems, weighed by where they stand and how long a ruling is."""

from __future__ import annotations

import sqlite3

from pirate_code.library.question_words import question_words
from pirate_code.library.ruling_words import ruling_word_rows, spelling_rows
from pirate_code.library.stemming import stem


def small_library() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE rulings (id, section, says, line);
        CREATE TABLE entries (id, name);
        CREATE TABLE ruling_about (ruling_id, entry_id, position);
        CREATE TABLE claims (ruling_id, position, subject, object, condition);
        CREATE TABLE asked (ruling_id, position, question, answer, condition);
        INSERT INTO rulings VALUES ('a', 'Ramming', 'A ship pins another ship.', NULL);
        INSERT INTO rulings VALUES ('b', 'Towing', 'A ship tows a derelict across the whole wide sea.', NULL);
        INSERT INTO rulings VALUES ('c', 'Elsewhere', NULL, NULL);
        INSERT INTO entries VALUES ('term:galley', 'Galley');
        INSERT INTO ruling_about VALUES ('a', 'term:galley', 0), ('c', 'term:galley', 0);
        INSERT INTO claims VALUES ('b', 0, 'Catamaran', 'Kraken', NULL);
        INSERT INTO asked VALUES ('b', 0, 'May she sail?', 'yes', NULL);
        """
    )
    return db


def weights(db: sqlite3.Connection) -> dict[tuple[str, str], float]:
    rows = (row.values for row in ruling_word_rows(db))
    return {(str(ruling), str(word)): float(weight or 0) for word, ruling, weight in rows}


def test_a_word_of_the_heading_says_more_than_one_of_the_statement() -> None:
    found = weights(small_library())
    assert found["a", stem("ramming")] > found["a", stem("galley")] > found["a", stem("pins")]


def test_a_word_says_less_in_a_long_ruling() -> None:
    found = weights(small_library())
    assert found["b", stem("derelict")] < found["a", stem("pins")]


def test_claims_and_what_a_ruling_is_about_count_as_its_words() -> None:
    found = weights(small_library())
    assert ("b", stem("kraken")) in found
    assert ("a", stem("galley")) in found


def test_the_questions_that_a_ruling_answers_count_a_little() -> None:
    found = weights(small_library())
    assert 0 < found["b", stem("may")] < found["b", stem("sea")]


def test_a_ruling_that_only_points_elsewhere_has_no_words() -> None:
    assert not [ruling for ruling, _ in weights(small_library()) if ruling == "c"]


def test_words_that_say_nothing_are_left_out() -> None:
    assert "the" in question_words().empty
    assert not [word for _, word in weights(small_library()) if word in question_words().empty]


def test_every_word_of_a_statement_is_held_as_it_is_spelt() -> None:
    held = [str(word) for row in spelling_rows(small_library()) for word in row.values]
    assert {"pins", "derelict", "the"} <= set(held)
    assert held == sorted(set(held))
