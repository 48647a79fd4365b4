"""Recipes make what they say, and one that is written wrongly is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hostile.recipes import RecipeError, expand


@pytest.mark.parametrize(
    ("recipe", "made"),
    [
        ("é", b"\xc3\xa9"),
        (["a", {"hex": "ff 00"}, "b"], b"a\xff\x00b"),
        ({"repeat": "ab", "times": 3}, b"ababab"),
        ({"repeat": {"hex": "00"}, "times": 2, "then": "x"}, b"\x00\x00x"),
        ({"nest": ["[", "]"], "times": 2}, b"[[]]"),
        ({"nest": ["(", ")"], "times": 1, "around": ["a", "b"]}, b"(ab)"),
    ],
)
def test_a_recipe_makes_its_bytes(recipe: Any, made: bytes) -> None:
    assert expand(recipe) == made


@pytest.mark.parametrize(
    "recipe", [5, None, {}, {"repeat": "a"}, {"repeat": "a", "time": 3}, {"hex": "00", "times": 3}]
)
def test_a_wrong_recipe_is_told(recipe: Any) -> None:
    with pytest.raises(RecipeError, match="this is no recipe"):
        expand(recipe)
