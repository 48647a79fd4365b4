"""A position knows what is aboard of what, however pieces are moved, and whether abilities are concerned."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pirate_code.board.card import Card, coin
from pirate_code.board.state import ASIDE, OUT, SEA, State

SHIP = Card(id="ship", name="Ship", kind="ship")
CREW = Card(id="crew", name="Crew", kind="crew")


def position() -> State:
    """Two ships at sea, three crew and three coins aside."""
    state = State(2)
    for _ in range(2):
        state.add(SHIP, 0, SEA)
    for number in range(3):
        state.add(CREW, 0)
        state.add(coin(number + 1))
    return state


Moves = st.lists(st.tuples(st.integers(2, 7), st.sampled_from([0, 1, ASIDE, OUT])), max_size=12)


@given(Moves)
def test_what_is_aboard_is_what_was_put_there(moves: list[tuple[int, int]]) -> None:
    state = position()
    for number, where in moves:
        state.put(state.pieces[number], where)
        for one in (state, state.copy()):
            for ship in (0, 1):
                there = [piece.id for piece in one.pieces if piece.where == ship]
                assert [piece.id for piece in one.aboard(ship)] == there
                assert one.has_aboard(ship) == bool(there)


def test_a_copy_and_its_original_do_not_share_what_is_aboard() -> None:
    state = position()
    state.put(state.pieces[2], 0)
    assert [piece.id for piece in state.aboard(0)] == [2]
    copy = state.copy()
    copy.put(copy.pieces[3], 0)
    assert [piece.id for piece in copy.aboard(0)] == [2, 3]
    assert [piece.id for piece in state.aboard(0)] == [2]
    assert next(copy.aboard(0)) is copy.pieces[2]


def test_a_list_that_somebody_goes_through_stays_as_it_was() -> None:
    state = position()
    for number in (2, 3, 4):
        state.put(state.pieces[number], 0)
    for piece in state.aboard(0):
        state.put(piece, OUT)
    assert not state.has_aboard(0)


def test_a_coin_changes_its_place_and_nothing_that_is_in_force() -> None:
    state = position()
    crew, gold = state.pieces[2], state.pieces[3]
    before = state.stamp, state.place_stamp
    state.put(gold, 0)
    assert (state.stamp, state.place_stamp) == (before[0], before[1] + 1)
    state.put(crew, 0)
    assert (state.stamp, state.place_stamp) == (before[0] + 1, before[1] + 2)
