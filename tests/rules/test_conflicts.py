"""Abilities that conflict: the higher rank wins, and between equals the controller of the piece says."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.rules import conflicts, stats
from pirate_code.rules.event import Event
from pirate_code.rules.program.abilities import abilities
from pirate_code.rules.program.lower.clauses import ops_of
from pirate_code.rules.program.ops import Rank
from tests.rules.positions import Table

LINES = {
    Rank.MUST_NOT: "This ship must not dock.",
    Rank.MUST: "This ship must dock at any island.",
    Rank.CANNOT: "This ship cannot dock.",
    Rank.MAY: "This ship may dock at any island.",
}


@pytest.mark.parametrize("rank", Rank)
def test_the_words_of_a_line_give_its_rank(rank: Rank) -> None:
    (op,) = ops_of(abilities(parse(LINES[rank])), "ship")
    assert op.rank is rank


def test_never_is_told_as_must_not_and_always_as_must() -> None:
    (never,) = ops_of(abilities(parse("This ship may never dock.")), "ship")
    (always,) = ops_of(abilities(parse("This ship always docks.")), "ship")
    assert (never.rank, always.rank) == (Rank.MUST_NOT, Rank.MUST)


@pytest.mark.parametrize("one", Rank)
@pytest.mark.parametrize("other", Rank)
def test_of_two_abilities_the_higher_rank_decides(one: Rank, other: Rank) -> None:
    table = Table()
    island = table.island(0, 0)
    ship = table.ship(0, 100, 0, line=LINES[one])
    table.crew(ship, LINES[other])
    decides = max(one, other)
    docks = table.game.allows(Event("dock", agent=ship.id, at=island.id, player=0))
    assert docks == (decides in {Rank.MUST, Rank.MAY})


def test_what_must_happen_happens_against_a_rule() -> None:
    table = Table()
    harbour = table.island(0, 0, home=1)
    plain, bold = table.ship(0, 100, 0), table.ship(0, 300, 0, line=LINES[Rank.MUST])
    dock = Event("dock", at=harbour.id, player=0)
    assert not table.game.allows(dock.but(agent=plain.id))
    assert table.game.allows(dock.but(agent=bold.id))


def test_the_controller_is_asked_once_which_of_two_settings_wins() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    fast = table.crew(ship, "This ship's base move becomes L.", "Fast")
    slow = table.crew(ship, "This ship's base move becomes S+S.", "Slow")
    for chosen, move in ((fast, ("L",)), (slow, ("S", "S"))):
        table.state.precedence.clear()
        table.run(conflicts.settle(table.game), [chosen.id])
        assert stats.base_move(table.game, ship) == move
        table.run(conflicts.settle(table.game), [])  # nobody is asked again


def test_settings_that_agree_are_no_conflict() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S", line="This ship's base move becomes L.")
    table.crew(ship, "When this ship is not docked, her base move becomes L.")
    table.run(conflicts.settle(table.game), [])
    assert stats.base_move(table.game, ship) == ("L",)


def test_a_setting_that_must_be_outranks_one_that_is() -> None:
    table = Table()
    ship = table.ship(0, 0, 0, move="S")
    table.crew(ship, "This ship's base move becomes L.")
    table.crew(ship, "This ship's base move must become S+S.")
    table.run(conflicts.settle(table.game), [])
    assert stats.base_move(table.game, ship) == ("S", "S")
