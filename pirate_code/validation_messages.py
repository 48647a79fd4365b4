"""What is wrong with a value, in our own words.

Models are checked by a library whose messages speak of tuples, inputs and patterns. Its reports come here and
leave as plain words, without the place: the caller knows it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

_SHOWN = 60
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a number",
    "string": "text",
    "bool": "true or false",
    "none": "empty",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "frozen": "a list",
    "dict": "a mapping of names to values",
    "model": "a mapping of names to values",
}
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}


def plainly(error: ValidationError, things: Mapping[str, str] | None = None) -> str:
    """What the first fault of an error is; `things` names what a field that holds several is made of."""
    fault = error.errors(include_url=False)[0]
    return in_words(fault, (things or {}).get(str(fault["loc"][-1]) if fault["loc"] else "", "entries"))


def in_words(fault: ErrorDetails, things: str = "entries") -> str:
    """What one fault is.

    >>> in_words({"type": "int_type", "loc": (), "msg": "Input should be a valid integer", "input": "x"})
    "'x' is not a whole number"
    """
    kind, given, context = fault["type"], _shown(fault["input"]), fault.get("ctx", {})
    if kind in {"value_error", "assertion_error"}:
        return re.sub(r"^(?:Value|Assertion) error, ", "", fault["msg"])
    if kind == "missing":
        return "it is missing"
    if kind == "extra_forbidden":
        return "there is no entry of this name"
    if kind in _BOUNDS:
        word, key = _BOUNDS[kind]
        return f"{given} is not {word} {context[key]}"
    if (length := _length(kind, context, things)) is not None:
        return length
    if (one_of := _one_of(kind, context)) is not None:
        return f"{given} is not one of {one_of}"
    if kind == "string_pattern_mismatch":
        return f"{given} is not spelled as it must be here"
    if kind == "json_invalid":
        return "it is not JSON"
    wanted = _KINDS.get(kind.partition("_")[0])
    return f"{given} is not {wanted}" if wanted else f"{given} does not belong here"


def not_json(error: ValueError) -> str:
    """Where a text is no JSON; an error of our own making keeps its words."""
    if isinstance(error, json.JSONDecodeError):
        return f"this is not JSON (line {error.lineno}, column {error.colno})"
    return f"this is not JSON: {error}"


def _length(kind: str, context: Mapping[str, Any], things: str) -> str | None:
    counted = "characters" if kind.startswith("string") else things
    if kind in {"too_long", "string_too_long"}:
        return f"at most {context['max_length']} {counted} are allowed"
    if kind == "string_too_short" and context["min_length"] == 1:
        return "it is empty"
    if kind in {"too_short", "string_too_short"}:
        return f"at least {context['min_length']} {counted} are needed"
    return None


def _one_of(kind: str, context: Mapping[str, Any]) -> str | None:
    if kind in {"literal_error", "enum"}:
        return str(context["expected"]).replace(" or ", ", ")
    if kind == "union_tag_invalid":
        return str(context["expected_tags"])
    return None


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, str | int | float | bool) or value is None else "this"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
