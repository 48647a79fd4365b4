"""Abilities taken apart: what each printed line comes to."""

import pytest

from pirate_code.language import parse
from pirate_code.rules.program.abilities import abilities
from pirate_code.rules.program.lower.clauses import ops_of


def verbs(line: str, kind: str = "ship") -> list[str]:
    """The clauses of a line, each as "verb event"."""
    return [f"{clause.verb} {clause.on}" for clause in ops_of(abilities(parse(line)), kind)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("This ship gets +1 to her cannon rolls.", ["modify cannon_roll"]),
        ("This ship can't be pinned.", ["forbid pin"]),
        ("This ship may move and shoot using the same move action.", ["permit shoot"]),
        ("Once per turn, roll a d6. On a 5 or 6, this ship can be given an extra action.", ["offer calm"]),
        ("When this ship hits an enemy ship, also eliminate one crew from that ship.", ["when hit"]),
        ("If this ship sinks, dock it fully repaired at its home island.", ["when sink"]),
        ("Once per turn, one of this ship's cannons may shoot again if it misses.", ["when miss"]),
        ("If this crew would be eliminated, place it on your home island instead.", ["replace eliminate"]),
        (
            "Instead of giving this ship an action this turn, you can give another ship two actions.",
            ["replace give"],
        ),
        ("After this ship resolves a shoot action, she may move as a free action.", ["after resolve"]),
        (
            "Once per turn, one crew or ship within S of this ship cannot use its ability that turn.",
            ["offer calm"],
        ),
        (
            "Once per turn, you may reroll any die roll you make for this ship; "
            "you must use the second die roll result.",
            ["when roll"],
        ),
        ("Place this crew face up during setup.", ["when setup"]),
    ],
)
def test_a_line_comes_to_these_clauses(line: str, expected: list[str]) -> None:
    assert verbs(line) == expected


def test_what_follows_a_permitted_docking_is_done_after_it() -> None:
    line = (
        "This ship may dock at an enemy home island and load one treasure. "
        "If able, she must leave on your next turn."
    )
    assert verbs(line) == ["permit dock", "after dock", "after dock"]


def test_a_bonus_with_instead_is_two_bonuses_of_which_one_holds() -> None:
    line = "This ship gets +1 to her boarding rolls. She gets +2 instead if her opponent is a sea monster."
    clauses = ops_of(abilities(parse(line)), "ship")
    assert [clause.on for clause in clauses] == ["boarding_roll", "boarding_roll"]
    assert {condition.negated for clause in clauses for condition in clause.guards.conditions} == {
        True,
        False,
    }


def test_a_treasure_acts_when_loaded_and_a_hidden_one_when_revealed() -> None:
    assert verbs("Eliminate one crew or mast from this ship.", "treasure") == ["when load"]
    hidden = "Load this treasure face down. Place three trade currents."
    assert verbs(hidden, "treasure") == ["state load", "when reveal"]


def test_a_keyword_comes_to_the_clauses_of_its_definition() -> None:
    assert verbs("Captain.") == verbs("This ship may move and shoot using the same move action.")


def test_what_is_offered_without_a_limit_is_offered_once_a_turn() -> None:
    (clause,) = ops_of(abilities(parse("Give this ship a move action but do not move her.")), "ship")[:1]
    assert clause.guards.limit == "turn"


def test_a_trigger_of_several_events_is_a_clause_for_each() -> None:
    assert verbs("When this ship is pinned or boarded, eliminate one crew from this ship.") == [
        "when pin",
        "when board",
    ]
