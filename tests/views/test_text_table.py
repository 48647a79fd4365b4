"""The table in characters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pirate_code.board.card import Card
from pirate_code.board.outlines import load_outlines
from pirate_code.board.pose import Pose
from pirate_code.board.state import SEA, State
from pirate_code.views.text_table import draw

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
