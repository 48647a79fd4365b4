"""Lines that do not parse are told with their place."""

from __future__ import annotations

import pytest

from pirate_code.language import LanguageError, parse


@pytest.mark.parametrize(
    ("line", "word", "nearest"),
    [
        ("This ship gets +1 to her kitchen.", "kitchen", "This ship gets +S to her base move."),
        ("This ship gets +13L to her base move.", "+13L", "This ship gets +S to her base move."),
        ("Captain Helmsman Fear", "Helmsman", None),
        ("Ahoy there mateys.", "there", None),
        ("This ship cannot be pinned. This ship flies over islands.", "flies", "This ship cannot be pinned."),
        ("Schooner. This ship can’t be zapped.", "zapped", "This ship cannot be rammed."),
    ],
)
def test_a_line_that_does_not_parse_is_told_with_its_place(line: str, word: str, nearest: str | None) -> None:
    with pytest.raises(LanguageError) as caught:
        parse(line)
    error = caught.value
    assert error.text == line
    assert (error.line, error.column) == (1, line.index(word) + 1)
    assert error.message == f"{word.rstrip('.')!r} does not fit here"
    assert error.expected
    assert error.nearest == nearest


@pytest.mark.parametrize(
    "line",
    [
        "This ship gets +1 to her boarding rolls unless.",
        "If this ship",
        "Once per turn",
        "This ship",
        "On a 6-5, eliminate a mast.",
        "Roll 21d6.",
        "Loyal: Atlantis.",
        "Captain. Zyzzyva ahoy of the.",
        "She (cannot dock.",
        "±½ 日本",
    ],
)
def test_the_column_of_an_error_lies_inside_the_line(line: str) -> None:
    with pytest.raises(LanguageError) as caught:
        parse(line)
    assert 1 <= caught.value.column <= len(line) + 1
    assert caught.value.message


def test_a_line_that_does_not_parse_gives_words_that_would_fit() -> None:
    with pytest.raises(LanguageError) as caught:
        parse("Captain Helmsman")
    assert caught.value.expected == ["a comma"]


def test_a_sentence_read_before_is_read_the_same_after_the_caches_are_cleared() -> None:
    from pirate_code.language import clear_caches

    line = "This ship gets +1 to her boarding rolls. She cannot be pinned."
    before = parse(line)
    clear_caches()
    assert parse(line) == before
