"""Treasure: worth more, taken, traded, looked at."""

from __future__ import annotations

import pytest

from pirate_code.language import LanguageError, parse, render, swallowed
from pirate_code.language import tree as t
from tests.language.parse.trees import (
    ENEMY,
    HOME,
    ONCE,
    ONE_TREASURE,
    OTHER_SHIP,
    SHIP,
    THAT_SHIP,
    YOU,
    S,
    adds,
    found,
    happen,
    last,
    only,
    piece,
)


@pytest.mark.parametrize(
    ("line", "gold"),
    [
        ("One of this ship's treasures is worth +1 gold when she docks at your home island.", 1),
        ("One of this ship's treasures is worth +2 gold when she docks at your home island.", 2),
    ],
)
def test_a_treasure_is_worth_more_when_the_ship_comes_home(line: str, gold: int) -> None:
    home = t.Trigger(moment="when", event=t.Event(type="dock", agent=SHIP, at=HOME))
    assert parse(line) == (
        t.Ability(guards=(home,), effect=adds("gold_value", gold, of=ONE_TREASURE.but(of=SHIP))),
    )


@pytest.mark.parametrize(
    "line",
    [
        "One of this ship's treasures is worth +X gold when she docks at your home island.",
        "One of this ship's treasures is worth +X gold when unloaded at your home island.",
        "Each time this ship unloads gold at your home island, one treasure coin is worth +X gold.",
    ],
)
def test_a_number_that_a_family_of_lines_leaves_open_stays_open(line: str) -> None:
    change = only(line, t.Change)
    assert (change.stat, change.by, change.amount) == ("gold_value", "add", t.Unstated())
    assert swallowed(line, parse(line)) == []
    assert parse(render(parse(line))) == parse(line)


def test_a_number_is_left_open_only_where_a_stat_is_raised_or_lowered() -> None:
    with pytest.raises(LanguageError):
        parse("This ship's base move is X.")
    with pytest.raises(ValueError, match="left open only where"):
        t.Change(stat="rank", of=SHIP, by="set", amount=t.Unstated())


def test_each_treasure_unloaded_at_home_is_worth_more() -> None:
    line = "Native Canoe. Each treasure this ship unloads at your home island is worth +1 gold."
    unloaded = t.Involved(role="object", event=t.Event(type="unload", agent=SHIP, at=HOME))
    assert last(line).effect == adds("gold_value", 1, of=piece("treasure", "each", unloaded))


def test_gold_is_worth_more_each_time_it_is_unloaded() -> None:
    trigger = only(
        "Junk. Each time this ship unloads gold at your home island, one treasure coin is worth +1 gold.",
        t.Trigger,
    )
    assert trigger.moment == "each_time"
    assert trigger.event == t.Event(type="unload", agent=SHIP, object=piece("gold"), at=HOME)


def test_treasure_is_taken_at_random_from_a_ship_she_touches() -> None:
    line = "Once per turn, this ship may randomly take one treasure from any ship she touches."
    touched = t.Involved(role="object", event=t.Event(type="touch", agent=SHIP))
    assert parse(line) == (
        t.Ability(
            guards=(ONCE,),
            effect=happen(
                "may",
                "take",
                agent=SHIP,
                object=ONE_TREASURE,
                source=piece("ship", "any", touched),
                manner=("randomly",),
            ),
        ),
    )


@pytest.mark.parametrize("much", ["can carry", "wants, up to her available cargo space"])
def test_the_winner_takes_as_much_treasure_as_fits(much: str) -> None:
    line = f"When she wins a boarding party, she may take as much treasure from the other ship as she {much}."
    event = only(line, t.Happen).event
    assert event.object == piece("treasure", count=t.AsMuchAs())
    assert event.source == OTHER_SHIP


def test_the_home_raider_loads_one_treasure_and_must_leave() -> None:
    line = (
        "This ship may dock at an enemy home island and load one treasure. If able, she must leave on your"
        " next turn."
    )
    dock, load, leave = found(line, t.Happen)
    assert dock.event.at == piece("home_island", "a", t.InState(state="enemy"))
    assert load == happen("may", "load", agent=SHIP, object=ONE_TREASURE)
    assert leave == happen("must", "leave", agent=SHIP)
    assert only(line, t.Guarded).guards == (t.Condition(fact=t.Able()), t.Span(lasts="your_next_turn"))


def test_two_conditions_must_both_hold_to_trade() -> None:
    line = (
        "Once per turn, if this ship carries treasure and is within S of an enemy ship, you may randomly"
        " trade one treasure with that ship."
    )
    assert only(line, t.Facts) == t.Facts(
        join="and",
        facts=(
            t.Matches(subject=SHIP, filter=t.Has(what=piece("treasure"))),
            t.Matches(subject=SHIP, filter=t.Within(distance=S, of=ENEMY)),
        ),
    )
    event = only(line, t.Happen).event
    assert (event.type, event.object, event.using, event.manner) == (
        "trade",
        ONE_TREASURE,
        THAT_SHIP,
        ("randomly",),
    )


def test_a_ship_looks_at_one_face_down_treasure() -> None:
    line = "Once per turn, this ship may look at one face-down treasure on any island."
    there = t.Located(place="on", what=piece("island", "any"))
    assert only(line, t.Happen).event == t.Event(
        type="look_at", agent=SHIP, object=ONE_TREASURE.but(filters=(t.InState(state="face_down"), there))
    )


def test_a_derelict_she_explores_is_yours() -> None:
    line = "You own any derelict this ship explores; both ships become docked at your home island."
    explored = t.Involved(role="object", event=t.Event(type="explore", agent=SHIP))
    assert only(line, t.Happen) == happen("do", "own", agent=YOU, object=piece("derelict", "any", explored))
    assert only(line, t.Become) == t.Become(
        subject=piece("ship", "both"), filter=t.Located(place="docked_at", what=HOME)
    )


def test_what_a_player_chooses_and_moves_is_moved_in_one_step() -> None:
    line = "Each player must choose and put a unique treasure from outside the game aboard this ship."
    chosen = piece("unique_treasure", "a", t.OutsideGame())
    assert only(line, t.Happen) == happen(
        "must", "place", agent=piece("player", "each"), object=chosen, to=SHIP
    )


def test_what_is_chosen_and_lost_is_chosen_first() -> None:
    choose, lose = found("Choose and eliminate one mast from the target.", t.Happen)
    target = piece("target", "the")
    assert choose == happen(
        "do", "choose", object=t.Pieces(noun="mast", count=t.Number(value=1)), source=target
    )
    assert lose == happen("do", "eliminate", object=piece("mast", "that"), source=target)
