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
    fear = "This ship gains the Fear keyword, except that it also affects your ships."
    cancel = [
        f"Once per turn, one crew or ship within {reach} of this ship cannot use its ability that turn."
        for reach in ("S", "L")
    ]
    found = measure([(line, abilities(parse(line)), "ship") for line in (fear, *cancel)])
    assert found.served["uses_an_ability"] == cancel
    assert found.for_one_line == {"reaches_friends_too": fear}
