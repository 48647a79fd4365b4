"""Forts, events and unique treasures."""

from __future__ import annotations

from pirate_code.language import parse
from pirate_code.language import tree as t
from tests.language.parse.trees import (
    ONE_CREW,
    SHIP,
    THAT_SHIP,
    TREASURE,
    YOU,
    found,
    happen,
    last,
    only,
    piece,
)


def test_a_fort_may_destroy_cargo() -> None:
    line = "When this fort hits a ship, you may also eliminate one cargo from that ship."
    assert only(line, t.Trigger).event.agent == piece("fort", "this")
    assert only(line, t.Happen).event.source == THAT_SHIP


def test_a_ship_that_docks_here_docks_at_this_fort() -> None:
    line = "When a ship docks here, you may repair all of her masts."
    assert only(line, t.Trigger).event.at == piece("fort", "this")
    assert only(line, t.Happen).event.object == piece("mast", "all", of=THAT_SHIP)


def test_a_ship_docked_at_the_fort_spends_its_action_to_look() -> None:
    line = "A ship docked here may use its action to look at one face-down cargo on each island."
    pay = only(line, t.Pay)
    assert pay.cost.event.object == piece("action", of=THAT_SHIP)
    assert isinstance(pay.gain, t.Happen)
    assert pay.gain.event.type == "look_at"


def test_an_event_is_revealed_at_the_beginning_of_a_turn() -> None:
    line = "Reveal this event at the beginning of one of your turns: Remove all events from the game."
    assert last(line).guards == (t.Moment(at="beginning", whose="one_yours"),)
    assert found(line, t.Happen) == [
        happen("do", "reveal", object=piece("event", "this")),
        happen("do", "remove", object=piece("event", "all"), manner=("from_game",)),
    ]


def test_mutiny_rolls_for_each_crew_of_the_chosen_ship() -> None:
    line = (
        "Reveal this event at the beginning of one of your turns and choose an enemy ship. Roll one d6 for"
        " each crew on that ship. On a 6, remove that crew from the game. Remove Mutiny from the game."
    )
    table = only(line, t.Table)
    assert table.roll is not None
    assert table.roll.event.per == piece("crew", None, t.Located(place="on", what=THAT_SHIP))
    assert table.outcomes[0].effect == happen(
        "do", "remove", object=piece("crew", "that"), manner=("from_game",)
    )


def test_treasure_is_loaded_face_down() -> None:
    line = "Load this treasure face down. When revealed, eliminate an iceberg."
    first, second = parse(line)
    assert first.effect == happen("do", "load", object=TREASURE, manner=("face_down",))
    assert second.guards == (t.Trigger(moment="when", event=t.Event(type="reveal", object=TREASURE)),)


def test_dry_powder_buys_an_extra_shot_and_is_gone() -> None:
    line = (
        "Load this treasure face down. On any one of your turns, you may turn Dry Powder face up to give this"
        " ship an extra shoot action that turn. If you do, remove Dry Powder from the game."
    )
    powder = t.Named(name="Dry Powder")
    pay = only(line, t.Pay)
    assert pay.cost == happen("may", "turn", agent=YOU, object=powder, manner=("face_up",))
    assert isinstance(pay.gain, t.Guarded)
    assert pay.gain.guards == (t.Span(lasts="that_turn"),)
    done = [guarded for guarded in found(line, t.Guarded) if guarded.guards == (t.Condition(fact=t.Done()),)]
    assert done[0].effect == happen("do", "remove", object=powder, manner=("from_game",))


def test_maps_show_all_treasure_for_the_rest_of_the_game() -> None:
    line = "When revealed, turn all treasure on all wild islands face up for the remainder of the game."
    revealed = t.Event(type="reveal", object=piece("card", "this"))
    assert last(line).guards == (t.Trigger(moment="when", event=revealed), t.Span(lasts="game"))


def test_rum_is_worth_less_the_more_crew_drink_it() -> None:
    line = "Rum is worth gold equal to 6 minus the number of this ship's crew when Rum was loaded."
    assert only(line, t.Difference) == t.Difference(
        left=t.Number(value=6), right=t.CountOf(what=piece("crew", of=SHIP))
    )
    assert only(line, t.Change).of == t.Named(name="Rum")


def test_no_treasure_leaves_the_island_until_the_wolves_are_gone() -> None:
    line = "No treasure may be loaded from this wild island until Wolves is eliminated."
    assert last(line).guards == (t.Until(end=t.Event(type="eliminate", object=t.Named(name="Wolves"))),)
    assert only(line, t.Happen) == happen(
        "cannot", "load", object=piece("treasure", "any"), source=piece("wild_island", "this")
    )


def test_neptunes_figurehead_saves_the_ship_once() -> None:
    line = (
        "If this ship sinks, dock it fully repaired at its home island, then remove Neptune's Figurehead from"
        " the game."
    )
    dock, remove = found(line, t.Happen)
    assert dock.event == t.Event(
        type="dock", object=SHIP, at=piece("home_island", of=SHIP), manner=("fully_repaired",)
    )
    assert remove.event.object == t.Named(name="Neptune's Figurehead")


def test_wet_gunpowder_is_dried_instead_of_repairing() -> None:
    line = (
        "This ship cannot be given shoot actions. Wet Gunpowder cannot be unloaded from this ship, but you"
        " may give this ship a repair action to eliminate Wet Gunpowder instead of repairing a mast."
    )
    assert only(line, t.Instead) == t.Instead(of=t.Event(type="repair", object=piece("mast", "a")))
    pay = only(line, t.Pay)
    assert pay.cost.event.object == piece("repair_action", "a")
    assert pay.gain == happen("do", "eliminate", object=t.Named(name="Wet Gunpowder"))


def test_a_chieftain_leaves_all_but_one_crew_alive_only_by_name() -> None:
    line = (
        "Eliminate all but one crew from this ship. If there is a Tribal Chieftain on this ship, you must"
        " eliminate only one crew from this ship."
    )
    all_but, one = found(line, t.Happen)
    assert all_but.event.object == piece("crew", count=t.AllBut(limit=t.Number(value=1)))
    assert one.strength == "must"
    assert one.event.object == ONE_CREW.but(filters=(t.InState(state="only"),))
    assert only(line, t.NamedLike) == t.NamedLike(name="Tribal Chieftain")


def test_a_ship_gains_two_keywords_at_once() -> None:
    assert only("This ship gains the Eternal and Fear keywords.", t.Gain).what == t.Group(
        join="and", members=(t.KeywordItself(keyword="eternal"), t.KeywordItself(keyword="fear"))
    )


def test_a_captain_counts_by_keyword_or_by_name() -> None:
    line = (
        "Secret Hold. This ship gains the Eternal keyword as long as she has a crew with the Captain keyword"
        " or “Captain” in its name."
    )
    assert only(line, t.HasKeyword) == t.HasKeyword(keyword="captain", or_name="Captain")


FOUL_WINDS = (
    "Reveal this event at the beginning of one of your turns and place its token anywhere on the play area"
    " (except on an island or a ship). If a ship touches an island, eliminate one of her masts. Remove Foul"
    " Winds from the game."
)


def test_all_that_an_event_says_happens_when_it_is_revealed() -> None:
    (ability,) = parse(FOUL_WINDS)
    assert isinstance(ability.effect, t.Sequence)
    reveal, place, touching, remove = ability.effect.steps
    assert [reveal.event.type, place.event.type] == ["reveal", "place"]  # type: ignore[union-attr]
    assert isinstance(touching, t.Guarded)
    assert remove == happen("do", "remove", object=t.Named(name="Foul Winds"), manner=("from_game",))


RUNES = (
    "Load this treasure face down. You may reveal it at the start of your turn. When revealed, none of this"
    " ship's abilities can be used this turn. This ship can be given two move actions this turn. Then remove"
    " Runes of Speed from the game."
)


def test_a_sentence_about_the_same_turn_belongs_to_what_happened_in_it() -> None:
    revealed = last(RUNES)
    treasure = t.Pieces(noun="treasure", which="this")
    assert t.Trigger(moment="when", event=t.Event(type="reveal", object=treasure)) in revealed.guards
    assert isinstance(revealed.effect, t.Sequence)
    assert [step.kind for step in revealed.effect.steps] == ["happen", "guarded", "happen"]


def test_the_result_is_changed_by_the_treasure_that_was_revealed() -> None:
    line = (
        "You may choose to reveal this treasure after a d6 has been rolled. Change the result of the die roll"
        " to 6. Then remove Runes of Thor from the game."
    )
    (ability,) = parse(line)
    assert isinstance(ability.effect, t.Sequence)
    assert [step.kind for step in ability.effect.steps] == ["happen", "change", "happen"]


def test_who_takes_an_action_is_given_it() -> None:
    assert parse("Before this ship takes an action, roll a d6.") == parse(
        "Before this ship is given an action, roll a d6."
    )


def test_an_action_that_ends_is_resolved() -> None:
    assert parse("When the move action ends, eliminate one crew.") == parse(
        "When this ship resolves the move action, eliminate one crew."
    )


def test_the_die_roll_for_shots_is_the_cannon_roll() -> None:
    assert parse("This ship gets +1 to the die rolls for all cannon shots.") == parse(
        "This ship gets +1 to cannon rolls."
    )


def test_who_must_choose_and_transfer_does_both_in_one_step() -> None:
    assert parse("Each player must choose and eliminate one crew.") == parse(
        "Each player must eliminate one crew."
    )
