"""Ramming and pinning."""

from __future__ import annotations

from typing import Any

import pytest

from pirate_code.board.geometry import L
from pirate_code.board.state import Piece
from pirate_code.rules.decision import Decision, Kind
from pirate_code.rules.event import Event
from tests.rules.at_sea import ahead, events, give
from tests.rules.positions import Table

LEAVE = False  # nobody wants to board


def meeting(line: str = "", other: str = "", **facts: Any) -> tuple[Table, Piece, Piece]:
    """A ship that will ram another when she goes straight ahead."""
    table = Table()
    ship = table.ship(0, 0, 0, line=line, move="L", name="Rammer", **facts)
    enemy = table.ship(1, 100, 0, 90, line=other, name="Target")
    return table, ship, enemy


def test_a_ram_that_beats_the_masts_takes_one_and_pins_the_rammer() -> None:
    table, ship, enemy = meeting()
    table.propose(give(ship), [ahead("L"), [enemy.id, "mast", 0], LEAVE, LEAVE], dice=[4])
    assert enemy.standing == 2
    assert ship.pinned_by == enemy.id
    assert enemy.pinned_by is None


def test_a_ram_that_does_not_beat_the_masts_only_pins() -> None:
    table, ship, enemy = meeting()
    table.propose(give(ship), [ahead("L"), LEAVE, LEAVE], dice=[3])
    assert enemy.standing == 3
    assert ship.pinned_by == enemy.id


def test_a_ship_that_rams_a_derelict_is_not_pinned() -> None:
    table, ship, enemy = meeting()
    enemy.masts = (0, 0, 0)
    table.propose(give(ship), [ahead("L"), LEAVE, LEAVE], dice=[6])
    assert ship.pinned_by is None
    assert enemy.afloat  # a ram never sinks


def test_a_ship_without_masts_neither_rams_nor_pins() -> None:
    table, ship, _ = meeting(line="Galley.")
    ship.masts = (0, 0, 0)
    table.propose(give(ship), [ahead("S")])
    assert not events(table, "ram")


def test_the_ram_comes_after_the_shot_of_a_captain() -> None:
    table, ship, _ = meeting()
    table.crew(ship, "Captain.")
    asked = []
    table.propose(
        give(ship),
        [ahead("L"), lambda decision: asked.append(decision.kind), LEAVE, LEAVE],
        dice=[1],
    )
    assert asked == [Kind.ACTION]
    kinds = [Kind.COURSE, Kind.ACTION, Kind.AGREE, Kind.AGREE]
    assert [decision.kind for decision in table.asked] == kinds


@pytest.mark.parametrize("line", ["Galley.", "Longship.", "This ship can't be pinned."])
def test_a_ship_that_cannot_be_pinned_rams_and_is_free(line: str) -> None:
    table, ship, _ = meeting(line=line)
    table.propose(give(ship), [ahead("L"), LEAVE, LEAVE], dice=[1])
    assert events(table, "ram")
    assert ship.pinned_by is None


def test_nobody_rams_a_catamaran_with_or_without_her_outrigger() -> None:
    table, ship, _ = meeting(other="Catamaran.")
    table.propose(give(ship), [ahead("L")])
    assert not events(table, "ram")


def test_a_sea_creature_is_not_rammed() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    table.ship(1, 110, 0, 90, kind="sea creature", line="Sea Monster.", masts=4)
    table.propose(give(ship), [ahead("L")])
    assert not events(table, "ram")


def test_a_sea_monster_rams_pins_the_ship_and_is_not_pinned() -> None:
    table = Table()
    monster = table.ship(0, 0, 0, kind="sea creature", line="Sea Monster.", move="L", masts=4)
    enemy = table.ship(1, 110, 0, 90)
    table.propose(give(monster), [ahead("L"), LEAVE], dice=[1])  # nobody boards a sea creature
    assert enemy.pinned_by == monster.id
    assert monster.pinned_by is None


def test_a_kraken_does_not_ram() -> None:
    table = Table()
    kraken = table.ship(0, 0, 0, kind="sea creature", line="Kraken.", move="L", masts=8)
    table.ship(1, 150, 0, 90)
    table.propose(give(kraken), [ahead("L")])
    assert not events(table, "ram")


def test_a_friend_is_not_rammed() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    table.ship(0, 100, 0, 90)
    table.propose(give(ship), [ahead("L")])
    assert not events(table, "ram")


def test_contact_by_another_part_than_the_bow_is_no_ram() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    enemy = table.ship(1, 60, -20, 0)
    table.propose(give(ship), [ahead("L", length=80.0)])
    assert events(table, "touch") == [{"agent": ship.id, "object": enemy.id}] or not events(table, "ram")


def test_of_several_enemies_at_the_bow_one_is_rammed() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    left, right = table.ship(1, 100, 39.5, 90), table.ship(1, 100, -39.5, 270)
    table.propose(give(ship), [ahead("L"), right.id, LEAVE, LEAVE], dice=[1])
    assert events(table, "ram") == [{"agent": ship.id, "object": right.id}]
    assert left.standing == 3


def test_ramming_is_a_choice_in_the_old_editions() -> None:
    table = Table(edition="revolution")
    ship = table.ship(0, 0, 0, move="L")
    table.ship(1, 100, 0, 90)
    table.propose(give(ship), [None, ahead("L"), None])
    assert not events(table, "ram")


def test_a_ship_that_an_ability_moves_does_not_ram() -> None:
    table, ship, _ = meeting()
    moves = Event("move", agent=ship.id, object=ship.id, distance=("L",), player=0)
    table.propose(moves, [ahead("L")])
    assert events(table, "touch")
    assert not events(table, "ram")


def test_a_pin_ends_when_the_other_ship_goes_away() -> None:
    table, ship, enemy = meeting()
    table.propose(give(ship), [ahead("L"), LEAVE, LEAVE], dice=[1])
    assert not table.game.allows(give(ship))
    table.propose(
        Event("move", object=enemy.id, distance=("S",), player=1), [{"segment": "S", "direction": 0.0}]
    )
    assert ship.pinned_by is None


def test_a_pin_ends_when_the_other_ship_has_no_masts_and_does_not_come_back() -> None:
    from pirate_code.board.refs import Part

    table, ship, enemy = meeting()
    enemy.masts = (1, 0, 0)
    table.propose(give(ship), [ahead("L"), LEAVE, LEAVE], dice=[1])
    assert ship.pinned_by == enemy.id
    table.propose(Event("eliminate", object=Part(enemy.id, "mast", 0), source=enemy.id))
    assert ship.pinned_by is None


def test_a_submerged_submarine_backs_off_in_place_of_boarding() -> None:
    table, ship, enemy = meeting(line="Submarine.")
    table.state.mark(ship, "submerged")
    table.propose(give(ship), [_at_contact], dice=[1])
    assert events(table, "ram") == [{"agent": ship.id, "object": enemy.id}]
    assert not events(table, "board")
    assert ship.pose is not None and ship.pose.heading == 0 and ship.pose.x < 0


def _at_contact(decision: Decision) -> object:
    """The course straight ahead that is shorter than what could be sailed, because it ends in contact."""
    lengths = {
        option.answer["length"]: option.answer
        for option in decision.options
        if isinstance(option.answer, dict) and option.answer["turn"] == 0
    }
    return lengths[max(length for length in lengths if length < L)]


def test_a_switchblade_rams_every_ship_that_her_blades_reach_once_and_is_not_pinned() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Switchblade.", move="S")
    ship.parts["blade"] = 2
    enemies = [table.ship(1, 57, 40), table.ship(1, 57, -40)]
    answers = [ahead(), enemies[1].id, LEAVE, LEAVE, enemies[0].id, LEAVE, LEAVE]
    table.propose(give(ship), answers, dice=[1, 1])
    assert {event["object"] for event in events(table, "ram")} == {enemy.id for enemy in enemies}
    assert ship.pinned_by is None
