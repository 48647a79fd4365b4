"""What cannot happen, and what still can."""

from __future__ import annotations

import pytest

from pirate_code.language import parse, render
from pirate_code.language import tree as t
from tests.language.parse.trees import ALL_MASTS, NEAR, SHIP, found, happen, last, only, piece


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("This ship cannot be pinned.", t.Event(type="pin", object=SHIP)),
        (
            "L-range cannons cannot hit this ship.",
            t.Event(type="hit", agent=piece("cannon", None, t.OfRange(range="L")), object=SHIP),
        ),
        ("Forts cannot shoot at this ship.", t.Event(type="shoot_at", agent=piece("fort"), object=SHIP)),
        (
            "Galley. This ship cannot be shot at by ships within S of her.",
            t.Event(type="shoot_at", agent=piece("ship", None, NEAR), object=SHIP),
        ),
        (
            "Other ships do not block this ship's line of fire.",
            t.Event(
                type="block",
                agent=piece("ship", None, t.InState(state="other")),
                object=piece("line_of_fire", of=SHIP),
            ),
        ),
        (
            "Ramming cannot eliminate this ship's masts.",
            t.Event(type="eliminate", agent=piece("ramming"), object=piece("mast", of=SHIP)),
        ),
        ("This ship cannot carry crew.", t.Event(type="carry", agent=SHIP, object=piece("crew"))),
        (
            "This ship may not load the last treasure from an island.",
            t.Event(
                type="load",
                agent=SHIP,
                object=piece("treasure", "the", t.InState(state="last")),
                source=piece("island", "a"),
            ),
        ),
        (
            "No enemy ability can affect this ship or her crew.",
            t.Event(
                type="affect",
                agent=piece("ability", "any", t.InState(state="enemy")),
                object=t.Group(join="or", members=(SHIP, piece("crew", of=SHIP))),
            ),
        ),
    ],
)
def test_what_cannot_happen_is_forbidden(line: str, event: t.Event) -> None:
    assert last(line) == t.Ability(effect=t.Happen(strength="cannot", event=event))


@pytest.mark.parametrize(
    "line", ["This ship must not dock.", "This ship may never dock.", "This ship can never dock."]
)
def test_what_must_not_happen_is_forbidden_more_strongly(line: str) -> None:
    (ability,) = parse(line)
    assert ability.effect == happen("must_not", "dock", agent=SHIP)
    assert render((ability,)) == "This ship must not dock."
    assert ability != parse("This ship cannot dock.")[0]


def test_crew_are_safe_unless_their_ship_sinks() -> None:
    ability = last("This ship's crew cannot be eliminated unless she sinks.")
    sinks = t.Happens(event=t.Event(type="sink", agent=SHIP))
    assert ability.guards == (t.Condition(fact=sinks, negated=True),)
    assert ability.effect == happen("cannot", "eliminate", object=piece("crew", of=SHIP))


def test_a_mast_is_safe_unless_the_cannon_roll_is_a_6() -> None:
    line = "Masts on this ship can't be eliminated by shots unless the cannon roll is a 6."
    condition = only(line, t.Condition)
    assert condition.negated
    assert condition.fact == t.Matches(
        subject=piece("cannon_roll", "the"), filter=t.StatIs(stat="result", amount=t.Number(value=6))
    )


def test_a_ship_is_safe_while_docked() -> None:
    ability = last("This ship may not be shot at while docked.")
    assert ability.guards == (t.Condition(fact=t.Matches(subject=SHIP, filter=t.InState(state="docked"))),)
    assert ability.effect == happen("cannot", "shoot_at", object=SHIP)


def test_a_ship_that_cannot_sink_can_still_be_scuttled() -> None:
    assert found("This ship cannot sink, but she can be scuttled.", t.Happen) == [
        happen("cannot", "sink", agent=SHIP),
        happen("may", "scuttle", object=SHIP),
    ]


def test_the_first_hit_of_a_turn_is_ignored_while_all_masts_stand() -> None:
    line = "This ship ignores the first hit she takes each turn as long as she has all of her masts."
    ability = last(line)
    assert ability.guards == (t.Condition(fact=t.Matches(subject=SHIP, filter=ALL_MASTS)),)
    taken = t.Event(type="take", agent=SHIP, time=t.Moment(at="during", whose="each"))
    first = piece("hit", "the", t.InState(state="first"), t.Involved(role="object", event=taken))
    assert ability.effect == happen("do", "ignore", agent=SHIP, object=first)
