"""What words mean on a position: who is within S, who is friendly, which ship is that ship."""

from pirate_code.board.refs import Part
from pirate_code.language import parse
from pirate_code.language import tree as t
from pirate_code.rules import stats
from pirate_code.rules.event import Event
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.lower.expressions import selector
from pirate_code.rules.program.selectors import Selector
from tests.rules.positions import Table


def subject_of(line: str) -> Selector:
    """The pieces that a line forbids to be pinned."""
    (ability,) = parse(line)
    assert isinstance(ability.effect, t.Happen)
    assert ability.effect.event.object is not None
    return selector(ability.effect.event.object)


def named(table: Table, source: int, line: str) -> set[int]:
    """The pieces that a line speaks of, seen from a piece."""
    found = subject_of(line).find(Context(table.game, source, table.game.piece(source).owner or 0))
    return {ref for ref in found if isinstance(ref, int)}


def test_within_s_is_measured_from_hull_to_hull() -> None:
    table = Table()
    ship, near, far = table.ship(0, 0, 0), table.ship(1, 0, 70), table.ship(1, 0, 400)
    line = "Enemy ships within S of this ship cannot be pinned."
    assert named(table, ship.id, line) == {near.id}
    assert far.id not in named(table, ship.id, line)


def test_friendly_and_enemy_are_seen_from_the_controller() -> None:
    table = Table()
    ship, friend, enemy = table.ship(0, 0, 0), table.ship(0, 200, 0), table.ship(1, 400, 0)
    assert named(table, ship.id, "Friendly ships cannot be pinned.") == {ship.id, friend.id}
    assert named(table, ship.id, "Enemy ships cannot be pinned.") == {enemy.id}
    table.state.give_to(enemy, 0)
    assert named(table, ship.id, "Enemy ships cannot be pinned.") == set()


def test_this_ship_is_the_one_that_the_crew_is_aboard() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0), table.ship(0, 300, 0)
    crew = table.crew(ship, "This ship cannot be pinned.")
    assert not table.game.allows(Event("pin", object=ship.id))
    table.state.put(crew, other.id)
    assert table.game.allows(Event("pin", object=ship.id))
    assert not table.game.allows(Event("pin", object=other.id))


def test_a_bonus_against_a_nation_counts_only_against_it() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="This ship gets +1 to her cannon rolls against French ships.")
    french, spanish = table.ship(1, 200, 0, nation="french"), table.ship(1, 400, 0, nation="spanish")
    gun = Part(ship.id, "cannon", 0)
    bonus = [
        stats.of(table.game, "cannon_roll", gun, Event("roll", agent=gun, against=target.id))
        for target in (french, spanish)
    ]
    assert bonus == [1, 0]


def test_forts_cannot_shoot_at_her_but_ships_can() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, line="Forts cannot shoot at this ship.")
    island, enemy = table.island(300, 300), table.ship(1, 100, 100)
    fort = table.crew(enemy, kind="fort", name="Fort", cannons="3S-3S")
    table.state.put(fort, island.id)
    assert not table.game.allows(Event("shoot_at", agent=fort.id, object=ship.id))


def test_two_captains_of_one_bonus_on_two_ships_each_have_it() -> None:
    table = Table()
    ships = [table.ship(0, 0, y, line="This ship gets +1 to her boarding rolls.") for y in (0, 300)]
    assert [stats.of(table.game, "boarding_roll", ship.id) for ship in ships] == [1, 1]


def test_a_base_move_grows_by_segments() -> None:
    table = Table()
    ship = table.ship(
        0, 0, 0, line="When this ship carries no cargo, she gets +S to her base move.", move="S+L"
    )
    assert stats.base_move(table.game, ship) == ("S", "L", "S")
    table.coin(ship, 3)
    assert stats.base_move(table.game, ship) == ("S", "L")
