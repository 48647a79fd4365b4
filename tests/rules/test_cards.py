"""Events played from hand, things chosen, pieces placed on the sea."""

from typing import Any

from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import ASIDE, OUT, SEA, Piece
from pirate_code.rules import table as sea
from pirate_code.rules.decision import Decision, Kind
from pirate_code.rules.event import Event
from tests.rules.positions import Table, card

FALSE_TREASURE = (
    "Reveal this event at the beginning of one of your turns and choose an enemy ship. Remove any treasure"
    " printed with a gold value on that ship from the game, and then remove False Treasure from the game."
)


def in_hand(table: Table, line: str, name: str, player: int = 0) -> Piece:
    piece = table.state.add(card(name, "event", line), player, ASIDE)
    piece.face_up = False
    return piece


def begin(table: Table, player: int, *answers: Any) -> None:
    table.state.turn.player = player
    table.propose(Event("turn_beginning", agent=Seat(player), player=player), answers)


def test_an_event_is_played_at_the_beginning_of_a_turn_of_its_owners_choice() -> None:
    table = Table()
    enemy = table.ship(1, 300, 0)
    coin = table.coin(enemy, 3)
    event = in_hand(table, FALSE_TREASURE, "False Treasure")
    begin(table, 1)
    begin(table, 0, False)
    assert event.where == ASIDE
    begin(table, 0, True)
    assert coin.where == OUT
    assert event.where == OUT


def test_one_event_is_revealed_on_a_turn() -> None:
    table = Table()
    enemy = table.ship(1, 300, 0)
    table.coin(enemy, 3)
    in_hand(table, FALSE_TREASURE, "False Treasure")
    other = in_hand(
        table,
        "Reveal this event at the beginning of one of your turns: Remove all events from the game.",
        "Favor",
    )
    begin(table, 0, lambda which: which.options[0].answer, True)
    assert other.where == ASIDE


def test_an_event_that_was_played_is_not_played_again() -> None:
    table = Table()
    line = (
        "Reveal this event at the beginning of one of your turns: As a free action, dock one of your ships at"
        " the nearest unexplored wild island or the nearest wild island with no treasure on it."
    )
    event = in_hand(table, line, "Hidden Cove")
    table.island(0, 0)
    ship = table.ship(0, 400, 400)
    begin(table, 0, True)
    assert ship.docked is not None
    assert event.face_up
    table.state.turn.done = ()
    asked = len(table.asked)
    begin(table, 0)
    assert len(table.asked) == asked


def test_the_token_of_an_event_is_laid_on_the_sea() -> None:
    table = Table()
    island, ship = table.island(0, 0), table.ship(1, 300, 0)
    line = (
        "Reveal this event at the beginning of one of your turns and place its token anywhere on the play"
        " area (except on an island or terrain): Any die rolls made for ships within L of the token get -2 to"
        " their results."
    )
    event = in_hand(table, line, "Cursed Zone")
    begin(table, 0, True)
    assert event.where == SEA
    assert event.pose is not None
    assert sea.gap(table.game.state, event, island) > 0
    assert ship.afloat


def places(decision: Decision) -> Any:
    """The first place that is offered."""
    assert decision.kind is Kind.PLACE
    assert 1 < len(decision.options) <= 24
    return decision.options[0].answer


def test_a_fog_bank_is_placed_within_l_of_her() -> None:
    table = Table()
    line = "Once per turn instead of giving this ship an action, you may place a fog bank within L of her."
    ship = table.ship(0, 0, 0, line=line)
    given = Event("give", object=Matter("move_action", ship.id), to=ship.id, player=0)
    table.propose(given, [True, places])
    (fog,) = [piece for piece in table.state.pieces if piece.kind == "terrain"]
    assert fog.where == SEA
    assert sea.within(table.game.state, ship, fog, ("L",))


def test_a_crew_from_outside_the_game_comes_aboard_and_assumes_her_nation() -> None:
    table = Table()
    island, ship = table.island(0, 0), table.ship(0, 150, 0)
    line = (
        "Place any one crew with point cost 3 or less on this ship, using standard cargo capacity rules. That"
    )
    line += " crew assumes this ship's nationality. Remove Castaway from the game."
    castaway = table.crew(island, line, name="Castaway", kind="treasure", nation=None)
    aboard = table.crew(ship, points=2)
    mate = table.state.add(card("Mate", "crew", "", nation="french", points=3), 0, ASIDE)
    table.propose(Event("load", agent=ship.id, object=castaway.id, source=island.id, at=island.id, player=0))
    assert mate.where == ship.id
    assert mate.nation == ship.nation
    assert aboard.where == ship.id
    assert castaway.where == OUT


def test_treasure_is_placed_aboard_a_ship_as_if_she_loaded_it() -> None:
    table = Table()
    line = (
        "If this sea creature is within S of both a wild island and a friendly ship, she can place one"
        " treasure from that wild island on that ship as a free action."
    )
    island = table.island(0, 0)
    table.ship(0, 110, 0, kind="sea creature", line=line)
    ship = table.ship(0, 110, 60)
    coin = table.coin(island, 4)
    ((_, found),) = table.game.active.offers(0)
    table.run(table.game.active.use(found))
    assert coin.where == ship.id
    assert "load" in [entry[1] for entry in table.game.log]


def test_an_event_from_outside_the_game_joins_the_hand() -> None:
    table = Table()
    event = table.state.add(card("Raft", "event", ""), None, ASIDE)
    table.propose(Event("add", agent=Seat(1), object=event.id, player=1))
    assert event.owner == 1
    assert event.where == ASIDE
