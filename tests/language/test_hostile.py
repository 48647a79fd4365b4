"""Hostile lines: nothing but LanguageError, which says what is wrong and where."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirate_code.language import LanguageError, parse, render
from pirate_code.language.limits import MAX_LINE
from pirate_code.language.words import load_words

few = settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


PHRASES = (
    "a ship within S of",
    "a crew on",
    "a ship of",
    "any ship except",
    "a ship that sinks",
    "a ship and",
    "a ship or crew touching",
    "this ship's",
    "the number of",
    "; sink",
    ", then sink",
    "when it moves,",
    "unless she is derelict,",
    "(",
    ")",
    ". On a 6, sink",
    "to sink",
)


def known_words() -> list[str]:
    words = load_words()
    tables = (words.nouns, words.state_words, words.manner_words, words.nation_words, words.keyword_words)
    verbs = (spelling for form in words.forms.values() for spelling in form)
    return sorted(
        {*(word for table in tables for word in table), *verbs, *words.openers, ".", ",", ";", "(", ")"}
    )


def check(text: str) -> None:
    try:
        parse(text)
    except LanguageError as error:
        assert error.message and "\n" not in error.message
        assert error.line == 1
        assert 1 <= error.column <= max(len(text), MAX_LINE) + 1


@few
@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    check(text)


@few
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    check(raw.decode("utf-8", "replace"))


@few
@given(st.lists(st.sampled_from(known_words()), min_size=1, max_size=25).map(" ".join))
def test_words_of_the_game_in_any_order_are_read_or_refused(text: str) -> None:
    check(text)


@settings(few, max_examples=60)
@given(st.lists(st.sampled_from(PHRASES), min_size=1, max_size=4).map(" ".join), st.integers(2, 120))
def test_phrases_said_again_and_again_are_read_and_rendered_or_refused(phrase: str, times: int) -> None:
    text = f"This ship may sink {f'{phrase} ' * times}a ship."[:MAX_LINE]
    try:
        abilities = parse(text)
    except LanguageError as error:
        assert error.message and 1 <= error.column <= len(text) + 1
    else:
        assert parse(render(abilities)) == abilities


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5_000 + "this ship cannot be pinned" + ")" * 5_000,
        "This ship gets +999999999999 to her boarding rolls.",
        "This ship may move 999999999L.",
        "Roll 99999d6.",
        "This ship gets +" + "S+" * 2_000 + "S to her base move.",
        "On a 6-1, eliminate a crew.",
        "1-2: " * 1_000,
        "Captain, " * 1_000,
        "this ship and " * 600,
        "if " * 3_000,
        "\x00\x1b[2J",
        "\ud800 ship",
        "ﬁrepot",
        "",
        "   ",
        ".",
        "3-4:",
    ],
)
def test_lines_made_to_hurt_are_refused(text: str) -> None:
    with pytest.raises(LanguageError):
        parse(text)
    check(text)


def test_a_line_at_the_limit_is_read_and_one_beyond_is_refused() -> None:
    sentence = "This ship cannot be pinned. "
    fits = (sentence * (MAX_LINE // len(sentence))).strip()
    assert len(parse(fits)) == fits.count(".")
    with pytest.raises(LanguageError, match="at most 10,000"):
        parse("x" * (MAX_LINE + 1))
