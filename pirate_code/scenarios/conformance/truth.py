"""Answers that may be unknown: True, False, or None where nobody can tell."""

from __future__ import annotations

from collections.abc import Iterable

Truth = bool | None


def both(answers: Iterable[Truth]) -> Truth:
    """True if all are; False if any is False; else not known."""
    known: Truth = True
    for answer in answers:
        if answer is False:
            return False
        if answer is None:
            known = None
    return known


def either(answers: Iterable[Truth]) -> Truth:
    """True if any is; None if that is not known."""
    known: Truth = False
    for answer in answers:
        if answer is True:
            return True
        if answer is None:
            known = None
    return known
