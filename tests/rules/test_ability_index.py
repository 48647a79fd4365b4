"""The index of ops is made anew when others can act, and only then; it always holds what can act now."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.board.state import OUT, End, Lasting, Until
from pirate_code.rules.ability_index import AbilityIndex
from pirate_code.rules.program.lower.derived import cancelled
from tests.rules.positions import Table

ROLLS = "This ship gets +1 to her cannon rolls."
UNPINNED = "This ship cannot be pinned."


def test_an_index_is_kept_while_the_same_pieces_can_act() -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, line=UNPINNED), table.ship(1, 300, 0)
    index = table.game.active
    before = index.entries("forbid", "pin")
    assert [entry.source for entry in before] == [ship.id]
    table.state.mark(other, "submerged")
    table.state.give_to(ship, 1)
    assert index.entries("forbid", "pin") is before


def test_an_index_is_made_anew_when_a_piece_is_turned_over_or_leaves_play() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)
    crew = table.crew(ship, UNPINNED)
    assert len(table.game.active.entries("forbid", "pin")) == 1
    table.state.turn_face(crew, False)
    assert not table.game.active.entries("forbid", "pin")
    table.state.turn_face(crew, True)
    assert len(table.game.active.entries("forbid", "pin")) == 1
    table.state.put(crew, OUT)
    assert not table.game.active.entries("forbid", "pin")


def test_an_effect_like_the_one_before_is_another_effect() -> None:
    table = Table()
    ship = table.ship(0, 0, 0)

    def like() -> Lasting:
        return Lasting(cancelled(), ship.id, 0, (ship.id,), End(Until.TURN))

    first, second = like(), like()
    assert first == second
    table.game.begin(first)
    assert _effects(table) == [id(first)] * len(_effects(table)) != []
    table.game.lift(first)
    table.game.begin(second)
    assert _effects(table) == [id(second)] * len(_effects(table)) != []


def _effects(table: Table) -> list[int]:
    """The effects whose ops the index holds, by identity."""
    table.game.active.contested()
    found = [
        entry for acting in table.game.active._index.values() for one in acting.values() for entry in one
    ]
    return [id(entry.lasting) for entry in found if entry.lasting is not None]


STEPS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["up", "down", "out", "aboard", "other"])))


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_an_index_that_is_kept_is_like_one_that_is_made(steps: list[tuple[int, str]]) -> None:
    table = Table()
    ship, other = table.ship(0, 0, 0, line=ROLLS), table.ship(1, 300, 0)
    crew = [table.crew(ship, line) for line in (UNPINNED, ROLLS, "Once per turn, roll a d6.", "")]
    for number, what in steps:
        piece = crew[number]
        if what in {"up", "down"}:
            table.state.turn_face(piece, what == "up")
        else:
            table.state.put(piece, {"out": OUT, "aboard": ship.id, "other": other.id}[what])
        table.game.active.contested()
        fresh = AbilityIndex(table.game)
        fresh.contested()
        assert table.game.active._index == fresh._index
