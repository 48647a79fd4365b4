"""Small things noun phrases stand for: numbers, distances, amounts."""

from __future__ import annotations

import re
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.build.clause import BuildError, Paren, StatValue, Value
from pirate_code.language.words import NUMBER_WORDS, load_words


def number(text: str) -> int:
    """`number("two")` is 2."""
    return NUMBER_WORDS.index(text) if text in NUMBER_WORDS else int(text.split("-", maxsplit=1)[0])


def distance(text: str) -> t.Distance:
    """`distance("2L+S")` is L, L, S."""
    segments: list[str] = []
    for times, side in re.findall(r"(\d*) ?([SL])", text):
        segments += [side] * (int(times) if times else 1)
    if not 1 <= len(segments) <= t.MAX_SEGMENTS:
        raise BuildError(f"a distance has 1 to {t.MAX_SEGMENTS} segments, and this one has {len(segments):,}")
    return t.Distance(segments=tuple(segments))


def selector(value: Value) -> t.Selector:
    """The selector a noun phrase stands for; a number or distance is none."""
    if isinstance(value, Paren):
        return selector(value.value)
    if isinstance(value, t.Pieces | t.Named | t.KeywordItself | t.Person | t.Group):
        return value
    if isinstance(value, t.Dice):
        return t.Pieces(
            noun="die", which="a", count=None if value.count == 1 else t.Number(value=value.count)
        )
    if isinstance(value, StatValue):
        return t.Pieces(noun=value.stat, which="a", filters=(t.StatIs(stat=value.stat, amount=value.value),))
    raise BuildError("a piece was expected here, not a number or a distance")


def amount(value: Value) -> Any:
    """The amount or distance a noun phrase stands for."""
    if isinstance(value, Paren):
        return amount(value.value)
    if isinstance(value, t.Number | t.Dice | t.Distance | t.CountOf | t.Difference | t.AtLeast | t.UpTo):
        return value
    if isinstance(value, t.Pieces):
        if value.noun == "result" and value.which == "the" and value.of is None and not value.filters:
            return t.Result()
        if value.noun in load_words().stats and value.of is not None and not value.filters:
            return t.StatOf(stat=value.noun, of=value.of)
        if (
            value.noun in {"point", "gold", "cargo_space"}
            and isinstance(value.count, t.Number)
            and not value.filters
        ):
            return value.count
        if value.noun in {"point", "cargo_space"} and value.which == "no":
            return t.Number(value=0)
        if value.noun == "cargo_space" and value.which == "any":
            return t.Number(value=0)
    return value


def more_or_fewer(value: t.Pieces) -> tuple[str, t.Number] | None:
    """How "two fewer points" or "one more gold" changes a cost or value."""
    states = [filter_.state for filter_ in value.filters if isinstance(filter_, t.InState)]
    how = {"fewer": "subtract", "more": "add", "extra": "add"}.get(states[0]) if len(states) == 1 else None
    if how is None or len(value.filters) > 1 or not isinstance(value.count, t.Number):
        return None
    return how, value.count


def signed_amount(text: str) -> Any:
    """`signed_amount("+2")` is 2, `signed_amount("+S")` the distance S, `signed_amount("+X")` left open."""
    body = text[1:].strip()
    if body == "X":
        return t.Unstated()
    return t.Number(value=int(body)) if body.isdigit() else distance(body)
