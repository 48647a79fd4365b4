"""Treasure: brought home, worth more by abilities, taken and traded; gold is neither made nor lost unseen."""

from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.rules import tally
from pirate_code.rules.event import Event
from pirate_code.rules.happen import treasure
from pirate_code.rules.happen.docking import dock
from tests.rules.positions import Table


def at_home(table: Table, line: str = "") -> tuple[Piece, Piece]:
    """A home island and a ship off it."""
    return table.island(0, 0, home=0), table.ship(0, 150, 0, line=line)


def come_home(table: Table, ship: Piece, home: Piece) -> None:
    table.run(dock(table.game, ship, home, Event("move", agent=ship.id, player=0)))


def gold_is_conserved(table: Table, start: int) -> bool:
    total = sum(piece.value for piece in table.state.pieces if piece.kind == "treasure")
    total += sum(tally.of(table.state, player) for player in range(table.state.players))
    return total == start + table.state.gold_made


def test_all_treasure_worth_gold_leaves_a_ship_that_docks_at_home() -> None:
    table = Table()
    home, ship = at_home(table)
    coins = [table.coin(ship, value) for value in (2, 3)]
    come_home(table, ship, home)
    assert all(coin.where == home.id for coin in coins)
    assert treasure.gold_at_home(table.game, 0) == 5
    assert gold_is_conserved(table, 5)


def test_a_facedown_unique_treasure_may_stay_aboard_at_home() -> None:
    table = Table()
    home, ship = at_home(table)
    line = (
        "Load this treasure face down. You may reveal it when this ship rams or pins a ship. Roll a d6. On a"
    )
    line += " result of 4–6, both ships sink. Remove Explosives from the game."
    kept = table.crew(ship, line, kind="treasure", nation=None)
    kept.face_up = False
    come_home(table, ship, home)
    assert kept.where == ship.id


def test_one_treasure_is_worth_more_when_she_docks_at_home() -> None:
    table = Table()
    line = "One of this ship's treasures is worth +1 gold when she docks at your home island."
    home, ship = at_home(table, line)
    for value in (2, 3):
        table.coin(ship, value)
    come_home(table, ship, home)
    assert treasure.gold_at_home(table.game, 0) == 6
    assert gold_is_conserved(table, 5)


def test_one_treasure_is_worth_more_when_unloaded() -> None:
    table = Table()
    line = "One of this ship's treasures is worth +2 gold when unloaded at your home island."
    home, ship = at_home(table, line)
    for value in (2, 3):
        table.coin(ship, value)
    come_home(table, ship, home)
    assert treasure.gold_at_home(table.game, 0) == 7


def test_each_treasure_of_a_native_canoe_is_worth_more() -> None:
    table = Table()
    line = "Each treasure this ship unloads at your home island is worth +1 gold."
    home, ship = at_home(table, line)
    for value in (2, 3):
        table.coin(ship, value)
    come_home(table, ship, home)
    assert treasure.gold_at_home(table.game, 0) == 7
    assert gold_is_conserved(table, 5)


def test_rats_make_every_coin_worth_less_and_stay_aboard() -> None:
    table = Table()
    home, ship = at_home(table)
    rats = table.crew(
        ship,
        "Each non-unique treasure on this ship is worth 1 fewer gold when unloaded. Rats cannot be unloaded.",
        name="Rats",
        kind="treasure",
        nation=None,
    )
    for value in (2, 3):
        table.coin(ship, value)
    come_home(table, ship, home)
    assert rats.where == ship.id
    assert treasure.gold_at_home(table.game, 0) == 3


def test_spices_double_one_treasure_and_leave_the_game() -> None:
    table = Table()
    home, ship = at_home(table)
    line = (
        "Double the value of one non-unique treasure on this ship when unloaded at your home island or fort,"
    )
    spices = table.crew(ship, f"{line} and then remove Spices from the game.", name="Spices", kind="treasure")
    table.coin(ship, 3)
    table.coin(ship, 2)
    come_home(table, ship, home)
    assert not spices.in_play
    assert treasure.gold_at_home(table.game, 0) in {7, 8}


def test_treasure_is_taken_from_a_ship_that_is_touched_once_a_turn() -> None:
    table = Table()
    ship = table.ship(
        0, 0, 0, line="Once per turn, this ship can randomly take one treasure from any ship she touches."
    )
    other = table.ship(1, 0, 20)
    coin = table.coin(other, 4)
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found))
    assert coin.where == ship.id
    assert 0 in coin.known
    assert not table.game.active.offers(0)


def test_nobody_is_asked_to_take_what_there_is_no_room_for() -> None:
    table = Table()
    line = "Once per turn, this ship can randomly take one treasure from any ship she touches."
    ship, other = table.ship(0, 0, 0, line=line, cargo=1), table.ship(1, 0, 20)
    table.coin(other, 4)
    assert table.game.active.offers(0)
    table.coin(ship, 1)
    assert not table.game.active.offers(0)


def test_treasure_of_a_ship_of_some_nation_that_she_touches_is_loaded() -> None:
    table = Table()
    line = "When touching a Pirate ship, this ship can load as much of that ship's treasure as she can carry."
    ship, other = table.ship(0, 0, 0, line=line), table.ship(1, 0, 24)
    coins = [table.coin(other, value) for value in (1, 2)]
    assert not table.game.active.offers(0)
    other.nation = "pirate"
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found), [True, coins[0].id, True])
    assert [coin.where for coin in coins] == [ship.id, ship.id]


def test_as_much_treasure_is_taken_as_fits() -> None:
    table = Table()
    line = "When this ship wins a boarding party, she may take as much treasure as she can carry"
    ship, other = table.ship(0, 0, 0, line=f"{line} from the other ship.", cargo=2), table.ship(1, 0, 20)
    coins = [table.coin(other, value) for value in (1, 5, 3)]
    won = Event("win", agent=ship.id, object=Matter("boarding_party", ship.id), against=other.id, player=0)
    table.propose(won, [True, True, coins[1].id, True, coins[2].id])
    assert [coin.where for coin in coins] == [other.id, ship.id, ship.id]


def test_a_secret_hold_lets_no_opponent_take_treasure() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0), table.ship(1, 0, 20, line="Secret Hold.")
    coin = table.coin(other, 4)
    taking = Event("take", agent=ship.id, object=coin.id, source=other.id, player=0)
    assert not table.propose(taking)
    assert table.propose(taking.but(manner=frozenset({"even_unremovable"})))
    assert coin.where == ship.id


def test_parley_pays_a_treasure_to_the_attackers_home() -> None:
    table = Table()
    ours, theirs = table.island(0, 500, home=0), table.island(0, 900, home=1)
    ship = table.ship(0, 0, 0)
    coin = table.coin(ship, 4)
    moved = Event("transfer", agent=None, object=coin.id, to=theirs.id, source=ship.id, player=0)
    assert table.propose(moved)
    assert treasure.gold_at_home(table.game, 1) == 4
    assert treasure.gold_at_home(table.game, 0) == 0
    assert ours.home == 0


def test_two_pieces_of_cargo_change_places() -> None:
    table = Table()
    one, other = table.ship(0, 0, 0), table.ship(1, 300, 0)
    mine, theirs = table.coin(one, 1), table.coin(other, 5)
    assert table.propose(Event("trade", object=mine.id, exchange=theirs.id, player=0))
    assert (mine.where, theirs.where) == (other.id, one.id)
    assert theirs.known == {0}


def test_treasure_is_traded_at_random_with_a_ship_within_s() -> None:
    table = Table()
    line = "Once per turn, if this ship carries treasure and is within S of an enemy ship, you can randomly"
    ship = table.ship(0, 0, 0, line=f"{line} trade one treasure with that ship.")
    other = table.ship(1, 0, 50)
    mine, theirs = table.coin(ship, 1), table.coin(other, 5)
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found))
    assert (mine.where, theirs.where) == (other.id, ship.id)


def test_gold_that_an_ability_makes_is_kept_account_of() -> None:
    table = Table()
    table.island(0, 0, home=0)
    treasure.make_gold(table.game, 0, 3)
    assert treasure.gold_at_home(table.game, 0) == 3
    assert gold_is_conserved(table, 0)
