"""How many lines are lowered to a program, counted."""

from __future__ import annotations

from pirate_code.language import parse
from pirate_code.play.coverage import measure
from pirate_code.rules.program.abilities import abilities


def test_a_line_that_does_not_parse_is_counted_and_listed() -> None:
    line = "This ship sings."
    found = measure([(line, None, ""), ("Captain.", abilities(parse("Captain.")), "crew")])
    assert (found.lines, found.parsed, found.lowered) == (2, 1, 1)
    assert found.unparsed == [line]
    assert found.share == 0.5


def test_a_line_of_which_an_ability_becomes_no_op_is_not_lowered() -> None:
    line = "This ship follows all other rules."
    found = measure([(line, abilities(parse(line)), "ship")])
    assert found.without_ops == [line]
    assert found.lowered == 0


def test_a_keyword_that_only_marks_a_piece_lacks_nothing() -> None:
    found = measure([("Junk.", abilities(parse("Junk.")), "ship")])
    assert found.lowered == 1


def test_a_rewrite_that_serves_a_single_line_is_told_with_it() -> None:
    shots = "If this ship has a Captain, add +1 to the die roll for all cannon shots."
    takes = [f"Once per turn, before this ship takes an action, roll {die}." for die in ("a d6", "2d6")]
    found = measure([(line, abilities(parse(line)), "ship") for line in (shots, *takes)])
    assert found.served["event_by_another_verb"] == takes
    assert found.for_one_line == {"roll_for_shots": shots}
