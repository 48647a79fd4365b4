"""A program that does something else than its tree is noticed; bench/mutations.py counts how often."""

from __future__ import annotations

import pytest

from bench.mutations import CHANGES, LINES, Mutation, is_noticed, mutations

BROKEN = {mutation.name: mutation for kind, line in LINES for mutation in mutations(kind, line)}
CHEAP = (
    "a larger number",
    "taken away, not added",
    "another range",
    "allowed, not forbidden",
    "no condition",
)


def test_every_way_to_break_a_line_breaks_one_of_ours() -> None:
    assert set(BROKEN) == set(CHANGES)


@pytest.mark.parametrize("mutation", [BROKEN[name] for name in CHEAP], ids=CHEAP)
def test_a_broken_program_is_noticed(mutation: Mutation) -> None:
    assert is_noticed(mutation)
