"""Dice that know what was asked of them: with the same answers everything goes the same way."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.core.tracked_dice import DiceResult, TrackedDice, TrackedNumber

_DICE = ("first", "second", "third")
results = st.tuples(*(st.integers(1, 6) for _ in _DICE)).map(
    lambda faces: DiceResult(1, dict(zip(_DICE, faces, strict=True)))
)
steps = st.lists(
    st.tuples(
        st.sampled_from(("add", "sub", "mul", "floordiv", "max", "min", "more", "is", "in", "key", "exact")),
        st.integers(1, 7),
        st.booleans(),
    ),
    max_size=6,
)


def follow(dice: TrackedDice, program: list[tuple[str, int, bool]]) -> list[object]:
    """Do something with dice that a rule might do, and tell all that comes of it."""
    value: int = dice.roll("first")
    told: list[object] = []
    for what, number, roll in program:
        other = dice.roll("second") if roll else number
        does: Callable[[int, int], int] | None = getattr(operator, what, None)
        if does is not None and what in {"add", "sub", "mul", "floordiv"}:
            value = does(value, other)
        elif what in {"max", "min"}:
            value = max(value, other) if what == "max" else min(value, other)
        elif what == "more":
            told.append("more" if value > other else "less")
        elif what == "is":
            told.append(value == other or bool(value))
        elif what == "in":
            told.append(value in (number, 3))
        elif what == "key":
            told.append({1: "one", 2: "two", 3: "three"}.get(value))
        else:
            told.append(list(range(int(value))))
    return [*told, list(dice.rolled)]


@given(steps, results, results)
def test_where_the_same_answers_hold_all_goes_the_same_way(
    program: list[tuple[str, int, bool]], one: DiceResult, other: DiceResult
) -> None:
    dice = TrackedDice(one)
    came = follow(dice, program)
    if dice.answers.hold(other):
        assert follow(TrackedDice(other), program) == came


@given(steps, results)
def test_a_face_reckons_as_a_number_does(program: list[tuple[str, int, bool]], result: DiceResult) -> None:
    class Plain(TrackedDice):
        def roll(self, what_for: object = None) -> int:
            return super().roll(what_for).plain  # type: ignore[attr-defined, no-any-return]

    assert follow(TrackedDice(result), program) == follow(Plain(result), program)
    dice = TrackedDice(result)
    follow(dice, program)
    assert dice.answers.hold(result)


@pytest.mark.parametrize(
    ("asks", "alike"),
    [
        (lambda face: face > 3, {4, 5, 6}),
        (lambda face: operator.lt(3, face), {4, 5, 6}),
        (lambda face: face + 2 >= 7, {5, 6}),
        (lambda face: 7 - face <= 1, {6}),
        (lambda face: face in (1, 6), {6}),
        (lambda face: face != 1, {2, 3, 4, 5, 6}),
        (lambda face: min(6, max(1, face)), {6}),
        (lambda face: {face: 1}, {6}),
        (int, {6}),
        (float, {6}),
        (lambda face: face / 2, {6}),
        (lambda face: -face < -4, {5, 6}),
        (bool, {1, 2, 3, 4, 5, 6}),
        (lambda face: f"use the {face}", {1, 2, 3, 4, 5, 6}),
        (repr, {1, 2, 3, 4, 5, 6}),
        (lambda face: face == "a word", {1, 2, 3, 4, 5, 6}),
    ],
)
def test_what_is_asked_of_a_six_says_which_faces_are_like_it(
    asks: Callable[[int], object], alike: set[int]
) -> None:
    dice = TrackedDice(DiceResult(6, {}))
    asks(dice.roll("a shot"))
    assert {face for face in range(1, 7) if dice.answers.hold(DiceResult(face, {}))} == alike


def test_a_die_is_known_by_what_it_is_rolled_for() -> None:
    result = DiceResult(2, {"a shot": 5, "a shot, once more": 1})
    dice, others = TrackedDice(result), TrackedDice(result)
    assert [dice.roll(what) for what in ("a shot", "a ram", "a shot")] == [5, 2, 1]
    assert [others.roll(what) for what in ("a ram", "a shot")] == [2, 5]
    assert list(dice.rolled) == ["a shot", "a ram", "a shot, once more"]


def test_a_face_is_read_as_the_number_that_it_shows() -> None:
    face = TrackedDice(DiceResult(4, {})).roll("a shot")
    assert isinstance(face, TrackedNumber)
    assert (f"{face}", repr(face), str(face + 1), face * 2 % 5) == ("4", "4", "5", 3)
