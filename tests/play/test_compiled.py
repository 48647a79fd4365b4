"""A line is compiled only if every node of its tree has an effect in the engine."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.play.compiled import engine, measure, missing
from pirate_code.rules.registry import MECHANICS


@pytest.mark.parametrize(
    "line",
    [
        "This ship cannot be pinned.",
        "Captain. Helmsman.",
        "This ship gets +1 to her cannon rolls against English ships.",
        "When this ship hits an enemy ship, you may also eliminate one cargo from that ship.",
        "Once per turn before you give this ship an action, roll a d6. On a 5 or 6, this ship may be given"
        " the same action twice.",
    ],
)
def test_what_the_engine_plays_is_compiled(line: str) -> None:
    assert missing(parse(line), "ship") == []


def test_an_event_that_nothing_carries_out_is_missing() -> None:
    assert "hunt" not in MECHANICS
    from pirate_code.language import tree as t

    ability = t.Ability(
        effect=t.Happen(event=t.Event(type="hunt", agent=t.Pieces(noun="ship", which="this")))
    )
    assert missing((ability,), "ship") == ["event hunt"]


def test_the_engine_knows_what_its_rules_propose_and_ask() -> None:
    known = engine()
    assert {
        "give",
        "move",
        "dock",
        "ram",
        "board",
        "shoot",
        "hit",
        "sink",
        "explore",
        "load",
    } <= known.proposed
    assert {"turn_beginning", "turn_end", "part", "resolve", "miss"} <= known.proposed
    assert {"use", "explore", "pin"} <= known.permitted
    assert "bellow" not in known.asked


def test_lines_are_counted_and_what_is_missing_is_listed_by_node() -> None:
    good = "This ship cannot be pinned."
    measured = measure([(good, parse(good), "ship"), ("Dances.", None, "crew")])
    assert (measured.lines, measured.parsed, measured.compiled) == (2, 1, 1)
    assert measured.unparsed == ["Dances."]
    assert measured.missing == {}
    assert measured.share == 0.5
