"""Faults of values are told in our own words, never in those of the library that checks them."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from pirate_code.validation_messages import in_words, not_json, plainly


class Dot(BaseModel):
    kind: Literal["dot"] = "dot"


class Line(BaseModel):
    kind: Literal["line"] = "line"


class Card(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(default="x", min_length=1, max_length=5, pattern="^[a-z]*$")
    masts: int = Field(default=1, ge=0, le=10)
    weight: float = Field(default=1.0, gt=0, lt=5, allow_inf_nan=False)
    sunk: bool = False
    place: Literal["sea", "port"] = "sea"
    crew: list[str] = Field(default=[], max_length=2)
    needed: list[int] = Field(default=[1], min_length=1)
    extra: dict[str, int] = Field(default={})
    inner: Dot | None = None
    shape: Annotated[Dot | Line, Field(discriminator="kind")] = Dot()

    @field_validator("place")
    @classmethod
    def not_port(cls, place: str) -> str:
        if place == "port":
            raise ValueError("ports are closed")
        return place


class Named(BaseModel):
    name: str


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": 5}, "5 is not text"),
        ({"name": ""}, "it is empty"),
        ({"name": "abcdef"}, "at most 5 characters are allowed"),
        ({"name": "A"}, "'A' is not spelled as it must be here"),
        ({"masts": "two"}, "'two' is not a whole number"),
        ({"masts": -1}, "-1 is not at least 0"),
        ({"masts": 11}, "11 is not at most 10"),
        ({"weight": "x"}, "'x' is not a number"),
        ({"weight": float("inf")}, "inf is not a number"),
        ({"weight": 0.0}, "0.0 is not more than 0.0"),
        ({"weight": 5.0}, "5.0 is not less than 5.0"),
        ({"sunk": "maybe"}, "'maybe' is not true or false"),
        ({"place": "moon"}, "'moon' is not one of 'sea', 'port'"),
        ({"place": "port"}, "ports are closed"),
        ({"crew": "x"}, "'x' is not a list"),
        ({"crew": ["a", "b", "c"]}, "at most 2 sailors are allowed"),
        ({"needed": []}, "at least 1 entries are needed"),
        ({"extra": []}, "this is not a mapping of names to values"),
        ({"inner": 5}, "5 is not a mapping of names to values"),
        ({"shape": {"kind": "circle"}}, "this is not one of 'dot', 'line'"),
        ({"shape": {}}, "this does not belong here"),
        ({"flag": 1}, "there is no entry of this name"),
        ({"name": "x" * 200}, "at most 5 characters are allowed"),
    ],
)
def test_a_fault_is_told_in_plain_words(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Card.model_validate(given)
    assert plainly(caught.value, {"crew": "sailors"}) == words


def test_what_is_missing_is_told() -> None:
    with pytest.raises(ValidationError) as caught:
        Named.model_validate({})
    assert in_words(caught.value.errors()[0]) == "it is missing"


def test_a_long_value_is_cut() -> None:
    with pytest.raises(ValidationError) as caught:
        Card.model_validate({"masts": "9" * 500})
    assert len(plainly(caught.value)) < 90


def test_json_that_is_none_is_told_with_its_place() -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads('{"a":\n ]')
    assert not_json(caught.value) == "this is not JSON (line 2, column 2)"
    assert not_json(ValueError("NaN is no number")) == "this is not JSON: NaN is no number"
