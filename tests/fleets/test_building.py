"""Fleets follow the building rules; abilities change costs and space by their trees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from pirate_code.board.card import Card
from pirate_code.board.fleet import Fleet, Manned
from pirate_code.core.dice import Dice
from pirate_code.fleets import legality
from pirate_code.fleets.card_pool import Pool, builtin
from pirate_code.fleets.fleet_position import FleetPosition
from pirate_code.fleets.random_fleet import NoLegalFleet, random_fleet
from pirate_code.rules.edition import load_edition
from tests.rules.positions import card

REDUCER = "Place this crew face up during setup. Reduce the cost of all other crew placed on this ship by 1."
FIVE = (
    "Limit. Place this crew face up during setup. You may build your fleet using 5 more points than the"
    " game's build total. This crew cannot leave this ship."
)


def ship(*crew: Card, name: str = "Ship", line: str = "", points: int = 10, cargo: int = 4) -> Manned:
    """A ship with crew."""
    return Manned(card(name, "ship", line, points=points, cargo=cargo), crew)


def crew(name: str, line: str = "", points: int = 3, nation: str = "english") -> Card:
    """A crew card."""
    return card(name, "crew", line, points=points, nation=nation)


def faults(ships: Iterable[Manned], total: int = 40) -> list[str]:
    """What is wrong with a fleet."""
    return list(legality.faults(FleetPosition(Fleet("test", tuple(ships))), total))


def test_a_fleet_within_the_build_total_is_legal() -> None:
    assert faults([ship(crew("Anne"))], total=13) == []
    assert "costs 13 points" in faults([ship(crew("Anne"))], total=12)[0]


def test_crew_cannot_cost_more_than_their_ship() -> None:
    assert "carries 5 at most" in faults([ship(crew("Anne"), crew("Mary"), points=5)])[0]


def test_crew_need_cargo_space() -> None:
    assert "takes 2 cargo spaces" in faults([ship(crew("Anne"), crew("Mary"), cargo=1)])[0]


def test_a_crew_who_takes_up_no_space_needs_none() -> None:
    free = crew("Mary", "This crew takes up no cargo space.")
    assert faults([ship(crew("Anne"), free, cargo=1)]) == []


def test_a_crew_who_takes_up_no_space_when_revealed_needs_some_until_then() -> None:
    later = crew("Mary", "This crew takes up no cargo space when revealed.")
    assert "takes 2 cargo spaces" in faults([ship(crew("Anne"), later, cargo=1)])[0]
    assert faults([ship(crew("Anne"), later, cargo=2)]) == []


def test_a_reducer_makes_the_other_crew_of_his_ship_cheaper() -> None:
    fleet = Fleet("test", (ship(crew("Stump", REDUCER, 2), crew("Anne", points=4), crew("Mary", points=1)),))
    position = FleetPosition(fleet)
    assert [position.placed_cost(piece) for piece in position.aboard(position.ships[0])] == [2, 3, 0]
    assert position.total() == 10 + 2 + 4 + 1  # point-reducers-and-modifiers-only-for-the-ship-limit


def test_five_extra_points() -> None:
    assert FleetPosition(Fleet("test", (ship(crew("Hag", FIVE, 0)),))).extra() == 5
    assert faults([ship(crew("Hag", FIVE, 0), crew("Anne", points=5))], total=10) == []


def test_a_fleet_has_one_piece_with_limit_at_most() -> None:
    one, two = ship(crew("Hag", FIVE, 0)), ship(crew("Amore", FIVE, 0), name="Other")
    assert faults([one]) == []
    assert faults([one, two])


def test_no_character_or_ship_is_in_a_fleet_twice() -> None:
    assert "is in the fleet 2 times" in faults([ship(crew("Anne")), ship(crew("Anne"), name="Other")])[0]
    assert "is in the fleet 2 times" in faults([ship(), ship()])[0]


def test_a_crew_of_no_points_sails_with_its_own_nation() -> None:
    assert "only on a ship of its own nation" in faults([ship(crew("Ghost", points=0, nation="french"))])[0]


def test_a_ship_that_cannot_carry_crew_carries_none() -> None:
    assert "cannot carry Anne" in faults([ship(crew("Anne"), line="This ship cannot carry crew.")])[0]


def test_a_hostile_crew_cannot_sail_with_those_he_hates() -> None:
    hater = crew("Hater", "Hostile: England.", nation="french")
    assert faults([ship(hater)])
    french = Manned(card("Brise", "ship", nation="french"), (hater,))
    assert faults([french]) == []


def test_a_loyal_crew_needs_a_piece_of_that_nation() -> None:
    loyal = crew("Anne", "Loyal: Spain.")
    assert faults([ship(loyal)])
    spanish = Manned(card("Brisa", "ship", nation="spanish"))
    assert faults([ship(loyal), spanish]) == []


def test_forts_cost_points_only_where_the_edition_says_so() -> None:
    fort = card("Fort", "fort", gold=3, cannons="3L-3L-3L")
    fleet = Fleet("test", (ship(),), forts=(fort,))
    assert FleetPosition(fleet, load_edition("code")).total() == 10
    assert FleetPosition(fleet, load_edition("crimson-coast")).total() == 13


@pytest.mark.parametrize("seed", range(8))
def test_random_fleets_are_legal(seed: int) -> None:
    pool = builtin()
    fleet = random_fleet(pool, 40, Dice(seed))
    assert list(legality.faults(FleetPosition(fleet), 40)) == []


def test_the_same_dice_draw_the_same_fleet() -> None:
    assert random_fleet(builtin(), 40, Dice(7)) == random_fleet(builtin(), 40, Dice(7))


def test_a_wanted_card_is_in_the_fleet() -> None:
    pool = builtin()
    wanted = [found for found in pool.cards.values() if found.name in {"Jack Hawkins", "Scurvy"}][:2]
    fleet = random_fleet(pool, 40, Dice(3), wanted=wanted)
    assert {found.name for found in wanted} <= {found.name for found in fleet.cards()}


def test_a_wanted_sea_creature_sails_with_a_ship() -> None:
    beast = card("Beast", "sea creature", points=20, nation="cursed", cannons="3S-3S", move="S")
    pool = Pool({found.id: found for found in (beast, *(card(f"Ship {n}", points=n) for n in (9, 18, 30)))})
    fleet = random_fleet(pool, 40, Dice(1), wanted=[beast])
    assert beast in set(fleet.cards())
    assert faults(fleet.ships) == []


def test_wanted_canoes_come_with_their_chieftain() -> None:
    canoes = card("Canoes", line="Native Canoe.", points=9, cannons="3S-3S-3S-3S-3S")
    chief = crew("Chief", "Chieftain.", points=0)
    pool = Pool({found.id: found for found in (canoes, chief, crew("Anne"), card("Ship", points=12))})
    fleet = random_fleet(pool, 40, Dice(1), wanted=[canoes])
    assert {canoes, chief} <= set(fleet.cards())
    assert faults(fleet.ships) == []


def test_a_wanted_fort_comes_with_a_ship_of_its_nation() -> None:
    fort = card("Fort", "fort", nation="spanish", gold=3, cannons="3S")
    ships = [card("Dutiful", nation="spanish"), card("Other", nation="english")]
    pool = Pool({found.id: found for found in (fort, *ships)})
    assert random_fleet(pool, 40, Dice(1), wanted=[fort]).forts == (fort,)


def test_a_fleet_for_a_casual_game_may_have_pieces_that_official_play_bars() -> None:
    sold, never = card("Sold"), replace(card("Never"), id="RtSS-999")
    pool = Pool({found.id: found for found in (sold, never)}, retired=frozenset({sold.id}))
    fleet = random_fleet(pool, 40, Dice(1), wanted=[sold, never], official=False)
    assert {sold, never} <= set(fleet.cards())
    assert "never released" in faults(fleet.ships)[0]
    with pytest.raises(NoLegalFleet):
        random_fleet(pool, 40, Dice(1), wanted=[never])


def test_without_ships_there_is_no_fleet() -> None:
    with pytest.raises(NoLegalFleet, match="No legal fleet of 40 points"):
        random_fleet(Pool({}), 40, Dice(1))
