"""Keywords on a card: lists of them, and what stands beside them."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from tests.language.parse.trees import keywords


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Schooner.", ["schooner"]),
        ("Junk", ["junk"]),
        ("Emperor's Commander.", ["emperors-commander"]),
        ("Schooner. Ghost Ship.", ["schooner", "ghost-ship"]),
        ("Flotilla, Extended Range.", ["flotilla", "extended-range"]),
        ("Octopus, Fear", ["octopus", "fear"]),
        ("Ghost Ship. Junk. Treasure Ship.", ["ghost-ship", "junk", "treasure-ship"]),
        ("Hoist, Secret Hold.", ["hoist", "secret-hold"]),
        ("Captain. Musketeer.", ["captain", "musketeer"]),
        ("Loyal:Cursed, Captain, Fear.", ["loyal:cursed", "captain", "fear"]),
        ("Loyal: Cursed. Captain.", ["loyal:cursed", "captain"]),
        ("Hostile:England, Captain, Helmsman.", ["hostile:english", "captain", "helmsman"]),
        ("Hostile:England, Loyal:France, Marine.", ["hostile:english", "loyal:french", "marine"]),
        ("Hostile: Spain. Captain. Explorer.", ["hostile:spanish", "captain", "explorer"]),
        ("Hostile: Pirate, Loyal: Spain. Captain.", ["hostile:pirate", "loyal:spanish", "captain"]),
    ],
)
def test_a_list_of_keywords_is_read_whatever_separates_them(line: str, names: list[str]) -> None:
    assert keywords(line) == names
    assert len(parse(line)) == len(names)


@pytest.mark.parametrize(
    ("line", "names", "abilities"),
    [
        ("Limit, Ransom. Place this crew face up during setup.", ["limit", "ransom"], 1),
        ("Ex-patriot. This ship cannot be pinned.", ["ex-patriot"], 1),
        (
            "Captain, Ex-Patriot, Hostile: France. Once per turn, you can eliminate one of this ship's crew"
            " to give her an extra action.",
            ["captain", "ex-patriot", "hostile:french"],
            1,
        ),
        (
            "Junk, Mercenary, Dories. French crew can use their abilities on this ship.",
            ["junk", "mercenary", "dories"],
            1,
        ),
        (
            "Captain, Loyal: America, Hostile: Spain. Once per turn, roll a d6. On a 5 or 6, this ship may be"
            " given an extra action. This ship gets +1 to her boarding rolls.",
            ["captain", "loyal:american", "hostile:spanish"],
            2,
        ),
    ],
)
def test_keywords_stand_before_the_abilities_of_a_line(line: str, names: list[str], abilities: int) -> None:
    assert keywords(line) == names
    assert len(parse(line)) == len(names) + abilities
