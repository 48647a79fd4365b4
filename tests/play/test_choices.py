"""Choices as people are offered them: each once, by a name that no other has."""

from __future__ import annotations

from pirate_code.board.refs import Matter
from pirate_code.board.state import Piece
from pirate_code.play.choices import Offered, offered
from pirate_code.rules.decision import Decision, Kind, Option
from pirate_code.views.seat import SeatView
from tests.rules.positions import Table


def offers(table: Table, *options: Option, kind: Kind = Kind.PICK, event: str = "take") -> list[Offered]:
    decision = Decision(0, kind, table.state.ships()[0].id, event, options)
    return offered(table.game, SeatView(table.state, 0), decision, 1)


def shooting(ship: Piece) -> Option:
    return Option({"give": "shoot_action", "to": ship.id}, f"shoot: {ship.card.name}", (ship.id,))


def test_two_courses_with_one_end_are_one_choice() -> None:
    table = Table()
    table.ship(0, 0, 0)
    end = [10.0, 20.0, 0.0]
    long, short = (
        Option({"segment": "S", "length": length}, "S ahead, 8 mm", (), end) for length in (57, 28)
    )
    other = Option({"segment": "S", "length": 9}, "S ahead, 8 mm", (), [40.0, 20.0, 0.0])
    assert [one.name for one in offers(table, long, short, other, kind=Kind.COURSE)] == [
        "S ahead, 8 mm (1)",
        "S ahead, 8 mm (2)",
    ]
    assert [one.number for one in offers(table, long, short, other, kind=Kind.COURSE)] == [0, 2]


def test_crew_of_one_name_are_told_by_their_ships() -> None:
    table = Table()
    ships = [table.ship(0, 300 * number, 0, name=name) for number, name in enumerate(("Ours", "Other"))]
    mates = [table.crew(ship, name="Mate") for ship in ships]
    names = [
        one.name for one in offers(table, *(Option(mate.id, "reveal Mate", (mate.id,)) for mate in mates))
    ]
    assert names == ["reveal Mate (Ours)", "reveal Mate (Other)"]


def test_two_of_one_card_aboard_one_ship_are_one_choice() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, name="Ours")
    mates = [table.crew(ship, name="Mate") for _ in range(2)]
    assert len(offers(table, *(Option(mate.id, "unload Mate", (mate.id,)) for mate in mates))) == 1


def test_coins_of_one_worth_at_one_place_are_one_choice_that_needs_no_place() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, name="Ours")
    coins = [table.coin(ship, 1) for _ in range(3)]
    (one,) = offers(table, *(Option(coin.id, "load 1 gold", (coin.id,)) for coin in coins))
    assert one.name == "load 1 gold"


def test_masts_are_all_offered() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    masts = [Option(["mast", n], f"mast {n + 1}", (Matter("mast", ship.id, n),)) for n in range(3)]
    assert len(offers(table, *masts)) == 3


def test_a_ship_with_nobody_in_reach_is_said_to_shoot_at_nobody() -> None:
    table = Table()
    ship, _ = table.ship(0, 0, 0, name="Ours"), table.ship(1, 900, 0)
    (one,) = offers(table, shooting(ship), kind=Kind.TURN, event="turn")
    assert one.idle
    assert one.name == "shoot: Ours (nobody is in reach yet)"
    table.ship(1, 0, 60)
    (one,) = offers(table, shooting(ship), kind=Kind.TURN, event="turn")
    assert not one.idle
    assert one.name == "shoot: Ours"
