"""Printed lines become the trees they mean, family by family; new lines of known phrases do so too."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import pytest

from pirate_code.language import LanguageError, footprint, parse, render, swallowed
from pirate_code.language import tree as t
from pirate_code.language.walk import walk
from pirate_code.library.sheet import ability_lines

N = TypeVar("N", bound=t.Node)

SHIP = t.Pieces(noun="ship", which="this")
THAT_SHIP = t.Pieces(noun="ship", which="that")
OTHER_SHIP = t.Pieces(noun="ship", which="the", filters=(t.InState(state="other"),))
ENEMY = t.Pieces(noun="ship", which="a", filters=(t.InState(state="enemy"),))
CREW = t.Pieces(noun="crew", which="this")
TREASURE = t.Pieces(noun="treasure", which="this")
YOU = t.Person(who="you")
HOME = t.Pieces(noun="home_island", of=YOU)
S = t.Distance(segments=("S",))
L = t.Distance(segments=("L",))
NEAR = t.Within(distance=S, of=SHIP)
ONCE = t.Limit(per="turn")
EXTRA_ACTION = t.Pieces(noun="action", which="a", filters=(t.InState(state="extra"),))
ONE_CREW = t.Pieces(noun="crew", count=t.Number(value=1))
ONE_TREASURE = t.Pieces(noun="treasure", count=t.Number(value=1))
ALL_MASTS = t.Has(what=t.Pieces(noun="mast", which="all", of=SHIP))


def piece(
    noun: str, which: t.Which | None = None, *filters: t.Filter, count: Any = None, of: Any = None
) -> t.Pieces:
    """Pieces as they are said: noun, which, what narrows them down, how many, whose."""
    number = t.Number(value=count) if isinstance(count, int) else count
    return t.Pieces(noun=noun, which=which, filters=filters, count=number, of=of)


def happen(strength: Any, event: str, **slots: Any) -> t.Happen:
    """An event that is caused ("do"), or that may, must or cannot happen."""
    return t.Happen(strength=strength, event=t.Event(type=event, **slots))


def last(line: str) -> t.Ability:
    """The last ability of a line."""
    return parse(line)[-1]


def found(line: str, kind: type[N]) -> list[N]:
    """Every node of a kind in the trees of a line, in the order it is said."""
    return [node for node in walk(parse(line)) if isinstance(node, kind)]


def only(line: str, kind: type[N]) -> N:
    """The one node of its kind."""
    (node,) = found(line, kind)
    return node


def keywords(line: str) -> list[str]:
    effects = [ability.effect for ability in parse(line)]
    named = [effect for effect in effects if isinstance(effect, t.KeywordAbility)]
    return [":".join(filter(None, (effect.keyword, effect.nation))) for effect in named]


def of_nation(nation: str, noun: str = "ship") -> t.Pieces:
    return t.Pieces(noun=noun, filters=(t.OfNation(nation=nation),))


def given(noun: str) -> t.Trigger:
    """The trigger of "when this ship is given a ... action"."""
    return t.Trigger(
        moment="when", event=t.Event(type="give", object=t.Pieces(noun=noun, which="a"), to=SHIP)
    )


def does(event: str, thing: t.Pieces) -> t.Trigger:
    """The trigger of "when this ship ... "."""
    return t.Trigger(moment="when", event=t.Event(type=event, agent=SHIP, object=thing))


def adds(
    stat: str, amount: int | t.Distance, of: t.Pieces = SHIP, against: t.Pieces | None = None
) -> t.Change:
    value = t.Number(value=amount) if isinstance(amount, int) else amount
    return t.Change(stat=stat, of=of, by="add", amount=value, against=against)


# ---------------------------------------------------------------- keywords


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Schooner.", ["schooner"]),
        ("Junk", ["junk"]),
        ("Emperor's Commander.", ["emperors-commander"]),
        ("Schooner. Ghost Ship.", ["schooner", "ghost-ship"]),
        ("Flotilla, Extended Range.", ["flotilla", "extended-range"]),
        ("Octopus, Fear", ["octopus", "fear"]),
        ("Ghost Ship. Junk. Treasure Ship.", ["ghost-ship", "junk", "treasure-ship"]),
        ("Hoist, Secret Hold.", ["hoist", "secret-hold"]),
        ("Captain. Musketeer.", ["captain", "musketeer"]),
        ("Loyal:Cursed, Captain, Fear.", ["loyal:cursed", "captain", "fear"]),
        ("Loyal: Cursed. Captain.", ["loyal:cursed", "captain"]),
        ("Hostile:England, Captain, Helmsman.", ["hostile:english", "captain", "helmsman"]),
        ("Hostile:England, Loyal:France, Marine.", ["hostile:english", "loyal:french", "marine"]),
        ("Hostile: Spain. Captain. Explorer.", ["hostile:spanish", "captain", "explorer"]),
        ("Hostile: Pirate, Loyal: Spain. Captain.", ["hostile:pirate", "loyal:spanish", "captain"]),
    ],
)
def test_a_list_of_keywords_is_read_whatever_separates_them(line: str, names: list[str]) -> None:
    assert keywords(line) == names
    assert len(parse(line)) == len(names)


@pytest.mark.parametrize(
    ("line", "names", "abilities"),
    [
        ("Limit, Ransom. Place this crew face up during setup.", ["limit", "ransom"], 1),
        ("Ex-patriot. This ship cannot be pinned.", ["ex-patriot"], 1),
        (
            "Captain, Ex-Patriot, Hostile: France. Once per turn, you can eliminate one of this ship's crew"
            " to give her an extra action.",
            ["captain", "ex-patriot", "hostile:french"],
            1,
        ),
        (
            "Junk, Mercenary, Dories. French crew can use their abilities on this ship.",
            ["junk", "mercenary", "dories"],
            1,
        ),
        (
            "Captain, Loyal: America, Hostile: Spain. Once per turn, roll a d6. On a 5 or 6, this ship may be"
            " given an extra action. This ship gets +1 to her boarding rolls.",
            ["captain", "loyal:american", "hostile:spanish"],
            2,
        ),
    ],
)
def test_keywords_stand_before_the_abilities_of_a_line(line: str, names: list[str], abilities: int) -> None:
    assert keywords(line) == names
    assert len(parse(line)) == len(names) + abilities


# ---------------------------------------------------------------- bonuses


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
                    subject=SHIP, filter=t.Has(what=piece("crew", "a", t.HasKeyword(keyword="captain")))
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


# ---------------------------------------------------------------- what cannot happen


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
            "This ship may never load the last treasure from an island.",
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


# ---------------------------------------------------------------- extra actions and dice


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


# ---------------------------------------------------------------- cancellers and crew


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


# ---------------------------------------------------------------- captures, boarding, shooting


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


# ---------------------------------------------------------------- treasure


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


# ---------------------------------------------------------------- shots and equipment


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


# ---------------------------------------------------------------- forts


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


# ---------------------------------------------------------------- events and unique treasures


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


# ---------------------------------------------------------------- islands


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


# ---------------------------------------------------------------- sea monsters


def test_a_sea_monster_speaks_of_itself() -> None:
    line = "Sea Monster. This sea monster can attack submerged submarines."
    monster = piece("sea_monster", "this")
    assert keywords(line) == ["sea-monster"]
    assert only(line, t.Happen).event == t.Event(
        type="attack", agent=monster, object=piece("submarine", None, t.InState(state="submerged"))
    )


def test_instead_of_moving_an_enemy_ship_is_moved() -> None:
    line = (
        "Sea Monster. Give this sea monster a move action but do not move it. Instead, roll a d6. On a result"
        " of 5 or 6, move an enemy ship L in any direction."
    )
    monster = piece("sea_monster", "this")
    give, stay, roll, move = found(line, t.Happen)
    assert (give.event.to, stay.strength, stay.event.object) == (monster, "cannot", monster)
    assert roll.event.amount == t.Dice()
    assert move.event == t.Event(type="move", object=ENEMY, distance=L, manner=("any_direction",))
    assert only(line, t.Instead) == t.Instead()


def test_a_sea_monster_of_another_player_can_be_given_the_action() -> None:
    line = (
        "Instead of giving this ship an action on your turn, you may give a sea monster an action, even if it"
        " is not part of your fleet."
    )
    condition = only(line, t.Condition)
    assert condition.even
    assert only(line, t.Instead).of == t.Event(
        type="give", object=piece("action", "a"), to=SHIP, time=t.Moment(at="during", whose="your")
    )


# ---------------------------------------------------------------- lines that no card has


NEW_LINES = [
    ("This ship gets +2 to her boarding rolls against Viking ships.", "changes roll, writes boarding_roll"),
    ("This ship gets +L to her base move if she carries no treasure.", "writes base_move"),
    (
        "Once per turn, roll a d6. On a 4-6, this ship may be given an extra shoot action.",
        "causes roll, permits give, reads result",
    ),
    ("Once per turn, one enemy crew within L of this ship cannot use its ability this turn.", "forbids use"),
    (
        "When this ship sinks an enemy ship, you may repair two of this ship's masts.",
        "listens sink, permits repair",
    ),
    ("Forts cannot hit this ship unless she is within S of them.", "forbids hit"),
    ("This fort gets +1 to its cannon rolls against submarines.", "changes roll, writes cannon_roll"),
    (
        "When this fort hits an enemy ship, also eliminate one crew from that ship.",
        "causes eliminate, listens hit",
    ),
    (
        "If this ship has a Helmsman crew, she gets +S to her base move and +1 to her cannon rolls.",
        "changes roll, writes base_move, writes cannon_roll",
    ),
    (
        "Once per turn, this ship may look at all face-down treasure on any wild island within L of her.",
        "permits look_at",
    ),
    (
        "One of this ship's treasures is worth +3 gold when she docks at your home island.",
        "listens dock, writes gold_value",
    ),
    ("This ship cannot be pinned by sea monsters.", "forbids pin"),
    (
        "When another crew on this ship would be eliminated, eliminate this crew instead.",
        "causes eliminate, listens eliminate, replaces eliminate",
    ),
    (
        "If this ship wins a boarding party, you may choose which crew is eliminated.",
        "listens win, permits choose",
    ),
    (
        "Once per turn, you may eliminate one treasure from this ship to give her an extra move action.",
        "causes give, permits eliminate",
    ),
    (
        "This ship may dock at any enemy fort and load up to three treasures. If able, she must leave on your"
        " next turn.",
        "permits dock, permits load, requires leave",
    ),
    ("English and French crew may use their abilities on this ship.", "permits use"),
    ("Reduce the cost of all English crew placed on this ship by 2.", "writes point_cost"),
    (
        "Each time this ship is hit, roll a d6. On a 6, no mast is eliminated.",
        "causes eliminate, causes roll, listens hit, reads result",
    ),
    ("This ship ignores icebergs when she is given a move action.", "causes ignore, listens give"),
    ("Sea monsters cannot ram this ship.", "forbids ram"),
    (
        "When this ship ends her turn within S of a whirlpool, you may place a fog bank within L of her.",
        "listens end, permits place",
    ),
    (
        "1-2: Eliminate two crew from this ship.\n3-4: No effect.\n5-6: Randomly move three treasure coins"
        " from this island to your home island.",
        "causes eliminate, causes move, reads result",
    ),
    (
        "1-3: Storm: Roll 2d6. For every 1-2 result, eliminate one of this ship's masts.\n4-6: Calm: This"
        " ship may move S.",
        "causes eliminate, causes roll, permits move, reads result",
    ),
    (
        "Load this treasure face down. When revealed, eliminate two masts from any enemy ship within L of"
        " this ship. Then remove Greek Fire from the game.",
        "causes eliminate, causes load, causes remove, listens reveal",
    ),
    (
        "Reveal this event at the beginning of one of your turns and choose an enemy fort. That fort cannot"
        " shoot this turn. Remove Mutineers from the game.",
        "causes choose, causes remove, causes reveal, forbids shoot, listens turn_beginning",
    ),
    ("Until this ship docks at your home island, she cannot be given shoot actions.", "forbids give"),
    (
        "If this ship is not within L of an island, she gets +1 to her cannon rolls.",
        "changes roll, writes cannon_roll",
    ),
    ("This ship may shoot at submerged submarines within L of her.", "permits shoot_at"),
    (
        "Once per turn, if this ship is touching a derelict, she can take as much treasure from that ship as"
        " she can carry.",
        "permits take",
    ),
    ("When this ship carries more than two crew, she gets -S to her base move.", "writes base_move"),
    (
        "After this ship resolves a repair action, she may move S as a free action.",
        "listens resolve, permits move",
    ),
    (
        "Each Spanish ship within L of this ship gets +1 to its cannon rolls.",
        "changes roll, writes cannon_roll",
    ),
    (
        "Instead of giving this ship a shoot action, you may place two trade currents within S of her.",
        "permits place, replaces give",
    ),
    (
        "At the end of each of your turns, roll two d6. On a 6, eliminate one treasure from any enemy ship.",
        "causes eliminate, causes roll, listens turn_end, reads result",
    ),
    (
        "The first time this ship is hit each turn, do not eliminate a mast; instead, eliminate one crew.",
        "causes eliminate, forbids eliminate, listens hit",
    ),
    ("All of this ship's cannons have S range against forts.", "writes range"),
    ("You may build your fleet using 10 more points than the game's build total.", "permits build"),
    ("Once per game, you may give any ship in your fleet three actions.", "permits give"),
    (
        "Whenever this ship loads a unique treasure, reveal it and place it face up on this ship.",
        "causes place, causes reveal, listens load",
    ),
    ("This ship's masts cannot be eliminated by L-range cannons.", "forbids eliminate"),
    (
        "When this ship is given an explore action, you may trade one treasure on that island for a treasure"
        " on any other island.",
        "listens give, permits trade",
    ),
]


@pytest.mark.parametrize(("line", "touched"), NEW_LINES)
def test_a_new_line_of_known_phrases_is_understood(line: str, touched: str) -> None:
    abilities = parse(line)
    prints = footprint(abilities).model_dump()
    assert ", ".join(sorted(f"{kind} {name}" for kind, names in prints.items() for name in names)) == touched
    assert swallowed(line, abilities) == []
    assert parse(render(abilities)) == abilities


def test_no_card_prints_the_new_lines(master_sheet: Path) -> None:
    printed = set(ability_lines(master_sheet))
    assert len(NEW_LINES) >= 40
    assert printed.isdisjoint(line for line, _ in NEW_LINES)


# ---------------------------------------------------------------- lines that do not parse


@pytest.mark.parametrize(
    ("line", "word", "nearest"),
    [
        ("This ship gets +1 to her kitchen.", "kitchen", "This ship gets +S to her base move."),
        ("This ship gets +13L to her base move.", "+13L", "This ship gets +S to her base move."),
        ("Captain Helmsman Fear", "Helmsman", None),
        ("Ahoy there mateys.", "there", None),
        ("This ship cannot be pinned. This ship flies over islands.", "flies", "This ship cannot be pinned."),
        ("Schooner. This ship can’t be zapped.", "zapped", "This ship cannot be rammed."),
    ],
)
def test_a_line_that_does_not_parse_is_told_with_its_place(line: str, word: str, nearest: str | None) -> None:
    with pytest.raises(LanguageError) as caught:
        parse(line)
    error = caught.value
    assert error.text == line
    assert (error.line, error.column) == (1, line.index(word) + 1)
    assert error.message == f"{word.rstrip('.')!r} does not fit here"
    assert error.expected
    assert error.nearest == nearest


@pytest.mark.parametrize(
    "line",
    [
        "This ship gets +1 to her boarding rolls unless.",
        "If this ship",
        "Once per turn",
        "This ship",
        "On a 6-5, eliminate a mast.",
        "Roll 21d6.",
        "Loyal: Atlantis.",
        "Captain. Zyzzyva ahoy of the.",
        "She (cannot dock.",
        "±½ 日本",
    ],
)
def test_the_column_of_an_error_lies_inside_the_line(line: str) -> None:
    with pytest.raises(LanguageError) as caught:
        parse(line)
    assert 1 <= caught.value.column <= len(line) + 1
    assert caught.value.message


def test_a_line_that_does_not_parse_gives_words_that_would_fit() -> None:
    with pytest.raises(LanguageError) as caught:
        parse("Captain Helmsman")
    assert caught.value.expected == ["a comma"]


def test_a_sentence_read_before_is_read_the_same_after_the_caches_are_cleared() -> None:
    from pirate_code.language import clear_caches

    line = "This ship gets +1 to her boarding rolls. She cannot be pinned."
    before = parse(line)
    clear_caches()
    assert parse(line) == before
