"""What ships carry: cargo spaces, links, points, and who uses abilities aboard."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.board.state import OUT, Piece
from pirate_code.rules import capacity, stats
from pirate_code.rules.capacity import links, points_left, space_left
from pirate_code.rules.choice import legal
from pirate_code.rules.event import Event
from pirate_code.rules.happen.carrying import cargo_choices, no_room, settle
from tests.rules.positions import Table, card


def test_crew_equipment_and_treasure_fill_one_cargo_space_each() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, cargo=4)
    table.crew(ship)
    table.crew(ship, kind="equipment", nation=None)
    table.coin(ship, 2)
    assert capacity.total(table.game, ship) == 4
    assert space_left(table.game, ship) == 1


def test_a_crew_linked_to_its_ship_gives_her_a_cargo_space() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, name="HMS Granville", cargo=3)
    crew = table.crew(ship, links=("HMS Granville",))
    crew.face_up = False
    assert capacity.total(table.game, ship) == 4


def test_each_pair_of_linked_crew_gives_a_cargo_space_and_a_crew_is_in_one_link_only() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, cargo=5)
    table.crew(ship, name="Ann", links=("Bob", "Cid"))
    table.crew(ship, name="Bob")
    table.crew(ship, name="Cid")
    assert links(table.game, ship) == 1
    table.crew(ship, name="Dan", links=("Cid",))
    assert links(table.game, ship) == 2


def test_a_link_to_all_ships_of_a_nation_counts_aboard_any_of_them() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, nation="english"), table.ship(0, 300, 0, nation="french")
    table.crew(ship, links=("All English ships",))
    table.crew(other, links=("All English ships",))
    assert links(table.game, ship) == 1
    assert links(table.game, other) == 0


def test_a_cargo_master_gives_every_ship_of_his_nation_a_space_and_takes_none() -> None:
    table = Table()
    ship, fellow, other = table.ship(0, 0, 0), table.ship(0, 300, 0), table.ship(0, 600, 0, nation="french")
    table.crew(ship, "Cargo Master.")
    assert [space_left(table.game, found) for found in (ship, fellow, other)] == [5, 5, 4]


def test_cargo_masters_stack_from_separate_ships_only() -> None:
    table = Table()
    ship, fellow = table.ship(0, 0, 0), table.ship(0, 300, 0)
    table.crew(ship, "Cargo Master.")
    table.crew(ship, "Cargo Master.")
    assert capacity.total(table.game, fellow) == 5
    table.crew(fellow, "Cargo Master.")
    assert capacity.total(table.game, fellow) == 6


def test_crew_and_equipment_cost_no_more_points_than_their_ship() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, points=7)
    island = table.island(300, 300)
    table.crew(ship, points=4)
    newcomer = table.crew(island, points=4)
    assert points_left(table.game, ship) == 3
    assert no_room(table.game, ship, newcomer) is not None
    assert newcomer.where == island.id


def test_crew_placed_on_this_ship_cost_no_points() -> None:
    table = Table()
    line = "Crew placed on this ship cost no points, but they always take up one cargo space."
    ship = table.ship(0, 0, 0, points=5, line=line)
    table.crew(ship, points=5)
    assert no_room(table.game, ship, table.crew(table.island(300, 300), points=5)) is None
    assert space_left(table.game, ship) == 3


def test_a_reducer_pays_its_own_full_cost() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, points=10)
    table.crew(ship, "Reduce the cost of all other crew placed on this ship by 1.", points=4)
    table.crew(ship, points=3)
    assert points_left(table.game, ship) == 4


def test_a_crew_that_costs_nothing_serves_only_its_own_nation() -> None:
    table = Table()
    english, french = table.ship(0, 0, 0, nation="english"), table.ship(0, 300, 0, nation="french")
    crew = table.crew(table.island(300, 300), points=0, nation="english")
    assert no_room(table.game, english, crew) is None
    assert no_room(table.game, french, crew) is not None


def allowed(table: Table, crew: Piece) -> bool:
    return table.game.active.usable(crew.id)


def test_crew_use_abilities_only_aboard_ships_of_their_nation() -> None:
    table = Table()
    ship, foreign = table.ship(0, 0, 0, nation="english"), table.ship(0, 300, 0, nation="french")
    line = "This ship cannot be pinned."
    assert allowed(table, table.crew(ship, line, nation="english"))
    assert not allowed(table, table.crew(foreign, line, nation="english"))
    assert not allowed(table, table.crew(table.island(600, 600), line, nation="english"))


def test_linked_crew_use_abilities_aboard_a_ship_of_another_nation() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, name="Freedom", nation="american")
    assert allowed(table, table.crew(ship, "Captain.", nation="pirate", links=("Freedom",)))


def test_crew_of_any_nation_use_abilities_where_the_ship_lets_them() -> None:
    table = Table()
    line = "Crew of any nationality can use their abilities on this ship."
    ship, other = table.ship(0, 0, 0, line=line), table.ship(0, 300, 0)
    assert allowed(table, table.crew(ship, "Captain.", nation="pirate"))
    assert not allowed(table, table.crew(other, "Captain.", nation="pirate"))


def test_an_ex_patriot_lets_mercenaries_serve_on_his_ship() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    mate = table.crew(ship, "Captain.", nation="mercenary")
    assert not allowed(table, mate)
    assert allowed(table, table.crew(ship, "Ex-Patriot.", nation="pirate"))
    assert allowed(table, mate)


def test_nobody_uses_abilities_aboard_a_wreck() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="This ship cannot be pinned.")
    crew = table.crew(ship, "Captain.")
    table.state.mark(ship, "wreck")
    assert not allowed(table, ship)
    assert not allowed(table, crew)


def test_when_the_limit_falls_crew_go_before_treasure() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, cargo=2)
    crew, coins = table.crew(ship), [table.coin(ship, 1) for _ in range(2)]
    table.run(settle(table.game))
    assert crew.where == OUT
    assert all(coin.where == ship.id for coin in coins)


def test_when_a_reducer_is_lost_its_player_picks_which_crew_go() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, points=9, cargo=8)
    chief = table.crew(ship, "Reduce the cost of all other crew placed on this ship by 1.", points=3)
    others = [table.crew(ship, points=4) for _ in range(2)]
    assert points_left(table.game, ship) == 0
    table.state.turn_face(chief, False)
    table.run(settle(table.game), [others[1].id])
    assert others[1].where == OUT
    assert others[0].where == chief.where == ship.id


def test_when_the_one_who_made_crew_cheap_goes_for_want_of_room_others_go_for_their_points() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, cargo=2, points=7)
    reducer = table.crew(ship, "Crew placed on this ship cost no points, but still take up cargo spaces.")
    first, second = table.crew(ship, points=5), table.crew(ship, points=4)
    table.run(settle(table.game), [reducer.id, first.id])
    assert [piece.where for piece in (reducer, first, second)] == [OUT, OUT, ship.id]
    assert points_left(table.game, ship) >= 0 and space_left(table.game, ship) >= 0


def docked(table: Table) -> tuple[Piece, Piece]:
    island, ship = table.island(0, 0), table.ship(0, 100, 0)
    ship.docked = island.id
    return island, ship


def test_crew_go_ashore_and_aboard_while_docked_once_a_turn() -> None:
    table = Table()
    island, ship = docked(table)
    crew = table.crew(ship)
    (choice,) = legal(cargo_choices(table.game, 0))
    assert choice.answer == {"unload": crew.id, "ship": ship.id}
    table.run(choice.work())
    assert crew.where == island.id
    assert legal(cargo_choices(table.game, 0)) == []
    table.state.turn.handled = frozenset()
    (choice,) = legal(cargo_choices(table.game, 0))
    assert choice.answer == {"load": crew.id, "ship": ship.id}


def test_what_one_ship_puts_ashore_another_takes_on_in_the_same_turn_and_then_it_stays_there() -> None:
    table = Table()
    island, ship = docked(table)
    sister = table.ship(0, -100, 0)
    sister.docked = island.id
    crew = table.crew(ship)
    (ashore,) = legal(cargo_choices(table.game, 0))
    table.run(ashore.work())
    (aboard,) = legal(cargo_choices(table.game, 0))
    assert aboard.answer == {"load": crew.id, "ship": sister.id}
    table.run(aboard.work())
    assert crew.where == sister.id
    assert legal(cargo_choices(table.game, 0)) == []


def test_crew_and_equipment_in_a_fort_serve_no_ship() -> None:
    table = Table()
    island, ship = table.island(0, 0), table.ship(0, 600, 0)
    fort = table.state.add(card("Keep", "fort", cannons="2S"), 0, island.id)
    assert stats.base_move(table.game, ship) == ("S", "S")
    for kind in ("crew", "equipment"):
        piece = table.crew(ship, "This ship gets +S to her base move.", kind=kind)
        assert stats.base_move(table.game, ship) == ("S", "S", "S")
        table.state.put(piece, fort.id)
        assert stats.base_move(table.game, ship) == ("S", "S")


def test_a_crew_that_costs_nothing_is_not_put_ashore() -> None:
    table = Table()
    _, ship = docked(table)
    table.crew(ship, points=0)
    assert legal(cargo_choices(table.game, 0)) == []


def test_equipment_on_a_wild_island_may_be_loaded_by_anybody_but_not_an_enemys_crew() -> None:
    table = Table()
    island, ship = docked(table)
    enemy = table.ship(1, 600, 600)
    crew, gear = table.crew(enemy), table.crew(enemy, kind="equipment", nation=None)
    for piece in (crew, gear):
        table.state.put(piece, island.id)
    assert [choice.answer for choice in legal(cargo_choices(table.game, 0))] == [
        {"load": gear.id, "ship": ship.id}
    ]


def test_a_marine_serves_ashore() -> None:
    table = Table()
    island, ship = table.island(0, 0), table.ship(0, 300, 0)
    marine = table.crew(ship, "Marine.")
    table.state.put(marine, island.id)
    assert allowed(table, marine)
    assert marine.id in [entry.source for entry in table.game.active.entries("hold", "has")]


def test_a_crew_that_makes_others_take_space_when_revealed_leaves_no_more_aboard_than_fits() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, cargo=1)
    table.crew(ship, "This crew takes up no cargo space.")
    chief = table.crew(
        ship, "Crew placed on this ship cost no points, but they always take up one cargo space."
    )
    chief.face_up = False
    assert space_left(table.game, ship) == 0
    table.propose(Event("reveal", object=chief.id, player=0))
    assert space_left(table.game, ship) >= 0


def test_a_ship_at_full_cargo_capacity_is_told_from_one_with_room() -> None:
    table = Table()
    line = "When this ship is at full cargo capacity, her move is S."
    ship = table.ship(0, 0, 0, line=line, cargo=1, move="L+L")
    assert stats.of(table.game, "base_move", ship.id) == ("L", "L")
    table.state.put(table.coin(table.island(300, 0), 3), ship.id)
    assert stats.of(table.game, "base_move", ship.id) == ("S",)


def test_a_ship_whose_cargo_is_full_is_known() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="If this ship's cargo is full, she gets +1 to her cannon rolls.", cargo=2)
    table.coin(ship, 1)
    assert table.game.stat("cannon_roll", ship.id) == 0
    table.coin(ship, 1)
    assert table.game.stat("cannon_roll", ship.id) == 1


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 4),
    st.lists(st.sampled_from(["crew", "dear crew", "coin", "captive", "cheap maker"]), max_size=5),
)
def test_what_fits_by_the_cards_alone_fits(cargo: int, aboard: list[str]) -> None:
    table = Table()
    ship = table.ship(0, 0, 0, cargo=cargo, points=8)
    for number, what in enumerate(aboard):
        if what == "coin":
            table.coin(ship, 2)
        else:
            line = "Crew placed on this ship cost 1 less." if what == "cheap maker" else ""
            crew = table.crew(ship, line, name=f"crew {number}", points=6 if what == "dear crew" else 2)
            crew.role = "cargo" if what == "captive" else ""
    if capacity.fits_as_printed(table.game, ship):
        assert space_left(table.game, ship) >= 0
        assert capacity.over_the_limit(table.game, ship) is None


def test_cards_alone_tell_that_all_fits_only_where_no_ability_changes_them() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, cargo=2, points=8)
    table.coin(ship, 2)
    more = table.crew(table.ship(0, 300, 0), points=8)
    assert capacity.fits_as_printed(table.game, ship)
    assert capacity.fits_as_printed(table.game, ship, (more,))
    assert not capacity.fits_as_printed(table.game, ship, (more, more))
    table.ship(1, 600, 0, line="This ship gets +1 cargo space.")
    assert not capacity.fits_as_printed(table.game, ship)
