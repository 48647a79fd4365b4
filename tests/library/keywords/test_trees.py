"""What the trees of the keywords say about the game."""

from __future__ import annotations

import pytest

from pirate_code.language import define, footprint, parse, same
from pirate_code.language import tree as t
from tests.library.keywords.entries import KEYWORDS, nodes

THIS_SHIP = t.Pieces(noun="ship", which="this")
THIS_CREW = t.Pieces(noun="crew", which="this")
THIS_CREATURE = t.Pieces(noun="sea_creature", which="this")


def happenings(key: str, event: str, strength: str) -> list[t.Event]:
    """The events of that type that the keyword causes (do), permits, requires or forbids."""
    found = [node for node in nodes(define(key)) if isinstance(node, t.Happen)]
    return [node.event for node in found if (node.event.type, node.strength) == (event, strength)]


def guards(ability: t.Ability, kind: str) -> list[t.Guard]:
    return [guard for guard in ability.guards if guard.kind == kind]


def the_ability(key: str, event: str) -> t.Ability:
    """The one ability of the keyword that listens to such an event."""
    (found,) = [ability for ability in define(key) if event in footprint(ability).listens]
    return found


def test_a_galley_cannot_be_pinned_and_may_pin() -> None:
    assert "pin" in footprint(define("galley")).forbids
    assert happenings("galley", "pin", "cannot") == [t.Event(type="pin", object=THIS_SHIP)]


def test_a_longship_neither_pins_nor_is_pinned() -> None:
    assert happenings("longship", "pin", "cannot") == [
        t.Event(type="pin", agent=THIS_SHIP),
        t.Event(type="pin", object=THIS_SHIP),
    ]


def test_a_schooner_may_turn_on_her_stern_and_nothing_else() -> None:
    print_of = footprint(define("schooner"))
    assert (print_of.permits, print_of.forbids, print_of.writes) == (("rotate",), (), ())


def test_a_helmsman_adds_s_to_the_base_move() -> None:
    (ability,) = define("helmsman")
    assert footprint(ability).writes == ("base_move",)
    assert ability.effect == t.Change(
        stat="base_move", of=THIS_SHIP, by="add", amount=t.Distance(segments=("S",))
    )


def test_fear_rolls_at_the_beginning_of_the_turn_for_each_enemy_ship_within_s() -> None:
    (ability,) = define("fear")
    assert "turn_beginning" in footprint(ability).listens
    (each,) = guards(ability, "for_each")
    assert isinstance(each, t.ForEach)
    enemy = t.InState(state="enemy")
    near = t.Within(distance=t.Distance(segments=("S",)), of=THIS_SHIP)
    assert each.what == t.Pieces(noun="ship", filters=(enemy, near))
    assert isinstance(ability.effect, t.Table)
    assert [outcome.faces for outcome in ability.effect.outcomes] == [(5,), (6,)]


def test_eternal_replaces_the_sinking_and_brings_her_home_without_masts() -> None:
    print_of = footprint(define("eternal"))
    assert print_of.replaces == ("sink",)
    assert "dock" in print_of.causes
    no_masts = t.Has(what=t.Pieces(noun="mast", which="no"))
    assert t.Become(subject=THIS_SHIP, filter=no_masts) in set(nodes(define("eternal")))


def test_a_doctor_replaces_elimination_and_not_removal() -> None:
    (ability,) = parse(KEYWORDS["doctor"].definition[0])
    assert footprint(ability).replaces == ("eliminate",)


def test_a_catamaran_ignores_a_hit_on_5_or_6_and_loses_a_hull_before_a_mast_otherwise() -> None:
    (table,) = [node for node in nodes(define("catamaran")) if isinstance(node, t.Table)]
    loses, ignores = table.outcomes
    assert (loses.faces, ignores.faces) == ((1, 2, 3, 4), (5, 6))
    assert isinstance(loses.effect, t.Guarded)
    assert t.Instead(of=t.Pieces(noun="mast", which="a")) in loses.effect.guards
    assert isinstance(ignores.effect, t.Happen)
    assert ignores.effect.event.type == "ignore"


def test_only_oarsman_and_turbine_keep_a_ship_without_masts_from_being_derelict() -> None:
    no_masts = t.Condition(
        fact=t.Matches(subject=THIS_SHIP, filter=t.Has(what=t.Pieces(noun="mast", which="no")))
    )
    never = t.Become(subject=THIS_SHIP, filter=t.InState(state="derelict"), strength="cannot")
    saved = t.Ability(guards=(no_masts,), effect=never)
    moving = ["galley", "longship", "oarsman", "turbine", "turtle-ship"]
    assert all("base_move" in footprint(define(key)).writes for key in moving)
    assert [key for key in moving if saved in define(key)] == ["oarsman", "turbine"]


def test_an_oarsman_does_not_let_her_ram() -> None:
    assert happenings("oarsman", "ram", "cannot") == [t.Event(type="ram", agent=THIS_SHIP)]


def test_a_ghost_ship_is_bound_by_her_keyword_only_as_long_as_she_is_ghostly() -> None:
    choice, *rest = define("ghost-ship")
    ghostly = t.InState(state="ghostly")
    assert choice.effect == t.Become(subject=THIS_SHIP, filter=ghostly, strength="may")
    for ability in rest:
        assert t.Condition(fact=t.Matches(subject=THIS_SHIP, filter=ghostly)) in ability.guards
    assert set(footprint(define("ghost-ship")).forbids) >= {"ram", "pin", "board", "dock"}
    assert not {"shoot", "shoot_at"} & set(footprint(define("ghost-ship")).forbids)


@pytest.mark.parametrize(("key", "piece"), [("submarine", THIS_SHIP), ("sea-monster", THIS_CREATURE)])
def test_a_submerged_piece_may_only_move(key: str, piece: t.Pieces) -> None:
    under = t.Condition(fact=t.Matches(subject=piece, filter=t.InState(state="submerged")))
    other = t.Pieces(noun="action", which="any", filters=(t.Except(what=t.Pieces(noun="move_action")),))
    (ability,) = [found for found in define(key) if "give" in footprint(found).forbids]
    assert ability.guards == (under,)
    assert ability.effect == t.Happen(strength="cannot", event=t.Event(type="give", object=other, to=piece))


def test_a_broadside_is_fired_instead_of_shooting_and_no_other_ability_touches_it() -> None:
    print_of = footprint(define("broadsides-attack"))
    assert "shoot" in print_of.replaces
    assert print_of.permits == ("fire",)
    assert print_of.forbids == ("affect",)
    needed = [node.filter for node in nodes(define("broadsides-attack")) if isinstance(node, t.Become)]
    assert [found.kind for found in needed] == ["within", "located"]


def test_an_artillery_bombardier_shoots_twice_as_far_and_a_flamestrike_sets_fire() -> None:
    changes = [node for node in nodes(define("bombardier")) if isinstance(node, t.Change)]
    assert [(change.stat, change.by) for change in changes] == [("range", "multiply"), ("range", "set")]
    assert "eliminate" in footprint(define("bombardier")).replaces
    (choice,) = [node for node in nodes(define("bombardier")) if isinstance(node, t.Choice)]
    assert len(choice.options) == 2


def test_a_swoop_costs_two_masts_on_4_to_6_and_hits_nobody() -> None:
    (table,) = [node for node in nodes(define("sea-dragon")) if isinstance(node, t.Table)]
    (outcome,) = table.outcomes
    assert outcome.faces == (4, 5, 6)
    two = t.Pieces(noun="mast", count=t.Number(value=2))
    target = t.Pieces(noun="target", which="the")
    assert outcome.effect == t.Happen(event=t.Event(type="eliminate", object=two, source=target))
    assert "hit" not in footprint(define("sea-dragon")).causes


def test_a_blade_pins_the_target_and_not_the_scorpion_unless_she_has_rammed() -> None:
    target = t.Pieces(noun="target", which="the")
    assert happenings("scorpion", "pin", "do") == [t.Event(type="pin", object=target)]
    (spared,) = happenings("scorpion", "pin", "cannot")
    assert spared.object == THIS_SHIP
    strike = the_ability("scorpion", "resolve")
    assert t.Moment(at="free_action") in strike.guards
    rammed = [guard for guard in strike.guards if isinstance(guard, t.Condition) and guard.negated]
    assert [guard.fact for guard in rammed] == [
        t.Happens(event=t.Event(type="ram", agent=THIS_SHIP, time=t.Span(lasts="this_turn")))
    ]


def test_a_surrounded_ship_is_held_and_not_pinned() -> None:
    print_of = footprint(define("kraken"))
    assert "pin" not in {*print_of.causes, *print_of.forbids, *print_of.permits}
    (held,) = happenings("kraken", "give", "cannot")
    assert held.object == t.Pieces(noun="move_action")


def test_parley_is_paid_before_the_dice_and_buys_the_turn() -> None:
    (ability,) = define("parley")
    assert footprint(ability).listens == ("roll", "target")
    assert isinstance(ability.effect, t.Sequence)
    paid, safe = ability.effect.steps
    assert isinstance(paid, t.Happen)
    assert (paid.strength, paid.event.manner) == ("may", ("randomly",))
    never = t.Happen(strength="cannot", event=t.Event(type="shoot_at", object=THIS_SHIP))
    assert safe == t.Guarded(guards=(t.Condition(fact=t.Done()), t.Span(lasts="this_turn")), effect=never)


def test_ransom_is_five_gold_to_the_captor_and_one_to_the_killer() -> None:
    worth = [node.amount for node in nodes(define("ransom")) if isinstance(node, t.StatIs)]
    assert worth == [t.Number(value=5), t.Number(value=5), t.Number(value=1)]
    assert {"capture", "transfer", "eliminate"} == set(footprint(define("ransom")).listens)


def test_loyal_and_hostile_look_at_the_fleet_when_it_is_built_or_joined() -> None:
    for key in ("loyal", "hostile"):
        built, joined = define(key, "english")
        assert footprint(built).listens == ("build",)
        assert footprint(joined).listens == ("place",)
        assert built.effect == joined.effect
        assert isinstance(built.effect, t.Become)
        assert (built.effect.subject, built.effect.strength) == (THIS_CREW, "cannot")


def test_secret_hold_stops_taking_and_transferring_and_not_looking() -> None:
    assert footprint(define("secret-hold")).forbids == ("take", "transfer")


def test_a_marine_has_a_gun_of_its_own_and_is_safe_aboard() -> None:
    own = t.Pieces(noun="gun", count=t.Number(value=1), filters=(t.OfRange(range="S", rank=3),))
    assert t.Become(subject=THIS_CREW, filter=t.Has(what=own)) in set(nodes(define("marine")))
    assert happenings("marine", "shoot_at", "cannot") == [t.Event(type="shoot_at", object=THIS_CREW)]


def test_a_mercenary_cannot_dock_at_her_own_home_island_only() -> None:
    home = t.Pieces(noun="home_island", of=THIS_SHIP)
    assert happenings("mercenary", "dock", "cannot") == [t.Event(type="dock", agent=THIS_SHIP, at=home)]


def test_a_fleet_has_one_limit_piece_at_most() -> None:
    (ability,) = define("limit")
    assert isinstance(ability.effect, t.Become)
    assert ability.effect.strength == "cannot"
    assert isinstance(ability.effect.filter, t.Has)
    assert isinstance(ability.effect.filter.what, t.Pieces)
    assert ability.effect.filter.what.count == t.MoreThan(limit=t.Number(value=1))


def test_a_windcatcher_turns_about_before_she_moves() -> None:
    (ability,) = define("windcatcher")
    assert [guard.moment for guard in ability.guards if isinstance(guard, t.Trigger)] == ["when", "before"]
    assert happenings("windcatcher", "reverse", "may")


def test_a_flotilla_moves_only_behind_a_friendly_ship() -> None:
    (ability,) = [found for found in define("flotilla") if "move" in footprint(found).forbids]
    friend = t.Pieces(noun="ship", which="a", filters=(t.InState(state="friendly"),))
    towed = t.Happens(event=t.Event(type="tow", agent=friend, object=THIS_SHIP))
    assert ability.guards == (t.Condition(fact=towed, negated=True),)


def test_both_wordings_of_an_explorer_are_the_same_ability() -> None:
    first, second = KEYWORDS["explorer"].text_forms
    assert same(parse(first), parse(second))
