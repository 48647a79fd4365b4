"""What pieces become: of a nation, never derelict, a cannon; and the parts that ships are fitted out with."""

from pirate_code.board.refs import Part
from pirate_code.board.state import OUT, PartState
from pirate_code.rules import cannons, capacity, stats
from pirate_code.rules import event_facts as facts
from pirate_code.rules.event import Event
from pirate_code.rules.happen.becoming import fit_out
from pirate_code.rules.happen.treasure import gold_at_home
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.filters import in_state
from pirate_code.rules.program.nouns import is_a
from pirate_code.rules.program.selectors import pieces
from tests.rules.positions import Table


def test_a_ship_that_cannot_be_derelict_is_none_without_masts() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, line="This ship cannot become derelict."), table.ship(0, 300, 0)
    ship.masts = other.masts = (0, 0, 0)
    assert not is_a(table.game, ship.id, "derelict")
    assert is_a(table.game, other.id, "derelict")
    derelicts = pieces("ship", filters=(in_state("derelict"),))
    assert derelicts.find(Context(table.game, ship.id, 0)) == [other.id]


def test_an_oarsman_keeps_a_mastless_ship_from_being_derelict_as_long_as_he_is_aboard() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    oarsman = table.crew(ship, "If derelict, this ship is not considered derelict.")
    ship.masts = (0, 0, 0)
    table.state.put(oarsman, OUT)
    assert is_a(table.game, ship.id, "derelict")


def test_a_ship_and_her_crew_become_cursed_as_long_as_the_gem_is_aboard() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, nation="english")
    crew = table.crew(ship)
    gem = table.crew(
        ship, "This ship and all crew on her become part of The Cursed faction.", kind="treasure", nation=None
    )
    assert [stats.nation(table.game, piece) for piece in (ship, crew)] == ["cursed", "cursed"]
    table.state.put(gem, OUT)
    assert [stats.nation(table.game, piece) for piece in (ship, crew)] == ["english", "english"]


def test_ships_are_fitted_out_with_the_parts_they_say_they_have() -> None:
    table = Table()
    turtle, canoe = table.ship(0, 0, 0, line="Turtle Ship."), table.ship(0, 300, 0, line="Double Catamaran.")
    for ship in (turtle, canoe):
        fit_out(table.game, ship)
    assert turtle.parts.get("panel") == 2
    assert canoe.parts == {"secondary_hull": 2}


def test_a_treasure_becomes_a_cannon_and_is_spent() -> None:
    table = Table()
    line = (
        "When this ship is docked at your home island, you can eliminate one treasure. It becomes a 3S cannon"
        " that can be eliminated only when the ship sinks."
    )
    home, ship = table.island(0, 0, home=0), table.ship(0, 150, 0, line=line)
    ship.docked = home.id
    coin = table.coin(ship, 2)
    guns = len(cannons.guns(table.game, ship))
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found))
    assert not coin.in_play
    assert len(cannons.guns(table.game, ship)) == guns + 1
    made = cannons.guns(table.game, ship)[-1]
    assert stats.cannon(table.game, made.part) == (3, "S")


def test_a_crew_becomes_linked_and_gives_its_ship_a_space() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, cargo=4)
    one, other = table.crew(ship, name="One"), table.crew(ship, name="Other")
    linked = in_state("linked", toward=pieces("crew", "that"))
    ctx = Context(table.game, one.id, 0)
    ctx.say(other.id)
    table.propose(Event("become", object=one.id, facts={facts.FILTER: linked, facts.CTX: ctx}))
    assert capacity.total(table.game, ship) == 5
    table.state.turn_face(one, False)
    assert capacity.total(table.game, ship) == 4


def test_who_eliminates_a_crew_worth_a_ransom_gains_gold_at_home() -> None:
    table = Table()
    table.island(0, 0, home=0)
    ship, enemy = table.ship(0, 300, 0), table.ship(1, 300, 40)
    crew = table.crew(enemy, "Ransom.", points=0)
    table.propose(Event("eliminate", agent=ship.id, object=crew.id, source=enemy.id, player=0))
    assert not crew.in_play
    assert gold_at_home(table.game, 0) == 1


def test_a_mast_is_jammed_as_a_part() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    ctx = Context(table.game, ship.id, 0)
    part = Part(ship.id, "cannon", 1)
    table.propose(Event("become", object=part, facts={facts.FILTER: in_state("jammed"), facts.CTX: ctx}))
    assert ship.part_states == {PartState("jammed", part)}
