"""Captures, boarding parties and shots."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.language import tree as t
from tests.language.parse.trees import (
    ENEMY,
    NEAR,
    ONCE,
    ONE_CREW,
    OTHER_SHIP,
    SHIP,
    THAT_SHIP,
    YOU,
    adds,
    does,
    found,
    happen,
    last,
    only,
    piece,
)


def test_a_crew_is_captured_instead_of_being_eliminated() -> None:
    line = (
        "If this ship wins a boarding party, she may capture the crew with the highest point cost instead of"
        " eliminating it."
    )
    won = does("win", piece("boarding_party", "a"))
    instead = t.Instead(of=t.Event(type="eliminate", object=piece("crew", "that")))
    costly = piece("crew", "the", t.Extreme(most="highest", stat="point_cost"))
    assert parse(line) == (
        t.Ability(guards=(won, instead), effect=happen("may", "capture", agent=SHIP, object=costly)),
    )


@pytest.mark.parametrize("wins", ["wins", "succeeds at"])
def test_all_crew_of_the_boarded_ship_may_be_eliminated(wins: str) -> None:
    line = f"If this ship {wins} a boarding party, she may eliminate all of the other ship's crew."
    assert last(line).guards == (does("win", piece("boarding_party", "a")),)
    assert only(line, t.Happen).event.object == piece("crew", "all", of=OTHER_SHIP)


def test_the_winner_of_a_boarding_party_chooses_two_spoils() -> None:
    line = (
        "If this ship succeeds at a boarding party, choose two of the following: eliminate a crew, take a"
        " treasure, or eliminate a mast."
    )
    choice = only(line, t.Choice)
    assert choice.pick == 2
    assert [happen.event.type for happen in found(line, t.Happen)] == ["eliminate", "take", "eliminate"]


def test_boarding_from_afar_needs_no_ramming() -> None:
    line = (
        "As part of a move action, this ship may initiate a boarding party against a ship up to S away from"
        " her, without having to ram."
    )
    ability = last(line)
    assert ability.guards == (t.PartOf(what=piece("move_action", "a")),)
    assert ability.effect == happen(
        "may",
        "initiate",
        agent=SHIP,
        object=piece("boarding_party", "a"),
        against=piece("ship", "a", NEAR),
        manner=("without_ramming",),
    )


def test_a_hit_costs_the_enemy_a_crew_once_per_turn() -> None:
    line = "Once per turn when this ship hits an enemy ship, also eliminate one crew from that ship."
    assert parse(line) == (
        t.Ability(
            guards=(ONCE, does("hit", ENEMY)),
            effect=happen("do", "eliminate", object=ONE_CREW, source=THAT_SHIP, manner=("also",)),
        ),
    )


def test_the_player_chooses_the_mast_that_is_hit() -> None:
    line = "When this ship hits another ship, you choose which mast is eliminated."
    mast = piece("mast", "which", t.Involved(role="object", event=t.Event(type="eliminate")))
    assert last(line).guards == (does("hit", piece("ship", "another")),)
    assert only(line, t.Happen) == happen("do", "choose", agent=YOU, object=mast)


def test_one_hit_eliminates_two_masts() -> None:
    happen = only("This ship eliminates two masts with one hit.", t.Happen)
    assert happen.event.object == piece("mast", count=2)
    assert happen.event.using == piece("hit", count=1)


def test_a_pinned_ship_strikes_back_on_that_turn() -> None:
    line = "Icebreaker. On the turn this ship is pinned, eliminate one crew and one mast from the enemy ship."
    pinned = t.Trigger(moment="when", event=t.Event(type="pin", object=SHIP))
    assert last(line).guards == (pinned, t.Span(lasts="that_turn"))
    assert only(line, t.Group) == t.Group(join="and", members=(ONE_CREW, piece("mast", count=1)))


def test_a_ship_shot_at_before_is_easier_to_hit() -> None:
    line = (
        "Junk. If this ship shoots at a ship that was previously shot at by another ship this turn, she gets"
        " +1 to her cannon rolls against that ship this turn."
    )
    before = only(line, t.Involved).event
    assert (before.type, before.manner, before.time) == (
        "shoot_at",
        ("previously",),
        t.Span(lasts="this_turn"),
    )
    assert only(line, t.Change) == adds("cannon_roll", 1, against=THAT_SHIP)


def test_a_sunk_ship_pays_for_repairs() -> None:
    line = "When this ship sinks another ship, you may repair one of this ship's masts."
    assert last(line).guards == (does("sink", piece("ship", "another")),)
    assert only(line, t.Happen).event.object == piece("mast", count=1, of=SHIP)


def test_their_ship_is_that_of_the_player_just_spoken_of() -> None:
    line = (
        "If this ship is the target of a shoot action, the attacking player must first roll a d6. On a result"
        " of 1-3, this target can't be shot at and the attacking player can give their ship another action."
    )
    given = found(line, t.Happen)[-1].event
    assert given.to == piece("ship", of=piece("attacker", "that"))
