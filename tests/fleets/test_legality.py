"""Every building rule is caught by itself, and abilities change the rules by their trees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.core.dice import Dice
from pirate_code.fleets.card_pool import builtin
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.fleets.legality import CardStatus, all_checks, judge
from pirate_code.fleets.random_fleet import Extras, random_fleet
from pirate_code.library.rulings import load_rulings
from pirate_code.rules import setup
from pirate_code.rules.building import book
from pirate_code.rules.decision import Decision, Kind
from pirate_code.rules.edition import editions, load_edition
from pirate_code.rules.game import Game
from pirate_code.rules.names import same_build, same_name
from pirate_code.rules.registry import load_rules
from tests.rules.positions import card

FIVE = (
    "Limit. Place this crew face up during setup. You may build your fleet using 5 more points than the"
    " game's build total. This crew cannot leave this ship."
)
REDUCER = "Place this crew face up during setup. Reduce the cost of all other crew placed on this ship by 1."
SHOT = "When this ship is given a shoot action, one of her cannons can shoot a chain shot."
LINK = "Choose one English crew during setup; this crew is linked to that crew."


def ship(name: str = "Alpha", *aboard: Card, line: str = "", **facts: Any) -> Manned:
    """A ship with what is aboard."""
    return Manned(card(name, "ship", line, **facts), aboard)


def crew(name: str = "Anne", line: str = "", points: int = 3, nation: str = "english", **facts: Any) -> Card:
    """A crew card."""
    return card(name, "crew", line, points=points, nation=nation, **facts)


def fleet(*ships: Manned, **more: Any) -> Fleet:
    """A fleet of these ships."""
    return Fleet("test", ships, **more)


def broken(
    built: Fleet, build: int = 60, edition: str = "code", card_status: CardStatus | None = None
) -> list[str]:
    """The ids of the rules that a fleet breaks."""
    verdict = judge(built, load_edition(edition), build, card_status)
    return [found.rule.id for found in verdict.violations]


def warned(built: Fleet, edition: str = "code") -> list[str]:
    """The ids of the warnings on a fleet."""
    return [found.rule.id for found in judge(built, load_edition(edition), 60).warnings]


# --- the book ----------------------------------------------------------------------------------------------


def test_every_rule_has_a_check_or_a_keyword() -> None:
    rules = {rule.id for rule in book().rules if rule.keyword is None}
    assert rules == set(all_checks())


def test_every_ruling_that_a_rule_cites_is_a_ruling() -> None:
    known = {ruling.id for file in load_rulings() for ruling in file.rulings}
    cited = {key for rule in book().rules for keys in rule.rulings.values() for key in keys}
    assert cited <= known


def test_rules_are_by_editions_that_exist() -> None:
    assert {name for rule in book().rules for name in rule.rulings} <= set(editions())


# --- each rule by itself -----------------------------------------------------------------------------------

BASE = fleet(ship("Alpha", crew("Anne"), crew("Mary", points=2)), ship("Bravo", nation="french"))
BREAKS: dict[str, Fleet] = {
    "a-ship": fleet(),
    "build-total": replace(BASE, ships=(*BASE.ships, ship("Charlie", points=40))),
    "extra-points": fleet(ship("Alpha", crew("Hag", FIVE, 0), points=30), ship("Bravo", points=34)),
    "no-duplicates": replace(BASE, ships=(*BASE.ships, ship("Charlie", crew("Captain Anne")))),
    "unique-treasure": replace(BASE, treasure=(card("Trees", "treasure"), card("Trees", "treasure"))),
    "point-limit": fleet(ship("Alpha", crew("Anne", points=11))),
    "cargo-space": fleet(ship("Alpha", crew("Anne"), crew("Mary"), cargo=1)),
    "carried": fleet(ship("Alpha", crew("Anne"), line="This ship cannot carry crew.")),
    "sea-creatures": fleet(
        ship("Alpha"),
        Manned(card("Maw", "sea creature", points=9, cargo=2, nation="english"), (crew("Anne"),)),
    ),
    "zero-point-crew": fleet(ship("Alpha", crew("Anne", points=0, nation="french"))),
    "one-shot-per-cannon": fleet(
        ship("Alpha", *(card(f"Shot {n}", "equipment", SHOT, points=1) for n in range(3)), cannons="3S-3S")
    ),
    "fort-nations": replace(BASE, forts=(card("Fort", "fort", gold=3, nation="spanish"),)),
    "limit": fleet(ship("Alpha", crew("Anne", "Limit.")), ship("Bravo", crew("Mary", "Limit."))),
    "loyal": fleet(ship("Alpha", crew("Anne", "Loyal: Spain."))),
    "hostile": fleet(ship("Alpha", crew("Anne", "Hostile: England.", nation="french"))),
    "native-canoes": fleet(ship("Alpha"), ship("Canoes", line="Native Canoe.", points=9, cargo=1)),
    "barred": fleet(ship("Alpha", crew("Anne", "Your fleet cannot have more than one ship.")), ship("Bravo")),
}


@pytest.mark.parametrize("rule", sorted(BREAKS))
def test_a_breach_is_caught_by_its_rule_alone(rule: str) -> None:
    assert set(broken(BREAKS[rule])) == {rule}


def test_the_fleet_that_the_breaches_come_from_is_legal() -> None:
    assert broken(BASE) == []


def test_papers_tell_of_retired_and_unknown_pieces() -> None:
    assert broken(BASE, card_status=CardStatus(retired={"test-Alpha"})) == ["retired-pieces"]
    assert broken(BASE, card_status=CardStatus(unknown=("No piece is called 'Tenfold'.",))) == [
        "known-pieces"
    ]
    lacking = {"test-Anne": "its point cost is not known"}
    assert broken(BASE, card_status=CardStatus(unread=lacking)) == ["known-pieces"]


def test_casual_games_admit_retired_pieces() -> None:
    verdict = judge(
        BASE, build=60, card_status=CardStatus(retired={"test-Alpha"}), official=False, formats=True
    )
    assert verdict.legal
    assert all(each.broken == ("retired-pieces",) and not each.broken_casually for each in verdict.formats)


def test_coins_are_counted_only_in_a_game_of_the_recommended_size() -> None:
    wrong = replace(BASE, coins=(5, 5))
    assert broken(wrong, build=40) == ["coins"]
    assert broken(wrong, build=60) == []
    assert "agreed-coins" in warned(wrong)
    assert broken(replace(BASE, coins=(1, 1, 1, 1, 2, 2, 3, 4)), build=40) == []


def test_a_finding_cites_its_rulings_and_says_how_to_put_it_right() -> None:
    (found,) = judge(BREAKS["zero-point-crew"], build=60).violations
    assert found.rulings == ("zero-point-crew-needs-its-own-nationality",)
    assert found.fix.endswith(".") and found.ship == "Alpha" and found.pieces == ("test-Anne",)


# --- editions ----------------------------------------------------------------------------------------------


def test_crimson_coast_knows_neither_limit_among_cards_nor_the_rule_of_crew_of_no_points() -> None:
    assert broken(BREAKS["limit"], edition="crimson-coast") == []
    assert broken(BREAKS["zero-point-crew"], edition="crimson-coast") == []
    assert broken(BREAKS["limit"], edition="revolution") == ["limit"]


def test_a_fort_counts_in_the_build_total_of_crimson_coast_only() -> None:
    built = fleet(ship("Alpha"), forts=(card("Fort", "fort", gold=3, nation="english"),))
    assert broken(built, 12, "crimson-coast") == ["build-total"]
    assert broken(built, 12, "revolution") == []


def test_a_fleet_of_nations_without_forts_chooses_one_nations_forts() -> None:
    forts = tuple(card(f"Fort {nation}", "fort", gold=3, nation=nation) for nation in ("french", "spanish"))
    assert broken(fleet(ship("Alpha", nation="viking"), forts=forts[:1])) == []
    assert broken(fleet(ship("Alpha", nation="viking"), forts=forts)) == ["fort-nations"]
    assert broken(fleet(ship("Alpha", nation="viking"), forts=forts[:1]), edition="crimson-coast") == [
        "fort-nations"
    ]


def test_links_to_ships_give_no_space_in_crimson_coast() -> None:
    linked = fleet(ship("Alpha", crew("Anne", links=("Alpha",)), crew("Mary"), cargo=1))
    assert broken(linked) == []
    assert broken(linked, edition="crimson-coast") == ["cargo-space"]


def test_pieces_newer_than_a_rulebook_stay_legal() -> None:
    viking = fleet(ship("Alpha", nation="viking"))
    assert broken(viking, edition="crimson-coast") == []
    assert warned(viking, "crimson-coast") == ["newer-pieces"]
    assert warned(viking, "code") == []


# --- abilities ---------------------------------------------------------------------------------------------


def test_five_extra_points_need_a_ship_of_the_crews_nation() -> None:
    rich = fleet(ship("Alpha", crew("Hag", FIVE, 0), crew("Anne", points=5)))
    assert broken(rich, build=10) == []
    abroad = fleet(ship("Alpha", crew("Hag", FIVE, 0, "french"), crew("Anne", points=5)))
    assert set(broken(abroad, build=10)) == {"build-total", "zero-point-crew"}


def test_a_reducer_helps_the_ship_and_not_the_build_total() -> None:
    dear = fleet(ship("Alpha", crew("Stump", REDUCER, 2), crew("Anne", points=5), crew("Mary", points=5)))
    assert broken(dear, build=22) == []
    assert broken(dear, build=21) == ["build-total"]


def test_no_ability_changes_costs_on_a_treasure_ship() -> None:
    dear = ship("Alpha", crew("Stump", REDUCER, 2), crew("Anne", points=9), line="Treasure Ship.")
    assert broken(fleet(dear)) == ["point-limit"]


def test_crew_who_cost_nothing_still_take_up_space() -> None:
    line = (
        "Always place this crew face up; it cannot be eliminated unless its ship sinks. Crew placed on this"
        " ship cost no points, but they always each take up one cargo space."
    )
    aboard = [crew("Jonah", line, 3), *(crew(f"Crew {n}", points=9) for n in "AB")]
    free = crew("Oars", "This crew takes up no cargo space.", 1)
    assert broken(fleet(ship("Alpha", *aboard, free))) == []
    assert broken(fleet(ship("Alpha", *aboard, crew("Cook"), free))) == ["cargo-space"]


def test_a_chieftain_bears_the_cost_of_his_canoes() -> None:
    chief = crew("Tribal Chieftain", "Chieftain.", 0, "spanish")
    canoes = ship("Canoes", line="Native Canoe.", points=9, cargo=1, nation="spanish")
    built = fleet(ship("Alpha", chief, nation="spanish"), canoes)
    position = FleetPosition(built)
    assert position.total() == 19
    assert [position.cost(piece) for piece in position.state.pieces] == [10, 9, 0]
    assert broken(built) == []
    small = fleet(ship("Alpha", chief, nation="spanish", points=8), canoes)
    assert broken(small) == ["point-limit"]


def test_each_chieftain_brings_his_own_canoes() -> None:
    chief = crew("Tribal Chieftain", "Chieftain.", 0)
    canoes = ship("Canoes", line="Native Canoe.", points=9, cargo=1)
    two = fleet(ship("Alpha", chief), ship("Bravo", chief), canoes, canoes)
    assert broken(two) == []
    assert FleetPosition(two).total() == 38
    assert warned(fleet(ship("Alpha", chief))) == ["unpaid-company"]


def test_native_canoes_carry_nobody() -> None:
    chief = crew("Tribal Chieftain", "Chieftain.", 0)
    canoes = ship("Canoes", crew("Anne", points=1), line="Native Canoe.", points=9, cargo=1)
    assert broken(fleet(ship("Alpha", chief), canoes)) == ["carried"]


def test_a_ship_with_a_maximum_of_three_crew() -> None:
    line = (
        "Galley. Crew assigned to this ship don't take up cargo space; this ship can be assigned a maximum"
        " of three crew."
    )
    hands = [crew(f"Crew {n}", points=1) for n in "ABCD"]
    assert broken(fleet(ship("Alpha", *hands[:3], line=line, cargo=0))) == []
    assert broken(fleet(ship("Alpha", *hands, line=line, cargo=0))) == ["carried"]


def test_links_give_cargo_space() -> None:
    pair = (crew("Anne", links=("Mary",)), crew("Mary"))
    assert broken(fleet(ship("Alpha", *pair, cargo=1))) == []
    assert broken(fleet(ship("Alpha", *pair, crew("Jack"), cargo=1))) == ["cargo-space"]


def test_an_ability_that_links_to_a_chosen_crew_gives_cargo_space() -> None:
    assert broken(fleet(ship("Alpha", crew("Anne", LINK), crew("Mary"), cargo=1))) == []
    foreign = fleet(ship("Alpha", crew("Anne", LINK), crew("Mary", nation="french"), cargo=1))
    assert broken(foreign) == ["cargo-space"]


def test_a_crew_on_a_foreign_ship_is_of_no_use_but_legal() -> None:
    abroad = fleet(ship("Alpha", crew("Anne", "Captain.", nation="french")))
    assert broken(abroad) == []
    assert warned(abroad) == ["useless-abilities"]
    assert warned(fleet(ship("Alpha", crew("Anne", "Ex-Patriot. Captain.", nation="french")))) == []


def test_a_surcharge_that_cannot_be_paid_is_a_warning() -> None:
    assert warned(fleet(ship("Alpha", crew("Anne", "Black Mark.", 8)))) == ["surcharge"]
    assert warned(fleet(ship("Alpha", crew("Anne", "Black Mark.", 7)))) == []
    both = (crew("Anne", "Black Mark.", 3), crew("Mary", points=0))
    assert warned(fleet(ship("Alpha", *both))) == ["surcharge"]


def test_a_longship_has_two_cannons_at_each_mast() -> None:
    shots = [card(f"Shot {n}", "equipment", SHOT, points=1) for n in range(4)]
    built = fleet(ship("Alpha", *shots, line="Longship.", cannons="3S-3S"))
    assert "one-shot-per-cannon" not in broken(built)


# --- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Jack Sparrow", "Captain Jack Sparrow", True),
        ("Commodore Rhys Gryffyn Owen", "Rhys Gryffin Owen", True),
        ("Inquisitor Sebastián Blanco", "Sebastian Blanco", True),
        ("Anne Bonny", "Mary Read", False),
        ("Thomas Gunn the Elder", "Thomas Gunn the Younger", False),
    ],
)
def test_a_character_is_known_under_other_titles_and_spellings(one: str, other: str, same: bool) -> None:
    assert same_name(crew(one), crew(other)) is same


def test_ships_of_one_name_and_another_build_may_sail_together() -> None:
    small, big = (card("Black Pearl", "ship", cannons=guns) for guns in ("3S-3S", "3S-3S-3S-3S"))
    assert same_name(small, big) and not same_build(small, big)
    both = fleet(Manned(small), Manned(replace(big, id="test-other")))
    assert broken(both) == []
    assert warned(both) == ["like-ships"]
    assert broken(fleet(Manned(small), Manned(small))) == ["no-duplicates"]


def test_generic_crew_may_be_repeated() -> None:
    assert broken(fleet(ship("Alpha", crew("Captain"), crew("Captain")))) == []
    assert broken(fleet(ship("Alpha", crew("Captain Anne"), crew("Captain Anne")))) == ["no-duplicates"]


# --- random fleets -----------------------------------------------------------------------------------------


def drawn(seed: int) -> Fleet:
    """A random legal fleet of 40 points."""
    return random_fleet(builtin(), 40, Dice(seed), extras=Extras(collection=0))


def rules_broken(built: Fleet, build: int = 40, card_status: CardStatus | None = None) -> set[str]:
    """The rules that a fleet breaks, each once."""
    return set(broken(built, build, card_status=card_status))


@pytest.mark.parametrize("seed", range(12))
def test_a_random_fleet_is_legal_and_every_breach_of_it_is_caught_by_its_rule(seed: int) -> None:
    built = drawn(seed)
    assert rules_broken(built) == set()
    position = FleetPosition(built)
    assert rules_broken(built, position.total() - position.extra() - 1) == {"build-total"}
    assert rules_broken(built, card_status=CardStatus(retired={built.ships[0].ship.id})) == {"retired-pieces"}
    hull = next(piece for piece in position.ships if piece.kind == "ship" and position.cost(piece))
    twice = replace(built, ships=(*built.ships, Manned(hull.card)))
    assert "no-duplicates" in rules_broken(twice, 200)
    for breach, expected in breaches(built, position):
        assert rules_broken(breach, 400) == {expected}


def breaches(built: Fleet, position: FleetPosition) -> Iterable[tuple[Fleet, str]]:
    """The fleet with one rule broken at a time, wherever the pieces allow it."""
    for place, ship_ in enumerate(position.ships):
        nation = ship_.nation or ""
        probe = crew("Probe", points=0, nation=nation)
        tried = FleetPosition(_with(built, place, [probe]))
        added = tried.aboard(tried.ships[place])[-1]
        free = tried.refuses(tried.ships[place], added) is None and ship_.kind == "ship"
        if not free or list(tried.most_aboard(tried.ships[place])) or tried.space(added) != 1:
            continue
        space = position.room(ship_) - sum(map(position.space, position.aboard(ship_)))
        names = [chr(65 + number) * 9 for number in range(space + 1)]
        full = _with(built, place, [crew(name, points=0, nation=nation) for name in names])
        crowded = FleetPosition(full)
        if crowded.room(crowded.ships[place]) == position.room(ship_):  # no crew aboard links to newcomers
            yield full, "cargo-space"
        left = position.limit(ship_) - sum(map(position.placed_cost, position.aboard(ship_)))
        if space > 0 and tried.placed_cost(added) == 0 and left >= 0:
            dear = crew("Zenobia the Dear", points=left + 10, nation=nation)
            costs = FleetPosition(_with(built, place, [dear]))
            if costs.placed_cost(costs.aboard(costs.ships[place])[-1]) > left:
                yield _with(built, place, [dear]), "point-limit"
            other = "english" if nation != "english" else "french"
            foreign = crew("Zenobia the Far", points=0, nation=other)
            if not any("hostile" in known.keywords for known in built.cards()):
                yield _with(built, place, [foreign]), "zero-point-crew"


def _with(built: Fleet, place: int, cards: list[Card]) -> Fleet:
    manned = replace(built.ships[place], aboard=(*built.ships[place].aboard, *cards))
    return replace(built, ships=(*built.ships[:place], manned, *built.ships[place + 1 :]))


# --- the engine --------------------------------------------------------------------------------------------


def _wise(game: Game, decision: Decision) -> object:
    """No ability is used; who is linked to a crew is linked to one aboard, so that both have room."""
    if decision.kind is Kind.USE:
        return False
    chooser = decision.subject
    if decision.event == "choose" and isinstance(chooser, int):
        here = game.state.pieces[chooser].where
        for option in decision.options:
            if option.refs and option.refs[0] in {piece.id for piece in game.state.crew(here)} - {chooser}:
                return option.answer
    return decision.options[0].answer


@pytest.mark.parametrize("seed", range(6))
def test_what_legality_accepts_the_engine_sets_up(seed: int) -> None:
    pair = [drawn(2 * seed), drawn(2 * seed + 1)]
    game = setup.new_game(pair, seed=seed)
    load_rules()
    game.start(setup.set_up)
    while game.decision is not None:  # who pays a surcharge in setup may have too much aboard
        game.answer(_wise(game, game.decision))
    for player, built in enumerate(pair):
        ships = [piece for piece in game.state.pieces if piece.owner == player and piece.afloat]
        wanted = sum(len(manned.aboard) for manned in built.ships)
        aboard = [
            piece
            for ship_ in ships
            for piece in game.state.aboard(ship_.id)
            if piece.kind in {"crew", "equipment"}
        ]
        assert len(aboard) == wanted, [piece.card.name for piece in aboard]
