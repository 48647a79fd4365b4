"""A captain uses what costs him nothing, and spares what takes pieces of his own."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.play.sacrifices import harms_within, sacrifices
from pirate_code.rules.program.abilities import abilities
from pirate_code.rules.program.lower.clauses import ops_of


def takes_own(line: str, kind: str = "ship") -> bool:
    return any(sacrifices(op) for op in ops_of(abilities(parse(line)), kind))


@pytest.mark.parametrize(
    "line",
    [
        "Once per turn, you may eliminate one of this ship's crew to give this ship an extra action.",
        "Eliminate all crew on this ship.",
    ],
)
def test_what_takes_her_own_crew_is_a_sacrifice(line: str) -> None:
    assert takes_own(line)


@pytest.mark.parametrize(
    "line",
    [
        "When this ship hits an enemy ship, you may also eliminate one cargo from that ship.",
        "This ship may move and shoot using the same move action.",
        "If this ship rams an enemy ship, eliminate one crew from that ship.",
    ],
)
def test_what_takes_from_the_enemy_or_from_nobody_is_none(line: str) -> None:
    assert not takes_own(line)


@pytest.mark.parametrize(
    ("line", "reach"),
    [
        (
            "Once per turn, one ship within S of this ship cannot use that ship's abilities that turn.",
            ("S",),
        ),
        ("This ship may move and shoot using the same move action.", ()),
    ],
)
def test_what_cancels_near_her_tells_how_near(line: str, reach: tuple[str, ...]) -> None:
    assert {harms_within(op) for op in ops_of(abilities(parse(line)), "ship")} == {reach}
