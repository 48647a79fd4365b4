"""Towing: derelicts and flotillas."""

from __future__ import annotations

from pirate_code.board.geometry import L, S, gap, overlaps, touches
from pirate_code.board.pose import Pose
from pirate_code.board.state import Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.happen.sailing import shape_of
from pirate_code.rules.happen.towing import derelict, towable
from tests.rules.at_sea import ahead, events, give
from tests.rules.positions import Table


def derelict_ahead(line: str = "", other: str = "", owner: int = 1) -> tuple[Table, Piece, Piece]:
    """A ship with the bow of a derelict against her side."""
    table = Table()
    ship = table.ship(0, 0, 0, line=line, move="L", name="Tug")
    wreck = table.ship(owner, 0, -51, 90, line=other, name="Derelict")
    wreck.masts = (0, 0, 0)
    return table, ship, wreck


def test_a_derelict_whose_bow_she_touches_is_towed_and_captured_with_all_aboard() -> None:
    table, ship, wreck = derelict_ahead()
    crew, coin = table.crew(wreck), table.coin(wreck, 3)
    table.propose(give(ship), [wreck.id, "stop"])
    assert wreck.towed_by == ship.id
    assert wreck.controller == crew.controller == 0
    assert coin.where == wreck.id
    assert touches(shape_of(ship), shape_of(wreck))


def test_a_derelict_leaves_the_ship_that_tows_her_a_base_move_of_s() -> None:
    table, ship, wreck = derelict_ahead()
    table.propose(give(ship), [wreck.id, ahead("S")])
    assert ship.pose is not None and ship.pose.x == S
    assert wreck.pose is not None and wreck.pose.x < 0
    assert touches(shape_of(ship), shape_of(wreck))


def test_a_helmsman_adds_to_the_base_move_of_a_ship_that_tows() -> None:
    table, ship, wreck = derelict_ahead()
    table.crew(ship, "Helmsman.")
    table.propose(give(ship), [wreck.id, ahead("S"), ahead("S")])
    assert ship.pose is not None and ship.pose.x == 2 * S


def test_a_tow_begins_before_or_after_the_move_but_not_at_both_times() -> None:
    table, ship, wreck = derelict_ahead()
    table.propose(give(ship), [None, "stop"])  # she has not moved: no second question
    assert wreck.towed_by is None
    table = Table()
    ship, wreck = table.ship(0, -60, 0, move="L"), table.ship(1, 55, 0, 180)
    wreck.masts = (0, 0, 0)
    table.propose(give(ship), [ahead("L"), wreck.id])
    assert wreck.towed_by == ship.id
    assert not events(table, "ram")


def test_a_ship_tows_one_ship_and_no_chain() -> None:
    table, ship, wreck = derelict_ahead()
    table.propose(give(ship), [wreck.id, "stop"])
    assert towable(table.game, ship) == []
    assert towable(table.game, wreck) == []


def test_a_ship_that_lets_go_has_her_whole_move() -> None:
    table, ship, wreck = derelict_ahead()
    table.propose(give(ship), [wreck.id, "stop"])
    table.state.turn.actions.clear()
    table.propose(give(ship), [True, None, ahead("L")])
    assert wreck.towed_by is None
    assert wreck.controller == 0
    assert ship.pose is not None and ship.pose.x == L


def test_an_oarsman_keeps_a_ship_from_being_towed() -> None:
    table, ship, wreck = derelict_ahead()
    table.crew(wreck, "Oarsman.")
    assert not derelict(table.game, wreck)
    assert towable(table.game, ship) == []


def test_a_submarine_tows_nothing() -> None:
    table, ship, _ = derelict_ahead(line="Submarine.")
    table.propose(give(ship), ["stop"])
    assert not events(table, "tow")


def test_a_ship_whose_side_touches_is_not_towed() -> None:
    table = Table()
    ship, wreck = table.ship(0, 0, 0), table.ship(1, 0, 24)
    wreck.masts = (0, 0, 0)
    assert wreck.id in {1}
    assert towable(table.game, ship) == []


def test_a_flotilla_leaves_the_printed_base_move_and_shuts_off_bonuses() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L", name="Tug")
    table.crew(ship, "Helmsman.")
    flotilla = table.ship(0, 0, 45, line="Flotilla.", masts=1, cannons="3S")
    flotilla.pose = flotilla.pose and flotilla.pose._replace(y=_beside(table, ship, flotilla))
    table.propose(give(ship), [flotilla.id, ahead("L")])
    assert flotilla.towed_by == ship.id
    assert ship.pose is not None and ship.pose.x == L


def _beside(table: Table, ship: Piece, other: Piece) -> float:
    """How far up another piece lies so that it touches a ship."""
    return shape_of(ship).box[3] + (shape_of(other).box[3] - shape_of(other).box[1]) / 2


def test_a_ship_let_go_for_want_of_room_does_not_lie_under_the_one_that_towed_her() -> None:
    table = Table()
    ship, wreck = table.ship(0, 0, 0), table.ship(0, -78, 0)
    wreck.masts, wreck.towed_by = (0, 0, 0), ship.id
    table.island(-60, -48)  # right astern of where she turns to
    table.propose(Event("rotate", agent=ship.id, facts={facts.POSE: Pose(-60, 20, 90)}))
    assert events(table, "let_go")
    assert not overlaps(shape_of(ship), shape_of(wreck))
    assert gap(shape_of(ship), shape_of(wreck)) < 10


def test_a_ship_in_tow_that_moves_herself_does_not_go_through_the_one_that_tows_her() -> None:
    table, ship, wreck = derelict_ahead()
    table.propose(give(ship), [wreck.id, "stop"])
    at = wreck.pose
    moves = Event("move", agent=wreck.id, object=wreck.id, distance=("S",), cause=Cause("ability"))
    table.game.start(lambda game: game.propose(moves.but(player=0)))
    decision = table.game.decision
    assert decision is not None
    assert decision.refuses(ahead("S")) == "She would not move at all."
    table.game.answer(decision.options[0].answer)
    assert wreck.pose != at and not overlaps(shape_of(ship), shape_of(wreck))
    assert wreck.towed_by is None


def test_a_titan_may_tow_but_only_what_a_ship_may_tow() -> None:
    table = Table()
    titan = table.ship(0, 0, 0, kind="sea creature", line="Titan.", masts=4, name="Crab")
    other = table.ship(0, 0, -80, 90, name="Derelict")
    beside = shape_of(titan)
    other.pose = Pose(0, -80 + gap(shape_of(other), beside), 90)
    assert touches(shape_of(other), beside)
    assert towable(table.game, titan) == []
    assert table.game.allows(Event("tow", agent=titan.id, object=other.id)) is False
    other.masts = (0, 0, 0)
    assert towable(table.game, titan) == [other]
    assert table.game.allows(Event("tow", agent=titan.id, object=other.id))
