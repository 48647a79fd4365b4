"""What a clause says before it is known whether it is an effect, a fact or a description of a piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pirate_code.language import tree as t

Value = Any  # a Selector, or one of the stand-ins below, or an amount or distance

# How a line says that something does not happen, strongest first; "does not" forbids as "cannot" does.
FORBIDDING = ("must_not", "cannot", "not")


def plain(strength: str) -> str:
    """A strength as it is asked about: whether something can be is not asked in two ways."""
    return "cannot" if strength == "must_not" else strength


class BuildError(ValueError):
    """A sentence that the grammar reads and the tree cannot say."""


@dataclass(frozen=True)
class Paren:
    """A noun phrase in parentheses: nothing of it is moved into the clause around it."""

    value: Value


@dataclass(frozen=True)
class StatValue:
    """A stat with its value: "a base move of S", "L-range"."""

    stat: str
    value: Value


@dataclass
class Clause:
    """One clause: who, how strongly, and an event, a filter or a ready effect."""

    subject: t.Selector | None = None
    strength: str = "do"
    event: t.Event | None = None
    filter: t.Filter | None = None
    effect: t.Effect | None = None
    guards: list[t.Guard] = field(default_factory=list)
    gains: list[t.Effect] = field(default_factory=list)


class Either(list[Clause]):
    """Clauses of which one holds: "is pinned or boarded"."""


@dataclass(frozen=True)
class Otherwise:
    """A guard that speaks of the condition or the die results before it, and stands until they are known."""

    kind: str = "condition"


# A verb phrase waits for who does it and how strongly; a predicate waits for its subject.
VerbPhrase = Callable[[Any, str], list[Clause]]
Predicate = Callable[[Any], list[Clause]]
