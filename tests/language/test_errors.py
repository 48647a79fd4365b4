"""The one error of the language carries everything a reader needs to put a line right."""

from __future__ import annotations

import pytest

from pirate_code.language import LanguageError, parse
from pirate_code.language.limits import MAX_LINE


def error_of(line: str) -> LanguageError:
    with pytest.raises(LanguageError) as caught:
        parse(line)
    return caught.value


def test_an_error_keeps_its_parts_and_is_its_message() -> None:
    error = LanguageError(
        "it does not fit", line=3, column=7, expected=("a verb",), nearest="Fear.", text="x"
    )
    assert str(error) == error.message == "it does not fit"
    assert (error.line, error.column) == (3, 7)
    assert error.expected == ["a verb"]
    assert (error.nearest, error.text) == ("Fear.", "x")


def test_an_error_says_nothing_it_does_not_know() -> None:
    error = LanguageError("it does not fit")
    assert (error.line, error.column, error.expected, error.nearest, error.text) == (1, 1, [], None, "")


def test_an_error_is_a_value_error() -> None:
    assert issubclass(LanguageError, ValueError)


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("", "the line is empty; an ability line has at least one word", 1),
        ("Capt\x07ain.", "character '\\x07' does not belong in an ability line", 5),
        ("x " * 5_000 + "x", "the line has 10,001 characters; at most 10,000 are read", MAX_LINE + 1),
        ("(" * 49, "parentheses are nested more than 48 deep", 49),
        ("This ship zyzzyva.", "'zyzzyva' does not fit here", 11),
        ("On a 6-5, eliminate a mast.", "the die results 6-5 run backwards", 1),
        ("Roll 21d6.", "between 1 and 20 dice can be rolled, not 21", 1),
        ("A treasure is worth a ship.", "a piece is worth an amount of gold", 1),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_place(line: str, message: str, column: int) -> None:
    error = error_of(line)
    assert error.message == message
    assert error.column == column
    assert error.line == 1


def test_the_place_is_that_of_the_line_as_it_was_written() -> None:
    line = "Schooner.   This ship can’t  be zyzzyva."
    assert error_of(line).column == line.index("zyzzyva") + 1


def test_of_two_equal_words_the_one_that_does_not_fit_is_meant() -> None:
    line = "This ship cannot dock. This ship of cannot dock."
    assert error_of(line).column > line.index(".")


def test_words_a_player_knows_are_expected() -> None:
    assert "'may', 'must' or 'cannot'" in error_of("This ship zyzzyva.").expected
    assert "a piece or thing" in error_of("This ship may eliminate zyzzyva.").expected


def test_what_is_expected_is_sorted_and_told_once() -> None:
    expected = error_of("This ship may eliminate zyzzyva.").expected
    assert expected == sorted(set(expected))


def test_the_text_of_an_error_is_the_line_itself() -> None:
    line = "Fear. This ship zyzzyva."
    assert error_of(line).text == line


def test_a_tree_that_cannot_be_is_an_error_of_the_language() -> None:
    error = error_of("1-3: No effect.\n2-4: No effect.")
    assert error.message.startswith("the sentences do not fit together")


def test_parsing_never_raises_anything_else() -> None:
    for line in ["\udc80", "((((", "))))", "1-2:", "S" * 500, "+1 +1 +1", "'s 's", '"', ";;;;", "a " * 2000]:
        with pytest.raises(LanguageError):
            parse(line)
