"""Crew: cancelled, saved, linked, cheaper, of another nation."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from tests.language.parse.trees import (
    CREW,
    NEAR,
    ONCE,
    ONE_CREW,
    SHIP,
    YOU,
    found,
    happen,
    last,
    of_nation,
    only,
    piece,
)


def test_the_canceller_names_one_crew_or_one_ship_within_s() -> None:
    line = "Once per turn, one crew or ship within S of this ship cannot use its ability that turn."
    either = t.Group(
        join="or",
        members=tuple(
            t.Pieces(noun=noun, count=t.Number(value=1), filters=(NEAR,)) for noun in ("crew", "ship")
        ),
    )
    own = piece("ability", of=piece("game_piece", "that"))
    assert parse(line) == (
        t.Ability(
            guards=(ONCE, t.Span(lasts="that_turn")), effect=happen("cannot", "use", agent=either, object=own)
        ),
    )


def test_a_turn_ends_somewhere() -> None:
    line = "If this ship (sea monster) ends her turn in a fog bank, on her next turn she may move S."
    ends = only(line, t.Trigger).event
    assert ends.agent == t.Group(join="or", members=(SHIP, piece("sea_monster", "this")))
    assert (ends.object, ends.at) == (piece("turn", of=SHIP), piece("fog_bank", "a"))


def test_the_other_canceller_cancels_the_ability() -> None:
    happen = only("Once per turn, cancel the ability of one crew or ship within S of this ship.", t.Happen)
    assert happen.event.type == "cancel"
    assert isinstance(happen.event.object, t.Pieces)
    assert isinstance(happen.event.object.of, t.Group)


def test_no_ability_but_parley_works_until_the_next_turn() -> None:
    line = (
        "Parley. Once at the beginning of each of your turns, roll a d6. On a result of 6, no abilities"
        " except Parley can be used until the beginning of your next turn."
    )
    assert only(line, t.Until) == t.Until(end=t.Moment(at="beginning", whose="next_yours"))
    assert only(line, t.Except) == t.Except(what=t.KeywordItself(keyword="parley"))
    assert found(line, t.Happen)[-1].strength == "cannot"


def test_the_doctor_replaces_elimination_by_turning_face_down() -> None:
    line = "When another face-up crew on this ship would be eliminated, turn it face down instead."
    patient = piece("crew", "another", t.InState(state="face_up"), t.Located(place="on", what=SHIP))
    would = t.Trigger(moment="when", event=t.Event(type="eliminate", object=patient), strength="would")
    turn = t.Event(type="turn", object=piece("crew", "that"), manner=("face_down",))
    assert parse(line) == (t.Ability(guards=(would, t.Instead()), effect=t.Happen(event=turn)),)


@pytest.mark.parametrize(
    ("line", "cost", "victim"),
    [
        (
            "If any crew on this ship with point cost 5 or more would be eliminated, eliminate Lian instead.",
            t.StatIs(stat="point_cost", compare="at_least", amount=t.Number(value=5)),
            t.Named(name="Lian"),
        ),
        (
            "If any crew on this ship with point cost 4 or less would be eliminated, eliminate this crew"
            " instead.",
            t.StatIs(stat="point_cost", compare="at_most", amount=t.Number(value=4)),
            CREW,
        ),
    ],
)
def test_one_crew_dies_in_place_of_a_crew_of_some_cost(
    line: str, cost: t.StatIs, victim: t.Named | t.Pieces
) -> None:
    assert only(line, t.StatIs) == cost
    assert only(line, t.Trigger).strength == "would"
    assert only(line, t.Instead) == t.Instead()
    assert only(line, t.Happen) == happen("do", "eliminate", object=victim)


def test_davy_jones_takes_a_crew_that_would_die() -> None:
    line = (
        "Fear. Each time any crew would be eliminated, roll a d6. On a result of 6, put that crew on this"
        " ship instead; it is linked to Davy Jones. If a kraken is in your fleet, Davy Jones can declare a"
        " ship a target of the kraken (see kraken rules)."
    )
    _, taking, declaring = parse(line)
    that = piece("crew", "that")
    assert happen("do", "place", object=that, to=SHIP) in list(walk(taking))
    assert t.Become(
        subject=that, filter=t.InState(state="linked", toward=t.Named(name="Davy Jones"))
    ) in list(walk(taking))
    assert declaring.guards[0].kind == "condition"


@pytest.mark.parametrize(
    ("line", "nation"),
    [
        ("Spanish crew may use their abilities on this ship.", "spanish"),
        ("Jade Rebellion crew may use their abilities on this ship.", "jade-rebellion"),
        ("Galley. Pirate crew may use their abilities on this ship.", "pirate"),
    ],
)
def test_crew_of_another_nation_use_their_abilities_aboard(line: str, nation: str) -> None:
    happen = only(line, t.Happen)
    assert happen.strength == "may"
    assert happen.event.agent == of_nation(nation, "crew")
    assert happen.event.object == piece(
        "ability", None, t.Located(place="on", what=SHIP), of=piece("crew", "that")
    )


def test_crew_of_any_nationality_are_told_by_their_nationality() -> None:
    happen = only("Crew of any nationality may use their abilities on this ship.", t.Happen)
    assert happen.event.agent == piece("crew", of=piece("nationality", "any"))


def test_the_five_point_crew_cannot_leave_unless_captured_or_eliminated() -> None:
    line = (
        "Limit. Ransom. Place this crew face up during setup. You may build your fleet using 5 more points"
        " than the game's build total. This crew cannot leave this ship unless captured or eliminated."
    )
    *_, place, build, stay = parse(line)
    assert place.guards == (t.Moment(at="setup"),)
    using = piece(
        "point",
        None,
        t.InState(state="more"),
        t.Located(place="than", what=piece("build_total", of=piece("game", "the"))),
        count=5,
    )
    fleet = piece("fleet", of=YOU)
    assert build.effect == happen("may", "build", agent=YOU, object=fleet, using=using)
    gone = tuple(t.Happens(event=t.Event(type=event, object=CREW)) for event in ("capture", "eliminate"))
    assert stay.guards == (t.Condition(fact=t.Facts(join="or", facts=gone), negated=True),)


def test_a_crew_is_linked_to_the_crew_chosen_during_setup() -> None:
    line = "Limit, Ransom. Choose one Spanish crew during setup; this crew is linked to that crew."
    ability = last(line)
    assert ability.guards == (t.Moment(at="setup"),)
    assert ability.effect == t.Sequence(
        steps=(
            happen("do", "choose", object=ONE_CREW.but(filters=(t.OfNation(nation="spanish"),))),
            t.Become(subject=CREW, filter=t.InState(state="linked", toward=piece("crew", "that"))),
        )
    )


def test_the_reducer_lowers_the_cost_of_all_other_crew_aboard() -> None:
    line = "Place this crew face up during setup. Reduce the cost of all other crew placed on this ship by 1."
    place, reduce = parse(line)
    assert place.effect == happen("do", "place", object=CREW, manner=("face_up",))
    placed = t.Involved(role="object", event=t.Event(type="place", to=SHIP))
    others = piece("crew", "all", t.InState(state="other"), placed)
    assert reduce == t.Ability(
        effect=t.Change(stat="point_cost", of=others, by="subtract", amount=t.Number(value=1))
    )


def test_crew_that_cost_nothing_still_take_up_a_space() -> None:
    line = "Crew placed on this ship cost no points, but they always each take up one cargo space."
    cost, space = found(line, t.Change)
    assert (cost.stat, cost.by, cost.amount) == ("point_cost", "set", t.Number(value=0))
    assert (space.stat, space.amount, space.strength) == ("cargo_space", t.Number(value=1), "must")
