"""Extra actions, rolls and the results that decide them."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.language import tree as t
from tests.language.parse.trees import (
    ENEMY,
    EXTRA_ACTION,
    ONCE,
    ONE_CREW,
    SHIP,
    YOU,
    S,
    found,
    given,
    happen,
    last,
    only,
    piece,
)


@pytest.mark.parametrize("die", ["a d6", "a D6", "one d6", "1d6"])
def test_the_extra_action_is_given_on_a_5_or_6_once_per_turn(die: str) -> None:
    ability = last(f"Once per turn, roll {die}. On a 5 or 6, this ship may be given an extra action.")
    give = happen("may", "give", object=EXTRA_ACTION, to=SHIP)
    assert ability == t.Ability(
        guards=(ONCE,),
        effect=t.Table(
            roll=happen("do", "roll", amount=t.Dice()), outcomes=(t.Outcome(faces=(5, 6), effect=give),)
        ),
    )


def test_the_same_action_twice_is_rolled_for_before_the_action() -> None:
    line = (
        "Once per turn before you give this ship an action, roll a d6. On a 5 or 6, this ship may be given"
        " the same action twice."
    )
    trigger = only(line, t.Trigger)
    assert (trigger.moment, trigger.event.type, trigger.event.agent) == ("before", "give", YOU)
    outcome = only(line, t.Outcome)
    assert outcome.faces == (5, 6)
    assert outcome.effect == happen(
        "may", "give", object=piece("action", "the", t.InState(state="same")), to=SHIP, manner=("twice",)
    )


def test_a_crew_is_the_price_of_an_extra_action() -> None:
    line = "Once per turn, you may eliminate one of this ship's crew to give her an extra action."
    pay = t.Pay(
        cost=happen("may", "eliminate", agent=YOU, object=ONE_CREW.but(of=SHIP)),
        gain=happen("do", "give", object=EXTRA_ACTION, to=SHIP),
    )
    assert parse(line) == (t.Ability(guards=(ONCE,), effect=pay),)


def test_any_ship_of_the_fleet_gets_two_actions_on_a_6() -> None:
    line = (
        "Once at the beginning of each of your turns, roll a d6. On a result of 6, any ship in your fleet may"
        " be given two actions that turn."
    )
    assert last(line).guards == (t.Limit(per="trigger"), t.Moment(at="beginning", whose="each_yours"))
    outcome = only(line, t.Outcome)
    assert outcome.faces == (6,)
    assert isinstance(outcome.effect, t.Guarded)
    assert outcome.effect.guards == (t.Span(lasts="that_turn"),)
    assert piece("action", count=2) in found(line, t.Pieces)


def test_every_row_of_a_die_table_keeps_its_results() -> None:
    line = (
        "Galley. When this ship is given a move action, roll a d6 before moving her. On a result of a 5 or 6,"
        " place a trade current. On a 1 or 2, eliminate a friendly trade current. On a 3 or 4, this ship gets"
        " +S to her base move that action."
    )
    assert [outcome.faces for outcome in found(line, t.Outcome)] == [(5, 6), (1, 2), (3, 4)]
    assert [trigger.moment for trigger in found(line, t.Trigger)] == ["when", "before"]
    assert found(line, t.Span) == [t.Span(lasts="that_action")]


def test_the_kraken_caller_has_a_row_for_each_result() -> None:
    line = (
        "At the beginning of each of your turns, roll a d6. On a result of 1, eliminate a kraken. On 2-5"
        " ignore any damage dealt by a kraken to a friendly ship this turn. On a 6, choose any kraken and"
        " place it within S of an enemy ship."
    )
    rows = found(line, t.Outcome)
    assert [row.faces for row in rows] == [(1,), (2, 3, 4, 5), (6,)]
    assert found(line, t.Happen)[-1] == happen(
        "do", "place", object=piece("kraken", "that"), near=t.Within(distance=S, of=ENEMY)
    )


def test_a_die_result_acts_once_for_every_die_that_shows_it() -> None:
    line = (
        "Loyal:Pirate. When this ship is given a shoot action, for every cannon roll of 6, the target's"
        " controller eliminates an extra mast. For every 1, eliminate a mast from this ship."
    )
    assert found(line, t.Rolled) == [t.Rolled(faces=(6,), each=True), t.Rolled(faces=(1,), each=True)]
    assert last(line).guards == (given("shoot_action"),)


def test_of_two_dice_the_player_chooses_one() -> None:
    line = (
        "Loyal:England. Once per turn when this ship is given a shoot action, choose a cannon and roll 2d6."
        " Choose the result you want to use."
    )
    assert last(line).guards == (ONCE, given("shoot_action"))
    assert [happen.event.type for happen in found(line, t.Happen)] == ["choose", "roll", "choose"]
    assert only(line, t.Dice) == t.Dice(count=2)


def test_a_rerolled_die_must_be_used() -> None:
    line = "Once per turn, reroll any die roll made for this ship; you must use the second die roll result."
    reroll, use = found(line, t.Happen)
    made = t.Involved(role="object", event=t.Event(type="make", exchange=SHIP))
    assert reroll.event.object == piece("die_roll", "any", made)
    assert use == happen("must", "use", agent=YOU, object=piece("result", "the", t.InState(state="second")))


def test_another_ship_acts_twice_instead_of_this_one() -> None:
    line = (
        "Loyal:England. Instead of giving this ship an action this turn, you can give another ship in your"
        " fleet two actions."
    )
    not_given = t.Event(type="give", object=piece("action", "a"), to=SHIP, time=t.Span(lasts="this_turn"))
    assert last(line).guards == (t.Instead(of=not_given),)
    assert only(line, t.Happen).event.object == piece("action", count=2)


def test_the_captain_moves_and_shoots_with_one_action() -> None:
    assert found("This ship may move and shoot using the same move action.", t.Happen) == [
        happen("may", "move", agent=SHIP),
        happen("may", "shoot", agent=SHIP, using=piece("move_action", "the", t.InState(state="same"))),
    ]


def test_the_reverse_captain_moves_freely_after_shooting() -> None:
    ability = last("After this ship resolves a shoot action, she may move as a free action.")
    shot = t.Event(type="resolve", agent=SHIP, object=piece("shoot_action", "a"))
    assert ability.guards == (t.Moment(at="free_action"), t.Trigger(moment="after", event=shot))
    assert ability.effect == happen("may", "move", agent=SHIP)


def test_a_cannon_that_misses_shoots_again() -> None:
    line = "Once per turn, one of this ship's cannons may shoot again if it misses."
    assert only(line, t.Happen).event.manner == ("again",)
    assert only(line, t.Trigger).event.type == "miss"
    assert last(line).guards[0] == ONCE
