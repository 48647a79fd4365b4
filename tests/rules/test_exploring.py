"""Exploring: what is looked at, what must be taken, what may be loaded, in the Code's order."""

from pirate_code.board.refs import Matter
from pirate_code.board.state import OUT, Piece
from pirate_code.rules.actions.explore import explorable, exploring, may_explore
from pirate_code.rules.event import Event
from pirate_code.rules.happen.islands import has_explored
from tests.rules.positions import Table


def docked(table: Table, player: int = 0, line: str = "", home: int | None = None) -> tuple[Piece, Piece]:
    """An island and a ship that began the turn docked at it."""
    island, ship = table.island(0, 0, home=home), table.ship(player, 100, 0, line=line)
    ship.docked = island.id
    table.state.turn.began_docked[ship.id] = island.id
    return island, ship


def unique(table: Table, island: Piece, line: str, name: str = "Unique") -> Piece:
    piece = table.crew(island, line, name=name, kind="treasure", nation=None, points=0)
    piece.face_up, piece.owner, piece.controller = False, None, None
    return piece


def test_a_ship_looks_at_all_treasure_and_loads_what_she_has_room_for() -> None:
    table = Table()
    island, ship = docked(table)
    coins = [table.coin(island, value) for value in (1, 2, 3, 4, 5)]
    answers = [{"load": coin.id} for coin in coins[1:]]
    table.run(exploring(table.game, ship, island), answers)
    assert [coin.where for coin in coins] == [island.id, *[ship.id] * 4]
    assert all(0 in coin.known and 1 not in coin.known for coin in coins)
    assert not any(coin.face_up for coin in coins)


def test_exploring_marks_the_island_for_the_player_alone() -> None:
    table = Table()
    island, ship = docked(table)
    table.run(exploring(table.game, ship, island))
    assert island.explored == {0}
    assert has_explored(table.game, island, 0)
    assert not has_explored(table.game, island, 1)


def test_a_ship_that_docked_this_turn_cannot_be_given_an_explore_action_there() -> None:
    table = Table()
    island, ship = docked(table)
    table.state.turn.began_docked.clear()
    assert not may_explore(table.game, ship, island)


def given(ship: Piece) -> Event:
    return Event("give", object=Matter("move_action", ship.id), to=ship.id)


def test_a_marker_lets_her_explore_with_the_move_that_docked_her() -> None:
    table = Table()
    island, ship = docked(table)
    table.state.turn.began_docked.clear()
    assert not may_explore(table.game, ship, island, given(ship))
    island.explored = frozenset({0})
    assert may_explore(table.game, ship, island, given(ship))


def test_an_explorer_explores_with_the_move_that_docked_her() -> None:
    table = Table()
    island, ship = docked(table)
    table.crew(ship, "Explorer.")
    table.state.turn.began_docked.clear()
    assert may_explore(table.game, ship, island, given(ship))


def test_an_explorer_is_of_no_use_at_home() -> None:
    table = Table()
    home, ship = docked(table, home=0)
    table.crew(ship, "Explorer.")
    table.state.turn.began_docked.clear()
    assert not may_explore(table.game, ship, home, given(ship))


def test_nobody_explores_an_island_with_an_enemy_fort() -> None:
    table = Table()
    island, ship = docked(table)
    enemy = table.ship(1, 600, 600)
    fort = table.crew(enemy, kind="fort", name="Fort", cannons="3S-3S")
    table.state.put(fort, island.id)
    assert not may_explore(table.game, ship, island)


def test_a_unique_treasure_must_be_taken_and_acts_at_once() -> None:
    table = Table()
    island, ship = docked(table)
    cheap, dear = table.crew(ship, points=2), table.crew(ship, points=5)
    cannibals = unique(
        table,
        island,
        "Eliminate the crew on this ship with the lowest point cost. Then remove Cannibals from the game.",
        "Cannibals",
    )
    coin = table.coin(island, 3)
    table.run(exploring(table.game, ship, island), [{"load": coin.id}, None])
    assert cheap.where != ship.id
    assert dear.where == ship.id
    assert cannibals.where == OUT
    assert coin.where == ship.id


def test_a_unique_treasure_that_shows_fills_no_cargo_space() -> None:
    table = Table()
    island, ship = docked(table)
    sword = unique(table, island, "This ship gets +1 to her boarding rolls.", "Sword")
    coins = [table.coin(island, 1) for _ in range(4)]
    table.run(exploring(table.game, ship, island))
    assert sword.where == ship.id
    assert sword.face_up
    assert all(coin.where == ship.id for coin in coins)


def test_a_treasure_that_is_loaded_face_down_may_be_left() -> None:
    table = Table()
    island, ship = docked(table)
    powder = unique(
        table,
        island,
        "Load this treasure face down. On any one of your turns, you may turn Dry Powder face up to give this"
        " ship an extra shoot action that turn. If you do, remove Dry Powder from the game.",
        "Dry Powder",
    )
    table.run(exploring(table.game, ship, island), [None])
    assert powder.where == island.id
    assert not powder.face_up
    assert powder.known == {0}


def test_a_treasure_loaded_face_down_fills_a_cargo_space_and_stays_hidden() -> None:
    table = Table()
    island, ship = docked(table)
    powder = unique(
        table,
        island,
        "Load this treasure face down. On any one of your turns, you may turn Dry Powder face up to give this"
        " ship an extra shoot action that turn. If you do, remove Dry Powder from the game.",
        "Dry Powder",
    )
    coins = [table.coin(island, 1) for _ in range(4)]
    table.run(exploring(table.game, ship, island), [{"load": powder.id}])
    assert powder.where == ship.id
    assert not powder.face_up
    assert sum(coin.where == ship.id for coin in coins) == 3


def test_wolves_stay_on_their_island_and_keep_all_treasure_there() -> None:
    table = Table()
    island, ship = docked(table)
    wolves = unique(
        table,
        island,
        "No treasure may be loaded from this wild island until Wolves is eliminated. Wolves is eliminated if"
        " successfully hit once by either a Musketeer or a crew with the Marine keyword.",
        "Wolves",
    )
    coin = table.coin(island, 3)
    table.run(exploring(table.game, ship, island))
    assert wolves.where == island.id
    assert wolves.face_up
    assert coin.where == island.id


def test_a_treasure_that_is_not_loaded_lies_face_up_on_its_island() -> None:
    table = Table()
    island, ship = docked(table)
    altar = unique(
        table,
        island,
        "Do not load this treasure. Instead, place it face up on this island. While docked at this island you"
        " may eliminate two crew; if you do, on the next player's turn you may choose to give actions to his"
        " or her ships or choose that he or she gets no actions at all.",
        "Altar of the Loa",
    )
    table.run(exploring(table.game, ship, island))
    assert altar.where == island.id
    assert altar.face_up


def test_trees_may_stay_face_down_only_for_a_ship_with_all_her_masts() -> None:
    line = (
        "Trees may remain face-down on its island if the ship that explores that island has all of its masts."
        " When Trees is revealed, fully repair this ship, and then remove Trees from the game."
    )
    table = Table()
    island, ship = docked(table)
    trees = unique(table, island, line, "Trees")
    ship.masts = (1, 1, 0)
    table.run(exploring(table.game, ship, island))
    assert trees.where == OUT


def test_the_order_of_an_explore_action() -> None:
    table = Table()
    island, ship = docked(table)
    unique(table, island, "This ship gets +1 to her boarding rolls.", "Sword")
    table.coin(island, 2)
    table.run(exploring(table.game, ship, island))
    happened = [entry[1] for entry in table.game.log if entry[0] == "happens"]
    wanted = ["explore", "look_at", "reveal", "load", "load"]
    assert [kind for kind in happened if kind in wanted] == wanted


def test_friendly_ships_and_derelicts_that_touch_are_explored() -> None:
    table = Table()
    ship, friend, enemy = table.ship(0, 0, 0), table.ship(0, 0, 20), table.ship(1, 0, -20)
    assert explorable(table.game, ship) == [friend]
    enemy.masts = (0, 0, 0)
    assert explorable(table.game, ship) == [friend, enemy]


def test_cargo_passes_both_ways_between_friendly_ships() -> None:
    table = Table()
    ship, friend = table.ship(0, 0, 0), table.ship(0, 0, 20)
    mine, theirs = table.coin(ship, 2), table.coin(friend, 5)
    table.run(exploring(table.game, ship, friend), [{"load": theirs.id}, {"unload": mine.id}])
    assert theirs.where == ship.id
    assert mine.where == friend.id


def test_a_secret_hold_keeps_treasure_from_enemies_who_explore_a_derelict() -> None:
    table = Table()
    ship, enemy = table.ship(0, 0, 0), table.ship(1, 0, 20, line="Secret Hold.")
    enemy.masts = (0, 0, 0)
    coin = table.coin(enemy, 5)
    table.run(exploring(table.game, ship, enemy))
    assert coin.where == enemy.id


def test_treasure_is_not_loaded_from_home_islands() -> None:
    table = Table()
    home, ship = docked(table, home=0)
    coin = table.coin(home, 5)
    table.run(exploring(table.game, ship, home))
    assert coin.where == home.id


def test_treasure_that_came_to_her_at_home_is_unloaded_when_she_explores_it() -> None:
    table = Table()
    home, ship = docked(table, home=0)
    coin = table.coin(ship, 5)
    table.run(exploring(table.game, ship, home))
    assert coin.where == home.id


def test_a_treasure_may_be_traded_for_one_of_another_island_which_must_be_loaded() -> None:
    table = Table()
    island, ship = docked(
        table,
        line="After looking at treasure on a wild island, you may trade any one treasure from that island for"
        " a random treasure on any other wild island. This ship must load the traded treasure.",
    )
    other = table.island(900, 900)
    bad, good = table.coin(island, 1), table.coin(other, 6)
    table.run(exploring(table.game, ship, island), [True, None])
    assert good.where == ship.id
    assert bad.where == other.id
