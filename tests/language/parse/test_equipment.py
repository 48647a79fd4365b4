"""Shots and other equipment."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.language import tree as t
from tests.language.parse.trees import (
    NEAR,
    ONCE,
    SHIP,
    THAT_SHIP,
    does,
    found,
    given,
    happen,
    last,
    of_nation,
    only,
    piece,
)

CHAINSHOT = (
    "Once per turn when this ship is given a shoot action, one of her cannons may shoot a chainshot at a"
    " target within S of her. You must declare which cannon will shoot the chainshot before rolling the d6."
    " If the chainshot hits, do not eliminate a mast; instead, the target cannot move on her next turn."
)
FIREPOT = (
    "Once per turn when this ship is given a shoot action, one of her cannons may shoot a firepot at a target"
    " within S of her. Declare which cannon will shoot the firepot before rolling the d6. If it hits, the"
    " target's controller replaces one of her masts with a fire mast. At the beginning of every turn, roll a"
    " d6 for each fire mast. On a result of 6, remove the fire mast; on a 1–3, the ship's controller replaces"
    " another of her masts with a fire mast. When a ship has only fire masts, she must be scuttled on her"
    " next turn. When a ship docks at her home island or a fort, remove all of her fire masts as a free"
    " action."
)


def test_one_of_her_cannons_shoots_a_chain_shot_at_a_target_within_s() -> None:
    ability = parse(CHAINSHOT)[0]
    assert ability.guards == (ONCE, given("shoot_action"))
    assert found(CHAINSHOT, t.Happen)[0] == happen(
        "may",
        "shoot",
        agent=piece("cannon", count=1, of=SHIP),
        object=piece("chain_shot", "a"),
        at=piece("target", "a", NEAR),
    )


def test_the_cannon_of_a_chain_shot_is_declared_before_the_roll() -> None:
    before = next(trigger for trigger in found(CHAINSHOT, t.Trigger) if trigger.moment == "before")
    assert before.event == t.Event(type="roll", amount=t.Dice())
    declare = next(happen for happen in found(CHAINSHOT, t.Happen) if happen.event.type == "declare")
    assert declare.strength == "must"
    assert isinstance(declare.event.object, t.Pieces)
    assert declare.event.object.which == "which"


def test_a_chain_shot_stops_its_target_instead_of_a_mast() -> None:
    happens = found(CHAINSHOT, t.Happen)
    assert happen("cannot", "eliminate", object=piece("mast", "a")) in happens
    guarded = found(CHAINSHOT, t.Guarded)[-1]
    assert guarded.guards == (t.Instead(), t.Span(lasts="her_next_turn"))
    assert guarded.effect == happen("cannot", "move", agent=piece("target", "the"))


def test_fire_masts_spread_and_go_out_every_turn() -> None:
    table = only(FIREPOT, t.Table)
    assert table.roll == happen("do", "roll", amount=t.Dice(), per=piece("fire_mast"))
    assert [outcome.faces for outcome in table.outcomes] == [(6,), (1, 2, 3)]
    assert t.Moment(at="beginning", whose="each") in found(FIREPOT, t.Moment)


def test_a_ship_of_fire_masts_must_be_scuttled() -> None:
    scuttle = next(happen for happen in found(FIREPOT, t.Happen) if happen.event.type == "scuttle")
    assert scuttle == happen("must", "scuttle", object=THAT_SHIP)
    masts = piece("fire_mast", None, t.InState(state="only"))
    assert t.Has(what=masts) in found(FIREPOT, t.Has)


def test_the_fire_is_put_out_freely_in_a_harbour() -> None:
    ability = last(FIREPOT)
    assert ability.guards[0] == t.Moment(at="free_action")
    assert ability.effect == happen("do", "remove", object=piece("fire_mast", "all", of=THAT_SHIP))


def test_grape_shot_hits_a_crew_instead_of_a_mast() -> None:
    line = "If this ship hits, eliminate a crew instead of a mast."
    assert only(line, t.Instead) == t.Instead(of=piece("mast", "a"))
    assert only(line, t.Happen).event.object == piece("crew", "a")


def test_an_exhausted_shot_is_removed_after_its_use() -> None:
    line = "After using Chain Shot, remove it from the game."
    shot = t.Named(name="Chain Shot")
    assert parse(line) == (
        t.Ability(
            guards=(t.Trigger(moment="after", event=t.Event(type="use", object=shot)),),
            effect=happen("do", "remove", object=shot, manner=("from_game",)),
        ),
    )


@pytest.mark.parametrize(
    "gun",
    [
        "one 3S cannon",
        "one rank 3 cannon with S range",
        "one S range rank 3 cannon",
        "one S range rank-3 cannon",
        "one S range cannon, with a rank of 3",
    ],
)
def test_the_extra_cannon_is_of_rank_3_and_range_s_however_it_is_printed(gun: str) -> None:
    line = f"This ship gains {gun} that may not have its range or cannon roll increased."
    gain = only(line, t.Gain)
    assert gain.who == SHIP
    assert isinstance(gain.what, t.Pieces)
    assert (gain.what.noun, gain.what.count) == ("cannon", t.Number(value=1))
    assert gain.what.filters[0] == t.OfRange(range="S", rank=3)
    assert only(line, t.Involved).strength == "cannot"


def test_a_letter_of_marque_gives_parley_against_one_nation() -> None:
    line = (
        "This ship can use Parley against French ships. If this ship shoots at a French ship, remove French"
        " Letter of Marque from the game."
    )
    use, remove = parse(line)
    assert use.effect == happen(
        "may", "use", agent=SHIP, object=t.KeywordItself(keyword="parley"), against=of_nation("french")
    )
    assert remove.guards == (does("shoot_at", of_nation("french").but(which="a")),)
