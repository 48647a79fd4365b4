"""Places at setup: what is offered, and that one can be drawn without looking at the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pirate_code.board import geometry, outlines
from pirate_code.board.pose import Pose
from pirate_code.core.dice import Dice
from pirate_code.rules import places
from pirate_code.rules.decision import Candidates
from pirate_code.rules.places import Place
from tests.rules.positions import Table


def tried(looked: list[int], legal: Callable[[int], bool], count: int) -> list[Place]:
    """So many places, which note when they are looked at."""

    def find(number: int) -> Callable[[], Pose]:
        def found() -> Pose:
            looked.append(number)
            return Pose(number, 0, 0)

        return found

    return [
        Place(0, find(number), lambda pose: None if legal(int(pose.x)) else "no") for number in range(count)
    ]


def numbers(found: places.Places | None) -> list[int]:
    assert found is not None
    return [int(option.answer[0]) for option in found]


def test_every_so_many_places_are_offered_as_far_as_they_are_legal() -> None:
    found = places._offered(tried([], lambda number: number % 2 == 0, 100), 20)
    assert numbers(found) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]


def test_the_others_are_looked_at_only_if_none_of_those_is_legal() -> None:
    looked: list[int] = []
    found = places._offered(tried(looked, lambda number: number == 51, 100), 20)
    assert numbers(found) == [51]
    assert not {number for number in looked if number % 5 > 1}


def test_there_may_be_no_place_at_all() -> None:
    assert places._offered(tried([], lambda _: False, 100), 20) is None
    assert places._offered([], 20) is None


@pytest.mark.parametrize("count", [30, 40, 60, 72, 144, 288])
def test_directions_that_come_round_again_and_again_are_all_offered(count: int) -> None:
    found = numbers(places._offered(tried([], lambda _: True, count), 24))
    assert len(found) <= 24
    assert {number % 3 for number in found} == {0, 1, 2}


def test_one_place_is_drawn_without_looking_at_all() -> None:
    looked: list[int] = []
    found = places._offered(tried(looked, lambda number: number % 3 == 0, 90), 90)
    assert found is not None
    drawn = found.draw(Dice(4))
    assert int(drawn.answer[0]) % 3 == 0
    assert len(looked) < 30


def test_an_island_is_drawn_from_the_places_that_are_offered() -> None:
    table = Table()
    table.state.table_size = (2000, 2000)
    table.island(1000, 1000)
    table.island(1400, 1000)
    laid = table.island(0, 0)
    table.state.put(laid, -4)
    laid.pose = None
    listed = list(places.for_islands(table.game, laid))
    drawn = {tuple(places.for_islands(table.game, laid).draw(Dice(seed)).answer) for seed in range(200)}
    assert drawn <= {tuple(option.answer) for option in listed}
    assert len(drawn) > len(listed) // 2
    check = places.island_check(table.game, laid)
    assert all(check(Pose(*option.answer)) is None for option in listed)


def test_an_answer_is_found_among_the_places_by_its_heading() -> None:
    table = Table()
    table.state.table_size = (2000, 2000)
    table.island(1000, 1000)
    laid = table.island(0, 0)
    table.state.put(laid, -4)
    offered = places.for_islands(table.game, laid)
    assert isinstance(offered, Candidates)
    answer = list(offered)[3].answer
    again = places.for_islands(table.game, laid)
    assert again.offers(answer)
    assert not again.offers([*answer[:2], answer[2] + 1])
    assert not again.offers("somewhere")


def test_the_middle_of_every_island_is_part_of_it() -> None:
    for number in range(outlines.islands()):
        shape = outlines.island(number).shape
        assert geometry.nearest((0.0, 0.0), shape) == (0.0, 0.0)
