"""Questions that rulings answer: how they are written, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pirate_code.core.asked import Asked
from pirate_code.library.rulings import load_rulings


@pytest.mark.parametrize(
    ("text", "answer", "condition"),
    [
        ("Can a doctor save himself? No.", "no", None),
        ("Does Eternal\n  work twice? Yes.", "yes", None),
        ("Can I tow her? Depends on whether she is derelict.", "depends", "whether she is derelict"),
    ],
)
def test_a_question_ends_in_its_answer(text: str, answer: str, condition: str | None) -> None:
    found = Asked.model_validate(text)
    assert (found.answer, found.condition) == (answer, condition)
    assert found.question.endswith("?") and "\n" not in found.question


@pytest.mark.parametrize(
    "text",
    [
        "Can he? Maybe.",
        "He can. Yes.",
        "Can he? Yes",
        "Can he? Depends on.",
        "? No.",
        "x" * 400 + "? No.",
        3,
        None,
    ],
)
def test_anything_else_is_refused_in_a_sentence(text: object) -> None:
    with pytest.raises(ValidationError, match=r'(?:a question ends|others end) in "\? Yes\."'):
        Asked.model_validate(text)


@given(st.text(max_size=80))
def test_hostile_text_is_a_question_or_refused(text: str) -> None:
    try:
        found = Asked.model_validate(text)
    except ValidationError:
        return
    assert found.answer in ("yes", "no", "depends", "value")


def test_every_ruling_that_says_something_answers_at_least_two_questions() -> None:
    few = [
        ruling.id
        for file in load_rulings()
        for ruling in file.rulings
        if ruling.says is not None and len(ruling.asked) < 2
    ]
    assert few == []


def test_no_two_rulings_answer_one_question_differently() -> None:
    answers: dict[str, str] = {}
    for file in load_rulings():
        for ruling in file.rulings:
            questions = [each.question.casefold() for each in ruling.asked]
            assert len(questions) == len(set(questions)), ruling.id
            for each in ruling.asked:
                assert answers.setdefault(each.question.casefold(), each.answer) == each.answer, each.question
