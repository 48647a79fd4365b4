"""Bonuses: a stat is raised or lowered, always or under a condition."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.language import tree as t
from tests.language.parse.trees import (
    ALL_MASTS,
    CREW,
    NEAR,
    SHIP,
    L,
    S,
    adds,
    does,
    found,
    last,
    of_nation,
    only,
    piece,
)


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("This ship gets +1 to her boarding rolls.", adds("boarding_roll", 1)),
        (
            "This ship gets +1 to her cannon rolls against English ships.",
            adds("cannon_roll", 1, against=of_nation("english")),
        ),
        (
            "Spanish ships get +1 to their cannon rolls against this ship.",
            adds("cannon_roll", 1, of=of_nation("spanish"), against=SHIP),
        ),
        (
            "This ship gets +1 to her cannon rolls against any non–Barbary Corsair ship.",
            adds(
                "cannon_roll",
                1,
                against=piece("ship", "any", t.OfNation(nation="barbary-corsair", negated=True)),
            ),
        ),
        (
            "This ship gets +1 to her cannon rolls against the Cursed.",
            adds("cannon_roll", 1, against=of_nation("cursed", "game_piece")),
        ),
        (
            "Schooner. This ship gets +1 to her cannon rolls against forts within S of her.",
            adds("cannon_roll", 1, against=piece("fort", None, NEAR)),
        ),
        (
            "Longship. This ship gets +1 to her boarding rolls against sea monsters.",
            adds("boarding_roll", 1, against=piece("sea_monster")),
        ),
        (
            "Friendly ships within S of this ship get +1 to their cannon rolls.",
            adds("cannon_roll", 1, of=piece("ship", None, t.InState(state="friendly"), NEAR)),
        ),
        ("This ship gets +S to her base move.", adds("base_move", S)),
        ("This ship gets +1 cargo spaces.", adds("cargo_space", 1)),
        (
            "The rank of each of this ship's cannons is increased by 1.",
            adds("rank", 1, of=piece("cannon", "each", of=SHIP)),
        ),
        (
            "All of this ship's cannons have L range.",
            t.Change(stat="range", of=piece("cannon", "all", of=SHIP), by="set", amount=L),
        ),
        (
            "Cannon ranges of enemy ships are reduced to S against this ship.",
            t.Change(
                stat="range",
                of=piece("ship", None, t.InState(state="enemy")),
                by="set",
                amount=S,
                against=SHIP,
            ),
        ),
        (
            "This ship's cannons have a range of 2L against sea creatures.",
            t.Change(
                stat="range",
                of=piece("cannon", of=SHIP),
                by="set",
                amount=t.Distance(segments=("L", "L")),
                against=piece("sea_creature"),
            ),
        ),
        (
            "This ship gets +1 to her cannon rolls for every friendly ship within S of her.",
            adds("cannon_roll", 1).but(per=piece("ship", None, t.InState(state="friendly"), NEAR)),
        ),
        (
            "This ship gets +1 to her boarding rolls for every crew on her.",
            adds("boarding_roll", 1).but(per=piece("crew", None, t.Located(place="on", what=SHIP))),
        ),
        (
            "This crew takes up no cargo space.",
            t.Change(stat="cargo_space", of=CREW, by="set", amount=t.Number(value=0)),
        ),
    ],
)
def test_a_bonus_changes_a_stat_with_no_condition(line: str, change: t.Change) -> None:
    assert last(line) == t.Ability(effect=change)


@pytest.mark.parametrize(
    ("line", "guard", "change"),
    [
        (
            "If derelict, this ship gains a base move of S.",
            t.Condition(fact=t.Matches(subject=SHIP, filter=t.InState(state="derelict"))),
            t.Change(stat="base_move", of=SHIP, by="set", amount=S),
        ),
        (
            "Mercenary. Submarine. When submerged , this ship gets +L to her base move.",
            t.Condition(fact=t.Matches(subject=SHIP, filter=t.InState(state="submerged"))),
            adds("base_move", L),
        ),
        (
            "This ship's base move becomes S when she reaches her cargo limit.",
            does("reach", piece("cargo_capacity", of=SHIP)),
            t.Change(stat="base_move", of=SHIP, by="set", amount=S),
        ),
        (
            "When this ship carries no cargo, she gets +S to her base move.",
            t.Condition(fact=t.Matches(subject=SHIP, filter=t.Has(what=piece("cargo", "no")))),
            adds("base_move", S),
        ),
        (
            "This ship gets +L to her base move if she has all of her masts.",
            t.Condition(fact=t.Matches(subject=SHIP, filter=ALL_MASTS)),
            adds("base_move", L),
        ),
        (
            "If this ship has a Captain crew, she gets +1 to her cannon rolls.",
            t.Condition(
                fact=t.Matches(
                    subject=SHIP,
                    filter=t.Has(what=piece("crew", "a", t.HasKeyword(keyword="captain", or_name="Captain"))),
                )
            ),
            adds("cannon_roll", 1),
        ),
        (
            "If this ship carries no crew, she gets +2 cargo capacity.",
            t.Condition(fact=t.Matches(subject=SHIP, filter=t.Has(what=piece("crew", "no")))),
            adds("cargo_capacity", 2),
        ),
        (
            "Sea Monster. If this sea monster is within S of a friendly ship, it gets +1 to its cannon"
            " rolls.",
            t.Condition(
                fact=t.Matches(
                    subject=piece("sea_monster", "this"),
                    filter=t.Within(distance=S, of=piece("ship", "a", t.InState(state="friendly"))),
                )
            ),
            adds("cannon_roll", 1, of=piece("sea_monster", "this")),
        ),
        (
            "This fort gets +1 to its cannon rolls when a ship is docked at it.",
            t.Condition(
                fact=t.Matches(
                    subject=piece("ship", "a"),
                    filter=t.Located(place="docked_at", what=piece("fort", "this")),
                )
            ),
            adds("cannon_roll", 1, of=piece("fort", "this")),
        ),
    ],
)
def test_a_bonus_with_a_condition_keeps_it_as_a_guard(line: str, guard: t.Guard, change: t.Change) -> None:
    assert last(line) == t.Ability(guards=(guard,), effect=change)


def test_two_bonuses_in_one_sentence_are_two_changes() -> None:
    line = "Galley. This ship gets +1 to her cannon rolls and boarding rolls against American ships."
    american = of_nation("american")
    assert found(line, t.Change) == [
        adds("cannon_roll", 1, against=american),
        adds("boarding_roll", 1, against=american),
    ]


def test_a_captain_can_give_two_different_bonuses() -> None:
    line = "If this ship has a captain crew, she gets +1 to her cannon rolls and +S to her base move."
    assert found(line, t.Change) == [adds("cannon_roll", 1), adds("base_move", S)]


def test_a_greater_bonus_replaces_the_first_one_under_its_own_condition() -> None:
    line = "This ship gets +1 to her boarding rolls. She gets +2 instead if her opponent is a sea monster."
    monster = t.Condition(
        fact=t.Matches(subject=piece("opponent", of=SHIP), filter=t.IsA(what=piece("sea_monster", "a")))
    )
    assert parse(line) == (
        t.Ability(
            effect=t.Sequence(
                steps=(
                    adds("boarding_roll", 1),
                    t.Guarded(guards=(monster, t.Instead()), effect=adds("boarding_roll", 2)),
                )
            )
        ),
    )


def test_the_nation_of_the_first_target_holds_for_the_others() -> None:
    line = "Marine. This crew gets +1 to its gun rolls against American ships, forts, and crew."
    change = only(line, t.Change)
    assert change.of == CREW
    assert change.against == t.Group(
        join="and", members=tuple(of_nation("american", noun) for noun in ("ship", "fort", "crew"))
    )


def test_a_penalty_is_subtracted() -> None:
    line = "This ship gets –1 to its cargo capacity."
    assert only(line, t.Change) == t.Change(
        stat="cargo_capacity", of=SHIP, by="subtract", amount=t.Number(value=1)
    )
