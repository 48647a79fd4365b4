"""Lines that no card has, made of phrases that cards use."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.language import footprint, parse, render, swallowed
from pirate_code.library.sheet import ability_lines

NEW_LINES = [
    ("This ship gets +2 to her boarding rolls against Viking ships.", "changes roll, writes boarding_roll"),
    ("This ship gets +L to her base move if she carries no treasure.", "writes base_move"),
    (
        "Once per turn, roll a d6. On a 4-6, this ship may be given an extra shoot action.",
        "causes roll, permits give, reads result",
    ),
    ("Once per turn, one enemy crew within L of this ship cannot use its ability this turn.", "forbids use"),
    (
        "When this ship sinks an enemy ship, you may repair two of this ship's masts.",
        "listens sink, permits repair",
    ),
    ("Forts cannot hit this ship unless she is within S of them.", "forbids hit"),
    ("This fort gets +1 to its cannon rolls against submarines.", "changes roll, writes cannon_roll"),
    (
        "When this fort hits an enemy ship, also eliminate one crew from that ship.",
        "causes eliminate, listens hit",
    ),
    (
        "If this ship has a Helmsman crew, she gets +S to her base move and +1 to her cannon rolls.",
        "changes roll, writes base_move, writes cannon_roll",
    ),
    (
        "Once per turn, this ship may look at all face-down treasure on any wild island within L of her.",
        "permits look_at",
    ),
    (
        "One of this ship's treasures is worth +3 gold when she docks at your home island.",
        "listens dock, writes gold_value",
    ),
    ("This ship cannot be pinned by sea monsters.", "forbids pin"),
    (
        "When another crew on this ship would be eliminated, eliminate this crew instead.",
        "causes eliminate, listens eliminate, replaces eliminate",
    ),
    (
        "If this ship wins a boarding party, you may choose which crew is eliminated.",
        "listens win, permits choose",
    ),
    (
        "Once per turn, you may eliminate one treasure from this ship to give her an extra move action.",
        "causes give, permits eliminate",
    ),
    (
        "This ship may dock at any enemy fort and load up to three treasures. If able, she must leave on your"
        " next turn.",
        "permits dock, permits load, requires leave",
    ),
    ("English and French crew may use their abilities on this ship.", "permits use"),
    ("Reduce the cost of all English crew placed on this ship by 2.", "writes point_cost"),
    (
        "Each time this ship is hit, roll a d6. On a 6, no mast is eliminated.",
        "causes eliminate, causes roll, listens hit, reads result",
    ),
    ("This ship ignores icebergs when she is given a move action.", "causes ignore, listens give"),
    ("Sea monsters cannot ram this ship.", "forbids ram"),
    (
        "When this ship ends her turn within S of a whirlpool, you may place a fog bank within L of her.",
        "listens end, permits place",
    ),
    (
        "1-2: Eliminate two crew from this ship.\n3-4: No effect.\n5-6: Randomly move three treasure coins"
        " from this island to your home island.",
        "causes eliminate, causes move, reads result",
    ),
    (
        "1-3: Storm: Roll 2d6. For every 1-2 result, eliminate one of this ship's masts.\n4-6: Calm: This"
        " ship may move S.",
        "causes eliminate, causes roll, permits move, reads result",
    ),
    (
        "Load this treasure face down. When revealed, eliminate two masts from any enemy ship within L of"
        " this ship. Then remove Greek Fire from the game.",
        "causes eliminate, causes load, causes remove, listens reveal",
    ),
    (
        "Reveal this event at the beginning of one of your turns and choose an enemy fort. That fort cannot"
        " shoot this turn. Remove Mutineers from the game.",
        "causes choose, causes remove, causes reveal, forbids shoot, listens turn_beginning",
    ),
    ("Until this ship docks at your home island, she cannot be given shoot actions.", "forbids give"),
    (
        "If this ship is not within L of an island, she gets +1 to her cannon rolls.",
        "changes roll, writes cannon_roll",
    ),
    ("This ship may shoot at submerged submarines within L of her.", "permits shoot_at"),
    (
        "Once per turn, if this ship is touching a derelict, she can take as much treasure from that ship as"
        " she can carry.",
        "permits take",
    ),
    ("When this ship carries more than two crew, she gets -S to her base move.", "writes base_move"),
    (
        "After this ship resolves a repair action, she may move S as a free action.",
        "listens resolve, permits move",
    ),
    (
        "Each Spanish ship within L of this ship gets +1 to its cannon rolls.",
        "changes roll, writes cannon_roll",
    ),
    (
        "Instead of giving this ship a shoot action, you may place two trade currents within S of her.",
        "permits place, replaces give",
    ),
    (
        "At the end of each of your turns, roll two d6. On a 6, eliminate one treasure from any enemy ship.",
        "causes eliminate, causes roll, listens turn_end, reads result",
    ),
    (
        "The first time this ship is hit each turn, do not eliminate a mast; instead, eliminate one crew.",
        "causes eliminate, forbids eliminate, listens hit",
    ),
    ("All of this ship's cannons have S range against forts.", "writes range"),
    ("You may build your fleet using 10 more points than the game's build total.", "permits build"),
    ("Once per game, you may give any ship in your fleet three actions.", "permits give"),
    (
        "Whenever this ship loads a unique treasure, reveal it and place it face up on this ship.",
        "causes place, causes reveal, listens load",
    ),
    ("This ship's masts cannot be eliminated by L-range cannons.", "forbids eliminate"),
    (
        "When this ship is given an explore action, you may trade one treasure on that island for a treasure"
        " on any other island.",
        "listens give, permits trade",
    ),
]


@pytest.mark.parametrize(("line", "touched"), NEW_LINES)
def test_a_new_line_of_known_phrases_is_understood(line: str, touched: str) -> None:
    abilities = parse(line)
    prints = footprint(abilities).model_dump()
    assert ", ".join(sorted(f"{kind} {name}" for kind, names in prints.items() for name in names)) == touched
    assert swallowed(line, abilities) == []
    assert parse(render(abilities)) == abilities


def test_no_card_prints_the_new_lines(master_sheet: Path) -> None:
    printed = set(ability_lines(master_sheet))
    assert len(NEW_LINES) >= 40
    assert printed.isdisjoint(line for line, _ in NEW_LINES)
