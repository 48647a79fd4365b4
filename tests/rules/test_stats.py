"""Stats as they are now: printed, set, multiplied, added to, and never counted twice."""

from __future__ import annotations

from pirate_code.board.refs import Part
from pirate_code.board.state import GONE
from pirate_code.rules import stats
from tests.rules.positions import Table

FASTER = "This ship gets +S to her base move."
ROLLS = "This ship gets +1 to her cannon rolls."


def test_a_stat_without_abilities_is_what_the_card_prints() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S+L", cannons="2L-3S-4S", points=11, cargo=5)
    assert stats.base_move(table.game, ship) == ("S", "L")
    assert stats.number(table.game, "point_cost", ship.id) == 11
    assert stats.number(table.game, "cargo_space", ship.id) == 5
    cannon = stats.cannon(table.game, Part(ship.id, "cannon", 0))
    assert (cannon.rank, cannon.range) == (2, "L")
    assert stats.reach(table.game, Part(ship.id, "cannon", 0)) == ("L",)


def test_a_bonus_is_added_for_the_ship_that_it_is_told_of_only() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, move="S", line=FASTER), table.ship(0, 300, 0, move="S")
    assert stats.base_move(table.game, ship) == ("S", "S")
    assert stats.base_move(table.game, other) == ("S",)


def test_a_bonus_of_a_ship_goes_with_the_crew_that_gives_it() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, cargo=4), table.ship(0, 300, 0, cargo=4)
    crew = table.crew(ship, "This ship gets +1 cargo space.")
    spaces = [stats.number(table.game, "cargo_space", each.id) for each in (ship, other, crew)]
    assert spaces == [5, 4, 1]
    table.state.put(crew, other.id)
    spaces = [stats.number(table.game, "cargo_space", each.id) for each in (ship, other, crew)]
    assert spaces == [4, 5, 1]


def test_the_same_words_on_one_ship_count_once_and_others_add_up() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line=ROLLS)
    gun = Part(ship.id, "cannon", 0)
    table.crew(ship, ROLLS)
    assert stats.of(table.game, "cannon_roll", gun) == 1
    table.crew(ship, "This ship gets +2 to her cannon rolls.")
    assert stats.of(table.game, "cannon_roll", gun) == 3


def test_a_card_that_goes_takes_its_bonus_along() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    crew = table.crew(ship, ROLLS)
    gun = Part(ship.id, "cannon", 0)
    assert stats.of(table.game, "cannon_roll", gun) == 1
    table.state.turn_face(crew, up=False)
    assert stats.of(table.game, "cannon_roll", gun) == 0


def test_what_one_source_changes_can_be_left_out() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line=ROLLS)
    gun = Part(ship.id, "cannon", 0)
    assert stats.changed(table.game, "cannon_roll", gun, 0) == 1
    assert stats.changed(table.game, "cannon_roll", gun, 0, without=ship.id) == 0


def test_a_ship_has_the_keywords_of_her_card_and_of_what_grants_them() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Galley.")
    assert "galley" in stats.keywords(table.game, ship)
    assert "galley" not in stats.keywords(table.game, table.ship(0, 300, 0))


def test_a_changed_nationality_is_the_one_that_counts() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, nation="french")
    assert stats.nation(table.game, ship) == "french"
    ship.nation = "english"
    assert stats.nation(table.game, ship) == "english"


def test_only_an_ability_moves_a_ship_without_masts() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    rowed = table.ship(0, 300, 0, line="If derelict, this ship gains a base move of S.")
    for piece in (ship, rowed):
        piece.masts = (GONE,) * len(piece.masts)
    assert not stats.moves_bare(table.game, ship)
    assert stats.moves_bare(table.game, rowed)


def test_a_galley_would_move_without_masts_also_while_she_has_some() -> None:
    table = Table()
    assert stats.could_move_bare(table.game, table.ship(0, 0, 0, line="Galley."))
    assert not stats.could_move_bare(table.game, table.ship(0, 300, 0))
