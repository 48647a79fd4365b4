"""The table in characters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pirate_code.board.card import Card
from pirate_code.board.observe import observe
from pirate_code.board.outlines import load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, State
from pirate_code.views.text_table import draw, draw_close

OUTLINE = next(iter(load_outlines()))
PLACES = st.floats(-5000, 5000)


def table(*poses: Pose) -> State:
    state = State(2, seed=1)
    for number, pose in enumerate(poses):
        ship = state.add(Card(id=f"s{number}", name=f"Ship {number}", kind="ship", masts=2), owner=number % 2)
        state.put(ship, SEA)
        ship.pose, ship.outline = pose, OUTLINE
    return state


@given(st.lists(st.builds(Pose, PLACES, PLACES, st.floats(0, 360)), max_size=40))
def test_every_ship_is_told_and_every_line_of_the_sea_is_as_long(poses: list[Pose]) -> None:
    lines = draw(table(*poses), 0)
    sea = lines[: len(lines) - len(poses)]
    assert len({len(line) for line in sea}) == 1
    assert len(lines) - len(sea) == len(poses)


def test_north_is_up_and_an_arrow_shows_the_bow() -> None:
    sea = "\n".join(draw(table(Pose(0, 0, 0), Pose(0, 500, 90)), 0))
    assert sea.index("B↑") < sea.index("A→")


@given(st.lists(st.builds(Pose, PLACES, PLACES, st.floats(0, 360)), min_size=1, max_size=20), PLACES)
def test_what_is_close_is_drawn_with_the_places_to_come_to(poses: list[Pose], off: float) -> None:
    state = table(*poses)
    first = poses[0]
    lines = draw_close(state, state.pieces[0], {7: Pose(first.x + off / 50, first.y, 0)})
    assert len({len(line) for line in lines[:-1]}) == 1
    assert any("7" in line for line in lines[1:-2])
    assert "A Ship 0" in lines[-1]


def test_coins_that_a_player_does_not_know_are_counted_on_a_home_island() -> None:
    state = table(Pose(0, 0, 0))
    home = state.add(Card(id="i", name="Home", kind="island"), owner=1)
    state.put(home, SEA)
    home.pose, home.outline, home.home = Pose(300, 0, 0), OUTLINE, 1
    for worth in (3, 4):
        coin = state.add(Card(id=f"c{worth}", name="Coin", kind="treasure"), owner=None)
        coin.value, coin.face_up = worth, False
        state.put(coin, home.id)
    assert ", home of player 2 with 0 gold and 2 face-down treasures" in draw(observe(state, 0), 0)[-1]
    assert ", home of player 2 with 7 gold" in draw(observe(state, 1), 1)[-1]
