"""Events go through one pipeline: what may not happen does not, what may does."""

from pirate_code.board.refs import Part
from pirate_code.rules import event_facts as facts
from pirate_code.rules import stats
from pirate_code.rules.event import Event
from tests.rules.positions import Table


def test_an_ability_forbids_an_event() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, line="This ship cannot be pinned."), table.ship(1, 300, 0)
    assert not table.game.allows(Event("pin", agent=other.id, object=ship.id))
    assert table.game.allows(Event("pin", agent=ship.id, object=other.id))


def test_the_same_modifier_counts_once_on_a_ship() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="This ship gets +1 to her cannon rolls.")
    table.crew(ship, "This ship gets +1 to her cannon rolls.")
    assert stats.of(table.game, "cannon_roll", Part(ship.id, "cannon", 0)) == 1


def happenings(table: Table) -> list[tuple[str, str]]:
    """What the log holds: what became of each event, and its type."""
    return [(entry[0], entry[1]) for entry in table.game.log]


def test_an_event_that_is_forbidden_is_logged_with_the_reason_and_changes_nothing() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, line="This ship cannot be pinned."), table.ship(1, 300, 0)
    assert not table.propose(Event("pin", agent=other.id, object=ship.id))
    assert happenings(table) == [("forbidden", "pin")]
    assert table.game.log[0][-1]
    assert ship.pinned_by is None and table.state.turn.done == ()


def test_an_event_that_happens_is_done_in_this_turn() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0), table.ship(1, 300, 0)
    assert table.propose(Event("pin", agent=ship.id, object=other.id))
    assert other.pinned_by == ship.id
    assert table.state.turn.done == (("pin", ship.id, other.id),)
    assert table.game.going_on == []


def test_what_is_replaced_did_not_happen_as_itself() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    crew = table.crew(ship, "If this crew would be eliminated, instead turn it face down.")
    event = Event("eliminate", agent=ship.id, object=crew.id, source=ship.id, player=0)
    happened = table.propose(event)
    assert crew.in_play and not happened
    assert facts.REPLACED.of(event)


def test_an_event_that_comes_to_nothing_is_not_done() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    mast = Part(ship.id, "mast", 0)
    assert table.propose(Event("eliminate", agent=ship.id, object=mast, source=ship.id, player=0))
    again = Event("eliminate", agent=ship.id, object=mast, source=ship.id, player=0)
    assert not table.propose(again)
    assert facts.FAILED.of(again)
    assert [kind for kind, _, _ in table.state.turn.done].count("eliminate") == 1


def test_an_ability_beats_a_rule() -> None:
    table = Table()
    home = table.island(0, 200, home=1)
    ship, free = table.ship(0, 0, 0), table.ship(0, 300, 0, line="This ship may dock at enemy home islands.")
    assert not table.game.allows(Event("dock", agent=ship.id, at=home.id, player=0))
    assert table.game.allows(Event("dock", agent=free.id, at=home.id, player=0))


def test_cannot_beats_may() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, line="This ship cannot be pinned."), table.ship(1, 300, 0)
    table.crew(ship, "This ship may be pinned.")
    assert not table.game.allows(Event("pin", agent=other.id, object=ship.id))
