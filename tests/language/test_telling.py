"""A tree in plain words: whom every reference means, and what every guard holds for."""

from __future__ import annotations

from click.testing import CliRunner

from pirate_code.cli import commands
from pirate_code.language import parse
from pirate_code.language.telling import tell


def told(line: str) -> list[str]:
    return [part.strip() for part in tell(parse(line))]


def test_what_is_taken_from_her_is_taken_from_the_ship_that_was_hit() -> None:
    line = "When this ship hits an enemy ship, eliminate one crew from her."
    assert told(line)[-1] == "do: eliminate [what: one crew] [from: that ship = an enemy ship]"


def test_from_her_is_this_ship_where_no_other_is_named() -> None:
    assert told("Eliminate one crew from her.")[-1] == "do: eliminate [what: one crew] [from: this ship]"


def test_a_mast_after_a_ship_is_lost_too_and_holds_no_crew() -> None:
    line = "Eliminate one crew from this ship and one mast."
    assert told(line)[-1] == "do: eliminate [what: both (one crew) and (one mast)] [from: this ship]"


def test_instead_stands_with_the_event_that_it_replaces() -> None:
    line = "If this ship would sink, dock her at your home island instead."
    assert "in place of: sink [who: this ship], which then does not happen" in told(line)


def test_a_guard_of_one_step_is_told_for_this_step_alone() -> None:
    line = "This ship may dock at an enemy fort and load one treasure. If able, she must leave next turn."
    assert told(line)[5:8] == ["step 3", "for this step alone", "only if: it can be done"]


def test_every_built_in_reference_is_told_with_what_it_means() -> None:
    line = (
        "Once per turn, if this ship is within S of an enemy ship, you may trade one treasure with that ship."
    )
    assert told(line)[-1].endswith("[with: that ship = an enemy ship]")


def test_explain_tells_a_line_and_refuses_one_that_does_not_parse() -> None:
    done = CliRunner().invoke(commands, ["explain", "This ship cannot be pinned."])
    assert (done.exit_code, done.output.splitlines()[2]) == (0, "  cannot: pin [what: this ship]")
    failed = CliRunner().invoke(commands, ["explain", "Flibber."])
    assert failed.exit_code == 1
    assert "not understood" in failed.output


def test_explain_needs_a_line_or_a_sheet() -> None:
    assert CliRunner().invoke(commands, ["explain"]).exit_code != 0


def test_a_ship_that_is_rammed_or_pinned_is_one_ship() -> None:
    line = "When this ship rams or pins a ship, roll a d6."
    assert told(line)[1] == "when: ram [who: this ship] [what: a ship] or pin [who: this ship] [what: a ship]"


def test_the_ability_and_cost_of_a_card_are_both_that_cards() -> None:
    line = "Copy the ability and point cost of any one crew."
    assert "(the ability of any one crew) and (point cost of any one crew)" in told(line)[-1]


def test_instead_of_a_step_speaks_of_what_would_happen() -> None:
    line = "If one of this ship's masts would be eliminated, you may eliminate one crew instead; roll a d6."
    assert any(part.endswith("which then does not happen") for part in told(line))


def test_a_reference_before_its_piece_is_told_too() -> None:
    line = "This ship may unload cargo at your home island if she is within S of it."
    assert "that home island = your home island" in told(line)[1]
