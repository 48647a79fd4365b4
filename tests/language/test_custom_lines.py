"""Lines as players write them for cards of their own: most are read, and nothing of them is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.language import LanguageError, parse
from pirate_code.language.coverage import Coverage, measure

FILE = Path(__file__).with_name("custom_lines.txt")
# The share of the lines that is read at least.
ENOUGH = 0.92


@pytest.fixture(scope="module")
def measured() -> Coverage:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return measure(line for line in lines if not line.startswith("#"))


def test_there_are_two_hundred_of_them(measured: Coverage) -> None:
    assert measured.distinct == 200


def test_most_of_them_are_read(measured: Coverage) -> None:
    assert measured.parsed >= ENOUGH * measured.distinct, [error.text for error in measured.failures]


def test_none_that_is_read_loses_a_word_or_changes(measured: Coverage) -> None:
    assert measured.swallowed == []
    assert measured.round_trip_failures == []


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


def test_a_wording_that_is_not_known_is_refused() -> None:
    with pytest.raises(LanguageError):
        parse("Enemy ships cannot set this ship on fire.")
