"""Answers as text: what is written is read again, and what is no answer is refused in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.play.answer_text import Choice, UnreadableAnswer, read, tokens, with_numbers, write

SEEDS = st.integers(0, (1 << 64) - 1)
FREE = st.tuples(st.integers(-9_999, 9_999), st.integers(-9_999, 9_999))
CHOICES = st.integers(0, 200_000).map(Choice) | st.tuples(st.integers(0, 999), FREE).map(
    lambda pair: Choice(*pair)
)


@given(SEEDS, st.lists(CHOICES, max_size=30))
def test_what_is_written_is_read_again(seed: int, choices: list[Choice]) -> None:
    text = "".join(write(choice, seed, place) for place, choice in enumerate(choices))
    assert [read(token, seed, place) for place, token in enumerate(tokens(text))] == choices


@given(SEEDS, st.integers(0, 63), st.integers(0, 5_000))
def test_one_of_a_few_options_is_one_character(seed: int, option: int, place: int) -> None:
    assert len(write(Choice(option), seed, place)) == 1


def test_the_same_option_is_written_otherwise_at_other_places() -> None:
    written = {write(Choice(2), 7, place) for place in range(200)}
    assert len(written) > 40


@pytest.mark.parametrize("text", ["A*", ".AB", "~1~", "~1.2", "~1.2.3.4.5~", "~a.2~", "ä", " "])
def test_what_is_no_answer_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(UnreadableAnswer, match="cannot be read from"):
        list(tokens(text))


def test_numbers_of_ones_own_take_the_place_of_those_of_an_answer() -> None:
    course = {"segment": "S", "turn": 45.0, "from": 0, "length": 60}
    assert with_numbers(course, (-20,)) == {**course, "turn": -20.0}
    assert with_numbers([1.0, 2.0, 90.0], (5, 6, 30)) == [5.0, 6.0, 30.0]
    assert with_numbers(45, (7,)) == 7
    for answer, free in ((True, (1,)), (None, (1,)), ({"give": 1}, (1,)), (45, (1, 2))):
        with pytest.raises(UnreadableAnswer):
            with_numbers(answer, free)
