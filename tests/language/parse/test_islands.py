"""Mysterious islands, which are one table, and places that move."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from tests.language.parse.trees import SHIP, YOU, S, found, happen, only, piece


def test_a_mysterious_island_is_one_table_without_a_roll_of_its_own() -> None:
    line = (
        "1-2: Roll 3d6. For every 4-6 result, eliminate one of this ship's masts. \n3-4: No effect.\n"
        "5-6: Move an opposing ship using this ship's base move."
    )
    (ability,) = parse(line)
    assert isinstance(ability.effect, t.Table)
    assert ability.effect.roll is None
    assert [outcome.faces for outcome in ability.effect.outcomes] == [(1, 2), (3, 4), (5, 6)]
    assert ability.effect.outcomes[1].effect == t.Nothing()


def test_a_row_of_an_island_may_roll_dice_itself() -> None:
    line = "1-2: Roll 3d6. For every 4-6 result, eliminate one of this ship's masts.\n3-6: No effect."
    inner = found(line, t.Table)[1]
    assert inner.roll == happen("do", "roll", amount=t.Dice(count=3))
    assert (inner.outcomes[0].faces, inner.outcomes[0].each) == ((4, 5, 6), True)


@pytest.mark.parametrize(
    ("line", "titles"),
    [
        (
            "1-2: Eruption! Roll 5d6. For every 4-6 result, eliminate a mast from this ship.\n3-4: No"
            " effect.\n5-6: Appeasement. Put a treasure coin from this ship onto this island; it can't be"
            " reloaded this turn.",
            ["Eruption", None, "Appeasement"],
        ),
        (
            "1-2: Restless Natives--Eliminate a crew from this ship.\n3-4: No effect.\n5-6: Friendly"
            " Reception--After this ship finishes loading treasure from this island, she can move S.",
            ["Restless Natives", None, "Friendly Reception"],
        ),
        (
            "1-2: Unnatural Wind: Move all treasure coins from this island to two or more other wild"
            " islands.\n3-4: No Effect\n5-6: Favorable Winds: the next time you give this ship a move action,"
            " she gets +S +S to her base move.",
            ["Unnatural Wind", None, "Favorable Winds"],
        ),
    ],
)
def test_rows_of_an_island_have_titles_whatever_follows_them(line: str, titles: list[str | None]) -> None:
    table = found(line, t.Table)[0]
    assert [outcome.title for outcome in table.outcomes] == titles


def test_the_island_acts_the_next_time_a_move_action_is_given() -> None:
    line = (
        "1-2: The next time you give this ship a move action, roll 1d6. On a result of 1-5, she can't move.\n"
        "3-4: No effect.\n5-6: You can add an event from your collection to your fleet."
    )
    first, _, third = found(line, t.Table)[0].outcomes
    assert isinstance(first.effect, t.Guarded)
    (trigger,) = first.effect.guards
    assert isinstance(trigger, t.Trigger)
    assert trigger.moment == "next_time"
    assert third.effect == happen(
        "may", "add", agent=YOU, object=piece("event", "a", t.OutsideGame()), to=piece("fleet", of=YOU)
    )


def test_as_many_crew_desert_as_the_die_shows() -> None:
    line = (
        "1-2: Deserters. Roll 1d6. Put that many crew from this ship onto any other wild island.\n"
        "3-6: No Effect"
    )
    place = found(line, t.Happen)[-1]
    assert place.event.object == piece("crew", count=t.SameNumber())
    assert place.event.source == SHIP


def test_the_great_turtle_is_an_island_that_moves_in_place_of_a_ship() -> None:
    line = (
        "Great Turtle: This island can be used as a home island or wild island. If no ships are docked at"
        " this island, give one of your ships a move action, but do not move her. Instead move this island S."
        " This island can't be moved within 2 S of any ships or other islands.\nTrade Current: Trade current"
        " is friendly to the player who placed it."
    )
    abilities = parse(line)
    island = piece("island", "this")
    assert [ability.title for ability in abilities if ability.title] == ["Great Turtle", "Trade Current"]
    assert t.Guarded(guards=(t.Instead(),), effect=happen("do", "move", object=island, distance=S)) in list(
        walk(abilities)
    )
    near = found(line, t.Within)[-1]
    assert near.distance == t.Distance(segments=("S", "S"))


def test_a_trade_current_is_friendly_to_the_player_who_placed_it() -> None:
    line = "Trade Current: Trade current is friendly to the player who placed it."
    current = piece("trade_current")
    placed = t.Involved(role="agent", event=t.Event(type="place", object=current.but(which="that")))
    friend = piece("player", "the", placed)
    assert parse(line) == (
        t.Ability(
            title="Trade Current",
            effect=t.Become(subject=current, filter=t.InState(state="friendly", toward=friend)),
        ),
    )


def test_the_isle_of_fire_rolls_on_every_players_turn() -> None:
    line = (
        "Isle of Fire: This island can be used only as a wild island. At the beginning of his or her turn,"
        " the active player rolls a d6. On a result of 6, randomly eliminate one treasure coin from this"
        " island."
    )
    use, roll = parse(line)
    assert use.title == "Isle of Fire"
    assert isinstance(use.effect, t.Happen)
    assert use.effect.event.manner == ("only",)
    assert roll.guards == (t.Moment(at="beginning", whose="its"),)
    assert only(line, t.Table).roll == happen("do", "roll", agent=t.Person(who="active"), amount=t.Dice())
