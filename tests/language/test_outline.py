"""The outline of an ability shows its guards, effects and events to people, pieces in words."""

from __future__ import annotations

import pytest

from pirate_code.glossary import builtin_lines
from pirate_code.language import parse
from pirate_code.language.outline import Branch, outline


def drawn(branch: Branch, depth: int = 0) -> list[str]:
    line = "  " * depth + f"{branch.name} {branch.text}".strip()
    return [line, *(text for below in branch.below for text in drawn(below, depth + 1))]


def last(line: str) -> list[str]:
    return drawn(outline(parse(line)[-1]))


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("Captain.", ["keyword Captain"]),
        ("This ship cannot be pinned.", ["ability", "  cannot pin", "    object this ship"]),
        (
            "This ship gets +1 to her boarding rolls.",
            ["ability", "  change this ship gets +1 to boarding rolls"],
        ),
        (
            "When another face-up crew on this ship would be eliminated, turn it face down instead.",
            [
                "ability",
                "  when would eliminate",
                "    object another face up crew on this ship",
                "  instead",
                "  do turn",
                "    object that crew",
                "    how face down",
            ],
        ),
        (
            "Once per turn, roll a d6. On a 5 or 6, this ship may be given an extra action.",
            [
                "ability",
                "  once per turn",
                "  do roll",
                "    amount a d6",
                "    on 5-6",
                "      may give",
                "        object an extra action",
                "        to this ship",
            ],
        ),
        (
            "Once per turn, you may eliminate one of this ship's crew to give her an extra action.",
            [
                "ability",
                "  once per turn",
                "  may eliminate",
                "    agent you",
                "    object one of this ship's crew",
                "    to get",
                "      do give",
                "        object an extra action",
                "        to this ship",
            ],
        ),
        (
            "If this ship succeeds at a boarding party, choose two of the following: eliminate a crew, take a"
            " treasure, or eliminate a mast.",
            [
                "ability",
                "  when win",
                "    agent this ship",
                "    object a boarding party",
                "  choose 2 of 3",
                "    option",
                "      do eliminate",
                "        object a crew",
                "    option",
                "      do take",
                "        object a treasure",
                "    option",
                "      do eliminate",
                "        object a mast",
            ],
        ),
        (
            "This ship's crew cannot be eliminated unless she sinks.",
            [
                "ability",
                "  unless sink",
                "    agent this ship",
                "  cannot eliminate",
                "    object this ship's crew",
            ],
        ),
        ("This ship gains the Fear keyword.", ["ability", "  gains the Fear keyword", "    who this ship"]),
        (
            "This crew is linked to that crew.",
            ["ability", "  becomes linked to that crew", "    who this crew"],
        ),
        (
            "If derelict, this ship sinks.",
            ["ability", "  if this ship is derelict", "  do sink", "    agent this ship"],
        ),
        (
            "This ship does not have to roll for effect.",
            ["ability", "  need not roll for effect", "    agent this ship"],
        ),
        (
            "You may place a fog bank within L of this ship.",
            [
                "ability",
                "  may place",
                "    agent you",
                "    object a fog bank",
                "    near within L of this ship",
            ],
        ),
        (
            "No other ship can aid in destroying this ship.",
            [
                "ability",
                "  cannot aid",
                "    agent any other ship",
                "    by destroy",
                "      object this ship",
            ],
        ),
    ],
)
def test_an_ability_is_outlined_line_by_line(line: str, lines: list[str]) -> None:
    assert last(line) == lines


def test_an_island_is_outlined_by_its_rows_and_titles() -> None:
    line = (
        "1-2: Eruption! Roll 5d6. For every 4-6 result, eliminate a mast from this ship.\n3-4: No effect.\n"
        "5-6: Appeasement. Move this ship S."
    )
    assert last(line) == [
        "ability",
        "  island roll",
        "    on 1-2 Eruption",
        "      do roll",
        "        amount 5d6",
        "        for every 4-6",
        "          do eliminate",
        "            object a mast",
        "            source this ship",
        "    on 3-4",
        "      nothing no effect",
        "    on 5-6 Appeasement",
        "      do move",
        "        object this ship",
        "        distance S",
    ]


def test_a_single_die_result_is_one_number() -> None:
    assert "    on 6" in last("Roll a d6. On a 6, this ship sinks.")


def test_a_title_stands_beside_its_ability() -> None:
    assert last("Trade Current: Trade current is friendly to you.")[0] == "ability Trade Current"


def test_guards_of_a_step_are_outlined_with_it() -> None:
    line = "This ship may dock at a fort. If able, she must leave on your next turn."
    assert last(line)[-4:] == [
        "  if able",
        "    on your next turn",
        "    must leave",
        "      agent this ship",
    ]


def test_every_ability_of_the_project_has_an_outline_with_a_name_on_each_branch() -> None:
    for line in builtin_lines():
        for ability in parse(line):
            assert all(text.strip() for text in drawn(outline(ability))), line
