"""A line that does not parse is told the known line that shares most words with it."""

from __future__ import annotations

import pytest

from pirate_code.glossary import builtin_lines
from pirate_code.language import LanguageError, parse
from pirate_code.language.nearest import nearest, spellings


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("Ship gets +S to the base move", "This ship gets +S to her base move."),
        ("THIS SHIP CANNOT BE PINNED BY ANYBODY", "This ship cannot be pinned."),
        ("this crew has no cargo space", "This crew takes up no cargo space."),
    ],
)
def test_the_line_with_most_words_in_common_is_nearest(line: str, known: str) -> None:
    assert nearest(line) == known


@pytest.mark.parametrize("line", ["", "zyzzyva", "日本", "Captain"])
def test_a_line_that_shares_nothing_much_has_no_nearest(line: str) -> None:
    assert nearest(line) is None


def test_a_known_line_is_nearest_to_itself() -> None:
    for line in builtin_lines()[:40]:
        found = nearest(line)
        assert found is not None
        assert set(found.lower().split()) == set(line.lower().split()) or found == line


def test_only_known_lines_are_told() -> None:
    assert nearest("When this ship sinks a fort, she burns") in builtin_lines()


def test_a_very_long_line_is_compared_by_its_beginning() -> None:
    line = "This ship cannot be pinned. " + "x" * 3_000
    assert nearest(line.replace("x" * 3_000, "")) == "This ship cannot be pinned."
    assert nearest("y " * 2_000 + "This ship cannot be pinned.") is None


@pytest.mark.parametrize(
    ("word", "known"),
    [("pined", ["pinned", "printed"]), ("Captin", ["captain"]), ("pinned", []), ("zyzzyva", []), ("shp", [])],
)
def test_a_misspelt_word_may_be_a_known_one_that_is_nearly_alike(word: str, known: list[str]) -> None:
    assert spellings(word) == known


def test_a_line_with_a_misspelt_word_is_told_the_word_and_the_line_that_were_meant() -> None:
    with pytest.raises(LanguageError) as caught:
        parse("This ship cannot be pined.")
    assert str(caught.value) == "'pined' does not fit here (did you mean 'pinned'?)"
    assert caught.value.nearest == "This ship cannot be pinned."


def test_a_word_that_would_not_be_understood_either_is_not_offered() -> None:
    with pytest.raises(LanguageError) as caught:
        parse("This ship flies over islands.")
    assert str(caught.value) == "'flies' does not fit here"
