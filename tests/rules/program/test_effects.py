"""Effects: what an ability does, taken apart, and whether it goes on."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.language.tree import KeywordAbility
from pirate_code.rules.program import effects as e
from pirate_code.rules.program.lower.effects import effect


def read(line: str) -> e.Effect:
    """The effect of a line, lowered."""
    tree = parse(line)[0].effect
    assert not isinstance(tree, KeywordAbility)
    return effect(tree)


@pytest.mark.parametrize(
    ("line", "kind", "goes_on"),
    [
        ("This ship cannot be pinned.", e.Happen, True),
        ("This ship gets +1 to her cannon rolls.", e.Change, True),
        ("This ship is submerged.", e.Become, True),
        ("Eliminate one crew.", e.Happen, False),
    ],
)
def test_bans_changes_and_states_go_on_and_what_is_done_is_over(
    line: str, kind: type[e.Effect], goes_on: bool
) -> None:
    found = read(line).inner
    assert isinstance(found, kind)
    assert found.goes_on is goes_on


def test_a_ban_forbids_its_event_and_is_about_who_cannot() -> None:
    found = read("This ship cannot be pinned.")
    assert isinstance(found, e.Happen)
    assert found.forbids and found.strength == "cannot"
    assert found.event.type == "pin" and found.events == {"pin"}
    assert found.about is found.spec.slot(found.subject_slot)
    assert found.about is not None and found.about.is_this


def test_leave_to_do_something_forbids_nothing() -> None:
    found = read("This ship may dock at enemy home islands.")
    assert isinstance(found, e.Happen)
    assert not found.forbids and found.strength == "may"


def test_the_parts_of_a_table_are_walked_through() -> None:
    line = "Roll a d6. On a result of 5 or 6, eliminate one crew."
    found = read(line)
    tables = [part for part in found.walk() if isinstance(part, e.Table)]
    assert len(tables) == 1 and tables[0].dice == 1
    assert "eliminate" in found.events


def test_steps_follow_each_other_and_the_first_comes_first() -> None:
    found = read("Eliminate one crew and one mast, then this ship sinks.")
    assert len(found.steps) >= 2
    assert found.first is found.steps[0]
    assert set(found.events) >= {"eliminate", "sink"}


def test_the_same_words_make_the_same_effect() -> None:
    assert read("This ship cannot be pinned.") is read("This ship cannot be pinned.")
    assert read("This ship cannot be pinned.") is not read("This ship cannot be rammed.")


def test_an_effect_says_what_it_does() -> None:
    assert read("This ship cannot be pinned.").says == "this ship cannot be pinned"
