"""Lines as players write them for cards of their own: most are read, and nothing of them is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.language import LanguageError, parse, render
from pirate_code.language.coverage import Coverage, measure

# How many lines a file has, and the share of them that is read at least.
# The second and the third file were written by other hands.
FILES = {
    "custom_lines.txt": (200, 0.92),
    "other_custom_lines.txt": (220, 0.80),
    "third_custom_lines.txt": (40, 0.90),
}


@pytest.fixture(scope="module", params=FILES)
def measured(request: pytest.FixtureRequest) -> tuple[Coverage, int, float]:
    lines = Path(__file__).with_name(request.param).read_text(encoding="utf-8").splitlines()
    return measure(line for line in lines if not line.startswith("#")), *FILES[request.param]


def test_most_of_them_are_read(measured: tuple[Coverage, int, float]) -> None:
    coverage, lines, enough = measured
    assert coverage.distinct == lines
    assert coverage.parsed >= enough * lines, [error.text for error in coverage.failures]


def test_none_that_is_read_loses_a_word_or_changes(measured: tuple[Coverage, int, float]) -> None:
    assert measured[0].swallowed == []
    assert measured[0].round_trip_failures == []


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("This ship gains +S to her base move.", "This ship gets +S to her base move."),
        ("Enemies within S cannot shoot.", "Enemy ships within S cannot shoot."),
        ("This ship cannot be hit by cannons of rank 4.", "This ship cannot be hit by rank 4 cannons."),
        ("This crew costs 2 points less.", "This crew costs two fewer points."),
        (
            "Sacrifice one crew to give this ship an extra action.",
            "Eliminate one crew to give this ship an extra action.",
        ),
        ("This ship is immune to whirlpools.", "This ship ignores whirlpools."),
        ("This ship may be repaired even when derelict.", "This ship may be repaired even if derelict."),
        ("Roll a d6. On a 5-6, nothing happens.", "Roll a d6. On a 5-6, no effect."),
        (
            "Treasure takes up no cargo space aboard this ship.",
            "Treasure aboard this ship takes up no cargo space.",
        ),
        ("Your fleet gets +1 to boarding rolls.", "All ships in your fleet get +1 to their boarding rolls."),
        ("This ship may shoot with one cannon.", "This ship may shoot using one cannon."),
        ("This ship gets +S while derelict.", "This ship gets +S to her base move while derelict."),
        ("This sea monster never surfaces.", "This sea monster cannot surface."),
        (
            "Once per turn, you may repair one mast on a roll of 5 or 6.",
            "Once per turn, you may roll a d6; on a 5 or 6, you may repair one mast.",
        ),
        (
            "The first time each turn this ship misses, she may shoot again.",
            "The first time this ship misses each turn, she may shoot again.",
        ),
        (
            "When she sinks a ship, she may take all of that ship's treasure that she can carry.",
            "When she sinks a ship, she may take as much of that ship's treasure as she can carry.",
        ),
        (
            "When this ship is hit, you may have this ship immediately repair one mast.",
            "When this ship is hit, this ship may repair one mast.",
        ),
        ("Crew on this ship cost 1 less, to a minimum of 0.", "Crew on this ship cost 1 less."),
        (
            "When an enemy ship touches this ship, that ship stops moving.",
            "When an enemy ship touches this ship, that ship must stop.",
        ),
        (
            "When this ship rams, roll two dice and pick the higher one.",
            "When this ship rams, roll two dice and use the higher result.",
        ),
        (
            "This ship cannot be rammed unless she has a captain.",
            "This ship cannot be rammed unless she has a Captain.",
        ),
    ],
)
def test_another_wording_is_the_same_tree(written: str, printed: str) -> None:
    assert parse(written) == parse(printed)


def test_a_list_of_what_cannot_be_done_forbids_each() -> None:
    line = "Crew on this ship cannot be eliminated, captured or removed."
    parts = ("eliminated", "captured", "removed")
    apart = "; ".join(f"crew on this ship cannot be {part}" for part in parts)
    assert parse(line) == parse(f"{apart.capitalize()}.")


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("Opponents must show you their face-down crew.", "that opponent's face down crew"),
        ("If this ship is touching a wreck, she may take one treasure from it.", "from that wreck"),
    ],
)
def test_a_pronoun_is_what_fits(line: str, meaning: str) -> None:
    assert meaning in render(parse(line))


def test_a_change_of_a_stat_that_says_where_is_refused_and_not_cut() -> None:
    with pytest.raises(LanguageError):
        parse("This ship's base move is doubled on the first turn of the game.")


def test_a_wording_that_is_not_known_is_refused() -> None:
    with pytest.raises(LanguageError):
        parse("Enemy ships cannot set this ship on fire.")
