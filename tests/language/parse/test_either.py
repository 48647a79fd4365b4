"""Alternatives: states, events and pieces of which one is enough."""

from __future__ import annotations

import pytest

from pirate_code.language import LanguageError, parse, render
from pirate_code.language import tree as t
from tests.language.parse.trees import HOME, SHIP, happen, last, only, piece

DERELICT = t.Matches(subject=SHIP, filter=t.InState(state="derelict"))
SUBMERGED = t.Matches(subject=SHIP, filter=t.InState(state="submerged"))
CANNOT_SHOOT = happen("cannot", "shoot", agent=SHIP)


@pytest.mark.parametrize(
    "line",
    [
        "If this ship is derelict or submerged, she cannot shoot.",
        "When derelict or submerged, this ship cannot shoot.",
        "This ship cannot shoot if she is derelict or submerged.",
    ],
)
def test_one_of_two_states_is_enough(line: str) -> None:
    (guard,) = last(line).guards
    assert guard == t.Condition(fact=t.Facts(join="or", facts=(DERELICT, SUBMERGED)))
    assert last(line).effect == CANNOT_SHOOT


def test_of_two_states_denied_neither_holds() -> None:
    line = "If this ship is not derelict or submerged, she gets +1 to her cannon rolls."
    facts = only(line, t.Facts)
    assert facts.join == "and"
    assert all(isinstance(fact, t.Matches) and fact.filter.negated for fact in facts.facts)  # type: ignore[union-attr]


def test_a_state_and_a_place_are_alternatives() -> None:
    line = "If this ship is derelict or docked at your home island, she cannot be shot at."
    at_home = t.Matches(subject=SHIP, filter=t.Located(place="docked_at", what=HOME))
    assert only(line, t.Facts) == t.Facts(join="or", facts=(DERELICT, at_home))


@pytest.mark.parametrize("verbs", [("pinned", "boarded"), ("captured", "eliminated")])
def test_one_of_two_events_is_enough(verbs: tuple[str, str]) -> None:
    trigger = only(f"If this ship is {verbs[0]} or {verbs[1]}, roll a d6.", t.Trigger)
    events = [event.type for event in trigger.events]
    assert events == [parse(f"This ship cannot be {verb}.")[0].effect.event.type for verb in verbs]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "clause", ["captured or eliminated", "derelict or submerged", "docked or within S of this ship"]
)
def test_a_clause_about_a_piece_keeps_both_alternatives(clause: str) -> None:
    line = f"Any ship that is {clause} cannot be shot at."
    group = only(line, t.Group)
    assert (group.join, len(group.members)) == ("or", 2)
    assert parse(render(parse(line))) == parse(line)


def test_two_conditions_are_two_guards_where_one_of_them_has_alternatives() -> None:
    line = "If this ship is derelict or submerged and she has no crew, she cannot shoot."
    either, no_crew = last(line).guards
    assert either == t.Condition(fact=t.Facts(join="or", facts=(DERELICT, SUBMERGED)))
    crew = t.Has(what=piece("crew", "no"))
    assert no_crew == t.Condition(fact=t.Matches(subject=SHIP, filter=crew))


def test_and_and_or_do_not_share_one_row() -> None:
    with pytest.raises(LanguageError, match="by 'and' or by 'or', not by both"):
        parse("If this ship is docked and has no crew or if she is derelict, she cannot be shot at.")


@pytest.mark.parametrize(
    ("pieces", "members"),
    [
        ("any enemy ship or fort", ["any enemy ship", "any enemy fort"]),
        ("any English ship or fort", ["any English ship", "any English fort"]),
        ("any friendly ship or enemy fort", ["any friendly ship", "any enemy fort"]),
        ("any docked ship or crew", ["any docked ship", "any crew"]),
        ("any enemy ship or one friendly crew", ["any enemy ship", "one friendly crew"]),
    ],
)
def test_what_the_first_piece_is_the_others_are_too(pieces: str, members: list[str]) -> None:
    group = only(f"This ship cannot be shot at by {pieces}.", t.Group)
    alone = [parse(f"This ship cannot be shot at by {member}.")[0].effect for member in members]
    assert [happen("cannot", "shoot_at", agent=member, object=SHIP) for member in group.members] == alone


def test_what_is_aboard_a_ship_goes_with_her() -> None:
    line = (
        "If a ship touches this island, remove the ship (and any crew and treasure aboard her) from the game."
    )
    aboard = t.Located(place="on", what=piece("ship", "that"))
    members = (piece("ship", "the"), piece("crew", "any", aboard), piece("treasure", "any", aboard))
    assert only(line, t.Group).members == members
