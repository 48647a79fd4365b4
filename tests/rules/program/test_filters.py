"""Filters: which things of a position pass, and which do not."""

from __future__ import annotations

import pytest

from pirate_code.board.geometry import L, S
from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import ASIDE, Piece
from pirate_code.rules.program import filters as f
from pirate_code.rules.program.amounts import Number
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.extremes import extremes
from pirate_code.rules.program.selectors import THIS_SHIP, pieces
from tests.rules.positions import Table

ANY_SHIP, ANY_CREW, ANY_ISLAND = pieces("ship", "any"), pieces("crew", "any"), pieces("island", "any")


class Small:
    """A ship of ours with a crew, an enemy ship to compare with, and an island."""

    def __init__(self) -> None:
        self.table = Table()
        self.ours = self.table.ship(0, 0, 0, name="Golden Hind", points=12)
        self.theirs = self.table.ship(1, 0, 60, name="Ark", nation="french", points=8, cannons="2L-4S")
        self.mate = self.table.crew(self.ours, "Captain.", name="Mate", points=3)
        self.island = self.table.island(600, 0, home=1)
        self.ctx = Context(self.table.game, self.ours.id, 0)

    def passing(self, narrow: f.Filter, *of: Piece) -> list[str]:
        """The names of those that pass."""
        return [piece.card.name for piece in of if narrow.holds(piece.id, self.ctx)]


def test_a_nation_lets_its_own_pieces_pass_and_denied_all_others() -> None:
    small = Small()
    both = (small.ours, small.theirs)
    assert small.passing(f.OfNation("french"), *both) == ["Ark"]
    assert small.passing(f.OfNation("french", negated=True), *both) == ["Golden Hind"]
    assert not f.OfNation("french").holds(Seat(1), small.ctx)


def test_a_keyword_is_seen_on_who_has_it() -> None:
    small = Small()
    other = small.table.crew(small.ours, name="Cook")
    assert small.passing(f.HasKeyword("captain"), small.mate, other) == ["Mate"]
    assert small.passing(f.HasKeyword("helmsman", or_name="Cook"), small.mate, other) == ["Cook"]


def test_a_word_of_a_name_is_found_in_capitals_or_not() -> None:
    small = Small()
    assert small.passing(f.NamedLike("golden"), small.ours, small.theirs) == ["Golden Hind"]


def test_a_state_is_marked_on_the_piece_or_seen_on_the_table() -> None:
    small = Small()
    small.table.state.mark(small.theirs, "submerged")
    both = (small.ours, small.theirs)
    assert small.passing(f.in_state("submerged"), *both) == ["Ark"]
    assert small.passing(f.in_state("submerged", negated=True), *both) == ["Golden Hind"]
    assert small.passing(f.in_state("enemy"), *both) == ["Ark"]
    small.ours.docked = small.island.id
    assert small.passing(f.in_state("docked"), *both) == ["Golden Hind"]


def test_an_ability_that_keeps_a_piece_in_a_state_decides() -> None:
    small = Small()
    ghost = small.table.ship(0, 300, 300, name="Ghost", line="This ship is submerged.")
    assert small.passing(f.in_state("submerged"), ghost, small.ours) == ["Ghost"]


@pytest.mark.parametrize(
    ("distance", "beyond", "passes"),
    [(("S",), (), True), (("L",), ("S",), False), (("L",), (), True)],
)
def test_a_distance_is_measured_between_hulls(
    distance: tuple[str, ...], beyond: tuple[str, ...], passes: bool
) -> None:
    small = Small()
    assert f.Within(distance, beyond=beyond).holds(small.theirs.id, small.ctx) is passes


def test_what_is_farther_than_the_distance_does_not_pass() -> None:
    small = Small()
    far = small.table.ship(1, 0, 40 + S + L)
    assert not f.Within(("S",)).holds(far.id, small.ctx)
    assert f.Within(("S",), negated=True).holds(far.id, small.ctx)
    assert f.Within(("L", "L")).holds(far.id, small.ctx)


def test_crew_is_located_on_its_ship_and_a_ship_where_she_is_docked() -> None:
    small = Small()
    assert f.Located("on", THIS_SHIP).holds(small.mate.id, small.ctx)
    assert f.Located("on", THIS_SHIP).holds(Part(small.ours.id, "mast", 0), small.ctx)
    assert not f.Located("docked_at", ANY_ISLAND).holds(small.ours.id, small.ctx)
    small.ours.docked = small.island.id
    assert f.Located("docked_at", ANY_ISLAND).holds(small.ours.id, small.ctx)


def test_ships_touch_when_their_hulls_do_and_never_themselves() -> None:
    small = Small()
    beside = small.table.ship(1, 0, 20)
    touching = f.Touching(THIS_SHIP)
    assert touching.holds(beside.id, small.ctx)
    assert not touching.holds(small.theirs.id, small.ctx)
    assert not touching.holds(small.ours.id, small.ctx)


def test_a_ship_has_what_is_aboard_as_many_as_are_asked_for() -> None:
    small = Small()
    two = pieces("crew", count=Number(2))
    both = (small.ours, small.theirs)
    assert small.passing(f.Has(ANY_CREW, ANY_CREW), *both) == ["Golden Hind"]
    assert small.passing(f.Has(ANY_CREW, ANY_CREW, negated=True), *both) == ["Ark"]
    assert small.passing(f.Has(two, ANY_CREW), *both) == []
    small.table.crew(small.ours)
    assert small.passing(f.Has(two, ANY_CREW), *both) == ["Golden Hind"]


@pytest.mark.parametrize(
    ("compare", "passing"),
    [
        ("at_most", ["Ark"]),
        ("at_least", ["Golden Hind", "Ark"]),
        ("equal", ["Ark"]),
        ("more", ["Golden Hind"]),
    ],
)
def test_a_stat_is_compared_with_an_amount(compare: str, passing: list[str]) -> None:
    small = Small()
    narrow = f.StatIs("point_cost", compare, Number(8))
    assert small.passing(narrow, small.ours, small.theirs) == passing


def test_a_cannon_is_of_its_range_and_rank() -> None:
    small = Small()
    cannons: list[Ref] = [Part(small.theirs.id, "cannon", number) for number in (0, 1)]
    assert [f.OfRange("L").holds(part, small.ctx) for part in cannons] == [True, False]
    assert [f.OfRange("S", 4).holds(part, small.ctx) for part in cannons] == [False, True]
    assert not f.OfRange("L").holds(small.theirs.id, small.ctx)


def test_a_description_a_denial_and_an_exception() -> None:
    small = Small()
    assert f.IsA(ANY_SHIP).holds(small.ours.id, small.ctx)
    assert not f.IsA(ANY_SHIP, negated=True).holds(small.ours.id, small.ctx)
    assert f.Except(THIS_SHIP).holds(small.theirs.id, small.ctx)
    assert not f.Except(THIS_SHIP).holds(small.ours.id, small.ctx)


def test_a_result_equals_an_amount() -> None:
    small = Small()
    small.ctx.result = 5
    assert f.Equals("at_least", Number(5)).holds(Matter("result"), small.ctx)
    assert not f.Equals("at_least", Number(6)).holds(Matter("result"), small.ctx)


def test_only_what_is_set_aside_is_outside_the_game() -> None:
    small = Small()
    small.table.state.put(small.mate, ASIDE)
    assert f.OutsideGame().holds(small.mate.id, small.ctx)
    assert not f.OutsideGame().holds(small.ours.id, small.ctx)


def test_the_highest_the_lowest_and_the_nearest_are_kept_of_all() -> None:
    small = Small()
    far = small.table.ship(1, 0, 400, name="Far", points=20)
    refs: list[Ref] = [small.theirs.id, far.id]
    assert extremes((f.Extreme("highest", "point_cost"),), refs, small.ctx) == [far.id]
    assert extremes((f.Extreme("lowest", "point_cost"),), refs, small.ctx) == [small.theirs.id]
    assert extremes((f.in_state("nearest"),), refs, small.ctx) == [small.theirs.id]
    assert extremes((f.OfNation("french"),), refs, small.ctx) == refs
