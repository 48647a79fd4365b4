"""The greedy captain goes for gold and beats the random one; both see only what their player may see."""

from __future__ import annotations

from dataclasses import replace

from pirate_code.board.observe import observe
from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import Piece, State
from pirate_code.core.captains import Random
from pirate_code.core.dice import Dice
from pirate_code.fleets.fleet_file import load_fleet
from pirate_code.fleets.notation_names import builtin_names
from pirate_code.play.game import play
from pirate_code.play.greedy import Curious, Greedy, Raider
from pirate_code.rules.decision import Decision, Kind, Option
from pirate_code.rules.program.lower.clauses import ops_of
from tests.rules.positions import Table


def asked(kind: Kind, *answers: object, about: Piece | None = None) -> Decision:
    """A decision of player 0."""
    options = tuple(Option(answer, str(answer)) for answer in answers)
    return Decision(0, kind, about.id if about is not None else None, None, options)


def test_a_random_captain_takes_every_option_some_day() -> None:
    captain, decision = Random(Dice(1)), asked(Kind.EFFECT, 1, 2, 3)
    taken = {captain.answer(decision, lambda: State(1)) for _ in range(60)}
    assert taken == {1, 2, 3}


def greedy(table: Table, decision: Decision) -> object:
    """What the greedy captain answers."""
    return Greedy(Dice(1)).answer(decision, lambda: observe(table.state, decision.player))


def test_a_greedy_captain_explores_where_there_is_treasure() -> None:
    table = Table()
    island = table.island(0, 0)
    ship = table.ship(0, 100, 0)
    ship.docked = island.id
    table.coin(island, 3)
    options = ({"give": "move_action", "to": ship.id}, {"give": "explore_action", "to": ship.id}, None)
    assert greedy(table, asked(Kind.TURN, *options)) == options[1]


def test_a_greedy_captain_explores_a_wreck_with_treasure_and_no_other_ship() -> None:
    table = Table()
    island = table.island(600, 0)
    table.coin(island, 3)
    ship, other = table.ship(0, 0, 0), table.ship(0, 10, 0)
    options = ({"give": "explore_action", "to": ship.id}, {"give": "move_action", "to": ship.id}, None)
    decision = asked(Kind.TURN, *options)
    assert greedy(table, decision) == options[1]
    other.masts = (0,) * len(other.masts)
    assert greedy(table, decision) == options[1]
    table.coin(other, 2)
    assert greedy(table, decision) == options[0]


def test_a_greedy_captain_sails_toward_treasure_and_home_with_it() -> None:
    table = Table()
    table.island(-600, 0, home=0)
    island = table.island(600, 0)
    table.coin(island, 3)
    ship = table.ship(0, 0, 0)
    ahead = {"segment": "S", "turn": 0.0, "from": 0, "length": 57.5}
    astern = {"segment": "S", "turn": 170.0, "from": 0, "length": 57.5}
    decision = asked(Kind.COURSE, astern, ahead, "stop", about=ship)
    assert greedy(table, decision) == ahead
    for _ in range(4):
        table.coin(ship, 1)
    assert greedy(table, decision) == astern


def test_a_greedy_captain_loads_the_dearest_treasure_it_knows() -> None:
    table = Table()
    island = table.island(0, 0)
    coins = [table.coin(island, value) for value in (1, 5, 2)]
    for coin in coins:
        coin.known = frozenset({0})
    options = [{"load": coin.id} for coin in coins]
    assert greedy(table, asked(Kind.CARGO, *options, None)) == options[1]


def test_greedy_beats_random() -> None:
    fleets = [load_fleet(name, builtin_names()) for name in ("french-traders", "viking-raiders")]
    for seed in (1, 2, 3):
        captains = ("greedy", "random") if seed % 2 else ("random", "greedy")
        won = play(fleets, "code", seed, captains).result.winners
        assert won == ((0,) if seed % 2 else (1,))


def test_a_raider_sails_at_the_enemy_before_it_goes_for_treasure() -> None:
    table = Table()
    table.coin(table.island(600, 0), 3)
    ship = table.ship(0, 0, 0)
    table.ship(1, -600, 0)
    ahead = {"segment": "S", "turn": 0.0, "from": 0, "length": 57.5}
    astern = {"segment": "S", "turn": 170.0, "from": 0, "length": 57.5}
    decision = asked(Kind.COURSE, ahead, astern, "stop", about=ship)
    assert greedy(table, decision) == ahead
    assert Raider(Dice(1)).answer(decision, lambda: observe(table.state, 0)) == astern


def test_a_curious_captain_goes_for_ships_and_for_treasure_and_loads_the_strangest() -> None:
    table = Table()
    island = table.island(600, 0)
    coin, relic = table.coin(island, 7), table.coin(island, 0)
    relic.card = replace(relic.card, line="This ship gets +1 to her cannon rolls.")
    ships = [table.ship(0, 0, 0) for _ in range(2)]
    table.ship(1, -600, 0)
    ahead = {"segment": "S", "turn": 0.0, "from": 0, "length": 57.5}
    astern = {"segment": "S", "turn": 170.0, "from": 0, "length": 57.5}
    captain, look = Curious(Dice(1)), lambda: observe(table.state, 0)
    for piece in (coin, relic):
        piece.known = frozenset({0})
    ways = [captain.answer(asked(Kind.COURSE, ahead, astern, "stop", about=ship), look) for ship in ships]
    assert ways == [ahead, astern]
    options = [{"load": coin.id}, {"load": relic.id}]
    assert captain.answer(asked(Kind.CARGO, *options, None), look) == options[1]


def test_a_greedy_captain_shoots_only_when_somebody_is_near() -> None:
    table = Table()
    ship, enemy = table.ship(0, 0, 0), table.ship(1, 400, 0)
    shoot = {"give": "shoot_action", "to": ship.id}
    decision = asked(Kind.TURN, shoot, None)
    assert greedy(table, decision) is None
    enemy.pose = Pose(100, 0, 0)
    assert greedy(table, decision) == shoot


def test_a_greedy_captain_reveals_crew_and_builds_forts() -> None:
    table = Table()
    for answer in ({"reveal": 1}, {"build": 1, "on": 2}, {"untangle": 1}):
        assert greedy(table, asked(Kind.TURN, {"scuttle": 1}, answer, None)) == answer


def test_a_greedy_captain_does_not_run_into_a_ship_of_its_own() -> None:
    table = Table()
    island = table.island(600, 0)
    table.coin(island, 3)
    ship, own = table.ship(0, 0, 0), table.ship(60, 0, 0)
    ahead = {"segment": "S", "turn": 0.0, "from": 0, "length": 20.0}
    aside = {"segment": "S", "turn": 90.0, "from": 0, "length": 57.5}
    options = (Option(ahead, "ahead", (own.id,)), Option(aside, "aside"), Option("stop", "stop"))
    assert greedy(table, Decision(0, Kind.COURSE, ship.id, None, options)) == aside


def test_a_greedy_captain_shoots_at_the_ship_with_gold_aboard() -> None:
    table = Table()
    ship, empty, laden = table.ship(0, 0, 0), table.ship(1, 100, 0), table.ship(1, 0, 100)
    table.coin(laden, 3)
    options = tuple(Option([0, other.id], other.card.name, (other.id,)) for other in (empty, laden))
    decision = Decision(0, Kind.TARGET, ship.id, "shoot", (*options, Option(None, "stop")))
    assert greedy(table, decision) == [0, laden.id]


def test_a_greedy_captain_harms_the_others_before_his_own() -> None:
    table = Table()
    own, enemy = table.ship(0, 0, 0), table.ship(1, 100, 0)
    options = tuple(Option(ship.id, ship.card.name, (ship.id,)) for ship in (own, enemy))
    for event in ("cancel", "eliminate"):
        assert greedy(table, Decision(0, Kind.PICK, own.id, event, options)) == enemy.id


def test_a_greedy_captain_cancels_abilities_of_others_before_his_own() -> None:
    table = Table()
    own, enemy = table.ship(0, 0, 0), table.ship(1, 100, 0)
    options = tuple(
        Option(["ability", ship.id, 0], ship.card.name, (Matter("ability", ship.id, 0),))
        for ship in (own, enemy)
    )
    for order in (options, options[::-1]):
        assert greedy(table, Decision(0, Kind.PICK, own.id, "cancel", order)) == ["ability", enemy.id, 0]


def test_a_greedy_captain_cancels_nothing_where_no_enemy_is_near() -> None:
    line = "Once per turn, one ship within S of this ship cannot use that ship's abilities that turn."
    for away, uses in ((120.0, True), (400.0, False)):
        table = Table()
        ship = table.ship(0, 0, 0, line=line)
        table.ship(0, 0, 60)
        table.ship(1, away, 0)
        (ability,) = ops_of(ship.card.abilities, "ship")
        use = Option({"use": ship.id, "nth": 0}, "cancel", (ship.id,), does=ability)
        decision = Decision(0, Kind.TURN, Seat(0), "turn", (use, Option(None, "end the turn")))
        assert greedy(table, decision) == (use.answer if uses else None)


def test_a_greedy_captain_does_not_turn_into_a_ship_of_its_own() -> None:
    table = Table()
    table.coin(table.island(600, 0), 3)
    ship, own = table.ship(0, 0, 0), table.ship(0, 60, 0)
    options = (Option(0.0, "keep her heading", (own.id,)), Option(45.0, "45° to port"))
    assert greedy(table, Decision(0, Kind.HEADING, ship.id, "rotate", options)) == 45.0
