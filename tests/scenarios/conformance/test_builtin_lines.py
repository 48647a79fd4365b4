"""A sample of the built-in lines is played and held against the record of those that are known to differ."""

from __future__ import annotations

from bench.conformance import differing, known


def test_a_line_differs_if_and_only_if_it_is_on_the_record() -> None:
    found, before = differing(), known()
    assert {line: found[line] for line in found.keys() - before.keys()} == {}, "not on the record"
    assert sorted(before.keys() - found.keys()) == [], "on the record, and yet they conform"
