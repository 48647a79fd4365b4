"""Looking at a position: what was found out once is remembered until anything can happen."""

from __future__ import annotations

from pirate_code.rules import stats
from pirate_code.rules.cache import ReadCache
from tests.rules.positions import Table


def counted(still: ReadCache, asked: list[str]) -> int:
    """Ask the same question once more."""

    def find() -> int:
        asked.append("asked")
        return len(asked)

    return still.recall("question", find)


def test_a_question_is_looked_into_once_while_somebody_looks() -> None:
    still, asked = ReadCache(), list[str]()
    with still:
        assert counted(still, asked) == counted(still, asked) == 1
        with still:
            assert counted(still, asked) == 1
        assert counted(still, asked) == 1
    assert asked == ["asked"]


def test_nothing_is_remembered_when_nobody_looks() -> None:
    still, asked = ReadCache(), list[str]()
    assert [counted(still, asked), counted(still, asked)] == [1, 2]
    with still:
        assert counted(still, asked) == 3
    with still:
        assert counted(still, asked) == 4


def test_what_is_supposed_is_looked_into_by_itself() -> None:
    still, asked = ReadCache(), list[str]()
    with still:
        assert counted(still, asked) == 1
        with still.supposing():
            assert counted(still, asked) == 2
        assert counted(still, asked) == 1


def test_an_answer_in_a_supposed_position_does_not_stay() -> None:
    table = Table()
    ship = table.ship(0, 300, 300)
    table.crew(ship, "This ship gets +1 cargo space.")
    other = table.crew(ship, "This ship gets +2 cargo spaces.")
    with table.game.cache:
        both = stats.number(table.game, "cargo_space", ship.id)
        with table.game.active.supposing():
            table.state.put(other, -4)
            assert stats.number(table.game, "cargo_space", ship.id) < both
            table.state.put(other, ship.id)
        assert stats.number(table.game, "cargo_space", ship.id) == both
