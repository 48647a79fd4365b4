"""Effects that last: until the turn ends, for somebody's next turn, until something happens."""

from __future__ import annotations

from pirate_code.board.state import End, Lasting, Phase, Until
from pirate_code.language import parse
from pirate_code.language import tree as t
from pirate_code.rules import stats, turn
from pirate_code.rules.event import Event
from pirate_code.rules.program.lower.effects import effect
from tests.rules.at_sea import ahead, give
from tests.rules.positions import Table


def faster(table: Table, source: int, until: Until, player: int | None = None) -> None:
    """Put +S for this ship in force until a moment."""
    (ability,) = parse("This ship gets +S to her base move.")
    assert not isinstance(ability.effect, t.KeywordAbility)
    ends = End(until, player, table.state.turn.number)
    table.game.begin(Lasting(effect(ability.effect), source, 0, (), ends))


def pass_turn(table: Table, player: int) -> None:
    turn.open_turn(table.game, player)
    table.run(turn.take_turn(table.game, lambda: False), [None])


def test_what_lasts_this_turn_ends_with_it() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    turn.open_turn(table.game, 0)
    faster(table, ship.id, Until.TURN)
    assert stats.base_move(table.game, ship) == ("L", "S")
    table.run(turn.take_turn(table.game, lambda: False), [None])
    assert stats.base_move(table.game, ship) == ("L",)


def test_what_is_said_of_the_next_turn_of_a_player_holds_in_that_turn_only() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    faster(table, ship.id, Until.NEXT_TURN, 0)
    assert stats.base_move(table.game, ship) == ("L",)
    pass_turn(table, 1)
    assert stats.base_move(table.game, ship) == ("L",)
    turn.open_turn(table.game, 0)
    table.run(turn.take_turn(table.game, lambda: True), [])
    assert stats.base_move(table.game, ship) == ("L", "S")
    table.state.turn.phase = Phase.END
    table.run(turn.take_turn(table.game, lambda: False), [])
    assert not table.state.lasting


def test_what_lasts_until_a_turn_begins_ends_before_anything_else_happens_in_it() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    faster(table, ship.id, Until.BEGINNING, 0)
    pass_turn(table, 1)
    assert stats.base_move(table.game, ship) == ("L", "S")
    pass_turn(table, 0)
    assert not table.state.lasting


def test_a_target_hit_by_a_chain_shot_cannot_move_on_her_next_turn_and_can_on_the_one_after() -> None:
    table = Table()
    ship = table.ship(1, 0, 0, move="S")
    (ability,) = parse("This ship cannot be given move actions.")
    assert not isinstance(ability.effect, t.KeywordAbility)
    ends = End(Until.NEXT_TURN, 1, table.state.turn.number)
    table.game.begin(Lasting(effect(ability.effect), ship.id, 0, (), ends))
    for allowed in (False, True):
        turn.open_turn(table.game, 1)
        table.run(turn.take_turn(table.game, lambda: True), [])
        assert table.game.allows(give(ship)) == allowed
        table.state.turn.phase = Phase.END
        table.run(turn.take_turn(table.game, lambda: False), [])


def test_what_lasts_until_she_docks_at_home_ends_when_she_does() -> None:
    table = Table()
    line = (
        "1-2: No effect.\n3-4: No effect.\n"
        "5-6: Crew on this ship do not take up cargo space until after this ship docks at her home island."
    )
    wild, home = table.island(0, 0, line=line), table.island(300, 0, home=0)
    ship = table.ship(0, 100, 0, move="L")
    mate = table.crew(ship)
    table.propose(Event("visit", agent=ship.id, object=wild.id, player=0), dice=[6])
    assert stats.number(table.game, "cargo_space", mate.id) == 0
    table.propose(give(ship), [ahead("L")])
    assert ship.docked is None or ship.docked == home.id
    table.propose(Event("dock", agent=ship.id, at=home.id, player=0))
    assert stats.number(table.game, "cargo_space", mate.id) == 1
    assert not table.state.lasting


def test_an_effect_of_many_turns_counts_the_turns_of_all_players() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="L")
    (ability,) = parse("This ship gets +S to her base move.")
    assert not isinstance(ability.effect, t.KeywordAbility)
    ends = End(Until.TURNS, turn=table.state.turn.number + 2)
    table.game.begin(Lasting(effect(ability.effect), ship.id, 0, (), ends))
    pass_turn(table, 1)
    assert table.state.lasting
    pass_turn(table, 0)
    assert not table.state.lasting
