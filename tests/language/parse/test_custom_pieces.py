"""Lines that a designer of custom pieces would write, and what they are understood to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.language import LanguageError, parse, render, swallowed
from pirate_code.library.sheet import ability_lines

CUSTOM = [
    (
        "Each time this ship is rammed, eliminate one mast from the ramming ship.",
        "Each time this ship is rammed, eliminate (one mast) from the ramming ship.",
    ),
    (
        "Each time this ship is pinned or boarded, roll a d6. On a 5-6, she may move S.",
        "Each time this ship is pinned or if this ship is boarded, roll a d6; on 5-6, this ship may move S.",
    ),
    (
        "After this ship shoots or rams, she may move S.",
        "After this ship shoots or if this ship rams, this ship may move S.",
    ),
    (
        "Before this ship is boarded or rammed, you may eliminate one of her crew.",
        "Before this ship is boarded or if this ship is rammed, you may eliminate one of this ship's crew.",
    ),
    (
        "When this ship docks at your home island and she carries treasure, repair one of her masts.",
        "When this ship docks at your home island, if this ship has treasures, repair one of this"
        " ship's masts.",
    ),
    (
        "If this ship has been hit this turn, she cannot be given a shoot action.",
        "When this ship is hit this turn, a shoot action cannot be given to this ship.",
    ),
    (
        "This ship gets -1 to her cannon rolls if she moved this turn.",
        "When this ship moves this turn, this ship gets -1 to cannon rolls.",
    ),
    (
        "If this ship does not move on her turn, she may shoot twice.",
        "If this ship does not move at this ship's turn, this ship may shoot twice.",
    ),
    (
        "If an enemy ship ends her turn within S of this ship, roll a d6. On a 6, eliminate one of"
        " her masts.",
        "When an enemy ship ends ((that ship's turn)) within S of this ship, roll a d6; on 6,"
        " eliminate one of that ship's masts.",
    ),
    (
        "If this ship starts her turn within S of an island, she gets +S to her base move that turn.",
        "When this ship begins (this ship's turn) within S of an island, for that turn, this ship"
        " gets +S to base moves.",
    ),
    (
        "If this ship is docked, she gets +1 to her cannon rolls. Otherwise, she gets -1 to her"
        " cannon rolls.",
        "(if this ship is docked, this ship gets +1 to cannon rolls); unless this ship is docked,"
        " this ship gets -1 to cannon rolls.",
    ),
    (
        "Once per turn, roll a d6. On a 5-6, this ship may move S. Otherwise, eliminate one of her crew.",
        "Once per turn, roll a d6; on 5-6, this ship may move S; on 1-4, eliminate one of this ship's crew.",
    ),
    (
        "This treasure is worth 5 gold if this ship is English; otherwise it is worth 2 gold.",
        "(if this ship is English something, the gold value of this treasure becomes 5); unless"
        " this ship is English something, the gold value of this treasure becomes 2.",
    ),
    (
        "Once per turn, roll a d6. On a 4 or higher, this ship may move S.",
        "Once per turn, roll a d6; on 4-6, this ship may move S.",
    ),
    (
        "When this ship is given a repair action, she may repair two masts instead of one.",
        "When a repair action is given to this ship, instead of one mast, this ship may repair two masts.",
    ),
    (
        "When this ship loses a boarding party, roll a d6. On a 5-6, no crew is eliminated.",
        "When this ship loses a boarding party, roll a d6; on 5-6, eliminate no crew.",
    ),
    (
        "When this ship wins a boarding party, steal one treasure from the other ship and eliminate"
        " one of its crew.",
        "When this ship wins a boarding party, steal (one treasure) from the other ship; eliminate"
        " one of that ship's crew.",
    ),
    (
        "Any enemy ship that rams this ship loses one mast.",
        "Eliminate (one mast of (any enemy ship that rams this ship)).",
    ),
    (
        "Any player who loads treasure from this island must eliminate one crew.",
        "(any player that loads (treasures) from this island) must eliminate one crew.",
    ),
    (
        "Ships carrying this treasure get -S to their base move.",
        "(ships that has this treasure) get -S to base moves.",
    ),
    (
        "Enemy ships towing a derelict cannot shoot.",
        "(enemy ships that tows a derelict) cannot shoot.",
    ),
    (
        "This ship cannot be rammed by ships with fewer masts.",
        "(ships that has fewer masts) cannot ram this ship.",
    ),
    (
        "This ship gets +1 to her cannon rolls against ships with fewer than three masts.",
        "This ship gets +1 to cannon rolls against (ships that has fewer than three masts).",
    ),
    (
        "This ship gets +1 to her cannon rolls against ships with two or fewer masts.",
        "This ship gets +1 to cannon rolls against (ships that has up to two masts).",
    ),
    (
        "This ship gets +1 to her cannon rolls against ships worth 10 or more points.",
        "This ship gets +1 to cannon rolls against (ships with point cost 10 or more).",
    ),
    (
        "This ship gets +1 to her boarding rolls for each Cursed crew aboard.",
        "This ship gets +1 to boarding rolls for each (Cursed crew on this ship).",
    ),
    (
        "This ship has +2 cargo spaces.",
        "This ship gets +2 to cargo spaces.",
    ),
    (
        "Longship. +1 to boarding rolls.",
        "Longship.\nThis ship gets +1 to boarding rolls.",
    ),
    (
        "All of this ship's cannons are rank 2.",
        "The rank of all of this ship's cannons becomes 2.",
    ),
    (
        "After this ship is hit, she may immediately shoot at the attacker with one of her cannons.",
        "After this ship is hit, this ship may shoot at the attacker using one of this ship's"
        " cannons immediately.",
    ),
    (
        "At the end of your turn, this ship may shoot one cannon at a ship within S.",
        "At the end of your turn, this ship may shoot at (a ship within S) using one cannon.",
    ),
    (
        "This ship may sail over reefs without rolling a die.",
        "This ship may pass over (reefs) without a die roll.",
    ),
    (
        "This ship can't be given more than one action per turn.",
        "Each turn, more than one actions cannot be given to this ship.",
    ),
    (
        "Each treasure this ship carries is worth one less gold.",
        "(each treasure that is carried by this ship) gets -1 to gold values.",
    ),
    (
        "Pirate crew cost 1 less when placed on this ship.",
        "When (Pirate crew) is placed to this ship, that crew gets -1 to point costs.",
    ),
    (
        "If this crew is on a Pirate ship, it costs 2 fewer points.",
        "If this crew is on a Pirate ship, this crew gets -2 to point costs.",
    ),
    (
        "Only Pirate crew may be assigned to this ship.",
        "((only Pirate crew)) may be assigned to this ship.",
    ),
    (
        "None of this ship's crew may be eliminated by L-range cannons.",
        "(L-range cannons) cannot eliminate any of this ship's crew.",
    ),
    (
        "Neither this ship nor her crew may be cancelled.",
        "(this ship and (this ship's crew)) cannot be cancelled.",
    ),
    (
        "As long as this crew is face down, this ship gets +1 to her boarding rolls.",
        "If this crew is face down, this ship gets +1 to boarding rolls.",
    ),
    (
        "If this ship has both a Captain and a Helmsman, she gets +1 to her cannon rolls.",
        "If this ship has ((a crew with the Captain keyword) and (a crew with the Helmsman"
        " keyword)), this ship gets +1 to cannon rolls.",
    ),
    (
        "If your fleet includes Blackbeard, this ship costs 3 fewer points.",
        "If Blackbeard is in your fleet, this ship gets -3 to point costs.",
    ),
    (
        "At the end of each turn, eliminate one crew from every ship within S of this ship.",
        "At the end of each turn, eliminate (one crew) from (each ship within S of this ship).",
    ),
    (
        "At the start of the game, place two fog banks anywhere in the play area.",
        "At the beginning of the game, place two fog banks at the play area anywhere.",
    ),
    (
        "Until your next turn, this ship cannot be shot at.",
        "Until the beginning of your next turn, this ship cannot be shot at.",
    ),
    (
        "For the rest of the turn, this ship gets +1 to her cannon rolls.",
        "This turn, this ship gets +1 to cannon rolls.",
    ),
    (
        "Place this event's token on any enemy ship. That ship loses one mast at the beginning of"
        " each of its turns.",
        "Place this event's token to any enemy ship; at the beginning of each of her turns,"
        " eliminate one of that ship's masts.",
    ),
    (
        "Load this treasure face down. You may reveal it when this ship is hit. When revealed, the"
        " hit is ignored. Then remove Lucky Charm from the game.",
        "Load this treasure face down.\nWhen this ship is hit, you may reveal this treasure.\nWhen"
        " this treasure is revealed, ignore the hit; remove (Lucky Charm) from the game then.",
    ),
    (
        "Treasure worth 3 or more gold is worth +1 gold.",
        "(treasures with gold value 3 or more) get +1 to gold values.",
    ),
    (
        "This ship may shoot at targets within L.",
        "This ship may shoot at (targets within L).",
    ),
    (
        "One of this ship's cannons may fire an exploding shot at a target within S. On a hit,"
        " eliminate two masts.",
        "One of this ship's cannons may fire (an exploding shot) in (a target within S); when that"
        " exploding shot hits, eliminate two masts.",
    ),
    (
        "1: Eliminate all crew on this ship. 2-5: No effect. 6: Double the value of all treasure on"
        " this island.",
        "1: Eliminate (all crew on this ship). 2-5: No effect. 6: The gold value of (all treasures"
        " on this island) is multiplied by 2.",
    ),
    (
        "1-2: Storm! Eliminate one mast from this ship. 3-4: No effect. 5-6: Treasure! Load one"
        " extra treasure.",
        "1-2: Storm: Eliminate (one mast) from this ship. 3-4: No effect. 5-6: Treasure: Load one"
        " extra treasure.",
    ),
]


@pytest.mark.parametrize(("line", "meaning"), CUSTOM)
def test_a_custom_piece_is_understood(line: str, meaning: str) -> None:
    abilities = parse(line)
    assert render(abilities) == meaning
    assert parse(meaning) == abilities
    assert swallowed(line, abilities) == []


def test_no_card_prints_the_custom_lines(master_sheet: Path) -> None:
    printed = set(ability_lines(master_sheet))
    assert printed.isdisjoint(line for line, _ in CUSTOM)


@pytest.mark.parametrize(
    "line",
    [
        "Otherwise, this ship sinks.",
        "This ship cannot dock. Otherwise, she sinks.",
        "Roll a d6. On 3, this ship sinks. Otherwise, she may move S.",
        "Eliminate ships crew.",
    ],
)
def test_what_makes_no_sense_is_refused(line: str) -> None:
    with pytest.raises(LanguageError):
        parse(line)
