"""Scuttling: derelicts that sink themselves, and ships that burn down."""

from pirate_code.board.refs import Seat
from pirate_code.board.state import FIRE, GONE, LOST, OUT, UP, Piece
from pirate_code.rules.choice import legal
from pirate_code.rules.event import Event
from pirate_code.rules.happen.scuttling import scuttle_choices, sink_scuttled
from tests.rules.positions import Table


def derelict(line: str = "") -> tuple[Table, Piece]:
    """A derelict of player 0."""
    table = Table()
    ship = table.ship(0, 0, 0, line=line)
    ship.masts = (GONE, GONE, GONE)
    return table, ship


def attempt(table: Table, die: int) -> None:
    """Take the first offer to scuttle, with this roll."""
    (choice,) = legal(scuttle_choices(table.game, 0))
    table.run(choice.work(), dice=[die])


def next_turn(table: Table) -> None:
    """Let the next turn of player 0 begin."""
    table.state.turn.number += 2
    table.state.turn.done = ()
    table.run(sink_scuttled(table.game, 0, Event("turn_beginning", agent=Seat(0), player=0)))


def test_only_a_derelict_may_be_scuttled() -> None:
    table, ship = derelict()
    assert [choice.answer for choice in legal(scuttle_choices(table.game, 0))] == [{"scuttle": ship.id}]
    assert legal(scuttle_choices(table.game, 1)) == []
    ship.masts = (UP, GONE, GONE)
    assert legal(scuttle_choices(table.game, 0)) == []


def test_a_scuttled_ship_sinks_when_the_next_turn_begins_with_all_aboard() -> None:
    table, ship = derelict()
    table.island(400, 0, home=0)
    crew, coin = table.crew(ship), table.coin(ship, 3)
    attempt(table, 5)
    assert ship.afloat
    next_turn(table)
    assert ship.where == OUT
    assert (crew.where, coin.where) == (LOST, LOST)


def test_a_failed_attempt_may_be_made_again_only_on_the_next_turn() -> None:
    table, ship = derelict()
    attempt(table, 4)
    assert legal(scuttle_choices(table.game, 0)) == []
    next_turn(table)
    assert ship.afloat
    assert len(legal(scuttle_choices(table.game, 0))) == 1


def test_a_tow_by_an_opponent_saves_a_scuttled_ship() -> None:
    table, ship = derelict()
    attempt(table, 6)
    enemy = table.ship(1, 300, 0)
    ship.towed_by = enemy.id
    table.state.give_to(ship, 1)
    next_turn(table)
    assert ship.afloat


def test_repairs_do_not_save_a_scuttled_ship() -> None:
    table, ship = derelict()
    attempt(table, 6)
    ship.masts = (UP, GONE, GONE)
    next_turn(table)
    assert ship.where == OUT


def test_a_ship_with_an_oarsman_is_not_derelict_and_not_scuttled() -> None:
    table, ship = derelict()
    table.crew(ship, "Oarsman.")
    assert legal(scuttle_choices(table.game, 0)) == []


def test_a_ship_that_cannot_sink_may_be_scuttled() -> None:
    table, ship = derelict("This ship cannot sink, but she can be scuttled.")
    attempt(table, 6)
    next_turn(table)
    assert ship.where == OUT


# --- by fire ---------------------------------------------------------------------------------------------


def end_turn(table: Table) -> None:
    table.propose(Event("turn_end", agent=Seat(0), player=0))


def test_a_ship_with_only_fire_masts_goes_down_on_her_next_turn_without_a_roll() -> None:
    table, ship = derelict()
    ship.masts = (FIRE, GONE, FIRE)
    end_turn(table)
    assert ship.afloat
    next_turn(table)
    assert ship.afloat
    end_turn(table)
    assert ship.where == OUT


def test_her_player_may_let_her_burn_down_earlier_in_that_turn() -> None:
    table, ship = derelict()
    ship.masts = (FIRE, GONE, FIRE)
    next_turn(table)
    (choice,) = legal(scuttle_choices(table.game, 0))
    assert choice.option is not None and choice.option.name.startswith("let her burn down")
    table.run(choice.work())
    assert ship.where == OUT


def test_a_repaired_mast_calls_the_burning_down_off() -> None:
    table, ship = derelict()
    ship.masts = (FIRE, GONE, GONE)
    next_turn(table)
    ship.masts = (FIRE, UP, GONE)
    end_turn(table)
    assert ship.afloat
