"""Faces of pieces: what is hidden from whom, and what is known once it was shown."""

from typing import Any

from pirate_code.board.refs import Seat
from pirate_code.board.state import Piece
from pirate_code.rules.choice import legal
from pirate_code.rules.event import Event
from pirate_code.rules.happen.showing import showing_choices
from pirate_code.rules.turn import open_turn
from tests.rules.positions import Table, card


def hidden(table: Table, ship: Piece, line: str, **facts: Any) -> Piece:
    crew = table.crew(ship, line, **facts)
    crew.face_up = False
    return crew


def test_a_facedown_crew_has_no_ability_until_it_is_revealed() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    crew = hidden(table, ship, "This ship cannot be pinned.")
    assert table.game.allows(Event("pin", object=ship.id))
    (choice,) = legal(showing_choices(table.game, 0))
    assert choice.answer == {"reveal": crew.id}
    table.run(choice.work())
    assert crew.face_up
    assert crew.known == {0, 1}
    assert not table.game.allows(Event("pin", object=ship.id))


def test_who_looks_at_a_piece_knows_it_and_nobody_else() -> None:
    table = Table(3)
    island, ship = table.island(0, 0), table.ship(1, 300, 0)
    coin = table.coin(island, 4)
    table.propose(Event("look_at", agent=ship.id, object=coin.id, player=1))
    assert coin.known == {1}
    assert not coin.face_up
    assert table.game.name_for(coin.id, 1) == "4 gold"
    assert table.game.name_for(coin.id, 0) == "a facedown treasure"


def test_a_crew_turned_face_down_again_is_known_to_all() -> None:
    table = Table()
    crew = table.crew(table.ship(0, 0, 0), "Captain.")
    table.propose(Event("turn", object=crew.id, manner=frozenset({"face_down"})))
    assert not crew.face_up
    assert crew.known == {0, 1}


def test_a_rune_acts_when_it_is_revealed_and_leaves_the_game() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    line = "Load this treasure face down. When revealed, eliminate an iceberg, and then remove Runes of"
    rune = hidden(
        table, ship, f"{line} Destruction from the game.", name="Runes of Destruction", kind="treasure"
    )
    berg = table.terrain("iceberg", 500, 500)
    (choice,) = legal(showing_choices(table.game, 0))
    table.run(choice.work())
    assert not berg.in_play
    assert not rune.in_play


def test_a_treasure_that_goes_back_face_down_is_shown_once_a_turn() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    line = "The ship that reveals Natives may not be given actions for a number of rounds equal to number of"
    line += " crew on her when Natives is revealed. Leave Natives face down on its island."
    natives = hidden(table, ship, line, name="Natives", kind="treasure")
    (choice,) = legal(showing_choices(table.game, 0))
    table.run(choice.work())
    assert not natives.face_up
    assert legal(showing_choices(table.game, 0)) == []
    open_turn(table.game, 0)
    assert len(legal(showing_choices(table.game, 0))) == 1


def test_treasure_that_is_stored_in_a_fort_is_not_revealed_there() -> None:
    table = Table()
    island, ship = table.island(0, 0), table.ship(0, 300, 0)
    fort = table.state.add(card("Keep", "fort", cannons="2S"), 0, island.id)
    line = "The ship that reveals Natives may not be given actions. Leave Natives face down on its island."
    natives = hidden(table, ship, line, name="Natives", kind="treasure")
    assert [choice.piece for choice in showing_choices(table.game, 0)] == [natives]
    table.state.put(natives, fort.id)
    assert showing_choices(table.game, 0) == []


def test_a_crew_brings_another_aboard_when_it_is_revealed() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    line = "When this crew is revealed, place a crew from outside the game with a point cost of 2 or less on"
    hidden(table, ship, f"{line} this ship.")
    mate = table.crew(ship, points=2)
    table.state.put(mate, -4)
    (choice,) = legal(showing_choices(table.game, 0))
    table.run(choice.work())
    assert mate.where == ship.id


def test_a_treasure_is_looked_at_once_a_turn() -> None:
    table = Table()
    table.ship(0, 300, 0, line="Once per turn, this ship can look at one face-down treasure on any island.")
    island = table.island(0, 0)
    coins = [table.coin(island, value) for value in (2, 5)]
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found), [coins[1].id])
    assert [coin.known for coin in coins] == [frozenset(), frozenset({0})]
    assert table.asked[0].options[0].name == "a facedown treasure"
    assert not table.game.active.offers(0)


def test_all_treasure_is_turned_up_for_everybody() -> None:
    table = Table()
    island = table.island(0, 0)
    coin = table.coin(island, 5)
    table.propose(Event("turn", agent=Seat(0), object=coin.id, manner=frozenset({"face_up"})))
    assert coin.face_up
    assert coin.known == {0, 1}
