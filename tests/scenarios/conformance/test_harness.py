"""Conformance: lines that do what they say, and programs that do something else than their tree."""

from __future__ import annotations

from pirate_code.language import parse
from pirate_code.scenarios.conformance.report import Report, check

CARGO = "When this ship hits an enemy ship, you may also eliminate one cargo from that ship."
LOOTS = "Once per turn, this ship may randomly take one treasure from any ship she touches."


def held(told: str, played: str, kind: str = "ship", rounds: int = 1) -> Report:
    """Hold what is played against what is told."""
    return check(kind, parse(told), played, rounds=rounds)


def test_a_line_that_does_what_it_says_conforms() -> None:
    assert held(LOOTS, LOOTS).conforms


def test_one_thing_is_not_two() -> None:
    report = held(LOOTS, LOOTS.replace("one treasure", "two treasures"))
    assert [verdict.status for verdict in report.verdicts] == ["differs"]
    assert "where the line says one treasure" in report.verdicts[0].why


def test_what_never_happens_does_not_conform() -> None:
    report = held(CARGO, "Schooner.")
    assert not report.conforms


def test_a_keyword_that_only_marks_a_piece_says_nothing_that_could_differ() -> None:
    report = held("Junk.", "Junk.")
    assert report.conforms
    assert report.plays == 0


def test_a_card_may_call_itself_with_and_for_the_sign() -> None:
    says = "When this ship wins a boarding party, remove Rum and Bones from the game."
    report = check("treasure", parse(says), says, "Rum & Bones", rounds=1)
    assert report.conforms
