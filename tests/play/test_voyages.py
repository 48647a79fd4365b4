"""The admiral plans the voyages of his ships together, and sets up so that his are the short ones."""

from __future__ import annotations

from pirate_code.board import geometry
from pirate_code.board.observe import observe
from pirate_code.board.refs import Seat
from pirate_code.board.state import Piece
from pirate_code.play import setting_up
from pirate_code.play.voyages import Voyages
from pirate_code.rules.decision import Answer, Decision, Kind, Option
from tests.rules.positions import Table

FAR = 12 * geometry.L


def goals(table: Table, *ships: Piece) -> list[Piece | None]:
    """Where player 0 sends his ships; the table is his to look at, no more."""
    decision = Decision(0, Kind.TURN, Seat(0), "turn", ())
    seen = observe(table.state, 0)
    plans = Voyages(seen, decision)
    found = [plans.own_goal(seen.pieces[ship.id]) for ship in ships]
    return [table.state.pieces[goal.id] if goal is not None else None for goal in found]


def test_two_ships_that_each_can_take_all_go_to_an_island_each() -> None:
    table = Table()
    table.island(0, 0, home=0)
    near, far = table.island(300, 0), table.island(0, 340)
    for island in (near, far):
        table.coin(island, 2)
    one, other = table.ship(0, 40, 40, cargo=4), table.ship(0, 60, 60, cargo=4)
    assert {goal.id for goal in goals(table, one, other) if goal is not None} == {near.id, far.id}


def test_a_ship_with_much_gold_brings_it_home_before_she_goes_far_for_little() -> None:
    table = Table()
    home = table.island(0, 0, home=0)
    far = table.island(FAR, 0)
    table.coin(far, 1)
    ship = table.ship(0, 200, 0, cargo=6)
    table.coin(ship, 6)
    assert goals(table, ship) == [home]


def test_a_ship_with_little_gold_takes_more_on_her_way() -> None:
    table = Table()
    table.island(0, 0, home=0)
    beside = table.island(FAR - 150, 0)
    for _ in range(4):
        table.coin(beside, 3)
    ship = table.ship(0, FAR, 0, cargo=6)
    table.coin(ship, 1)
    assert goals(table, ship) == [beside]


def test_treasure_that_an_enemy_will_have_fetched_is_left_to_him() -> None:
    table = Table()
    table.island(0, 0, home=0)
    near, other = table.island(400, 0), table.island(0, 430)
    for island in (near, other):
        table.coin(island, 2)
    ship = table.ship(0, 40, 40, cargo=4)
    assert goals(table, ship) == [near]
    table.ship(1, 440, 40, cargo=4)
    assert goals(table, ship) == [other]


def test_what_lies_face_down_does_not_change_where_he_goes() -> None:
    chosen = []
    for values in ((1, 7), (7, 1)):
        table = Table()
        table.island(0, 0, home=0)
        islands = [table.island(300, 0), table.island(0, 340)]
        for island, value in zip(islands, values, strict=True):
            table.coin(island, value)
        ship = table.ship(0, 40, 40, cargo=1)
        (goal,) = goals(table, ship)
        assert goal is not None
        chosen.append(goal.id)
    assert chosen[0] == chosen[1]


def test_of_what_he_has_seen_he_goes_for_the_dearest() -> None:
    table = Table()
    table.island(0, 0, home=0)
    islands = [table.island(300, 0), table.island(0, 340)]
    for island, value in zip(islands, (1, 7), strict=True):
        table.coin(island, value).known = frozenset({0})
    assert goals(table, table.ship(0, 40, 40, cargo=1)) == [islands[1]]


# --- setting up ------------------------------------------------------------------------------------------


def in_a_row(table: Table, *places: float) -> list[Piece]:
    return [table.island(place * geometry.L, 0) for place in places]


def home_for(table: Table, player: int, islands: list[Piece]) -> Answer:
    """The home island that player 0 chooses for a player."""
    options = tuple(Option(island.id, island.card.name, (island.id,)) for island in islands)
    decision = Decision(0, Kind.PICK, Seat(player), "home_island", options)
    return setting_up.chosen(decision, lambda: observe(table.state, 0))


def test_the_enemy_gets_the_home_that_is_far_from_all_treasure() -> None:
    table = Table()
    islands = in_a_row(table, 0, 4, 8, 12, 18, 24)
    assert home_for(table, 1, islands) == islands[-1].id


def test_for_himself_he_chooses_a_home_in_the_middle() -> None:
    table = Table()
    islands = in_a_row(table, 0, 4, 8, 12, 18, 24)
    assert home_for(table, 0, islands) in {islands[1].id, islands[2].id}


def test_an_island_is_laid_where_it_makes_a_bad_home() -> None:
    table = Table()
    in_a_row(table, 0, 4, 8)
    new = table.island(0, 0)
    new.pose, new.where = None, -4
    options = tuple(Option([x * geometry.L, 0.0, 0], str(x)) for x in (12, 14))
    decision = Decision(0, Kind.PLACE, new.id, "place", options)
    assert setting_up.chosen(decision, lambda: observe(table.state, 0)) == options[1].answer


def test_other_decisions_of_setup_are_left_to_others() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    decision = Decision(0, Kind.PLACE, ship.id, "dock", (Option([0.0, 0.0, 0], "here"),))
    assert setting_up.chosen(decision, lambda: table.state) is None
